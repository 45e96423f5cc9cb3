"""The judge: a model that decides whether an answer holds, asked where code noted a gap."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from agent_e.errors import ActionParseError
from agent_e.parsing.json_values import chosen
from agent_e.parsing.replies import bare
from agent_e.prompts import render
from agent_e.text import cut
from agent_e.types import Fact, PageText
from agent_e.types.conversation import AnswerSchema, Message

from .evidence_log import EvidenceLog
from .notes import Note

ROLE = "verifier"
MAX_CHARACTERS = 6_000
"""Limit of a request to the judge, its prompt included."""
_TASK = 1_200
_ANSWER = 1_200
_QUOTE = 240
_AROUND = (500, 250, 125, 62)
_MIN_PAGE = 300

Verdict = Literal["yes", "no", "cannot_tell"]
ANSWER = AnswerSchema(
    name="verdict",
    schema={
        "type": "object",
        "properties": {
            "verdict": {"type": "string", "enum": ["yes", "no", "cannot_tell"]},
            "why": {"type": "string"},
        },
        "required": ["verdict", "why"],
    },
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Judgement:
    """The judge's verdict: ``why`` is one sentence."""

    verdict: Verdict
    why: str = ""


UNDECIDED = Judgement(verdict="cannot_tell")


def messages_for(
    task: str,
    answer: Any,
    facts: Sequence[Fact],
    notes: Sequence[Note],
    effects: Sequence[str],
    log: EvidenceLog,
) -> list[Message]:
    """Return the request: at most ``MAX_CHARACTERS`` in all, no page twice.

    The last line is one JSON object. All of it but the task comes from pages or from a model that
    has seen some.
    """
    prompt = render(ROLE)
    head = f"Task: {cut(task, _TASK)}"
    limit = MAX_CHARACTERS - len(prompt) - len(f"{head}\n\n")
    case: dict[str, Any] = {
        "task": cut(task, _TASK // 4),
        "answer": cut(answer if isinstance(answer, str) else _json(answer), _ANSWER),
        "notes": [{"kind": note.kind, "what": cut(note.what, _QUOTE)} for note in notes[:8]],
        "done": [*effects],
        "acts": [cut(act, _QUOTE) for act in log.acts],
        "evidence": [],
    }
    while len(_json(case)) > limit // 2 and (case["done"] or case["acts"]):
        (case["done"] or case["acts"]).pop(0)
    for around in _AROUND:
        case["evidence"] = [_evidence(fact, log, around) for fact in facts]
        if len(_json(case)) <= limit:
            break
    while len(_json(case)) > limit and case["evidence"]:
        case["evidence"].pop()
    if (room := limit - len(_json(case))) > _MIN_PAGE:
        _add_page(case, log, room)
    return [
        Message(role="system", text=prompt),
        Message(role="user", text=head, page=PageText(_json(case))),
    ]


def read_reply(text: str) -> Judgement:
    """Parse a reply; an unreadable one decides nothing."""
    try:
        found = chosen(bare(text), lambda value: isinstance(value, Mapping) and "verdict" in value)
    except ActionParseError:
        return UNDECIDED
    value: Any = found.value
    word = str(value["verdict"]).strip().casefold().replace(" ", "_")
    why = " ".join(str(value.get("why") or "").split())
    if word not in ("yes", "no"):
        return Judgement(verdict="cannot_tell", why=why)
    return Judgement(verdict="yes" if word == "yes" else "no", why=why)


def _evidence(fact: Fact, log: EvidenceLog, around: int) -> dict[str, Any]:
    place = log.locate(fact.quote, fact.claim) if fact.found else None
    row: dict[str, Any] = {"claim": cut(fact.claim, _QUOTE), "quote": cut(fact.quote, _QUOTE)}
    if place is None:
        return {**row, "located": False}
    row["url"] = cut(place.evidence.url, _QUOTE)
    return {**row, "around": _middle(place.around, place.text, around)}


def _add_page(case: dict[str, Any], log: EvidenceLog, room: int) -> None:
    """Add the page that was shown last, as far as there is room."""
    size = room
    while size > _MIN_PAGE:
        url, text = log.page_text(size)
        if not text:
            return
        case["last_page"] = {"url": cut(url, _QUOTE), "text": text}
        over = len(_json(case["last_page"])) + len('"last_page": , ') - room
        if over <= 0:
            return
        size -= max(over, 50)
    case.pop("last_page", None)


def _middle(text: str, inside: str, limit: int) -> str:
    """The text around a part of it, up to a limit."""
    at = max(text.find(inside), 0)
    begin = max(0, at + len(inside) // 2 - limit // 2)
    return text[begin : begin + limit]


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
