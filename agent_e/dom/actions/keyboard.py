"""Pressing keys."""

from __future__ import annotations

import functools
from collections.abc import Sequence
from typing import Any

from playwright.async_api import Error as PlaywrightError

from agent_e.browser import Tab, mapped_errors
from agent_e.browser.key_names import SUBMIT, key_names
from agent_e.dom.changes.tab_state import ActionRecord, begin, trace_of
from agent_e.dom.worlds.registry import IsolatedWorld, worlds_of
from agent_e.errors import BadArgument, ElementBlocked

from .block_reasons import named
from .input import holding, perform
from .targets import Targets

_UNKNOWN = "Unknown key"
_DELETING = frozenset({"Backspace", "Delete"})


async def press_key(targets: Targets, key: str, mmid: int | None) -> str:
    """Press keys or combinations in sequence on the element, or on the focused one.

    ``Submit`` submits that element's form: by Enter in its field, or on its button. Returns a note
    on how it was done, ``""`` if everything was pressed as requested. ``BadArgument`` if there is
    no such key, or no form to submit.
    """
    names: Sequence[str] = key_names(key)
    tab = targets.session.active
    note = ""
    if tuple(names) == (SUBMIT,):
        note, names = await _to_submit(targets, tab, mmid), ("Enter",)
    else:
        await _focus(targets, tab, mmid, types=any(map(_types, names)))
    with mapped_errors(f"pressing {key}"):
        sent = await _press(tab, names)
    if left := names[sent:]:
        return f"{', '.join(left)} was not pressed, because the page was interrupted before."
    return note


async def _focus(targets: Targets, tab: Tab, mmid: int | None, *, types: bool) -> None:
    earlier = trace_of(tab).acted
    entered = earlier.entered if mmid is not None and earlier.mmid == mmid else None
    trace_of(tab).acted = ActionRecord(mmid=mmid)
    if mmid is not None:
        target = targets.of(mmid)
        found = await targets.call(target, "focus")
        if found["problem"]:
            disabled = found["problem"] == "disabled"
            why = "it is disabled" if disabled else "it does not take the focus"
            raise ElementBlocked(f"{named(mmid, found)} cannot be sent a key: {why}.")
        await begin(tab, target.world, mmid, found, patient=types and found["suggests"])
    trace_of(tab).acted.entered = entered


def _types(key: str) -> bool:
    """Whether a key edits a field."""
    return len(key) == 1 or key in _DELETING


async def _to_submit(targets: Targets, tab: Tab, mmid: int | None) -> str:
    """Focus the control whose Enter submits the form; return a note on it."""
    if mmid is None:
        trace_of(tab).acted = ActionRecord()
        world, found = await _focused_form(worlds_of(tab).all)
    else:
        target = targets.of(mmid)
        world, found = target.world, await targets.call(target, "submit_way")
    if found is None or found["problem"]:
        raise BadArgument(
            "There is no form here whose field or button takes Enter. Click the button that sends "
            "it, or give the number of a field in the form."
        )
    if found["mmid"]:
        await begin(tab, world, found["mmid"], found)
    return f"That is Enter on {named(None, found)}."


async def _focused_form(
    worlds: Sequence[IsolatedWorld],
) -> tuple[IsolatedWorld, dict[str, Any] | None]:
    for world in worlds:
        found = await world.call("submit_way", mmid=0)
        if found and not found["problem"]:
            return world, found
    return worlds[0], None


async def _press(tab: Tab, names: Sequence[str]) -> int:
    """Press keys; return how many: a dialog or new page cuts off the rest."""
    try:
        return await perform(tab, [functools.partial(_one, tab, name) for name in names])
    except PlaywrightError as error:
        if _UNKNOWN not in error.message:
            raise
        raise BadArgument(
            f"The keyboard has no such key as in {', '.join(names)}. To write text use enter_text."
        ) from error


async def _one(tab: Tab, name: str) -> None:
    # Playwright leaves a combination's modifiers down if it does not know the last key.
    keyboard = tab.page.keyboard
    bare, plus, _ = name.rpartition("++") if name.endswith("++") else (name, "", "")
    *held, key = [*bare.split("+"), "+"] if plus else [name] if name == "+" else name.split("+")
    async with holding(keyboard, held):
        # A character without a key is inserted as text.
        await (keyboard.type(key) if len(key) == 1 and not held else keyboard.press(key))
