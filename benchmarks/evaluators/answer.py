"""``answer``: the agent's answer, compared by its type."""

from __future__ import annotations

import json
import re
from fractions import Fraction
from typing import Any, Literal, Self

import jsonschema
from pydantic import Field, JsonValue, model_validator

from .answers.items import missing, wrong_items
from .answers.normal import bare
from .answers.scalars import SCALARS, ScalarKind, Wanted, expected, matches
from .base import Case, Finding, Keys, pure, sentence, show
from .values import MISSING, at_path

Kind = Literal[
    "exact", "contains", "all_of", "number", "money", "date", "time", "duration", "set", "list",
    "schema", "boolean",
]  # fmt: skip
_WRAPPED = re.compile(
    r"^\W*(?:(?:the |my |final )*(?:answer|result)\b(?:\s+is\b)?)\s*:?\s*(?P<inner>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_MAX_LENGTH = 4_000
"""Longest answer in characters: copying a whole page is not answering."""
_FENCED = re.compile(r"```(?:json)?\s*(.+?)```", re.DOTALL)


class AnswerCheck(Keys):
    """Keys of ``answer``."""

    kind: Kind
    value: JsonValue = None
    any_of: list[JsonValue] | None = None
    """Values of which any is accepted."""
    tolerance: float = Field(default=0.0, ge=0)
    """Of a number, an amount, or seconds of a time or duration."""
    currency: str | None = None
    """Code or sign; an answer in another currency is wrong, one without any is not."""
    unit: str | None = None
    """Unit of a number: distinguishes it from other numbers in the answer."""
    ignore_case: bool = True
    field: str | None = None
    """Dotted path into an answer that is an object."""

    @model_validator(mode="after")
    def _fits_its_kind(self) -> Self:
        given = {"value", "any_of"} & self.model_fields_set
        if len(given) != 1 or self.any_of == []:
            raise ValueError("give either value or any_of")
        for value in self.values:
            _check_value(self.kind, value, self.currency or "")
        if self.kind == "list" and self.any_of is None and not self.value:
            raise ValueError("an empty list cannot be told from no answer")
        return self

    @property
    def values(self) -> list[JsonValue]:
        """The values of which any is accepted."""
        return self.any_of if self.any_of is not None else [self.value]


def _check_value(kind: Kind, value: Any, currency: str) -> None:
    if kind in SCALARS:
        expected(kind, value, currency=currency)  # type: ignore[arg-type]
    elif kind in ("exact", "contains"):
        if not isinstance(value, str) or not bare(value):
            raise ValueError(f"{value!r} is no text that could be looked for")
    elif kind == "schema":
        try:
            jsonschema.Draft202012Validator.check_schema(value)
        except jsonschema.SchemaError as error:
            raise ValueError(f"it is no JSON Schema: {error.message}") from error
    elif not _are_texts(value):
        raise ValueError(f"{value!r} is no list of texts")


def _are_texts(value: Any) -> bool:
    texts = value if isinstance(value, list) else []
    return bool(texts) and all(isinstance(each, str) and bare(each) for each in texts)


def _rule(keys: AnswerCheck, case: Case) -> Finding:
    answer: Any = case.evidence.answer
    if keys.field is not None:
        answer = at_path(loaded(answer), keys.field)
        if answer is MISSING:
            return _failed(case, f"the answer has no {keys.field}")
    elif isinstance(answer, dict) and len(answer) == 1 and keys.kind != "schema":
        answer = next(iter(answer.values()))
    if answer is None or (isinstance(answer, str) and not answer.strip()):
        return _failed(case, "there is no answer")
    length = len(answer) if isinstance(answer, str) else 0
    if length > _MAX_LENGTH and keys.kind != "schema":
        return _failed(case, f"the answer has {length} characters, too many to be one")
    wrong = _wrong(keys, answer, case.task.intent)
    if wrong:
        return _failed(case, wrong)
    return Finding(passed=True, reason="The answer is right.", evidence=show(answer))


def _failed(case: Case, wrong: str) -> Finding:
    return Finding(passed=False, reason=sentence(wrong), evidence=show(case.evidence.answer))


def _wrong(keys: AnswerCheck, answer: Any, intent: str) -> str:
    if keys.kind in SCALARS:
        return _wrong_scalar(keys, keys.kind, answer, intent)  # type: ignore[arg-type]
    wrong = ""
    for value in keys.values:
        wrong = _wrong_text(keys, value, answer)
        if not wrong:
            break
    return wrong


def _wrong_scalar(keys: AnswerCheck, kind: ScalarKind, answer: Any, intent: str) -> str:
    tolerance = Fraction(str(keys.tolerance))
    expected_values = [
        Wanted(
            kind=kind,
            value=expected(kind, value, currency=keys.currency or ""),
            unit=(keys.unit or "") if kind == "number" else "",
            tolerance=tolerance,
        )
        for value in keys.values
    ]
    wrong = matches(answer, expected_values, intent)
    return f"{wrong}, not {' or '.join(map(show, keys.values))}" if wrong else ""


def _wrong_text(keys: AnswerCheck, value: Any, answer: Any) -> str:
    if keys.kind == "schema":
        return _wrong_schema(value, answer)
    if keys.kind in ("set", "list"):
        ordered = keys.kind == "list"
        return wrong_items(answer, value, ordered=ordered, ignore_case=keys.ignore_case)
    text = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    if keys.kind == "exact":
        texts = {bare(each, ignore_case=keys.ignore_case) for each in _unwrapped(text)}
        same = bare(value, ignore_case=keys.ignore_case) in texts
        return "" if same else f"the answer is {show(answer)}, not {show(value)}"
    phrases = [value] if keys.kind == "contains" else value
    absent = missing(text, phrases, ignore_case=keys.ignore_case)
    return f"the answer does not say {absent!r}" if absent else ""


def _unwrapped(text: str) -> list[str]:
    match = _WRAPPED.match(text)
    return [text, match["inner"]] if match else [text]


def _wrong_schema(schema: Any, answer: Any) -> str:
    value = loaded(answer)
    error = next(jsonschema.Draft202012Validator(schema).iter_errors(value), None)
    if error is None:
        return ""
    where = ".".join(str(part) for part in error.absolute_path)
    message = error.message if len(error.message) < 160 else f"{error.message[:159]}…"
    return f"the answer{f' at {where}' if where else ''} does not fit: {message}"


def loaded(answer: Any) -> Any:
    """Return the parsed value of an answer that is JSON text; others as they are."""
    if not isinstance(answer, str):
        return answer
    fenced = _FENCED.search(answer)
    try:
        return json.loads(fenced[1] if fenced else answer)
    except ValueError:
        return answer


ANSWER = pure("answer", 1, AnswerCheck, _rule)
