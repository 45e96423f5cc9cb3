"""Act by the numbers of a marked screenshot, verify visually, and look again."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Annotated, Literal

from agent_e.errors import BadArgument, DialogOpen
from agent_e.safety.secrets import handle_in
from agent_e.types import Method, Node, Observation, SkillResult

from .click import click
from .context import SkillContext
from .enter_text import enter_text
from .fill_form import Entry, fill_form
from .fill_secret import fill_secret
from .handle_dialog import handle_dialog
from .history import history
from .mark_screenshot import journal_marks
from .open_url import open_url
from .pointer import pointer, press
from .press_key import press_key
from .scroll import scroll
from .select_option import select_option
from .spec import Mmid
from .verify_pixels import verified
from .visual_click import located

SomAction = Literal[
    "click", "double_click", "right_click", "hover", "drag", "select_text", "type", "press_enter",
    "press_key", "scroll_down", "scroll_up", "wait", "navigate", "back",
]  # fmt: skip
"""The seed's nine and more; ``done`` ends the conversation, ``more_marks`` is a matter of looks."""

BY_LOOKS: Literal["visual_click"] = "visual_click"
"""Available with a grounder: click what ``text`` describes."""
_CALM_S = 10.0
_SEEN = frozenset(
    {"click", "double_click", "right_click", "drag", "type", "press_enter", "press_key"}
)
"""Verified visually: for others the report itself says whether they had an effect."""
_LISTS = frozenset({"combobox", "listbox"})
_MAX_OPTIONS = 40
_GHOST = "Do not repeat it: take another element or another way."
_MOUSE: dict[str, Literal["click", "double", "right", "hover"]] = {
    "click": "click",
    "double_click": "double",
    "right_click": "right",
    "hover": "hover",
}
_CUT = re.compile(r"\s*(?:…|\.\.\.)\s*")
_NUMBER = re.compile(r"\[\d+\] (?=[a-z]+(?: '| \(|[ .,:;]|$))")
_LOOK = "Look at what is shown now"
_OURS = (
    ("Look again with get_dom", _LOOK),
    ("Look with get_dom", _LOOK),
    ("use get_dom", "look at what is shown now"),
    ("Use the numbers of the last outline", "Use the newest numbers"),
    ("Answer it with handle_dialog", "press_enter accepts it, back dismisses it"),
    ("answered with handle_dialog", "accepted by press_enter or dismissed by back"),
    ("(handle_dialog)", "(press_enter accepts, back dismisses)"),
    ("use upload_file with this number", "no file can be given here"),
    ("use upload_file", "none can be given here"),
    ("Use select_option", "Use type with one of its options"),
    ("use select_option with", "use type with"),
    ("fill_form takes a date", "type takes a date"),
    ("none was chosen: select_option does that", "none was chosen: click one"),
    ("with enter_text", "by type"),
    ("use enter_text", "use type"),
    ("open_url saves it", "navigate saves it"),
    ("open it with open_url", "open it by navigate"),
)
"""Advice in our sentences, and its counterpart with the actions available here."""


@dataclass(frozen=True, kw_only=True, slots=True)
class SomRules:
    """How actions are carried out and verified; the defaults wait for events.

    Attributes:
        show: content of the next look; ``outline`` is for models that cannot see.
        long_edge: longest side of a picture that the model takes, pixels, where known.
        scroll_px: length of a scroll, CSS pixels; 0 is a screen less some lines.
        wait_s: duration of ``wait``; 0 is until the page is calm.
        settle_s: pause after each action before it is judged; 0 is until the page is calm.
        verify: method of visual verification.
    """

    show: Literal["both", "image", "outline"] = "both"
    long_edge: int | None = None
    scroll_px: float = 500
    wait_s: float = 0
    settle_s: float = 0
    verify: Method = "tiles"


async def som_act(
    ctx: SkillContext,
    action: SomAction,
    element_id: Mmid | None = None,
    text: Annotated[str, "What to type, the option to choose, or the address."] = "",
) -> SkillResult:
    """Act by a number of the marked screenshot, check that it had a visible effect, look again."""
    done = await act(ctx, SomRules(), action, element_id, text)
    seen = (await look(ctx, SomRules())).result
    return replace(done, view=seen.view, pictures=seen.pictures)


