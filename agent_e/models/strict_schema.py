"""Schemas in the narrower form that providers hold a model to ("strict")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_KEPT = frozenset({"type", "description", "enum", "const"})
_DROPPED = frozenset({
    "default", "examples", "title", "format", "pattern", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
})  # fmt: skip
"""What a grammar cannot hold, or not every provider's: it is checked when the call comes."""


UNHELD = "asked again without the schema, which its server refused"
"""What is said in ``repairs`` of a reply that was to be held to a schema; the next are not."""


class _DoesNotFit(Exception):
    pass


def strict_schema(parameters: Mapping[str, Any], *, all_required: bool) -> dict[str, Any] | None:
    """Return the schema of a function or an answer so that a provider can hold the model to it.

    Args:
        parameters: a JSON Schema object.
        all_required: whether the provider wants every property to be written; one that may be left
            out is then ``null`` instead, which our reading of arguments takes for left out.

    Returns:
        ``None`` where it says what the narrower form cannot: anything at all, an open object.
    """
    try:
        return _object({"properties": {}, **parameters}, all_required)
    except _DoesNotFit:
        return None


def _object(schema: Mapping[str, Any], all_required: bool) -> dict[str, Any]:
    if schema.get("additionalProperties"):
        raise _DoesNotFit
    known = {"properties", "required", "additionalProperties", "type", "description"} | _DROPPED
    given = schema.get("properties")
    if not isinstance(given, Mapping) or set(schema) - known:
        raise _DoesNotFit
    required = list(schema.get("required", ()))
    properties = {}
    for name, each in given.items():
        value = _any(each, all_required)
        properties[name] = value if name in required or not all_required else _nullable(value)
    return {
        "type": "object",
        **{key: schema[key] for key in ("description",) if key in schema},
        "properties": properties,
        "required": list(properties) if all_required else required,
        "additionalProperties": False,
    }


def _any(schema: Mapping[str, Any], all_required: bool) -> dict[str, Any]:
    if schema.get("type") == "object":
        return _object(schema, all_required)
    value = {key: schema[key] for key in schema if key in _KEPT}
    rest = set(schema) - _KEPT - _DROPPED
    if schema.get("type") == "array" and isinstance(schema.get("items"), Mapping):
        value["items"] = _any(schema["items"], all_required)
        rest -= {"items"}
    elif isinstance(schema.get("anyOf"), list):
        value["anyOf"] = [_any(each, all_required) for each in schema["anyOf"]]
        rest -= {"anyOf"}
    elif not isinstance(schema.get("type"), str) or schema["type"] == "array":
        raise _DoesNotFit
    if rest:
        raise _DoesNotFit
    return value


def _nullable(schema: dict[str, Any]) -> dict[str, Any]:
    if "anyOf" in schema:
        return {**schema, "anyOf": [*schema["anyOf"], {"type": "null"}]}
    value = {**schema, "type": [schema["type"], "null"]}
    if "enum" in schema:
        value["enum"] = [*schema["enum"], None]
    return value
