"""One step: from the reasoner's words to an action that was done, or a reason why not."""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, replace
from typing import Any

from agent_e.agents.run_context import RunContext
from agent_e.errors import ActionParseError, BadArgument, Interrupted, Looping, SkillError
from agent_e.loops.guard import LoopGuard
from agent_e.loops.messages import LoopNotice
from agent_e.loops.steps import Verdict
from agent_e.skills import handle_dialog, open_url
from agent_e.skills.history import history
from agent_e.types import SkillResult

from .action_runner import ActionRunner
from .actor import Actor

_GOTO = re.compile(
    r"(?:please )?(?:navigate|go|browse|open)\b(?: directly)?(?: to)?(?: the)?"
    r"(?: (?:address|page|url|website|site))?:? +[\"'<]?((?:https?://|www\.)[^\s\"'<>]+)",
    re.I,
)
_BACK = re.compile(r"(?:go|navigate|return) back\b(?! to top)", re.I)
_YES = re.compile(r"\b(?:accept|confirm|ok|yes|press enter)\b", re.I)
_NO = re.compile(r"\b(?:dismiss|cancel|close|reject|decline|refuse|no|not|don't)\b", re.I)
_QUOTED = re.compile(r"[\"“']([^\"”']*)[\"”']")


@dataclass(frozen=True, kw_only=True, slots=True)
class StepResult:
    """The outcome of an instruction.

    Attributes:
        message: the outcome, or why it was not done.
        kind: of the action, ``""`` when there was none; ``action`` as the actor wrote it.
        target: name of the element under its point.
        result: of the action; ``None`` when it was not done.
        error: why it was not done.
        banned: whether it was refused because it had led nowhere before.
        loop: the warning about a loop; ``verdict`` names it, ``over`` one that ends the run.
    """

    instruction: str
    message: str
    kind: str = ""
    action: str = ""
    target: str = ""
    result: SkillResult | None = None
    error: str = ""
    banned: bool = False
    loop: LoopNotice = LoopNotice()
    verdict: Verdict | None = None
    over: str = ""

    @property
    def changed(self) -> bool:
        """Whether anything has changed."""
        return self.result is not None and not self.result.ghost

    @property
    def sight(self) -> str:
        """The outcome, for a model that sees the page."""
        return (self.result.sight if self.result else "") or self.message

    @property
    def short(self) -> str:
        """The outcome, in one sentence."""
        return (self.result.short if self.result else "") or self.message

    @property
    def unseen(self) -> bool:
        """Whether a native dropdown was clicked, whose list appears on no picture."""
        return bool(self.action) and self.result is not None and self.result.report is None


class Steps:
    """Carries out the steps of one run."""

    def __init__(
        self, context: RunContext, actor: Actor, loops: LoopGuard | None, *, wait_s: float
    ) -> None:
        self._context = context
        self._actor = actor
        self._loops = loops
        self._hands = ActionRunner(context.skill_context, wait_s=wait_s)

    async def take(self, instruction: str) -> StepResult:
        """Do what the reasoner says; failures are reported, not raised.

        Raises:
            Interrupted: the person has spoken meanwhile.
        """
        tried = await self._take(StepResult(instruction=instruction, message=""))
        if tried.changed:
            self._actor.moved_on()
        return tried

    async def _take(self, tried: StepResult) -> StepResult:
        direct = await self._direct(tried.instruction)
        if direct is not None:
            name, arguments, work = direct
            return await self._watched(
                replace(tried, kind=name, action=name), name, arguments, work
            )
        try:
            action = await self._actor.decide(tried.instruction)
        except SkillError as error:
            return await self._failed(tried, error)
        tried = replace(tried, kind=action.kind, action=action.raw)
        if action.kind in ("done", "ask"):
            unclear = BadArgument(f"The actor does not see how: {action.text or 'STUCK'}.")
            return await self._failed(replace(tried, kind=""), unclear)
        try:
            aimed = await self._hands.aim(action)
        except SkillError as error:
            return await self._failed(tried, error)
        tried = replace(tried, target=aimed.target.name if aimed.target else "")
        return await self._watched(
            tried, aimed.name, aimed.arguments, lambda: self._hands.do(aimed)
        )

    async def _direct(
        self, instruction: str
    ) -> tuple[str, Mapping[str, Any], Callable[[], Awaitable[SkillResult]]] | None:
        """What has no place on a screenshot of a page: dialogs, addresses, going back."""
        skill_context = self._context.skill_context
        # A page that is stuck can be left only so, and one with a dialog as well.
        if goal := _GOTO.match(instruction):
            url = goal[1].rstrip(".,;)")
            url = url if "://" in url else f"https://{url}"
            return "open_url", {"url": url}, lambda: open_url(skill_context, url)
        if (await skill_context.observer.observe_cached()).dialog:
            bare = _QUOTED.sub("", instruction)
            accept = bool(_YES.search(bare)) and not _NO.search(bare)
            text = _QUOTED.search(instruction)
            given = text[1] if text else ""
            return (
                "handle_dialog",
                {"accept": accept, "text": given},
                lambda: handle_dialog(skill_context, accept=accept, text=given),
            )
        if _BACK.match(instruction):
            return "history", {"direction": "back"}, lambda: history(skill_context, "back")
        return None

    async def _watched(
        self,
        tried: StepResult,
        name: str,
        arguments: Mapping[str, Any],
        work: Callable[[], Awaitable[SkillResult]],
    ) -> StepResult:
        if self._loops:
            try:
                await self._loops.before(name, arguments)
            except SkillError as error:
                return await self._failed(replace(tried, banned=True), error, name, arguments)
        try:
            result = await work()
        except Interrupted:
            raise
        except SkillError as error:
            return await self._failed(tried, error, name, arguments)
        done = replace(tried, result=result, message=_words(result))
        return await self._looped(done, name, arguments, result)

    async def _failed(
        self,
        tried: StepResult,
        error: SkillError,
        name: str = "",
        arguments: Mapping[str, Any] | None = None,
    ) -> StepResult:
        name = name or tried.kind or "act"
        if not error.journaled:
            self._context.report_failure(name, error)
        problem = error.problem if isinstance(error, ActionParseError) else str(error)
        failed = replace(tried, error=problem, message=f"Not done: {problem}")
        given = arguments if arguments is not None else {"instruction": tried.instruction}
        return await self._looped(failed, name, given, None, problem)

    async def _looped(
        self,
        tried: StepResult,
        name: str,
        arguments: Mapping[str, Any],
        result: SkillResult | None,
        error: str = "",
    ) -> StepResult:
        """Pass the outcome to the loop monitor."""
        loops = self._loops
        if loops is None:
            return tried
        found = loops.found
        try:
            warning = await loops.after(name, arguments, result, error)
        except Looping as loop:
            return replace(tried, over=str(loop), verdict=loops.verdict)
        verdict = loops.verdict if loops.found > found else None
        return replace(tried, loop=warning or LoopNotice(), verdict=verdict)


def _words(result: SkillResult) -> str:
    """The outcome of an action; for a page that opened its title, as the next look shows it."""
    report = result.report
    opened = report is not None and (report.page is not None or report.dialog_open)
    return result.sight if opened else result.text
