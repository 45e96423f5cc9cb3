from __future__ import annotations

import asyncio

import pytest
from pydantic import BaseModel, field_validator

from agent_e import ConfigError, TaskResult, WebAgent
from agent_e.agent import _parsed
from agent_e.config import Settings
from agent_e.types import Outcome


def test_a_name_is_no_settings() -> None:
    with pytest.raises(TypeError, match=r"not 'offline'. Write WebAgent\(Settings\(model="):
        WebAgent("offline")  # type: ignore[arg-type]


async def test_a_second_run_at_once_is_refused(tmp_path, monkeypatch) -> None:
    agent = WebAgent(Settings(model="offline", runs_dir=tmp_path))
    workspace = agent._workspace = agent._new_workspace()
    go = asyncio.Event()

    async def waiting(*_: object) -> TaskResult:
        await go.wait()
        return TaskResult(outcome=Outcome.SUCCESS)

    monkeypatch.setattr(workspace, "_run", waiting)
    first = asyncio.create_task(agent.run("Look"))
    await asyncio.sleep(0)
    with pytest.raises(ConfigError, match="carrying out another task"):
        await agent.run("Look again")
    go.set()
    assert (await first).outcome is Outcome.SUCCESS
    assert (await agent.run("And again")).outcome is Outcome.SUCCESS


class Product(BaseModel):
    name: str
    price: float

    @field_validator("price")
    @classmethod
    def _positive(cls, value: float) -> float:
        if value <= 0:
            raise ValueError("it costs something")
        return value


def test_an_answer_becomes_an_instance_of_the_class() -> None:
    result = TaskResult(outcome=Outcome.SUCCESS, answer={"name": "Mug", "price": 3})
    assert _parsed(result, Product).parsed == Product(name="Mug", price=3)
    assert _parsed(TaskResult(outcome=Outcome.GAVE_UP, answer="None."), Product).parsed is None


def test_an_answer_that_the_class_refuses_is_bad_output() -> None:
    result = TaskResult(outcome=Outcome.SUCCESS, answer={"name": "Mug", "price": 0})
    refused = _parsed(result, Product)
    assert (refused.outcome, refused.exit_code, refused.parsed) == (Outcome.BAD_OUTPUT, 8, None)
    assert "The answer is no Product: price:" in refused.message
