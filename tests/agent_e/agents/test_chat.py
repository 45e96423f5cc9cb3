"""The Caller and Executor pair, against a real HTTP server that answers from a script."""

import asyncio
import base64
import io
import json
import time
from pathlib import Path
from typing import Annotated, Any, Literal

import pytest
from PIL import Image

from agent_e.agents.chat import Chat
from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import BadReply, BrowserError, ElementGone, LimitReached, ModelError
from agent_e.skills import ElementRef, describe
from agent_e.types import ChangeReport, Node, Observation, Picture, SkillResult
from tests.agent_e.conftest import Bench, in_turn


class Functions:
    """What the model of a test is offered; remembers what ran."""

    def __init__(self) -> None:
        self.ran: list[str] = []
        self.started = asyncio.Event()

    async def look(self, find: Annotated[str, "words"] = "") -> SkillResult:
        """Look."""
        self.ran.append(f"look {find}".strip())
        return SkillResult(text=f"seen {find}")

    async def leave(self) -> SkillResult:
        """Open another page."""
        self.ran.append("leave")
        page = Observation(url="http://b", title="B")
        return SkillResult(text="left", report=ChangeReport(page=page))

    async def add(self) -> SkillResult:
        """Add an item before others."""
        self.ran.append("add")
        return SkillResult(text="added", report=ChangeReport(renumbered=_moved(4, 5)))

    async def open_url(self, url: str) -> SkillResult:
        """Open an address."""
        self.ran.append(f"open_url {url}")
        return SkillResult(text="opened")

    async def query(self) -> SkillResult:
        """Read beside the page."""
        raise ElementGone("It did not come.")

    async def miss(self) -> SkillResult:
        """Miss."""
        raise ElementGone("Element [3] is not on the page any more.")

    async def crash(self) -> SkillResult:
        """Crash."""
        raise ValueError("a bug")

    async def lose(self) -> SkillResult:
        """Lose the browser."""
        raise BrowserError("The browser went away.")

    async def hang(self) -> SkillResult:
        """Hang."""
        self.started.set()
        await asyncio.Event().wait()
        return SkillResult(text="never")

    async def note(self, text: str) -> SkillResult:
        """Note."""
        self.ran.append(f"note {text}")
        return SkillResult(text="noted")

    async def press(self, mmid: ElementRef, to: ElementRef | None = None) -> SkillResult:
        """Press."""
        self.ran.append(f"press {mmid} {to}")
        return SkillResult(text="pressed")

    async def picture(self, name: str) -> SkillResult:
        """Take a picture."""
        return SkillResult(text=f"taken {name}", pictures=(_picture(name),))

    async def end(self, status: Literal["done", "failed"]) -> str:
        """End."""
        return status


def _moved(*numbers: int) -> dict[int, Node]:
    """Items that have the next number now."""
    return {each: Node(depth=0, role="button", name="b", mmid=each + 1) for each in numbers}


def _picture(name: str) -> Picture:
    """A picture as wide as the letter is late in the alphabet."""
    into = io.BytesIO()
    Image.new("RGB", (ord(name) - ord("a") + 1, 1)).save(into, format="PNG")
    return Picture(data=into.getvalue(), media_type="image/png")


def _url(name: str) -> str:
    return f"data:image/png;base64,{base64.b64encode(_picture(name).data).decode()}"


async def chat_of(
    bench: Bench, *answers: Scripted, max_steps: int = 10, follows_acts: bool = False
):
    functions = Functions()
    failures: list[str] = []
    offered = [
        describe(functions.look),
        describe(functions.leave),
        describe(functions.add),
        describe(functions.open_url),
        describe(functions.query),
        describe(functions.miss),
        describe(functions.crash),
        describe(functions.lose),
        describe(functions.hang),
        describe(functions.note, informs=False),
        describe(functions.picture),
        describe(functions.press),
        describe(functions.end, ends=True, follows_acts=follows_acts),
    ]
    chat = Chat(
        "planner",
        await bench.calls(in_turn(*answers)),
        system="You are tested.",
        functions=offered,
        max_steps=max_steps,
        report_failure=lambda name, error: failures.append(f"{name}: {error!r}"),
    )
    return chat, functions, failures


END = Scripted(calls=[("end", {"status": "done"})])


async def test_calls_run_in_order_and_results_follow_them_on_the_wire(bench: Bench) -> None:
    both = Scripted(text="first this", calls=[("look", {"find": "a"}), ("look", {"find": "b"})])
    chat, functions, _ = await chat_of(bench, both, END)
    assert await chat.run("go") == "done"
    assert functions.ran == ["look a", "look b"]
    first, second = bench.server.requests
    assert [m["role"] for m in first["messages"]] == ["system", "user"]
    assert [m["role"] for m in second["messages"]] == [
        "system",
        "user",
        "assistant",
        "tool",
        "tool",
    ]
    assistant, *tools = second["messages"][2:]
    assert assistant["content"] == "first this"
    assert [t["tool_call_id"] for t in tools] == [c["id"] for c in assistant["tool_calls"]]
    assert [t["content"] for t in tools] == ["seen a", "seen b"]
    assert "name" not in first["messages"][1]


