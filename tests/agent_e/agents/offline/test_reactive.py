"""The offline model as the stateless agent: what it says to a page, whatever its selectors are."""

import asyncio
import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.agents.offline import OfflineModel
from agent_e.agents.reactive import messages_for, read_reply
from agent_e.models.model import Message
from agent_e.types.act_protocol import MOST_ELEMENTS
from tests.agent_e.agents.acting import request

Row = tuple[str, str, str, str]
MUGS: list[Row] = [
    (f"#m{n} a", "a", "link", f"{name} (collapsed)")
    for n, name in enumerate(("Red mug", "Blue mug", "Old mug"), 1)
]
SHELF: list[Row] = [("h1", "h1", "heading", "Mugs"), *MUGS, ("#q", "input", "search", "Search")]
OPEN: list[Row] = [
    ("h2", "h2", "heading", "Blue mug"),
    ("#d dt", "dt", "term", "Price"),
    ("#d dd", "dd", "definition", "$7.50"),
    (".r", "dd", "definition", "4.1 out of 5"),
]


def act(task: str, *rows: Row, step: int = 0, url: str = "http://a/") -> dict[str, Any]:
    messages = messages_for(request(task, *rows, step=step, url=url))
    reply = asyncio.run(OfflineModel().complete(messages))
    action: dict[str, Any] = read_reply(reply.text, {}).action.model_dump()
    return action


def test_the_item_at_a_place_is_opened() -> None:
    assert act("Find the price of the third mug", *SHELF) == {"type": "click", "selector": "#m3 a"}
    assert act("Find the price of the last mug", *SHELF)["selector"] == "#m3 a"
    assert act("What does the Blue mug cost?", *SHELF)["selector"] == "#m2 a"


def test_what_is_open_is_read() -> None:
    rows = [each if "Blue" not in each[3] else (*each[:3], "Blue mug (expanded)") for each in SHELF]
    task = "Find the price of the second mug"
    stop = {"type": "stop", "reason": "$7.50"}
    assert act(task, *rows, *OPEN, step=1, url="http://a/?mug=blue-mug") == stop
    assert act("How is the Blue mug rated?", *rows, *OPEN, step=1) != stop
    rating = act(
        "Find the rating of the second mug", *rows, *OPEN, step=1, url="http://a/?p=blue-mug"
    )
    assert rating["reason"] == "4.1 out of 5"


def test_another_one_that_is_open_is_not_taken_for_it() -> None:
    url = "http://a/?mug=blue-mug"
    action = act("Find the price of the third mug", *SHELF, *OPEN, step=1, url=url)
    assert action == {"type": "click", "selector": "#m3 a"}
    covered = [(*each[:3], f"{each[3][:-1]}, covered)") if each in MUGS else each for each in SHELF]
    close = ("#x", "button", "submit", "Close")
    action = act("Find the price of the third mug", *covered, close, *OPEN, step=1, url=url)
    assert action == {"type": "click", "selector": "#x"}


def test_a_list_with_values_is_not_taken_for_one_item() -> None:
    prices: list[Row] = [(f"#m{n} p", "p", "text", f"${n}.00") for n in (1, 2, 3)]
    url = "http://a/mugs"
    assert act("Find the price of the third mug", *SHELF, *prices, url=url)["selector"] == "#m3 a"
    action = act("Find the price of the third mug", *SHELF, *prices, step=1, url=url)
    assert action == {"type": "click", "selector": "#m3 a"}
    here = act("Find the price of the third mug", *OPEN, step=1, url="http://a/blue-mug")
    assert here["reason"] == "$7.50"


def test_what_is_folded_is_shown_before_it_is_read() -> None:
    tabs: list[Row] = [
        ("#t", "button", "submit", "Description (selected)"),
        ("#s", "button", "submit", "Specifications"),
    ]
    task = "What is the weight of the Blue mug?"
    assert act(task, *OPEN, *tabs, step=1, url="http://a/blue-mug")["selector"] == "#s"
    weight: Row = ("#w", "li", "listitem", "Weight: 300 g")
    tabs[1] = (*tabs[1][:3], "Specifications (selected)")
    read = act(task, *OPEN, *tabs, weight, step=2, url="http://a/blue-mug")
    assert read == {"type": "stop", "reason": "300 g"}


