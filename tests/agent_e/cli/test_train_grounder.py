"""From records to weights that find things, by the command."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from agent_e.training.records import ClickRecord, read_records
from agent_e.vision.grounders.small import SmallNetwork
from tests.agent_e.training.grounder.shapes import make_shapes

from .conftest import Call

pytestmark = [pytest.mark.slow, pytest.mark.timeout(900)]


def test_shapes_are_found_on_pictures_never_seen(tmp_path: Path, call: Call) -> None:
    seen, new = make_shapes(tmp_path / "seen", 120), make_shapes(tmp_path / "new", 12, seed=1)
    out = tmp_path / "out"
    ended = call("train", "grounder", str(seen), "--out", str(out), "--minutes", "3", "--json")
    assert ended.code == 0, ended.err
    assert json.loads(ended.out)["bytes"] < 10_000_000
    assert "| picture |" in (out / "card.md").read_text()
    with Image.open(out / "curve.png") as curve:
        assert curve.size == (900, 420)
    network = SmallNetwork(out / "small.onnx")
    hits = tries = 0
    for record in read_records(new / "records.jsonl", ClickRecord):
        with Image.open(new / record.image) as image:
            x, y = network.find(record.sayings[0], image.convert("RGB")).points[0]
        left, top, right, bottom = record.box
        hits += left <= x <= right and top <= y <= bottom
        tries += 1
    assert hits / tries > 0.5, "four things of twelve are on each picture"
