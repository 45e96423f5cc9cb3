"""A secret of the vault that a page shows in disguise does not reach the model."""

from __future__ import annotations

import html
import json
from pathlib import Path

import pytest

from agent_e.safety.normalization import letters
from tests.agent_e.dom.seeing import pages
from tests.agent_e.safety.hiding.test_redactor import ONE_TIME, SECRET, disguises

from .conftest import LOOKED, Workbench, browse, finish, offered, seen

pytestmark = pytest.mark.browser


async def test_no_disguise_of_a_secret_reaches_the_model(
    workbench: Workbench, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    forms = disguises(SECRET)
    shown = "".join(f"<p>{html.escape(form)}</p>" for form in forms.values())
    halves = f"<p>{SECRET[:5]}</p><p>{SECRET[5:]}</p><p>Code 644,040</p>"
    (tmp_path / "pages").mkdir()
    (tmp_path / "pages" / "echo.html").write_text(f"<meta charset=utf-8>{shown}{halves}", "utf-8")
    for name, value in {"BANK": SECRET, "CODE": ONE_TIME}.items():
        given = {"site": "example.org", "kind": "text", "value": value}
        monkeypatch.setenv(f"AGENT_E_SECRET_{name}", json.dumps(given))
    web = await workbench.agent(
        lambda body: (
            (browse("Look") if "Fact 1" not in seen(body) else finish("so", 1))
            if "finish" in offered(body)
            else LOOKED
        )
    )
    with pages(tmp_path / "pages") as address:
        await web.run("Look at it.", start_url=f"{address}/echo.html")
    told = "\n".join(map(seen, workbench.server.requests))
    assert told.count("[secret bank]") >= len(forms)
    assert "Code [secret code]" in told
    for name, form in forms.items():
        assert form not in told, name
    assert letters(SECRET) not in letters(told)
