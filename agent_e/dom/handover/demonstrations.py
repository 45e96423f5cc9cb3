"""Demonstrations: a person's actions, recorded in the journal."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from agent_e.browser import Tab
from agent_e.types import PersonAnswer, SkillResult

from .user_input import Step
from .window import WindowHandover

_MAX_STEPS = 60
_MASK = "••••"
_ARGUMENTS = {
    "press_key": "key",
    "select_option": "option",
    "open_url": "url",
    "history": "direction",
    "enter_text": "text",
}
_SAID = {
    "click": "clicked {what}",
    "press_key": "pressed {value} in {what}",
    "select_option": "chose '{value}' in {what}",
    "open_url": "opened {value}",
    "history": "went {value}",
    "enter_text": "entered something into {what}",
    "upload_file": "chose a file for {what}",
    "switch_tab": "went to tab {value}",
}


class Demonstrations:
    """Records while the person has the window."""

    def __init__(self, window: WindowHandover, journal: Callable[..., int]) -> None:
        """Create it; ``journal`` writes an event."""
        self._window = window
        self._journal = journal

    async def look_on(
        self, asking: Callable[[], Awaitable[PersonAnswer]]
    ) -> tuple[PersonAnswer, SkillResult]:
        """Hand the window to the person while they are asked; return what they did, in words.

        Raises as ``asking`` does.
        """
        steps: list[str] = []
        last: Tab | None = None

        def tell(tab: Tab, step: Step) -> None:
            nonlocal last
            if last is not None and tab is not last:
                steps.append(self._journaled(Step(action="switch_tab", value=str(tab.number))))
            last = tab
            steps.append(self._journaled(step))

        await self._window.clear()
        await self._window.leave(tell)
        try:
            given = await asking()
        except BaseException:
            await self._window.drop()
            raise
        back = await self._window.back()
        lines = [f"{number}. {words}" for number, words in enumerate(steps[:_MAX_STEPS], 1)]
        if len(steps) > _MAX_STEPS:
            lines.append(f"({len(steps) - _MAX_STEPS} more steps)")
        done = "\n".join(["What they did:", *lines] if lines else ["They did nothing."])
        shown = () if back.page is None else (back.page,)
        return given, SkillResult(text=f"{done}\n{back.changes}", view=back.view, data=shown)

    def _journaled(self, step: Step) -> str:
        """Journal a step, and return it in words."""
        value = _MASK if step.action == "enter_text" else step.value
        name = _ARGUMENTS.get(step.action, "number")
        arguments: Mapping[str, str] = {name: value} if value else {}
        target = {"mmid": step.mmid, "role": step.role, "name": step.name} if step.role else None
        started = self._journal(
            "action.started", action=step.action, target=target, arguments=arguments, by="person"
        )
        self._journal("action.ended", started=started, status="done", by="person")
        number = f"[{step.mmid}] " if step.mmid is not None else ""
        what = f"{number}{step.role} '{step.name}'"
        return _SAID[step.action].format(what=what, value=value)
