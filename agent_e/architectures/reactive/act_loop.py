"""The green agent's loop: observe, ask a policy, act on what it names, until it stops.

Source: seed white-agent, "Benchmark", steps one to five. The policy may be ours or one behind HTTP;
it gets nothing but the task and the page, so failures are counted and the loop goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission
from agent_e.errors import (
    ActionParseError,
    ActionTimeout,
    BadArgument,
    DialogOpen,
    ElementGone,
    Interrupted,
    LimitReached,
    Looping,
    SkillError,
)
from agent_e.loops.guard import LoopPolicy
from agent_e.skills.click import click
from agent_e.skills.enter_text import enter_text
from agent_e.skills.fill_secret import BY_TYPING
from agent_e.skills.handle_dialog import handle_dialog
from agent_e.skills.scroll import scroll
from agent_e.skills.select_option import select_option
from agent_e.skills.visual_click import visual_click
from agent_e.skills.wait_for import wait_for
from agent_e.types import SAYS_NOW, SkillResult
from agent_e.types.act_protocol import (
    ACTION_SPACE,
    BY_LOOKS,
    Action,
    ActRequest,
    ActResponse,
    Click,
    PageSummary,
    Scroll,
    Select,
    Stop,
    Type,
    VisualClick,
)

from .policy import PARSE_ERROR, ROLE, Policy

_CALM_S = 10.0
_MAX_DIALOGS = 5
"""Dialogs dismissed before one look at the page: some come up again and again."""
_MAX_SCREENS = 100.0
_INVALID = (ActionParseError, BadArgument, ElementGone)


class ActLoop:
    """One task carried out by one policy.

    What the person says becomes part of the instruction, and why an answer was sent back, which may
    quote pages, of the observation.
    """

    def __init__(
        self, context: RunContext, policy: Policy, *, max_steps: Callable[[], int]
    ) -> None:
        """Prepare the run's task; ``max_steps`` returns how often to ask the policy at most."""
        if context.skill_context.selectors is None:
            raise ValueError("the loop needs a page that is known by selectors")
        self._context = context
        self._skill_context = context.skill_context
        self._selectors = context.skill_context.selectors
        self._control = context.control
        self._policy = policy
        self._max_steps = max_steps
        # Loops are not reported to the policy, as the protocol has no word for them.
        loop_policy = LoopPolicy(ends_at=context.settings.loops.give_up_after, notifies_agent=False)
        self._loops = context.loop_guard(ROLE, loop_policy)
        self._answers = AnswerSubmission(context)
        self._sent_back: list[str] = []
        self._count: Counter[str] = Counter()
        self._notes: list[str] = []

    async def run(self) -> Answer:
        """Carry out the task.

        Returns:
            The answer it stopped with. ``metrics``: ``steps_taken`` (answers of the policy, the
            last included), ``invalid_actions`` (no action, or on what is not exactly one element),
            ``refused_actions`` (on what cannot be acted on now), ``timeouts`` (of actions),
            ``loops``, ``wall_time_s``.
        """
        started = time.perf_counter()
        given: Answer | None = None
        try:
            while given is None and self._count["steps"] < self._max_steps():
                stop = await self._step(await self._current_instruction(self._context.task.text))
                given = await self._final_answer(stop) if stop is not None else None
        except (Looping, LimitReached) as error:
            given = _unfinished(error)
        self._control.close()
        if given is None:
            words = f"It did not stop within {self._max_steps()} steps."
            limit = f"{words} Raise --max-steps for more."
            given = Answer(status="cannot", answer=words, limit=limit)
        return replace(given, metrics=self._metrics(time.perf_counter() - started))

    async def _current_instruction(self, instruction: str) -> str:
        """Wait while the run is paused; returns the instruction with what the person has said."""
        await self._control.checkpoint()
        self._control.drain_messages()
        self._notes += [back.note for back in self._control.handed_back() if back.note]
        instruction = self._control.effective_task(instruction)
        notes = map(SAYS_NOW.format, self._notes)
        return "\n".join([instruction, *notes])

    async def _step(self, instruction: str) -> Stop | None:
        """Ask once and do the action; returns the one that ends the task."""
        step = self._count["steps"]
        page = (await self._look()).model_copy(update={"notices": tuple(self._sent_back)})
        seen = await self._skill_context.observer.observe_cached()
        # This look shows what the last action did.
        last = self._skill_context.last.report if step else None
        shown = SkillResult(report=last, data=(seen,))
        self._context.evidence.add(shown, step=step + 1, url=self._skill_context.navigator.url)
        request = ActRequest(
            instruction=instruction, step_idx=step, observation=page, action_space=self._space(page)
        )
        journal = self._skill_context.journal
        journal.write("act.asked", step=step, observation=page.model_dump())
        self._count["steps"] += 1
        try:
            response: ActResponse = await self._policy.decide(request)
        except ActionParseError as error:
            self._failed("act", error)
            return None
        journal.write("act.answered", step=step, **response.model_dump())
        action = response.action
        await self._control.checkpoint()
        if self._control.superseded_by(nested=False):
            # It was decided before the person spoke: not even a stop counts.
            return None
        if isinstance(action, Stop):
            return action
        await self._try(action)
        return None

    def _space(self, page: PageSummary) -> dict[str, Any]:
        """The available actions; with secrets saved for the site, the typing action names them."""
        space = ACTION_SPACE | (BY_LOOKS if self._skill_context.grounder else {})
        secrets = self._skill_context.secrets
        names = secrets.prompt_lines(page.url, BY_TYPING) if secrets else ""
        return space | {"type": {**space["type"], "secrets": names}} if names else space

    async def _try(self, action: Action) -> None:
        """Do an action, or count why it was not done."""
        loops, given = self._loops, action.model_dump(exclude={"type"})
        result, refused = None, ""
        try:
            if loops:
                await loops.before(action.type, given)
            element = given.get("selector")
            if element is not None:
                given["mmid"] = await self._selectors.element(element)
                del given["selector"]
            result = await self._do(action, given.get("mmid"))
            self._count["acted"] += 1
        except Interrupted:
            return
        except SkillError as error:
            refused = str(error)
            self._failed(action.type, error)
        if loops:
            await loops.after(action.type, given, result, refused)

    async def _look(self) -> PageSummary:
        """Summarise the page. Dialogs are dismissed, as the protocol has no answer to them."""
        most = self._context.settings.reactive.max_elements
        for _ in range(_MAX_DIALOGS):
            try:
                return await self._selectors.summarize(most)
            except DialogOpen:
                await handle_dialog(self._skill_context, accept=False)
        return await self._selectors.summarize(most)

    async def _do(self, action: Action, element: int | None) -> SkillResult:
        skill_context = self._skill_context
        if element is not None:
            match action:
                case Click():
                    return await click(skill_context, element)
                case Type():
                    text = action.text.removesuffix("\n")
                    return await enter_text(
                        skill_context, element, text, submit=text != action.text
                    )
                case Select():
                    return await select_option(skill_context, element, action.value)
        if isinstance(action, VisualClick):
            return await visual_click(skill_context, action.description)
        if isinstance(action, Scroll) and action.delta_y:
            height = (await skill_context.observer.observe()).scroll.viewport_height or 1
            pages = min(abs(action.delta_y) / height, _MAX_SCREENS)
            return await scroll(skill_context, "down" if action.delta_y > 0 else "up", pages)
        return await wait_for(skill_context, seconds=_CALM_S)

    def _failed(self, action: str, error: SkillError) -> None:
        timed_out = isinstance(error, ActionTimeout)
        invalid = isinstance(error, _INVALID)
        self._count["timeouts" if timed_out else "invalid" if invalid else "refused"] += 1
        if not error.journaled:
            self._context.report_failure(action, error)

    async def _final_answer(self, stop: Stop) -> Answer | None:
        """The answer it stops with; ``None`` where the person wants it to go on."""
        if stop.reason.strip().startswith(PARSE_ERROR):
            return Answer(status="cannot", answer=stop.reason)
        last = self._count["steps"] >= self._max_steps()
        try:
            return await self._answers.submit_words(stop.reason, last=last)
        except BadArgument as error:
            self._sent_back.append(str(error))
        except Interrupted:
            pass
        return None

    def _metrics(self, seconds: float) -> dict[str, float]:
        return {
            "steps_taken": self._count["steps"],
            "invalid_actions": self._count["invalid"],
            "refused_actions": self._count["refused"],
            "timeouts": self._count["timeouts"],
            "loops": self._loops.found if self._loops else 0,
            "wall_time_s": round(seconds, 3),
        }


def _unfinished(error: Looping | LimitReached) -> Answer:
    why, looped = str(error), isinstance(error, Looping)
    return Answer(
        status="cannot",
        answer=f"It did not come to an end. {why}",
        loop=why if looped else "",
        limit="" if looped else why,
    )
