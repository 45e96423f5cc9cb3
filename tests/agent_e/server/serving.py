"""A real server of runs, its client, and a model that asks before it does anything."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx

from agent_e.benchmarks.scripted import Scripted
from agent_e.config import Settings

_TASK = re.compile(r"^Task: (.*)$", re.M)
_ANSWERED = re.compile(r"person answered: (.*)$", re.M)


GRANTS = [
    {
        **{"kind": kind, "times": 1, "max_amount": None, "currency": ""},
        **{"to": "", "site": "", "quote": quote},
    }
    for kind, quote in (("order", "order a kettle"), ("send", "send a message"))
]


def curious(body: Mapping[str, Any]) -> Scripted:
    """Ask the person the task, look at the page, and say what they answered.

    A task that begins with ``Look`` asks nothing; one with ``slow`` takes its time to look.
    """
    told = "\n".join(str(each["content"]) for each in body["messages"])
    offered = {tool["function"]["name"] for tool in body.get("tools", ())}
    if "finish" not in offered:
        fact = {"claim": "there is a product", "quote": "Fjord Wool Blanket"}
        report = {"status": "done", "summary": "Looked.", "facts": [fact]}
        return Scripted(calls=[("report", report)], delay_s=60 if "slow" in told else 0)
    task = _TASK.findall(told)[0]
    answers = _ANSWERED.findall(told)
    if not answers and not task.startswith("Look"):
        plan = ("update_plan", {"steps": ["ask", "look", "tell"]})
        return Scripted(calls=[plan, ("ask_user", {"question": task})])
    if "Fact 1" not in told:
        sub_task = "look slowly: slow" if "slow" in task else "look"
        return Scripted(calls=[("browse", {"sub_task": sub_task, "expect": "a product"})])
    said = answers[-1] if answers else "nothing"
    given = {"status": "done", "answer": f"{task} {said}", "evidence": [1]}
    return Scripted(calls=[("finish", given)])


def settings_of(runs_dir: Path, base_url: str, **more: Any) -> Settings:
    return Settings.model_validate(
        {
            "model": "openai:scripted",
            "planner": "always",
            "mode": "human",
            "verify": "never",
            "about_me": False,
            "runs_dir": runs_dir,
            "models": {"base_url": base_url, "max_retry_wait_s": 0.01, "attempts": 2},
            **more,
        }
    )


class Api:
    """A client of the server."""

    def __init__(self, client: httpx.AsyncClient, start_url: str) -> None:
        self.client = client
        self.start_url = start_url

    async def get(self, path: str, **sent: Any) -> Any:
        answer = await self.client.get(path, **sent)
        assert answer.status_code == 200, answer.text
        return answer.json()

    async def post(self, path: str, body: Any = None, *, status: int = 200) -> Any:
        answer = await self.client.post(path, json=body)
        assert answer.status_code == status, answer.text
        return answer.json()

    async def make(self, task: str, **more: Any) -> str:
        asked = {"task": task, "start_url": self.start_url, **more}
        return str((await self.post("/runs", asked, status=201))["id"])

    async def until(self, id_: str, *states: str) -> Any:
        """The run once it is in one of these states."""
        async with asyncio.timeout(60):
            while True:
                run = await self.get(f"/runs/{id_}")
                if run["state"] in states:
                    return run
                assert run["state"] != "ended", run
                await asyncio.sleep(0.05)

    async def asked(self, id_: str) -> Any:
        """The one question of a run that waits for its answer."""
        await self.until(id_, "awaiting_human")
        (request,) = (await self.get(f"/runs/{id_}/requests"))["requests"]
        return request

    async def answer(self, id_: str, request: str, value: Any, *, status: int = 200) -> Any:
        body = {"id": request, "value": value}
        return await self.post(f"/runs/{id_}/answer", body, status=status)

    async def events(self, id_: str, after: int | None = None) -> list[dict[str, Any]]:
        """Every event of its stream, till it ends; those of the journal have a ``seq``."""
        headers = {} if after is None else {"Last-Event-ID": str(after)}
        found: list[dict[str, Any]] = []
        async with self.client.stream("GET", f"/runs/{id_}/events", headers=headers) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            async for line in stream.aiter_lines():
                if line.startswith("data: "):
                    found.append(json.loads(line.removeprefix("data: ")))
        return found


@asynccontextmanager
async def api_of(url: str, token: str, start_url: str) -> AsyncIterator[Api]:
    async with httpx.AsyncClient(
        base_url=url,
        headers={"authorization": f"Bearer {token}"},
        trust_env=False,
        timeout=60,
    ) as client:
        yield Api(client, start_url)


async def eventually(holds: Callable[[], bool]) -> None:
    async with asyncio.timeout(30):
        while not holds():  # noqa: ASYNC110 - what is waited for has no event of its own
            await asyncio.sleep(0.02)
