"""Settings of an architecture's own: they fill in what nobody set."""

import pytest

from agent_e.architectures import ARCHITECTURES, with_preset
from agent_e.config import Settings
from agent_e.errors import ConfigError


def chosen(**values: object) -> Settings:
    given = {"architecture": "som", **values}
    return with_preset(Settings.model_validate(given), ARCHITECTURES)


def test_the_default_changes_nothing() -> None:
    assert chosen() == Settings(architecture="som")


def test_a_preset_fills_in_what_nobody_set() -> None:
    seed = chosen(preset="seed")
    assert (seed.som.wait_s, seed.som.settle_s, seed.som.verify) == (2, 1.5, "mean")
    assert (seed.vision.marks, seed.vision.min_size) == ("selectors", 5)
    assert seed.browser.typing_delay_ms == 50
    assert (seed.models.temperature, seed.models.max_output_tokens) == (0.0, 1024)
    before = chosen()
    assert before.som.verify != seed.som.verify
    assert before.browser.typing_delay_ms != seed.browser.typing_delay_ms


def test_what_somebody_set_wins_even_where_it_says_the_default() -> None:
    usual = Settings().som.settle_s
    seed = chosen(
        preset="seed",
        som={"wait_s": 7, "settle_s": usual},
        models={"max_output_tokens": 99, "temperature": None},
    )
    assert (seed.som.wait_s, seed.som.settle_s) == (7, usual)
    assert (seed.models.max_output_tokens, seed.models.temperature) == (99, None)
    assert seed.som.verify == "mean", "the rest is the preset's"
    assert seed.models.attempts == 4


def test_other_settings_stay() -> None:
    seed = chosen(preset="seed", model="offline", limits={"max_steps": 3})
    assert (seed.model, seed.limits.max_steps, seed.preset) == ("offline", 3, "seed")


def test_the_limit_of_a_run_holds_for_the_architecture_unless_it_has_one_of_its_own() -> None:
    assert chosen(limits={"max_steps": 40}).som.max_steps == 40
    assert chosen(preset="seed", limits={"max_steps": 40}).som.max_steps == 40
    assert chosen(limits={"max_steps": 40}, som={"max_steps": 7}).som.max_steps == 7
    assert chosen().som.max_steps == Settings().som.max_steps


def test_a_preset_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match=r"som has no preset sead\. It has: default, seed\."):
        chosen(preset="sead")
    with pytest.raises(ConfigError, match=r"hierarchical has no preset seed\. It has: default\."):
        chosen(architecture="hierarchical", preset="seed")


def test_an_architecture_that_is_not_there_is_named_with_those_that_are() -> None:
    with pytest.raises(ConfigError, match="no architecture sum. There are: hierarchical, som"):
        chosen(architecture="sum")
