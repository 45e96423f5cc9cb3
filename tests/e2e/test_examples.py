"""The recorded runs of ``examples``: each architecture answers the catalogue's first task again."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e import Outcome, WebAgent
from agent_e.benchmarks import demo
from agent_e.benchmarks.sites import RunningSite
from agent_e.config import SafetySettings, Settings
from tests.browsers import Chromium

pytestmark = pytest.mark.browser

EXAMPLES = sorted((Path(__file__).parents[2] / "examples").glob("*.jsonl"))
THIRD = next(task for task in demo.TASKS if task.site == "catalog")


def test_every_architecture_but_the_default_has_one() -> None:
    assert [path.stem for path in EXAMPLES] == ["link", "reactive", "som", "websight"]


@pytest.mark.parametrize("path", EXAMPLES, ids=lambda path: path.stem)
async def test_it_is_played_on_the_catalogue(
    path: Path, catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    settings = Settings(
        model=f"replay:{path}",
        architecture=path.stem,
        runs_dir=tmp_path,
        safety=SafetySettings(trust=("127.0.0.1",)),
    )
    async with WebAgent(settings, opener=chromium.session) as agent:
        result = await agent.run(THIRD.text, start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS, result
    assert THIRD.expected(catalog.state()).holds(str(result.answer), catalog.state())
    assert result.evidence and not result.assisted
