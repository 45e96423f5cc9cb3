"""Finding by words what is described: the baseline of grounding."""

from __future__ import annotations

import pytest

from agent_e.agents.offline.grounding import Candidate, best_candidate, candidates
from agent_e.types import Node, Observation, Scroll

AMONG = [
    Candidate(role="link", name="Save as draft", point=(10, 10)),
    Candidate(role="button", name="Save", point=(20, 20)),
    Candidate(role="textbox", name="Search", point=(30, 30)),
    Candidate(role="button", name="Search", point=(40, 40)),
    Candidate(role="button", name="Delete Blue Mug", point=(50, 50)),
    Candidate(role="button", name="Delete Red Mug", point=(60, 60)),
]


@pytest.mark.parametrize(
    ("description", "point"),
    [
        ("the Save button", (20, 20)),
        ("the link 'Save as draft' at the top", (10, 10)),
        ("the search field", (30, 30)),
        ("the search button", (40, 40)),
        ("delete the red mug", (60, 60)),
    ],
)
def test_words_and_roles_decide(description, point):
    found = best_candidate(description, AMONG)
    assert found is not None
    assert found.point == point


def test_nothing_is_guessed():
    assert best_candidate("the third planet", AMONG) is None
    assert best_candidate("the button", AMONG) is None


def test_only_what_is_in_view_and_free_can_be_pointed_at():
    def node(name: str, box, **more) -> Node:
        return Node(depth=0, role="button", name=name, mmid=1, bbox=box, **more)

    page = Observation(
        url="http://a.test/",
        title="",
        nodes=(
            node("In view", (10, 10, 100, 20), reachable=True),
            node("Half", (-50, 100, 100, 20), reachable=True),
            node("Below", (10, 900, 100, 20), reachable=True),
            node("Covered", (10, 50, 100, 20), reachable=False),
        ),
        scroll=Scroll(viewport_width=1280, viewport_height=720),
    )
    found = {each.name: each.point for each in candidates(page)}
    assert found == {"In view": (60, 20), "Half": (25, 110)}
