"""Scripted actions with what is to be said of them, beside content that moves by itself."""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_e.dom.changes.baseline import rested
from agent_e.errors import SkillError
from tests.agent_e.dom.stage import PAGES, Stage, stage
from tests.browsers import Chromium

FOLDER = PAGES / "beside"
MOVERS = 12
"""Places of ``moving.js`` that change by themselves."""
FRAMES = {"leaving": 2}
"""Places in the frames of a page that do so."""
PATIENCE_S = 60.0

_ELEMENT = re.compile(r"\[(\d+)\] \w+ '([^']*)'")
_ID = re.compile(r"\[\d+\]")
_GONE = re.compile(r"^(?:Gone|New numbers): .*$|\[\d+\] link 'Offer: .*", re.MULTILINE)
"""What has gone, and the links of the carousel, which go by themselves."""


@dataclass(frozen=True)
class Script:
    """Actions on one page, each with the words that the model is to read then.

    In the words ``[#]`` is any id and ``SITE`` the site; ``...`` stands for anything.
    """

    page: str
    name: str
    steps: Sequence[tuple[str, str]]


def scripts(page: str) -> list[Script]:
    """Read ``PAGE.txt``: a title after ``#``, actions after ``>``, and what is said of each."""
    found = []
    for part in re.split(r"^# ", (FOLDER / f"{page}.txt").read_text("utf-8"), flags=re.M)[1:]:
        name, _, body = part.partition("\n")
        steps = []
        for step in re.split(r"^> ", body, flags=re.M)[1:]:
            action, _, words = step.partition("\n")
            steps.append((action.strip(), words.strip("\n")))
        found.append(Script(page, name.strip(), steps))
    return found


def reads_as(said: str, words: str) -> bool:
    """Whether this was said, as scripts write it."""
    pattern = ".*".join(re.escape(part) for part in words.split("..."))
    return re.fullmatch(pattern, said, re.DOTALL) is not None


class Reader:
    """Acts as a model does: it knows the ids that it has read, and looks never again."""

    def __init__(self, on: Stage) -> None:
        self.on = on
        self.raw = ""
        self.turned = False
        self._page = ""
        self._ids: dict[str, int] = {}

    async def ready(self, script: Script) -> None:
        """Open the page unless it is there, and wait until all that moves is known to."""
        if self._page == script.page:
            return
        for tab in self.on.session.tabs[1:]:
            await tab.page.close()
        self.on.session.activate(self.on.session.tabs[0])
        await self.on.act(self.on.session.goto(f"{self.on.address}/beside/{script.page}.html"))
        movers = MOVERS + FRAMES.get(script.page, 0)

        async def all_move() -> bool:
            await self.on.observer.observe()
            moving = (await rested(self.on.session.active)).moving
            return sum(len(each.places) for each in moving.values()) >= movers

        await until(all_move)
        page = await self.on.observer.observe()
        self._ids = {}
        self._read(self.on.observer.render(page))
        self._page = script.page
        self._tab = self.on.session.active
        self._document = self._tab.document

    def leave(self) -> None:
        """The page is not as it was: the next script needs it anew."""
        self._page = ""

    async def do(self, step: str) -> str:
        """Do one action and return what is said of it."""
        kind, _, rest = step.partition(" ")
        what, text = (*map(str.strip, rest.split("=", 1)), "")[:2]
        on = self.on
        if kind == "until":
            self.raw = ""
            await until(lambda: on.session.active.page.evaluate(rest))
            return ""
        actions: dict[str, Callable[[], Awaitable[Any]]] = {
            "click": lambda: on.actor.click(self._ids[what]),
            "enter": lambda: on.actor.enter_text(self._ids[what], text),
            "select": lambda: on.actor.select_option(self._ids[what], text),
            "press": lambda: on.actor.press_key(what, self._ids[text] if text else None),
            "scroll": lambda: on.actor.scroll(what, 1.0, self._ids[text] if text else None),  # type: ignore[arg-type]
            "tap": lambda: on.session.active.page.mouse.click(*map(int, what.split(","))),
            "point": lambda: self._point(what),
            "answer": lambda: on.session.answer_dialog(accept=what == "yes", text=text),
        }
        try:
            if what in self._ids:
                await on.actor.resolve(self._ids[what])
            report = await on.act(actions[kind]())
        except SkillError as error:
            self.raw = ""
            return self._even(str(error))
        self._read(on.words)
        self.turned = report.page is not None
        if report.page or self._tab.document != self._document:
            self.leave()
        return self._even(on.words)

    async def check_ids(self) -> None:
        """Every id that was just told can be acted on as it stands, without another look."""
        if self.on.session.active.dialog:
            return
        for mmid in dict.fromkeys(re.findall(r"\[(\d+)\]", _GONE.sub("", self.raw))):
            assert (await self.on.actor.resolve(int(mmid))).mmid == int(mmid)

    def _read(self, words: str) -> None:
        self.raw = words
        self._ids |= {name: int(mmid) for mmid, name in _ELEMENT.findall(words)}

    def _even(self, words: str) -> str:
        return _ID.sub("[#]", words).replace(self.on.address, "SITE")

    async def _point(self, what: str) -> None:
        if re.fullmatch(r"\d+,\d+", what):
            x, y = map(int, what.split(","))
        else:
            node = await self.on.actor.resolve(self._ids[what])
            assert node.bbox
            x, y = node.bbox[0] + node.bbox[2] // 2, node.bbox[1] + node.bbox[3] // 2
        await self.on.session.active.page.mouse.move(x, y)


async def until(condition: Callable[[], Awaitable[Any]]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not await condition():  # noqa: ASYNC110
            await asyncio.sleep(0.02)


@asynccontextmanager
async def on_stage(chromium: Chromium, downloads: Path) -> AsyncIterator[Reader]:
    """Open a session on the local site."""
    async with stage(chromium, downloads) as on:
        yield Reader(on)
