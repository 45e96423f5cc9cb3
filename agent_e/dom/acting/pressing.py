"""Pressing keys."""

from __future__ import annotations

from agent_e.browser import mapped_errors
from agent_e.dom.change.trace import Acted, begin, trace_of
from agent_e.errors import ElementBlocked

from .keys import key_name
from .refusals import named
from .targets import Targets
from .trusted import send


async def press_key(targets: Targets, key: str, mmid: int | None) -> None:
    """Press a key or combination on the element, or on what has the focus.

    Raises:
        BadArgument: there is no such key.
        ElementGone: the element is not on the page.
        ElementBlocked: it does not take the focus.
    """
    name = key_name(key)
    tab = targets.session.active
    earlier = trace_of(tab).acted
    entered = earlier.entered if mmid is not None and earlier.mmid == mmid else None
    trace_of(tab).acted = Acted(mmid=mmid)
    if mmid is not None:
        target = targets.of(mmid)
        found = await targets.call(target, "focus")
        if found["problem"]:
            disabled = found["problem"] == "disabled"
            why = "it is disabled" if disabled else "it does not take the focus"
            raise ElementBlocked(f"{named(mmid, found)} cannot be sent a key: {why}.")
        await begin(tab, target.world, mmid, found)
    trace_of(tab).acted.entered = entered
    with mapped_errors(f"pressing {name}"):
        await send(tab, tab.page.keyboard.press(name))
