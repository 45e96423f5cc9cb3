"""JSON in replies: where it is found, what is mended, and what would be a guess."""

from __future__ import annotations

import pytest

from agent_e.errors import ActionParseError
from agent_e.parsing.json_values import chosen, json_values

WHOLE = {"a": [1, 2]}
MENDED = {
    'So: {"a": [1, 2]} it is.': WHOLE,
    'So:\n```json\n{"a": [1, 2]}\n```\nThat is it.': WHOLE,
    '```\n{"b": 1\n```\n```json\n{"a": [1, 2]}\n```': WHOLE,
    'Use {this}: {"a": [1, 2]}': WHOLE,
    'An open { and then {"a": [1, 2]}': WHOLE,
    '{"a": [1, 2,],}': WHOLE,
    "{'a': (1, 2), 'b': None}": {"a": (1, 2), "b": None},
    '{"a": "one\ntwo"}': {"a": "one\ntwo"},
    '{"a": ",}",}': {"a": ",}"},
    '[{"a": 1,}]': [{"a": 1}],
}
REFUSED = {
    "The price is 5.": "no_action",
    "[See the page]": "no_action",
    '{"a": [1, 2': "bad_json",
    '{"a": "one': "bad_json",
    '{"a": 1 "b": 2}': "bad_json",
    "{a: 1}": "bad_json",
    "{function() { return 1; }}": "bad_json",
    '{"b": 1}': "no_action",
}


def usable(value: object) -> bool:
    return value != {"b": 1}


def test_json_alone_is_read_as_it_is() -> None:
    [found] = json_values('{"a": [1, 2]}')
    assert (found.value, found.mended, found.start) == (WHOLE, False, 0)
    assert [each.value for each in json_values("[1]")] == [[1]]


@pytest.mark.parametrize("reply", MENDED)
def test_json_is_found_and_mended(reply: str) -> None:
    found = chosen(reply, usable)
    assert (found.value, found.mended) == (MENDED[reply], True)


@pytest.mark.parametrize("reply", REFUSED)
def test_what_would_be_a_guess_is_refused(reply: str) -> None:
    with pytest.raises(ActionParseError) as caught:
        chosen(reply, usable)
    assert caught.value.code == REFUSED[reply]


def test_of_several_the_first_is_chosen_and_that_counts_as_mended() -> None:
    found = chosen('{"b": 1} {"a": 1} {"a": 2}', usable)
    assert (found.value, found.text, found.start) == ({"a": 1}, '{"a": 1}', 9)
    assert found.mended
