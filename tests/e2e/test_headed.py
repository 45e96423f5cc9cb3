"""The window on a real screen, with hands that only the screen knows."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent_e import Outcome
from agent_e.browser import BrowserSession

from .conftest import Workbench, browse, clicking, finish, report, seen
from .test_taking_over import Run
from .windows import CANARY, Model, Patient, files_with, members

pytestmark = [
    pytest.mark.browser,
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("Xvfb") is None, reason="needs a screen: Xvfb"),
]


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A screen of its own, which nobody sees."""
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "1300x950x24", "-nolisten", "tcp"]
    with subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL) as running:
        os.close(write)
        with os.fdopen(read) as told:
            monkeypatch.setenv("DISPLAY", f":{told.readline().strip()}")
        yield
        running.terminate()


async def test_a_window_on_a_screen_changes_hands(workbench: Workbench, screen: None) -> None:
    model = Model(
        planner=[browse("look at the offers"), finish("a blanket", 1)],
        navigator=[
            clicking("link 'Offers'"),
            clicking("link 'Offers'"),
            report("Read.", ("there is a blanket", "Fjord Wool Blanket, 40 kr")),
        ],
    )
    go = model.hold(2)
    workbench.opener = BrowserSession.open
    with members() as site:
        agent = await workbench.agent(model, Patient(), browser={"headed": True}, verify="never")
        run = Run(agent, site, model)
        await run.held()
        control, page = run.person.control, run.person.page
        await control.take_over()
        await run.person.types("[name=email]", CANARY)
        await page.click("#agree")
        back = await control.hand_back()
        assert "textbox 'Email', " in back.changes
        assert "checkbox 'I agree'" in back.changes
        go.set()
        result, _ = await run.ended()
    assert result.outcome is Outcome.SUCCESS
    assert "textbox 'Email' value='••••'" in seen(workbench.asked("navigator")[1])
    assert files_with(Path(result.run_dir), CANARY) == []
