"""What every dialect has: a reader, a writer of clicks, and an example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.errors import ActionParseError
from agent_e.parsing.refusals import refusal
from agent_e.parsing.replies import bare
from agent_e.vision.actions import Action, Space


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """One format in which models write actions.

    Attributes:
        name: key of the table ``DIALECTS``.
        example: one valid reply, shown to a model whose own could not be parsed.
        reads: returns the actions of a reply, at least one; its points are in the space's unit.
        writes: returns the reply that is one click, of its x, its y and a thought; formats without
            thoughts leave that out.
    """

    name: str
    example: str
    reads: Callable[[str, Space], Sequence[Action]]
    writes: Callable[[str, str, str], str]

    def parse(self, reply: str, space: Space) -> tuple[Action, ...]:
        """Return the actions of a reply in order, up to the end of the task.

        All or none: actions before an unreadable one must not be run either.

        Raises:
            ActionParseError: it holds no action, or an unreadable one. The message can be sent to
                the model unchanged.
        """
        try:
            text = bare(reply)
            if not text:
                raise refusal("no_action" if reply.strip() else "empty", "The answer is empty.")
            actions = self.reads(text, space)
        except ActionParseError as failed:
            raise failed.with_example(self.example) from None
        ends = next((n for n, action in enumerate(actions, 1) if action.kind == "done"), None)
        return tuple(actions[:ends])

    def click(self, x: float, y: float, thought: str) -> str:
        """Return the reply that clicks a point, in the space's unit: what a model is trained on."""
        return self.writes(f"{x:g}", f"{y:g}", thought)
