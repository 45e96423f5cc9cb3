"""Our agent for another harness: a process that does one task in a tab, one act at a time.

Started as ``python -m agent_e.benchmarks.browsergym.agent_process``. It reads a ``Start``, then a
line for every turn, and answers in lines of JSON: ``act`` says what it is about to do; after the
next line that is done and ``acted`` says how; after the next the run goes on, to its ``end``. So
whoever counts steps and looks at the page does so while nothing moves. When its input ends, the run
is stopped.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import IO, Any

from pydantic import BaseModel, ConfigDict, JsonValue

from agent_e.agent import WebAgent
from agent_e.benchmarks.episodes.outcome import end_of
from agent_e.benchmarks.standard_streams import input_lines, reserved_output
from agent_e.config import Settings, load_settings
from agent_e.errors import AgentEError
from agent_e.journal import read_event
from agent_e.journal.events import ModelCalled, ModelReplied, ModelTrouble
from agent_e.skills import ActionCall, ActionOutcome
from agent_e.types import Task, TaskResult

from .endings import ending_of

_STOPPED = 143


class Start(BaseModel):
    """The task, the browser and tab it is done in, and settings beside the person's own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    goal: str
    address: str
    tab: str
    settings: dict[str, JsonValue] = {}


class Act(BaseModel):
    """What the agent is about to do, and what led to it since the last one."""

    kind: str = "act"
    name: str
    target: str
    arguments: dict[str, Any]
    shown: list[dict[str, str]]
    """What the models were sent and replied, each with role and content."""
    spent: dict[str, float]


class Acted(BaseModel):
    """What became of it: what changed on the page, or why it was not done."""

    kind: str = "acted"
    change: str = ""
    error: str = ""


class End(BaseModel):
    """How the run ended; ``ending`` is for BrowserGym, see there."""

    kind: str = "end"
    outcome: str
    message: str
    ending: dict[str, str]
    fault: bool
    """Whether it ended by none of the agent's doing: model, browser or settings."""
    run_dir: str = ""
    shown: list[dict[str, str]] = []
    spent: dict[str, float] = {}


@dataclass(kw_only=True)
class _Account:
    """What models were sent and replied, and what that cost, since it was last taken."""

    shown: list[dict[str, str]] = field(default_factory=list)
    spent: dict[str, float] = field(default_factory=dict)

    def note(self, raw: Mapping[str, Any]) -> None:
        event = read_event(raw)
        match event:
            case ModelCalled():
                self.shown += [_said(message) for message in event.messages]
            case ModelReplied():
                reply = {"role": "assistant", "text": event.text, "calls": event.calls}
                self.shown.append(_said(reply))
        if isinstance(event, ModelReplied | ModelTrouble):
            used = event.used
            figures = {
                "cost": event.cost_usd or 0.0,
                "llm_calls": used.calls,
                "input_tokens": used.input_tokens,
                "output_tokens": used.output_tokens,
            }
            self.spent = {key: self.spent.get(key, 0) + value for key, value in figures.items()}

    def taken(self) -> dict[str, Any]:
        taken = {"shown": self.shown, "spent": self.spent}
        self.shown, self.spent = [], {}
        return taken


def _said(message: Mapping[str, Any]) -> dict[str, str]:
    """A message in words: its text, its calls, and the results that it carries."""
    calls = [f"{call.get('name')}({call.get('arguments')})" for call in message.get("calls", ())]
    results = [str(result.get("text", "")) for result in message.get("results", ())]
    content = "\n".join(filter(None, [str(message.get("text") or ""), *calls, *results]))
    return {"role": str(message.get("role", "")), "content": content}


class _Turns:
    """Takes turns with the other side, before and after every act."""

    def __init__(self, answers: IO[str], account: _Account) -> None:
        self.lines: asyncio.Queue[None] = asyncio.Queue()
        self._answers = answers
        self._account = account
        self._acting = False
        self.alone = False

    def say(self, message: BaseModel) -> None:
        if self.alone:
            return
        self._answers.write(message.model_dump_json() + "\n")
        self._answers.flush()

    async def before(self, call: ActionCall) -> None:
        await self.settle("It was refused.")
        target = f"{call.target.role} '{call.target.name}'" if call.target else ""
        arguments = dict(call.arguments)
        self.say(Act(name=call.name, target=target, arguments=arguments, **self._account.taken()))
        await self.lines.get()
        self._acting = True

    async def after(self, outcome: ActionOutcome) -> None:
        self._acting = False
        self.say(Acted(change=outcome.change, error=outcome.error))
        await self.lines.get()

    async def settle(self, error: str) -> None:
        """End a turn whose act the gate refused: nobody is told of what became of that."""
        if self._acting:
            self._acting = False
            self.say(Acted(error=error))
            await self.lines.get()


async def main() -> None:
    """Do the task that the first line is."""
    answers, lines, account = reserved_output(), input_lines(), _Account()
    start = Start.model_validate_json(await anext(lines))
    turns = _Turns(answers, account)
    try:
        turns.say(await _run(start, lines, turns, account))
    except AgentEError as error:
        turns.say(End(outcome="error", message=str(error), ending={}, fault=True))


async def _run(start: Start, lines: AsyncIterator[str], turns: _Turns, account: _Account) -> End:
    agent = WebAgent(_settings(start), listener=account.note)
    agent.before_action(turns.before)
    agent.after_action(turns.after)
    async with agent:
        run = asyncio.ensure_future(agent.run(Task(text=start.goal)))
        reading = asyncio.create_task(_read(lines, turns, agent, run))
        try:
            result = await run
            await turns.settle("It was not done.")
        finally:
            reading.cancel()
    return _end(result, account)


def _settings(start: Start) -> Settings:
    """The person's settings, in the tab of the task, whose site is there to be changed."""
    settings = load_settings(start.settings).settings
    where = {"cdp_url": start.address, "cdp_tab": start.tab}
    return settings.model_copy(
        update={
            "about_me": False,
            "browser": settings.browser.model_copy(update=where),
            "safety": settings.safety.trusting([start.tab]).granting([start.tab]),
        }
    )


async def _read(
    lines: AsyncIterator[str], turns: _Turns, agent: WebAgent, run: asyncio.Future[TaskResult]
) -> None:
    async for _ in lines:
        turns.lines.put_nowait(None)
    turns.alone = True
    if agent.control is None:
        run.cancel()
    else:
        agent.stop(_STOPPED)


def _end(result: TaskResult, account: _Account) -> End:
    return End(
        outcome=result.outcome,
        message=result.message,
        ending=ending_of(result),
        fault=end_of(result) == "infra",
        run_dir=result.run_dir,
        **account.taken(),
    )


if __name__ == "__main__":
    asyncio.run(main())
