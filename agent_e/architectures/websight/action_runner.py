"""Carries out the actor's actions: points, keys and text, in the same envelope as any skill."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from agent_e.dom.actions.pointer import ClickType
from agent_e.errors import BadArgument
from agent_e.loops.actions import Points
from agent_e.skills import SkillContext, open_url
from agent_e.skills.enter_text import enter_text
from agent_e.skills.history import history
from agent_e.skills.pointer import drag_points, press
from agent_e.skills.press_key import press_key
from agent_e.skills.scroll import scroll
from agent_e.skills.select_option import select_option
from agent_e.skills.som_act import SomRules, judged
from agent_e.types import Node, SkillResult
from agent_e.vision.actions import Action, Point

_HOW: Mapping[str, ClickType] = {
    "click": "single",
    "double_click": "double",
    "right_click": "right",
    "middle_click": "middle",
}
_SEEN = frozenset({*_HOW, "drag", "type", "key"})
"""Actions checked visually: for the others the report itself says whether they had an effect."""
_LISTS = frozenset({"select", "option"})
_MAX_OPTIONS = 40
_PLAIN = frozenset({"", "canvas", "img", "svg", "body", "html", "video"})
"""Tags that are no targets of their own: over them the point itself counts."""


@dataclass(frozen=True, kw_only=True, slots=True)
class TargetedAction:
    """An action, and its target.

    Attributes:
        name: of the action, as loop detection and the journal use it.
        arguments: likewise.
        target: the element under its point.
    """

    action: Action
    name: str
    arguments: Mapping[str, Any] = field(default_factory=dict)
    target: Node | None = None


class ActionRunner:
    """Carries out the actions of one run."""

    def __init__(self, context: SkillContext, *, wait_s: float) -> None:
        self._context = context
        self._wait_s = wait_s
        self._points = Points()
        self._list: int | None = None

    async def aim(self, action: Action) -> TargetedAction:
        """Find the element under the action's point."""
        arguments: dict[str, Any] = {}
        target = None
        if action.point is not None:
            target = await self._context.actor.at_point(action.point.x, action.point.y)
            plain = target.tag in _PLAIN or not target.name
            key = self._points.key(action.point.x, action.point.y)
            arguments = {"at": key} if plain else {"mmid": target.mmid}
        if action.to is not None:
            arguments["to_point"] = self._points.key(action.to.x, action.to.y)
        optional = {
            "text": action.text,
            "key": " ".join(action.keys),
            "direction": action.direction,
            "url": action.url,
        }
        arguments |= {name: value for name, value in optional.items() if value}
        how = _HOW.get(action.kind)
        if how and how != "single":
            arguments["how"] = how
        name = "click" if how else "press_key" if action.kind == "key" else action.kind
        return TargetedAction(action=action, name=name, arguments=arguments, target=target)

    async def do(self, aimed: TargetedAction) -> SkillResult:
        """Do it; ``ghost`` in the result means that it had no effect, visually either."""
        looks = aimed.action.kind in _SEEN
        if looks:
            await self._context.eyes().before()
        done = await self._done(aimed)
        if done.report is None:
            return done
        if not looks:
            return replace(done, ghost=done.report.none)
        return await judged(self._context, SomRules(), done)

    async def _done(self, aimed: TargetedAction) -> SkillResult:
        action, context = aimed.action, self._context
        chosen, self._list = self._list, None
        match action.kind:
            case "click" | "double_click" | "right_click" | "middle_click":
                return await self._click(aimed)
            case "drag" if action.point and action.to and aimed.target:
                return await drag_points(
                    context, _place(action.point), _place(action.to), aimed.target
                )
            case "key":
                return await press_key(context, " ".join(action.keys))
            case "type":
                return await self._type(action, chosen)
            case "scroll" if action.direction:
                mmid = aimed.target.mmid if aimed.target else None
                return await scroll(context, action.direction, mmid=mmid)
            case "wait":
                return await self._wait()
            case "goto" if action.url:
                return await open_url(context, action.url)
            case "back":
                return await history(context, "back")
        raise BadArgument(f"{action.kind} is none of the actions there are.")

    async def _click(self, aimed: TargetedAction) -> SkillResult:
        point, target = aimed.action.point, aimed.target
        assert point is not None
        assert target is not None
        if target.tag in _LISTS:
            # A native dropdown takes no clicks of ours.
            self._list = target.mmid
            options = "; ".join(target.options[:_MAX_OPTIONS])
            advice = "No picture shows it open: type the one to choose."
            return SkillResult(text=f"That is a list of: {options}. {advice}")
        how = _HOW[aimed.action.kind]
        return await press(self._context, target, how, at=_place(point))

    async def _type(self, action: Action, chosen: int | None) -> SkillResult:
        context, text = self._context, action.text or ""
        if chosen is not None:
            return await select_option(context, chosen, text)
        if not text:
            return await press_key(context, "Enter")
        focus = (await context.observer.observe_cached()).focus
        if focus is None:
            raise BadArgument("No field has the cursor. Click the field first, then type.")
        node = await context.actor.resolve(focus)
        if node.tag == "select":
            return await select_option(context, focus, text)
        return await enter_text(context, focus, text, submit=action.submit)

    async def _wait(self) -> SkillResult:
        async with self._context.action("wait", seconds=self._wait_s) as action:
            await asyncio.sleep(self._wait_s)
        return action.result(f"Waited {self._wait_s:g} s.")


def _place(point: Point) -> tuple[float, float]:
    return point.x, point.y
