"""What every dialect has: a reader, a writer and an example; and what a refusal quotes."""

from __future__ import annotations

import reprlib
from collections.abc import Callable
from dataclasses import dataclass, fields, replace

from agent_e.errors import ActionParseError, ParseCode

from ..actions import Action, Space

MAX_CALLS = 4
"""Actions taken from one answer in words; models that go on longer imagine what they will see."""

_QUOTED = 80

_short = reprlib.Repr()
_short.maxlevel = 2
_short.maxdict = _short.maxlist = 4
_short.maxstring = _short.maxother = 2 * _QUOTED


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """What the model was shown.

    Attributes:
        space: what its points count.
        marks: the numbers painted on the screenshot; ``None`` takes any number for one.
    """

    space: Space = Space.IMAGE_PX
    marks: frozenset[int] | None = None


Read = Callable[[object, Seen], tuple[Action, ...]]
Write = Callable[[Action], object]


@dataclass(frozen=True, kw_only=True, slots=True)
class Dialect:
    """One way models write actions.

    Attributes:
        name: key of the table ``DIALECTS``.
        example: one valid answer, told when a model's own could not be read.
        reads: the reader behind ``parse``.
        writes: the writer behind ``render``.
    """

    name: str
    example: str
    reads: Read
    writes: Write

    def parse(self, reply: object, seen: Seen | None = None) -> tuple[Action, ...]:
        """Return the actions of a reply, at least one, in order.

        All of them or none: what came before one that cannot be read is not to be done either.

        Args:
            reply: text, or for the dialects of tool calls the provider's objects as plain data.
            seen: what the model was shown.

        Raises:
            ActionParseError: it holds no action, or one that cannot be read. The message can be
                told to the model as it is.
        """
        try:
            if reply is None or (isinstance(reply, str | list | tuple | dict) and not reply):
                raise refusal("empty", "The answer is empty.")
            return self.reads(reply, seen or Seen())
        except ActionParseError as failed:
            raise failed.with_example(self.example) from None

    def render(self, action: Action) -> object:
        """Return the action as a model of this dialect would have written it.

        What cannot be told apart from other things when it is read back is not written.

        Raises:
            ValueError: the dialect cannot say this.
        """
        return self.writes(action)


def refusal(code: ParseCode, problem: str) -> ActionParseError:
    """Return the error for an answer that cannot be read; its example is added by the dialect."""
    return ActionParseError(problem, code=code)


def quoted(value: object) -> str:
    """Return what a model wrote, shortened, to be quoted back to it."""
    if isinstance(value, str) and len(value) > _QUOTED:
        value = value[: _QUOTED - 1].rstrip() + "…"
    words = _short.repr(value)
    return words if len(words) <= 3 * _QUOTED else words[: 3 * _QUOTED] + "…"


def until_done(actions: list[Action], limit: int | None = MAX_CALLS) -> tuple[Action, ...]:
    """Leave out what follows the end of the task or goes beyond ``limit``, and say so."""
    ends = next((i for i, action in enumerate(actions, 1) if action.kind == "done"), len(actions))
    kept = actions[: min(ends, limit) if limit else ends]
    if left := len(actions) - len(kept):
        kept[-1] = noted(kept[-1], f"left out {left} more action{'s' if left > 1 else ''}")
    return tuple(kept)


def noted(action: Action, *repairs: str) -> Action:
    """Return the action with more repairs on record."""
    return replace(action, repairs=(*action.repairs, *repairs))


_DEFAULTS = Action(kind="wait")
_ALWAYS = {"kind", "thought", "repairs", "raw"}


def only(dialect: str, action: Action, *names: str) -> None:
    """Make sure that an action says nothing but these fields.

    Raises:
        ValueError: it says more, which the dialect has no words for.
    """
    for field in fields(action):
        if field.name in _ALWAYS or field.name in names:
            continue
        if getattr(action, field.name) != getattr(_DEFAULTS, field.name):
            raise unsayable(dialect, action, field.name)


def unsayable(dialect: str, action: Action, what: str = "") -> ValueError:
    """Return the error for an action that the dialect cannot say."""
    return ValueError(f"{dialect} cannot say a {action.kind}{' with ' + what if what else ''}.")
