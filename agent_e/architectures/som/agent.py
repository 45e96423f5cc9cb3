"""The Set-of-Mark agent: one model looks at marked screenshots and acts by their numbers.

Observe, reason, act, verify (seed: Web-Browser-Agent). Failures are put into words and
returned to the model with the next look; they are never met by waiting in silence.
"""

from __future__ import annotations

import json
from collections import Counter
from dataclasses import replace
from typing import Annotated, Literal

from agent_e.agents.answer import Answer
from agent_e.agents.chat import Chat
from agent_e.agents.messages import Manner
from agent_e.agents.run_context import RunContext
from agent_e.errors import BadArgument, ElementGone, Interrupted, Looping, SkillError
from agent_e.loops.guard import LoopPolicy
from agent_e.models.model_table import row_of, sees_pictures
from agent_e.prompts import render
from agent_e.skills import describe
from agent_e.skills.fill_secret import BY_TYPING
from agent_e.skills.som_act import (
    BY_LOOKS,
    Look,
    SomAction,
    SomRules,
    act,
    act_by_looks,
    in_own_words,
    look,
)
from agent_e.skills.spec import Mmid
from agent_e.types import Observation, SkillResult

from ..chat_agent import ChatAgent, named, not_shown
from .json_actions import ACT, DONE, REFUSED, JsonActions, Window

ROLE = "som"
_ALL_STEPS = 1_000
_MANNER = Manner(
    last="This is your last reply. It can only be done: answer with what you have found so far, "
    "and say what is missing.",
    near="{left} replies are left, this one among them; the one after them can only be done.",
    unread="the results of the actions before it are above. Answer now, with done alone.",
)
_MORE: Literal["more_marks"] = "more_marks"
_ANYWHERE = frozenset({"navigate", "back", "scroll_down", "scroll_up", "wait"})
"""What may follow an action that loaded a page, as it needs nothing shown there."""
Verb = SomAction | Literal["more_marks", "visual_click"]


def prompt_of(*, by_looks: bool, replies: int = 15) -> str:
    """The system prompt; ``by_looks``: with the action that takes a description."""
    row = f"\n{render('som_visual_click')}" if by_looks else ""
    return render("som", visual_click=row, replies=str(replies))


