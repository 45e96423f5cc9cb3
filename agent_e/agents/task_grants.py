"""Leave to act that the words of a task give, read by one model call from these words alone."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from decimal import Decimal, InvalidOperation
from typing import Any

from agent_e.errors import ActionParseError, ConfigError
from agent_e.models.client import ModelClient
from agent_e.models.model import AnswerSchema, Message
from agent_e.parsing.json_values import chosen
from agent_e.parsing.replies import bare
from agent_e.prompts import render
from agent_e.safety import read_pattern
from agent_e.types import GRANT_KINDS, Grant, Task

ROLE = "grants"
_MAX_GRANTS = 12
_MAX_TEXT = 200
ANSWER = AnswerSchema(
    name="grants",
    schema={
        "type": "object",
        "properties": {
            "grants": {
                "type": "array",
                "items": {
                    "type": "object",
                    "properties": {
                        "kind": {"type": "string", "enum": list(GRANT_KINDS)},
                        "times": {"type": ["integer", "null"]},
                        "max_amount": {"type": ["number", "null"]},
                        "currency": {"type": "string"},
                        "to": {"type": "string"},
                        "site": {"type": "string"},
                        "quote": {"type": "string"},
                    },
                    "required": [
                        "kind", "times", "max_amount", "currency", "to", "site", "quote",
                    ],
                },
            },
        },
        "required": ["grants"],
    },
)  # fmt: skip


async def ask_grants(client: ModelClient, task: Task) -> list[Mapping[str, Any]]:
    """Ask the model what the words of a task allow; ``grants_of`` checks these rows.

    The request holds the task and nothing of a page, so that its answer is the same at whatever
    moment it is made.

    Raises:
        RunError: of the model, or a limit.
    """
    words = f"Start page: {task.start_url or 'none'}\nTask: {task.text}"
    messages = [
        Message(role="system", text=render(ROLE)),
        Message(role="user", text=words),
    ]
    reply = await client.complete(messages, (), step=False, schema=ANSWER)
    return _rows(reply.text)


def read_reply(reply: str, task: str) -> list[Grant]:
    """Return the grants of a reply that rest on words of the task; all others are left out."""
    return grants_of(_rows(reply), task)


def _rows(reply: str) -> list[Mapping[str, Any]]:
    try:
        found = chosen(bare(reply), lambda value: isinstance(value, Mapping) and "grants" in value)
    except ActionParseError:
        return []
    value: Any = found.value
    rows = value["grants"] if isinstance(value["grants"], list) else []
    return [row for row in rows[:_MAX_GRANTS] if isinstance(row, Mapping)]


def grants_of(rows: Iterable[Mapping[str, Any]], task: str) -> list[Grant]:
    """Return the grants of these rows that rest on words of the task, numbered from 1."""
    found = [grant for row in rows if (grant := _grant(row, task)) is not None]
    return [replace(grant, number=number) for number, grant in enumerate(found, 1)]


def _grant(row: Mapping[str, Any], task: str) -> Grant | None:
    words, to, site = (_text(row, key) for key in ("quote", "to", "site"))
    times, kind = row.get("times"), row.get("kind")
    limit = _amount(row.get("max_amount"))
    counted = times is None or (isinstance(times, int) and not isinstance(times, bool))
    if kind not in GRANT_KINDS or not counted or (times is not None and times < 1):
        return None
    stands = words and _even(words) in _even(task) and _even(to) in _even(task)
    if not stands or limit == _UNREADABLE or not _is_named(site, task):
        return None
    currency = _text(row, "currency").upper()
    return Grant(
        kind=kind, site=site, times=times, max_amount=limit, currency=currency, to=to, words=words
    )


_UNREADABLE = Decimal(-1)


def _amount(value: Any) -> Decimal | None:
    """The limit; one that cannot be read is no leave without a limit."""
    if value is None:
        return None
    try:
        amount = Decimal(str(value))
    except InvalidOperation:
        return _UNREADABLE
    return amount if amount.is_finite() and amount >= 0 else _UNREADABLE


def _is_named(site: str, task: str) -> bool:
    """Whether a site is a host that the task itself names."""
    if not site:
        return True
    try:
        read_pattern(site)
    except ConfigError:
        return False
    return site.casefold() in task.casefold()


def _text(row: Mapping[str, Any], key: str) -> str:
    value = row.get(key)
    return " ".join(value.split())[:_MAX_TEXT] if isinstance(value, str) else ""


def _even(text: str) -> str:
    return " ".join(text.split()).casefold()
