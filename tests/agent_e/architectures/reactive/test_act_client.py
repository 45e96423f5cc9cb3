"""A stateless agent asked over real HTTP: what is sent, and what becomes of every bad answer."""

from collections.abc import Mapping
from typing import Any

import jsonschema
import pytest

from agent_e.architectures.reactive.act_client import HttpPolicy
from agent_e.errors import ActionParseError, AgentUnreachable, ModelError, RunError
from agent_e.types.act_protocol import ActRequest, ActResponse, Click, schemas
from tests.agent_e.agents.acting import Answering, agent, request, silent_agent

ASK = request("Buy it", ("#buy", "button", "submit", "Buy"), step=3)


async def decided(answering: Answering) -> ActResponse:
    with agent(answering) as url:
        return await asked(url)


async def asked(url: str, request: ActRequest = ASK, timeout_s: float = 20) -> ActResponse:
    policy = HttpPolicy(url, timeout_s=timeout_s)
    try:
        return await policy.decide(request)
    finally:
        await policy.close()


async def test_what_is_sent_fits_the_schema_and_the_answer_is_read() -> None:
    seen: list[Mapping[str, Any]] = []

    def answer(asked: Mapping[str, Any]) -> Any:
        seen.append(asked)
        action = {"type": "click", "selector": "#buy"}
        return {
            "action": action,
            "thoughts": "It sells.",
            "info": {"confidence": 0.5, "model": "m"},
        }

    response = await decided(answer)
    assert response.action == Click(type="click", selector="#buy")
    assert (response.thoughts, response.info.confidence) == ("It sells.", 0.5)
    (sent,) = seen
    jsonschema.validate(sent, schemas()["request"])
    assert (sent["instruction"], sent["step_idx"]) == ("Buy it", 3)
    assert sent["observation"]["dom_summary"][0]["selector"] == "#buy"
    assert set(sent["action_space"]) == {"click", "type", "select", "scroll", "wait", "stop"}


BAD: dict[str, Any] = {
    "no JSON": b"Click the button!",
    "no text": b"\xff\xfe\x00",
    "nothing": b"",
    "nested without end": b"[" * 200_000,
    "a list": [],
    "no action": {"thoughts": "hm"},
    "unknown action": {"action": {"type": "fly"}},
    "no selector": {"action": {"type": "click"}},
    "words for an action": {"action": "click"},
    "very long": b'{"action": {"type": "wait"}, "thoughts": "' + b"x" * 1_100_000 + b'"}',
    "no number": {"action": {"type": "wait"}, "info": {"confidence": "high"}},
}


@pytest.mark.parametrize("case", BAD)
async def test_an_answer_that_is_none_is_an_invalid_action(case: str) -> None:
    with pytest.raises(ActionParseError) as caught:
        await decided(lambda asked: BAD[case])
    assert len(str(caught.value)) < 600


@pytest.mark.parametrize("status", [302, 404, 422, 500])
async def test_an_agent_that_fails_is_named_with_its_status(status: int) -> None:
    with pytest.raises(AgentUnreachable, match=f"answered {status}: {status}"):
        await decided(lambda asked: status)


async def test_an_agent_that_is_not_there_ends_the_run_with_one_sentence() -> None:
    with agent(lambda asked: {}) as url:
        pass
    with pytest.raises(AgentUnreachable, match="cannot be reached.*Start it, or check") as caught:
        await asked(url)
    assert isinstance(caught.value, ModelError) and isinstance(caught.value, RunError)
    assert caught.value.exit_code == 6


@pytest.mark.parametrize("url", ["nowhere", "ftp://x/act", "http://", "http://[::1"])
async def test_an_address_that_is_none_is_told(url: str) -> None:
    with pytest.raises(AgentUnreachable, match="cannot be reached"):
        await asked(url)


async def test_an_agent_that_does_not_answer_is_given_up() -> None:
    with silent_agent() as url, pytest.raises(AgentUnreachable, match="not answer within 0.3 s"):
        await asked(url, timeout_s=0.3)
