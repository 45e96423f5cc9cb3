"""Schemas a provider can hold a model to, and those it cannot."""

from __future__ import annotations

from typing import Any

import jsonschema
import pytest

from agent_e.models.strict_schema import strict_schema
from agent_e.skills import OCCASIONS, SKILLS, describe

OPEN = {"type": "object", "properties": {"answer": {"description": "Anything."}}}


@pytest.mark.parametrize("all_required", [True, False])
@pytest.mark.parametrize("skill", [*SKILLS, *(each.skill for each in OCCASIONS)])
def test_every_skill_of_ours_fits(skill: Any, all_required: bool) -> None:
    function = describe(skill, skip=1)
    held = strict_schema(function.parameters, all_required=all_required)
    assert held is not None
    jsonschema.Draft202012Validator.check_schema(held)
    for each in _objects(held):
        assert each["additionalProperties"] is False
        if all_required:
            assert set(each["required"]) == set(each["properties"])
    assert "default" not in str(held)


def _objects(schema: Any):
    if isinstance(schema, dict):
        if schema.get("type") == "object":
            yield schema
        for value in schema.values():
            yield from _objects(value)
    elif isinstance(schema, list):
        for value in schema:
            yield from _objects(value)


def test_what_may_be_left_out_may_be_null_where_all_has_to_be_written() -> None:
    schema = {
        "type": "object",
        "properties": {
            "a": {"type": "integer", "minimum": 1},
            "b": {"enum": ["x"], "type": "string", "default": "x"},
        },
        "required": ["a"],
    }
    held = strict_schema(schema, all_required=True)
    assert held is not None
    assert held["properties"] == {
        "a": {"type": "integer"},
        "b": {"enum": ["x", None], "type": ["string", "null"]},
    }
    assert strict_schema(schema, all_required=False) == {
        "type": "object",
        "properties": {"a": {"type": "integer"}, "b": {"enum": ["x"], "type": "string"}},
        "required": ["a"],
        "additionalProperties": False,
    }


@pytest.mark.parametrize(
    "schema",
    [
        OPEN,
        {"type": "object", "properties": {"a": {"type": "object"}}},
        {"type": "object", "properties": {"a": {"type": "array"}}},
        {"type": "object", "properties": {"a": {"$ref": "#/$defs/b"}}, "$defs": {"b": {}}},
        {"type": "object", "properties": {}, "additionalProperties": True},
        {"type": "object", "properties": {"a": {"type": "object", "patternProperties": {}}}},
    ],
)
def test_what_says_anything_at_all_does_not_fit(schema: dict[str, Any]) -> None:
    assert strict_schema(schema, all_required=True) is None
