"""Whether a waiting request is the one that was approved, by what the form held then. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal, InvalidOperation

from agent_e.types import ActFacts, Outgoing

from .addresses import bare
from .request_shape import form_fields, json_fields

_MAX_SHOWN = 80
_CENTS = (1, 100)
"""What a sum of a field may be multiplied by: scripts send cents."""


def difference(
    approved: Sequence[ActFacts], sent: Outgoing, *, private: Callable[[str], bool]
) -> str:
    """Return how a request differs from what was approved; ``""`` where it does not.

    Args:
        approved: the elements of the act, as they were when the permission was last checked.
        sent: the waiting request.
        private: whether a value is shown to nobody, nor what has become of it.
    """
    form = next((each for each in approved if each.sends and each.form), None)
    held = _by_name(form or next((each for each in approved if each.entries), None))
    if sent.by == "document" and form is not None and form.form is not None:
        if bare(form.form.target) != bare(sent.url):
            return "it goes to another address than the approved form"
        return "" if "file" in form.form.kinds else _form_differs(held, sent, private)
    for name, value in json_fields(sent.body) or form_fields(sent.body) or []:
        known = held.get(name.casefold())
        if known is not None and not any(_same(value, each) for each in known):
            return _changed(name, value, shown=not any(map(private, known)))
    return ""


def _form_differs(
    held: Mapping[str, list[str]], sent: Outgoing, private: Callable[[str], bool]
) -> str:
    fields = form_fields(sent.body)
    if fields is None or sent.unread:
        return "what it sends cannot be read"
    for name, value in fields:
        at_point = name.casefold().removesuffix(".x").removesuffix(".y") in held or name in "xy"
        known = held.get(name.casefold())
        if known is None and not (at_point and value.isdigit()):
            return f"it also sends '{name}', which the form did not hold"
        if known is not None and _lines(value) not in map(_lines, known):
            return _changed(name, value, shown=not any(map(private, known)))
    return ""


def _by_name(facts: ActFacts | None) -> dict[str, list[str]]:
    held: dict[str, list[str]] = {}
    for name, value in facts.entries if facts else ():
        held.setdefault(name.casefold(), []).append(value)
    return held


def _changed(name: str, value: str, *, shown: bool) -> str:
    became = f"become '{value[:_MAX_SHOWN]}'" if shown else "changed"
    return f"'{name}' has {became} since it was approved"


def _same(value: str, held: str) -> bool:
    if _lines(value) == _lines(held):
        return True
    try:
        sent, was = Decimal(value), Decimal(held)
    except InvalidOperation:
        return False
    return any(sent == was * factor for factor in _CENTS)


def _lines(value: str) -> str:
    return value.replace("\r\n", "\n").strip()
