"""Choosing from things that list options."""

from __future__ import annotations

from agent_e.dom.change.trace import begin, trace_of

from .refusals import blocked
from .targets import Target, Targets


async def select_option(targets: Targets, target: Target, option: str) -> str:
    """Choose an option of a native select by its text or value, or by how its text begins.

    Returns:
        The text of the chosen option.

    Raises:
        ElementGone: it is not on the page.
        ElementBlocked: it is disabled.
        BadArgument: it is no select, or has no such option; the message lists them.
    """
    found = await targets.call(target, "select_option", option=option)
    if found["problem"]:
        raise blocked(target.mmid, {**found, "wanted": option})
    await begin(target.tab, target.world, target.mmid, found)
    chosen = str(found["chosen"])
    trace_of(target.tab).acted.entered = chosen
    return chosen
