"""Our own observer, as the skills use it: on an unchanged page, and on a changed one."""

from __future__ import annotations

import re
import time
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession
from agent_e.config import DomSettings
from agent_e.dom import PageObserver
from agent_e.dom.render.page_text import render
from agent_e.errors import SkillError
from agent_e.types import Node, Observation

from .looking import TOTAL, Element, Look, Offered, PeerFailed

_NO_BUDGET = 100_000_000
_ID = re.compile(r"\[(\d+)\] ")
_CHANGE = Path(__file__).with_name("change.js")


class Ours:
    """Observes the active page of a session and renders the view ``all_fields``."""

    name = "ours"

    def __init__(self, session: BrowserSession) -> None:
        """Look through a session of the caller's."""
        self.session = session
        self.observer = PageObserver(session, DomSettings())

    async def open(self, url: str, prepare: str) -> None:
        """Do nothing: the page is open."""

    async def look(self) -> Look:
        """Observe and render, timed separately."""
        started = time.perf_counter()
        try:
            observation = await self.observer.observe()
        except SkillError as error:
            raise PeerFailed(str(error)) from error
        observed = time.perf_counter()
        text = self.observer.render(observation)
        rendered = time.perf_counter()
        return Look(
            milliseconds={
                TOTAL: (rendered - started) * 1000,
                "observe": (observed - started) * 1000,
                "render": (rendered - observed) * 1000,
            },
            offered=lambda: _offered(observation, text),
        )


class OursAgain:
    """Looks as ``Ours`` right after some words of the page were changed.

    Between the looks of the others the page is unchanged, which ours exploits.
    """

    name = "ours after a change"

    def __init__(self, ours: Ours) -> None:
        """Use the same observer."""
        self._ours = ours
        self._expression = _CHANGE.read_text(encoding="utf-8").rstrip().rstrip(";")

    async def open(self, url: str, prepare: str) -> None:
        """Do nothing: the page is open."""

    async def look(self) -> Look:
        """Change the page, then look; only the look is timed."""
        try:
            changed = await self._ours.session.active.page.evaluate(self._expression)
        except PlaywrightError as error:
            raise PeerFailed(error.message.splitlines()[0]) from error
        if not changed:
            raise PeerFailed("There are no words in view to change.")
        return replace(await self._ours.look(), offered=None)


def _offered(observation: Observation, text: str) -> Offered:
    nodes = observation.elements
    states = {node.mmid: node.states for node in nodes}
    problems = [*observation.notes, *(frame.problem for frame in observation.frames)]
    return Offered(
        text=text,
        elements=tuple(
            Element(label=label, state_words=states[mmid])
            for mmid, label in labels_by_id(text)
            if mmid in states
        ),
        ids=len(nodes),
        whole=tuple(Element(label=_words(node), state_words=node.states) for node in nodes),
        whole_characters=len(render(observation, budget=_NO_BUDGET).text),
        problem=" ".join(filter(None, problems)) or ("" if nodes else "It saw no element."),
    )


def labels_by_id(text: str) -> Iterator[tuple[int, str]]:
    """Yield each id of an outline with its text, up to the next id or the end of the line."""
    for line in text.split("\n"):
        ids = list(_ID.finditer(line))
        ends = [*(found.start() for found in ids[1:]), len(line)]
        for found, end in zip(ids, ends, strict=False):
            yield int(found[1]), line[found.start() : end]


def _words(node: Node) -> str:
    return " ".join(word for word in (node.role, node.name, node.description) if word)
