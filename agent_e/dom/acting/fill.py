"""Putting text into one field, the way its kind takes it."""

from __future__ import annotations

from typing import Any

from agent_e.browser import mapped_errors
from agent_e.dom.change.trace import begin, trace_of
from agent_e.errors import BadArgument

from . import pointer
from .form_values import control_value
from .refusals import blocked, named
from .targets import Target, Targets

LONGEST_TYPED = 300
"""Longest text that is typed key by key, where a field takes it in no other way."""


async def enter_text(targets: Targets, target: Target, text: str) -> str:
    """Replace the field's text and return the value that is really there then.

    Raises:
        ElementGone: it is not on the page.
        ElementBlocked: it is read-only, disabled, invisible, or does not take the focus.
        BadArgument: it is not a field, or the text is not a value for it.
    """
    filler = _Filler(targets, target)
    prepared = await filler.prepare()
    if prepared["problem"] == "unfocused":
        # Some fields take the focus from the mouse only.
        await pointer.click(targets, target)
        prepared = await filler.prepare()
    holds = await filler.fill(prepared, text)
    trace_of(target.tab).acted.entered = holds
    return holds


class _Filler:
    """Fills one field.

    Text is put in as a whole by the browser's own editing, so a long one takes no longer than a
    short one; a bare Shift after it lets pages hear a key that listen for keys. A field that
    offers completions gets its last character as a real key.
    """

    def __init__(self, targets: Targets, target: Target) -> None:
        self._targets = targets
        self._target = target
        self._tab = target.tab
        self._mmid = target.mmid

    async def prepare(self) -> dict[str, Any]:
        """Give the field the focus, its text selected; returns what it is, what is in the way."""
        found: dict[str, Any] = await self._targets.call(self._target, "prepare_fill")
        if found["problem"] not in ("", "unfocused"):
            raise blocked(self._mmid, found)
        return found

    async def fill(self, found: dict[str, Any], text: str) -> str:
        """Put the text in and return the value that is there then.

        Args:
            found: what ``prepare`` returned.
            text: the new text; ``""`` empties the field.
        """
        if found["problem"]:
            raise blocked(self._mmid, found)
        patient = found["suggests"] or found["type"] == "search"
        await begin(self._tab, self._target.world, self._mmid, found, patient=patient)
        if found["kind"] == "set":
            return await self._set(found, text)
        if found["type"] == "number":
            text = _number(text, named(self._mmid, found))
        with mapped_errors(f"typing into [{self._mmid}]"):
            await self._tab.guard(self._replace(found, text))
            after = await self._read(text)
            if not after["same"] and _lost_some(text, after):
                # A mask that takes one key at a time.
                await self._type(text)
                after = await self._read(text)
        return text if after["same"] else str(after["value"])

    async def _set(self, found: dict[str, Any], text: str) -> str:
        value = control_value(found["type"], text)
        done = await self._targets.call(self._target, "set_value", value=value)
        if done["problem"]:
            limits = [
                f"from {done['minimum']}" * bool(done["minimum"]),
                f"to {done['maximum']}" * bool(done["maximum"]),
            ]
            allowed = " ".join(filter(None, limits))
            hint = f" It takes values {allowed}." if allowed else ""
            raise BadArgument(f"{named(self._mmid, found)} does not take {text!r}.{hint}")
        return str(done["value"])

    async def _replace(self, found: dict[str, Any], text: str) -> None:
        keyboard = self._tab.page.keyboard
        if found["kind"] == "rich":
            await keyboard.press("ControlOrMeta+a")
        if not text:
            if not found["empty"]:
                await keyboard.press("Delete")
            return
        if found["suggests"] and text[-1].isprintable():
            if text[:-1]:
                await keyboard.insert_text(text[:-1])
            await keyboard.type(text[-1])
        else:
            await keyboard.insert_text(text)
            await keyboard.press("Shift")

    async def _type(self, text: str) -> None:
        await self.prepare()
        await self._tab.guard(self._tab.page.keyboard.press("Delete"))
        await self._tab.guard(self._tab.page.keyboard.type(text))

    async def _read(self, wanted: str) -> dict[str, Any]:
        after: dict[str, Any] = await self._targets.call(self._target, "read_value", wanted=wanted)
        return after


def _number(text: str, who: str) -> str:
    bare = text.replace("\u00a0", "").replace(" ", "")
    try:
        return bare and (float(bare) and bare or bare)
    except ValueError as error:
        raise BadArgument(
            f"{who} takes a number, written like 1234.5; {text!r} is none."
        ) from error


def _lost_some(wanted: str, after: dict[str, Any]) -> bool:
    """Whether letters or digits are missing that the field has room for.

    A field that changed and is empty again made something else of the text, such as a chip.
    """
    if len(wanted) > LONGEST_TYPED or not wanted:
        return False
    if not after["taken"]:
        return True
    kept, asked = ([c for c in text.casefold() if c.isalnum()] for text in (after["value"], wanted))
    room = after["room"] < 0 or len(after["value"]) < after["room"]
    return bool(after["value"]) and len(kept) < len(asked) and room
