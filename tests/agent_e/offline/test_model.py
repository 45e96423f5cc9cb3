"""What holds whatever the conversation is: valid calls, no exception, nothing of any site."""

from __future__ import annotations

import re
from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

import agent_e.offline as package
from agent_e.models.model import Message, ToolCall, ToolResult
from agent_e.offline import OfflineModel
from agent_e.types import Data, PersonAnswer

from .helpers import NAVIGATOR, PLANNER, REPORT, check_calls, reported, tool
from .observed import changed, observed, opened

SOME_WORDS = (
    "find the price of third product kettle and then add it to basket how many items cheapest open "
    "click search for sort by fill in name Ann email a@b.example select tick log in password x "
    "'quoted' \"q\" in rating most expensive less than 20 go back http://a.example/ . , ; ? ' \" "
    "( ) 2 quantity remove"
)
WORDS = st.sampled_from(SOME_WORDS.split())
SENTENCE = st.lists(WORDS, max_size=14).map(" ".join) | st.text(max_size=60)
LINE = st.builds(
    lambda depth, body: "  " * depth + body,
    st.integers(0, 4),
    st.sampled_from(
        [
            "main",
            "list",
            "item",
            "item: Mug $3",
            "heading 2 'Mug'",
            "[3] link 'Mug'",
            "[4] button 'Add to basket'",
            "row: A | B | [5] button 'X'",
            "[6] searchbox 'Search' value=''",
            "[7] combobox 'Sort' value='a' options: Price, Name",
            "$4.00",
            "4.5 out of 5 (3 reviews)",
            "Weight: 2 kg",
            "dialog 'Cookies' (modal)",
            "[8] button 'Close'",
            "[9] textbox 'Password' value=''",
            "[10] link 'Next'",
        ]
    )
    | st.text(max_size=40),
)
OUTLINE = st.lists(LINE, max_size=25).map("\n".join)
PAGE = OUTLINE.map(lambda text: observed(f"Page: A\nURL: http://a.example/\n{text}"))
ADDED = OUTLINE.map(
    lambda text: changed("\n".join(f"+ {row}" for row in text.splitlines() if row.strip()))
)
RESULT: st.SearchStrategy[tuple[Data, ...]] = (
    st.tuples(PAGE | ADDED)
    | st.tuples(ADDED, PAGE)
    | st.sampled_from(
        [
            (),
            (changed(""),),
            (opened("Page: Mug\nURL: http://a.example/m\nmain\n  Price: $3"),),
            (changed("? confirm 'Sure?'"),),
            (changed("~ 'a' > 'b'\n~ [7] combobox 'Sort' value='b'"),),
            (changed("- dialog 'Cookies'"),),
            (reported("done: fine\nprice of x: $3"),),
            (reported("failed: no"),),
            (PersonAnswer(action="answered", value="x"),),
        ]
    )
)


async def _hold(messages, tools, results):
    for data, wrong in results:
        reply = await OfflineModel().complete(messages, tools)
        check_calls(reply.calls, tools)
        messages = [
            *messages,
            Message(role="assistant", calls=reply.calls),
            Message(
                role="tool",
                results=tuple(
                    ToolResult(call_id=call.id, name=call.name, text="", is_error=wrong, data=data)
                    for call in reply.calls
                ),
            ),
        ]
    reply = await OfflineModel().complete(messages, tools)
    check_calls(reply.calls, tools)


RESULTS = st.lists(st.tuples(RESULT, st.booleans()), max_size=6)


@settings(deadline=None)
@given(SENTENCE, PAGE, RESULTS)
async def test_the_navigator_always_makes_a_valid_call(sub_task, page, results):
    first = Message(role="user", text=f"Sub-task: {sub_task}", data=(page,))
    await _hold([first], NAVIGATOR, results)


@settings(deadline=None)
@given(SENTENCE, RESULTS)
async def test_the_planner_always_makes_a_valid_call(task, results):
    await _hold([Message(role="user", text=f"Task: {task}")], PLANNER, results)


@settings(deadline=None)
@given(SENTENCE, st.lists(st.sampled_from(NAVIGATOR[:-1]), unique_by=lambda each: each.name), PAGE)
async def test_only_offered_functions_are_called(sub_task, some, page):
    tools = (*some, REPORT)
    messages = [Message(role="user", text=f"Sub-task: {sub_task}", data=(page,))]
    reply = await OfflineModel().complete(messages, tools)
    check_calls(reply.calls, tools)


async def test_a_conversation_of_another_model_can_be_gone_on_with():
    page = observed(
        "Page: A\nURL: http://a.example/\nmain\n  list\n"
        "    item: Mug $3\n    item: Pot $4\n    item: Pan $9"
    )
    messages = [
        Message(role="user", text="Sub-task: Find the price of the second product", data=(page,)),
        Message(role="assistant", calls=(ToolCall(id="x", name="scroll", arguments="not json"),)),
        Message(role="tool", results=(ToolResult(call_id="x", name="scroll", text="Scrolled."),)),
        Message(role="assistant", text="Hm."),
        Message(role="user", text="Answer with a function call; when you are done, call report."),
    ]
    reply = await OfflineModel().complete(messages, NAVIGATOR)
    assert reply.calls[0].name == "report"
    assert "$4" in reply.calls[0].arguments


async def test_says_that_it_does_not_know_other_functions():
    reply = await OfflineModel().complete([Message(role="user", text="Hi")], [tool("fly")])
    assert reply.calls == ()
    assert reply.text
    assert (await OfflineModel().complete([])).calls == ()


async def test_counts_a_call_and_a_quarter_of_the_characters():
    reply = await OfflineModel().complete([Message(role="user", text="x" * 400)], [tool("fly")])
    assert reply.usage.calls == 1
    assert reply.usage.input_tokens == 100
    assert reply.usage.output_tokens == len(reply.text) // 4
    assert OfflineModel().name == "offline"
    await OfflineModel().close()


def test_its_files_know_no_site_of_ours():
    """Addresses, ids, classes and the names of our made-up goods have no place in general rules."""
    ours = re.compile(
        r"corner ?shop|127\.0\.0\.1|/product/|product-\d|mmid-|data-testid|\bslug\b|\.css\b"
        r"|#[a-z]{3,}|querySelector",
        re.I,
    )
    names = _names_of_our_sites()
    for path in Path(package.__file__).parent.glob("*.py"):
        text = path.read_text(encoding="utf-8")
        assert not ours.search(text), path.name
        assert not [name for name in names if re.search(rf"\b{re.escape(name)}\b", text, re.I)], (
            path.name
        )


def _names_of_our_sites() -> set[str]:
    folder = Path(__file__).parents[4] / "benchmarks" / "sites"
    rows = [
        row
        for table in folder.rglob("products.csv")
        for row in table.read_text("utf-8").splitlines()[1:]
    ]
    cells = {cell.strip('" ') for row in rows for cell in row.split(",")}
    return {cell for cell in cells if re.fullmatch(r"[A-Z][a-z]+(?: [A-Za-z]+)+", cell)}
