"""Plan review by the person: before anything is done by a plan, and at each change."""

from __future__ import annotations

from collections.abc import Mapping

from agent_e.agents.run_context import RunContext
from agent_e.errors import AnswerConflict, BadArgument, NeedsPerson, RunDenied
from agent_e.types import PersonAnswer, SkillResult

_READ_FIRST = "read first what is said of the plan."


class PlanReview:
    """Shows the plans of one run; without the setting it asks nothing."""

    def __init__(self, context: RunContext) -> None:
        self._context = context
        self._plan = context.control.plan
        self._assumed = self._sent_back = 0

    async def of(self, sub_task: str) -> SkillResult:
        """Return once the person was shown the newest plan, if they want to see plans.

        Returns:
            Notes for the planner beside the sub-task's result; with a ``stop``, in its place: the
                plan is another, or has to become one.

        Raises:
            NeedsPerson: nobody can be asked.
            RunDenied: the person rejects the whole task.
        """
        plan = self._plan
        if not self._context.settings.human.plan_review or (plan.version and plan.accepted):
            return SkillResult()
        if not plan.version or plan.version == self._assumed:
            # A sub-task without a plan is a plan of one step.
            plan.write([sub_task], 0)
            self._assumed = plan.version
        if plan.version == self._sent_back:
            return _stopped("The person did not accept this plan. Make another with update_plan.")
        given = await self._ask()
        note = f' They say: "{given.note}".' if given.note else ""
        if given.value == "back":
            self._sent_back = plan.version
            return _stopped(f"The person does not accept this plan.{note} Make another.")
        if not plan.unread:
            plan.accept()
            return SkillResult(note=f"The person accepted the plan.{note}" if note else "")
        return _stopped(f"The person changed the plan, as is told next.{note}")

    async def _ask(self) -> PersonAnswer:
        """Ask until the answer is usable; what the person changes of plan and grants holds then."""
        plan, desk = self._plan, self._context.control.broker
        if desk is None:
            raise NeedsPerson("The plan is to be looked at, but nobody can be asked.")
        problem, grants = "", self._context.grants
        while True:
            changed = "changed plan" if plan.version > 1 else "plan"
            given = await desk.ask(
                "plan",
                f"Is this {changed} right?",
                default="accept",
                evidence={
                    "steps": list(plan.steps),
                    "done": plan.done,
                    "version": plan.version,
                    "diff": plan.changes(),
                    "grants": await grants.shown(),
                    **({"lines": [problem]} if problem else {}),
                },
            )
            if not given.given:
                why = f" {given.note}" if given.note else ""
                raise RunDenied(f"The plan was not accepted.{why}")
            changes = given.value if isinstance(given.value, Mapping) else {"steps": given.value}
            try:
                grants.change(changes)
                if isinstance(steps := changes.get("steps"), list):
                    plan.edit(steps, plan.version)
            except (AnswerConflict, BadArgument) as error:
                problem = str(error)
                continue
            return given


def _stopped(note: str) -> SkillResult:
    return SkillResult(note=f"Not run: {note}", stop=_READ_FIRST)
