"""Probes a page point by point: the controls, texts and elements a person meets there.

It shares nothing with the reader of the product: it asks the browser what is drawn at each point,
in all frames and shadow roots, and treats what looks or behaves like a control as one.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field
from typing import Any
from weakref import WeakKeyDictionary

from playwright.async_api import Page

from .glass import Glass, Pane

Box = tuple[float, float, float, float]
"""Left, top, width and height in CSS pixels of the top viewport."""

STEP = 6
"""CSS pixels between two points."""
VIEWPORTS = 3
"""Number of viewports of a page that are probed."""

_glasses: WeakKeyDictionary[Page, Glass] = WeakKeyDictionary()


@dataclass(frozen=True, kw_only=True, slots=True)
class Control:
    """Something that a person can press or fill in.

    Attributes:
        key: stable for an element in all looks at one page.
        instead: box of the field that a label is drawn for, where that is not drawn itself; for
            such a field, box of its label.
        middle: a point at which it is met, near the centre of all those.
        points: number of lattice points that met it.
        how: how it was recognised: ``native``, ``role``, ``tabindex``, ``cursor`` or ``listener``.
        frame: CSS paths of the frames it lies in, outermost first.
        path: CSS path in its frame, ``>>>`` into a shadow root.
        cursor: the mouse cursor over it, in CSS terms.
        accessible: nothing hides it from assistive technology.
        text: the beginning of its text, or else of its name.
        href: absolute address of a link.
        late: it was not on the page when the look began.
        html: its own tag.
    """

    key: str
    box: Box
    instead: Box | None
    middle: tuple[float, float]
    points: int
    how: str
    frame: tuple[str, ...]
    path: str
    tag: str
    role: str
    cursor: str
    accessible: bool
    text: str
    href: str
    disabled: bool
    late: bool
    html: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Text:
    """A piece of text with at least one point in view."""

    text: str
    box: Box
    frame: tuple[str, ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Met:
    """An element drawn at some point, or an ancestor of one."""

    tag: str
    box: Box


@dataclass(frozen=True, kw_only=True, slots=True)
class Grid:
    """The findings of one look at a page. Boxes refer to the page as it stood before.

    Attributes:
        looked: the probed areas.
    """

    controls: tuple[Control, ...]
    texts: tuple[Text, ...]
    met: tuple[Met, ...]
    looked: tuple[Box, ...]


@dataclass(kw_only=True, slots=True)
class _Gathered:
    """Findings so far.

    Attributes:
        rows: data of each control from the look that met most of it.
        met: everything met, including controls and frames.
    """

    rows: dict[tuple[Pane, int], dict[str, Any]] = field(default_factory=dict)
    texts: list[Text] = field(default_factory=list)
    met: dict[Pane, set[int]] = field(default_factory=dict)


async def look(page: Page, *, viewports: int = 1) -> Grid:
    """Probe what is in view, and so many viewports in all, scrolling down; then scroll back.

    Nothing is pressed. Texts are those in view before any scrolling.

    Raises:
        playwright.async_api.Error: the page, or a frame of it, went away.
    """
    glass = _glasses.get(page)
    if glass is None:
        glass = _glasses[page] = await Glass.before(page)
    await glass.prepare()
    width, height = await glass.size()
    lattice = _lattice(width, height)
    gathered = _Gathered()
    looked: list[Box] = [(0.0, 0.0, width, height)]
    gathered.texts += await _look(glass, glass.main, lattice, gathered)
    # A list that draws only what is in view reuses its elements when scrolled, and a menu
    # that follows the page may be scrolled elsewhere by that.
    met = await _met(gathered)
    first = await _placed(gathered)
    if viewports > 1:
        looked += await _look_below(glass, lattice, gathered, viewports)
        met += await _met(gathered)
    return Grid(
        controls=(*first, *await _placed(gathered, without={each.key for each in first})),
        texts=tuple(gathered.texts),
        met=tuple(met),
        looked=tuple(looked),
    )


async def _look_below(
    glass: Glass, lattice: dict[str, Any], gathered: _Gathered, viewports: int
) -> list[Box]:
    """Probe what scrolling brings into view, and return where that lies."""
    looked: list[Box] = []
    scroll = await glass.main.call("scroll", 0)
    moved = 0.0
    for number in range(1, viewports if scroll else 1):
        scroll = await glass.main.call("scroll", number)
        if scroll["moved"] <= moved:
            break
        moved = scroll["moved"]
        looked.append(_shifted(scroll["box"], 0, moved))
        await glass.drawn()
        await _look(glass, glass.main, lattice, gathered)
    if moved:
        await glass.main.call("scroll", 0)
        await glass.drawn()
    return looked


def _lattice(width: float, height: float) -> dict[str, Any]:
    half = STEP / 2
    return {
        "left": half,
        "top": half,
        "columns": int((width - half) // STEP) + 1,
        "rows": int((height - half) // STEP) + 1,
        "step": STEP,
        "only": None,
    }


async def _look(
    glass: Glass, pane: Pane, lattice: dict[str, Any], gathered: _Gathered
) -> list[Text]:
    """Probe one frame, and the frames met in it; returns the texts."""
    seen = await pane.call("grid", lattice)
    x, y = pane.offset
    for row in seen["controls"]:
        place = (pane, row["key"])
        if place not in gathered.rows or gathered.rows[place]["points"] < row["points"]:
            gathered.rows[place] = row
    gathered.met.setdefault(pane, set()).update(seen["met"])
    texts = [
        Text(text=row["text"], box=_shifted(row["box"], x, y), frame=pane.path)
        for row in seen["texts"]
    ]
    for row in seen["frames"]:
        inner = await glass.inner(pane, row["key"], row["path"])
        if inner is None:
            continue
        left, top = inner.offset[0] - x, inner.offset[1] - y
        own = {"left": lattice["left"] - left, "top": lattice["top"] - top, "only": row["points"]}
        texts += await _look(glass, inner, lattice | own, gathered)
    return texts


async def _met(gathered: _Gathered) -> list[Met]:
    """Return the current places of everything met."""
    met: list[Met] = []
    for pane, numbers in gathered.met.items():
        x, y = await pane.locate()
        drawn = await pane.call("boxes", sorted(numbers))
        met += [Met(tag=each[0], box=_shifted(each[1:], x, y)) for each in drawn if each]
    return met


async def _placed(gathered: _Gathered, without: Collection[str] = ()) -> tuple[Control, ...]:
    """Return the controls at their current places; ``without`` has keys of placed ones."""
    controls: list[Control] = []
    for pane in gathered.met:
        await pane.locate()
        rows = {number: row for (owner, number), row in gathered.rows.items() if owner is pane}
        numbers = sorted({*rows, *(row["instead"] for row in rows.values())} - {None})
        there = dict(zip(numbers, await pane.call("boxes", numbers), strict=True))
        controls += [_control(pane, row, there) for row in rows.values()]
    return tuple(each for each in controls if each.key not in without)


def _control(pane: Pane, row: dict[str, Any], there: dict[int, Sequence[Any] | None]) -> Control:
    """Return a control at its current place; that of the look if it has none any more."""
    then, drawn, field_drawn = row["box"], there[row["key"]], there.get(row["instead"])
    now = drawn[1:] if drawn and drawn[3] * drawn[4] > 0 else then
    x, y = pane.offset
    aside, down = row["middle"][0] - then[0], row["middle"][1] - then[1]
    return Control(
        **row
        | {
            "key": pane.key(row["key"]),
            "box": _shifted(now, x, y),
            "instead": _shifted(field_drawn[1:], x, y) if field_drawn else None,
            "middle": (now[0] + aside + x, now[1] + down + y),
            "frame": pane.path,
            "late": row["late"] or drawn is None,
        }
    )


def _shifted(box: Sequence[float], x: float, y: float) -> Box:
    left, top, width, height = box
    return (left + x, top + y, width, height)
