"""Entering text into one field, in the way its kind accepts."""

from __future__ import annotations

import re
from typing import Any

from agent_e.browser import mapped_errors
from agent_e.dom.changes.settle import CHANGING_CAP_MS, FIRST_MS, SUGGESTING_MS
from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.dom.worlds.registry import FrameGone
from agent_e.errors import BadArgument, SkillError
from agent_e.types import Entered

from . import pointer
from .block_reasons import blocked, named
from .dates import iso_date, written
from .form_values import control_value
from .input import send
from .targets import Target, Targets

_NARROWING = re.compile(r"search|filter|find|such|busca|recherche|cerca|zoek|検索|搜索", re.I)

MAX_TYPED_LENGTH = 300
"""Longest text typed key by key, for fields that accept nothing else."""
MAX_NUMBER_LENGTH = 32
"""Longest digit string typed key by key at once: cards, phones, dates, codes."""

_DIGITS = re.compile(r"[\d\s().,/:+*#-]*\d[\d\s().,/:+*#-]*$")


async def enter_text(
    targets: Targets, target: Target, text: str, *, submit: bool = False, part: str = ""
) -> Entered:
    """Replace the field's text, or a part that occurs once; return what is then there.

    A YYYY-MM-DD date is written in the format that a text field hints at. ``BadArgument`` if it is
    not a field, the text is not a value for it, or the part does not occur exactly once.
    """
    filler = _Filler(targets, target)
    prepared = await filler.prepare()
    if prepared["problem"] == "drawn":
        return await _draw(targets, target, prepared, text, part)
    if prepared["problem"] == "unfocused":
        # Some fields take focus only from the mouse.
        await pointer.click(targets, target)
        prepared = await filler.prepare()
    fill = filler.replace_part(prepared, part, text) if part else filler.fill(prepared, text)
    entered = await fill
    trace_of(target.tab).acted.entered = entered.holds
    if not submit:
        return entered
    if prepared["suggests"]:
        # Until its list catches up with the typing, Enter would take a stale option.
        await _wait_for_calm(target, typed=True)
    with mapped_errors("pressing Enter"):
        await send(target.tab, target.tab.page.keyboard.press("Enter"))
    if not entered.chip and entered.holds:
        after = await _read(target, text)
        if after and after["chip"]:
            return Entered(holds="", chip=text)
    return entered


async def _draw(
    targets: Targets, target: Target, found: dict[str, Any], text: str, part: str
) -> Entered:
    """Replace the text of an editor that draws it itself, and read it back if possible.

    It is pasted if accepted: when typed, each line would inherit the previous indentation.
    """
    tab, keyboard = target.tab, target.tab.page.keyboard
    if found["focused"]:
        await begin(tab, target.world, target.mmid, found)
    else:
        await pointer.click(targets, target)
    with mapped_errors(f"typing into [{target.mmid}]"):
        await send(tab, keyboard.press("ControlOrMeta+a"))
        if part:
            held = await targets.call(target, "clipboard", text=None)
            _check_once(named(target.mmid, found), part, held["text"].count(part))
            text = held["text"].replace(part, text)
        if not text:
            await send(tab, keyboard.press("Delete"))
            return Entered(holds=text)
        pasted = await targets.call(target, "clipboard", text=text)
        if not pasted["taken"]:
            await send(tab, keyboard.insert_text(text))
            return Entered(holds=text)
        await send(tab, keyboard.press("ControlOrMeta+a"))
        held = await targets.call(target, "clipboard", text=None)
        await send(tab, keyboard.press("ArrowRight"))
    return Entered(holds=held["text"] if held["taken"] else text)