async def test_pictures_follow_the_results_of_all_calls_and_go_two_at_a_time(
    bench: Bench,
) -> None:
    first = Scripted(calls=[("picture", {"name": "a"}), ("look", {"find": "x"})])
    others = [Scripted(calls=[("picture", {"name": name})]) for name in "bcde"]
    chat, _, _ = await chat_of(bench, first, *others, END)
    assert await chat.run("go") == "done"
    asked = [request["messages"] for request in bench.server.requests]
    roles = ["system", "user", "assistant", "tool", "tool", "user"]
    assert [message["role"] for message in asked[1]] == roles
    assert asked[1][-1]["content"][1]["image_url"]["url"] == _url("a")
    shown = [
        [part["image_url"]["url"] for m in messages for part in _parts(m) if "image_url" in part]
        for messages in asked
    ]
    # What was sent once stays as it was, so that the provider's cache holds, up to four.
    assert shown == [
        [_url(name) for name in names] for names in ("", "a", "ab", "abc", "abcd", "de")
    ]
    assert all(asked[n + 1][: len(asked[n])] == asked[n] for n in range(4))
    assert "not the newest any more" in asked[5][5]["content"]


def _parts(message: dict[str, Any]) -> list[dict[str, Any]]:
    content = message.get("content")
    return content if isinstance(content, list) else []


async def test_schemas_on_the_wire_say_what_a_function_takes(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, END)
    await chat.run("go")
    offered = {t["function"]["name"]: t["function"] for t in bench.server.requests[0]["tools"]}
    assert offered["look"]["description"] == "Look."
    assert offered["look"]["parameters"]["properties"] == {
        "find": {"type": "string", "description": "words"}
    }
    assert offered["end"]["parameters"]["required"] == ["status"]
    assert offered["end"]["parameters"]["properties"]["status"]["enum"] == ["done", "failed"]


async def test_the_rest_of_a_batch_is_skipped_after_a_failure(bench: Bench) -> None:
    batch = Scripted(calls=[("look", {}), ("miss", {}), ("look", {"find": "later"}), ("look", {})])
    chat, functions, _ = await chat_of(bench, batch, END)
    await chat.run("go")
    assert functions.ran == ["look"]
    texts = [m["content"] for m in bench.server.requests[1]["messages"] if m["role"] == "tool"]
    assert texts[1] == "Element [3] is not on the page any more."
    assert texts[3] == "Not run either."
    assert texts[2] == "Not run: the miss before it failed."


async def test_what_was_not_read_beside_the_page_holds_back_the_ending_alone(bench: Bench) -> None:
    batch = Scripted(calls=[("query", {}), ("press", {"mmid": 5}), ("end", {"status": "done"})])
    chat, functions, _ = await chat_of(bench, batch, END, follows_acts=True)
    await chat.run("go")
    assert functions.ran == ["press 5 None"]
    texts = [m["content"] for m in bench.server.requests[1]["messages"] if m["role"] == "tool"]
    assert texts[0] == "It did not come."
    assert texts[2] == "Not run: read the results above first, then call end."


@pytest.mark.parametrize("number", ['{"mmid": 5}', '{"mmid": "[5]"}', '{"mmid": "name", "to": 5}'])
async def test_numbers_of_the_page_before_are_not_used_and_stop_the_rest(
    bench: Bench, number: str
) -> None:
    batch = Scripted(calls=[("leave", {}), ("press", number), ("press", {"mmid": "Send"})])
    chat, functions, _ = await chat_of(bench, batch, END)
    await chat.run("go")
    assert functions.ran == ["leave"]
    texts = [message["content"] for message in bench.server.requests[1]["messages"][-2:]]
    assert texts[0].startswith("Not run: the leave before it loaded a page")
    assert texts[1] == "Not run either."


async def test_numbers_that_came_to_stand_for_other_items_in_the_same_reply_are_not_used(
    bench: Bench,
) -> None:
    batch: list[tuple[str, Any]] = [("add", {}), ("press", {"mmid": 4}), ("press", {"mmid": 5})]
    after: list[tuple[str, Any]] = [("press", {"mmid": 5})]
    chat, functions, _ = await chat_of(bench, Scripted(calls=batch), Scripted(calls=after), END)
    await chat.run("go")
    assert functions.ran == ["add", "press 4 None", "press 5 None"]
    texts = [message["content"] for message in bench.server.requests[1]["messages"][-3:]]
    assert texts[2].startswith("Not run: a call before it moved items to other numbers")


