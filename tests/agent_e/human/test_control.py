"""Holding, steering and stopping a run: what is taken when, and who hears it."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from agent_e.errors import AnswerConflict, Interrupted
from agent_e.human import QuestionBroker, RunControl

from .journals import Journal

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Run:
    """A control whose agents have begun to decide, with a desk nobody answers at by itself."""

    def __init__(self) -> None:
        self.journal = Journal()
        self.stops: list[int] = []
        self.control = RunControl(self.journal, stop=self.stops.append)
        self.control.drain_messages()

    def state(self) -> str:
        return self.control.state

    def open_desk(self) -> QuestionBroker:
        desk = QuestionBroker(
            "r",
            self.journal,
            channels=[Silent()],
            waiting=self.control.waits.waiting,
            changed=self.control.changed,
        )
        self.control.use_broker(desk)
        return desk


class Silent:
    name = "silent"

    async def show(self, request: Any, reply: Any) -> None:
        await asyncio.Event().wait()


async def turns(number: int = 5) -> None:
    """Let everything run that can."""
    for _ in range(number):
        await asyncio.sleep(0)


async def test_the_states_of_a_run_from_planning_to_its_end() -> None:
    run = Run()
    assert run.state() == "planning"
    await run.control.before_action()
    assert run.state() == "running"
    run.control.pause()
    assert run.state() == "paused"
    run.control.resume()
    asking = asyncio.ensure_future(run.open_desk().ask("text", "Which?"))
    await turns()
    assert run.state() == "awaiting_human"
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)
    run.control.stop()
    run.control.ended()
    assert run.state() == "ended"
    assert run.journal.states == [
        *("running", "paused", "running", "awaiting_human", "running", "stopping")
    ]


async def test_a_plan_that_waits_has_a_state_of_its_own() -> None:
    run = Run()
    asking = asyncio.ensure_future(run.open_desk().ask("plan", "Right?"))
    await turns()
    assert run.state() == "awaiting_plan"
    run.control.pause()
    assert run.state() == "paused"
    run.control.resume()
    assert run.state() == "awaiting_plan"
    asking.cancel()
    await asyncio.gather(asking, return_exceptions=True)


async def test_the_start_page_is_opened_while_planning_and_whatever_was_said_before() -> None:
    control = RunControl(Journal())
    control.steer("use the other shop")
    await control.before_action()
    assert control.state == "planning"
    assert "use the other shop" in control.drain_messages()


async def test_a_paused_run_is_held_before_its_next_action() -> None:
    run = Run()
    run.control.pause()
    acting = asyncio.ensure_future(run.control.before_action())
    await turns()
    assert not acting.done()
    run.control.resume()
    await acting


async def test_pausing_twice_is_once_and_resuming_what_is_not_paused_conflicts() -> None:
    run = Run()
    with pytest.raises(AnswerConflict, match="not paused"):
        run.control.resume()
    run.control.pause()
    run.control.pause()
    run.control.resume()
    await run.control.checkpoint()
    assert [kind for kind, _ in run.journal.events if kind != "control.state"] == [
        "control.paused",
        "control.resumed",
    ]


async def test_words_are_heard_once_and_what_was_decided_before_is_not_done() -> None:
    run = Run()
    run.control.steer("take  the\nthird one")
    assert run.control.superseded_by(nested=True) == run.control.superseded_by(nested=False) != ""
    with pytest.raises(Interrupted, match="has stepped in"):
        await run.control.before_action()
    assert 'The person says now: "take the third one"' in run.control.drain_messages()
    assert run.control.drain_messages() == run.control.superseded_by(nested=False) == ""
    await run.control.before_action()


async def test_words_said_while_it_is_paused_are_heard_after_it() -> None:
    run = Run()
    run.control.pause()
    acting = asyncio.ensure_future(run.control.before_action())
    run.control.steer("the third one")
    await turns()
    assert not acting.done()
    run.control.resume()
    with pytest.raises(Interrupted):
        await acting


async def test_all_words_are_told_in_their_order_and_stay_part_of_the_task() -> None:
    run = Run()
    run.control.steer("one")
    run.control.steer("two")
    assert run.control.effective_task("Buy.") == "Buy."
    told = run.control.drain_messages()
    assert told.index('"one"') < told.index('"two"')
    run.control.steer("three")
    assert run.control.effective_task("Buy.").splitlines() == [
        *("Buy.", 'The person says now: "one"', 'The person says now: "two"')
    ]


async def test_secrets_in_words_and_steps_get_a_name_before_they_are_written() -> None:
    journal = Journal()
    control = RunControl(journal, withhold=lambda text: text.replace("hunter2", "{name}"))
    control.steer("enter hunter2")
    control.plan.edit(["Enter hunter2"], 0)
    assert control.messages == ["enter {name}"]
    assert control.plan.steps == ("Enter {name}",)
    assert "hunter2" not in str(journal.events)


@pytest.mark.parametrize("words", ["", " \n ", "x" * 4_001])
async def test_words_that_say_nothing_or_too_much_are_refused(words: str) -> None:
    run = Run()
    with pytest.raises(AnswerConflict):
        run.control.steer(words)
    assert not run.control.has_unread
    assert "control.steered" not in dict(run.journal.events)


async def test_words_take_the_place_of_a_question_that_waits() -> None:
    run = Run()
    desk = run.open_desk()
    asking = asyncio.ensure_future(desk.ask("text", "Which?"))
    await turns()
    (id_,) = desk.pending
    run.control.steer("never mind, take the blue one")
    with pytest.raises(Interrupted, match="has said something else"):
        await asking
    with pytest.raises(AnswerConflict, match="something else"):
        desk.answer(id_, "red", by="http")
    assert ("person.answered", "withdrawn") in [
        (kind, fields.get("action")) for kind, fields in run.journal.events
    ]
    assert run.state() != "awaiting_human"


async def test_a_question_that_comes_after_the_words_is_withdrawn_at_once() -> None:
    run = Run()
    desk = run.open_desk()
    run.control.steer("take the blue one")
    with pytest.raises(Interrupted):
        await asyncio.wait_for(desk.ask("text", "Which?"), 10)
    assert not desk.pending


async def test_a_question_of_the_budget_is_not_withdrawn() -> None:
    run = Run()
    desk = run.open_desk()
    asking = asyncio.ensure_future(desk.ask("budget", "More?"))
    await turns()
    run.control.steer("hurry")
    await turns()
    (id_,) = desk.pending
    desk.answer(id_, "more", by="test")
    assert (await asking).value == "more"


async def test_a_change_of_the_plan_takes_the_place_of_a_plan_that_is_shown() -> None:
    run = Run()
    run.control.plan.write(["a", "b"], 0)
    asking = asyncio.ensure_future(run.open_desk().ask("plan", "Right?"))
    await turns()
    run.control.plan.edit(["a", "c"], 1)
    with pytest.raises(Interrupted, match="changed the plan"):
        await asking


async def test_a_change_of_the_plan_overtakes_the_leader_only_and_is_told_once() -> None:
    run = Run()
    run.control.plan.write(["a", "b"], 1)
    run.control.plan.edit(["a", "c"], 1)
    assert "changed the plan" in run.control.superseded_by(nested=False)
    assert run.control.superseded_by(nested=True) == ""
    await run.control.before_action()
    assert (
        run.control.drain_messages() == "The person changed the plan. It is now:\n1. a (done)\n2. c"
    )
    assert run.control.drain_messages() == run.control.superseded_by(nested=False) == ""


async def test_stopping_is_done_once_even_while_it_is_paused_and_ends_all_else() -> None:
    run = Run()
    run.control.pause()
    run.control.stop(exit_code=143)
    run.control.stop()
    assert run.stops == [143]
    for late in (run.control.pause, run.control.resume, lambda: run.control.steer("x")):
        with pytest.raises(AnswerConflict, match="is ending"):
            late()
    run.control.ended()
    with pytest.raises(AnswerConflict, match="has ended"):
        run.control.stop()
    before = run.control.waits.now()
    await asyncio.sleep(0.01)
    assert run.control.waits.now() > before


async def test_nothing_is_taken_that_nobody_would_hear() -> None:
    run = Run()
    run.control.close()
    with pytest.raises(AnswerConflict, match="come to its answer"):
        run.control.steer("wait, the other one")
    assert "control.steered" not in dict(run.journal.events)


async def test_a_pause_while_a_limit_runs_out_holds_and_lets_go_all_the_same() -> None:
    run = Run()
    held = asyncio.Event()

    async def work() -> None:
        async with run.control.waits.limit(0.01):
            try:
                await asyncio.Event().wait()
            finally:
                held.set()
                await asyncio.sleep(0.05)

    working = asyncio.ensure_future(work())
    await held.wait()
    run.control.pause()
    run.control.resume()
    with pytest.raises(TimeoutError):
        await working
