"""What an answer rests on, over HTTP: of real runs, and of hostile or torn journals."""

from __future__ import annotations

import io
import json
from collections.abc import AsyncIterator, Mapping
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from PIL import Image

from agent_e.server.serving import serve_runs
from tests.benchmarks.reporting.hostile import PAYLOADS, spoiled

from ..serving import Api, api_of, settings_of

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

URL = "http://shop.example/mug"
EVENTS: list[dict[str, Any]] = [
    {"kind": "run.started", "task": "Buy it."},
    {"kind": "model.called", "role": "navigator"},
    # Beside the steps, and so no step itself.
    {"kind": "model.called", "role": "grants", "aside": True},
    {"kind": "action.started", "action": "click"},
    {"kind": "pictured", "started": 4, "file": "shots/0004.jpg", "url": URL},
    {"kind": "action.ended", "started": 4, "status": "done", "url": URL},
    {"kind": "model.called", "role": "navigator"},
    {"kind": "action.started", "action": "click"},
    {"kind": "pictured", "started": 8, "file": "shots/0008.jpg", "url": URL},
    {"kind": "action.ended", "started": 8, "status": "done", "url": URL},
]
FACT: Mapping[str, Any] = {
    **{"claim": "It costs $5.", "quote": "$5", "url": URL, "step": 1, "found": True},
    "boxes": [[100, 200, 50, 20], [100, 220, 30, 20]],
}


def folder(root: Path, name: str, *facts: Mapping[str, Any], journal: str = "") -> str:
    """Make a run that has ended, with this evidence, and return its id."""
    run = root / name
    (run / "shots").mkdir(parents=True)
    info = {"served": True, "task": {"text": "Buy it."}, "settings": {}}
    (run / "run.json").write_text(json.dumps(info))
    (run / "result.json").write_text(json.dumps({"outcome": "success", "evidence": facts}))
    size: dict[str, Any] = {"width": 640, "height": 360, "viewport": [1280, 720]}
    lines = [
        json.dumps(dict(each, seq=number, time=number, **(size if "file" in each else {})))
        for number, each in enumerate(EVENTS, 1)
    ]
    (run / "events.jsonl").write_text(journal or "\n".join(lines) + "\n")
    (run / "shots" / "0008.jpg").write_bytes(b"picture")
    return name


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def stored(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Api]:
    root = tmp_path_factory.mktemp("stored")
    texts = cycle(PAYLOADS)
    folder(root, "20260101-000000-0001", FACT, {**FACT, "url": "http://other.example/"})
    folder(root, "20260101-000000-0002", *[spoiled({**FACT}, texts) for _ in PAYLOADS])
    odd: list[dict[str, Any]] = [
        {"step": [1]},
        {"boxes": [[float("nan"), 1, 1, 1]]},
        {"claim": {"a": 1}, "step": 10**30},
    ]
    folder(root, "20260101-000000-0003", *[{**FACT, **each} for each in odd])
    folder(root, "20260101-000000-0004", FACT, journal="no journal\n{}\n")
    folder(root, "20260101-000000-0005", FACT, journal='{"seq": 1, "kind": "run.st')
    async with (
        serve_runs(settings_of(root, "http://127.0.0.1:9/v1")) as server,
        api_of(server.url, server.token, "") as api,
    ):
        yield api


async def claims(api: Api, run: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await api.get(f"/runs/{run}/claims"))["claims"]
    return found


async def test_a_claim_leads_to_its_place_on_a_picture(api: Api) -> None:
    run = await api.make("Look at it.")
    await api.until(run, "ended")
    (claim,) = await claims(api, run)
    assert (claim["claim"], claim["quote"]) == ("there is a product", "Fjord Wool Blanket")
    assert claim["found"] and claim["step"] and claim["url"].startswith("http://127.0.0.1")
    place = claim["picture"]
    events = {each["seq"]: each for each in await api.events(run) if "seq" in each}
    assert events[claim["seq"]]["file"] == place["file"]
    sent = await api.client.get(f"/runs/{run}/artefacts/{place['file']}")
    assert Image.open(io.BytesIO(sent.content)).size == (place["width"], place["height"])
    ((x, y, width, height),) = place["boxes"]
    assert 0 <= x < x + width <= place["width"] and 0 <= y < y + height <= place["height"]


async def test_the_picture_is_of_the_step_whatever_was_called_beside(stored: Api) -> None:
    claim, elsewhere = await claims(stored, "20260101-000000-0001")
    assert claim["picture"] == {
        "file": "shots/0008.jpg",
        **{"width": 640, "height": 360},
        "boxes": [[50, 100, 25, 10], [50, 110, 15, 10]],
    }
    assert claim["seq"] == 9
    # Without a picture, the moment is that of the last action of its step.
    assert (elsewhere["picture"], elsewhere["seq"]) == (None, 4)


async def test_hostile_words_are_told_as_they_are(stored: Api) -> None:
    told = await claims(stored, "20260101-000000-0002")
    assert len(told) == len(PAYLOADS)
    said = {each["claim"] for each in told} | {each["quote"] for each in told}
    assert {text.replace("\ud800", "?") for text in PAYLOADS} <= said | {e["url"] for e in told}
    assert not any(each["picture"] for each in told)


async def test_values_that_make_no_sense_break_nothing(stored: Api) -> None:
    listed, nowhere, late = await claims(stored, "20260101-000000-0003")
    assert (listed["step"], listed["seq"], nowhere["picture"]) == (None, None, None)
    assert late["seq"] is not None and late["claim"] == "{'a': 1}"


async def test_a_damaged_journal_is_told_and_a_torn_one_read(stored: Api) -> None:
    refused = await stored.client.get("/runs/20260101-000000-0004/claims")
    assert refused.status_code == 409
    assert "damaged" in refused.json()["error"]
    (claim,) = await claims(stored, "20260101-000000-0005")
    assert (claim["quote"], claim["picture"]) == ("$5", None)


@pytest.mark.parametrize("run", ["none", "..%2f..", "%2e%2e", "20260101-000000-0001%00"])
async def test_claims_of_no_run(run: str, stored: Api) -> None:
    assert (await stored.client.get(f"/runs/{run}/claims")).status_code == 404
