"""Questions and their answers: by id, once, in time, and journaled before anything else."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agent_e.errors import AnswerConflict, BadArgument, Interrupted, NeedsPerson
from agent_e.human import QuestionBroker, Reply
from agent_e.human.questions import form_schema
from agent_e.types import PersonRequest

from .journals import Journal

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Person:
    """A channel that keeps what it is shown, and answers by ``says``."""

    name = "test"

    def __init__(self, *says: Any, journal: Journal | None = None) -> None:
        self.says = list(says)
        self.shown: list[PersonRequest] = []
        self.refused: list[str] = []
        self.journal = journal

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        if self.journal is not None:
            assert self.journal.kinds[-1] == "person.asked"
        self.shown.append(request)
        while self.says:
            try:
                reply(self.says.pop(0))
                return
            except BadArgument as error:
                self.refused.append(str(error))
        await asyncio.Event().wait()


class Absent:
    """A channel nobody is at."""

    name = "absent"

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        return


async def test_a_question_is_journaled_before_it_is_shown_and_answered_by_its_id() -> None:
    journal = Journal()
    person = Person("Large", journal=journal)
    given = await QuestionBroker("r", journal, channels=[person]).ask("text", "Which size?")
    assert (given.action, given.value, given.by) == ("answered", "Large", "test")
    (asked, request), (answered, answer) = journal.events
    assert (asked, answered) == ("person.asked", "person.answered")
    assert request["request"]["id"] == answer["id"] == person.shown[0].id
    assert request["request"]["question"] == "Which size?"


async def test_an_answer_that_does_not_fit_is_refused_and_the_question_stays() -> None:
    person = Person("huge", " LARGE ")
    desk = QuestionBroker("r", Journal(), channels=[person])
    given = await desk.ask("choice", "Which?", schema={"enum": ["Small", "Large"]})
    assert given.value == "Large"
    assert person.refused == ["Answer with one of: Small, Large."]


async def test_late_double_and_foreign_answers_conflict() -> None:
    journal, person = Journal(), Person()
    desk, other = QuestionBroker("r", journal, channels=[person]), QuestionBroker("s", journal)
    asking = asyncio.ensure_future(desk.ask("text", "Which size?"))
    while not desk.pending:  # noqa: ASYNC110 - the test's own turn of the loop
        await asyncio.sleep(0)
    (id_,) = desk.pending
    with pytest.raises(AnswerConflict, match="no such question"):
        other.answer(id_, "Large", by="http")
    desk.answer(id_, "Large", by="http")
    # Before the run has even heard of the first.
    with pytest.raises(AnswerConflict, match="answered before, by http"):
        desk.answer(id_, "Small", by="http")
    assert (await asking).value == "Large"
    assert journal.kinds == ["person.asked", "person.answered"]


@pytest.mark.parametrize(("rule", "action"), [("deny", "declined"), ("default", "defaulted")])
async def test_what_becomes_of_a_question_nobody_answers(rule: Any, action: str) -> None:
    for channels in ([], [Absent()], [Person()]):
        desk = QuestionBroker("r", Journal(), channels=channels, on_ask=rule, deadline_s=0.01)
        given = await desk.ask("text", "Which size?", default="Large")
        assert given.action == action
        assert given.value == ("Large" if action == "defaulted" else None)


async def test_without_an_answer_the_run_ends_and_a_late_one_conflicts() -> None:
    journal, person = Journal(), Person()
    desk = QuestionBroker("r", journal, channels=[person], deadline_s=0.01)
    with pytest.raises(NeedsPerson, match="nobody answered within 0.01 s"):
        await desk.ask("text", "Which size?", default="Large")
    with pytest.raises(AnswerConflict, match="went on without it"):
        desk.answer(person.shown[0].id, "Large", by="http")
    assert journal.events[-1][1]["action"] == "unanswered"


async def test_the_first_answer_counts_and_ends_the_other_channels() -> None:
    slow, quick = Person(), Person("Large")
    desk = QuestionBroker("r", Journal(), channels=[slow, Absent(), quick])
    before = asyncio.all_tasks()
    assert (await desk.ask("text", "Which size?")).value == "Large"
    assert asyncio.all_tasks() <= before


async def test_a_secret_answer_is_kept_and_goes_nowhere_else() -> None:
    kept: list[str] = []

    def keep(request: PersonRequest, value: str) -> str:
        kept.append(value)
        return "password-1"

    journal = Journal()
    desk = QuestionBroker("r", journal, channels=[Person(" hunter2 ")], keep=keep)
    given = await desk.ask("secret", "Your password?", sensitivity="secret")
    assert (given.value, kept) == ("password-1", [" hunter2 "])
    assert "hunter2" not in repr(journal.events)


@pytest.mark.parametrize(
    ("kind", "schema", "says", "value"),
    [
        ("text", None, "it is hunter2", "it is {name}"),
        ("form", form_schema(["how"]), {"how": "hunter2"}, {"how": "{name}"}),
        ("plan", None, ["Enter hunter2"], ["Enter {name}"]),
        ("choice", {"enum": ["hunter2", "other"]}, "hunter2", "hunter2"),
    ],
)
async def test_secrets_in_other_answers_get_a_name(
    kind: Any, schema: Any, says: Any, value: Any
) -> None:
    journal = Journal()
    broker = QuestionBroker(
        "r",
        journal,
        channels=[Person(says)],
        withhold=lambda text: text.replace("hunter2", "{name}"),
    )
    given = await broker.ask(kind, "How?", schema=schema)
    assert given.value == journal.events[-1][1]["value"] == value


async def test_a_form_wants_every_field_that_is_not_optional() -> None:
    person = Person({"name": "Ann"}, {"name": "Ann", "born": "1990", "x": "y"}, {"born": "1990"})
    person.says.append({"name": "Ann", "born": "1990"})
    desk = QuestionBroker("r", Journal(), channels=[person])
    given = await desk.ask("form", "Who?", schema=form_schema(["name", "born", "phone?"]))
    assert given.value == {"name": "Ann", "born": "1990"}
    assert len(person.refused) == 3


@pytest.mark.parametrize("words", [(), ("Cancelled by cancel scope 7f",)])
async def test_a_cancelled_question_stays_open_for_a_resume_whatever_the_canceller_says(
    words: tuple[str, ...],
) -> None:
    journal, until = Journal(), asyncio.get_running_loop().create_future()
    desk = QuestionBroker("r", journal, channels=[Person()])
    asking = asyncio.ensure_future(desk.ask("text", "Which size?", until=until))
    await shown(desk)
    asking.cancel(*words)
    with pytest.raises(asyncio.CancelledError):
        await asking
    assert not desk.pending
    assert journal.kinds == ["person.asked"]


async def test_of_several_questions_the_one_that_is_over_is_withdrawn() -> None:
    journal, loop = Journal(), asyncio.get_running_loop()
    desk = QuestionBroker("r", journal, channels=[Person()])
    ends = [loop.create_future() for _ in range(2)]
    asking = [asyncio.ensure_future(desk.ask("text", "Which size?", until=until)) for until in ends]
    await shown(desk, 2)
    first, second = desk.pending
    ends[0].set_result("the shop has closed")
    with pytest.raises(Interrupted, match="the shop has closed"):
        await asking[0]
    ended = {"id": first, "action": "withdrawn", "note": "the shop has closed"}
    assert journal.events[2:] == [("person.answered", ended)]
    with pytest.raises(AnswerConflict, match="the shop has closed"):
        desk.answer(first, "Large", by="http")
    desk.answer(second, "Small", by="http")
    assert (await asking[1]).value == "Small"
    # What is over already is not asked at all.
    with pytest.raises(Interrupted):
        await desk.ask("text", "Which size?", until=ends[0])
    assert journal.kinds.count("person.asked") == 2


async def test_an_answer_at_the_moment_of_the_end_counts() -> None:
    journal, until = Journal(), asyncio.get_running_loop().create_future()
    desk = QuestionBroker("r", journal, channels=[Person()])
    asking = asyncio.ensure_future(desk.ask("text", "Which size?", until=until))
    await shown(desk)
    until.set_result("the shop has closed")
    (id_,) = desk.pending
    desk.answer(id_, "Large", by="http")
    assert (await asking).value == "Large"
    assert [fields["action"] for _, fields in journal.events[1:]] == ["answered"]


async def test_a_question_that_cannot_be_watched_stays_open_for_a_resume() -> None:
    journal, until = Journal(), asyncio.get_running_loop().create_future()
    desk = QuestionBroker("r", journal, channels=[Person()])
    asking = asyncio.ensure_future(desk.ask("text", "Which size?", until=until))
    await shown(desk)
    until.set_exception(RuntimeError("the browser is gone"))
    with pytest.raises(RuntimeError, match="the browser is gone"):
        await asking
    assert not desk.pending
    assert journal.kinds == ["person.asked"]


async def shown(desk: QuestionBroker, count: int = 1) -> None:
    while len(desk.pending) < count:  # noqa: ASYNC110 - the test's own turn of the loop
        await asyncio.sleep(0)
