"""The planner's side of loops: sub-tasks that go round, and what it is told to do about them."""

from __future__ import annotations

from textwrap import shorten

from agent_e.agents.loop_guard import note_loop
from agent_e.agents.run_context import RunContext
from agent_e.errors import Looping, SkillError
from agent_e.memory.loop_messages import named, next_strategy, refusal
from agent_e.memory.steps import Verdict
from agent_e.memory.subtask_loops import SubTask, SubTaskMonitor
from agent_e.types import SubTaskReport

_MAX_REPORT_LENGTH = 120


class SubtaskLoopGuard:
    """Watches the sub-tasks of one run; without the setting it says and refuses nothing."""

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._monitor = SubTaskMonitor()
        self._states = 0
        self._quotes: set[str] = set()

    def before(self, sub_task: str) -> None:
        """Refuse a sub-task that has led nowhere again and again.

        Raises:
            SkillError: it is one of these.
            Looping: it was refused before.
        """
        banned = self._monitor.banned(sub_task)
        if not self._context.settings.loops.enabled or banned is None:
            return
        verdict = self._monitor.refused(sub_task)
        self._judge(verdict)
        raise SkillError(f"{refusal(verdict.pairs[0])} {self._way_out(verdict)}")

    def after(self, sub_task: str, report: SubTaskReport, loop: str) -> str:
        """Take in how a sub-task ended; returns what the planner is told beside its report.

        Args:
            sub_task: in its words.
            report: of the navigator.
            loop: that ended it, if one did.

        Raises:
            Looping: it is given up.
        """
        if not self._context.settings.loops.enabled:
            return ""
        quotes = {fact.quote.casefold() for fact in report.facts if fact.found} - self._quotes
        self._quotes |= quotes
        states, self._states = self._states, self._context.loop_state.states.count
        said = shorten(f"{report.status}: {report.summary}", _MAX_REPORT_LENGTH, placeholder=" …")
        done = report.status == "done"
        verdict = self._monitor.take(
            SubTask(
                words=sub_task,
                outcome=said,
                news=bool(quotes) or states < self._states,
                done=done,
                looped=bool(loop) and not done,
            )
        )
        if verdict is None:
            return ""
        self._judge(verdict)
        return f"LOOP: {named(verdict)} {self._way_out(verdict)}"

    def _judge(self, verdict: Verdict) -> None:
        note_loop(self._context.journal, "planner", verdict)
        if verdict.level >= self._context.settings.loops.give_up_after:
            raise Looping(named(verdict))

    def _way_out(self, verdict: Verdict) -> str:
        return next_strategy(verdict.level, person=self._context.skill_context.asker is not None)