class _Filler:
    """Fills one field.

    Text is inserted whole by the browser's own editing, so length costs no time; a bare Shift
    follows for pages that listen for keys. Digit strings are typed, since input masks are made for
    them, and a field with completions gets its last character as a real key.
    """

    def __init__(self, targets: Targets, target: Target) -> None:
        self._targets = targets
        self._target = target
        self._tab = target.tab
        self._mmid = target.mmid

    async def prepare(self) -> dict[str, Any]:
        """Focus the field and select its text; return its facts and any obstacle."""
        found: dict[str, Any] = await self._targets.call(self._target, "prepare_fill")
        if found["problem"] not in ("", "unfocused", "drawn"):
            raise blocked(self._mmid, found)
        return found

    async def fill(self, found: dict[str, Any], text: str) -> Entered:
        """Enter the text, ``""`` to clear the field, and return what is then there."""
        if found["problem"]:
            raise blocked(self._mmid, found)
        # A filter on what the page shows often acts later.
        patient = found["suggests"] or _NARROWING.search(found["name"]) is not None
        await begin(self._tab, self._target.world, self._mmid, found, patient=patient)
        if found["kind"] == "set":
            return Entered(holds=await self._set(found, text))
        if found["type"] == "number":
            text = _number(text, named(self._mmid, found))
        elif found["type"] in ("text", "tel") and (day := iso_date(text)):
            text = written(day, found["format"])
        with mapped_errors(f"typing into [{self._mmid}]"):
            after = await self._put(found, text)
        return _entered(text, after)

    async def replace_part(self, found: dict[str, Any], part: str, text: str) -> Entered:
        """Replace a part of the field's text; the rest keeps its formatting."""
        if found["problem"]:
            raise blocked(self._mmid, found)
        count = -1
        if found["kind"] != "set":
            selected = await self._targets.call(self._target, "select_part", part=part)
            count = selected["count"]
        _check_once(named(self._mmid, found), part, count)
        await begin(self._tab, self._target.world, self._mmid, found, patient=found["suggests"])
        keyboard = self._tab.page.keyboard
        with mapped_errors(f"typing into [{self._mmid}]"):
            if text:
                await send(self._tab, keyboard.insert_text(text))
                await send(self._tab, keyboard.press("Shift"))
            else:
                await send(self._tab, keyboard.press("Delete"))
            after = await _read(self._target, text)
        return Entered(holds=str(after["value"]) if after else text)

    async def _set(self, found: dict[str, Any], text: str) -> str:
        value = control_value(found["type"], text)
        done = await self._targets.call(self._target, "set_value", value=value)
        if done["problem"]:
            limits = ("from", done["minimum"]), ("to", done["maximum"])
            allowed = " ".join(f"{word} {limit}" for word, limit in limits if limit)
            hint = f" It takes values {allowed}." if allowed else ""
            raise BadArgument(f"{named(self._mmid, found)} does not take {text!r}.{hint}")
        return str(done["value"])

    async def _put(self, found: dict[str, Any], text: str) -> dict[str, Any] | None:
        """Enter the text in the cheapest way the field accepts; return what it then holds."""
        if self._targets.typing_delay_ms and text:
            await self._type(found, text)
            return await _read(self._target, text)
        await send(self._tab, self._replace(found, text))
        after = await _read(self._target, text)
        if after and not after["same"] and _lost_some(text, after):
            # A mask that accepts one key at a time.
            await self._type(await self.prepare(), text)
            after = await _read(self._target, text)
        bare = "".join(filter(str.isalnum, text))
        mixed_up = after and after["value"] and not after["left"] and _is_other(text, after)
        if mixed_up and bare != text and _DIGITS.match(text):
            # A mask that inserts the separators itself.
            await self._type(await self.prepare(), bare)
            after = await _read(self._target, text)
        return after

    async def _replace(self, found: dict[str, Any], text: str) -> None:
        keyboard = self._tab.page.keyboard
        if found["kind"] == "rich":
            await keyboard.press("ControlOrMeta+a")
        if not text:
            if not found["empty"]:
                await keyboard.press("Delete")
            return
        if found["kind"] == "rich" and "\n" in text:
            # Inserted whole, its lines stay one paragraph; editors split a paste into paragraphs.
            pasted = await self._targets.call(self._target, "clipboard", text=text)
            # Some insert it a moment later without an event: it would be there twice.
            await _wait_for_calm(self._target)
            after = await _read(self._target, text)
            if pasted["taken"] or not after or not _is_other(text, after):
                return
        digits = len(text) <= MAX_NUMBER_LENGTH and _DIGITS.match(text)
        if found["type"] in ("text", "tel") and digits:
            await keyboard.type(text)
        elif found["suggests"] and text[-1].isprintable():
            if text[:-1]:
                await keyboard.insert_text(text[:-1])
            await keyboard.type(text[-1])
        else:
            await keyboard.insert_text(text)
            await keyboard.press("Shift")

    async def _type(self, found: dict[str, Any], text: str) -> None:
        delay = self._targets.typing_delay_ms
        keyboard = self._tab.page.keyboard
        if found["kind"] == "rich":
            await send(self._tab, keyboard.press("ControlOrMeta+a"))
        await send(self._tab, keyboard.press("Delete"))
        limit = self._targets.timeout_s + delay * len(text) / 1000
        await send(self._tab, keyboard.type(text, delay=delay), timeout_s=limit)


