from __future__ import annotations

import pytest

from agent_e.benchmarks.runner.bench import chosen
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.errors import ConfigError

ALL = SUITES["catalog"].load(SuiteOptions())


def test_several_patterns_choose_what_fits_any_in_the_order_of_the_suite() -> None:
    last, first = ALL[-1].id, ALL[0].id
    assert [task.id for task in chosen(ALL, [last, first], None)] == [first, last]
    assert chosen(ALL, [], None) == list(ALL)
    assert [task.id for task in chosen(ALL, ["*"], 1)] == [first]


def test_a_pattern_that_fits_none_is_named_though_another_fits() -> None:
    with pytest.raises(ConfigError, match="No task fits nosuch-\\*"):
        chosen(ALL, [ALL[0].id, "nosuch-*"], None)
