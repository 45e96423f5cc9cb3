"""Fills the person's output schema from facts, as far as names and types allow."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from .language import fit
from .values import amount, price, rating

Claims = Sequence[tuple[str, str]]
"""Claims with the values they come to, the most important first."""

_DEEPEST = 6
_GENERAL = re.compile(r"answer|result|value|response|output|text|count|total|number", re.I)


def fill_schema(schema: Mapping[str, Any], claims: Claims, depth: int = 0) -> Any:
    """Return a value for the schema; ``None`` when the claims do not give one."""
    schema = _resolved(schema)
    kind = schema.get("type")
    kinds = kind if isinstance(kind, list) else [kind]
    if depth > _DEEPEST or not claims:
        return None
    if "enum" in schema:
        fits = [
            (fit(str(each), value), each) for each in schema["enum"] for _claim, value in claims
        ]
        best = max(fits, key=lambda each: each[0], default=(0, None))
        return best[1] if best[0] >= 0.6 else None
    if "object" in kinds or "properties" in schema:
        return _object(schema, claims, depth)
    if "array" in kinds:
        inner = {"$defs": schema.get("$defs", {}), **_mapping(schema.get("items"))}
        return [
            each
            for claim in claims
            if (each := fill_schema(inner, (claim,), depth + 1)) is not None
        ]
    return _scalar(kinds, claims[0][1])


def _object(schema: Mapping[str, Any], claims: Claims, depth: int) -> dict[str, Any] | None:
    properties = _mapping(schema.get("properties"))
    filled: dict[str, Any] = {}
    for name, wanted in properties.items():
        inner = _resolved({"$defs": schema.get("$defs", {}), **_mapping(wanted)})
        nested = inner.get("type") in ("object", "array") or "properties" in inner
        chosen = claims if nested else _fitting(name, inner, claims, alone=len(properties) == 1)
        value = fill_schema(inner, chosen, depth + 1)
        if value is not None:
            filled[name] = value
    return filled if all(name in filled for name in schema.get("required", ())) else None


def _fitting(name: str, schema: Mapping[str, Any], claims: Claims, *, alone: bool) -> Claims:
    """The claim whose label shares most with the property's name, else with its description."""
    spaced = re.sub(r"[_\-]+|(?<=[a-z])(?=[A-Z])", " ", name)
    described = f"{spaced} {schema.get('description', '')}"
    scored = []
    for number, claim in enumerate(claims):
        label = claim[0].partition(": ")[0]
        score = (
            2 * fit(spaced, label.partition(" of ")[0])
            + fit(spaced, label)
            + fit(described, label) / 2
        )
        scored.append((score, -number, claim))
    score, _number, best = max(scored, key=lambda each: each[:2])
    return (best,) if score >= 0.5 or (alone and _GENERAL.search(name)) else ()


def _scalar(kinds: Sequence[Any], value: str) -> Any:
    if "integer" in kinds or "number" in kinds:
        found = price(value) or rating(value)
        figure = re.search(r"(-?)(\d+(?:[.,]\d+)*)", value, re.A)
        number = found.number if found else amount(figure[2]) if figure else None
        if number is not None and ("number" in kinds or number == int(number)):
            number = -number if figure and figure[1] and not found else number
            return int(number) if number == int(number) else number
    if "boolean" in kinds:
        return not re.search(
            r"\b(?:no|not|none|false|out of stock|sold out|unavailable)\b", value, re.I
        )
    return value if "string" in kinds or kinds == [None] else None


def _resolved(schema: Mapping[str, Any]) -> Mapping[str, Any]:
    """Follow local references, and take the first alternative that is not null."""
    root = _mapping(schema.get("$defs"))
    for _ in range(_DEEPEST):
        choices = [_mapping(each) for each in schema.get("anyOf", ())]
        choices = [each for each in choices if each.get("type") != "null"]
        name = str(schema.get("$ref", "")).rpartition("/")[2]
        target = _mapping(root.get(name)) if "$ref" in schema else None
        if target is None and not choices:
            break
        schema = {"$defs": root, **(choices[0] if target is None else target)}
    return schema


def _mapping(schema: Any) -> Mapping[str, Any]:
    """A schema may be ``true``, which allows everything."""
    return schema if isinstance(schema, Mapping) else {}
