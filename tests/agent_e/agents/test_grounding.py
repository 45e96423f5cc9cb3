"""A grounder in this process needs no model, and none of the models' roles becomes it."""

from __future__ import annotations

import pytest

from agent_e.agents.grounding import (
    ACTOR,
    ROLE,
    check_grounder,
    grounder_of,
    roles_of,
    settings_of,
    specs_of,
)
from agent_e.config import Settings
from agent_e.config.sections import GrounderSettings
from agent_e.errors import ConfigError
from agent_e.vision.grounders.names import NamesGrounder


def settings(**grounder: str) -> Settings:
    return Settings(model="m", grounder=GrounderSettings(**grounder))


def test_a_local_grounder_is_no_model() -> None:
    local = settings(model="names")
    assert roles_of(local, ("planner", ACTOR)) == ("planner", ACTOR)
    assert specs_of(local, "m") == {"planner": "m"}
    assert settings_of(local, ACTOR) is local.models
    found = grounder_of({}, local, None, None)  # type: ignore[arg-type]
    assert isinstance(found, NamesGrounder)


def test_a_model_is_asked_for_both_roles() -> None:
    remote = settings(model="eye", base_url="http://127.0.0.1:1/v1")
    assert roles_of(remote, ("planner",)) == ("planner", ROLE)
    assert specs_of(remote, "m") == {"planner": "m", ROLE: "eye", ACTOR: "eye"}
    assert settings_of(remote, ACTOR).base_url == "http://127.0.0.1:1/v1"


def test_without_one_there_is_none() -> None:
    assert grounder_of({}, Settings(model="m"), None, None) is None  # type: ignore[arg-type]


def test_a_local_grounder_has_no_endpoint() -> None:
    with pytest.raises(ConfigError, match="works in this process and has no endpoint"):
        check_grounder(settings(model="names", base_url="http://127.0.0.1:1/v1"))
    with pytest.raises(ConfigError, match="finds nothing on screenshots"):
        specs_of(settings(model="offline"), "m")
