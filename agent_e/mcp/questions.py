"""Questions to the person at an MCP host, by elicitation.

Until protocol version 2025-11-25 the server asks in the middle of a call. From 2026-07-28 on the
call returns with the question, and comes again with the answer.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass
from typing import Any

from mcp.server.context import ServerRequestContext
from mcp_types import (
    CallToolRequestParams,
    CallToolResult,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitResult,
    InputRequiredResult,
)
from mcp_types.version import MODERN_PROTOCOL_VERSIONS

from agent_e.errors import AnswerConflict, BadArgument
from agent_e.human.channel import Reply
from agent_e.types import PersonRequest

Context = ServerRequestContext[Any, Any]
_ANSWER = "answer"
_ROWS: Mapping[str, str] = {
    "origin": "On",
    "sent_to": "Sent to",
    "amounts": "Amounts",
    "reasons": "Because",
    "lines": "",
    "answer": "Answer",
    "doubt": "Doubt",
}
"""Evidence shown with a question, and what it is headed by."""


def can_be_asked(context: Context) -> bool:
    """Whether the client of a request shows forms to its person."""
    capabilities = context.session.client_capabilities
    elicits = capabilities.elicitation if capabilities is not None else None
    if elicits is None or (elicits.url is not None and elicits.form is None):
        return False
    return context.session.can_send_request or _returns_questions(context)


def _returns_questions(context: Context) -> bool:
    return context.protocol_version in MODERN_PROTOCOL_VERSIONS


@dataclass(frozen=True, slots=True)
class _Question:
    """One form; its answer is ``None`` where nobody can be asked."""

    form: ElicitRequestFormParams
    answer: asyncio.Future[ElicitResult | None]


class HostChannel:
    """Hands a run's questions to the call that is under way.

    A secret is never asked for: the protocol forbids it in forms.

    Attributes:
        call: the one under way; without one nobody can be asked.
    """

    name = "mcp"

    def __init__(self) -> None:
        self.call: Ongoing | None = None

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        """See ``Channel``."""
        problem = ""
        while request.sensitivity != "secret" and self.call is not None:
            given = await self.call.ask(_form(request, problem))
            if given is None:
                return
            content = given.content or {}
            value = content.get(_ANSWER, content) if request.kind != "form" else content
            try:
                reply(value, decline=given.action != "accept")
            except BadArgument as error:
                problem = f"{error} "
                continue
            except AnswerConflict:
                pass  # it has run out meanwhile, and the run has gone on
            return


class Ongoing:
    """A tool call at work, over as many requests as its questions take.

    Attributes:
        id: by which newer clients come back to it.
        asks: whether its client's person can be asked.
        work: yields the tool's result.
    """

    def __init__(
        self, work: Callable[[Ongoing], Coroutine[Any, Any, CallToolResult]], context: Context
    ) -> None:
        """Begin the work, which is cancelled with the request."""
        self.id = secrets.token_urlsafe(16)
        self.asks = can_be_asked(context)
        self._context = context
        self._questions: asyncio.Queue[_Question] = asyncio.Queue()
        self._question: _Question | None = None
        self._steps = 0
        self.work = asyncio.create_task(work(self))

    async def ask(self, form: ElicitRequestFormParams) -> ElicitResult | None:
        """Ask the person; ``None`` where nobody can be asked."""
        question = _Question(form, asyncio.get_running_loop().create_future())
        self._questions.put_nowait(question)
        return await question.answer

    async def tell(self, words: str) -> None:
        """Report a step, to a client that wants to know."""
        self._steps += 1
        await self._context.session.report_progress(self._steps, message=words)

    async def until_asked(
        self, context: Context, params: CallToolRequestParams
    ) -> CallToolResult | InputRequiredResult:
        """Return the tool's result, or in newer protocols the question that it waits for."""
        self._context = context
        if self._question is not None:
            given = (params.input_responses or {}).get(_ANSWER)
            self._answer(given if isinstance(given, ElicitResult) else None)
        try:
            while await self._asked():
                question = self._question
                assert question is not None
                if not can_be_asked(context):
                    self._answer(None)
                elif _returns_questions(context):
                    asking = ElicitRequest(params=question.form)
                    return InputRequiredResult(
                        input_requests={_ANSWER: asking}, request_state=self.id
                    )
                else:
                    await self._ask(question)
            return self.work.result()
        except asyncio.CancelledError:
            self._answer(None)
            self.work.cancel()
            raise

    async def _asked(self) -> bool:
        """Wait for the next question; false when the work is done."""
        asked = asyncio.create_task(self._questions.get())
        await asyncio.wait({self.work, asked}, return_when=asyncio.FIRST_COMPLETED)
        if asked.done():
            self._question = asked.result()
            return True
        asked.cancel()
        return False

    async def _ask(self, question: _Question) -> None:
        """Ask in the middle of the call; a question that runs out meanwhile is left."""
        session, form = self._context.session, question.form
        asking = asyncio.create_task(
            session.elicit_form(form.message, form.requested_schema, self._context.request_id)
        )
        try:
            ends: set[asyncio.Future[Any]] = {asking, question.answer}
            await asyncio.wait(ends, return_when=asyncio.FIRST_COMPLETED)
            if asking.done():
                self._answer(asking.result())
        finally:
            asking.cancel()

    def _answer(self, given: ElicitResult | None) -> None:
        question, self._question = self._question, None
        if question is not None and not question.answer.done():
            question.answer.set_result(given)


def _form(request: PersonRequest, problem: str) -> ElicitRequestFormParams:
    """The question as a form; forms hold plain values only."""
    schema = request.schema
    if request.kind == "form":
        fields = {name: schema[name] for name in ("type", "properties", "required")}
    else:
        value: dict[str, Any] = {"type": "string"}
        if options := schema.get("enum", () if schema.get("type") == "string" else _PLAN):
            value["enum"] = list(options)
        fields = {"type": "object", "properties": {_ANSWER: value}, "required": [_ANSWER]}
    lines = [f"{problem}{request.question}", *_evidence(request.evidence)]
    return ElicitRequestFormParams(message="\n".join(lines), requested_schema=fields)


_PLAN = ("accept", "back")


def _evidence(evidence: Mapping[str, Any]) -> list[str]:
    rows = []
    for name, head in _ROWS.items():
        value = evidence.get(name)
        words = ", ".join(map(str, value)) if isinstance(value, list | tuple) else value
        rows += [f"{head}: {words}" if head else str(words)] if words else []
    return [*rows, *(f"{each['name']}: {each['value']}" for each in evidence.get("values", ()))]
