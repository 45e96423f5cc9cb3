"""browser-use, in an environment, a process and a Chromium of its own."""

from __future__ import annotations

import asyncio
import json
import re
from asyncio.subprocess import DEVNULL, PIPE, Process
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from .environment import environment_python
from .looking import TOTAL, Element, Look, Offered, PeerFailed, offered_labels

REQUIREMENT = "browser-use==0.13.14"
START_S = 60.0
ANSWER_S = 120.0
"""Longest answer: its own limit for one state is 30 s, and opening a large page takes as long."""
_SCRIPT = Path(__file__).with_name("browser_use_peer.py")
_END_S = 10.0
_MAX_LINE_LENGTH = 64 * 1024 * 1024
_INDEXED = re.compile(r"^\t*(?:\|SHADOW\(\w+\)\|)?\*?(?:\|scroll element)?\[\d+\]<(\w+)")
_FIELDS = frozenset({"input", "select", "textarea"})
_DISABLED = re.compile(r"^[^>]*\sdisabled(?:=true)?[\s/]")


class BrowserUse:
    """The client of ``browser_use_peer.py``; started at the first page and after failures."""

    name = "browser-use"

    def __init__(self, command: Sequence[str]) -> None:
        """``command`` starts the peer."""
        self.version = ""
        self.browser = ""
        self._command = tuple(command)
        self._process: Process | None = None

    async def open(self, url: str, prepare: str) -> None:
        """Go to the page in the peer's own browser."""
        if self._process is None:
            await self._start()
        await self._ask({"do": "open", "url": url, "prepare": prepare})

    async def look(self) -> Look:
        """Have its state built once; the time is measured inside its process."""
        answer = await self._ask({"do": "look"})
        return Look(
            milliseconds={TOTAL: answer["milliseconds"]},
            offered=lambda: _offered(answer["text"], answer["ids"], empty=answer["empty"]),
        )

    async def act(self, action: str, parameters: Mapping[str, Any]) -> tuple[float, str]:
        """Carry out one action by the indices of the last look.

        Returns:
            The milliseconds it took inside the peer's process, and its message.
        """
        answer = await self._ask({"do": "act", "action": action, "parameters": dict(parameters)})
        return answer["milliseconds"], answer["said"]

    async def evaluate(self, expression: str) -> Any:
        """Evaluate an expression in its page, awaiting its promise; returns the value."""
        return (await self._ask({"do": "evaluate", "expression": expression}))["value"]

    async def close(self) -> None:
        """End the peer: it closes its browser when its input ends."""
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        process.stdin.close()
        try:
            async with asyncio.timeout(_END_S):
                await process.wait()
        except TimeoutError:
            process.kill()
            await process.wait()

    async def _start(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *self._command, stdin=PIPE, stdout=PIPE, stderr=DEVNULL, limit=_MAX_LINE_LENGTH
            )
        except OSError as error:
            raise PeerFailed(f"It could not be started: {error}.") from error
        hello = await self._answer(START_S)
        self.version, self.browser = hello["version"], hello["browser"]

    async def _ask(self, request: dict[str, Any]) -> Any:
        if self._process is None:
            raise PeerFailed("It is not running.")
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(request).encode() + b"\n")
        return await self._answer(ANSWER_S)

    async def _answer(self, limit_s: float) -> Any:
        assert self._process is not None
        assert self._process.stdout is not None
        try:
            async with asyncio.timeout(limit_s):
                line = await self._process.stdout.readline()
        except TimeoutError as error:
            await self.close()  # a late answer would be taken for that of the next request
            raise PeerFailed(f"It did not answer within {limit_s:g} s.") from error
        if not line:
            await self.close()
            raise PeerFailed("Its process ended.")
        answer = json.loads(line)
        if problem := answer.get("problem"):
            raise PeerFailed(problem)
        return answer


async def installed_browser_use(
    folder: Path,
    executable: Path,
    *,
    viewport: tuple[int, int],
    flags: Sequence[str],
    tell: Callable[[str], None],
) -> BrowserUse:
    """Return the peer, installed on demand into ``folder``.

    Args:
        folder: where environments of peers are kept.
        executable: the Chromium it shall start.
        viewport: width and height, CSS pixels.
        flags: for Chromium, beside its own.
        tell: receives messages about slow steps.

    Raises:
        PeerFailed: it could not be installed.
    """
    python = await environment_python(REQUIREMENT, folder, tell=tell)
    width, height = map(str, viewport)
    command = [str(python), "-I", str(_SCRIPT), "--executable", str(executable)]
    command += ["--width", width, "--height", height]
    return BrowserUse([*command, "--flags", *(flag.lstrip("-") for flag in flags)])


def _offered(text: str, ids: int, *, empty: bool) -> Offered:
    labels = offered_labels(
        text,
        is_offered=lambda line: bool(_tag(line)),
        indent=lambda line: len(line) - len(line.lstrip("\t")),
        is_field=lambda line: _tag(line) in _FIELDS,
        is_frame=lambda line: _tag(line) == "iframe",
    )
    elements = tuple(
        Element(label=label, state_words=("disabled",) if _DISABLED.search(label) else ())
        for label in labels
    )
    problem = "It gave an empty state." if empty else ""
    return Offered(text=text, elements=elements, ids=ids, problem=problem)


def _tag(line: str) -> str:
    """The tag of a line with an index; ``""`` for other lines."""
    found = _INDEXED.match(line)
    return found[1] if found else ""
