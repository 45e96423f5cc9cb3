"""How a run ended, as the result that people and programs read."""

from __future__ import annotations

from dataclasses import replace

from agent_e.agents.answer import Answer, PartialResult
from agent_e.errors import ActionDenied, AgentEError, LimitReached, RunError
from agent_e.types import Outcome, TaskResult

_OUTCOMES = {
    1: Outcome.GAVE_UP,
    3: Outcome.NEEDS_PERSON,
    4: Outcome.DENIED,
    5: Outcome.LIMIT,
    6: Outcome.ERROR,
    7: Outcome.ERROR,
    8: Outcome.BAD_OUTPUT,
    130: Outcome.STOPPED,
    143: Outcome.STOPPED,
}


def success(answer: Answer) -> TaskResult:
    """Turn the agents' ending into a result."""
    message = ""
    if answer.status == "done" and not answer.refused:
        outcome = Outcome.SUCCESS
    elif answer.status == "done":
        outcome = Outcome.UNVERIFIED
        end = answer.limit or answer.loop
        unmended = f" It could not be mended: {end}" if end else ""
        why = answer.refused.rstrip(".")
        message = f"The answer was not accepted: {why}.{unmended} Check it before you use it."
    elif answer.limit:
        outcome = Outcome.LIMIT
        message = answer.limit
    elif answer.denied:
        outcome = Outcome.DENIED
        message = (
            f"You refused what the task needs: to {answer.denied}. Run it again and approve that, "
            "or say in the task how to do without."
        )
    elif answer.needs_person:
        outcome = Outcome.NEEDS_PERSON
        message = (
            "Part of the task needs a person's approval and nobody could be asked: to "
            f"{answer.needs_person}."
        )
    else:
        outcome = Outcome.GAVE_UP
        if answer.loop:
            message = f"{answer.loop} Say the task more exactly, or start on another page."
    if answer.needs_person and outcome is not Outcome.NEEDS_PERSON:
        undone = f"Left undone, as nobody could be asked: to {answer.needs_person}."
        message = f"{message} {undone}".lstrip()
    return TaskResult(
        outcome=outcome,
        answer=answer.answer,
        verified=answer.verified and answer.status == "done",
        evidence=answer.evidence,
        message=message,
        exit_code=outcome.exit_code,
        assisted=answer.assisted,
        metrics=answer.metrics,
    )


def failure(error: AgentEError, partial_result: PartialResult) -> TaskResult:
    """Turn an error into a result; what was found before it becomes evidence.

    So does an answer that was sent back: where only a limit prevented mending it, the run ends
    as it would have with this answer alone.
    """
    last = partial_result.sent_back[-1] if partial_result.sent_back else None
    if last is not None and isinstance(error, LimitReached):
        return success(replace(last, limit=str(error)))
    # A start page that cannot be opened is the environment's fault, not the model's.
    code = error.exit_code if isinstance(error, RunError) else 7
    if isinstance(error, ActionDenied):
        code = 4
    doubt = ""
    if last is not None and last.refused:
        doubt = f" The answer so far was not accepted: {last.refused.rstrip('.')}."
    return TaskResult(
        outcome=_OUTCOMES[code],
        answer=last.answer if last else None,
        evidence=(last.evidence if last else ()) or tuple(partial_result.facts),
        message=f"{error}{doubt}".rstrip(),
        exit_code=code,
        error=type(error).__name__,
    )
