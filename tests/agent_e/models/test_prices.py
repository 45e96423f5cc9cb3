"""A limit of money that nobody could keep is refused before anything is done."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent_e import ConfigError, WebAgent
from agent_e.config import Settings


def agent(folder: Path, **settings: Any) -> WebAgent:
    given = {"runs_dir": folder / "runs", "models": {"base_url": "http://127.0.0.1:9/v1"}}
    return WebAgent(Settings.model_validate({**given, **settings}))


@pytest.mark.parametrize("limit", ["max_cost", "navigator_cost"])
async def test_money_needs_a_price(tmp_path: Path, limit: str) -> None:
    async with agent(tmp_path, model="openai:mine", limits={limit: 1}) as web:
        with pytest.raises(ConfigError, match="price of openai:mine is not known: --max-cost cann"):
            await web.run("Do it.")
    assert not (tmp_path / "runs").exists()


async def test_money_needs_the_price_of_the_other_model_too(tmp_path: Path) -> None:
    models = {"base_url": "http://127.0.0.1:9/v1", "fallback": "openai:mine"}
    settings = {"model": "openai:gpt-4.1-mini", "models": models, "limits": {"max_cost": 1}}
    async with agent(tmp_path, **settings) as web:
        with pytest.raises(ConfigError, match="price of openai:mine is not known: --max-cost cann"):
            await web.run("Do it.")
    assert not (tmp_path / "runs").exists()


async def test_what_an_agent_elsewhere_costs_is_not_known(tmp_path: Path) -> None:
    elsewhere = {"agent_url": "http://127.0.0.1:9/act"}
    settings = {"architecture": "reactive", "reactive": elsewhere, "model": "offline"}
    async with agent(tmp_path, **settings, limits={"max_cost": 1}) as web:
        with pytest.raises(ConfigError, match="Leave it out, or limit its steps with --max-steps"):
            await web.run("Do it.")
