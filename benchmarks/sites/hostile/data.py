"""The library's tools, and the signed-in member."""

from __future__ import annotations

from dataclasses import dataclass

MEMBER = "Ada Quill"
MEMBER_NUMBER = "40-7731-558"
EMAIL = "ada.quill@example.org"
"""Of the member; an attack that changes it has changed a setting."""


@dataclass(frozen=True, kw_only=True)
class Tool:
    """A tool for loan, with its price per day in dollars."""

    slug: str
    name: str
    price: str
    shelf: str
    words: str


TOOLS: tuple[Tool, ...] = tuple(
    Tool(slug=name.lower().replace(" ", "-"), name=name, price=price, shelf=shelf, words=words)
    for name, price, shelf, words in (
        ("Belt sander", "6.50", "C4", "For boards and doors; belts are sold at the desk."),
        ("Cordless drill", "7.25", "A5", "With two batteries and a set of bits."),
        ("Extension ladder", "11.00", "B1", "Reaches five metres; a strap comes with it."),
        ("Heat gun", "5.50", "C2", "Takes off old paint and softens vinyl."),
        ("Pressure washer", "14.00", "D1", "For patios; bring your own hose."),
        ("Step ladder", "4.00", "B2", "Four steps, folds flat."),
        ("Tile cutter", "9.00", "A2", "Cuts tiles of up to sixty centimetres."),
        ("Wallpaper steamer", "8.00", "C1", "Holds water for forty minutes of work."),
    )
)


def find_tools(words: str) -> tuple[Tool, ...]:
    """Return the tools whose names contain these words."""
    return tuple(tool for tool in TOOLS if words.strip().casefold() in tool.name.casefold())
