"""Moves sliders to a value by the keyboard, reading after each go where they stand."""

from __future__ import annotations

import re

from .outline import Line, Page
from .scene import Moves, Report, Scene

_FIGURE = re.compile(r"-?\d+(?:\.\d+)?", re.A)
_HANDLE = re.compile(r"slider|handle|thumb|range", re.I)
_GOES = 8
_MOST_KEYS = 100


def set_sliders(scene: Scene, text: str) -> Moves[Report]:
    """Set the page's sliders, in order, to the figures of the text."""
    wanted = [float(figure) for figure in _FIGURE.findall(text)]
    page = yield from scene.known()
    found = handles(page)
    if not wanted or len(wanted) > len(found):
        return Report(status="failed", summary=f"There is no slider on the page for: {text}")
    for number, value in enumerate(wanted):
        if not (yield from _set(scene, number, value)):
            return Report(status="failed", summary=f"The slider could not be set to {value:g}.")
    return Report(
        status="done", summary=f"Set the slider to {', '.join(f'{v:g}' for v in wanted)}."
    )


def handles(page: Page) -> list[Line]:
    """The sliders of a page, also those that are made of plain elements."""
    return [
        line
        for line in page.lines
        if line.mmid is not None
        and (line.role == "slider" or (line.role == "clickable" and _HANDLE.search(line.hint)))
    ]


def stands_at(page: Page, handle: Line) -> float | None:
    """What a slider shows: its value, else the figure in the text after it."""
    after = page.lines[handle.index + 1] if handle.index + 1 < len(page.lines) else None
    said = handle.value or (after.name if after is not None and after.mmid is None else "")
    figure = _FIGURE.fullmatch(said.strip())
    return float(figure[0]) if figure else None


def _set(scene: Scene, number: int, wanted: float) -> Moves[bool]:
    """Press arrow keys until it shows the value; the first press tells how far one key goes."""
    stride = 1.0
    for _ in range(_GOES):
        handle = handles(scene.page)[number]
        now = stands_at(scene.page, handle)
        if now is None or now == wanted:
            return now == wanted
        count = min(max(round(abs(wanted - now) / stride), 1), _MOST_KEYS)
        key = "ArrowRight" if wanted > now else "ArrowLeft"
        keys = " ".join([key] * count)
        step = yield from scene.do("press_key", key=keys, mmid=handle.mmid)
        yield from scene.look()
        if step.error or len(handles(scene.page)) <= number:
            return False
        then = stands_at(scene.page, handles(scene.page)[number])
        if then is None or then == now:
            return False
        stride = max(abs(then - now) / count, 1e-9)
    return False
