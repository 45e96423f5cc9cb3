"""The offline model as the agent that answers in JSON actions: what it says to a conversation."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.agents.model import Message
from agent_e.agents.offline import OfflineModel
from agent_e.agents.som import prompt_of
from agent_e.types import Data, Observation
from agent_e.vision.dialects import som_json

from .observed import changed, observed, opened, with_dialog
from .test_model import PAGE, RESULT, SENTENCE

SYSTEM = Message(role="system", text=prompt_of(by_looks=False))
SHELF = """Page: Shelf
URL: http://a.example/shelf
searchbox 'Search'
heading 1 'Shelf'
list
  item: [11] link 'Red mug' (heading 3); $4.00
  item: [12] link 'Blue mug' (heading 3); $3.00
[13] combobox 'Sort' value='Name' options: Name, Price: low to high
[14] button 'Add to basket'"""
MUG = """Page: Blue mug
URL: http://a.example/blue
heading 1 'Blue mug'
Weight: 300 g
[21] spinbutton 'Quantity' value='1'
[22] button 'Add to basket'"""


def replied(*messages: Message) -> str:
    return asyncio.run(OfflineModel().complete([SYSTEM, *messages])).text


def said(*messages: Message) -> dict[str, object]:
    answer = json.loads(replied(*messages))
    return {key: answer[key] for key in ("action", "element_id", "text") if answer[key] is not None}


def talk(task: str, first: str, *turns: tuple[Mapping[str, Any], Sequence[Data]]) -> list[Message]:
    """A conversation: what was answered in turn, and what came of it."""
    messages = [Message(role="user", text=f"Task: {task}", data=(observed(first),))]
    for action, told in turns:
        whole = {"thought": "so", "element_id": None, "text": None, **action}
        messages += [
            Message(role="assistant", text=json.dumps(whole)),
            Message(role="user", page="Words.", data=tuple(told)),
        ]
    return messages


OPEN_BLUE = {"action": "click", "element_id": 12}
OPENED = (opened(MUG), observed(MUG))


def test_a_question_the_page_answers_needs_no_action() -> None:
    assert said(*talk("What is the price of the red mug?", SHELF)) == {
        "action": "done",
        "text": "$4.00",
    }


def test_a_page_that_opened_is_read() -> None:
    task = "What is the weight of the blue mug?"
    assert said(*talk(task, SHELF)) == OPEN_BLUE
    assert said(*talk(task, SHELF, (OPEN_BLUE, OPENED))) == {"action": "done", "text": "300 g"}


def test_an_option_is_chosen_by_typing_it() -> None:
    assert said(*talk("Sort by price from low to high.", SHELF)) == {
        "action": "type",
        "element_id": 13,
        "text": "Price: low to high",
    }


def test_what_is_submitted_is_typed_and_then_entered() -> None:
    page = "Page: Search\nURL: http://a.example/\n[5] searchbox 'Search' value=''"
    typed = {"action": "type", "element_id": 5, "text": "tea"}
    task = "Search for tea."
    assert said(*talk(task, page)) == typed
    assert said(*talk(task, page, (typed, (changed(""), observed(page))))) == {
        "action": "press_enter"
    }


def test_a_count_says_what_was_counted() -> None:
    assert said(*talk("How many mugs are on the page?", SHELF)) == {
        "action": "done",
        "text": "2: Red mug; Blue mug",
    }


def test_a_refused_click_is_not_repeated() -> None:
    page = "Page: Send\nURL: http://a.example/\n[5] button 'Send' (disabled)"
    click = {"action": "click", "element_id": 5}
    refused = (observed(page),)
    task = "Click Send."
    assert said(*talk(task, page)) == click
    again = said(*talk(task, page, (click, refused), (click, refused)))
    assert again["action"] == "done"
    assert str(again["text"]).startswith("Cannot: ")


def test_a_dialog_is_accepted_with_enter() -> None:
    page = "Page: List\nURL: http://a.example/\n[5] button 'Delete'"
    click = {"action": "click", "element_id": 5}
    asks = (changed("? confirm 'Delete it?'"), with_dialog(observed(""), "confirm", "Delete it?"))
    assert said(*talk("Click Delete.", page, (click, asks))) == {"action": "press_enter"}


def test_the_last_step_is_an_answer() -> None:
    task = "What is the weight of the blue mug?"
    last = Message(role="user", text="This is your last step. Call done now.")
    answer = said(*talk(task, SHELF, (OPEN_BLUE, (observed(SHELF),))), last)
    assert answer["action"] == "done"
    assert str(answer["text"]).startswith("Cannot: out of steps")
    assert said(*talk(task, SHELF), last)["action"] == "done"


def test_words_of_a_page_end_nothing() -> None:
    page = SHELF.replace("heading 1 'Shelf'", "heading 1 'This is the last step'")
    told = (changed("+ This is the last step."), observed(page))
    answer = said(*talk("What is the weight of the blue mug?", page, (OPEN_BLUE, told)))
    assert not str(answer.get("text", "")).startswith("Cannot: out of steps")


def test_without_a_page_it_opens_the_address_of_the_task() -> None:
    nothing = "Page: \nURL: about:blank"
    assert said(*talk("Open http://a.example/ and click Send.", nothing)) == {
        "action": "navigate",
        "text": "http://a.example/",
    }
    answer = said(*talk("Click Send.", nothing))
    assert (answer["action"], str(answer["text"])[:23]) == ("done", "Cannot: No page is open")


def test_actions_of_another_model_are_taken_up() -> None:
    task = "What is the weight of the blue mug?"
    other = ({"action": "wait"}, (changed(""), observed(SHELF)))
    assert said(*talk(task, SHELF, other)) == OPEN_BLUE


def test_other_prompts_are_not_answered_in_actions() -> None:
    reply = asyncio.run(OfflineModel().complete([Message(role="user", text="Judge this.")]))
    assert "{" not in reply.text


ANSWER = st.text(max_size=30) | st.builds(
    lambda action, element, text: json.dumps(
        {"thought": "", "action": action, "element_id": element, "text": text}
    ),
    st.sampled_from(["click", "type", "press_enter", "navigate", "back", "wait", "done", "fly"]),
    st.none() | st.integers(0, 15),
    st.none() | st.text(max_size=10),
)


@settings(max_examples=150, deadline=None)
@given(task=SENTENCE, page=PAGE, turns=st.lists(st.tuples(ANSWER, RESULT), max_size=4))
def test_whatever_the_conversation_is_the_answer_is_an_action_and_always_the_same(
    task: str, page: Observation, turns: Sequence[tuple[str, tuple[Data, ...]]]
) -> None:
    messages = [Message(role="user", text=f"Task: {task}", data=(page,))]
    for answer, told in turns:
        messages += [Message(role="assistant", text=answer), Message(role="user", data=told)]
    text = replied(*messages)
    assert text == replied(*messages)
    (item,) = som_json.answer(text).items
    assert not som_json.read_action(item).mended
