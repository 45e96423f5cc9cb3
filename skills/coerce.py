"""Fits a model's arguments to the schema where nothing is lost by it.

Small models write numbers and objects as text, one thing where a list is wanted, and names in
other spellings. What would need guessing is left unchanged, for validation to refuse.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from contextlib import suppress
from typing import Any

from agent_e.parsing.json_values import json_values

_WRAPPERS = ("arguments", "parameters", "input", "args", "kwargs")
_UNWRITABLE = re.compile("[\x00\ud800-\udfff]")
_NUMBER = re.compile(r"\s*\[?\s*([-+]?\d{1,15}(?:\.\d{1,15})?)\s*\]?\s*", re.ASCII)
_WORDS = {"true": True, "false": False}


def arguments_in(text: str, schema: Mapping[str, Any]) -> Any:
    """Read the JSON text of a call's arguments and fit it to their schema.

    Raises:
        ValueError: it is not JSON, nor nearly so.
    """
    if not text.strip():
        return {}
    try:
        value = json.loads(text)
    except RecursionError as error:
        raise ValueError("it is nested too deep") from error
    except ValueError:
        value = _nearly(text)
    return fitted(_unwrapped(value, schema), schema)


def _nearly(text: str) -> Any:
    """Parse near JSON: Python literals, trailing commas, fences; all but punctuation is there.

    Raises:
        ValueError: something is missing.
    """
    whole = text.strip().strip("`").removeprefix("json").strip()
    found = next(json_values(whole), None)
    if found is None or found.text != whole:
        raise ValueError("a part of it is missing or more than JSON")
    return found.value


def _unwrapped(value: Any, schema: Mapping[str, Any]) -> Any:
    """The object inside what some models wrap around it: a text, a list, another object."""
    if isinstance(value, str):
        with suppress(ValueError, RecursionError):
            value = json.loads(value)
    if isinstance(value, list) and len(value) == 1 and isinstance(value[0], Mapping):
        value = value[0]
    if isinstance(value, Mapping) and len(value) == 1:
        (key, inner) = next(iter(value.items()))
        if key in _WRAPPERS and key not in schema.get("properties", {}):
            return _unwrapped(inner, schema) if inner is not value else value
    return {} if value is None else value


def fitted(value: Any, schema: Mapping[str, Any]) -> Any:
    """Return the value in the type its schema asks for, or unchanged."""
    if isinstance(value, str):
        value = _UNWRITABLE.sub("", value)
    if "enum" in schema:
        return _choice(value, schema["enum"])
    match schema.get("type"):
        case "object":
            return _object(value, schema)
        case "array":
            return _list(value, schema.get("items") or {})
        case "integer" | "number" | "boolean" | "string" as kind:
            return _plain(value, kind)
    return value


def _object(value: Any, schema: Mapping[str, Any]) -> Any:
    properties = schema.get("properties")
    if isinstance(value, str):
        value = _json(value, dict)
    if not isinstance(value, Mapping) or not isinstance(properties, Mapping):
        return value
    required = schema.get("required", ())
    given: dict[str, Any] = {}
    for key, each in value.items():
        name = _name(key, properties, value)
        if each is None and name in properties and name not in required:
            continue  # null stands for omitted where the provider requires every property
        given[name] = fitted(each, properties[name]) if name in properties else each
    return given


def _name(key: str, properties: Mapping[str, Any], given: Mapping[str, Any]) -> str:
    """The property meant by another spelling of its name: ``subTask``, ``Sub-Task``."""
    if key in properties:
        return key
    same = [name for name in properties if _letters(name) == _letters(key) and name not in given]
    return same[0] if len(same) == 1 else key


def _letters(name: object) -> str:
    return re.sub(r"[\W_]", "", str(name)).lower()


def _list(value: Any, items: Mapping[str, Any]) -> Any:
    if isinstance(value, str):
        value = _json(value, list)
    if value is None:
        return value
    if isinstance(value, str) and items.get("type") in ("integer", "number") and "," in value:
        value = value.strip("[] ").split(",")
    each = value if isinstance(value, list) else [value]
    return [fitted(item, items) for item in each]


def _json(text: str, kind: type) -> Any:
    """The value of this type that a text holds as JSON, else the text."""
    with suppress(ValueError, RecursionError):
        value = json.loads(text)
        if isinstance(value, kind):
            return value
    return text


def _choice(value: Any, choices: list[Any]) -> Any:
    if value in choices or not isinstance(value, str):
        return value
    same = [each for each in choices if isinstance(each, str) and _letters(each) == _letters(value)]
    return same[0] if len(same) == 1 else value


def _plain(value: Any, kind: str) -> Any:
    if kind == "string":
        number = isinstance(value, int | float) and not isinstance(value, bool)
        return json.dumps(value) if number or isinstance(value, bool) else value
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if isinstance(value, str):
        if kind == "boolean":
            return _WORDS.get(value.strip().lower(), value)
        found = _NUMBER.fullmatch(value)
        if found is None:
            return value
        value = float(found[1]) if "." in found[1] else int(found[1])
    if kind == "integer" and isinstance(value, float) and value.is_integer():
        return int(value)
    return value
