"""How every architecture ends: with an answer that is checked, and judged where required."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from typing import Any

import jsonschema

from agent_e.errors import BadArgument, BadOutput, LimitReached, ModelError, NeedsPerson
from agent_e.journal.effects import format_effects
from agent_e.models.model import Message
from agent_e.models.step_limiter import need_of
from agent_e.skills import Function
from agent_e.types import Fact
from agent_e.verification import Note, notes_for
from agent_e.verification.judge import ANSWER, ROLE, UNDECIDED, Judgement, messages_for, read_reply
from agent_e.verification.uncited_answer import cited

from .answer import Answer
from .run_context import RunContext

_CANNOT = re.compile(r"\s*cannot\b[:,.]?\s*", re.I)
"""How agents without functions say that it cannot be done; their prompts name the word."""


class AnswerSubmission:
    """Accepts the answers of one run."""

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._sent_back = False
        self._misfits = 0
        self._judged: tuple[Sequence[Message], Judgement] = ((), UNDECIDED)

    async def submit(
        self, given: Answer, *, last: bool, limit: str = "", sure: bool = False
    ) -> Answer:
        """Return the answer as it is accepted.

        Args:
            given: what the agent ends with, its facts located.
            last: whether no step is left to mend it.
            limit: the limit that made the agent finish, as text.
            sure: whether to send it back also where the judge cannot tell.

        Raises:
            BadArgument: it is sent back, by the judge (once) or by the person; it says why.
            NeedsPerson: the person is to review it and cannot be reached.
            Interrupted: the person has asked for something else instead.
        """
        if given.status == "cannot":
            return given
        checked = await self.checked(given, limit=limit)
        if not last:
            self._send_back(checked, sure=sure)
        return checked if last else await self._reviewed(checked)

    async def _reviewed(self, given: Answer) -> Answer:
        """Show the person the answer, where configured; they may send it back."""
        desk, partial_result = self._context.control.broker, self._context.partial_result
        if desk is None or not self._context.settings.human.review or given.status != "done":
            return given
        shown = {
            "answer": given.answer,
            "lines": list(map(_line, given.evidence)),
            "doubt": given.refused,
        }
        try:
            reply = await desk.ask("review", "Is this the answer you want?", evidence=shown)
        except NeedsPerson:
            partial_result.sent_back.append(given)
            raise
        if reply.action != "answered":
            return given
        if reply.value == "accept":
            # The person has looked at the answer.
            return replace(given, verified=True, refused="")
        note = f" They say: {reply.note}" if reply.note else ""
        why = f"You sent it back: {reply.note}" if reply.note else "You sent it back."
        partial_result.sent_back.append(replace(given, verified=False, refused=why))
        raise BadArgument(
            f"The person does not accept this answer.{note} Go on, and then end again."
        )

    def _send_back(self, checked: Answer, *, sure: bool) -> None:
        """Raise ``BadArgument`` where the judge's verdict does not suffice."""
        if checked.refused and not self._sent_back and self._context.budget.allows():
            self._sent_back = True
            self._context.partial_result.sent_back.append(checked)
            raise BadArgument(
                f"The answer was not accepted: {checked.refused.rstrip('.')}. Mend it and end "
                "again; the next answer is final."
            )
        if sure and not (checked.verified or checked.refused):
            raise BadArgument("Whether the proposed answer holds could not be confirmed.")

    async def submit_words(self, words: str, *, last: bool, limit: str = "") -> Answer:
        """Return the answer of an agent that ends in plain text and cites nothing.

        Raises:
            BadArgument, NeedsPerson, Interrupted: see ``submit``.
        """
        if self._context.task.output_schema is not None:
            raise BadArgument("This architecture gives its answer in words, not by a schema.")
        if cannot := _CANNOT.match(words):
            return Answer(status="cannot", answer=words[cannot.end() :].strip() or words)
        facts = await boxed(self._context, cited(words, self._context.evidence))
        given = Answer(status="done", answer=words.strip() or "Done.", evidence=facts)
        accepted = await self.submit(given, last=last, limit=limit)
        self._context.facts.extend(facts)
        return accepted

    def notes(self, given: Answer, limit: str = "") -> list[Note]:
        """Return what the answer lacks."""
        return notes_for(
            given.answer,
            given.evidence,
            log=self._context.evidence,
            effects=self._context.effects,
            had_to_act=self._context.partial_result.had_to_act,
            limit=limit,
        )

    async def checked(self, given: Answer, *, limit: str = "") -> Answer:
        """Note what the answer lacks, ask the judge where configured, journal both."""
        notes = self.notes(given, limit)
        verify = self._context.settings.verify
        needs_judge = verify == "always" or (verify == "auto" and bool(notes))
        judgement = await self._judge(given, notes) if needs_judge else None
        refused = ""
        if judgement is not None and judgement.verdict == "no":
            refused = judgement.why or "the judge does not accept it"
        verified = judgement.verdict == "yes" if judgement is not None else not notes
        self._context.journal.write(
            "answer.checked",
            facts=len(given.evidence),
            notes=[{"kind": note.kind, "what": note.what} for note in notes],
            verdict=judgement.verdict if judgement is not None else "",
            why=judgement.why if judgement is not None else "",
            verified=verified,
        )
        return replace(given, verified=verified, refused=refused)

    async def _judge(self, given: Answer, notes: Sequence[Note]) -> Judgement:
        """Ask the judge. This is no step of the agents, and its failure never ends the run."""
        context = self._context
        if ROLE not in context.models:
            return UNDECIDED
        calls = context.calls(ROLE)
        done = format_effects(context.effects)
        messages = messages_for(
            context.effective_task, given.answer, given.evidence, notes, done, context.evidence
        )
        if messages == self._judged[0]:
            # The planner ends with what the navigator proposed.
            return self._judged[1]
        if not calls.budget.allows(need_of(calls, calls.tokens(messages, ())), step=False):
            return UNDECIDED
        try:
            reply = await calls.complete(messages, (), step=False, schema=ANSWER)
        except (ModelError, LimitReached):
            return UNDECIDED
        self._judged = messages, read_reply(reply.text)
        return self._judged[1]

    def fitted(self, answer: Any, *, last: bool) -> Any:
        """Return an answer that fits the person's schema, or text where there is none.

        Raises:
            BadArgument: it does not fit, for the first time.
            BadOutput: it does not fit, and cannot be mended.
        """
        schema = self._context.task.output_schema
        if schema is None:
            if not isinstance(answer, str) or not answer.strip():
                raise BadArgument("The answer must be words for the person.")
            return answer
        validator = jsonschema.Draft202012Validator(schema)
        if isinstance(answer, str) and not validator.is_valid(answer):
            # Small models write the object as JSON text.
            with suppress(json.JSONDecodeError):
                answer = json.loads(answer)
        error = jsonschema.exceptions.best_match(validator.iter_errors(answer))
        if error is None:
            return answer
        where = "/".join(str(part) for part in error.absolute_path) or "the answer"
        self._misfits += 1
        if self._misfits > 1 or last:
            raise BadOutput(
                f"The answer does not fit the output schema: {where}: {error.message}. "
                f"The answer was {json.dumps(answer, ensure_ascii=False)[:300]}."
            )
        raise BadArgument(f"The answer does not fit its schema: {where}: {error.message}.")


