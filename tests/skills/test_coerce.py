"""What fits without loss is made to fit; what would be a guess is left for the check."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Annotated, Any, Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import BaseModel

from agent_e.errors import BadArgument
from agent_e.skills import Mmid, describe
from agent_e.skills.coerce import arguments_in
from agent_e.types import SkillResult


class Field(BaseModel):
    mmid: Mmid
    value: str


async def act(
    mmid: Mmid,
    text: str = "",
    count: int = 1,
    share: float = 1.0,
    submit: bool = False,
    how: Literal["single", "double_click"] = "single",
    steps: Annotated[list[str], "words"] = [],  # noqa: B006
    numbers: list[int] = [],  # noqa: B006
    fields: list[Field] = [],  # noqa: B006
    other: Mmid | None = None,
) -> SkillResult:
    """Act."""
    given = {name: value for name, value in locals().items() if name != "mmid"}
    shown = {
        name: [each.model_dump() for each in value] if name == "fields" else value
        for name, value in given.items()
    }
    return SkillResult(text=json.dumps({"mmid": mmid, **shown}))


ACT = describe(act)


async def ran(arguments: str) -> dict[str, Any]:
    result: SkillResult = await ACT(arguments)
    values: dict[str, Any] = json.loads(result.text)
    return values


@pytest.mark.parametrize(
    ("written", "name", "value"),
    [
        ('{"mmid": "3"}', "mmid", 3),
        ('{"mmid": "[3]"}', "mmid", 3),
        ('{"mmid": [3]}', "mmid", 3),
        ('{"mmid": 3.0}', "mmid", 3),
        ('{"MMID": 3}', "mmid", 3),
        ('{"mmid": 3, "count": "4"}', "count", 4),
        ('{"mmid": 3, "share": "0.5"}', "share", 0.5),
        ('{"mmid": 3, "submit": "true"}', "submit", True),
        ('{"mmid": 3, "submit": "False"}', "submit", False),
        ('{"mmid": 3, "text": 42}', "text", "42"),
        ('{"mmid": 3, "text": "a\\u0000b\\ud83d"}', "text", "ab"),
        ('{"mmid": 3, "how": "Double-Click"}', "how", "double_click"),
        ('{"mmid": 3, "how": "SINGLE"}', "how", "single"),
        ('{"mmid": 3, "how": null}', "how", "single"),
        ('{"mmid": 3, "other": null}', "other", None),
        ('{"mmid": 3, "other": "7"}', "other", 7),
        ('{"mmid": 3, "steps": "one"}', "steps", ["one"]),
        ('{"mmid": 3, "steps": "[\\"one\\", \\"two\\"]"}', "steps", ["one", "two"]),
        ('{"mmid": 3, "numbers": 1}', "numbers", [1]),
        ('{"mmid": 3, "numbers": "1, 2"}', "numbers", [1, 2]),
        ('{"mmid": 3, "numbers": ["1", "2"]}', "numbers", [1, 2]),
        ('{"mmid": 3, "fields": {"mmid": 4, "value": 5}}', "fields", [{"mmid": 4, "value": "5"}]),
        (
            '{"mmid": 3, "fields": "[{\\"mmid\\": \\"4\\", \\"value\\": \\"x\\"}]"}',
            "fields",
            [{"mmid": 4, "value": "x"}],
        ),
        ('{"arguments": {"mmid": 3}}', "mmid", 3),
        ('"{\\"mmid\\": 3}"', "mmid", 3),
        ('[{"mmid": 3}]', "mmid", 3),
        ("{'mmid': 3, 'submit': True,}", "submit", True),
        ('```json\n{"mmid": 3}\n```', "mmid", 3),
    ],
)
async def test_nothing_is_lost(written: str, name: str, value: object) -> None:
    assert (await ran(written))[name] == value


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ('{"mmid": "the third"}', "mmid: Input should be a valid integer"),
        ('{"mmid": 3.5}', "mmid: Input should be a valid integer"),
        ('{"mmid": true, "count": "many"}', "count: Input should be"),
        ('{"mmid": null}', "mmid: Input should be a valid integer"),
        ("{}", "mmid is missing"),
        ('{"mmid": 3, "how": "gently"}', "how: Input should be 'single' or 'double_click'"),
        ('{"mmid": 3, "submit": "perhaps"}', "submit: Input should be a valid boolean"),
        ('{"mmid": 3, "subnit": true}', "there is no subnit (did you mean submit?)"),
        ('{"mmid": 3, "text": {"a": 1}}', "text: Input should be a valid string"),
        ('{"mmid": 3, "fields": [{"mmid": 4}]}', "fields.0.value is missing"),
        ('{"mmid": ', "not valid JSON"),
        ('{"outer": {"mmid": 3}, "mmid', "not valid JSON"),
        ("click the third link", "not valid JSON"),
        ("[" * 100_000, "not valid JSON"),
    ],
)
async def test_what_would_be_a_guess_is_refused_in_one_sentence(written: str, said: str) -> None:
    with pytest.raises(BadArgument) as caught:
        await ACT(written)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 500


@given(st.text(max_size=60))
def test_whatever_is_written_is_read_or_refused(text: str) -> None:
    with suppress(ValueError):
        arguments_in(text, ACT.parameters)


_RIGHT = st.fixed_dictionaries(
    {"mmid": st.integers(0, 10_000)},
    optional={
        "text": st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])),
        "count": st.integers(),
        "share": st.floats(allow_nan=False, allow_infinity=False),
        "submit": st.booleans(),
        "how": st.sampled_from(["single", "double_click"]),
        "steps": st.lists(st.text("abc,[]{}\"'")),
        "numbers": st.lists(st.integers()),
    },
)


@given(_RIGHT)
def test_what_is_right_is_left_as_it_is(values: dict[str, Any]) -> None:
    assert arguments_in(json.dumps(values), ACT.parameters) == values
