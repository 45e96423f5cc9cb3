"""Holds questions to the person until they are answered."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from agent_e.errors import AgentEError, AnswerConflict, Interrupted, NeedsPerson
from agent_e.types import AskedKind, OnAsk, PersonAnswer, PersonRequest, Sensitivity

from .channel import Channel
from .questions import SCHEMAS, default_of, fitted

Keep = Callable[[PersonRequest, str], str]
"""Stores a secret answer and returns its name."""


def _nowhere(request: PersonRequest, value: str) -> str:
    raise NeedsPerson("There is no place to keep a secret in.")


class QuestionBroker:
    """Asks one run's person over every channel at once; the first answer counts.

    A question is journaled before it is shown, and an answer before it is acted on, so that neither
    is lost if the process dies.

    Attributes:
        pending: open questions, by id.
        said: what the person has answered so far, without secrets.
    """

    def __init__(
        self,
        run: str,
        journal: Callable[..., int],
        *,
        channels: Sequence[Channel] = (),
        on_ask: OnAsk = "fail",
        deadline_s: float | None = None,
        redact: Callable[[Any], Any] = lambda value: value,
        keep: Keep = _nowhere,
        withhold: Callable[[str], str] = str,
        step: Callable[[], int] = lambda: 0,
        waiting: Callable[[], AbstractContextManager[None]] = nullcontext,
        changed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = time.time,
    ) -> None:
        """Create it.

        Args:
            run: id of the run.
            journal: writes an event.
            channels: to ask the person over.
            on_ask: what to do with a question that nobody can be asked, or has answered.
            deadline_s: longest wait for an answer, unless the question sets one.
            redact: removes from a JSON value what nobody may see.
            keep: stores secret answers.
            withhold: puts names in place of the secrets in other answers.
            step: model calls so far.
            waiting: entered while a question waits; time limits pause meanwhile.
            changed: called when a question comes up or is gone.
            clock: seconds since the epoch.
        """
        self.pending: dict[str, PersonRequest] = {}
        self.said: list[str] = []
        self._run = run
        self._journal = journal
        self._channels = tuple(channels)
        self._on_ask: OnAsk = on_ask
        self._deadline_s = deadline_s
        self._redact = redact
        self._keep = keep
        self._withhold = withhold
        self._step = step
        self._waiting = waiting
        self._changed = changed
        self._clock = clock
        self._answers: dict[str, asyncio.Future[PersonAnswer]] = {}
        self._over: dict[str, str] = {}
        self._count = 0

    async def ask(
        self,
        kind: AskedKind,
        question: str,
        *,
        schema: Mapping[str, Any] | None = None,
        default: Any = None,
        evidence: Mapping[str, Any] | None = None,
        deadline_s: float | None = None,
        on_timeout: OnAsk | None = None,
        sensitivity: Sensitivity = "plain",
        until: asyncio.Future[str] | None = None,
    ) -> PersonAnswer:
        """Ask, and return the outcome.

        Args:
            kind: of the question.
            question: in words.
            schema: of the answer; by default that of the kind.
            default: answer to use when nobody gives one; by default that of the kind.
            evidence: shown with it; see ``PersonRequest``.
            deadline_s: longest wait, by default that of the run.
            on_timeout: what to do then, by default as if nobody could be asked.
            sensitivity: of the answer.
            until: completes with why no answer is needed any more; the question is withdrawn then.

        Raises:
            NeedsPerson: nobody answers, and the run cannot go on without.
            Interrupted: the person has said what they want instead, or ``until`` has completed.
        """
        if until is not None and until.done():
            raise Interrupted(f"Nobody was asked, for {until.result()}.")
        wait_s = self._deadline_s if deadline_s is None else deadline_s
        schema = SCHEMAS[kind] if schema is None else schema
        self._count += 1
        request = PersonRequest(
            id=f"{self._count}-{secrets.token_hex(4)}",
            run=self._run,
            step=self._step(),
            kind=kind,
            question=self._redact(question),
            schema=schema,
            default=default_of(kind, schema) if default is None else default,
            evidence=self._redact(dict(evidence or {})),
            deadline=None if wait_s is None else round(self._clock() + wait_s, 3),
            on_timeout=on_timeout or self._on_ask,
            sensitivity=sensitivity,
        )
        self._journal("person.asked", request=request.to_json())
        with self._waiting():
            return await self._answered(request, wait_s, until)

    async def ask_again(self, request: PersonRequest) -> PersonAnswer:
        """Resume waiting for the answer to an earlier process's question, under its id.

        Raises:
            NeedsPerson: as for ``ask``.
        """
        left = None if request.deadline is None else max(request.deadline - self._clock(), 0)
        with self._waiting():
            return await self._answered(request, left)

    def answer(
        self, id_: str, value: Any, note: str = "", *, by: str, decline: bool = False
    ) -> PersonAnswer:
        """Accept the answer to an open question; it is journaled when this returns.

        Raises:
            AnswerConflict: no such question is open: it was answered, given up, or never asked.
            BadArgument: the value does not fit; the question stays open.
        """
        request = self.pending.get(id_)
        if request is None:
            why = self._over.get(id_, "no such question was asked in this run")
            raise AnswerConflict(f"The question {id_} takes no answer: {why}. Nothing was changed.")
        note = self._withhold(note)
        if decline:
            given = PersonAnswer(action="declined", note=note, by=by)
        else:
            value = fitted(request, value)
            if request.sensitivity == "secret":
                value = self._keep(request, value)
            elif "enum" not in request.schema:
                value = _in_words(value, self._withhold)
            given = PersonAnswer(action="answered", value=value, note=note, by=by)
            self.said += [str(value), note]
        self._close(request, given, f"it was answered before, by {by}")
        return given

    def withdraw(self, why: str, *, kind: AskedKind | None = None) -> None:
        """Withdraw open questions; their askers are interrupted.

        Args:
            why: they are no longer needed.
            kind: of the questions; by default all but budget questions, which any new instruction
                needs too.
        """
        for request in list(self.pending.values()):
            if request.kind == kind if kind else request.kind != "budget":
                self._withdraw(request, why, "It is told next.")

    async def _answered(
        self,
        request: PersonRequest,
        wait_s: float | None,
        until: asyncio.Future[str] | None = None,
    ) -> PersonAnswer:
        answer: asyncio.Future[PersonAnswer] = asyncio.get_running_loop().create_future()
        self.pending[request.id], self._answers[request.id] = request, answer
        self._changed()
        shown = [asyncio.ensure_future(self._show(each, request)) for each in self._channels]
        why, rule = "nobody can be asked", self._on_ask
        try:
            async with asyncio.timeout(wait_s):
                await _first(answer, shown, until)
            if until is not None and until.done() and not answer.done():
                self._withdraw(request, until.result(), "Look again.")
        except TimeoutError:
            why, rule = f"nobody answered within {wait_s:g} s", request.on_timeout
        finally:
            # Before any await: whatever comes from now on is too late.
            if not answer.done():
                self._forget(request, "the run went on without it")
            for each in shown:
                each.cancel(self._over[request.id])
            await asyncio.gather(*shown, return_exceptions=True)
        if answer.done():
            return answer.result()
        for each in shown:
            if not each.cancelled() and (error := each.exception()):
                words = str(error)
                self._journal("person.answered", id=request.id, action="unanswered", note=words)
                raise error
        return self._unanswered(request, rule, why)

    async def _show(self, channel: Channel, request: PersonRequest) -> None:
        def reply(value: Any, note: str = "", *, decline: bool = False) -> None:
            self.answer(request.id, value, note, by=channel.name, decline=decline)

        if request.id not in self.pending:
            # An earlier channel had the answer ready.
            return
        try:
            await channel.show(request, reply)
        except AgentEError as error:
            self._journal("person.missed", id=request.id, by=channel.name, error=str(error))
            raise

    def _unanswered(self, request: PersonRequest, rule: OnAsk, why: str) -> PersonAnswer:
        """Resolve a question without an answer."""
        if rule == "default" and request.default is not None:
            given = PersonAnswer(action="defaulted", value=request.default, note=why)
        elif rule == "deny":
            given = PersonAnswer(action="declined", note=why)
        else:
            self._journal("person.answered", id=request.id, action="unanswered", note=why)
            raise NeedsPerson(
                f"The agent asked '{request.question}', but {why}. Put what is missing into the "
                "task, answer with --answers FILE, or run it where you can answer."
            )
        self._journal("person.answered", id=request.id, action=given.action, note=why)
        return given

    def _close(self, request: PersonRequest, given: PersonAnswer, why: str) -> None:
        self._journal(
            "person.answered",
            id=request.id,
            action=given.action,
            value=given.value,
            note=given.note,
            by=given.by,
        )
        answer = self._answers[request.id]
        self._forget(request, why)
        answer.set_result(given)

    def _withdraw(self, request: PersonRequest, why: str, next_: str) -> None:
        self._journal("person.answered", id=request.id, action="withdrawn", note=why)
        answer = self._answers[request.id]
        self._forget(request, why)
        answer.set_exception(Interrupted(f"No answer came, for {why}. {next_}"))

    def _forget(self, request: PersonRequest, why: str) -> None:
        self._over[request.id] = why
        del self.pending[request.id], self._answers[request.id]
        self._changed()


def _in_words(value: Any, change: Callable[[str], str]) -> Any:
    """Return an answer with its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, Mapping):
        return {key: _in_words(each, change) for key, each in value.items()}
    return [_in_words(each, change) for each in value] if isinstance(value, list) else value


async def _first(
    answer: asyncio.Future[PersonAnswer],
    shown: Sequence[asyncio.Future[None]],
    until: asyncio.Future[str] | None,
) -> None:
    """Wait for the answer, until none is needed, or until no channel is left to bring it."""
    ends: set[asyncio.Future[Any]] = {answer} if until is None else {answer, until}
    waiting = ends.union(shown)
    while not any(end.done() for end in ends) and waiting - ends:
        _, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
