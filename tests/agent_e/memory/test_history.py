"""What becomes of a conversation that gets too long, on records alone."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import replace

import pytest

from agent_e.memory.history import ASK_FOR_NOTES, PICTURE_GONE, SHOWN, Compaction, History
from agent_e.memory.tokens import TokenEstimator
from agent_e.types import PageText, Picture
from agent_e.types.conversation import Message, ToolCall, ToolResult

BUDGET = 32_000
BESIDE = 1_500
WORDS = [
    "lamp",
    "desk",
    "oak",
    "wool",
    "blanket",
    "kettle",
    "price",
    "rating",
    "delivery",
    "basket",
    "order",
    "warm",
    "light",
]


def outline(number: int, lines: int = 60) -> str:
    """A page as an outline tells it, about as long as one may be."""
    dice = random.Random(number)
    rows = [
        f"  item: [{number * 100 + at}] link '{' '.join(dice.choices(WORDS, k=6))}' "
        f"(heading 2); ${dice.randint(1, 900)}.{dice.randint(10, 99)}"
        for at in range(lines)
    ]
    return "\n".join(rows)


class Talk:
    """A conversation, and how long each request of it was."""

    def __init__(self, budget: int | None = BUDGET) -> None:
        self.sizes = TokenEstimator()
        self.history = History("You carry out a sub-task.", self.sizes.of, budget)
        first = "Sub-task: open every page."
        self.history.begin(Message(role="user", text=first, page=PageText(outline(0))))
        self.sent: list[list[Message]] = []
        self.shortened: list[Compaction] = []

    def ask(self, scale: float = 1.0) -> list[Message]:
        """What the next request holds."""
        if done := self.history.fit(BESIDE, scale):
            self.shortened.append(done)
        self.sent.append(self.history.messages)
        return self.sent[-1]

    def step(self, number: int, text: str, *, page: bool = False, words: str = "") -> None:
        """Ask, and take a reply with one call and its result."""
        self.ask()
        self.reply(number, (text,), page=page, words=words)

    def reply(
        self, number: int, texts: Sequence[str], *, page: bool = False, words: str = ""
    ) -> None:
        ids = [f"call_{number}_{place}" for place in range(len(texts))]
        calls = tuple(ToolCall(id=each, name="click", arguments='{"mmid": 5}') for each in ids)
        results = tuple(
            ToolResult(
                call_id=each, name="click", text=text, short=text.partition("\n")[0], page=page
            )
            for each, text in zip(ids, texts, strict=True)
        )
        self.history.add(
            Message(role="assistant", text=words, calls=calls, provider_state=f"kept {number}")
        )
        self.history.add(Message(role="tool", results=results))

    def tokens(self, messages: Sequence[Message]) -> int:
        return BESIDE + self.sizes.of(messages)


def opened(number: int) -> str:
    return f'Clicked [{number}] link. The page changed: now "Page {number}".\n{outline(number)}'


def changed(number: int) -> str:
    return f"Clicked [7] button 'More'. [8] status '{number} shown' is now '{number + 1} shown'."


def steps(talk: Talk, count: int, every: int = 2) -> Iterator[int]:
    """Go on for so many steps; each ``every``-th opens a page."""
    for number in range(1, count + 1):
        page = number % every == 0
        talk.step(number, opened(number) if page else changed(number), page=page)
        yield number


def common(first: Sequence[Message], second: Sequence[Message]) -> int:
    """How many messages both begin with."""
    same = [a == b for a, b in zip(first, second, strict=False)]
    return same.index(False) if False in same else len(same)


@pytest.mark.parametrize(("count", "every"), [(40, 1), (40, 2), (80, 4)])
def test_many_steps_stay_within_the_budget_and_mostly_in_the_cache(count: int, every: int) -> None:
    talk = Talk()
    for _ in steps(talk, count, every):
        assert talk.tokens(talk.sent[-1]) <= BUDGET
    assert talk.shortened, "this was too short to say anything"
    cached = total = 0
    for before, now in zip(talk.sent[10:], talk.sent[11:], strict=False):
        cached += BESIDE + talk.sizes.of(now[: common(before, now)])
        total += talk.tokens(now)
    assert cached / total >= 0.7, cached / total


def test_it_only_grows_at_its_end_until_it_is_shortened_to_about_half() -> None:
    talk = Talk()
    for _ in steps(talk, 40):
        grown = len(talk.sent) < 2 or common(talk.sent[-2], talk.sent[-1]) == len(talk.sent[-2])
        last = talk.shortened[-1] if talk.shortened else None
        now = talk.sizes.of(talk.sent[-1])
        assert grown or (last is not None and last.after == now)
    for done in talk.shortened:
        assert 0.8 * BUDGET < done.before + BESIDE <= BUDGET
        assert 0.35 * BUDGET < done.after + BESIDE < 0.6 * BUDGET


def test_every_call_keeps_exactly_its_result() -> None:
    talk = Talk()
    for _ in steps(talk, 60):
        messages = talk.sent[-1]
        for at, message in enumerate(messages):
            if message.role == "tool":
                asked = [call.id for call in messages[at - 1].calls]
                assert [result.call_id for result in message.results] == asked
            elif message.calls:
                assert messages[at + 1].role == "tool"
        assert [message.role for message in messages[:2]] == ["system", "user"]
    assert len(talk.shortened) >= 3


def test_replies_that_stay_are_the_very_ones_that_came() -> None:
    talk = Talk()
    seen: dict[str, Message] = {}
    for _ in steps(talk, 40):
        for message in talk.history.messages:
            if message.role == "assistant":
                assert seen.setdefault(message.calls[0].id, message) is message


def test_what_is_gone_is_told_by_action_and_outcome() -> None:
    talk = Talk()
    for number in range(1, 4):
        talk.step(number, opened(number), page=True)
    for number in range(4, 30):
        talk.step(number, opened(number), page=True)
    told = talk.history.messages[2].words
    assert told.startswith("Done before this, in order")
    assert '- click: Clicked [1] link. The page changed: now "Page 1".' in told
    assert "heading 2" not in told
    first = talk.history.messages[1].words
    assert first == "Sub-task: open every page."


def test_the_page_that_is_open_stays_as_long_as_there_is_room_for_it() -> None:
    talk = Talk()
    for number in range(1, 60):
        talk.step(
            number, opened(number) if number % 4 == 1 else changed(number), page=number % 4 == 1
        )
        open_now = number - (number - 1) % 4
        assert f'now "Page {open_now}"' in str(talk.history.messages[3:])
    talk = Talk()
    for number in range(1, 120):
        talk.step(number, f"{changed(number)}\n{outline(number, 20)}")
    assert talk.shortened
    assert "look at it before you act on it" in talk.history.messages[2].words


def test_the_same_line_is_told_once_with_its_number() -> None:
    talk = Talk(8_000)
    for number in range(1, 40):
        talk.step(number, f"Scrolled down.\n{outline(number, 20)}")
    told = talk.history.messages[2].words
    assert told.count("Scrolled down.") == 1
    assert "- click: Scrolled down. (" in told


def test_notes_are_asked_for_once_before_and_stay() -> None:
    talk = Talk()
    number = 0
    while not talk.shortened or len(talk.shortened) < 3:
        number += 1
        words = ""
        if talk.ask()[-1].text == ASK_FOR_NOTES:
            words = f"The lamp of page {number} costs $4{number}.50."
        talk.reply(number, (opened(number),), page=True, words=words)
        asked = [m for m in talk.history.messages if m.text == ASK_FOR_NOTES]
        assert len(asked) <= 1
    told = str(talk.history.messages)
    assert "You noted:" in told
    noted = [n for n in range(number) if f"The lamp of page {n} costs $4{n}.50." in told]
    assert len(noted) == 3
    assert f"The lamp of page {noted[0]} costs" in talk.history.messages[2].words


def test_notes_are_those_of_the_reply_whatever_else_was_remarked() -> None:
    talk = Talk()
    number = 0
    near = "15 of the sub-task's 20 steps are used: come to an end soon."
    while not talk.shortened or len(talk.shortened) < 2:
        number += 1
        words = ""
        if talk.ask()[-1].text == ASK_FOR_NOTES:
            talk.history.remark(near)
            words = f"The lamp of page {number} costs $4{number}.50."
        talk.reply(number, (opened(number),), page=True, words=words)
    assert str(talk.history.messages).count("The lamp of page") == 2
    digest = talk.history.messages[2].words
    assert "You noted:\nThe lamp of page" in digest
    assert near not in digest


def test_words_nobody_asked_for_and_remarks_of_ours_go() -> None:
    talk = Talk()
    talk.step(1, opened(1), page=True, words="I think I shall open the next one.")
    talk.history.remark("15 of the sub-task's 20 steps are used: come to an end soon.")
    talk.history.add(Message(role="user", text="The person says: only lamps, please."))
    for number in range(2, 30):
        talk.step(number, opened(number), page=True)
    told = talk.history.messages[2].words
    assert "I shall open" not in str(talk.history.messages)
    assert "come to an end" not in str(talk.history.messages)
    assert "- Told: The person says: only lamps, please." in told


def test_a_result_may_say_itself_what_stays_of_it() -> None:
    talk = Talk()
    talk.ask()
    short = "open the cheapest lamp: done: Opened. Fact 1: it costs $5"
    result = ToolResult(call_id="a", name="browse", text="done: Opened.\nmuch more", short=short)
    call = ToolCall(id="a", name="browse")
    talk.history.add(Message(role="assistant", calls=(call,)))
    talk.history.add(Message(role="tool", results=(result,)))
    for number in range(2, 30):
        talk.step(number, opened(number), page=True)
    assert f"- browse: {short}" in talk.history.messages[2].words


def test_what_failed_is_told_with_what_was_tried() -> None:
    talk = Talk()
    talk.ask()
    gone = ToolResult(call_id="a", name="click", text="[9] is gone.", is_error=True)
    call = ToolCall(id="a", name="click", arguments='{"mmid": 9}')
    talk.history.add(Message(role="assistant", calls=(call,)))
    talk.history.add(Message(role="tool", results=(gone,)))
    for number in range(2, 30):
        talk.step(number, opened(number), page=True)
    assert '- click {"mmid": 9}: [9] is gone.' in talk.history.messages[2].words


def test_hundreds_of_steps_leave_out_the_oldest_lines_and_say_so() -> None:
    talk = Talk(8_000)
    for number in range(1, 300):
        talk.step(
            number, opened(number).replace("link.", f"link '{WORDS[number % 12]}'."), page=True
        )
        assert talk.tokens(talk.sent[-1]) <= 8_000
    assert "earlier lines are left out)" in talk.history.messages[2].words


@pytest.mark.parametrize("count", [1, 12])
def test_one_reply_that_is_too_long_alone_is_cut_but_keeps_its_results(count: int) -> None:
    talk = Talk(8_000)
    talk.ask()
    talk.reply(1, [f"Read part {n}.\n{outline(n, 3_000 // count)}" for n in range(count)])
    messages = talk.ask()
    assert talk.tokens(messages) <= 8_000
    results = messages[-1].results
    assert len(results) == count
    assert results[-1].text.endswith("left out)")
    assert results[-1].text.startswith(f"Read part {count - 1}.\n")
    assert [result.text for result in results[:-1]] == [f"Read part {n}." for n in range(count - 1)]


def test_a_provider_that_counts_more_has_less_room() -> None:
    talk = Talk()
    for number in range(1, 30):
        messages = talk.ask(scale=1.6)
        assert 1.6 * talk.tokens(messages) <= BUDGET + 1
        talk.reply(number, (opened(number),), page=True)


def test_a_conversation_the_provider_refused_gets_much_shorter_and_stays_so() -> None:
    talk = Talk()
    for _ in steps(talk, 6):
        pass
    before = talk.tokens(talk.ask())
    done = talk.history.compact_further(BESIDE, 1.0)
    assert done is not None
    assert talk.tokens(talk.history.messages) < 0.6 * before
    assert talk.history.budget is not None
    for number in range(7, 30):
        talk.step(number, opened(number), page=True)
        assert talk.tokens(talk.sent[-1]) <= 0.6 * before + 1
    alone = Talk()
    alone.history.fit(BESIDE, 1.0)
    assert alone.history.compact_further(BESIDE, 1.0) is not None, "the first page can go"
    assert alone.history.compact_further(BESIDE, 1.0) is None


def test_without_a_budget_nothing_is_ever_taken_out() -> None:
    talk = Talk(budget=None)
    for _ in steps(talk, 60):
        pass
    assert len(talk.history.messages) == 2 + 120
    assert talk.history.compact_further(BESIDE, 1.0) is None


def test_pictures_go_with_the_steps_that_took_them() -> None:
    talk = Talk()
    picture = Picture(data=b"no picture", media_type="image/png")
    for number in range(1, 40):
        talk.step(number, f"The picture shows page {number}.\n{outline(number, 20)}")
        talk.history.show(Message(role="user", text=SHOWN, pictures=(picture,)))
        shown = [m for m in talk.history.messages if m.pictures]
        assert 1 <= len(shown) <= 4
    told = talk.history.messages[2].words
    assert "- click: The picture shows page 1." in told
    assert SHOWN not in told
    assert PICTURE_GONE not in told


def test_a_message_is_counted_once_however_often_it_is_sent() -> None:
    sizes = TokenEstimator()
    message = Message(role="user", text=outline(1))
    alike = replace(message)
    assert sizes.of([message]) == sizes.of([message]) == sizes.of([alike])
    assert len(sizes.known) == 2


def test_what_the_person_says_stays_in_full_and_outside_of_what_pages_say() -> None:
    talk = Talk()
    words = f'The person says now: "{"no red ones, " * 40}"'
    talk.history.say(words)
    for _ in steps(talk, 120):
        sent = talk.history.messages
        assert sum(message.text.count(words) for message in sent) == 1
        assert not any(words in message.page.raw for message in sent)
    assert len(talk.shortened) >= 3
