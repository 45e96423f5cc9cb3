"""``state``: what one of our sites contains at the end, and what it contained before."""

from __future__ import annotations

import re
from typing import Any, Self

from pydantic import Field, JsonValue, field_validator, model_validator

from agent_e.benchmarks.episodes.record import Evidence

from .addresses import checked_regex
from .base import Case, EvaluationError, Finding, Keys, pure, show, unseen
from .values import MISSING, added, at_path, covers, same, without

_RULES = ("equals", "contains", "count", "at_least", "absent", "matches", "changed")


class StateCheck(Keys):
    """Keys of ``state``; all conditions on the value at ``path`` must hold."""

    site: str
    path: str
    """Dotted; empty for the whole state."""
    where: dict[str, JsonValue] | None = None
    """Selects records of a list whose fields are equal."""
    new: bool = False
    """Selects what was not in the list before."""
    ignore: list[str] = []
    """Keys to drop from all objects."""
    equals: JsonValue = None
    contains: JsonValue = None
    """A part of a text, or a record of a list (which may have more fields)."""
    count: int | None = Field(default=None, ge=0)
    at_least: float | None = Field(default=None)
    """Lower bound of a number, or of a list's length."""
    absent: bool | None = None
    """Whether there must be nothing: no such path, null, or an empty list, object or text."""
    matches: str | None = None
    changed: bool | None = None
    """Whether it must differ from before."""

    _regex = field_validator("matches")(checked_regex)

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set.intersection(_RULES):
            raise ValueError(f"give one of {', '.join(_RULES)}")
        return self


def _rule(keys: StateCheck, case: Case) -> Finding:
    if case.is_elsewhere(keys.site):
        return unseen(keys.site)
    after = _value(keys, case, "state")
    if keys.new:
        before = _value(keys, case, "state_before")
        after = added(before, after) if isinstance(after, list) else MISSING
    wrong = _wrong(keys, after) or _wrong_change(keys, case, after)
    seen = "nothing" if after is MISSING else show(after)
    where = f"{keys.site}: {keys.path or 'the state'}"
    if wrong:
        return Finding(passed=False, reason=f"{where} {wrong}.", evidence=seen)
    return Finding(passed=True, reason=f"{where} is as it should.", evidence=seen)


def _value(keys: StateCheck, case: Case, moment: str) -> Any:
    states = _states(case.evidence, moment)
    if keys.site not in states:
        raise EvaluationError(
            f"The evidence of {case.folder} has no {moment} of the site {keys.site}. "
            "Run the episode again."
        )
    value = at_path(states[keys.site], keys.path)
    if keys.where and value is not MISSING:
        records = value if isinstance(value, list) else [value]
        value = [each for each in records if covers(each, keys.where)]
    return without(value, keys.ignore) if keys.ignore else value


def _states(evidence: Evidence, moment: str) -> dict[str, JsonValue]:
    return evidence.state if moment == "state" else evidence.state_before


def _wrong(keys: StateCheck, value: Any) -> str:
    given = keys.model_fields_set
    if keys.absent is not None and _is_nothing(value) != keys.absent:
        return "is not there" if not keys.absent else f"is there: {show(value)}"
    if value is MISSING:
        return "" if keys.absent or keys.changed is not None else "is not there"
    if "equals" in given and not same(value, keys.equals):
        return f"is {show(value)}, not {show(keys.equals)}"
    if "contains" in given and not _contains(value, keys.contains):
        return f"has no {show(keys.contains)}"
    if keys.count is not None and _size(value) != keys.count:
        return f"has {_size(value)}, not {keys.count}"
    if keys.at_least is not None and not _amount(value) >= keys.at_least:
        return f"is {show(value)}, less than {keys.at_least:g}"
    if keys.matches is not None and not _matches(keys.matches, value):
        return f"is {show(value)}, which does not match {keys.matches!r}"
    return ""


def _wrong_change(keys: StateCheck, case: Case, after: Any) -> str:
    if keys.changed is None:
        return ""
    before = _value(keys, case, "state_before")
    gone = (before is MISSING) != (after is MISSING)
    changed = gone or (before is not MISSING and not same(before, after))
    if changed == keys.changed:
        return ""
    return "was changed" if changed else "was not changed"


def _is_nothing(value: Any) -> bool:
    return value is MISSING or value is None or value in ([], {}, "")


def _contains(value: Any, part: Any) -> bool:
    if isinstance(value, str):
        return isinstance(part, str) and part in value
    return isinstance(value, list) and any(covers(each, part) for each in value)


def _size(value: Any) -> int:
    return len(value) if isinstance(value, list | dict) else 1


def _amount(value: Any) -> float:
    if isinstance(value, bool):
        return float("nan")
    if isinstance(value, int | float):
        return value
    return float(len(value)) if isinstance(value, list | dict) else float("nan")


def _matches(pattern: str, value: Any) -> bool:
    values = value if isinstance(value, list) else [value]
    return any(isinstance(each, str) and re.search(pattern, each) for each in values)


STATE = pure("state", 1, StateCheck, _rule)