def _line(fact: Fact) -> str:
    where = f'"{fact.quote}", {fact.url}' if fact.found else "not found on a page"
    return f"{fact.claim} ({where})"


async def boxed(context: RunContext, facts: Sequence[Fact]) -> tuple[Fact, ...]:
    """Return the facts with the places of those that stand on the page that is open."""
    placed = []
    for fact in facts:
        if fact.found and not fact.boxes and fact.url == context.skill_context.navigator.url:
            fact = replace(fact, boxes=await context.skill_context.observer.boxes_of(fact.quote))
        placed.append(fact)
    return tuple(placed)


def with_answer_schema(ending: Function, schema: Mapping[str, Any] | None) -> Function:
    """Put the person's schema in the place of ``answer``; its definitions move to the root.

    Text is valid too: a provider that enforces the schema must let the model say ``cannot``.
    """
    schema = schema or {"type": "string"}
    own = {key: value for key, value in schema.items() if key not in ("$defs", "$schema", "$id")}
    properties = dict(ending.parameters["properties"])
    if own.get("type") != "string":
        own = {"anyOf": [own, {"type": "string", "description": "With cannot only."}]}
    properties["answer"] = {**properties["answer"], **own}
    parameters = {**ending.parameters, "properties": properties}
    if "$defs" in schema:
        parameters["$defs"] = schema["$defs"]
    return replace(ending, parameters=parameters)
