"""Numbers of marked pictures on real screens: which elements they seem to mark, what they hide.

Compared with the page, not with the code that placed them: a number is taken to mark the element of
the nearest outline, and texts are where ``Range.getClientRects`` and the browser say.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.benchmarks.perf.each_screen import look_at_screens
from agent_e.benchmarks.perf.record import PerfOptions, PerfRow
from agent_e.benchmarks.perf.shared import telling
from agent_e.benchmarks.screens import Visit
from agent_e.config import VisionSettings
from agent_e.dom import ElementLayout, PageActor
from agent_e.types import Rect
from agent_e.vision import Camera, PageImages

SCREEN_S = 60.0
"""Longest look at one screen."""
_BLANK = 0.15
"""Empty share of a line of text above its letters, and below them."""
_TEXTS = """() => {
  const range = document.createRange();
  const roots = [document];
  const found = [];
  for (let root = roots.pop(); root; root = roots.pop()) {
    for (const each of root.querySelectorAll("*")) if (each.shadowRoot) roots.push(each.shadowRoot);
    const texts = document.createTreeWalker(root.body ?? root, NodeFilter.SHOW_TEXT);
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const holder = text.parentElement;
      if (!text.data.trim() || !holder?.checkVisibility({opacityProperty: true, visibilityProperty: true})) continue;
      range.selectNodeContents(text);
      for (const {x, y, width, height} of range.getClientRects()) {
        const [across, down] = [x + width / 2, y + height / 2];
        const met = root.elementFromPoint?.(across, down);
        if (width > 1 && met && (met.contains(holder) || holder.contains(met))) found.push([x, y, width, height]);
      }
    }
  }
  return found;
}"""  # noqa: E501


@dataclass(frozen=True, kw_only=True, slots=True)
class Standing:
    """Findings on one screen.

    Attributes:
        marks: numbers on its picture.
        astray: ids of those with another element as near as their own.
        texts: lines of text in view.
        covered: those with letters covered by a number by more than a pixel.
    """

    marks: int
    astray: tuple[int, ...]
    texts: int
    covered: tuple[Rect, ...]


async def standings(
    options: PerfOptions, screens: Sequence[str]
) -> tuple[dict[str, Standing], list[PerfRow]]:
    """Look at screens, by group or as ``group/name``; returns findings and failures.

    Raises:
        ConfigError: there is no such group or screen.
        BrowserError: the browser failed.
    """
    found: dict[str, Standing] = {}

    async def look_at(visit: Visit) -> None:
        found[visit.name] = await _look(visit, options)

    return found, await look_at_screens(options, screens, look_at)


def rows_of(found: Mapping[str, Standing]) -> list[PerfRow]:
    """Return the shares over all screens."""
    if not found:
        return []
    case = f"{len(found)} screens"
    marks = max(1, sum(each.marks for each in found.values()))
    texts = max(1, sum(each.texts for each in found.values()))
    astray = sum(len(each.astray) for each in found.values())
    covered = sum(len(each.covered) for each in found.values())
    return [
        PerfRow(
            case,
            "nearest",
            round(100 - 100 * astray / marks, 2),
            "%",
            note=f"of {marks} numbers, to their own element",
        ),
        PerfRow(
            case, "covered", round(100 * covered / texts, 2), "%", note=f"of {texts} lines of text"
        ),
    ]


def facts_of(found: Mapping[str, Standing]) -> dict[str, Any]:
    """Return the faults by screen, worst first."""
    wrong = {name: each for name, each in found.items() if each.astray or each.covered}
    worst = sorted(wrong.items(), key=lambda each: -len(each[1].astray) - len(each[1].covered))
    return {
        name: {
            "marks": each.marks,
            "astray": list(each.astray),
            "texts": each.texts,
            "covered": [[round(side) for side in rect] for rect in each.covered],
        }
        for name, each in worst
    }


def distance(badge: Rect, lines: Sequence[Rect], own: Sequence[Rect]) -> float:
    """Distance of a number from an element, CSS pixels; negative for its depth inside it.

    For an element around the own one the outline counts: the number is inside of that as well.
    """
    around = any(_holds(line, own[0]) for line in lines)
    return min(_to_outline(badge, line) if around else max(_gaps(badge, line)) for line in lines)


def is_astray(mmid: int, badge: Rect, elements: Mapping[int, Sequence[Rect]]) -> bool:
    """Whether another element is as near to a number as its own; two in one place are one."""
    own = elements[mmid]
    for other, lines in elements.items():
        if other == mmid or (_holds(lines[0], own[0]) and _holds(own[0], lines[0])):
            continue
        mine = distance(badge, own, lines) if _holds(own[0], lines[0]) else _least(badge, own)
        if distance(badge, lines, own) <= mine:
            return True
    return False


async def _look(visit: Visit, options: PerfOptions) -> Standing:
    async with asyncio.timeout(SCREEN_S):
        await visit.open()
        standing = await look(visit)
    telling(options, visit.name)(
        f"{standing.marks} numbers, {len(standing.astray)} astray, "
        f"{len(standing.covered)} of {standing.texts} texts covered"
    )
    return standing


async def look(visit: Visit) -> Standing:
    """Mark the open screen and compare the picture with the page."""
    session = visit.session
    actor = PageActor(session, visit.observer, session.settings.action_timeout_s)
    drawn = ElementLayout(session, visit.observer, actor.hover)
    marked = await PageImages(Camera(session), drawn, VisionSettings()).mark(counted=True)
    elements = await drawn.boxes(list(marked.badges))
    texts = await _texts(visit)
    badges = {mmid: badge for mmid, badge in marked.badges.items() if mmid in elements}
    covered = [rect for rect in texts if any(_overlaps(_letters(rect), b) for b in badges.values())]
    return Standing(
        marks=len(badges),
        astray=tuple(m for m, badge in badges.items() if is_astray(m, badge, elements)),
        texts=len(texts),
        covered=tuple(covered),
    )


async def _texts(visit: Visit) -> list[Rect]:
    found: list[Rect] = []
    for frame in visit.page.frames:
        left, top = 0.0, 0.0
        if frame.parent_frame is not None:
            box = await (await frame.frame_element()).bounding_box()
            if box is None:
                continue
            left, top = box["x"], box["y"]
        found += [(x + left, y + top, w, h) for x, y, w, h in await frame.evaluate(_TEXTS)]
    return found


def _letters(rect: Rect) -> Rect:
    x, y, width, height = rect
    return x, y + _BLANK * height, width, (1 - 2 * _BLANK) * height


def _overlaps(one: Rect, other: Rect) -> bool:
    return max(_gaps(one, other)) < -1


def _least(badge: Rect, lines: Sequence[Rect]) -> float:
    return min(max(_gaps(badge, line)) for line in lines)


def _to_outline(badge: Rect, box: Rect) -> float:
    """Distance from the sides of a box that contains it; outside, as of any other box."""
    x, y, width, height = badge
    across = min(x - box[0], box[0] + box[2] - x - width)
    down = min(y - box[1], box[1] + box[3] - y - height)
    return max(min(across, down), max(_gaps(badge, box)))


def _gaps(one: Rect, other: Rect) -> tuple[float, float]:
    across = max(one[0] - other[0] - other[2], other[0] - one[0] - one[2])
    return across, max(one[1] - other[1] - other[3], other[1] - one[1] - one[3])


def _holds(outer: Rect, inner: Rect) -> bool:
    return (
        outer[0] <= inner[0]
        and outer[1] <= inner[1]
        and outer[0] + outer[2] >= inner[0] + inner[2]
        and outer[1] + outer[3] >= inner[1] + inner[3]
    )
