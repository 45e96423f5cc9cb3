"""What is sent of a conversation in JSON actions, and what becomes of answers that are none."""

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any

import pytest

from agent_e.agents.chat import Chat
from agent_e.agents.messages import Manner
from agent_e.architectures.som.json_actions import ACT, DONE, REFUSED, JsonActions, Window, fitted
from agent_e.benchmarks.scripted import Scripted
from agent_e.errors import BadArgument, BadReply, LimitReached
from agent_e.memory.history import PICTURE_GONE
from agent_e.memory.tokens import message_tokens
from agent_e.models.model import Message, Picture, ToolResult
from agent_e.models.replay import ReplayModel
from agent_e.safety import UntrustedContent
from agent_e.skills import describe
from agent_e.types import PageText, SkillResult
from tests.agent_e.conftest import Bench, in_turn

TASK = "Task: Order tea."
FENCE = UntrustedContent()
MANNER = Manner(last="Only done now.", near="{left} left.", unread="Answer now, alone.")


def picture(number: int) -> Picture:
    return Picture(data=b"picture %d" % number, media_type="image/png")


def answer(action: str, element: int | None = None, text: str | None = None) -> str:
    said = {"thought": "so", "action": action, "element_id": element, "text": text}
    return json.dumps(said)


def batch(*actions: tuple[Any, ...], note: str = "") -> str:
    members = ("action", "element_id", "text")
    items = [dict(zip(members, each, strict=False)) for each in actions]
    return json.dumps({"thought": "so", "note": note, "actions": items})


def conversation(steps: int, *, pictures: bool = True, told: str = "Clicked.") -> list[Message]:
    """A conversation as a chat holds it: one click a step, each with the page after it."""
    messages = [
        Message(role="system", text="You click."),
        Message(
            role="user",
            text=TASK,
            page=PageText("page 0"),
            pictures=(picture(0),) if pictures else (),
        ),
    ]
    for number in range(1, steps + 1):
        result = ToolResult(
            call_id=f"som_{number}", name=ACT, text=f"{told} ({number})", view=f"page {number}"
        )
        messages += [
            Message(role="assistant", text=answer("click", number)),
            Message(role="tool", results=(result,)),
        ]
        if pictures:
            messages.append(
                Message(role="user", text="The page looks so:", pictures=(picture(number),))
            )
    return messages


def words(messages: Sequence[Message]) -> str:
    return "\n".join(message.words for message in messages)


def tokens(messages: Sequence[Message]) -> int:
    return sum(map(message_tokens, messages))


def test_before_the_first_answer_everything_is_sent() -> None:
    messages = conversation(0)
    assert fitted(messages, Window(), TASK) == messages


def test_what_is_said_before_the_first_answer_is_sent_with_the_task() -> None:
    last = Message(role="user", text="This is your last step.")
    _system, opening, said = fitted([*conversation(0), last], Window(), TASK)
    assert opening.words == f"{TASK}\n\npage 0"
    assert said == last
    assert opening.pictures == (picture(0),)


def test_the_newest_steps_are_told_in_full_and_older_ones_in_a_line_each() -> None:
    sent = fitted(conversation(6), Window(steps=3), TASK)
    assert [message.role for message in sent] == ["system", "user", *["assistant", "user"] * 3]
    opening = sent[1].words
    assert opening.startswith(f"{TASK}\n\nPrevious actions summary: [Step 1: ")
    assert [f"[Step {number}: Clicked. ({number})]" in opening for number in
            range(1, 7)] == [True] * 3 + [False] * 3  # fmt: skip
    assert [message.text for message in sent[2::2]] == [answer("click", n) for n in (4, 5, 6)]
    assert [message.words.split("\n")[0] for message in sent[3::2]] == [
        f"Clicked. ({number})" for number in (4, 5, 6)
    ]


def test_a_line_of_an_older_step_is_cut() -> None:
    long = conversation(4, told="A heading of a page that says " + 30 * "very " + "much")
    opening = fitted(long, Window(steps=1, older_characters=60), TASK)[1].words
    lines = opening.partition("Previous actions summary: ")[2].split("] [Step")
    assert len(lines) == 3
    for line in lines:
        cut = line.partition(": ")[2].rstrip("]")
        assert (len(cut), cut[-1]) == (61, "…")