async def _wait_for_calm(target: Target, *, typed: bool = False) -> None:
    """Wait until the page has taken a text; if ``typed``, a change shows it, not an event."""
    waits = {"quiet": SUGGESTING_MS, "first": FIRST_MS, "cap": CHANGING_CAP_MS}
    await target.world.call("watch_quiet", **waits, mutation=typed, again=typed)


def _check_once(who: str, part: str, count: int) -> None:
    if count == 1:
        return
    why = {-1: "takes its value as a whole", 0: f"does not hold {part!r}"}.get(
        count, f"holds {part!r} {count} times: give more of what stands around the one"
    )
    raise BadArgument(f"{who} {why}.")


async def _read(target: Target, wanted: str) -> dict[str, Any] | None:
    """What the field holds; ``None`` if it is gone or behind a dialog, which is reported."""
    tab, found = target.tab, None
    if tab.dialog or tab.closed:
        return None
    try:
        found = await target.world.call("read_value", wanted=wanted, mmid=target.mmid)
    except FrameGone:
        return None
    except SkillError:
        if not (tab.dialog or tab.closed or tab.navigating):
            raise
    return found


def _entered(text: str, after: dict[str, Any] | None) -> Entered:
    """Describe what became of the text."""
    if after is None:
        return Entered(holds=text)
    if after["chip"]:
        return Entered(holds="", chip=text)
    holds = str(after["value"])
    note = ""
    if after["same"]:
        holds = text
        if text and after["invalid"]:
            note = f"The browser finds fault with it: {after['invalid']}"
    elif after["left"]:
        note = "The focus went on to the next field while it was typed."
    elif not holds:
        note = "The page emptied it again: it may take keys only, by press_key."
    elif len(text) > after["room"] == len(holds):
        note = f"It takes {after['room']} characters at most."
    return Entered(holds=holds, note=note)


def _number(text: str, who: str) -> str:
    bare = text.replace("\u00a0", "").replace(" ", "")
    try:
        float(bare or 0)
    except ValueError as error:
        why = f"takes a number, written like 1234.5; {text!r} is none."
        raise BadArgument(f"{who} {why}") from error
    return bare


def _lost_some(wanted: str, after: dict[str, Any]) -> bool:
    """Whether letters or digits are missing although there is room.

    A field that changed and is empty again turned the text into something else, such as a chip.
    """
    if len(wanted) > MAX_TYPED_LENGTH or not wanted:
        return False
    if not after["taken"]:
        return True
    entered, asked = _letters(after["value"]), _letters(wanted)
    room = after["room"] < 0 or len(after["value"]) < after["room"]
    return bool(after["value"]) and len(entered) < len(asked) and room and not after["left"]


def _is_other(wanted: str, after: dict[str, Any]) -> bool:
    return _letters(after["value"]) != _letters(wanted)


def _letters(text: str) -> list[str]:
    return [c for c in text.casefold() if c.isalnum()]
