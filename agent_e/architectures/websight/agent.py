"""The loop: plan, reason, act, verify, remember, and plan anew where the state did not advance.

Source: WebSight, Algorithm 1. Its failures were endless loops, all but one: the monitor of
``memory/`` has the plan made anew with the tried pairs forbidden, then in another strategy, then it
ends the run with the loop named. Which role each wrong step is due to is journaled.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.loop_watch import LoopPolicy, watch_of
from agent_e.agents.run_context import RunContext
from agent_e.agents.submission import AnswerSubmission
from agent_e.errors import DialogOpen, Looping
from agent_e.memory.episodes import Episode, EpisodicMemory
from agent_e.memory.loop_messages import format_tried, next_strategy
from agent_e.models.registry import sees_pictures
from agent_e.prompts import render
from agent_e.skills import Function, describe
from agent_e.types import SAYS_NOW, ChangeReport, Observation, Picture, SkillResult

from .actor import Actor
from .fault_attribution import FailedStep, blame
from .judge import StateJudge, StepEvidence, StepVerdict
from .reasoning import ACT, DONE, REPAIR, Reasoning, Status
from .replanner import Planning
from .steps import StepResult, Steps

ROLE = "reasoner"


@dataclass(frozen=True, kw_only=True, slots=True)
class _Look:
    """The page as it is: a picture for who sees, words for who does not or where none can be."""

    picture: Picture | None = None
    view: str = ""
    data: tuple[Observation, ...] = ()

    @property
    def pictures(self) -> tuple[Picture, ...]:
        return (self.picture,) if self.picture else ()


class WebSightAgent:
    """One run's agent."""

    def __init__(self, kit: RunContext) -> None:
        settings = kit.settings.websight
        model = kit.models[ROLE]
        self._kit = kit
        self._sees = sees_pictures(model.name)
        self._planning = Planning(kit)
        self._judge = StateJudge(kit)
        self._memory = EpisodicMemory(settings.memory)
        actor = Actor(kit, language=settings.language)
        self._assisted = not (self._sees and actor.sees)
        manners = LoopPolicy(ends_at=kit.settings.loops.give_up_after, eyes=True)
        self._loops = watch_of(kit, ROLE, manners)
        self._steps = Steps(kit, actor, self._loops, wait_s=settings.wait_s)
        self._answers = AnswerSubmission(kit)
        self._faults: Counter[str] = Counter()
        self._count: Counter[str] = Counter()
        self._first_fault = ""
        self._loop = ""
        self._planned = 0
        self._page = _Look()
        reasoning = Reasoning(model, self._status, sees=self._sees)
        calls = kit.calls(ROLE, reasoning)
        calls.prepare = reasoning.fitted
        self._chat = Chat(
            ROLE,
            calls,
            system=render("websight_reasoner"),
            functions=self._functions(),
            max_steps=settings.max_steps,
            report_failure=kit.report_failure,
            control=kit.control,
            repair=lambda _: REPAIR,
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer.

        Raises:
            RunError: the run cannot go on.
        """
        context = self._kit.context
        try:
            self._page = await self._look()
            open_page = f"Open page: '{await context.navigator.title()}' at {context.navigator.url}"
            await self._planning.make(open_page)
            answer: Answer = await self._chat.run(
                f"Task: {self._kit.task.text}",
                view=self._page.view,
                pictures=self._page.pictures if self._sees else (),
                data=self._page.data,
            )
        except Looping as loop:
            answer = self._gave_up(str(loop))
        return replace(
            answer,
            limit=answer.limit if answer.loop else self._chat.unfinished,
            assisted=self._assisted,
            metrics={
                "actions": self._count["actions"],
                "ghost_clicks": self._count["ghosts"],
                "unparseable": self._steps.unreadable,
                "plans": self._planning.versions,
                "loops": self._loops.found if self._loops else 0,
                **{f"faults_{name}": self._faults[name] for name in sorted(self._faults)},
            },
        )

    def _gave_up(self, loop: str) -> Answer:
        """The end of who goes round: the loop by its name, and who went wrong first."""
        fault = f" The {self._first_fault} went wrong first." if self._first_fault else ""
        words = f"I could not finish this. {loop}{fault}"
        return Answer(status="cannot", answer=words, evidence=tuple(self._kit.facts), loop=loop)

    def _functions(self) -> list[Function]:
        functions = {ACT: describe(self._act), DONE: describe(self._done, ends=True)}
        return [replace(function, name=name) for name, function in functions.items()]

    def _status(self) -> Status:
        """What the reasoner is told beside the picture."""
        said = f"Task: {self._kit.wanted}\nPlan:\n{self._planning.told}"
        said += f"\n{self._loop}" if self._loop else ""
        history = self._memory.told()
        page = [f"State: {self._judge.state}"]
        page += [f"Done so far:\n{history}"] if history else []
        page += [self._page.view] if self._page.view else []
        return Status(said=said, page="\n".join(page), pictures=self._page.pictures)

    async def _act(self, instruction: str) -> SkillResult:
        """Have one thing done, and look at what came of it."""
        before, state = self._page, self._judge.state
        tried = await self._steps.take(instruction)
        self._page = await self._look()
        judged = await self._judge.judge(
            StepEvidence(
                instruction=instruction,
                told=tried.told,
                sight=tried.sight,
                changed=tried.changed,
                unseen=tried.unseen,
                before=before.picture,
                after=self._page.picture,
            )
        )
        self._remember(tried, judged, state)
        self._loop = tried.loop
        why = self._attribute(tried, judged)
        why = self._said() or why
        if tried.over:
            raise Looping(tried.over)
        if why:
            await self._planning.update(why, self._memory.told(), self._judge.state)
        return SkillResult(
            text=tried.told,
            short=tried.short,
            note=tried.loop,
            view="" if self._sees else self._page.view,
            pictures=self._page.pictures if self._sees else (),
            # A list of the browser's own that drops down changes nothing on the page.
            report=tried.result.report or ChangeReport() if tried.result else None,
            data=self._page.data,
        )

    def _said(self) -> str:
        """What the person has said since the last plan, as a reason to plan anew."""
        said = self._kit.control.said[self._planned : self._kit.control.taken]
        self._planned += len(said)
        return "\n".join(map(SAYS_NOW.format, said))

    def _remember(self, tried: StepResult, judged: StepVerdict, state: str) -> None:
        self._count["actions"] += 1
        self._count["ghosts"] += bool(tried.result and tried.result.ghost)
        if tried.result is not None:
            self._show(tried.result)
        episode = Episode(
            action=tried.instruction,
            change=tried.short,
            before=state,
            after=judged.state,
            advanced=judged.advanced,
            facts=judged.facts,
        )
        self._memory.add(episode, self._planning.steps[0] if self._planning.steps else "")

    def _attribute(self, tried: StepResult, judged: StepVerdict) -> str:
        """Journal whether the step was right, and if not by whom; returns why to plan anew."""
        verdict = tried.verdict
        # Waiting is neither progress nor a mistake.
        right = verdict is None and (judged.advanced or tried.kind == "wait")
        wrong = FailedStep(
            instruction=tried.instruction,
            kind=tried.kind,
            target=tried.target,
            refused=bool(tried.error),
            banned=tried.banned,
            ghost=bool(tried.result and tried.result.ghost),
            loop=verdict,
            said=judged.fault,
        )
        component = "" if right else blame(wrong)
        if component:
            self._faults[component] += 1
            self._first_fault = self._first_fault or component
        self._kit.journal.write(
            "step.judged",
            component=component,
            right=right,
            instruction=tried.instruction,
            action=tried.action,
            advanced=judged.advanced,
            state=judged.state,
            asked=judged.asked,
            loop=verdict.rule if verdict else "",
        )
        if right:
            return ""
        if verdict is None:
            return f"The last step did not help: {tried.instruction}"
        self._kit.loop_state.block(verdict.pairs)
        person = self._kit.context.asker is not None
        other = f" {next_strategy(verdict.level, person=person)}" if verdict.level > 1 else ""
        return f"It goes round in a loop. Forbidden now: {format_tried(verdict.pairs)}.{other}"

    async def _look(self) -> _Look:
        context = self._kit.context
        if context.navigator.url in ("", "about:blank"):
            return _Look(view="No page is open yet.")
        page = await context.observer.observe_cached()
        if page.dialog:
            kind, message = page.dialog.kind, page.dialog.message
            return _Look(
                view=f"A dialog is open: {kind} '{message}'. It hides the page. Say: Accept the "
                "dialog, or: Dismiss the dialog.",
                data=(page,),
            )
        outline = context.observer.render(page)
        self._show(SkillResult(data=(page,)))
        try:
            picture = (await context.eyes().screenshot()).picture
        except DialogOpen:
            return await self._look()
        return _Look(picture=picture, view="" if self._sees else outline, data=(page,))

    def _show(self, result: SkillResult) -> None:
        kit = self._kit
        kit.evidence.add(result, step=kit.budget.used, url=kit.context.navigator.url)

    async def _done(self, answer: str) -> Answer:
        """End the task."""
        limit = self._chat.unfinished
        return await self._answers.submit_words(answer, last=bool(limit), limit=limit)
