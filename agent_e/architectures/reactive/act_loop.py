"""The green agent's loop: observe, ask a policy, act on what it names, until it stops.

Source: seed white-agent, "Benchmark", steps one to five. The policy may be ours or one behind HTTP;
it is told nothing but the task and the page, so what goes wrong is counted and the loop goes on.
"""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import Any

from agent_e.agents.answer import Answer
from agent_e.agents.loop_watch import LoopWatch
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
from agent_e.human import RunControl
from agent_e.safety.secrets import handle_in
from agent_e.skills import SkillContext
from agent_e.skills.click import click
from agent_e.skills.enter_text import enter_text
from agent_e.skills.fill_secret import BY_TYPING, fill_secret
from agent_e.skills.handle_dialog import handle_dialog
from agent_e.skills.press_key import press_key
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

from .policy import PARSE_ERROR, Policy

_CALM_S = 10.0
_MAX_DIALOGS = 5
"""Dialogs that are dismissed before one look at the page: some come up again and again."""
_MAX_SCREENS = 100.0
_INVALID = (ActionParseError, BadArgument, ElementGone)


Submit = Callable[[str, bool], Awaitable[Answer]]
"""Takes the words it ends with and whether no step is left; raises ``BadArgument`` to go on."""


class ActLoop:
    """One task done by one policy."""

    def __init__(
        self,
        context: SkillContext,
        policy: Policy,
        *,
        max_steps: Callable[[], int],
        max_elements: int,
        report_failure: Callable[[str, Exception], None],
        loops: LoopWatch | None = None,
        submit: Submit,
        note: Callable[[SkillResult, int], None],
        control: RunControl | None = None,
    ) -> None:
        """Prepare a task.

        Args:
            context: to see and act with; it has ``selectors``.
            policy: decides.
            max_steps: tells how often it may be asked, as things stand.
            max_elements: of the page, in what it is told.
            report_failure: takes an action's name and why it was not done.
            loops: ends the task where it goes round; nobody is told, for the protocol has no word
                for it.
            submit: takes the answer; why it was sent back is part of the instruction from then on.
            note: takes what each step has shown, and the number of the step.
            control: holds the loop while the run is paused; what the person says is part of the
                instruction likewise.
        """
        if context.selectors is None:
            raise ValueError("the loop needs a page that is known by selectors")
        self._context = context
        self._selectors = context.selectors
        self._policy = policy
        self._max_steps = max_steps
        self._max_elements = max_elements
        self._report_failure = report_failure
        self._loops = loops
        self._submit = submit
        self._note = note
        self._control = control
        self._sent_back: list[str] = []
        self._count: Counter[str] = Counter()
        self._notes: list[str] = []

    async def run(self, instruction: str) -> Answer:
        """Carry out the task.

        Returns:
            What it stopped with. ``metrics``: ``steps_taken`` (answers of the policy, the last one
            too), ``invalid_actions`` (no action, or on what is not exactly one element),
            ``refused_actions`` (on what cannot be acted on now), ``timeouts`` (of actions),
            ``loops``, ``wall_time_s``.

        Raises:
            RunError: the run cannot go on.
        """
        started = time.perf_counter()
        given: Answer | None = None
        try:
            while given is None and self._count["steps"] < self._max_steps():
                stop = await self._step(await self._wanted(instruction))
                given = await self._given(stop) if stop is not None else None
        except (Looping, LimitReached) as error:
            given = _unfinished(error)
        if self._control is not None:
            self._control.close()
        if given is None:
            words = f"It did not stop within {self._max_steps()} steps."
            limit = f"{words} Raise --max-steps for more."
            given = Answer(status="cannot", answer=words, limit=limit)
        return replace(given, metrics=self._metrics(time.perf_counter() - started))

    async def _wanted(self, instruction: str) -> str:
        """Wait while the run is paused; returns the instruction with what the person has said."""
        if self._control is not None:
            await self._control.point()
            self._control.heard()
            self._notes += [back.note for back in self._control.handed_back() if back.note]
            instruction = self._control.wanted(instruction)
        notes = map(SAYS_NOW.format, self._notes)
        return "\n".join([instruction, *notes, *self._sent_back])

    async def _step(self, instruction: str) -> Stop | None:
        """Ask once and do what is said; returns the action that ends the task."""
        step = self._count["steps"]
        page = await self._look()
        seen = await self._context.observer.observe_cached()
        # What the last action did shows on this look.
        last = self._context.last.report if step else None
        self._note(SkillResult(report=last, data=(seen,)), step + 1)
        request = ActRequest(
            instruction=instruction, step_idx=step, observation=page, action_space=self._space(page)
        )
        journal = self._context.journal
        journal.write("act.asked", step=step, observation=page.model_dump())
        self._count["steps"] += 1
        try:
            response: ActResponse = await self._policy.decide(request)
        except ActionParseError as error:
            self._failed("act", error)
            return None
        journal.write("act.answered", step=step, **response.model_dump())
        action = response.action
        if self._control is not None:
            await self._control.point()
        if self._control is not None and self._control.overtaken(nested=False):
            # It was decided on before: the run must not even end by it.
            return None
        if isinstance(action, Stop):
            return action
        await self._try(action)
        return None

    def _space(self, page: PageSummary) -> dict[str, Any]:
        """The actions there are; where secrets are saved for the site, typing tells of them."""
        space = ACTION_SPACE | (BY_LOOKS if self._context.grounder else {})
        secrets = self._context.secrets
        told = secrets.told(page.url, BY_TYPING) if secrets else ""
        return space | {"type": {**space["type"], "secrets": told}} if told else space

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
        """Sum up the page. Dialogs are dismissed, for the protocol has no answer to them."""
        for _ in range(_MAX_DIALOGS):
            try:
                return await self._selectors.summarize(self._max_elements)
            except DialogOpen:
                await handle_dialog(self._context, accept=False)
        return await self._selectors.summarize(self._max_elements)

    async def _do(self, action: Action, element: int | None) -> SkillResult:
        context = self._context
        if element is not None:
            match action:
                case Click():
                    return await click(context, element)
                case Type():
                    text = action.text.removesuffix("\n")
                    if handle := handle_in(text):
                        done = await fill_secret(context, element, handle)
                        return done if text == action.text else await press_key(context, "Enter")
                    return await enter_text(context, element, text, submit=text != action.text)
                case Select():
                    return await select_option(context, element, action.value)
        if isinstance(action, VisualClick):
            return await visual_click(context, action.description)
        if isinstance(action, Scroll) and action.delta_y:
            height = (await context.observer.observe()).scroll.viewport_height or 1
            pages = min(abs(action.delta_y) / height, _MAX_SCREENS)
            return await scroll(context, "down" if action.delta_y > 0 else "up", pages)
        return await wait_for(context, seconds=_CALM_S)

    def _failed(self, action: str, error: SkillError) -> None:
        timed_out = isinstance(error, ActionTimeout)
        invalid = isinstance(error, _INVALID)
        self._count["timeouts" if timed_out else "invalid" if invalid else "refused"] += 1
        if not error.journaled:
            self._report_failure(action, error)

    async def _given(self, stop: Stop) -> Answer | None:
        """The answer it stops with; ``None`` where the person wants it to go on."""
        if stop.reason.strip().startswith(PARSE_ERROR):
            return Answer(status="cannot", answer=stop.reason)
        last = self._count["steps"] >= self._max_steps()
        try:
            return await self._submit(stop.reason, last)
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
