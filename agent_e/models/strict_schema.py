"""Schemas in the narrower form that providers can enforce ("strict")."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

_ALLOWED = frozenset({"type", "description", "enum", "const"})
_DROPPED = frozenset({
    "default", "examples", "title", "format", "pattern", "minimum", "maximum", "exclusiveMinimum",
    "exclusiveMaximum", "minLength", "maxLength", "minItems", "maxItems",
})  # fmt: skip
"""What not every provider's grammar can enforce: it is checked when the call comes."""


UNHELD = "asked again without the schema, which its server refused"
"""Entry in the ``repairs`` of a reply whose schema was refused; later ones have none."""


class _DoesNotFit(Exception):
    pass


def strict_schema(parameters: Mapping[str, Any], *, all_required: bool) -> dict[str, Any] | None:
    """Return the schema of a function or an answer in the form that a provider can enforce.

    Args:
        parameters: a JSON Schema object.
        all_required: whether the provider requires every property; an optional one
            is then ``null`` instead, which our parsing of arguments treats as left out.

    Returns:
        ``None`` for what the narrower form cannot express: any value, an open object.
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
    value = {key: schema[key] for key in schema if key in _ALLOWED}
    rest = set(schema) - _ALLOWED - _DROPPED
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
