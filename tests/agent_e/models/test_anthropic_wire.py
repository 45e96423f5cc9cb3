"""Whatever is said in a conversation, the request is one that the API takes."""

import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.scripted_messages import problem
from agent_e.models.anthropic_wire import ThinkingReply, request_of
from agent_e.models.model import Message, Picture, ToolCall, ToolResult, ToolSchema

TEXT = st.text(max_size=12) | st.sampled_from(["", " \n", "\ud800", "{}", '{"a": "\\ud800"}'])
PICTURES = st.lists(st.just(Picture(data=b"x")), max_size=2).map(tuple)
USER = st.builds(lambda text, seen: Message(role="user", text=text, pictures=seen), TEXT, PICTURES)


@st.composite
def exchanges(draw: st.DrawFn) -> list[Message]:
    """A reply, the results of its calls, and what is added to them."""
    texts = draw(st.lists(TEXT, max_size=3))
    stamp = draw(st.integers(0, 10**9))
    calls = tuple(
        ToolCall(id=f"t{stamp}_{n}", name="look", arguments=text) for n, text in enumerate(texts)
    )
    results = tuple(
        ToolResult(call_id=c.id, name=c.name, text=draw(TEXT), is_error=draw(st.booleans()))
        for c in calls
    )
    words = draw(TEXT)
    thought = {"type": "thinking", "thinking": "", "signature": "x"}
    kept = ThinkingReply(blocks=(thought,), prefix=draw(TEXT), text=words, calls=calls)
    reply = Message(
        role="assistant",
        text=words,
        calls=calls,
        provider_state=draw(st.sampled_from([None, kept])),
    )
    told = [Message(role="tool", results=results)] if results else []
    return [reply, *told, *draw(st.lists(USER, max_size=2))]


@settings(max_examples=200, deadline=None)
@given(system=TEXT, rest=st.lists(exchanges(), max_size=5), offered=st.integers(0, 3))
def test_the_api_takes_every_conversation(
    system: str, rest: list[list[Message]], offered: int
) -> None:
    first = [Message(role="system", text=system), Message(role="user", text="Begin.")]
    messages = [*first, *(message for exchange in rest for message in exchange)]
    tools = [ToolSchema(name=f"f{n}", description="") for n in range(offered)]
    request = request_of(messages, tools)
    body: dict[str, Any] = {
        "max_tokens": 1,
        "system": request.system,
        "tools": request.tools,
        "messages": request.messages,
    }
    assert problem(body) == ""
    json.dumps(body, ensure_ascii=False).encode()
