"""Why what is not offered may be missing: each reason, where it holds and where it does not."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent_e.benchmarks.perf.sight.misses import EXCUSES, excuse
from agent_e.types import Node

from .test_comparing import BUTTON, CONTROL

FIELD = BUTTON._replace(role="spinbutton", bbox=(20, 100, 84, 20))
CASES: dict[str, tuple[dict[str, Any], list[Node]]] = {
    "its parts are offered": ({}, [BUTTON._replace(bbox=(96, 104, 20, 24))]),
    "its row is offered": ({}, [BUTTON._replace(role="row", bbox=(0, 95, 900, 30))]),
    "dragged only": ({"cursor": "col-resize"}, []),
    "without words": ({"how": "cursor", "text": ""}, []),
    "a text that listens": ({"how": "listener", "cursor": "default", "text": "w" * 201}, []),
    "takes the focus to be read": ({"how": "tabindex", "role": "tabpanel"}, []),
    "part of a field, for the mouse": ({"accessible": False}, [FIELD]),
}


def test_there_is_a_case_for_each_reason():
    assert [*CASES] == [each.name for each in EXCUSES]


@pytest.mark.parametrize("reason", CASES)
def test_each_reason_holds_where_the_page_gives_it(reason):
    changes, offered = CASES[reason]
    assert excuse(replace(CONTROL, **changes), offered) == reason


def test_a_button_that_nothing_offered_lies_on_has_no_reason():
    aside = [BUTTON._replace(bbox=(400, 100, 40, 20)), FIELD._replace(bbox=(400, 100, 60, 20))]
    assert excuse(CONTROL, aside) == ""
    assert excuse(replace(CONTROL, how="cursor"), aside) == "", "it says something"
    assert excuse(replace(CONTROL, how="tabindex"), aside) == "", "it has words and no role"
    label = replace(CONTROL, how="listener", cursor="default", text="w" * 200)
    assert excuse(label, aside) == "", "it may be a label"
    pressed = replace(CONTROL, how="listener", cursor="pointer", text="w" * 201)
    assert excuse(pressed, aside) == "", "the mouse says that it is to be pressed"
    assert excuse(replace(CONTROL, accessible=False), aside) == "", "no field touches it"
    higher = BUTTON._replace(role="row", bbox=(0, 40, 900, 200))
    assert excuse(CONTROL, [higher]) == "", "that is more than a row"
