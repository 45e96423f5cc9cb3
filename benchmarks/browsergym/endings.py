"""How a run of ours ends in BrowserGym's words."""

from __future__ import annotations

from agent_e.types import Outcome, TaskResult


def ending_of(result: TaskResult) -> dict[str, str]:
    """Return the call that tells BrowserGym of a result, with its text by the call's name.

    Some of its tasks read their answer from there. A run that was cut off says nothing.
    """
    if result.outcome in (Outcome.SUCCESS, Outcome.UNVERIFIED):
        return {"send_message_to_user": str(result.answer)}
    if result.outcome in (Outcome.GAVE_UP, Outcome.DENIED, Outcome.NEEDS_PERSON):
        return {"report_infeasible_instructions": str(result.answer or result.message)}
    return {}
