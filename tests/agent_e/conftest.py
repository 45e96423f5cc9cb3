from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e.benchmarks.scripted import Script, ScriptedServer, scripted_server
from agent_e.config import ModelSettings
from agent_e.journal import Journal, read_events
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.factory import make_model
from agent_e.models.fence_untrusted import fenced
from agent_e.safety import UntrustedContent


class Bench:
    """A journal, a scripted server and the way to it, for one test."""

    def __init__(self, run_dir: Path, resources: AsyncExitStack) -> None:
        self.run_dir = run_dir
        self.journal = Journal(run_dir)
        self.budget = Budget(max_steps=50)
        self.server: ScriptedServer
        self.resources = resources

    async def calls(
        self,
        script: Script,
        role: str = "planner",
        model: str = "openai:scripted",
        fence: UntrustedContent | None = None,
        **settings: Any,
    ) -> ModelClient:
        self.server = await self.resources.enter_async_context(scripted_server(script))
        chosen = ModelSettings(
            base_url=self.server.base_url, **{"max_retry_wait_s": 0.01, "timeout_s": 5, **settings}
        )
        made = make_model(model, role, chosen, runs_dir=self.run_dir, env={})
        self.resources.push_async_callback(made.close)
        if fence is not None:
            made = fenced(made, fence)
        return ModelClient(made, role, settings=chosen, journal=self.journal, budget=self.budget)

    def events(self, kind: str) -> list[dict[str, Any]]:
        return [event for event in read_events(self.run_dir) if event["kind"] == kind]


@pytest.fixture
async def bench(tmp_path: Path) -> AsyncIterator[Bench]:
    async with AsyncExitStack() as resources:
        yield Bench(tmp_path, resources)


@pytest.fixture
def jpeg() -> bytes:
    buffer = BytesIO()
    Image.effect_noise((64, 48), 80).convert("RGB").save(buffer, "JPEG", quality=70)
    return buffer.getvalue()


@pytest.fixture
def png() -> bytes:
    buffer = BytesIO()
    Image.new("RGB", (64, 48), "teal").save(buffer, "PNG")
    return buffer.getvalue()


def in_turn(*answers: Any) -> Callable[[Any], Any]:
    queue = list(answers)
    return lambda body: queue.pop(0)
