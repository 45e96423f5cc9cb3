"""The overhead of our chats over the bare SDK: same calls, same server.

The server is a separate process. Both sides hold the same conversation: N calls of one function,
then the end. Ours adds AutoGen's team, validation, the executor, budget and journal. Chats
alternate, so that other load on the machine affects both; medians over chats.
"""

from __future__ import annotations

import asyncio
import json
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass
from functools import partial
from operator import attrgetter
from pathlib import Path
from typing import Any

import openai

from agent_e.agents.chat import Chat
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.config import ModelSettings
from agent_e.journal import Journal
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.factory import make_model
from agent_e.models.model import Model
from agent_e.skills import Function, describe
from agent_e.types import SkillResult

from .record import PerfOptions, PerfReport, PerfRow

ROUNDS = 15
CASES = (5, 20)
"""Model calls in a chat."""

_PAGE = "main\n" + "\n".join(f"  [{n}] link 'An entry of a list, number {n}'" for n in range(40))
_SYSTEM = "You carry out one sub-task in a browser by calling functions. " * 15


async def look(find: str = "") -> SkillResult:
    """Look at the page."""
    return SkillResult(text=_PAGE)


async def end(answer: str) -> str:
    """End the chat."""
    return answer


FUNCTIONS: tuple[Function, ...] = (describe(look), describe(end, ends=True))


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about 20 s."""
    options.refuse("framework", "peers", "pages", "repeats")
    rows: list[PerfRow] = []
    async with (
        _server() as base_url,
        openai.AsyncOpenAI(base_url=base_url, api_key="none", max_retries=0) as sdk,
    ):
        settings = ModelSettings(base_url=base_url)
        model = make_model("openai:scripted", "planner", settings, runs_dir=Path(), env={})
        with tempfile.TemporaryDirectory() as folder:
            journal = Journal(Path(folder))
            for calls in CASES:
                ours, bare = await _alternate(
                    partial(_our_chat, model, settings, journal, calls),
                    partial(_bare_chat, sdk, calls),
                )
                rows += _rows(calls, ours, bare)
            journal.close()
        await model.close()
    return PerfReport(name="framework", rows=tuple(rows))


def _rows(calls: int, ours: list[_Took], bare: list[_Took]) -> list[PerfRow]:
    case = f"chat of {calls} model calls"
    rows = []
    for figure, seconds in (("wall time", attrgetter("wall")), ("CPU time", attrgetter("cpu"))):
        mine = statistics.median(map(seconds, ours)) / calls * 1000
        peer = statistics.median(map(seconds, bare)) / calls * 1000
        rows.append(
            PerfRow(
                case,
                f"{figure} per call",
                round(mine, 2),
                "ms",
                peer_values={"bare openai SDK": round(peer, 2)},
            )
        )
        rows.append(PerfRow(case, f"{figure} added per call", round(mine - peer, 2), "ms"))
    return rows


@dataclass(frozen=True, kw_only=True, slots=True)
class _Took:
    """Seconds of one chat."""

    wall: float
    cpu: float


async def _alternate(
    first: Callable[[], Awaitable[None]], second: Callable[[], Awaitable[None]]
) -> tuple[list[_Took], list[_Took]]:
    taken: tuple[list[_Took], list[_Took]] = ([], [])
    for number in range(ROUNDS + 1):
        for chat, into in zip((first, second), taken, strict=True):
            wall, cpu = time.perf_counter(), time.process_time()
            await chat()
            if number:  # the first round warms up connections and caches
                took = _Took(wall=time.perf_counter() - wall, cpu=time.process_time() - cpu)
                into.append(took)
    return taken


async def _our_chat(model: Model, settings: ModelSettings, journal: Journal, calls: int) -> None:
    chat = Chat(
        "planner",
        ModelClient(
            model, "planner", settings=settings, journal=journal, budget=Budget(max_steps=calls + 1)
        ),
        system=_SYSTEM,
        functions=FUNCTIONS,
        max_steps=calls + 1,
        report_failure=lambda name, error: None,
    )
    await chat.run(f"calls={calls}")


async def _bare_chat(sdk: openai.AsyncOpenAI, calls: int) -> None:
    """The same conversation as plainly as the SDK allows."""
    tools: list[Any] = [
        {
            "type": "function",
            "function": {
                "name": f.name,
                "description": f.description,
                "parameters": dict(f.parameters),
            },
        }
        for f in FUNCTIONS
    ]
    messages: list[Any] = [
        {"role": "system", "content": _SYSTEM},
        {"role": "user", "content": f"calls={calls}"},
    ]
    while True:
        reply = await sdk.chat.completions.create(model="scripted", messages=messages, tools=tools)
        message: Any = reply.choices[0].message
        messages.append(message.model_dump(exclude_none=True))
        for call in message.tool_calls:
            if call.function.name == "end":
                return
            json.loads(call.function.arguments)
            result = {"role": "tool", "tool_call_id": call.id, "content": (await look()).text}
            messages.append(result)


def script(body: Mapping[str, Any]) -> Scripted:
    """Ask to look until the conversation has the length its first message says, then end."""
    messages = body["messages"]
    total = int(messages[1]["content"].partition("=")[2])
    made = sum(message["role"] == "assistant" for message in messages)
    call = ("look", {"find": "x"}) if made < total - 1 else ("end", {"answer": "done"})
    return Scripted(calls=[call])


@asynccontextmanager
async def _server() -> AsyncIterator[str]:
    """Run the scripted server in a separate process and yield its address."""
    process = await asyncio.create_subprocess_exec(
        sys.executable,
        "-m",
        __name__,
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    assert process.stdin is not None
    try:
        yield (await process.stdout.readline()).decode().strip()
    finally:
        process.stdin.close()
        await process.wait()


async def _serve() -> None:
    """Serve until stdin is closed, so that the server never outlives its parent."""
    async with scripted_server(script) as server:
        print(server.base_url, flush=True)
        await asyncio.to_thread(sys.stdin.read)


if __name__ == "__main__":
    asyncio.run(_serve())
