"""The look of a made page: colours, fonts, sizes, and the window that it is seen in."""

from __future__ import annotations

import random
from dataclasses import dataclass

_FONTS = (
    "sans-serif", "serif", "monospace", "system-ui", "'DejaVu Sans'", "'Liberation Sans'",
    "'Noto Sans'", "'DejaVu Serif'", "'Liberation Serif'", "'Liberation Sans Narrow'",
)  # fmt: skip
_VIEWPORTS = (
    (800, 600), (1024, 576), (1024, 768), (1120, 672), (1280, 720), (1280, 720), (1280, 800),
    (1366, 768), (1440, 900), (1600, 900), (1920, 1080),
)  # fmt: skip
_ZOOMS = (1.0, 1.0, 1.0, 0.75, 0.9, 1.1, 1.25, 1.5)
_SCALES = (1.0, 1.0, 1.0, 1.25, 1.5, 2.0)
_WIDEST = 2600
"""Of a picture, pixels: what a model sees is no larger."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """How a page is looked at: the window in CSS pixels at zoom 1, zoom and device scale."""

    width: int
    height: int
    zoom: float = 1.0
    scale: float = 1.0
    dark: bool = False
    scroll: float = 0.0
    """How far down the page, 0 to 1."""

    @classmethod
    def random(cls, rng: random.Random, *, scrolls: bool = False) -> Look:
        """Return a common window, zoom and device scale."""
        width, height = rng.choice(_VIEWPORTS)
        scale = rng.choice([each for each in _SCALES if width * each <= _WIDEST])
        scroll = rng.random() if scrolls else 0.0
        dark = rng.random() < 0.35
        zoom = rng.choice(_ZOOMS)
        return cls(width=width, height=height, zoom=zoom, scale=scale, dark=dark, scroll=scroll)


class Theme:
    """Colours and sizes of one page, drawn at random."""

    def __init__(self, rng: random.Random, *, dark: bool) -> None:
        """Draw it."""
        self._rng = rng
        self.dark = dark
        hue, tint = rng.randrange(360), rng.choice((0, 0, 8, 20, 45))
        light, step = (rng.randint(6, 16), 5) if dark else (rng.randint(94, 100), -4)
        self.background = f"hsl({hue} {tint}% {light}%)"
        self.surface = f"hsl({hue} {tint}% {light + step * rng.choice((0, 1))}%)"
        self.raised = f"hsl({hue} {tint}% {light + 2 * step}%)"
        self.border = f"hsl({hue} {tint}% {light + 4 * step}%)"
        self.text = f"hsl({hue} 10% {92 if dark else 12}%)"
        self.muted = f"hsl({hue} 8% {68 if dark else 38}%)"
        self.accent = f"hsl({rng.randrange(360)} {rng.randint(45, 90)}% {rng.randint(28, 40)}%)"
        self.font = rng.choice(_FONTS)
        self.size = rng.choice((12, 13, 14, 14, 15, 16, 18))
        self.radius = rng.choice((0, 3, 6, 10, 16))
        self.gap = rng.choice((4, 6, 8, 12, 16))
        self.borders = rng.random() < 0.6
        self.icon = rng.choice((14, 16, 18, 20, 20, 24, 24, 28, 32, 40))
        self._colourful = rng.random() < 0.35

    def ink(self) -> str:
        """A colour that is seen on the page."""
        if not self._colourful and self._rng.random() < 0.9:
            return self._rng.choice((self.text, self.muted))
        light = self._rng.randint(62, 80) if self.dark else self._rng.randint(22, 42)
        return f"hsl({self._rng.randrange(360)} {self._rng.randint(40, 95)}% {light}%)"

    def css(self) -> str:
        """The style sheet of the page."""
        line = f"1px solid {self.border}" if self.borders else "1px solid transparent"
        padding = self.gap
        return f"""
* {{ box-sizing: border-box }}
body {{ margin: 0; background: {self.background}; color: {self.text};
  font: {self.size}px/1.4 {self.font} }}
button, input, select, textarea {{ font: inherit; color: inherit }}
button, .button {{ background: {self.raised}; border: {line}; border-radius: {self.radius}px;
  padding: {padding * 0.6:.0f}px {padding + 2}px; cursor: pointer; display: inline-flex;
  align-items: center; justify-content: center; gap: 6px; text-decoration: none; color: inherit }}
.bare {{ background: none; border-color: transparent; padding: {padding * 0.5:.0f}px }}
.box {{ padding: {padding * 0.5 + 1:.0f}px }}
.main {{ background: {self.accent}; color: white }}
.round {{ border-radius: 50%; padding: {padding * 0.6 + 2:.0f}px }}
svg, img, canvas {{ display: block; flex: none }}
input, select, textarea {{ background: {self.surface}; border: 1px solid {self.muted};
  border-radius: {min(self.radius, 8)}px; padding: 5px 8px; min-width: 0 }}
a {{ color: inherit }}
section, aside, .card {{ background: {self.surface}; border: {line};
  border-radius: {self.radius}px; padding: {padding}px; overflow: hidden }}
.card {{ display: flex; flex-direction: column; gap: {padding}px; align-items: start }}
h2, h3 {{ margin: 0 0 {padding // 2}px; font-size: 1.15em }}
p {{ margin: 0; color: {self.muted} }}
.row {{ display: flex; flex-wrap: wrap; align-items: center; gap: {self.gap}px }}
.line {{ display: flex; align-items: center; gap: {self.gap}px; padding: 4px 0 }}
.line > :nth-child(2) {{ flex: 1; min-width: 0 }}
table {{ border-collapse: collapse; width: 100% }}
td, th {{ border-bottom: 1px solid {self.border}; padding: 4px 8px; text-align: start }}
ul {{ list-style: none; margin: 0; padding: 0 }}
.grid {{ display: grid; gap: {self.gap}px; justify-items: center; align-items: center }}
header, footer {{ background: {self.raised}; padding: {padding}px; display: flex;
  flex-wrap: wrap; align-items: center; gap: {self.gap}px }}
.page {{ display: flex; gap: {self.gap}px; padding: {self.gap}px; align-items: flex-start }}
.rail {{ display: flex; flex-direction: column; gap: {self.gap}px; flex: none }}
main {{ display: flex; flex-wrap: wrap; gap: {self.gap}px; flex: 1; align-items: flex-start }}
main > section {{ flex: 1 1 auto; max-width: 100% }}
"""
