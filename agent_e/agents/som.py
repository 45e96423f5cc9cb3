"""The Set-of-Mark agent: one model looks at marked screenshots and acts by their numbers.

Observe, reason, act, verify (seed: Web-Browser-Agent). What goes wrong is put into words and comes
back to the model with the next look; it is never answered by waiting in silence.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Annotated, Literal

from agent_e.errors import ElementGone, Interrupted, Looping, SkillError
from agent_e.prompts import render
from agent_e.skills import Function, describe
from agent_e.skills.fill_secret import BY_TYPING
from agent_e.skills.som_act import BY_LOOKS, SomAction, SomRules, act, act_by_looks, look
from agent_e.skills.spec import Mmid
from agent_e.types import Observation, SkillResult

from .answer import Answer
from .calls import ModelCalls
from .chat import Chat
from .json_actions import ACT, DONE, JsonActions, Window
from .kit import Kit
from .loop_watch import Manners, watch_of
from .submission import AnswerSubmission
from .table import sees_pictures

ROLE = "som"
_ALL_STEPS = 1_000


@dataclass(kw_only=True, slots=True)
class Tally:
    """What went well and what did not.

    Attributes:
        acted: actions that had an effect.
        ghosts: actions that had none.
        hallucinated: actions on a number that is not there.
        refused: other actions that could not be done.
    """

    acted: int = 0
    ghosts: int = 0
    hallucinated: int = 0
    refused: int = 0

    def figures(self, chat: JsonActions, calls: ModelCalls) -> dict[str, float]:
        """The metrics of the run; ``step_success`` is the share of answers that had an effect."""
        tried = self.acted + self.ghosts + self.hallucinated + self.refused + chat.refused
        return {
            "actions": tried,
            "step_success": round(self.acted / tried, 4) if tried else 0.0,
            "ghost_clicks": self.ghosts,
            "hallucinations": self.hallucinated,
            "refused_actions": self.refused,
            "unparseable": chat.refused,
            "repaired": chat.repaired,
            "rate_limits": calls.retried["rate_limits"],
            "server_errors": calls.retried["server_errors"],
        }


def prompt_of(*, by_looks: bool) -> str:
    """The system prompt; ``by_looks``: with the action that takes a description."""
    row = f"\n{render('som_visual_click')}" if by_looks else ""
    return render("som", visual_click=row)


class SomAgent:
    """One run's agent."""

    def __init__(self, kit: Kit) -> None:
        settings = kit.settings.som
        model = kit.models[ROLE]
        self._kit = kit
        self._sees = sees_pictures(model.name)
        self._rules = SomRules(
            show="both" if self._sees else "outline",
            scroll_px=settings.scroll_px,
            wait_s=settings.wait_s,
            settle_s=settings.settle_s,
            verify=settings.verify,
        )
        window = Window(
            # Who cannot see has only the pages in words to remember by.
            steps=settings.window if self._sees else _ALL_STEPS,
            older_characters=settings.older_characters,
            budget_tokens=min(
                settings.budget_tokens, kit.budget_tokens(ROLE) or settings.budget_tokens
            ),
            views=not self._sees,
        )
        self._task = f"Task: {kit.task.text}"
        by_looks = kit.context.grounder is not None
        self._model = JsonActions(
            model, window, task=lambda: f"Task: {kit.wanted}", by_looks=by_looks
        )
        self._tally = Tally()
        self._answers = AnswerSubmission(kit)
        self._numbers: set[int] = set()
        self._secrets_told = ""
        self._untold = 0
        self._calls = kit.calls(ROLE, self._model)
        self._calls.sends = self._model.fitted
        self._chat = Chat(
            ROLE,
            self._calls,
            system=prompt_of(by_looks=by_looks),
            functions=self._functions(),
            max_steps=settings.max_steps,
            report_failure=kit.report_failure,
            control=kit.control,
            repair=self._model.repair,
            loops=watch_of(kit, ROLE, Manners(ends_at=kit.settings.loops.give_up_after, eyes=True)),
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer.

        Raises:
            RunError: the run cannot go on.
        """
        first = await self._look()
        try:
            answer: Answer = await self._chat.run(
                self._task + first.note,
                view=first.view,
                pictures=first.pictures,
                data=first.data,
            )
        except Looping as loop:
            sent_back = self._kit.kept.sent_back
            words = f"I could not finish this. {loop}"
            answer = sent_back[-1] if sent_back else Answer(status="cannot", answer=words)
            answer = replace(answer, loop=str(loop))
        return replace(
            answer,
            limit=answer.limit if answer.loop else self._chat.unfinished,
            # The one that has taken over may be without eyes.
            assisted=not self._sees or self._model.blind,
            metrics=self._tally.figures(self._model, self._calls),
        )

    def _functions(self) -> list[Function]:
        functions = {ACT: describe(self._act), DONE: describe(self._done, ends=True)}
        return [replace(function, name=name) for name, function in functions.items()]

    async def _act(
        self,
        action: SomAction | Literal["visual_click"],
        element_id: Mmid | None = None,
        text: Annotated[str, "What to type, the address, or what to click."] = "",
    ) -> SkillResult:
        """Do one action and look again."""
        try:
            done = await self._tried(action, element_id, text)
        except SkillError as error:
            if not error.journaled:
                self._kit.report_failure(action, error)
            done = SkillResult(text=f"Not done: {error}")
        seen = await self._look()
        note = f"{done.note}{seen.note}".strip()
        return replace(
            done, view=seen.view, pictures=seen.pictures, note=note, data=(*done.data, *seen.data)
        )

    async def _tried(
        self, action: SomAction | Literal["visual_click"], element_id: int | None, text: str
    ) -> SkillResult:
        if element_id is not None and element_id not in self._numbers:
            self._tally.hallucinated += 1
            raise ElementGone(
                f"There is no number {element_id} on the screenshot. Choose one that is there."
            )
        try:
            context, rules = self._kit.context, self._rules
            if action == BY_LOOKS:
                done = await act_by_looks(context, rules, text)
            else:
                done = await act(context, rules, action, element_id, text)
        except Interrupted:
            raise
        except SkillError:
            self._tally.refused += 1
            raise
        self._tally.ghosts += done.ghost
        self._tally.acted += not done.ghost
        self._show(done)
        report = done.report
        if report is not None and (report.page is not None or report.dialog_open):
            # The next look shows what opened; the report would tell all of it in words.
            done = replace(done, text=done.sight)
        return done

    async def _look(self) -> SkillResult:
        seen = replace(await look(self._kit.context, self._rules), note=await self._secrets())
        shown = (each for each in seen.data if isinstance(each, Observation))
        self._numbers.update(node.mmid for page in shown for node in page.elements if node.mmid)
        self._show(seen)
        return seen

    async def _secrets(self) -> str:
        """Name the secrets saved for a site, told when it comes up and before that is forgotten."""
        context = self._kit.context
        if context.secrets is None or not context.secrets.kept:
            return ""
        told = context.saved_secrets(await context.observer.current(), BY_TYPING)
        self._untold += 1
        if told == self._secrets_told and self._untold < self._kit.settings.som.window:
            return ""
        self._secrets_told, self._untold = told, 0
        return told

    def _show(self, result: SkillResult) -> None:
        kit = self._kit
        kit.evidence.add(result, step=kit.budget.used, url=kit.context.navigator.url)

    async def _done(self, answer: str) -> Answer:
        """End the task."""
        limit = self._chat.unfinished
        return await self._answers.submit_words(answer, last=bool(limit), limit=limit)
