from __future__ import annotations

from agent_e.agents.answer import Answer
from agent_e.outcome import success
from agent_e.types import Outcome


def test_what_the_person_refused_is_denied() -> None:
    given = Answer(status="cannot", answer="Not ordered.", denied="click button 'Place order'")
    result = success(given)
    assert (result.outcome, result.exit_code) == (Outcome.DENIED, 4)
    assert "You refused what the task needs: to click button 'Place order'." in result.message


def test_a_task_that_was_done_all_the_same_is_a_success() -> None:
    assert success(Answer(status="done", answer="x", denied="y")).outcome is Outcome.SUCCESS
