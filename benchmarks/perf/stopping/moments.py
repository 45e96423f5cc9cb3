"""Moments of intervention, and the model of a run that never ends by itself."""

from __future__ import annotations

import asyncio
import random
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from agent_e.benchmarks.scripted import Script, Scripted

KINDS = (
    "subtask.started", "model.called", "model.replied", "action.started", "action.ended",
    "subtask.ended",
)  # fmt: skip
ASKED = "person.asked"
OLD = "Open the first product of the list and report its price"
_LATEST = 3
_MAX_SECONDS = 0.12
_LINK = re.compile(r"\[(\d+)\] link '")
_ADDRESS = re.compile(r"https?://[\w.:-]+/?")


@dataclass(frozen=True, kw_only=True, slots=True)
class Moment:
    """Some time after one event of a kind, counted from 1; what is in progress then is chance."""

    kind: str
    occurrence: int
    delay_s: float


def moment(seed: int, kinds: tuple[str, ...] = KINDS) -> Moment:
    """Return the moment of a seed; consecutive seeds take the kinds in turn."""
    dice = random.Random(f"moment {seed}")
    kind = kinds[seed % len(kinds)]
    occurrence = 1 if kind == ASKED else dice.randint(1, _LATEST)
    return Moment(kind=kind, occurrence=occurrence, delay_s=dice.uniform(0, _MAX_SECONDS))


class Trigger:
    """A journal listener that does something once, at a moment.

    Attributes:
        done: set once it was done.
    """

    def __init__(self, when: Moment, act: Callable[[], object]) -> None:
        self.done = asyncio.Event()
        self._when = when
        self._act = act
        self._left = when.occurrence

    def __call__(self, event: Mapping[str, Any]) -> None:
        """Process an event."""
        if event["kind"] != self._when.kind:
            return
        self._left -= 1
        if self._left == 0:
            asyncio.get_running_loop().call_later(self._when.delay_s, self._now)

    def _now(self) -> None:
        self.done.set()
        self._act()


def endless(seed: int, *, asks: bool = False) -> Script:
    """Return a script that gives the same sub-task forever, with random waits before replies.

    Args:
        seed: of the waits.
        asks: whether the navigator asks the person in each sub-task.
    """
    dice = random.Random(f"waits {seed}")

    def answer(body: Mapping[str, Any]) -> Scripted:
        offered = {tool["function"]["name"] for tool in body["tools"]}
        call = browse(OLD) if "finish" in offered else navigate(body, asks=asks)
        return Scripted(calls=[call], delay_s=dice.uniform(0, _MAX_SECONDS))

    return answer


def browse(sub_task: str) -> tuple[str, Mapping[str, Any]]:
    """The planner's call."""
    return "browse", {"sub_task": sub_task, "expect": "a price"}


def navigate(body: Mapping[str, Any], *, asks: bool = False) -> tuple[str, Mapping[str, Any]]:
    """The navigator's next call: a link, the way back, a question perhaps, the end."""
    shown = "\n".join(str(message["content"]) for message in body["messages"])
    made = sum(message["role"] == "assistant" for message in body["messages"])
    if made == 0:
        found = _LINK.search(shown)
        return "click", {"mmid": int(found[1]) if found else 1}
    if made == 1:
        address = _ADDRESS.search(shown)
        return "open_url", {"url": address[0] if address else "about:blank"}
    if made == 2 and asks:
        return "ask_user", {"question": "Which size?"}
    return "report", {"status": "done", "summary": "Looked at it.", "facts": []}
