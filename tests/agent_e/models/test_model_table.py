"""The model table's rows on seeing."""

from __future__ import annotations

import re
from datetime import date
from typing import get_args

import pytest
from anthropic.types.model_param import ModelParam
from openai.types.shared import ChatModel

from agent_e.models.model_table import cost_of, find_row, rows, total_cost
from agent_e.types import Usage
from agent_e.vision.actions import Space
from agent_e.vision.spec import VisionSpec


def test_a_model_of_computer_use_says_its_dialect_and_what_its_points_count():
    assert rows()["gpt-5.4"].sight == VisionSpec(dialect="openai", space=Space.IMAGE_PX)


def test_only_models_that_see_have_a_dialect():
    seeing = {name for name, row in rows().items() if row.sight}
    assert seeing
    assert all(rows()[name].vision for name in seeing)


_ELSEWHERE = re.compile(r"audio|search|codex|-pro|chat-latest|chatgpt|computer-use|gpt-5.1-mini")
"""Not for chat completions with functions: their own endpoint, no functions, or no model at all."""
_SWITCHED_OFF = re.compile(
    r"gpt-4\.1-nano|o4-mini|o3-mini|o1|gpt-4o-2024-05-13|gpt-4-(1106|0125|vision|0314|0613|32k)"
    r"|gpt-4-turbo-(preview|2024)|gpt-4$|gpt-3\.5|gpt-4-turbo-preview|claude-mythos-preview"
)
"""Dates of the SDKs' own lists, up to 2026-11-22."""


def _named() -> list[str]:
    anthropic = get_args(get_args(ModelParam)[0])
    names = [*get_args(ChatModel), *anthropic]
    return [n for n in names if not _ELSEWHERE.search(n) and not _SWITCHED_OFF.match(n)]


def test_every_model_of_the_sdks_that_can_be_asked_has_a_row() -> None:
    named = _named()
    assert len(named) > 40
    assert [name for name in named if find_row(name) is None] == []


def test_no_row_of_a_provider_has_a_name_of_our_own() -> None:
    anthropic = get_args(get_args(ModelParam)[0])
    known = {*get_args(ChatModel), *anthropic}
    retired = {"claude-3-5-sonnet-20241022", "claude-3-5-haiku-20241022"}
    ours = {name for name, row in rows().items() if row.provider in ("openai", "anthropic")}
    assert ours - known == retired


@pytest.mark.parametrize(
    ("name", "served"),
    [
        ("gpt-4o-2024-08-06", "gpt-4o-2024-08-06"),
        ("claude-haiku-4-5-20251001", "claude-haiku-4-5-20251001"),
        ("ui-tars-1.5-7b", "ByteDance-Seed/UI-TARS-1.5-7B"),
        ("tanvirb/WebSight-7B", "tanvirb/websight-7B"),
    ],
)
def test_a_model_is_found_under_every_name_it_has(name: str, served: str) -> None:
    found = find_row(name)
    assert found is not None
    assert found[0] == served
    assert find_row(name + "-mine") is None


def test_prices_have_days_that_are_over_and_are_no_dearer_from_the_cache() -> None:
    for name, row in rows().items():
        if row.prices is None:
            continue
        assert date.fromisoformat(row.prices.date) <= date(2026, 11, 22), name
        assert 0 < row.prices.cached <= row.prices.input < row.prices.output, name
        assert (row.prices.above is None) == (row.prices.long is None), name
        if row.prices.long:
            assert row.prices.long.input > row.prices.input, name


def test_who_serves_a_model_of_ones_own_sets_its_price() -> None:
    own = [row for row in rows().values() if row.provider == "openai-compatible"]
    assert len(own) >= 10
    assert not any(row.prices for row in own)
    assert all(row.limit_name == "max_tokens" and not row.strict_tools for row in own)


def test_a_long_request_has_its_own_price_and_many_short_ones_have_not() -> None:
    long = Usage(calls=1, input_tokens=200_000, output_tokens=1_000)
    short = Usage(calls=4, input_tokens=200_000, output_tokens=1_000)
    assert cost_of("anthropic:claude-haiku-5-5", long) == pytest.approx(0.1 + 0.0025)
    assert cost_of("anthropic:claude-haiku-5-5", short) == pytest.approx(0.02 + 0.0005)
    assert total_cost({"a": short}, {"a": "claude-haiku-5-5"}) == pytest.approx(0.0205)
