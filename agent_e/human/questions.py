"""The kinds of questions and the form of their answers."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import jsonschema

from agent_e.errors import BadArgument
from agent_e.types import AskedKind, PersonRequest

_WORDS = {"type": "string", "minLength": 1}
_STEPS = {"type": "array", "items": _WORDS, "minItems": 1}

SCHEMAS: Mapping[AskedKind, Mapping[str, Any]] = {
    "text": _WORDS,
    "secret": _WORDS,
    "code": _WORDS,
    "captcha": _WORDS,
    "approval": {"enum": ["yes", "no", "all"]},
    "plan": {
        "anyOf": [
            {"enum": ["accept", "back"]},
            _STEPS,
            {
                "type": "object",
                "properties": {
                    "steps": _STEPS,
                    "withdraw": {"type": "array", "items": {"type": "integer"}},
                    "may": {"type": "array", "items": _WORDS},
                },
                "additionalProperties": False,
                "minProperties": 1,
            },
        ]
    },
    "budget": {"enum": ["more", "stop"]},
    "review": {"enum": ["accept", "back"]},
    "demonstrate": {"enum": ["done", "cannot"]},
}
"""By kind; for a ``choice`` or ``form`` it depends on the question.

An object accepts a plan, with these steps if it has any, and changes what is allowed: ``withdraw``
takes away what has these numbers, ``may`` adds acts, written as for ``--may``.
"""

DEFAULTS: Mapping[AskedKind, Any] = {
    "plan": "accept",
    "budget": "stop",
    "review": "accept",
    "demonstrate": "cannot",
}
"""What ``default`` means by kind: for a ``choice`` the first option, for a ``form`` an empty one if
every field is optional; words, secrets and captchas have none, and yes never is one."""


def default_of(kind: AskedKind, schema: Mapping[str, Any]) -> Any:
    """Return the answer to use if nobody gives one; ``None`` if there is none."""
    if kind == "choice":
        return schema["enum"][0]
    if kind == "form":
        return None if schema["required"] else {}
    return DEFAULTS.get(kind)


def choice_schema(options: Sequence[str]) -> Mapping[str, Any]:
    """The schema for one of these options."""
    return {"enum": list(options)}


def form_schema(fields: Sequence[str]) -> Mapping[str, Any]:
    """The schema for a value per field; names ending with ``?`` are optional."""
    fields = [each.strip() for each in fields]
    names = [field_name(each) for each in fields]
    needed = [field_name(each) for each in fields if not each.endswith("?")]
    return {
        "type": "object",
        "properties": {name: {"type": "string"} for name in names},
        "required": needed,
        "additionalProperties": False,
    }


def field_name(written: str) -> str:
    """Return the name of a form's field without its optional ``?``."""
    return written.strip().rstrip("?").rstrip()


def fitted(request: PersonRequest, value: Any) -> Any:
    """Return an answer in the form of the question's schema, ignoring case and blanks.

    Raises:
        BadArgument: it does not fit.
    """
    if isinstance(value, str):
        value = value.strip() if request.sensitivity != "secret" else value
        options = request.schema.get("enum", ())
        same = [each for each in options if str(each).casefold() == value.casefold()]
        value = same[0] if same else value
    errors = jsonschema.Draft202012Validator(request.schema).iter_errors(value)
    error = jsonschema.exceptions.best_match(errors)
    if error is None:
        return value
    if options := request.schema.get("enum"):
        raise BadArgument(f"Answer with one of: {', '.join(map(str, options))}.")
    if request.sensitivity == "secret":
        raise BadArgument("The answer must be words that are not empty.")
    where = "/".join(map(str, error.absolute_path))
    raise BadArgument(f"The answer does not fit{f' at {where}' if where else ''}: {error.message}.")
