"""Checks what models answered against what they had been shown, from our own journals."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from typing import Any

from agent_e.journal.events import Event, ModelCalled, ModelReplied

from .traces import address

_ID = re.compile(r'\[(\d+)\]|"(?:mmid|element_id|target)": ?(\d+)')
_ID_ARGUMENTS = ("mmid", "element_id", "target", "then", "submit", "to")
_PLANNER = "planner"


@dataclass(kw_only=True, slots=True)
class _Shown:
    """What one conversation has shown so far; ``unlisted`` once a picture came without a legend."""

    ids: set[str] = field(default_factory=set)
    text: str = ""
    unlisted: bool = False

    def add(self, message: Mapping[str, Any]) -> None:
        parts = [message.get("text", ""), message.get("page", "")]
        for result in message.get("results", ()):
            parts += [result.get(part, "") for part in ("text", "view", "note")]
        words = "\n".join(filter(None, parts))
        ids = {match[1] or match[2] for match in _ID.finditer(words)}
        if message.get("pictures") and not (ids or self.ids):
            self.unlisted = True
        self.ids |= ids
        self.text += "\n" + words.casefold()


@dataclass(kw_only=True, slots=True)
class Answers:
    """Faults in a run's answers, and their cost.

    Attributes:
        calls: of models, by role.
        replied: number of calls that were answered.
        tokens: by their kind, all roles together.
        unreadable: answers without a call where calls were offered, by role.
        unknown_tools: names of called functions that do not exist, one per call.
        unseen_ids: number of ids named that no text of the conversation had; ``None`` when
            that is unknown, as for pictures without a legend.
        unseen_addresses: number of opened addresses that appeared nowhere in it.
    """

    calls: Counter[str] = field(default_factory=Counter)
    replied: int = 0
    tokens: Counter[str] = field(default_factory=Counter)
    unreadable: Counter[str] = field(default_factory=Counter)
    unknown_tools: list[str] = field(default_factory=list)
    unseen_ids: int | None = 0
    unseen_addresses: int = 0

    @property
    def unreadable_actions(self) -> int:
        """Unreadable answers of the acting roles; the planner is not one."""
        return self.unreadable.total() - self.unreadable[_PLANNER]


def read_answers(events: Iterable[Event]) -> Answers:
    """Read a journal's model calls."""
    found = Answers()
    shown: dict[str, _Shown] = {}
    offered: dict[int, Sequence[str]] = {}
    for event in events:
        if isinstance(event, ModelCalled):
            found.calls[event.role] += 1
            offered[event.seq] = (*event.tools, *event.spare)
            _note(shown, event)
        elif isinstance(event, ModelReplied):
            tools = offered.get(event.call, ())
            _judge(found, event, tools, shown.setdefault(event.role, _Shown()))
    return found


def _note(shown: dict[str, _Shown], event: ModelCalled) -> None:
    if event.messages and event.messages[0].get("role") == "system":
        # A new conversation: this model knows nothing of an earlier one.
        shown[event.role] = _Shown()
    own = shown.setdefault(event.role, _Shown())
    for message in event.messages:
        if message.get("role") not in ("system", "assistant"):
            own.add(message)


def _judge(found: Answers, event: ModelReplied, tools: Sequence[str], shown: _Shown) -> None:
    found.replied += 1
    found.tokens.update(asdict(event.used))
    if tools and not event.calls:
        found.unreadable[event.role] += 1
    for call in event.calls:
        if call["name"] not in tools:
            found.unknown_tools.append(call["name"])
        arguments = _arguments(call.get("arguments", ""))
        ids = list(_ids(arguments))
        if shown.unlisted and ids:
            found.unseen_ids = None
        elif found.unseen_ids is not None:
            found.unseen_ids += sum(each not in shown.ids for each in ids)
        opened = _opened(call["name"], arguments)
        found.unseen_addresses += bool(opened) and address(opened).casefold() not in shown.text


def _arguments(text: str) -> Mapping[str, Any]:
    try:
        value = json.loads(text or "{}")
    except json.JSONDecodeError:
        return {}
    return value if isinstance(value, dict) else {}


def _ids(arguments: Mapping[str, Any]) -> Iterator[str]:
    fields = arguments.get("fields")
    inner = [each for each in fields if isinstance(each, dict)] if isinstance(fields, list) else []
    for part in (arguments, *inner):
        for key in _ID_ARGUMENTS:
            value = part.get(key)
            # In other functions these arguments are texts, or flags for pressing Enter.
            if isinstance(value, int) and not isinstance(value, bool):
                yield str(value)


def _opened(name: str, arguments: Mapping[str, Any]) -> str:
    """The address a call opens, ``""`` for none."""
    if name == "open_url":
        return str(arguments.get("url") or "")
    return str(arguments.get("text") or "") if arguments.get("action") == "navigate" else ""