def test_only_the_newest_page_and_picture_are_sent() -> None:
    sent = fitted(conversation(3), Window(steps=3), TASK)
    assert [number for number in range(4) if f"page {number}" in words(sent)] == [3]
    assert [each for message in sent for each in message.pictures] == [picture(3)]
    assert sent[-1].pictures == (picture(3),)


def test_whoever_cannot_see_is_told_every_page() -> None:
    window = Window(steps=1_000, views=True)
    sent = fitted(conversation(5, pictures=False), window, TASK)
    assert [number for number in range(6) if f"page {number}" in words(sent)] == list(range(6))
    assert "Previous actions" not in words(sent)


def test_the_budget_makes_older_steps_shorter_but_keeps_the_newest_page() -> None:
    messages = conversation(6, pictures=False, told="word " * 800)
    everything = tokens(fitted(messages, Window(steps=6), TASK))
    budget = everything // 2
    sent = fitted(messages, Window(steps=6, budget_tokens=budget), TASK)
    assert tokens(sent) <= budget
    kept = [message.text for message in sent if message.role == "assistant"]
    assert kept == [answer("click", number) for number in range(7 - len(kept), 7)]
    assert 0 < len(kept) < 6
    assert "page 6" in sent[-1].words
    smallest = fitted(messages, Window(steps=6, budget_tokens=1), TASK)
    assert [message.role for message in smallest] == ["system", "user", "assistant", "user"]
    assert "page 6" in smallest[-1].words


def test_a_picture_that_was_dropped_leaves_no_words_behind() -> None:
    messages = conversation(2)
    at = next(at for at, each in enumerate(messages) if each.pictures == (picture(1),))
    messages[at] = Message(role="user", text=PICTURE_GONE)
    assert PICTURE_GONE not in words(fitted(messages, Window(), TASK))


def test_an_answer_that_could_not_be_read_is_a_step_like_any_other() -> None:
    messages = [
        *conversation(1),
        Message(role="assistant", text="I would click it."),
        Message(role="user", text="It holds no JSON."),
    ]
    sent = fitted(messages, Window(steps=3), TASK)
    assert [message.words for message in sent[-2:]] == ["I would click it.", "It holds no JSON."]
    assert "page 1" in sent[-3].words, "the newest page is that of an older step"
    opening = fitted([*messages, *conversation(2)[2:]], Window(steps=1), TASK)[1].words
    assert "an answer that could not be read: It holds no JSON." in opening


class Page:
    """What the model of a test acts on; remembers what was done."""

    def __init__(self) -> None:
        self.did: list[tuple[str, int | None, str]] = []
        self.stops: dict[str, str] = {}

    async def act(self, action: str, element_id: int | None = None, text: str = "") -> SkillResult:
        """Act."""
        self.did.append((action, element_id, text))
        return SkillResult(text="Done.", view="the page", stop=self.stops.get(action, ""))

    async def refuse(self, action: str, why: str, gone: bool = False) -> SkillResult:
        """Refuse."""
        raise BadArgument(f"Not done: {why}")

    async def done(self, answer: str) -> str:
        """End."""
        return answer


async def chat_of(
    bench: Bench,
    *answers: Scripted,
    ids: Callable[[int], int | None] = lambda number: number,
    max_steps: int = 10,
) -> tuple[Chat, Page, JsonActions]:
    page = Page()
    calls = await bench.calls(in_turn(*answers), role="som", fence=FENCE)
    model = JsonActions(calls.model, Window(), task=lambda: TASK, ids=ids)
    calls.model = model
    functions = [describe(page.act), describe(page.refuse), describe(page.done, ends=True)]
    chat = Chat(
        "som",
        calls,
        system="You click.",
        functions=[
            replace(function, name=name)
            for function, name in zip(functions, (ACT, REFUSED, DONE), strict=True)
        ],
        max_steps=max_steps,
        report_failure=lambda name, error: None,
        repair=model.repair,
        manner=MANNER,
        closing=True,
    )
    return chat, page, model


