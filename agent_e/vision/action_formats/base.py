"""What every dialect has: a reader and an example."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from agent_e.errors import ActionParseError
from agent_e.parsing.refusals import refusal
from agent_e.parsing.replies import bare
from agent_e.vision.actions import Action, Space


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """One way models write actions.

    Attributes:
        name: key of the table ``DIALECTS``.
        example: one valid answer, told when a model's own could not be read.
        reads: returns the actions of a reply, at least one; its points count as the space says.
    """

    name: str
    example: str
    reads: Callable[[str, Space], Sequence[Action]]

    def parse(self, reply: str, space: Space) -> tuple[Action, ...]:
        """Return the actions of a reply in order, up to the end of the task.

        All of them or none: what came before one that cannot be read is not to be done either.

        Raises:
            ActionParseError: it holds no action, or one that cannot be read. The message can be
                told to the model as it is.
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
