"""The answer before the person, who may send it back with words."""

from __future__ import annotations

from dataclasses import replace

from agent_e.errors import BadArgument, NeedsPerson
from agent_e.types import Fact

from .answer import Answer
from .run_context import RunContext


class AnswerReview:
    """Shows the answers of one run; without the setting nothing is asked."""

    def __init__(self, kit: RunContext) -> None:
        self._kit = kit

    async def of(self, given: Answer, *, last: bool) -> Answer:
        """Return the answer as it is once the person has seen it.

        Args:
            given: the answer.
            last: whether no step is left to mend it: then nobody is asked.

        Raises:
            BadArgument: they send it back; it says what they want.
            NeedsPerson: nobody can be asked.
            Interrupted: the person has said what is wanted now instead.
        """
        desk, kept = self._kit.control.desk, self._kit.kept
        if desk is None or not self._kit.settings.human.review or last or given.status != "done":
            return given
        try:
            said = await desk.ask(
                "review",
                "Is this the answer you want?",
                evidence={
                    "answer": given.answer,
                    "lines": list(map(_line, given.evidence)),
                    "doubt": given.refused,
                },
            )
        except NeedsPerson:
            kept.sent_back.append(given)
            raise
        if said.action != "answered":
            return given
        if said.value == "accept":
            # Who wants the answer has looked at it.
            return replace(given, verified=True, refused="")
        note = f" They say: {said.note}" if said.note else ""
        why = f"You sent it back: {said.note}" if said.note else "You sent it back."
        kept.sent_back.append(replace(given, verified=False, refused=why))
        raise BadArgument(
            f"The person does not accept this answer.{note} Go on, and then end again."
        )


def _line(fact: Fact) -> str:
    where = f'"{fact.quote}", {fact.url}' if fact.found else "not found on a page"
    return f"{fact.claim} ({where})"