def test_the_part_of_the_site_that_is_asked_about_is_entered_first() -> None:
    task = "How many products are in the Kitchen category?"
    way: Row = ("nav a", "a", "link", "Kitchen")
    assert act(task, way, ("h1", "h1", "heading", "Welcome")) == {
        "type": "click",
        "selector": "nav a",
    }
    there: list[Row] = [("h1", "h1", "heading", "Kitchen"), ("p", "p", "text", "12 products")]
    assert act(task, way, *there, step=1)["reason"] == "12"


def test_things_are_counted_with_their_names() -> None:
    counted = act("Count the total number of mugs", *SHELF)["reason"]
    assert counted == "3: Red mug; Blue mug; Old mug"
    stated = ("#n", "p", "text", "24 mugs")
    assert act("Count the total number of mugs", *SHELF, stated)["reason"] == "24"


def test_of_a_list_that_is_cut_nothing_is_counted() -> None:
    many: list[Row] = [(f"#m{n} a", "a", "link", f"Mug {n}") for n in range(MOST_ELEMENTS)]
    assert act("How many mugs are there?", *many)["reason"].startswith("Cannot:")


def test_values_in_a_list_are_compared_and_others_are_not_guessed() -> None:
    prices: list[Row] = [
        (f"#m{n} .p", "p", "text", f"${price}") for n, price in enumerate((4, 9, 6), 1)
    ]
    task = "Find the rating of the most expensive mug"
    assert act(task, *SHELF, *prices) == {"type": "click", "selector": "#m2 a"}
    assert act(task, *SHELF)["reason"].startswith("Cannot: the price of each shows only when")


def test_a_form_is_filled_ticked_and_sent_step_by_step() -> None:
    task = 'Enter the word "elm" and the code "b2", select Red, Blue and press Send'
    rows: list[Row] = [
        ("#w", "input", "text", "Word"),
        ("#c", "input", "password", "Code"),
        ("#r", "input", "checkbox", "Red (not checked)"),
        ("#b", "input", "checkbox", "Blue (checked)"),
        ("#s", "button", "submit", "Send"),
    ]
    assert act(task, *rows) == {"type": "type", "selector": "#w", "text": "elm"}
    rows[0] = (*rows[0][:3], "Word = elm")
    assert act(task, *rows, step=1) == {"type": "type", "selector": "#c", "text": "b2"}
    rows[1] = (*rows[1][:3], "Code = •••")
    assert act(task, *rows, step=2)["selector"] == "#r"
    rows[2] = (*rows[2][:3], "Red (checked)")
    assert act(task, *rows, step=3)["selector"] == "#s"


def test_a_field_is_filled_once_and_a_list_set_once() -> None:
    form: list[Row] = [
        ("#c", "input", "text", "City"),
        ("#s", "select", "select-one", "Size = Small (options: Small; Large)"),
        ("#go", "button", "submit", "Send"),
    ]
    task = "Type Oslo into the City field, then select Large, then click Send"
    assert act(task, *form) == {"type": "type", "selector": "#c", "text": "Oslo"}
    form[0] = (*form[0][:3], "City = Oslo")
    assert act(task, *form, step=1) == {"type": "select", "selector": "#s", "value": "Large"}
    form[1] = (*form[1][:3], "Size = Large (options: Small; Large)")
    assert act(task, *form, step=2) == {"type": "click", "selector": "#go"}
    assert act(task, *form, step=3)["type"] == "stop"


def test_words_are_searched_for_when_they_are_not_in_sight() -> None:
    action = act("What is the price of the Green teapot?", *SHELF)
    assert action == {"type": "type", "selector": "#q", "text": "Green teapot\n"}


def test_it_comes_to_an_end() -> None:
    stop = act("Find the price of the third mug", *SHELF, step=15)
    assert (stop["type"], stop["reason"][:7]) == ("stop", "Cannot:")


@pytest.mark.parametrize("text", ["", "Task: x", "Task: x\n\nStep: 1\n\n{nonsense\n"])
def test_an_odd_prompt_is_answered(text: str) -> None:
    system = messages_for(request("x"))[0]
    messages = [system, Message(role="user", text=text)]
    reply = asyncio.run(OfflineModel().complete(messages)).text
    assert json.loads(reply)["action"]["type"] == "stop"


@given(
    st.text(min_size=1, max_size=80),
    st.lists(st.tuples(*[st.text(min_size=1, max_size=30)] * 4), max_size=12),
    st.integers(0, 30),
)
@settings(max_examples=150, deadline=None)
def test_it_answers_whatever_the_page_says(task: str, rows: list[Any], step: int) -> None:
    known = {row[0] for row in rows}
    action = act(task, *rows, step=step)
    assert action.get("selector", "") in {"", *known}
