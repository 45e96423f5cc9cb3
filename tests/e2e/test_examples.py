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

FOLDER = Path(__file__).parents[2] / "examples"
EXAMPLES = {path.stem: f"replay:{path}" for path in sorted(FOLDER.glob("*.jsonl"))}
"""The model of each architecture that has a recording."""
THIRD = next(task for task in demo.TASKS if task.site == "catalog")


def test_every_architecture_but_the_default_has_one() -> None:
    assert [*EXAMPLES] == ["link", "reactive", "som", "websight"]


@pytest.mark.parametrize(
    "architecture",
    [
        "reactive",
        *(pytest.param(each, marks=pytest.mark.slow) for each in EXAMPLES if each != "reactive"),
    ],
)
async def test_it_is_played_on_the_catalogue(
    architecture: str, catalog: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    settings = Settings(
        model=EXAMPLES[architecture],
        architecture=architecture,
        runs_dir=tmp_path,
        safety=SafetySettings(trust=("127.0.0.1",)),
    )
    async with WebAgent(settings, opener=chromium.session) as agent:
        result = await agent.run(THIRD.text, start_url=catalog.url)
    assert result.outcome is Outcome.SUCCESS, result
    assert THIRD.expected(catalog.state()).holds(str(result.answer), catalog.state())
    assert result.evidence and not result.assisted
