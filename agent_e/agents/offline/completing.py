"""Fields that suggest as one types: takes the suggestion that was meant."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from .changes import Step
from .language import coverage
from .outline import Line
from .parts import only_field
from .scene import Moves, Report, Scene

_OFFERED = ("option", "item", "listitem", "menuitem", "clickable", "link", "row", "treeitem")
_STARTS = re.compile(r"\b(?:starts?|begins?|starting|beginning) with [\"“'](?P<v>[^\"”']+)", re.I)
_ENDS = re.compile(r"\b(?:ends?|ending) (?:with|in) [\"“'](?P<v>[^\"”']+)", re.I)


def wanted_ends(text: str) -> tuple[str, str] | None:
    """How the entry begins and ends, where a sentence names no more of it."""
    starts, ends = _STARTS.search(text), _ENDS.search(text)
    return (starts["v"], ends["v"] if ends else "") if starts else None


def complete(scene: Scene, start: str, end: str) -> Moves[Report]:
    """Type how an entry begins and take the first suggestion that also ends as wanted."""
    field = only_field(scene.page)
    if field is None:
        return Report(status="failed", summary="There is no single field to type into.")
    step = yield from scene.do("enter_text", mmid=field.mmid, text=start)

    def fits(name: str) -> bool:
        plain = name.strip().casefold()
        return plain.startswith(start.casefold()) and plain.endswith(end.casefold())

    found = _suggested((*step.fresh, *scene.page.lines), fits)
    if found is None:
        yield from scene.look()
        found = _suggested(scene.page.lines, fits)
    if found is None:
        return Report(status="failed", summary=f"Nothing is suggested for '{start}…{end}'.")
    yield from scene.do("click", mmid=found.mmid)
    return Report(status="done", summary=f"Chose the suggestion '{found.name}'.")


def take_suggestion(scene: Scene, step: Step, value: str) -> Moves[bool]:
    """Take a suggestion that typing brought up, if one says the value; says whether it did."""
    plain = value.strip().casefold()
    found = _suggested(step.fresh, lambda name: name.strip().casefold() == plain)
    found = found or _suggested(step.fresh, lambda name: plain in name.casefold())
    found = found or _suggested(step.fresh, lambda name: coverage(value, name) >= 0.99)
    if found is None:
        return False
    yield from scene.do("click", mmid=found.mmid)
    return True


def _suggested(lines: Iterable[Line], fits: Callable[[str], bool]) -> Line | None:
    return next((n for n in lines if n.mmid and n.role in _OFFERED and fits(n.name)), None)
