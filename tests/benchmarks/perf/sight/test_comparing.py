"""What a person meets beside what is offered, by boxes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_e.benchmarks.perf.sight.comparing import compare, stands_for
from agent_e.benchmarks.perf.sight.grid import Control, Grid, Met
from agent_e.types import Node, Observation

CONTROL = Control(
    key="1", box=(100, 100, 40, 20), instead=None, middle=(120, 110), points=12, how="native",
    frame=(), path="button", tag="button", role="", cursor="auto", accessible=True, text="Save",
    href="", disabled=False, late=False, html="<button>",
)  # fmt: skip
BUTTON = Node(
    depth=0, role="button", name="Save", mmid=1, tag="button", bbox=(100, 100, 40, 20),
    reachable=True,
)  # fmt: skip


def grid(*controls: Control, met: tuple[Met, ...] = ()) -> Grid:
    return Grid(controls=controls, texts=(), met=met, looked=((0, 0, 1280, 720),))


def page(*nodes: Node) -> Observation:
    return Observation(url="http://site/", title="", nodes=nodes)


@pytest.mark.parametrize(
    ("offered", "stands"),
    [
        ((100, 100, 40, 20), True),
        ((110, 105, 10, 10), True),
        ((90, 90, 70, 40), True),
        ((60, 60, 160, 100), False),
        ((141, 100, 40, 20), False),
    ],
    ids=["same", "inside", "around it", "much larger", "beside it"],
)
def test_what_lies_over_a_control_stands_for_it(offered, stands):
    assert stands_for(offered, CONTROL) is stands
    missed = compare(grid(CONTROL), page(BUTTON._replace(bbox=offered))).misses
    assert list(missed) == ([] if stands else [CONTROL])


def test_a_label_that_is_drawn_for_its_field_is_offered_as_that():
    box = (80.0, 102.0, 13.0, 16.0)
    field = BUTTON._replace(role="checkbox", bbox=(80, 102, 13, 16))
    assert compare(grid(CONTROL), page(field)).misses == [CONTROL]
    assert compare(grid(replace(CONTROL, instead=box)), page(field)).misses == []


def test_a_double_of_an_offered_link_is_no_miss():
    link = BUTTON._replace(role="link", href="http://site/a", bbox=(500, 500, 40, 20))
    double = replace(CONTROL, href="http://site/a")
    assert compare(grid(double), page(link)).misses == []
    assert compare(grid(replace(double, href="http://site/b")), page(link)).misses != []


def test_what_came_while_it_was_looked_at_is_not_counted():
    assert compare(grid(replace(CONTROL, late=True)), page()).controls == 0


def test_what_nothing_meets_is_a_decoy_unless_its_line_says_so():
    met = Met(tag="button", box=(100, 100, 40.4, 20))
    assert compare(grid(met=(met,)), page(BUTTON)).decoys == []
    assert compare(grid(), page(BUTTON)).decoys == [BUTTON]
    assert compare(grid(), page(BUTTON._replace(states=("covered",)))).decoys == []
    below = BUTTON._replace(bbox=(100, 900, 40, 20), reachable=False)
    assert compare(grid(), page(below)).offered == 0
