"""Files of skills that people bring."""

from __future__ import annotations

from collections.abc import Callable
from inspect import signature
from pathlib import Path

import pytest

from agent_e.errors import ConfigError
from agent_e.skills import describe, given_skills, load_skills

GOOD = """
from __future__ import annotations
from agent_e.skills import SkillContext
from agent_e.types import SkillResult

async def weather(ctx: SkillContext, city: str) -> SkillResult:
    "Say the weather."
    return SkillResult(text=city)
"""


def test_an_async_function_of_the_context_is_a_skill(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GOOD)
    assert [skill.__name__ for skill in load_skills([file])] == ["weather"]


@pytest.mark.parametrize(
    ("given", "instead", "said"),
    [
        ("ctx: SkillContext, city: str", "city", "The parameter city of the skill weather needs"),
        ("ctx: SkillContext, city: str", "city: str, ctx: SkillContext", "to be its first"),
        ("ctx: SkillContext", "ctx: Nothing", "An annotation of weather in "),
        ("async def", "def", "defines no public async function"),
    ],
)
def test_what_cannot_be_one_is_named_with_its_file(
    tmp_path: Path, given: str, instead: str, said: str
) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GOOD.replace(given, instead))
    with pytest.raises(ConfigError) as raised:
        load_skills([file])
    assert said in str(raised.value)
    assert str(file) in str(raised.value)


def test_a_plain_function_beside_an_async_one_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(GOOD + "\ndef helper(city: str) -> str:\n    return city\n")
    with pytest.raises(ConfigError, match="helper in .* is no async function"):
        load_skills([file])


def forecast(city: str, days: int = 1) -> dict[str, object]:
    """Say how the weather will be."""
    return {"city": city, "days": days}


async def shout(words: str) -> str:
    """Say it loudly."""
    return words.upper()


@pytest.mark.parametrize("function", [forecast, shout])
def test_a_function_that_needs_no_page_is_a_skill_too(function: Callable[..., object]) -> None:
    (skill,) = given_skills([function])
    described = describe(skill, skip=1)
    assert described.name == function.__name__
    assert described.description == function.__doc__
    assert list(described.parameters["properties"]) == list(signature(function).parameters)


@pytest.mark.parametrize("what", [lambda city: city, "weather", forecast("Ulm"), Path.exists])
def test_what_is_no_named_function_with_a_docstring_is_refused(what: object) -> None:
    with pytest.raises(ConfigError, match="is no skill"):
        given_skills([what])  # type: ignore[list-item]
