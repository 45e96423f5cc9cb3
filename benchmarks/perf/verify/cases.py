"""The actions on the page, their ground, and whether they have an effect."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

GROUNDS = ("static", "caret", "video", "ad")
"""Spontaneous changes: none, a caret, a video or moving picture, a moving advertisement."""
VARIANTS = 4

_EFFECTS = {
    "checkbox": "check",
    "radio": "mail",
    "character": "",
    "badge": "badge",
    "popup over white": "white",
    "popup over a picture": "over",
    "focus": "name",
    "colour": "colour",
    "fading toast": "toast",
}
"""The id of the clicked element, by kind; ``""`` for a key pressed in the focused field."""
_NOTHING = {"disabled button": "off", "idle button": "idle", "paragraph": "words"}
KEYS = ("x", "i", "M", "7")


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One action.

    Attributes:
        kind: what it is.
        ground: spontaneous change meanwhile.
        variant: which one of its kind.
        target: id of the clicked element; ``""`` where a key is pressed.
        effect: whether it has one.
    """

    kind: str
    ground: str
    variant: int
    target: str
    effect: bool

    @property
    def plain(self) -> bool:
        """Whether the target is mere text."""
        return self.target == _NOTHING["paragraph"]

    @property
    def disabled(self) -> bool:
        """Whether the target is a disabled button."""
        return self.target == _NOTHING["disabled button"]

    @property
    def query(self) -> str:
        """The page's query."""
        kind = "&kind=character" if not self.target else ""
        return f"?ground={self.ground}&v={self.variant}{kind}"


CASES = tuple(
    Case(kind=kind, ground=ground, variant=variant, target=target, effect=effect)
    for kinds, effect in ((_EFFECTS, True), (_NOTHING, False))
    for (kind, target), ground, variant in product(kinds.items(), GROUNDS, range(VARIANTS))
)
KINDS = tuple(dict.fromkeys(case.kind for case in CASES))
