"""The planner: one initial plan, and a new one when the state did not advance (``UpdatePlan``)."""

from __future__ import annotations

from agent_e.agents.run_context import RunContext
from agent_e.models.model import Message
from agent_e.prompts import render
from agent_e.types import PageText

from .tag_parser import steps_in

ROLE = "planner"


class Planning:
    """One run's plan.

    Attributes:
        steps: remaining ones.
        versions: plans made so far.
    """

    def __init__(self, context: RunContext) -> None:
        self.steps: list[str] = []
        self.versions = 0
        self._context = context

    async def make(self, page: PageText) -> None:
        """Make the first plan; ``page`` describes the open page."""
        await self._ask(f"Task: {self._context.effective_task}", page)

    async def update(self, why: str, page: PageText) -> None:
        """Make another plan for the rest.

        Args:
            why: the old one failed.
            page: what must not be repeated, progress of the task, what was done and its outcome.
        """
        await self._ask(
            f"Task: {self._context.effective_task}\nOld plan:\n{self.numbered_plan}\n{why}", page
        )

    @property
    def numbered_plan(self) -> str:
        """The plan, one step per line."""
        return "\n".join(f"{number}. {step}" for number, step in enumerate(self.steps, 1))

    async def _ask(self, text: str, page: PageText) -> None:
        messages = [
            Message(role="system", text=render("websight_planner")),
            Message(role="user", text=text, page=page),
        ]
        reply = await self._context.calls(ROLE).complete(messages, (), step=False)
        # An empty answer leaves the old plan, or the task as the only step.
        self.steps = steps_in(reply.text) or self.steps or [self._context.task.text]
        self.versions += 1
        plan = [{"text": text, "status": "pending"} for text in self.steps]
        plan[0]["status"] = "current"
        self._context.journal.write("plan.updated", steps=plan)
