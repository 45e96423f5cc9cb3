"""The planner's side of loop detection: repeated sub-tasks, and the advice given on them."""

from __future__ import annotations

from textwrap import shorten

from agent_e.agents.run_context import RunContext
from agent_e.errors import Looping, SkillError
from agent_e.loops.guard import note_loop
from agent_e.loops.messages import LoopNotice, named, next_strategy, refusal, tried_in
from agent_e.loops.steps import RULES, Verdict
from agent_e.loops.subtasks import SubTask, SubTaskMonitor
from agent_e.types import SubTaskReport

_MAX_REPORT_LENGTH = 120


class SubtaskLoopGuard:
    """Watches the sub-tasks of one run; with the setting off it reports and refuses nothing."""

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._monitor = SubTaskMonitor()
        self._states = 0
        self._quotes: set[str] = set()

    def before(self, sub_task: str) -> None:
        """Refuse a sub-task that has repeatedly led nowhere.

        Raises:
            SkillError: it is forbidden.
            Looping: it was already refused before.
        """
        banned = self._monitor.banned(sub_task)
        if not self._context.settings.loops.enabled or banned is None:
            return
        verdict = self._monitor.refused(sub_task)
        self._judge(verdict)
        raise SkillError(f"{refusal(verdict.pairs[0])} {self._way_out(verdict)}")

    def after(self, sub_task: str, report: SubTaskReport, loop: str) -> LoopNotice:
        """Record how a sub-task ended; returns a note for the planner beside its report.

        Args:
            sub_task: its text.
            report: of the navigator.
            loop: that ended it, if any.

        Raises:
            Looping: the run is given up.
        """
        if not self._context.settings.loops.enabled:
            return LoopNotice()
        quotes = {fact.quote.casefold() for fact in report.facts if fact.found} - self._quotes
        self._quotes |= quotes
        states, self._states = self._states, self._context.loop_state.states.count
        text = shorten(f"{report.status}: {report.summary}", _MAX_REPORT_LENGTH, placeholder=" …")
        done = report.status == "done"
        verdict = self._monitor.take(
            SubTask(
                words=sub_task,
                outcome=text,
                news=bool(quotes) or states < self._states,
                done=done,
                looped=bool(loop) and not done,
            )
        )
        if verdict is None:
            return LoopNotice()
        self._judge(verdict)
        own = f"LOOP: {RULES[verdict.rule]}. {self._way_out(verdict)}"
        return LoopNotice(own=own, tried=tried_in(verdict))

    def _judge(self, verdict: Verdict) -> None:
        note_loop(self._context.journal, "planner", verdict)
        if verdict.level >= self._context.settings.loops.give_up_after:
            raise Looping(named(verdict))

    def _way_out(self, verdict: Verdict) -> str:
        return next_strategy(verdict.level, person=self._context.skill_context.asker is not None)
