"""The contents of a generated page, and how much of them an observer offered."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from importlib import resources
from typing import Any

from playwright.async_api import Frame, Page

from agent_e.benchmarks.perf.pages.document import ASK
from agent_e.benchmarks.perf.pages.words import TOKEN

BAND = 1_000
"""CSS pixels above and below the viewport that count as near."""

EXCUSES = {"disabled": "disabled", "covered": "covered", "clipped": "off-screen"}
"""Kinds of decoys that may be offered with this state word."""

_Edges = tuple[float, float, float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class Planted:
    """One thing on a page that an observer should offer, or should not.

    Attributes:
        token: nonsense word in its label, unique on the page.
        kind: see ``pages.element``: ``CONTROLS`` and ``DECOYS``.
        control: ``False`` for a decoy.
        near: it is drawn, and its box meets the viewport widened by ``BAND`` above and below; for
            a control, the part of the box that no frame or clipping ancestor hides.
        static: ``False`` where only trying would tell; ``recall`` ignores these.
    """

    token: str
    kind: str
    control: bool
    near: bool
    static: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Recall:
    """An observer's result on one page.

    Attributes:
        missed: near controls that it did not offer, by kind.
        decoys_offered: by kind; those excused by their state words are left out.
        decoys_all: decoys on the page.
        offered: everything it offered, wherever it is.
        excused: decoys offered with the word that excuses them.
        offered_ratio: near things offered for each near control, see ``recall``.
    """

    near_found: int
    near_all: int
    all_found: int
    all_all: int
    missed: dict[str, int]
    decoys_offered: dict[str, int]
    decoys_all: int
    offered: int
    excused: int
    offered_ratio: float


async def planted(page: Page) -> list[Planted]:
    """Read the truth out of an open page, in all its frames and shadow roots, in its current state.

    Call it after all measurements: it makes the page run a script.

    Raises:
        playwright.async_api.Error: the page, or a frame of it, went away.
    """
    script = _script()
    band: _Edges | None = None
    found: list[Planted] = []
    for frame in page.frames:
        seen = await frame.evaluate(script, {"ask": ASK, "frame": None})
        if band is None:
            band = (0, -BAND, seen["width"], seen["height"] + BAND)
        shift, opening = await _place(frame)
        found += [_planted(row, shift, opening, band) for row in seen["rows"]]
    return found


def recall(
    planted: Sequence[Planted],
    offered_labels: Sequence[str],
    *,
    words: Sequence[Collection[str]] = (),
) -> Recall:
    """Compare the contents of a page with what an observer offered.

    Each offer counts for one thing only, so that a box whose label includes everything in it
    finds one control at most. Offers with few planted words in their label choose first; each takes
    the first free control of its label, or else stands for the first decoy in it,
    or else is surplus: a repetition, or nothing planted.

    The ratio is about what is near, so that observers that print the whole page and those that
    print a band are comparable:

        (near controls found + near decoys offered + surplus) / near controls

    Surplus that repeats a control which is not near is not counted; an offer without any planted
    word has no known place, so it counts as near. Excused decoys are not counted.

    Args:
        planted: from ``planted``.
        offered_labels: for each offered element the text by which a model would know it.
        words: for each offered element its state words, such as ``disabled``; empty
            where the observer gives none. A decoy in ``EXCUSES`` with its word is excused.
    """
    if words and len(words) != len(offered_labels):
        raise ValueError("There must be as many states as labels.")
    by_token = {thing.token: thing for thing in planted}
    offers = [_named(label, by_token) for label in offered_labels]
    states = words or [()] * len(offers)
    order = sorted(range(len(offers)), key=lambda at: len(offers[at]))
    taken: dict[str, Planted] = {}
    decoys: Counter[str] = Counter()
    excused = near_surplus = 0
    for at in order:
        free = [thing for thing in offers[at] if thing.control and thing.token not in taken]
        decoy = next((thing for thing in offers[at] if not thing.control), None)
        if free:
            taken[free[0].token] = free[0]
        elif decoy is not None:
            if EXCUSES.get(decoy.kind) in states[at]:
                excused += 1
                continue
            decoys[decoy.kind] += 1
            near_surplus += decoy.near
        else:
            near_surplus += offers[at][0].near if offers[at] else True
    return _score(planted, taken, decoys, excused, near_surplus, len(offers))


def _score(
    planted: Sequence[Planted],
    taken: Collection[str],
    decoys: Counter[str],
    excused: int,
    near_surplus: int,
    offered: int,
) -> Recall:
    controls = [thing for thing in planted if thing.control and thing.static]
    near = [thing for thing in controls if thing.near]
    missed = Counter(thing.kind for thing in near if thing.token not in taken)
    near_found = len(near) - missed.total()
    return Recall(
        near_found=near_found,
        near_all=len(near),
        all_found=sum(thing.token in taken for thing in controls),
        all_all=len(controls),
        missed=dict(missed),
        decoys_offered=dict(decoys),
        decoys_all=sum(not thing.control for thing in planted),
        offered=offered,
        excused=excused,
        offered_ratio=round((near_found + near_surplus) / max(1, len(near)), 3),
    )


def _named(label: str, by_token: dict[str, Planted]) -> list[Planted]:
    """Return the planted things of a label's words, in order, each once."""
    words = dict.fromkeys(TOKEN.findall(label.casefold()))
    return [by_token[word] for word in words if word in by_token]


async def _place(frame: Frame) -> tuple[tuple[float, float], _Edges]:
    """Return where a frame's content begins and its visible part, in the top viewport."""
    parent = frame.parent_frame
    if parent is None:
        return (0, 0), (-1e9, -1e9, 1e9, 1e9)
    element = await frame.frame_element()
    seen = await parent.evaluate(_script(), {"ask": ASK, "frame": element})
    await element.dispose()
    shift, opening = await _place(parent)
    box = _moved(seen["box"], shift)
    around = _common(opening, _common(box, _moved(seen["open"], shift)))
    shown = around if seen["shown"] else (0, 0, 0, 0)
    return (box[0], box[1]), shown


def _planted(
    row: dict[str, Any], shift: tuple[float, float], opening: _Edges, band: _Edges
) -> Planted:
    drawn = _moved(row["box"], shift)
    if row["control"]:
        drawn = _common(drawn, _common(opening, _moved(row["open"], shift)))
    left, top, right, bottom = _common(drawn, band)
    return Planted(
        token=row["token"],
        kind=row["kind"],
        control=row["control"],
        near=row["shown"] and right - left >= 1 and bottom - top >= 1,
        static=row["static"],
    )


def _moved(box: Sequence[float], shift: tuple[float, float]) -> _Edges:
    left, top, right, bottom = box
    across, down = shift
    return left + across, top + down, right + across, bottom + down


def _common(one: _Edges, other: _Edges) -> _Edges:
    """Return the intersection of two boxes; empty where right is not beyond left."""
    return (
        max(one[0], other[0]),
        max(one[1], other[1]),
        min(one[2], other[2]),
        min(one[3], other[3]),
    )


def _script() -> str:
    source = resources.files(__package__).joinpath("read_truth.js")
    return source.read_text(encoding="utf-8").rstrip().removesuffix(";")
