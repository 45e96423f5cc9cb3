import json
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest

from agent_e.errors import BadArgument, ConfigError
from agent_e.skills import (
    SKILLS,
    ElementRef,
    Mmid,
    SkillContext,
    bind,
    describe,
    load_skills,
)
from agent_e.skills.fill_form import fill_form
from agent_e.skills.select_skills import MAX_OFFERED
from agent_e.types import SkillResult


async def example(
    ctx: SkillContext,
    mmid: Mmid,
    words: Annotated[str, "What to say."],
    how: Literal["loud", "low"] = "low",
    other: Mmid | None = None,
) -> SkillResult:
    """Say something."""
    return SkillResult(text=f"{ctx} {mmid} {words} {how} {other}")


CONTEXT: Any = "context"


def test_docstring_and_annotations_are_the_schema() -> None:
    skill = bind(example, CONTEXT)
    assert (skill.name, skill.description) == ("example", "Say something.")
    number = {"type": "integer"}
    assert skill.parameters == {
        "type": "object",
        "properties": {
            "mmid": number,
            "words": {"type": "string", "description": "What to say."},
            "how": {"type": "string", "enum": ["loud", "low"]},
            "other": number,
        },
        "required": ["mmid", "words"],
    }


@pytest.mark.parametrize("mmid", ["12", '"12"', '"[12]"', '" [12] "'])
async def test_a_number_may_come_as_small_models_write_it(mmid: str) -> None:
    result = await bind(example, CONTEXT)(f'{{"mmid": {mmid}, "words": "hi"}}')
    assert result.text == "context 12 hi low None"


async def press(
    ctx: SkillContext, mmid: ElementRef, onto: Annotated[ElementRef | None, "Where to."] = None
) -> SkillResult:
    """Press."""
    return SkillResult(text=f"{mmid!r} {onto!r}")


@pytest.mark.parametrize(
    ("arguments", "taken", "number"),
    [
        ('{"mmid": 12}', "12 None", True),
        ('{"mmid": "12"}', "12 None", True),
        ('{"mmid": " [12] "}', "12 None", True),
        ('{"mmid": [12]}', "12 None", True),
        ('{"mmid": "Log in", "onto": null}', "'Log in' None", False),
        ('{"mmid": "Log in", "onto": "3"}', "'Log in' 3", True),
        ('{"mmid": "[12] button \'Log in\'"}', "\"[12] button 'Log in'\" None", False),
    ],
)
async def test_an_element_is_given_by_number_or_by_name(
    arguments: str, taken: str, number: bool
) -> None:
    function = bind(press, CONTEXT)
    assert (await function(arguments)).text == taken
    assert bool(function.numbers(arguments)) is number


def test_an_element_is_told_by_the_annotation_and_not_by_its_name() -> None:
    assert bind(fill_form, CONTEXT).numbers('{"fields": [{"mmid": 3, "value": "a"}]}')
    by_name = '{"fields": [{"mmid": "a", "value": 3}], "submit": "b"}'
    assert not bind(fill_form, CONTEXT).numbers(by_name)
    assert bind(example, CONTEXT).numbers('{"mmid": 3, "words": "a"}')
    assert not bind(press, CONTEXT).numbers('{"mmid": ""}')


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ('{"mmid": "the button", "words": "hi"}', "mmid: Input should be a valid integer"),
        ('{"words": "hi"}', "mmid is missing"),
        ('{"mmid": 1, "words": "hi", "color": "red"}', "there is no color. It takes: mmid"),
        ('{"mmid": 1, "word": "hi"}', "there is no word (did you mean words?)"),
        ("[1, 2]", "do not fit"),
        ('{"mmid": 1, "words": "hi", "how": "shrill"}', "how: Input should be 'loud' or 'low'"),
    ],
)
async def test_arguments_that_do_not_fit_are_explained(arguments: str, said: str) -> None:
    with pytest.raises(BadArgument) as caught:
        await bind(example, CONTEXT)(arguments)
    assert said in str(caught.value)
    assert str(caught.value).endswith("It takes: mmid, words, how, other.")


def test_what_is_no_skill_is_refused() -> None:
    async def silent(ctx: SkillContext) -> None: ...

    async def untyped(ctx, thing):
        """Do."""

    def plain(ctx: SkillContext) -> None:
        """Do."""

    for function, said in [(silent, "docstring"), (untyped, "thing"), (plain, "async")]:
        with pytest.raises(ConfigError, match=said):
            describe(function, skip=1)  # type: ignore[arg-type]


def test_the_schemas_of_what_is_always_offered_stay_small() -> None:
    offered = [describe(skill, skip=1) for skill in SKILLS]
    sizes = [
        len(each.name)
        + len(each.description)
        + len(json.dumps(each.parameters, separators=(",", ":")))
        for each in offered
    ]
    assert sum(sizes) <= 4_400


def test_what_is_always_offered_leaves_room_for_two_more() -> None:
    assert len(SKILLS) + 2 <= MAX_OFFERED
    assert len({skill.__name__ for skill in SKILLS}) == len(SKILLS)


def test_skills_of_ones_own_come_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        "from agent_e.skills import SkillContext\n"
        "from agent_e.types import SkillResult\n"
        "async def greet(ctx: SkillContext, name: str) -> SkillResult:\n"
        "    '''Greet somebody.'''\n"
        "    return SkillResult(text=f'Hello {name}')\n"
        "async def _hidden(): ...\n"
    )
    (greet,) = load_skills([file])
    assert bind(greet, CONTEXT).parameters["required"] == ["name"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", "defines no public async function"),
        ("1 / 0", "cannot be imported: ZeroDivisionError"),
        (
            "async def f(ctx):\n    'Do.'",
            "f in .* is no skill. The parameter ctx of .* needs a type",
        ),
        (
            "from agent_e.skills import SkillContext\nasync def f(ctx: SkillContext): ...",
            "must be an async function with a docstring",
        ),
    ],
)
def test_a_broken_skill_file_is_told(tmp_path: Path, text: str, said: str) -> None:
    file = tmp_path / "mine.py"
    file.write_text(text)
    with pytest.raises(ConfigError, match=said):
        load_skills([file])
    with pytest.raises(ConfigError, match="is not a Python file"):
        load_skills([tmp_path / "none.py"])
