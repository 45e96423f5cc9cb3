"""Replies are made fit for a conversation, and one that is already stays as it is."""

from __future__ import annotations

import pytest

from agent_e.models.model import Message, Reply, ToolCall, ToolSchema
from agent_e.models.normalize_reply import MAX_CHARACTERS, normalize_reply

LOOK = ToolSchema(name="look", description="Look.", parameters={"properties": {}})
FINE = Reply(text="I look.", calls=(ToolCall(id="a", name="look"),))


def fit(reply: Reply, *before: Message) -> Reply:
    return normalize_reply(reply, before, [LOOK], number=7)


def test_a_fine_reply_is_left_alone() -> None:
    assert fit(FINE) is FINE
    words = Reply(text="Nothing to call.")
    assert fit(words) is words


def test_calls_of_one_id_are_told_apart() -> None:
    same = tuple(ToolCall(id="a", name="look") for _ in range(3))
    found = fit(Reply(calls=same))
    assert len({call.id for call in found.calls}) == 3
    assert found.calls[0].id == "a"
    assert found.repairs == ("told calls of one id apart",)


def test_an_id_that_was_used_before_or_cannot_be_sent_is_given_anew() -> None:
    before = Message(role="assistant", calls=(ToolCall(id="a", name="look"),))
    found = fit(FINE, before)
    assert found.calls[0].id == "call_7_0"
    assert found.repairs == ()
    odd = tuple(ToolCall(id=id, name="look") for id in ("", "a b", "x" * 65, "é"))
    assert [call.id for call in fit(Reply(calls=odd)).calls] == [f"call_7_{n}" for n in range(4)]


def test_names_and_arguments_are_bounded() -> None:
    long = ToolCall(id="a", name="look at\nthis " * 20, arguments="x" * 10_000_000)
    (call,) = fit(Reply(calls=(long,))).calls
    assert (len(call.name), call.name[:12]) == (64, "look_at_this")
    assert call.arguments == "(cut: 10,000,000 characters, at most 100,000)"
    assert fit(Reply(calls=(ToolCall(id="a", name=""),))).calls[0].name == "nameless"


@pytest.mark.parametrize("deep", ["[" * 49_000 + "]" * 49_000, '{"a":' * 900, '{"a":[' * 17])
def test_arguments_that_nest_too_deep_are_left_out(deep: str) -> None:
    (call,) = fit(Reply(calls=(ToolCall(id="a", name="look", arguments=deep),))).calls
    assert call.arguments == "(left out: nested deeper than 32 levels)"
    fine = '{"a": "' + "[" * 100 + '", "b": [[{"c": 1}]]}'
    assert (
        fit(Reply(calls=(ToolCall(id="a", name="look", arguments=fine),))).calls[0].arguments
        == fine
    )


def test_words_are_bounded() -> None:
    found = fit(Reply(text="word " * 2_000_000))
    assert len(found.text) < MAX_CHARACTERS + 20
    assert found.repairs == ("cut words of 10,000,000 characters",)


def test_nothing_unsendable_gets_into_a_conversation() -> None:
    call = ToolCall(id="a", name="look", arguments='{"x": "\ud83d\x00"}')
    found = fit(Reply(text="a\x00b\ud83d", calls=(call,)))
    assert found.text == "a\ufffdb\ufffd"
    assert found.calls[0].arguments == '{"x": "\ufffd\ufffd"}'


def test_words_are_read_as_a_call_only_where_calls_were_offered() -> None:
    words = Reply(text='Now.\n{"name": "look", "arguments": {}}')
    found = fit(words)
    assert [call.name for call in found.calls] == ["look"]
    assert (found.text, found.repairs) == ("Now.", ("read a call out of words",))
    assert normalize_reply(words, [], [], number=1) is words
