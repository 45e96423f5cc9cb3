"""The answers of the link agent, and what its words click."""

from __future__ import annotations

import pytest

from agent_e.architectures.link.protocol import by_words, read_link
from agent_e.types import Linked

ADDRESS = "https://www.example.com"


@pytest.mark.parametrize(
    ("reply", "wanted"),
    [
        (f'{{"url": "{ADDRESS}"}}', ("open_url", {"url": ADDRESS})),
        (f'```json\n{{"url": "{ADDRESS}"}}\n```', ("open_url", {"url": ADDRESS})),
        (f'I will look: {{"url": "{ADDRESS}"}}', ("open_url", {"url": ADDRESS})),
        ('{"click": "Read more"}', ("click", {"text": "Read more"})),
        ("{'click': 'Read more',}", ("click", {"text": "Read more"})),
        ("It costs $5.", ("answer", {"answer": "It costs $5."})),
        ('The map is {"a": 1}.', ("answer", {"answer": 'The map is {"a": 1}.'})),
        ("  ", None),
    ],
)
def test_an_answer_is_one_of_three(reply, wanted):
    assert read_link(reply) == wanted


LOOKS = '{"visual_click": "the blue square"}'


def test_where_a_grounder_is_there_is_a_fourth():
    assert read_link(LOOKS, by_looks=True) == (
        "visual_click",
        {"description": "the blue square"},
    )
    assert read_link('{"click": "More"}', by_looks=True) == ("click", {"text": "More"})
    assert read_link(LOOKS) == ("answer", {"answer": LOOKS})


def linked(*texts: str | None) -> list[Linked]:
    return [
        Linked(mmid=number, text=text, box=(0, 0, 10, 10)) for number, text in enumerate(texts, 1)
    ]


@pytest.mark.parametrize(
    ("words", "found"),
    [
        ("Read more", 2),
        ("  READ   MORE ", 2),
        ("more about it", 2),
        ("less", 3),
        ("nothing", None),
        ("", None),
        ("  ", None),
    ],
)
def test_the_first_in_document_order_that_is_seen_and_has_the_words(words, found):
    among = linked(None, "read more about it", "less", "read more")
    target = by_words(among, words)
    assert (target.mmid if target else None) == found
