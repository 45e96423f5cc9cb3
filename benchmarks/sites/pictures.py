"""Product pictures drawn as inline SVG: one shape per kind of product, coloured by a hue."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from markupsafe import Markup, escape


def render_picture(kind: str, hue: int, label: str = "") -> Markup:
    """Draw one product on a 160 x 120 canvas; without a label it is decoration.

    Raises KeyError for a kind that has no shape.
    """
    shape = load_shapes()[kind]
    for mark, colour in _palette(hue).items():
        shape = shape.replace(mark, colour)
    role = f'role="img" aria-label="{escape(label)}"' if label else 'aria-hidden="true"'
    ground = f"hsl({hue} 38% 93%)"
    return Markup(
        f'<svg viewBox="0 0 160 120" {role} preserveAspectRatio="xMidYMid slice">'
        f'<rect width="160" height="120" fill="{ground}"/>'
        f'<ellipse cx="80" cy="104" rx="44" ry="5" fill="hsl({hue} 25% 80%)"/>'
        '<g transform="translate(32 10)" stroke-linecap="round" stroke-linejoin="round">'
        f"{shape}</g></svg>"
    )


@cache
def load_shapes() -> dict[str, str]:
    """Read the shapes: kind to SVG, with @a, @d and @l for base, dark and light colour."""
    path = Path(__file__).with_name("pictures.json")
    shapes: dict[str, str] = json.loads(path.read_text(encoding="utf-8"))
    return shapes


def _palette(hue: int) -> dict[str, str]:
    return {"@a": f"hsl({hue} 42% 52%)", "@d": f"hsl({hue} 38% 32%)", "@l": f"hsl({hue} 50% 76%)"}
