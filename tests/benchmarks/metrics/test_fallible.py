"""Whatever a model sends, the metrics are worked out."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.metrics.figures import figures
from agent_e.benchmarks.metrics.material import Material
from agent_e.journal.events import read_all

from .conftest import Journal, task_with

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
CALLED = st.fixed_dictionaries(
    {},
    optional=dict.fromkeys(["mmid", "element_id", "fields", "submit", "to", "url", "text"], JSON),
)


@settings(deadline=None)
@given(st.lists(st.tuples(st.sampled_from(["click", "open_url", "fill_form", "x"]), CALLED | JSON)))
def test_a_models_calls(calls: list[tuple[str, Any]]) -> None:
    run = Journal("navigator")
    for name, arguments in calls:
        run.ask("navigator", (name, arguments))
    found = figures(task_with(), Material(events=read_all(run.events)))
    assert found["steps"] == len(calls)
    assert found["invalid_tool"] == sum(name in ("fill_form", "x") for name, _ in calls)
    json.dumps(found, allow_nan=False)


@pytest.mark.parametrize(
    ("address", "unseen"), [("http://[", 1), ("https://[::1", 1), ("//", 0), ("", 0)]
)
def test_an_address_that_is_none(address: str, unseen: int) -> None:
    run = Journal("navigator")
    run.ask("navigator", ("open_url", {"url": address}))
    found = figures(task_with(), Material(events=read_all(run.events)))
    assert found["hallucinated_addresses"] == unseen
