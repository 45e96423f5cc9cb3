"""Evidence for an answer whose agent cites none."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.types import Node, Observation, SkillResult
from agent_e.verification import EvidenceLog
from agent_e.verification.uncited_answer import cited

URL = "http://shop.test/mug"
PAGE = Observation(
    url=URL,
    title="Red Mug",
    nodes=(
        Node(0, "heading", "Red Mug", bbox=(0, 0, 90, 20)),
        Node(0, "text", "$12.50", bbox=(0, 30, 40, 20)),
        Node(0, "text", "Fired twice, glazed by hand in our own kiln.", bbox=(0, 60, 300, 20)),
        Node(0, "text", "7", bbox=(0, 90, 9, 9)),
    ),
)
LOG = EvidenceLog()
LOG.add(SkillResult(data=(PAGE,)), step=3, url=URL)


@pytest.mark.parametrize(
    ("answer", "quotes"),
    [
        ("$12.50", ["$12.50"]),
        ("It costs $12.50.", ["$12.50"]),
        ("7", ["7"]),
        ("There are 7.", []),
        ("The potter says: glazed by hand in our own kiln!", ["glazed by hand in our own kiln."]),
        ("red mug, $12.50", ["Red Mug $12.50"]),
        ("It is blue.", []),
        ("", []),
        ("…", []),
    ],
)
def test_the_parts_that_were_shown_are_cited(answer: str, quotes: list[str]) -> None:
    assert [fact.quote for fact in cited(answer, LOG)] == quotes


def test_what_is_cited_says_where_it_was_shown() -> None:
    [fact] = cited("It costs $12.50.", LOG)
    assert (fact.claim, fact.step, fact.url) == ("It costs $12.50.", 3, URL)
    assert fact.boxes == ((0, 30, 40, 20),) and fact.found


def test_no_more_than_a_few_are_cited() -> None:
    assert len(cited("and $12.50 so " * 9, LOG)) == 5


def test_nothing_is_cited_where_nothing_was_shown() -> None:
    assert cited("It costs $12.50.", EvidenceLog()) == []


@given(st.text())
def test_no_answer_breaks_it(answer: str) -> None:
    assert all(fact.found for fact in cited(answer, LOG))
