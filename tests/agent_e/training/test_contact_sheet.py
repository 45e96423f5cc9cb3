"""The contact sheet: each box is drawn where it is."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from PIL import Image, ImageDraw

from agent_e.training.contact_sheet import draw_records
from agent_e.training.records import ClickRecord


@pytest.mark.parametrize("box", [(100, 50, 140, 90), (0, 0, 30, 20), (300, 100, 1900, 900)])
def test_the_box_is_drawn_around_what_it_holds(tmp_path: Path, box) -> None:
    image = Image.new("RGB", (2000, 1000), "white")
    ImageDraw.Draw(image).rectangle(box, fill="blue")
    image.save(tmp_path / "page.png")
    record = ClickRecord(id="1", image="page.png", width=2000, height=1000, box=box, source="s")

    draw_records([record], tmp_path, tmp_path / "sheet.png", seed=0)

    with Image.open(tmp_path / "sheet.png") as sheet:
        cell = sheet.convert("RGB").crop((12, 12, 412, 262))
    pixels = np.asarray(cell).reshape(-1, 3)
    blue, red = (
        np.flatnonzero((pixels == colour).all(axis=1)) for colour in [(0, 0, 255), (214, 0, 28)]
    )
    assert blue.size and red.size
    for axis in (lambda at: at % 400, lambda at: at // 400):
        spans = [(axis(each).min(), axis(each).max()) for each in (blue, red)]
        (inner_low, inner_high), (outer_low, outer_high) = spans
        assert outer_low <= inner_low <= outer_low + 8
        assert outer_high - 8 <= inner_high <= outer_high
