"""Every dialect reads the click that it writes, in the form of its own example."""

from __future__ import annotations

import re

import pytest

from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.actions import Action, Point, Space


@pytest.mark.parametrize("space", Space)
@pytest.mark.parametrize("place", [(0, 0), (640, 360), (12.5, 1091.5)])
@pytest.mark.parametrize("name", DIALECTS)
def test_a_written_click_is_read(name, place, space):
    written = DIALECTS[name].click(place[0], place[1], "Here 5, 6 it is: click(1, 2).")
    point = Point(x=place[0], y=place[1], space=space)
    assert DIALECTS[name].parse(written, space) == (Action(kind="click", point=point),)


@pytest.mark.parametrize("name", DIALECTS)
def test_it_is_written_as_in_the_example(name):
    dialect = DIALECTS[name]
    x, y = re.findall(r"\d{3}", dialect.example)
    assert dialect.click(float(x), float(y), "The button sends the form.") == dialect.example
