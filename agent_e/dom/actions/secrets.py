"""Filling in a secret: the field is checked first, and the value is never reported."""

from __future__ import annotations

from collections.abc import Callable

from agent_e.dom.changes.tab_state import trace_of
from agent_e.errors import SkillError
from agent_e.types import SecretField

from .block_reasons import named
from .fill import enter_text
from .targets import Target, Targets

Reveal = Callable[[SecretField], str]
"""Returns the value for a field; raises ``ActionDenied`` if it may not have it."""


async def fill_secret(targets: Targets, target: Target, reveal: Reveal) -> None:
    """Put a secret into a field; ``ActionDenied`` if that may not have it."""
    found = await targets.call(target, "secret_target")
    sink = SecretField(
        origin=found["origin"],
        kind=found["kind"],
        autocomplete=found["autocomplete"],
        words=found["words"],
        targets=tuple(found["targets"]),
    )
    # Visibility is checked before anything is revealed, and again by filling.
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