async def test_calls_without_numbers_run_on_over_page_loads(bench: Bench) -> None:
    batch: list[tuple[str, Any]] = [
        ("press", {"mmid": 4}),
        ("leave", {}),
        ("press", {"mmid": "button 'Log in'"}),
        ("press", {"mmid": "[4] link 'Log in'"}),
        ("leave", {}),
        ("look", {"find": "4"}),
        ("press", {"mmid": "Send", "to": "row 'A'"}),
    ]
    chat, functions, _ = await chat_of(bench, Scripted(calls=batch), END)
    await chat.run("go")
    assert functions.ran == [
        "press 4 None",
        "leave",
        "press button 'Log in' None",
        "press [4] link 'Log in' None",
        "leave",
        "look 4",
        "press Send row 'A'",
    ]


async def test_an_address_is_opened_from_whatever_page_the_call_before_led_to(
    bench: Bench,
) -> None:
    batch: list[tuple[str, Any]] = [
        ("leave", {}),
        ("press", {"mmid": 4}),
        ("open_url", {"url": "/c"}),
        ("look", {}),
    ]
    chat, functions, _ = await chat_of(bench, Scripted(calls=batch), END)
    await chat.run("go")
    assert functions.ran == ["leave", "open_url /c", "look"]
    failed = Scripted(calls=[("miss", {}), ("open_url", {"url": "/c"})])
    chat, functions, _ = await chat_of(bench, failed, END)
    await chat.run("go")
    assert functions.ran == []


async def test_nothing_is_concluded_in_the_reply_that_looks(bench: Bench) -> None:
    blind = Scripted(calls=[("look", {}), ("end", {"status": "done"})])
    chat, _, _ = await chat_of(bench, blind, Scripted(calls=[("end", {"status": "failed"})]))
    assert await chat.run("go") == "failed"
    assert bench.server.requests[1]["messages"][-1]["content"].startswith("Not run:")


async def test_a_call_that_informs_nobody_may_stand_beside_the_end(bench: Bench) -> None:
    reply = Scripted(calls=[("note", {"text": "x"}), ("end", {"status": "done"})])
    chat, functions, _ = await chat_of(bench, reply)
    assert await chat.run("go") == "done"
    assert functions.ran == ["note x"]


@pytest.mark.parametrize(
    ("name", "arguments", "said"),
    [
        ("look", '{"find": ', "not valid JSON"),
        ("look", '{"other": 1}', "It takes: find."),
        ("look", "[1, 2]", "do not fit"),
        ("jump", "{}", "There is no function jump. There are: look, leave"),
        ("lock", "{}", "There is no function lock. Did you mean look? There are: look, leave"),
        ("note", "{}", "text is missing. It takes: text."),
        ("end", '{"status": "maybe"}', "status: Input should be"),
    ],
)
async def test_a_call_that_cannot_be_made_is_explained(
    bench: Bench, name: str, arguments: str, said: str
) -> None:
    chat, _, _ = await chat_of(bench, Scripted(calls=[(name, arguments)]), END)
    assert await chat.run("go") == "done"
    assert said in bench.server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("name", ["LOOK", "functions.look", "Look", "functions_look"])
async def test_a_function_is_known_by_its_name_in_other_letters(bench: Bench, name: str) -> None:
    chat, functions, _ = await chat_of(bench, Scripted(calls=[(name, {"find": 5})]), END)
    await chat.run("go")
    assert functions.ran == ["look 5"]


async def test_of_three_hundred_calls_the_first_are_run_and_each_gets_its_result(
    bench: Bench,
) -> None:
    many = Scripted(calls=[("look", {"find": str(place)}) for place in range(300)])
    chat, functions, _ = await chat_of(bench, many, END)
    assert await chat.run("go") == "done"
    assert functions.ran == [f"look {place}" for place in range(20)]
    _, _, assistant, *results = bench.server.requests[1]["messages"]
    assert [each["tool_call_id"] for each in results] == [
        call["id"] for call in assistant["tool_calls"]
    ]
    texts = [each["content"] for each in results]
    assert texts[20] == "Not run: a reply may hold 20 calls. Go on from their results."
    assert set(texts[21:]) == {"Not run either."}


async def test_calls_of_one_id_get_a_result_each(bench: Bench) -> None:
    call = {"id": "same", "type": "function", "function": {"name": "look", "arguments": "{}"}}
    message = {"role": "assistant", "content": None, "tool_calls": [call, call]}
    choice = {"index": 0, "message": message, "finish_reason": "tool_calls"}
    body = {"id": "x", "object": "chat.completion", "created": 0, "model": "m", "choices": [choice]}
    chat, functions, _ = await chat_of(bench, Scripted(body=json.dumps(body).encode()), END)
    await chat.run("go")
    assert functions.ran == ["look", "look"]
    results = bench.server.requests[1]["messages"][-2:]
    assert len({each["tool_call_id"] for each in results}) == 2


