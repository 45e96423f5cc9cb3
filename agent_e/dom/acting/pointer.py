"""The mouse: real moves and presses at points of an element that a hit test confirms."""

from __future__ import annotations

from agent_e.browser import mapped_errors
from agent_e.dom.change.trace import trace_of

from .targets import Target, Targets
from .trusted import send


async def click(targets: Targets, target: Target) -> None:
    """Click the element; raises as ``Targets.aim`` does."""
    tab = target.tab
    x, y = await targets.aim(target)
    trace_of(tab).acted.clicked = True
    with mapped_errors(f"clicking [{target.mmid}]"):
        await send(tab, tab.page.mouse.click(x, y))