class SomAgent(ChatAgent):
    """One run's agent."""

    def __init__(self, context: RunContext) -> None:
        settings = context.settings.som
        model = context.models[ROLE]
        super().__init__(context)
        self._sees = sees_pictures(model.name)
        row = row_of(model.name)
        self._rules = SomRules(
            show="both" if self._sees else "outline",
            long_edge=row.sight.max_edge if row and row.sight else None,
            scroll_px=settings.scroll_px,
            wait_s=settings.wait_s,
            settle_s=settings.settle_s,
            verify=settings.verify,
        )
        window = Window(
            # A model that cannot see has only the pages' text to remember by.
            steps=settings.window if self._sees else _ALL_STEPS,
            older_characters=settings.older_characters,
            budget_tokens=min(
                settings.budget_tokens, context.budget_tokens(ROLE) or settings.budget_tokens
            ),
            views=not self._sees,
        )
        self._task = f"Task: {context.task.text}"
        by_looks = context.skill_context.grounder is not None
        self._model = JsonActions(
            model,
            window,
            task=lambda: f"Task: {context.effective_task}",
            ids=self._id_of,
            redact=self._masked,
            by_looks=by_looks,
        )
        self._count: Counter[str] = Counter()
        self._shown = Look(result=SkillResult())
        self._shown_ids: set[int] = set()
        self._skip = 0
        self._left = False
        self._passwords: set[str] = set()
        self._last_secrets = ""
        self._looks_since = 0
        self._calls = context.calls(ROLE, self._model)
        self._calls.prepare = self._model.fitted
        self._chat = Chat(
            ROLE,
            self._calls,
            system=prompt_of(by_looks=by_looks, replies=settings.max_steps),
            functions=named(
                {
                    ACT: describe(self._act),
                    REFUSED: describe(self._refuse),
                    DONE: describe(self._done, ends=True),
                }
            ),
            max_steps=settings.max_steps,
            report_failure=context.report_failure,
            control=context.control,
            repair=self._model.repair,
            look=self._look,
            manner=_MANNER,
            closing=True,
            loops=context.loop_guard(
                ROLE, LoopPolicy(ends_at=context.settings.loops.give_up_after, eyes=True)
            ),
        )

    async def run(self) -> Answer:
        """Carry out the task and return the answer."""
        first = await self._look()
        try:
            answer: Answer = await self._chat.run(
                self._task + first.note, view=first.view, pictures=first.pictures, data=first.data
            )
        except Looping as loop:
            sent_back = self._context.partial_result.sent_back
            words = f"I could not finish this. {loop}"
            answer = sent_back[-1] if sent_back else Answer(status="cannot", answer=words)
            answer = replace(answer, loop=str(loop))
        # The fallback model may be blind.
        assisted = not self._sees or self._model.blind
        return self._ended(answer, assisted=assisted, metrics=self._figures())

    def _figures(self) -> dict[str, float]:
        """The metrics of the run; ``step_success`` is the share of answers that had an effect."""
        count, unreadable = self._count, self._model.refused
        tried = count.total() + unreadable
        return {
            "actions": tried,
            "step_success": round(count["acted"] / tried, 4) if tried else 0.0,
            "ghost_clicks": count["ghosts"],
            "hallucinations": count["hallucinated"],
            "refused_actions": count["refused"],
            "unparseable": unreadable,
            "repaired": self._model.repaired,
            "rate_limits": self._calls.retried["rate_limits"],
            "server_errors": self._calls.retried["server_errors"],
        }

    def _id_of(self, number: int) -> int | None:
        """The id of the element that a shown number stands for."""
        numbers = self._shown.numbers
        if numbers is not None:
            return numbers.get(number)
        return number if number in self._shown_ids else None

    async def _act(
        self,
        action: Verb,
        element_id: Mmid | None = None,
        text: Annotated[str, "What to type, the address, or what to click."] = "",
    ) -> SkillResult:
        """Do one action."""
        try:
            done = await self._tried(action, element_id, text)
        except Interrupted:
            raise
        except SkillError as error:
            self._count["refused"] += 1
            raise self._refused(action, error) from None
        self._skip = self._skip if action == _MORE else 0
        self._count["ghosts" if done.ghost else "acted"] += 1
        self._show(done)
        report = done.report
        opened = report is not None and (report.page is not None or report.dialog_open)
        counted = self._shown.numbers is not None
        # The next look shows what opened; the report would repeat all of it as text.
        words = done.sight if (counted or opened) and done.sight else done.text
        self._left |= report is not None and report.page is not None
        return replace(done, text=in_own_words(words))

    async def _refuse(self, action: str, why: str, gone: bool = False) -> SkillResult:
        """Refuse what is no action, or one on an element that is not there."""
        self._count["hallucinated" if gone else "refused"] += 1
        raise self._refused(action, ElementGone(why) if gone else BadArgument(why))

    def _refused(self, action: str, error: SkillError) -> SkillError:
        """The error reworded for a model that acts by numbers; it is journaled unchanged."""
        if not error.journaled:
            self._context.report_failure(action, error)
            error.journaled = True
        words = in_own_words(str(error), numbers=self._shown.numbers is None)
        error.args = (f"Not done: {words}",)
        return error

    async def _tried(self, action: Verb, element_id: int | None, text: str) -> SkillResult:
        if self._left and action not in _ANYWHERE:
            raise BadArgument(f"{action} needs a look at the page that is open now.")
        if action == _MORE:
            if not self._shown.left_out:
                raise BadArgument("There are no others: all that can be used in view had a number.")
            self._skip += len(self._shown.numbers or ())
            return SkillResult(text="The others have the numbers now.")
        if action == BY_LOOKS:
            return await act_by_looks(self._context.skill_context, self._rules, text)
        if action == "type":
            await self._note_password(element_id, text)
        return await act(self._context.skill_context, self._rules, action, element_id, text)

    async def _note_password(self, element: int | None, text: str) -> None:
        page = await self._context.skill_context.observer.observe_cached()
        field = page.focus if element is None else element
        node = page.node(field) if field is not None else None
        if node and "password" in node.states:
            self._passwords |= {json.dumps(text), json.dumps(text, ensure_ascii=False)}

    def _masked(self, answer: str) -> str:
        """An answer as it is repeated to the model: passwords are masked as in its outcome."""
        for password in self._passwords:
            answer = answer.replace(password, '"[typed password]"')
        return answer

    async def _look(self) -> SkillResult:
        self._left = False
        try:
            self._shown = await look(
                self._context.skill_context, self._rules, counted=True, skip=self._skip
            )
            seen = replace(self._shown.result, note=await self._secrets())
        except SkillError as error:
            error.args = (in_own_words(str(error)),)
            seen = not_shown(error)
            self._shown = Look(result=seen, numbers={})
        pages = (each for each in seen.data if isinstance(each, Observation))
        self._shown_ids.update(node.mmid for page in pages for node in page.elements if node.mmid)
        self._show(seen)
        return seen

    async def _secrets(self) -> str:
        """Name the secrets saved for a site, when it comes up and before that is forgotten."""
        skill_context = self._context.skill_context
        if skill_context.secrets is None or not skill_context.secrets.has_secrets:
            return ""
        line = skill_context.saved_secrets(await skill_context.observer.observe_cached(), BY_TYPING)
        self._looks_since += 1
        if line == self._last_secrets and self._looks_since < self._context.settings.som.window:
            return ""
        self._last_secrets, self._looks_since = line, 0
        return line