async def test_a_call_in_words_is_run_without_a_request_to_call(bench: Bench) -> None:
    spoken = Scripted(text='I look.\n```json\n{"name": "look", "arguments": {"find": "x"}}\n```')
    chat, functions, _ = await chat_of(bench, spoken, END)
    assert await chat.run("go") == "done"
    assert functions.ran == ["look x"]
    assistant = bench.server.requests[1]["messages"][2]
    assert (assistant["content"], len(assistant["tool_calls"])) == ("I look.", 1)


async def test_words_get_one_request_to_call_a_function(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, Scripted(text="I think it is done."), END)
    assert await chat.run("go") == "done"
    assert "call end" in bench.server.requests[1]["messages"][-1]["content"]


@pytest.mark.parametrize("text", ["It is done.", "", None])
async def test_words_twice_end_the_chat_with_a_typed_failure(
    bench: Bench, text: str | None
) -> None:
    chat, _, _ = await chat_of(bench, Scripted(text=text), Scripted(text="Really done."))
    with pytest.raises(BadReply, match="twice: 'Really done.'"):
        await chat.run("go")
    assert len(bench.server.requests) == 2


async def test_a_code_block_is_only_words(bench: Bench, tmp_path: Path) -> None:
    trace = tmp_path / "executed"
    code = Scripted(text=f"```python\nopen({str(trace)!r}, 'w')\n```")
    chat, functions, _ = await chat_of(bench, code, END)
    await chat.run("go")
    assert functions.ran == []
    assert not trace.exists()


async def test_an_unexpected_exception_is_recorded_and_the_chat_goes_on(bench: Bench) -> None:
    chat, _, failures = await chat_of(bench, Scripted(calls=[("crash", {})]), END)
    assert await chat.run("go") == "done"
    assert failures == ["crash: ValueError('a bug')"]
    told = bench.server.requests[1]["messages"][-1]["content"]
    assert told == "crash failed unexpectedly (ValueError: a bug)."


async def test_an_error_of_the_run_ends_the_chat_with_its_type(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, Scripted(calls=[("lose", {})]))
    with pytest.raises(BrowserError, match="went away"):
        await chat.run("go")


async def test_the_last_step_offers_the_end_only_and_says_so(bench: Bench) -> None:
    look = Scripted(calls=[("look", {})])
    chat, _, _ = await chat_of(bench, look, look, END, max_steps=3)
    assert await chat.run("go") == "done"
    last = bench.server.requests[2]
    assert [tool["function"]["name"] for tool in last["tools"]] == ["end"]
    assert last["messages"][-1]["content"].startswith("This is your last step. Call end now")
    assert len(bench.server.requests[1]["tools"]) == 13


async def test_a_chat_that_does_not_end_meets_its_limit(bench: Bench) -> None:
    look = Scripted(calls=[("look", {})])
    chat, functions, _ = await chat_of(bench, look, look, look, max_steps=2)
    with pytest.raises(LimitReached) as caught:
        await chat.run("go")
    assert caught.value.limit == "planner_steps"
    assert len(bench.server.requests) == 2


async def test_an_error_of_the_model_keeps_its_type(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, Scripted(status=401))
    with pytest.raises(ModelError, match="refused the key"):
        await chat.run("go")


async def test_cancelling_stops_a_function_at_once(bench: Bench) -> None:
    chat, functions, _ = await chat_of(bench, Scripted(calls=[("hang", {})]))
    running = asyncio.create_task(chat.run("go"))
    await functions.started.wait()
    before = asyncio.all_tasks()
    start = time.perf_counter()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert time.perf_counter() - start < 10
    await asyncio.sleep(0)
    assert not {task for task in asyncio.all_tasks() - before if not task.done()}


async def test_cancelling_stops_a_model_call_at_once(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, Scripted(delay_s=30))
    running = asyncio.create_task(chat.run("go"))
    await bench.server.asked.wait()
    start = time.perf_counter()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running
    assert time.perf_counter() - start < 10


async def test_the_journal_holds_every_message_once(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, Scripted(calls=[("look", {"find": "x"})]), END)
    await chat.run("go")
    called = bench.events("model.called")
    written = [message for event in called for message in event["messages"]]
    assert [message["role"] for message in written] == ["system", "user", "assistant", "tool"]
    assert json.dumps(written).count("seen x") == 1
    assert [event["calls"][0]["name"] for event in bench.events("model.replied")] == ["look", "end"]
