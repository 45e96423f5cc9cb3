"""The loop: plan, reason, act, verify, remember, and replan where the state did not advance.

Source: WebSight, Algorithm 1. Its failures were endless loops, all but one: the monitor of
``memory/`` has the plan remade with the tried pairs forbidden, then with another strategy, then
ends the run with the loop named. The role responsible for each wrong step is journaled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.run_context import RunContext
from agent_e.errors import DialogOpen, Looping, SkillError
from agent_e.loops.guard import LoopPolicy
from agent_e.loops.messages import LoopNotice, next_strategy
from agent_e.memory.episodes import Episode, EpisodicMemory
from agent_e.models.model import Message
from agent_e.models.model_table import sees_pictures
from agent_e.models.tool_messages import flatten_tool_messages
from agent_e.prompts import render
from agent_e.skills import describe
from agent_e.types import SAYS_NOW, ChangeReport, Observation, PageText, SkillResult

from ..chat_agent import ChatAgent, WordedCalls, named, not_shown
from .actor import Actor
from .judge import StateJudge, StepVerdict, blame
from .replanner import Planning
from .steps import StepResult, Steps
from .tag_parser import action_in

ROLE = "reasoner"
_ACT, _DONE = "act", "done"
_REPAIR = (
    "There is no action in it. Answer with <reasoning>…</reasoning> and one <action>…</action>, or "
    "<action>FINISHED the answer</action>."
)


class WebSightAgent(ChatAgent):
    """One run's agent."""

    def __init__(self, context: RunContext) -> None:
        settings = context.settings.websight
        model = context.models[ROLE]
        super().__init__(context)
        self._sees = sees_pictures(model.name)
        self._planning = Planning(context)
        self._judge = StateJudge(context)
        self._memory = EpisodicMemory(settings.memory)
        actor = Actor(context, language=settings.language)
        self._actor = actor
        policy = LoopPolicy(ends_at=context.settings.loops.give_up_after, eyes=True)
        self._loops = context.loop_guard(ROLE, policy)
        self._steps = Steps(context, actor, self._loops, wait_s=settings.wait_s)
        self._faults: Counter[str] = Counter()
        self._count: Counter[str] = Counter()
        self._first_fault = ""
        self._loop = LoopNotice()
        self._planned = 0
        # A picture for a model that sees, text otherwise or where none can be taken.
        self._page = SkillResult()
        calls = context.calls(ROLE, WordedCalls(model, self._fitted, _parsed_call))
        calls.prepare = self._fitted
        self._chat = Chat(
            ROLE,
            calls,
            system=render("websight_reasoner"),
            functions=named({_ACT: describe(self._act), _DONE: describe(self._done, ends=True)}),
            max_steps=settings.max_steps,
            report_failure=context.report_failure,
            control=context.control,
            repair=lambda _: _REPAIR,
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer."""
        browser = self._context.skill_context.navigator
        try:
            self._page = await self._look()
            open_page = PageText(f"Open page: '{await browser.title()}' at {browser.url}")
            await self._planning.make(open_page)
            answer: Answer = await self._chat.run(
                f"Task: {self._context.task.text}",
                view=self._page.view,
                pictures=self._page.pictures if self._sees else (),
                data=self._page.data,
            )
        except Looping as loop:
            answer = self._gave_up(str(loop))
        metrics = {
            "actions": self._count["actions"],
            "ghost_clicks": self._count["ghosts"],
            "unparseable": self._actor.unreadable,
            "plans": self._planning.versions,
            "loops": self._loops.found if self._loops else 0,
            **{f"faults_{name}": self._faults[name] for name in sorted(self._faults)},
        }
        assisted = not (self._sees and self._actor.sees)
        return self._ended(answer, assisted=assisted, metrics=metrics)

    def _gave_up(self, loop: str) -> Answer:
        """The answer after a loop: names the loop, and who went wrong first."""
        fault = f" The {self._first_fault} went wrong first." if self._first_fault else ""
        words = f"I could not finish this. {loop}{fault}"
        return Answer(status="cannot", answer=words, evidence=tuple(self._context.facts), loop=loop)

    def _fitted(self, messages: Sequence[Message]) -> list[Message]:
        """What the reasoner is sent: the status, or for a blind model the whole conversation."""
        if not self._sees:
            return flatten_tool_messages(messages)
        return [messages[0], self._status(), *_remarks(messages)]

    def _status(self) -> Message:
        text = f"Task: {self._context.effective_task}\nPlan:\n{self._planning.numbered_plan}"
        text += f"\n{self._loop.own}" if self._loop.own else ""
        history = self._memory.prompt_text()
        done = f"Done so far:\n{history}" if history else ""
        page = PageText.joined(
            f"State: {self._judge.state}", done, self._loop.tried, self._page.view
        )
        return Message(role="user", text=text, page=page, pictures=self._page.pictures)

    async def _act(self, instruction: str) -> SkillResult:
        """Have one thing done, and look at what came of it."""
        before, state = self._page, self._judge.state
        tried = await self._steps.take(instruction)
        self._page = await self._look()
        judged = await self._judge.judge(tried, *before.pictures, *self._page.pictures)
        self._remember(tried, judged, state)
        self._loop = tried.loop
        why = self._attribute(tried, judged)
        why = self._new_instructions() or why
        if tried.over:
            raise Looping(tried.over)
        if why:
            state = f"State: {self._judge.state}"
            page = PageText.joined(self._loop.tried, state, self._memory.prompt_text())
            await self._planning.update(why, page)
        return SkillResult(
            text=tried.message,
            short=tried.short,
            note=tried.loop.own,
            quotes=tried.loop.tried,
            view="" if self._sees else self._page.view,
            pictures=self._page.pictures if self._sees else (),
            # Opening a native dropdown changes nothing on the page.
            report=tried.result.report or ChangeReport() if tried.result else None,
            data=self._page.data,
        )

    def _new_instructions(self) -> str:
        """What the person has said since the last plan, as a reason to replan."""
        messages = self._context.control.messages[self._planned : self._context.control.taken]
        self._planned += len(messages)
        return "\n".join(map(SAYS_NOW.format, messages))

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
        """Journal whether the step was right, else which role erred; returns a reason to replan."""
        verdict = tried.verdict
        # Waiting is neither progress nor a mistake.
        right = verdict is None and (judged.advanced or tried.kind == "wait")
        component = "" if right else blame(tried, judged.fault)
        if component:
            self._faults[component] += 1
            self._first_fault = self._first_fault or component
        self._context.journal.write(
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
        self._context.loop_state.block(verdict.pairs)
        person = self._context.skill_context.asker is not None
        other = f" {next_strategy(verdict.level, person=person)}" if verdict.level > 1 else ""
        return f"It goes round in a loop. What was tried is forbidden now.{other}"

    async def _look(self) -> SkillResult:
        skill_context = self._context.skill_context
        if skill_context.navigator.url in ("", "about:blank"):
            return SkillResult(view="No page is open yet.")
        try:
            return await self._seen_page(await skill_context.observer.observe_cached())
        except DialogOpen:
            return await self._look()
        except SkillError as error:
            return not_shown(error)

    async def _seen_page(self, page: Observation) -> SkillResult:
        skill_context = self._context.skill_context
        if page.dialog:
            kind, message = page.dialog.kind, page.dialog.message
            return SkillResult(
                view=f"A dialog is open: {kind} '{message}'. It hides the page. Say: Accept the "
                "dialog, or: Dismiss the dialog.",
                data=(page,),
            )
        outline = skill_context.observer.render(page)
        self._show(SkillResult(data=(page,)))
        picture = (await skill_context.eyes().screenshot()).picture
        view = "" if self._sees else outline
        return SkillResult(pictures=(picture,), view=view, data=(page,))


def _parsed_call(reply: str) -> tuple[str, dict[str, str]] | None:
    found = action_in(reply)
    if found is None:
        return None
    name, words = found
    return name, {"answer" if name == _DONE else "instruction": words}


def _remarks(messages: Sequence[Message]) -> list[Message]:
    """Messages to the reasoner since the last action: an invalid answer, or a rejected one."""
    found: list[Message] = []
    for message in reversed(messages[2:]):
        if message.pictures or any(not result.is_error for result in message.results):
            break
        found[:0] = flatten_tool_messages([message])
    return found
