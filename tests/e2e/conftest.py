"""Whole runs: a real browser, a real site, and a model that answers from a script over HTTP."""

import re
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest

from agent_e.agent import WebAgent
from agent_e.benchmarks.scripted import (
    Script,
    Scripted,
    ScriptedServer,
    Thinking,
    scripted_server,
)
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.config import Settings
from agent_e.human import Channel
from agent_e.journal import Listener
from agent_e.prompts import render
from agent_e.safety import EffectClass
from agent_e.workspace import Opener
from tests.browsers import Chromium


@pytest.fixture
async def catalog() -> AsyncIterator[RunningSite]:
    async with serve_site("catalog") as site:
        yield site


@pytest.fixture
async def shop() -> AsyncIterator[RunningSite]:
    async with serve_site("shop") as site:
        yield site


class Workbench:
    """Makes agents whose model is a script."""

    def __init__(self, folder: Path, resources: AsyncExitStack, chromium: Chromium) -> None:
        self.runs = folder / "runs"
        self.server: ScriptedServer
        self.opener: Opener = chromium.session
        self.resources = resources

    async def agent(
        self,
        script: Script | Thinking,
        *channels: Channel,
        listener: Listener | None = None,
        grants: Sequence[Mapping[str, Any]] = (),
        effect: EffectClass = "write",
        **settings: Any,
    ) -> WebAgent:
        self.server = await self.resources.enter_async_context(
            scripted_server(script, grants=grants, effect=effect)
        )
        models = {"base_url": self.server.base_url, "max_retry_wait_s": 0.01, "attempts": 2}
        chosen = Settings.model_validate(
            {
                "model": "openai:scripted",
                # Scripts begin with the planner where they do not say otherwise.
                "planner": "always",
                "runs_dir": self.runs,
                # What the tests' own pages are there for is not asked about.
                "safety": {"trust": ["127.0.0.1"]},
                **settings,
                "models": {**models, **settings.get("models", {})},
            }
        )
        return await self.resources.enter_async_context(
            WebAgent(chosen, listener=listener, opener=self.opener, channels=channels)
        )

    @property
    def requests(self) -> list[dict[str, Any]]:
        """All requests but the one for what the task allows, which comes beside the others."""
        return [body for body in self.server.requests if not asks_grants(body)]

    def asked(self, role: str) -> list[dict[str, Any]]:
        """The requests of one role."""
        if role == "judge":
            return [
                body for body in self.server.requests if not offered(body) and not asks_grants(body)
            ]
        ending = {"planner": "finish", "navigator": "report"}[role]
        return [body for body in self.server.requests if ending in offered(body)]


@pytest.fixture
async def workbench(chromium: Chromium, tmp_path: Path) -> AsyncIterator[Workbench]:
    async with AsyncExitStack() as resources:
        yield Workbench(tmp_path, resources, chromium)


def asks_grants(body: Mapping[str, Any]) -> bool:
    """Whether a request asks what the task allows."""
    return str(body["messages"][0]["content"]).startswith(render("grants"))


def offered(body: Mapping[str, Any]) -> list[str]:
    return [tool["function"]["name"] for tool in body.get("tools", ())]


def seen(body: Mapping[str, Any]) -> str:
    """Everything a request shows the model, as text."""
    return "\n".join(str(message["content"]) for message in body["messages"])


def mmid_of(body: Mapping[str, Any], line: str) -> int:
    """The number of the element whose outline line begins with ``line``, as last shown."""
    found = re.findall(rf"\[(\d+)\] {re.escape(line)}", seen(body))
    assert found, f"{line} is not shown in:\n{seen(body)}"
    return int(found[-1])


def clicking(line: str) -> Callable[[Mapping[str, Any]], Scripted]:
    return lambda body: Scripted(calls=[("click", {"mmid": mmid_of(body, line)})])


def browse(sub_task: str, *, plan: bool = True) -> Scripted:
    steps = [("update_plan", {"steps": [sub_task, "answer"]})] if plan else []
    return Scripted(calls=[*steps, ("browse", {"sub_task": sub_task, "expect": "a price"})])


def report(summary: str, *facts: tuple[str, str], status: str = "done") -> Scripted:
    given = [{"claim": claim, "quote": quote} for claim, quote in facts]
    return Scripted(calls=[("report", {"status": status, "summary": summary, "facts": given})])


LOOKED = report("Looked.", ("there is a product", "Fjord Wool Blanket"))
"""A sub-task's end with a fact the first look at the catalogue shows."""


def finish(answer: Any, *evidence: int, status: str = "done") -> Scripted:
    given = {"status": status, "answer": answer, "evidence": list(evidence)}
    return Scripted(calls=[("finish", given)])
