"""How the stateless agent fills the search for a journey."""

from __future__ import annotations

from .controls import best, submit_button
from .goals import Goal
from .journeys import read_trip
from .outline import Line
from .reactive_doing import Move, click, of, pick, stop
from .summary import Summed
from .trips import FROM, TO, one_way, place_field


def search(goal: Goal, step: int, page: Summed) -> Move | None:
    """The next action of the search; ``None`` once the page has no such form any more."""
    trip = read_trip(goal.text)
    start = place_field(page.page.lines, FROM)
    if trip is None or start is None:
        return None
    if trip.one_way and (box := one_way(page.page)) is not None:
        return click(box, page)
    for field, place in ((start, trip.origin), (place_field(page.page.lines, TO), trip.goal)):
        if field is None:
            return stop(f"Cannot: there is no field for {place}.")
        if (move := _enter(field, place, page)) is not None:
            return move
    if (move := pick(goal, page, "departure date")) is not None:
        return move
    buttons = [line for line in page.controls if line.role in ("button", "link")]
    button = best(buttons, "search", "find", "search flights") or submit_button(page.page)
    return (
        stop("Cannot: there is no button to search with.")
        if button is None
        else click(button, page)
    )


def _enter(field: Line, place: str, page: Summed) -> Move | None:
    """Type a place, then take what is suggested for it, until it stands there."""
    wanted = place.casefold()
    held = (field.value or "").casefold()
    offered = [
        line
        for line in page.page.lines
        if line.role in ("option", "listitem", "menuitem", "clickable", "item")
        and line.name.casefold().startswith(wanted)
    ]
    if wanted not in held:
        return {"type": "type", "selector": of(field, page), "text": place}
    if held == wanted and offered:
        return click(offered[0], page)
    return None