async def act(
    ctx: SkillContext, rules: SomRules, action: SomAction, element_id: int | None, text: str
) -> SkillResult:
    """Do one action; the result's text says what changed, or that nothing did.

    Raises:
        SkillError: it could not be done.
    """
    element = element_id if action not in ("wait", "navigate", "back") else None
    if element is None and (action in _MOUSE or action == "drag"):
        raise BadArgument(f"A {action} needs the element_id of what to {action}.")
    seen = action in _SEEN and (await ctx.observer.observe_cached()).dialog is None
    if seen:
        await ctx.eyes().before(element)
    result = await _done(ctx, rules, action, element, text)
    return await _settled(ctx, rules, result, seen=seen)


async def act_by_looks(ctx: SkillContext, rules: SomRules, description: str) -> SkillResult:
    """Click what has no number, and verify it visually like any click.

    Raises:
        SkillError: it is not visible, or could not be clicked.
    """
    place = await located(ctx, description)
    target = await ctx.actor.at_point(*place)
    # The mouse in the middle of a whole drawing could scroll it and so move the place.
    await ctx.eyes().before()
    result = await press(ctx, target, at=place, description=description)
    return await _settled(ctx, rules, result, seen=True)


async def _settled(
    ctx: SkillContext, rules: SomRules, result: SkillResult, *, seen: bool
) -> SkillResult:
    if rules.settle_s:
        await asyncio.sleep(rules.settle_s)
    return await judged(ctx, rules, result) if seen else result


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """The page as shown to the model.

    Attributes:
        result: ``text`` is empty and ``view`` has the content, as in an action's result.
        numbers: element ids by shown number; ``None`` where ids are shown.
        left_out: visible elements without a number, as there are too many.
    """

    result: SkillResult
    numbers: Mapping[int, int] | None = None
    left_out: int = 0


async def look(ctx: SkillContext, rules: SomRules, *, counted: bool = False, skip: int = 0) -> Look:
    """Return the current page: a marked screenshot, or its outline for a model that cannot see.

    ``counted`` and ``skip`` are as for ``PageImages.mark``.
    """
    if rules.show != "outline":
        with suppress(DialogOpen):
            seen = await ctx.eyes().mark(counted=counted, skip=skip, long_edge=rules.long_edge)
            journal_marks(ctx, seen, rules.show)
            view = seen.legend if rules.show == "both" else ""
            shown = SkillResult(view=view, pictures=(seen.screenshot.picture,), data=(seen.page,))
            return Look(
                result=shown, numbers=seen.numbers if counted else None, left_out=seen.left_out
            )
    page = await ctx.observer.observe_cached()
    if page.dialog:
        none: dict[int, int] | None = {} if counted and rules.show != "outline" else None
        kind, message = page.dialog.kind, page.dialog.message
        words = (
            f"A dialog is open: {kind} '{message}'. It hides the page. press_enter accepts "
            "it, back dismisses it; type answers a prompt and accepts it."
        )
        return Look(result=SkillResult(view=words, data=(page,)), numbers=none)
    if rules.show == "outline":
        return Look(result=SkillResult(view=ctx.observer.render(page), data=(page,)))
    # The dialog was answered in the meantime.
    return await look(ctx, rules, counted=counted, skip=skip)


def in_own_words(text: str, *, numbers: bool = True) -> str:
    """Return a skill's text with the actions available here.

    Without ``numbers`` elements go by their names: the shown numbers differ from their ids.
    """
    for ours, here in _OURS:
        text = text.replace(ours, here)
    return text if numbers else _NUMBER.sub("", text)


