"""Filling in a secret: the field is looked at first, and nobody is told what went in."""

from __future__ import annotations

from collections.abc import Callable

from agent_e.dom.changes.tab_state import trace_of
from agent_e.errors import SkillError
from agent_e.types import SecretField

from .block_reasons import named
from .fill import enter_text
from .targets import Target, Targets

Reveal = Callable[[SecretField], str]
"""Gives the value for a field; raises ``ActionDenied`` when the field may not have it."""


async def fill_secret(targets: Targets, target: Target, reveal: Reveal) -> None:
    """Put a secret into a field; ``ActionDenied`` when that may not have it."""
    found = await targets.call(target, "secret_target")
    sink = SecretField(
        origin=found["origin"],
        kind=found["kind"],
        autocomplete=found["autocomplete"],
        words=found["words"],
        targets=tuple(found["targets"]),
    )
    # Whether it can be seen is asked before anything is revealed, and by filling once more.
    await targets.aim(target)
    value = reveal(sink)
    await targets.call(target, "secret_field")
    entered = await enter_text(targets, target, value)
    trace_of(target.tab).acted.entered = None
    if entered.holds != value:
        raise SkillError(
            f"{named(target.mmid, found)} did not take the secret as it is. The field may limit "
            "its length or kind of characters."
        )