END = Scripted(text=answer("done", text="It is ordered."))


async def test_actions_are_carried_out_and_the_answer_is_the_last(bench: Bench) -> None:
    typed = Scripted(text=answer("type", 4, "tea"))
    chat, page, model = await chat_of(bench, typed, Scripted(text=answer("press_enter")), END)
    assert await chat.run(f"{TASK}\n\npage 0") == "It is ordered."
    assert page.did == [("type", 4, "tea"), ("press_enter", None, "")]
    assert (model.refused, model.repaired) == (0, 0)
    first, _, last = bench.server.requests
    assert all("tools" not in body for body in bench.server.requests)
    assert [message["role"] for message in first["messages"]] == ["system", "user"]
    assert [message["role"] for message in last["messages"]] == [
        "system", "user", "assistant", "user", "assistant", "user",
    ]  # fmt: skip
    assert last["messages"][-1]["content"] == FENCE.around(PageText("Done.\n\nthe page"))


async def test_an_answer_in_a_fence_is_read_and_counted_as_repaired(bench: Bench) -> None:
    fenced = f"I click it.\n```json\n{answer('click', 7)}\n```"
    chat, page, model = await chat_of(bench, Scripted(text=fenced), END)
    await chat.run(TASK)
    assert page.did == [("click", 7, "")]
    assert (model.refused, model.repaired) == (0, 1)


async def test_an_answer_that_cannot_be_read_is_asked_again_once(bench: Bench) -> None:
    chat, page, model = await chat_of(
        bench, Scripted(text="I click the button."), Scripted(text=answer("click", 7)), END
    )
    assert await chat.run(TASK) == "It is ordered."
    assert page.did == [("click", 7, "")]
    assert (model.refused, model.repaired) == (1, 0)
    asked = bench.server.requests[1]["messages"]
    assert [message["role"] for message in asked] == ["system", "user", "assistant", "user"]
    assert "'I click the button.' holds no JSON." in asked[-1]["content"]
    assert '"action"' in asked[-1]["content"], "an example says what is wanted"


async def test_two_such_answers_end_the_run_with_what_was_said(bench: Bench) -> None:
    chat, page, model = await chat_of(
        bench, Scripted(text="I click the button."), Scripted(text="I click it, I said.")
    )
    with pytest.raises(BadReply, match="I said"):
        await chat.run(TASK)
    assert (page.did, model.refused) == ([], 2)
    assert len(bench.server.requests) == 2


async def test_an_answer_written_as_a_call_ends_the_run_and_its_replay(bench: Bench) -> None:
    chat, _, _ = await chat_of(bench, Scripted(text='done(answer="It is ordered.")'))
    assert await chat.run(TASK) == "It is ordered."
    bench.journal.write_file("run.json", {})
    again, _, model = await chat_of(bench)
    model._model = ReplayModel(str(bench.run_dir), "som", runs_dir=bench.run_dir.parent)
    assert await again.run(TASK) == "It is ordered."


def told(body: Any) -> str:
    """All that the newest request says to the model, the system prompt left aside."""
    return "\n".join(str(message["content"]) for message in body["messages"][1:])


async def test_a_form_goes_in_one_reply_and_numbers_become_ids(bench: Bench) -> None:
    form = batch(("type", 1, "tea"), ("drag", 1, "2 30% 80%"), ("drag", 2, "60px 0px"), ("wait",))
    chat, page, model = await chat_of(
        bench, Scripted(text=form), END, ids=lambda number: {1: 70, 2: 80}.get(number)
    )
    await chat.run(TASK)
    assert page.did == [
        ("type", 70, "tea"),
        ("drag", 70, "80 30% 80%"),
        ("drag", 80, "60px 0px"),
        ("wait", None, ""),
    ]
    assert chat.steps == 2
    assert (model.refused, model.repaired) == (0, 0)


