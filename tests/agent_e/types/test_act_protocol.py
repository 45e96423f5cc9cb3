"""The records of POST /act: what they take, what they refuse, and their published schemas."""

from typing import Any

import jsonschema
import pytest
from pydantic import ValidationError

from agent_e.types.act_protocol import ACTION_SPACE, BY_LOOKS, ActRequest, ActResponse, schemas

ACTIONS: list[dict[str, Any]] = [
    {"type": "click", "selector": "#buy"},
    {"type": "visual_click", "description": "the green square"},
    {"type": "type", "selector": "#name", "text": ""},
    {"type": "select", "selector": "#size", "value": "L"},
    {"type": "scroll", "delta_y": -300.5},
    {"type": "wait"},
    {"type": "stop", "reason": "$5"},
]
BAD: list[dict[str, Any]] = [
    {},
    {"type": "hover", "selector": "#buy"},
    {"type": "click"},
    {"type": "click", "selector": ""},
    {"type": "click", "selector": 3},
    {"type": "click", "selector": "a" * 2_001},
    {"type": "visual_click"},
    {"type": "visual_click", "description": ""},
    {"type": "type", "selector": "#name"},
    {"type": "type", "text": "x"},
    {"type": "select", "selector": "#size"},
    {"type": "scroll"},
    {"type": "scroll", "delta_y": "far"},
    {"type": "scroll", "delta_y": float("inf")},
    {"type": "stop"},
]


def of(side: str) -> jsonschema.Draft202012Validator:
    schema = schemas()[side]
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


@pytest.mark.parametrize("action", ACTIONS, ids=lambda each: each["type"])
def test_every_action_is_taken_by_record_and_schema(action: dict[str, Any]) -> None:
    response = ActResponse.model_validate({"action": action})
    assert response.action.model_dump() == action
    assert of("response").is_valid({"action": action})
    assert of("response").is_valid(response.model_dump(mode="json"))


@pytest.mark.parametrize("action", BAD, ids=str)
def test_what_lacks_something_is_refused_by_record_and_schema(action: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ActResponse.model_validate({"action": action})
    # JSON has no infinity: it cannot come over the wire.
    assert action.get("delta_y") == float("inf") or not of("response").is_valid({"action": action})


def test_a_request_says_what_may_be_answered() -> None:
    observation = {"url": "http://x/", "dom_summary": [{"selector": "#a", "tag": "a"}]}
    request = ActRequest.model_validate({"instruction": "Go", "observation": observation})
    assert request.step_idx == 0
    assert request.action_space == ACTION_SPACE
    assert of("request").is_valid(request.model_dump(mode="json"))
    assert set(ACTION_SPACE | BY_LOOKS) == {each["type"] for each in ACTIONS}
    # The seed's own six: whoever knows no other is asked for no other.
    assert set(ACTION_SPACE) == {"click", "type", "select", "scroll", "wait", "stop"}


@pytest.mark.parametrize("change", [{"instruction": ""}, {"step_idx": -1}, {"observation": None}])
def test_a_request_that_is_none_is_refused(change: dict[str, Any]) -> None:
    good = {"instruction": "Go", "observation": {"url": "http://x/"}}
    assert of("request").is_valid(good)
    with pytest.raises(ValidationError):
        ActRequest.model_validate({**good, **change})
    assert not of("request").is_valid({**good, **change})


def test_members_of_later_versions_are_left_alone() -> None:
    observation = {"url": "http://x/", "viewport": {"width": 3}}
    ActRequest.model_validate({"instruction": "Go", "observation": observation, "memory": []})
    ActResponse.model_validate({"action": {"type": "wait", "why": "x"}, "cost": 3})
