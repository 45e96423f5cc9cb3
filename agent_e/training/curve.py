"""The loss of a training over its steps, as a picture."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw, ImageFont

_SIZE = (900, 420)
_LEFT, _TOP, _RIGHT, _BOTTOM = 60, 40, 880, 380
_INK, _GRID = "#333333", "#dddddd"
_COLOURS = {"loss": "#1f6feb", "eval_loss": "#d1242f"}
_NAMES = {"loss": "training", "eval_loss": "validation"}
_LINES = 5


def draw_curve(rows: Sequence[Mapping[str, Any]], into: Path) -> None:
    """Draw rows with ``step`` and ``loss`` or ``eval_loss``, at least one, into a PNG file."""
    image = Image.new("RGB", _SIZE, "white")
    draw, font = ImageDraw.Draw(image), ImageFont.load_default(13)
    last = max(row["step"] for row in rows) or 1
    top = max(row.get(name, 0.0) for row in rows for name in _COLOURS) * 1.05 or 1.0

    def place(step: float, loss: float) -> tuple[float, float]:
        across = _LEFT + (_RIGHT - _LEFT) * step / last
        return across, _BOTTOM - (_BOTTOM - _TOP) * loss / top

    for line in range(_LINES + 1):
        loss = top * line / _LINES
        y = place(0, loss)[1]
        draw.line([(_LEFT, y), (_RIGHT, y)], fill=_GRID)
        draw.text((_LEFT - 8, y), f"{loss:.2f}", fill=_INK, font=font, anchor="rm")
        step = round(last * line / _LINES)
        draw.text((place(step, 0)[0], _BOTTOM + 8), f"{step}", fill=_INK, font=font, anchor="mt")
    draw.text((_RIGHT, _BOTTOM + 24), "step", fill=_INK, font=font, anchor="rt")
    for number, (name, colour) in enumerate(_COLOURS.items()):
        points = [place(row["step"], row[name]) for row in rows if name in row]
        if points:
            draw.line(points, fill=colour, width=2)
            for x, y in points if len(points) <= len(rows) / 2 or len(points) == 1 else []:
                draw.ellipse([x - 3, y - 3, x + 3, y + 3], fill=colour)
            where = (_LEFT + 20 + 160 * number, _TOP - 20)
            draw.text(where, f"loss in {_NAMES[name]}", fill=colour, font=font, anchor="lm")
    image.save(into)
