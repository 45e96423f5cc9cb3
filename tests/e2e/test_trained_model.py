"""The architecture websight with an actor that was trained here, through the endpoint of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("torch")

from agent_e import Outcome
from agent_e.agents.grounding import sight_of
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.config import user_config_dir
from agent_e.models import model_table
from agent_e.training.tuning.check import check_settings
from agent_e.training.tuning.here import Here
from agent_e.training.tuning.run import tune
from agent_e.training.tuning.serving import model_name, table_row
from agent_e.training.tuning.settings import TuneSettings
from agent_e.training.tuning.squares import HEIGHT, WIDTH, act, write_squares
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES

from .conftest import Workbench
from .test_visual_click import private
from .test_websight import Cast, acting, events

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(600)]
STEPS = 60


@pytest.fixture
def trained(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[TuneSettings, Path]]:
    """A tiny model that knows the words of a click, with its row in the user's table."""
    data = tmp_path / "data"
    write_squares(data, train=32, val=0, seed=1, asked=act)
    settings = check_settings(data).model_copy(update={"max_steps": STEPS, "batch": 4})
    tune(settings, tmp_path / "clicker", print)
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    user_config_dir().mkdir(parents=True)
    (user_config_dir() / "models.yaml").write_text(table_row(settings, tmp_path / "clicker"))
    model_table.rows.cache_clear()
    yield settings, tmp_path / "clicker"
    monkeypatch.undo()
    model_table.rows.cache_clear()


async def test_the_loop_runs_with_an_actor_trained_here(
    trained: tuple[TuneSettings, Path], workbench: Workbench
) -> None:
    name = f"openai-compatible:{model_name(trained[1])}"
    assert sight_of(name).max_pixels == trained[0].max_pixels
    cast = Cast(reasoner=[acting("Click the green square"), acting("FINISHED It was clicked.")])
    with pages(PAGES) as site:
        async with serve_app(Here(*trained).app) as port:
            grounder = {"model": name, "base_url": f"http://127.0.0.1:{port}/v1"}
            url = f"{site}/canvas.html"
            web = await workbench.agent(
                cast, architecture="websight", grounder=grounder, safety=private(url)
            )
            result = await web.run("Click the green square.", start_url=url)
    assert result.outcome is Outcome.SUCCESS, result
    assert result.usage["actor"].calls == 1
    [sent] = [each for each in events(result, "model.called") if each["role"] == "actor"]
    assert f"{WIDTH}x{HEIGHT}" in str(sent)
    assert [role for role, _ in cast.asked][:3] == ["planner", "reasoner", "judge"]
