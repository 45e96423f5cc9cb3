"""Addresses and dates are put into every text of a task, and only there."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from agent_e.benchmarks.tasks.placeholders import add_months, mistakes, resolve
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

TODAY = date(2026, 5, 3)
SHOP = {"shop": "http://127.0.0.1:81"}


def task(intent: str = "Buy it.", **values: Any) -> BenchTask:
    sites = [{"name": "shop"}]
    return BenchTask.model_validate(
        {"id": "one", "suite": "s", "intent": intent, "sites": sites, **values}
    )


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("{today}", "3 May 2026"),
        ("{today+30d}", "2 June 2026"),
        ("{today-3d}", "30 April 2026"),
        ("{today+2w}", "17 May 2026"),
        ("{today+10m}", "3 March 2027"),
        ("{today+1y}", "3 May 2027"),
        ("{today-3d:%d %B %Y}", "30 April 2026"),
        ("{today+1d:%Y-%m-%d}", "2026-05-04"),
        ("{today:%A, %d.%m.}", "Sunday, 03.05."),
    ],
)
def test_dates_are_counted_from_today(written: str, meant: str) -> None:
    assert resolve(task(f"Leave on {written}!"), SHOP, TODAY).intent == f"Leave on {meant}!"


def test_the_end_of_a_shorter_month_is_its_last_day() -> None:
    assert resolve(task("{today+1m}"), SHOP, date(2027, 1, 31)).intent == "28 February 2027"
    assert resolve(task("{today+1y}"), SHOP, date(2028, 2, 29)).intent == "28 February 2029"
    assert add_months(date(2024, 1, 31), -2) == date(2023, 11, 30)


def test_every_text_is_filled_and_other_braces_stay() -> None:
    written = task(
        'Send {"a": 1} from {shop} to {catalog} {x}',
        start_url="{shop}/p?q={q}",
        evaluators=[
            {
                "type": "url",
                "any_of": [{"host": "{shop}", "query": {"day": "{today:%Y}"}}, {"host": "{x}"}],
                "tab": "any",
            }
        ],
        reference={
            "answer": ["{today}", 3, None],
            "trace": [{"verb": "open", "name": "{shop}/a", "value": "{today}", "selector": "a{b}"}],
        },
    )
    done = resolve(written, SHOP, TODAY)
    assert done.intent == 'Send {"a": 1} from http://127.0.0.1:81 to {catalog} {x}'
    assert done.start_url == "http://127.0.0.1:81/p?q={q}"
    assert done.evaluators[0].own == {
        "any_of": [{"host": SHOP["shop"], "query": {"day": "2026"}}, {"host": "{x}"}],
        "tab": "any",
    }
    assert done.evaluators[0].type == "url"
    assert done.reference.answer == ["3 May 2026", 3, None]
    step = done.reference.trace[0]
    assert (step.name, step.value, step.selector) == (SHOP["shop"] + "/a", "3 May 2026", "a{b}")


def test_what_cannot_be_filled_is_one_sentence() -> None:
    with pytest.raises(ConfigError, match=r"Task one is done on shop, which is not served\."):
        resolve(task(), {}, TODAY)
    with pytest.raises(ConfigError, match=r"Task one has the date \{today\+3q\}"):
        resolve(task("{today+3q}"), SHOP, TODAY)


def test_mistakes_are_found_without_filling() -> None:
    assert not list(mistakes(task("{shop} {today+1d} {word}", start_url="{shop}/"), frozenset()))
    found = list(
        mistakes(task("{today+x} at {catalog}", start_url="{shp}/"), frozenset({"catalog", "shop"}))
    )
    assert found == [
        "the date {today+x} cannot be read",
        "{catalog} is an address, but catalog is not among its sites",
        "nothing is put in the place of {shp} in its start_url",
    ]