async def _done(
    ctx: SkillContext, rules: SomRules, action: SomAction, element: int | None, text: str
) -> SkillResult:
    if action == "navigate":
        # A page that is stuck can be left only so.
        return await open_url(ctx, text)
    page = await ctx.observer.observe_cached()
    if page.dialog and action in ("press_enter", "type", "back"):
        return await handle_dialog(ctx, accept=action != "back", text=text)
    if action in _MOUSE or action in ("drag", "select_text"):
        return await _pointed(ctx, page, action, element, text)
    match action:
        case "type":
            return await _type(ctx, element if element is not None else page.focus, text)
        case "press_enter" | "press_key":
            return await press_key(ctx, "Enter" if action == "press_enter" else text, element)
        case "scroll_down" | "scroll_up":
            height = page.scroll.viewport_height
            # Exact to the pixel, and readable in a journal.
            pages = round(rules.scroll_px / height, 4) if rules.scroll_px else 1.0
            direction: Literal["down", "up"] = "down" if action == "scroll_down" else "up"
            return await scroll(ctx, direction, pages, mmid=element)
        case "back":
            return await history(ctx, "back")
    return await _wait(ctx, rules)


async def _pointed(
    ctx: SkillContext, page: Observation, action: SomAction, element: int | None, text: str
) -> SkillResult:
    """Use the mouse."""
    if action == "select_text":
        first, *last = _CUT.split(text, maxsplit=1)
        return await pointer(ctx, "select", element, "".join(last) or None, first)
    assert element is not None
    if action == "drag":
        start, _, goal = text.rpartition(" to ")
        to = int(goal) if goal.isdecimal() else goal
        return await pointer(ctx, "drag", element, to, offset=start)
    if action == "click" and not text:
        if choice := next((node for node in page.elements if _drops_down(node, element)), None):
            raise BadArgument(_choose_instead(choice))
        return await click(ctx, element)
    return await pointer(ctx, _MOUSE[action], element, offset=text)


async def _type(ctx: SkillContext, element: int | None, text: str) -> SkillResult:
    if element is None:
        raise BadArgument("No field has the cursor. Say the element_id of the field to type into.")
    if handle := handle_in(text):
        return await fill_secret(ctx, element, handle)
    node = await ctx.actor.resolve(element)
    if _drops_down(node, element):
        return await select_option(ctx, element, text)
    if node.role in _LISTS or "read-only" in node.states:
        # As in a form: a list may take text, and the calendar of a date is worked.
        return await fill_form(ctx, [Entry(mmid=element, value=text)])
    return await enter_text(ctx, element, text)


def _drops_down(node: Node, element: int) -> bool:
    """Whether the element is a native dropdown, whose options no screenshot shows."""
    return node.mmid == element and node.role in _LISTS and node.tag == "select"


def _choose_instead(node: Node) -> str:
    shown = ", ".join(f"'{option}'" for option in node.options[:_MAX_OPTIONS])
    rest = len(node.options) - _MAX_OPTIONS
    return (
        f"{node.role} '{node.name}' drops down where no screenshot shows it. "
        f"Use type with one of its options: {shown}{f' and {rest} more' if rest > 0 else ''}."
    )


async def _wait(ctx: SkillContext, rules: SomRules) -> SkillResult:
    if rules.wait_s:
        async with ctx.action("wait", seconds=rules.wait_s) as action:
            await asyncio.sleep(rules.wait_s)
        return action.result(f"Waited {rules.wait_s:g} s.")
    busy = ""
    async with ctx.action("wait") as action:
        busy = await ctx.actor.wait_until_calm(_CALM_S)
    return action.result(busy or "Nothing loads or moves.")


async def judged(ctx: SkillContext, rules: SomRules, result: SkillResult) -> SkillResult:
    """Add the visual verdict on the action, where the report has none."""
    report = result.report
    if report and (report.dialog_open or report.page):
        return result
    try:
        found = await verified(ctx, report, rules.verify)
    except DialogOpen:
        return result
    if not found.changed and not (report and report.answered):
        return _adding(result, _GHOST, ghost=True)
    if report is None or not report.none or not found.regions:
        return result
    x, y, width, height = found.regions[0].bbox
    words = f"To the eye {width}x{height} px at ({x}, {y}) look otherwise now."
    return _adding(result, words, ghost=False)


def _adding(result: SkillResult, words: str, *, ghost: bool) -> SkillResult:
    text, sight = f"{result.text} {words}", f"{result.sight} {words}"
    return replace(result, text=text, sight=sight, ghost=ghost or result.ghost)
