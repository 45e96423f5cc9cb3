"""Made pages: seeded layouts of common parts, with a note of what each unnamed drawing is."""

from __future__ import annotations

import html
import json
import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from typing import Any

from agent_e.training.records import Kind

from .blocks import BLOCKS, dialog
from .icons import Icon, IconSet
from .theme import Look, Theme

RIGHT_TO_LEFT = frozenset({"ar", "he"})
_BUTTONS = (
    ("button", "button"), ("button", "button"), ('a href="#"', "a"),
    ('div role="button" tabindex="0"', "div"),
)  # fmt: skip
_ENGLISH = 0.35
"""Share of English pages, beside those that chance makes English."""
_NAMED = 0.15
"""Share of icon buttons with an accessible name: the others only eyes can find."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Placed:
    """What the generator put somewhere; ``kind`` only where the page cannot tell it."""

    name: str
    tags: tuple[str, ...] = ()
    kind: Kind | None = None
    language: str = "en"


@dataclass(frozen=True, kw_only=True, slots=True)
class MadePage:
    """A page, and what stands at each ``data-s`` of it."""

    html: str
    look: Look
    language: str
    placed: Mapping[str, Placed] = field(default_factory=dict)


class Maker:
    """Draws the parts of one page; ``blocks`` arranges them."""

    def __init__(self, rng: random.Random, icons: IconSet, language: str, *, dark: bool) -> None:
        """Begin a page."""
        self.rng = rng
        self.theme = Theme(rng, dark=dark)
        self.language = language
        self.bank: dict[str, list[str]] = word_banks()[language]
        self.placed: dict[str, Placed] = {}
        self._icons = icons
        self._drawn: set[str] = set()

    def word(self, kind: str = "words") -> str:
        """A word of the page's language, as HTML."""
        return html.escape(self.rng.choice(self.bank[kind]))

    def words(self, kind: str, most: int) -> list[str]:
        """Different words of one kind."""
        return self.rng.sample(self.bank[kind], min(most, len(self.bank[kind])))

    def place(self, name: str, **known: Any) -> str:
        """Note what stands at a place, and return its number."""
        key = str(len(self.placed) + 1)
        self.placed[key] = Placed(name=name, **known)
        return key

    def icon(self) -> Icon:
        """An icon that is not on the page yet, as far as there is one."""
        for _ in range(20):
            icon = self._icons.draw(self.rng)
            if icon.name not in self._drawn:
                break
        self._drawn.add(icon.name)
        return icon

    def drawing(self, icon: Icon, size: float, colour: str | None = None, key: str = "") -> str:
        """An icon as markup."""
        ink = f"color:{colour}" if colour else ""
        mark = f'data-s="{key}" ' if key else ""
        style = f'{mark}aria-hidden="true" style="width:{size:.0f}px;height:{size:.0f}px;{ink}"'
        return icon.svg.replace("<svg", f"<svg {style}", 1)

    def size(self) -> float:
        """A size of icons: mostly that of the page."""
        return self.rng.randint(12, 64) if self.rng.random() < 0.15 else self.theme.icon

    def icon_button(self, icon: Icon | None = None, *, size: float | None = None) -> str:
        """A button with a drawing alone."""
        icon = icon or self.icon()
        key = self.place(icon.name, tags=icon.tags)
        style = self.rng.choice(("bare", "bare", "box", "main", "round"))
        colour = None if style == "main" else self.theme.ink()
        named = self.rng.choice(("aria-label", "title")) if self.rng.random() < _NAMED else ""
        name = f'{named}="{html.escape(icon.name)}"' if named else ""
        drawn = self.drawing(icon, size or self.size(), colour)
        opening, tag = self.rng.choice(_BUTTONS)
        return f'<{opening} class="button {style}" data-s="{key}" {name}>{drawn}</{tag}>'

    def icon_buttons(self, least: int, most: int) -> str:
        """Several of them."""
        return "".join(self.icon_button() for _ in range(self.rng.randint(least, most)))

    def text_button(self, word: str | None = None) -> str:
        """A button with words, sometimes with a drawing before them."""
        style = self.rng.choice(("", "", "main", "bare"))
        drawn = key = ""
        if self.rng.random() < 0.35:
            icon = self.icon()
            key = f'data-s="{self.place(icon.name, tags=icon.tags)}"'
            drawn = self.drawing(icon, self.theme.size + 2)
        return f'<button class="{style}" {key}>{drawn}{word or self.word()}</button>'

    def lone_icon(self, size: float) -> str:
        """A drawing that is no button."""
        icon = self.icon()
        return self.drawing(icon, size, self.theme.ink(), self.place(icon.name, tags=icon.tags))

    def heading(self) -> str:
        """A heading."""
        return f"<h2>{self.word()}</h2>"


def make_page(icons: IconSet, seed: str, languages: Sequence[str]) -> MadePage:
    """Make the page of a seed: the same one every time, in one of these languages."""
    rng = random.Random(seed)
    english = rng.random() < _ENGLISH and "en" in languages
    language = "en" if english else rng.choice(languages)
    look = Look.random(rng)
    maker = Maker(rng, icons, language, dark=look.dark)
    area = look.width * look.height / look.zoom**2
    blocks: list[Callable[[Maker], str]] = rng.choices(
        list(BLOCKS), weights=list(BLOCKS.values()), k=round(3 + area / 110_000)
    )
    body = "".join(f"<section>{block(maker)}</section>" for block in blocks)
    direction = "rtl" if language in RIGHT_TO_LEFT else "ltr"
    return MadePage(
        html=f'<!DOCTYPE html><html lang="{language}" dir="{direction}">'
        f'<head><meta charset="utf-8"><title>{maker.word()}</title>'
        f"<style>{maker.theme.css()}</style></head>"
        f"<body>{_shell(maker, body)}</body></html>",
        look=look,
        language=language,
        placed=maker.placed,
    )


def _shell(maker: Maker, body: str) -> str:
    """Put the parts into a frame of bars."""
    rng = maker.rng
    bar = f"<header>{maker.icon_buttons(1, 3)}<b>{maker.word()}</b>{maker.icon_buttons(2, 7)}"
    top = f"{bar}</header>" if rng.random() < 0.8 else ""
    side = ""
    match rng.randrange(3):
        case 0:
            side = f'<aside class="rail">{maker.icon_buttons(5, 12)}</aside>'
        case 1:
            words = maker.words("words", rng.randint(4, 9))
            items = "".join(f"<li>{maker.text_button(html.escape(w))}</li>" for w in words)
            side = f'<aside class="rail"><nav><ul>{items}</ul></nav></aside>'
    parts = [side, f"<main>{body}</main>"]
    if rng.random() < 0.3:
        parts.reverse()
    foot = f"<footer>{maker.icon_buttons(3, 6)}<a href='#'>{maker.word()}</a></footer>"
    over = dialog(maker) if rng.random() < 0.1 else ""
    return f'{top}<div class="page">{"".join(parts)}</div>{foot}{over}'


@cache
def word_banks() -> dict[str, dict[str, list[str]]]:
    """Words of made pages, by language and kind."""
    file = resources.files(__package__).joinpath("words.json")
    banks: dict[str, dict[str, list[str]]] = json.loads(file.read_text(encoding="utf-8"))
    return banks


def letters_of(language: str) -> tuple[str, str]:
    """Two different letters of a language."""
    letters = dict.fromkeys(filter(str.isalpha, "".join(word_banks()[language]["words"])))
    one, other = list(letters)[:2]
    return one, other
