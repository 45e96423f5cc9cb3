"""Shapes in CSS pixels, as a canvas or as a picture: the page's text says nothing of either."""

from __future__ import annotations

import base64
import json
from collections.abc import Sequence
from html import escape

from .page import Box

Point = tuple[float, float]


class Drawing:
    """Shapes in the order they are painted."""

    def __init__(self, width: int, height: int, paper: str) -> None:
        self.width, self.height = width, height
        self._shapes: list[dict[str, object]] = []
        self.rect(0, 0, width, height, paper)

    def rect(self, x: float, y: float, width: float, height: float, fill: str) -> None:
        """Fill a rectangle."""
        self.poly(((x, y), (x + width, y), (x + width, y + height), (x, y + height)), fill)

    def poly(self, points: Sequence[Point], fill: str) -> None:
        """Fill a polygon."""
        self._shapes.append({"kind": "poly", "points": points, "fill": fill})

    def line(self, points: Sequence[Point], fill: str, size: float) -> None:
        """Draw a line."""
        self._shapes.append({"kind": "line", "points": points, "fill": fill, "size": size})

    def ellipse(self, x: float, y: float, rx: float, ry: float, fill: str) -> None:
        """Fill an ellipse around a centre."""
        self._shapes.append({"kind": "ellipse", "x": x, "y": y, "rx": rx, "ry": ry, "fill": fill})

    def text(self, x: float, y: float, text: str, fill: str, size: float = 13) -> None:
        """Write centred text on a base line."""
        shape = {"kind": "text", "x": x, "y": y, "text": text, "fill": fill, "size": size}
        self._shapes.append(shape)

    def part(self, left: float, top: float, right: float, bottom: float) -> Box:
        """Return a box as fractions of the drawing."""
        return left / self.width, top / self.height, right / self.width, bottom / self.height

    def canvas(self, id_: str) -> str:
        """Return a canvas, and the data that draw.js draws it by."""
        data = json.dumps(self._shapes).replace("<", "\\u003c")
        return (
            f'<canvas id="{id_}" width="{self.width}" height="{self.height}"></canvas>'
            f'<script type="application/json" class="drawing">{data}</script>'
        )

    def image(self, id_: str) -> str:
        """Return a picture without a name."""
        svg = (
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{self.width}" height="{self.height}">'
            f"{''.join(map(_svg, self._shapes))}</svg>"
        )
        data = base64.b64encode(svg.encode()).decode()
        return f'<img id="{id_}" alt="" src="data:image/svg+xml;base64,{data}">'


def _svg(shape: dict[str, object]) -> str:
    fill = shape["fill"]
    match shape["kind"]:
        case "ellipse":
            return '<ellipse cx="{x}" cy="{y}" rx="{rx}" ry="{ry}" fill="{fill}"/>'.format(**shape)
        case "text":
            words = escape(str(shape["text"]))
            return (
                '<text x="{x}" y="{y}" font-size="{size}" font-family="sans-serif" '
                'text-anchor="middle" fill="{fill}">'.format(**shape)
                + f"{words}</text>"
            )
    points = " ".join(f"{x},{y}" for x, y in shape["points"])  # type: ignore[attr-defined]
    if shape["kind"] == "line":
        size = shape["size"]
        return f'<polyline points="{points}" fill="none" stroke="{fill}" stroke-width="{size}"/>'
    return f'<polygon points="{points}" fill="{fill}"/>'
