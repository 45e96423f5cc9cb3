"""Stored pages and pictures note what is done on them, and nothing else happens."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from PIL import Image
from playwright.async_api import Page

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.stored.backend import inert, page_of
from agent_e.errors import ConfigError

HTML = """<html backend_node_id="1"><head><script>document.title = "ran"</script></head>
<body backend_node_id="2" onload="document.title = 'ran'">
<a backend_node_id="3" href="https://elsewhere.example/"><b backend_node_id="4">Go</b></a>
<form action="/gone"><input backend_node_id="5"><button backend_node_id="6">Find</button>
<select backend_node_id="7"><option>One</option><option>Two</option></select></form></body>
</html>"""


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    file = tmp_path / "train_0.json"
    rows = [
        {
            "annotation_id": "t",
            "actions": [
                {"raw_html": "<p>", "cleaned_html": "<p backend_node_id=1>"},
                {"raw_html": HTML},
            ],
        }
    ]
    file.write_text(json.dumps(rows), encoding="utf-8")
    return file


def acts(site: RunningSite) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = site.state()["acts"]
    return found


async def until(holds: Callable[[], Any]) -> None:
    end = time.monotonic() + 10
    while not holds():
        assert time.monotonic() < end
        await asyncio.sleep(0.02)


@pytest.mark.browser
async def test_acts_are_noted_and_lead_nowhere(page: Page, recorded: Path) -> None:
    async with serve_site("stored", file=str(recorded), task="t", step=1) as site:
        await page.goto(site.url)
        await page.get_by_text("Go").click()
        await page.get_by_role("textbox").fill("Rome")
        await page.get_by_role("button").click()
        await page.get_by_role("combobox").select_option("Two")
        await until(lambda: len(acts(site)) == 4)
        assert page.url == f"{site.url}/"
        assert await page.title() == ""
        assert [(act["kind"], act["value"], act["ids"][0]) for act in acts(site)] == [
            ("CLICK", "", "4"),
            ("TYPE", "Rome", "5"),
            ("CLICK", "", "6"),
            ("SELECT", "Two", "7"),
        ]
        assert acts(site)[0]["ids"] == ["4", "3", "2", "1"]
        site.reset()
        assert acts(site) == []


@pytest.mark.browser
async def test_the_place_of_a_click_is_one_of_the_picture(page: Page, tmp_path: Path) -> None:
    picture = tmp_path / "screen.png"
    Image.new("RGB", (3000, 2000), "white").save(picture)  # larger than the window
    async with serve_site("stored", file=str(picture)) as site:
        await page.goto(site.url)
        box = await page.get_by_role("img").bounding_box()
        assert box is not None
        assert box["width"] / box["height"] == pytest.approx(1.5, abs=0.01)
        await page.mouse.click(box["width"] * 0.25, box["height"] * 0.5)
        await until(lambda: acts(site))
        assert acts(site)[0]["x"] == pytest.approx(0.25, abs=0.01)
        assert acts(site)[0]["y"] == pytest.approx(0.5, abs=0.01)


def test_nothing_of_a_page_runs_or_loads() -> None:
    html = inert(HTML.replace("</body>", '<iframe src="//x"></iframe><link href="//y"></body>'))
    assert "onload" not in html
    assert "<iframe" not in html
    assert "<link" not in html
    assert html.count("<script") == 1


def test_without_ids_a_page_is_the_cleaned_one(recorded: Path) -> None:
    assert page_of(recorded, "t", 0) == "<p backend_node_id=1>"


async def test_a_page_that_is_not_there_is_named(recorded: Path) -> None:
    with pytest.raises(ConfigError, match="no step 2 of the task t"):
        async with serve_site("stored", file=str(recorded), task="t", step=2):
            pass