@pytest.mark.parametrize(
    ("bad", "why"),
    [
        (("fly", 5), "There is no action 'fly'. The actions are: click, double_click, "),
        (("wait", None, "5 s"), "wait takes no text, such as '5 s'."),
        (("click", 5, "the button"), "only a place in the element, as 30% 80%"),
        (("click",), "The click says no element_id."),
        (("click", 99), "There is no number 99 on the screenshot."),
        (("drag", 5, "99"), "There is no number 99 on the screenshot."),
    ],
)
async def test_what_comes_before_an_action_that_is_none_is_done(
    bench: Bench, bad: tuple[Any, ...], why: str
) -> None:
    reply = batch(("type", 4, "tea"), bad, ("press_enter",))
    known = frozenset({4, 5})
    chat, page, _ = await chat_of(
        bench, Scripted(text=reply), END, ids=lambda n: n if n in known else None
    )
    await chat.run(TASK)
    assert page.did == [("type", 4, "tea")]
    assert why in told(bench.server.requests[-1])


async def test_what_follows_a_page_that_loaded_is_not_done_and_that_is_said(bench: Bench) -> None:
    reply = batch(("click", 4), ("type", 5, "tea"), ("press_enter",))
    chat, page, _ = await chat_of(bench, Scripted(text=reply), END)
    page.stops = {"click": "the click before it loaded a page."}
    await chat.run(TASK)
    assert page.did == [("click", 4, "")]
    said = told(bench.server.requests[-1])
    assert "Not run: the click before it loaded a page." in said
    assert "Not run either." in said


async def test_done_beside_other_actions_is_asked_for_again_in_a_sentence(bench: Bench) -> None:
    reply = batch(("click", 4), ("done", None, "It is done."))
    chat, page, _ = await chat_of(bench, Scripted(text=reply), END)
    assert await chat.run(TASK) == "It is ordered."
    assert page.did == [("click", 4, "")]
    assert "Not run: Answer now, alone." in told(bench.server.requests[-1])


async def test_after_the_last_action_there_is_a_reply_to_answer_in(bench: Bench) -> None:
    click = Scripted(text=answer("click", 4))
    chat, page, _ = await chat_of(bench, click, click, click, click, END, max_steps=4)
    assert await chat.run(TASK) == "It is ordered."
    assert len(page.did) == 4
    requests = bench.server.requests
    assert "1 left." in told(requests[3])
    assert "Only done now." not in told(requests[3])
    assert "Only done now." in told(requests[4])
    assert "4 steps" in chat.unfinished


async def test_in_the_closing_reply_nothing_but_done_is_taken(bench: Bench) -> None:
    click = Scripted(text=answer("click", 4))
    chat, page, _ = await chat_of(bench, click, click, max_steps=1)
    with pytest.raises(LimitReached):
        await chat.run(TASK)
    assert len(page.did) == 1


def test_notes_are_told_back_and_kept_when_steps_are_shortened() -> None:
    messages = conversation(5)
    messages[2] = Message(role="assistant", text=batch(("click", 1), note="Ann owes 5 €"))
    messages[4] = Message(role="assistant", text=batch(("click", 2), note="Bob owes nothing"))
    opening = fitted(messages, Window(steps=1), TASK)[1].words
    assert opening.startswith(f"{TASK}\n\nYour notes:\n- Ann owes 5 €\n- Bob owes nothing\n\n")


def test_an_older_step_is_told_by_what_it_came_to() -> None:
    short = "Clicked link 'Issues'. \"Issues\" at http://a.example (HTTP 500)."
    messages = conversation(2, told="At http://a.example/very/long there is")
    result = replace(messages[3].results[0], short=short)
    messages[3] = Message(role="tool", results=(result,))
    assert f"[Step 1: {short}]" in fitted(messages, Window(steps=1), TASK)[1].words


def test_what_is_hidden_elsewhere_is_hidden_in_older_answers_too() -> None:
    messages = conversation(2)
    messages[2] = Message(role="assistant", text=batch(("type", 1, "hunter22")))
    sent = fitted(messages, Window(), TASK, lambda text: text.replace("hunter22", "[password]"))
    assert "hunter22" not in words(sent)
    assert "[password]" in words(sent)
