"""Our agent for another harness: a process that does one task in a tab, one act at a time.

Started as ``python -m agent_e.benchmarks.browsergym.agent_process``. It reads a ``Start``, then a
line for every turn, and answers in lines of JSON: ``act`` says what it is about to do; after the
next line that is done and ``acted`` says how; after the next the run goes on, to its ``end``. The
other side can thus count steps and observe the page while nothing moves. When its input ends, the
run is stopped.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
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
from agent_e.types import Task

from .environment import ending_of

_STOPPED = 143


class Start(BaseModel):
    """The task, the browser and tab it is done in, and settings beside the person's own."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    goal: str
    address: str
    tab: str
    settings: dict[str, JsonValue] = {}


class _Account:
    """What models were sent and replied, and what that cost, since it was last taken."""

    def __init__(self) -> None:
        self._shown: list[dict[str, str]] = []
        self._spent: Counter[str] = Counter()

    def note(self, raw: Mapping[str, Any]) -> None:
        event = read_event(raw)
        if isinstance(event, ModelCalled):
            self._shown += map(_said, event.messages)
        elif isinstance(event, ModelReplied):
            reply = {"role": "assistant", "text": event.text, "calls": event.calls}
            self._shown.append(_said(reply))
        if isinstance(event, ModelReplied | ModelTrouble):
            used, spent = event.used, self._spent
            spent["cost"] += event.cost_usd or 0  # type: ignore[assignment]  # dollars
            spent["llm_calls"] += used.calls
            spent["input_tokens"] += used.input_tokens
            spent["output_tokens"] += used.output_tokens

    def taken(self) -> dict[str, Any]:
        taken = {"shown": self._shown, "spent": self._spent}
        self._shown, self._spent = [], Counter()
        return taken


def _said(message: Mapping[str, Any]) -> dict[str, str]:
    """A message in words: its text, its calls, and the results that it carries."""
    calls = [f"{call.get('name')}({call.get('arguments')})" for call in message.get("calls", ())]
    results = [str(result.get("text", "")) for result in message.get("results", ())]
    content = "\n".join(filter(None, [str(message.get("text") or ""), *calls, *results]))
    return {"role": str(message.get("role", "")), "content": content}


class _Turns:
    """Takes turns with the other side, before and after every act."""

    def __init__(self, lines: AsyncIterator[str], answers: IO[str]) -> None:
        self.account = _Account()
        self.alone = False
        self._lines, self._answers = lines, answers
        self._turns: asyncio.Queue[None] = asyncio.Queue()
        self._acting = False

    async def read(self, agent: WebAgent) -> None:
        """Pass the other side's lines on; once they end, stop the run."""
        async for _ in self._lines:
            self._turns.put_nowait(None)
        self.alone = True
        agent.stop(_STOPPED)

    def say(self, kind: str, **said: Any) -> None:
        if not self.alone:
            self._answers.write(json.dumps({"kind": kind, **said}) + "\n")
            self._answers.flush()

    async def before(self, call: ActionCall) -> None:
        await self.settle()
        target = f"{call.target.role} '{call.target.name}'" if call.target else ""
        arguments = dict(call.arguments)
        self.say("act", name=call.name, target=target, arguments=arguments, **self.account.taken())
        await self._turns.get()
        self._acting = True

    async def after(self, outcome: ActionOutcome) -> None:
        self._acting = False
        self.say("acted", change=outcome.change, error=outcome.error)
        await self._turns.get()

    async def settle(self) -> None:
        """End the turn of an act that the gate refused: hooks are not told what became of it."""
        if self._acting:
            self._acting = False
            self.say("acted", change="", error="It was not done.")
            await self._turns.get()


async def main() -> None:
    """Do the task that the first line is."""
    answers, lines = reserved_output(), input_lines()
    start = Start.model_validate_json(await anext(lines))
    turns = _Turns(lines, answers)
    try:
        turns.say("end", **await _done(start, turns))
    except AgentEError as error:
        turns.say("end", outcome="error", message=str(error), fault=True, **turns.account.taken())


async def _done(start: Start, turns: _Turns) -> dict[str, Any]:
    async with WebAgent(_settings(start), listener=turns.account.note) as agent:
        agent.before_action(turns.before)
        agent.after_action(turns.after)
        reading = asyncio.create_task(turns.read(agent))
        try:
            result = await agent.run(Task(text=start.goal))
            await turns.settle()
        finally:
            reading.cancel()
    return {
        "outcome": result.outcome,
        "message": result.message,
        "ending": ending_of(result),
        "fault": end_of(result) == "infra",
        "run_dir": result.run_dir,
        **turns.account.taken(),
    }


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


if __name__ == "__main__":
    asyncio.run(main())
