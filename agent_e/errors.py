"""Every error agent-e raises on purpose.

    AgentEError
    ├── ConfigError              a setting, flag, file or key is wrong          exit 2
    ├── AnswerConflict           what a person says comes too late, or twice    exit 2
    ├── TaskFailed               a program wanted the value of a task that failed
    ├── SkillError               reported to the model in one sentence; the run goes on
    │   ├── BadArgument          the call's arguments do not fit the skill
    │   ├── ElementGone          the id's element is not on the page any more
    │   ├── ElementBlocked       the element cannot be acted on now: covered, disabled, invisible
    │   ├── DialogOpen           a JavaScript dialog waits for an answer
    │   ├── NavigationFailed     an address could not be opened
    │   ├── ActionTimeout        the page did not let the action finish in time
    │   ├── ActionDenied         the gate or the person said no
    │   │   └── Veto             a hook of the program that runs the agent did
    │   ├── Interrupted          the person has spoken, or had the browser, meanwhile
    │   └── ActionParseError     what a vision model answered could not be read as an action
    └── RunError                 ends the run
        ├── Looping              the agent was caught in a loop                 exit 1
        ├── Superseded           the person wants something else: ends a sub-task
        ├── NeedsPerson          a person is needed and none is there           exit 3
        ├── RunDenied            the task itself is not allowed                 exit 4
        ├── LimitReached         steps, calls, tokens, money or time are used up exit 5
        ├── ModelError           the provider or the model failed               exit 6
        │   ├── BadReply         the model's reply could not be used, twice
        │   ├── ContextOverflow  the conversation is longer than the model takes
        │   ├── ModelRefused     the model or a filter of its provider would not answer
        │   ├── CannotSee        the model takes no pictures
        │   └── AgentUnreachable an agent behind HTTP did not answer
        ├── BrowserError         the browser or the environment failed          exit 7
        │   └── BrowserMissing   no usable Chromium was found
        ├── ToolServerFailed     a server of --mcp does not start               exit 7
        ├── JournalLost          the run folder cannot be written any more      exit 7
        ├── Unexpected           unforeseen: a bug, or a failing machine        exit 7
        ├── BadOutput            the answer does not fit the output schema      exit 8
        └── Stopped              the person stopped the run                     exit 130 or 143

A message is one or two plain sentences: what happened, why, what to do next.
"""

from __future__ import annotations

from typing import Any, Literal

__all__ = [
    "ActionDenied",
    "ActionParseError",
    "ActionTimeout",
    "AgentEError",
    "AgentUnreachable",
    "AnswerConflict",
    "BadArgument",
    "BadOutput",
    "BadReply",
    "BrowserError",
    "BrowserMissing",
    "CannotSee",
    "ConfigError",
    "ContextOverflow",
    "DialogOpen",
    "ElementBlocked",
    "ElementGone",
    "Interrupted",
    "JournalLost",
    "LimitReached",
    "Looping",
    "ModelError",
    "ModelRefused",
    "NavigationFailed",
    "NeedsPerson",
    "ParseCode",
    "RunDenied",
    "RunError",
    "SkillError",
    "TaskFailed",
    "Stopped",
    "Superseded",
    "ToolServerFailed",
    "Unexpected",
    "Veto",
]


class AgentEError(Exception):
    """Base of every error raised on purpose."""

    exit_code = 1


class ConfigError(AgentEError):
    """A setting, flag, file or key is wrong."""

    exit_code = 2


class AnswerConflict(AgentEError):
    """What the person says is too late, a duplicate, or meant for another run."""

    exit_code = 2


class TaskFailed(AgentEError):
    """A step of an ``AgentSession`` has no value to return.

    Attributes:
        result: the ``TaskResult``.
    """

    def __init__(self, result: Any) -> None:
        super().__init__(result.message or f"The task ended as {result.outcome}.")
        self.result = result
        self.exit_code = result.exit_code


class SkillError(AgentEError):
    """A skill could not do what was asked; the model is told and may try something else.

    Attributes:
        journaled: whether the action it stopped has been journaled with it.
        report: the ``ChangeReport`` of what the action changed all the same, ``None`` if nothing
            is known.
    """

    journaled = False
    report: Any = None


class BadArgument(SkillError):
    """The call's arguments do not fit the skill."""


class ElementGone(SkillError):
    """The id's element is not on the page any more, or has become something else."""


class ElementBlocked(SkillError):
    """The element cannot be acted on now: covered, disabled or invisible."""


class Missed(ElementBlocked):
    """A click landed on another element than the intended one."""


class DialogOpen(SkillError):
    """A JavaScript dialog waits for an answer; nothing else works until it has one."""


class NavigationFailed(SkillError):
    """An address could not be opened."""


class ActionTimeout(SkillError):
    """The page did not let the action finish in time."""


class ActionDenied(SkillError):
    """The gate or the person said no."""


class Veto(ActionDenied):
    """A hook of the program that runs the agent said no; raise it from ``before_action``."""


class Interrupted(SkillError):
    """The person has spoken, or had the browser, since the action was decided on."""


ParseCode = Literal[
    "empty",
    "no_action",
    "unknown_action",
    "bad_point",
    "missing_point",
    "missing_target",
    "unknown_element",
    "bad_scroll",
    "bad_json",
    "out_of_range",
    "refused",
]
"""Why an answer is no action. ``missing_target`` covers any missing argument except points,
``refused`` what was understood but cannot be done: an unknown key, a phone gesture."""


class ActionParseError(SkillError):
    """What a vision model answered could not be read as an action; the message asks for another.

    Attributes:
        code: why, for counting.
        problem: the message without the example.
    """

    def __init__(self, problem: str, *, code: ParseCode, example: str = "") -> None:
        super().__init__(f"{problem} Answer like this: {example}" if example else problem)
        self.problem = problem
        self.code = code

    def with_example(self, example: str) -> ActionParseError:
        """Return the same error with an answer that would have been understood."""
        return ActionParseError(self.problem, code=self.code, example=example)


class RunError(AgentEError):
    """Ends the run."""


class Superseded(RunError):
    """The person wants something other than the work in progress; ends a sub-task."""


class Looping(RunError):
    """The agent went on looping after a warning; ends a sub-task, or the run."""


class NeedsPerson(RunError):
    """A person is needed and none is there."""

    exit_code = 3


class RunDenied(RunError):
    """The task itself is not allowed."""

    exit_code = 4


class LimitReached(RunError):
    """Steps, calls, tokens, money or time are used up.

    Attributes:
        what: the message without the advice.
        limit: name of the limit, such as ``max_steps``.
        value: its configured value.
    """

    exit_code = 5

    def __init__(self, message: str, *, limit: str, value: float, raise_by: str = "") -> None:
        """``raise_by`` is the flag or setting that raises the limit."""
        super().__init__(f"{message} Raise {raise_by} to go on longer." if raise_by else message)
        self.what = message
        self.limit = limit
        self.value = value


class ModelError(RunError):
    """The provider or the model failed, and retrying did not help.

    Attributes:
        usage: tokens of a reply that could not be used; they are paid for all the same.
    """

    exit_code = 6
    usage: object = None


class BadReply(ModelError):
    """The model's reply could not be used, and neither could its repair."""


class ContextOverflow(ModelError):
    """The conversation is longer than the model takes; a shorter one may be answered."""


class ModelRefused(ModelError):
    """The model, or a content filter of its provider, would not answer this conversation."""


class CannotSee(ModelError):
    """The model takes no pictures, and the conversation has one; without it, it may be answered."""


class AgentUnreachable(ModelError):
    """An agent behind HTTP did not answer, or answered with a failure."""


class BrowserError(RunError):
    """The browser or the environment failed."""

    exit_code = 7


class BrowserMissing(BrowserError):
    """No usable Chromium was found."""


class ToolServerFailed(RunError):
    """An MCP server that the run was to have tools of does not start, or cannot be used."""

    exit_code = 7


class JournalLost(RunError):
    """The run folder cannot be written any more: the disk is full, or it is gone."""

    exit_code = 7


class Unexpected(RunError):
    """Wraps an unforeseen exception."""

    exit_code = 7

    def __init__(self, error: Exception, *, hint: str = "") -> None:
        """``hint`` says where to learn more, such as ``run again with --debug``."""
        more = f" {hint}" if hint else ""
        words = " ".join(str(error).split()).rstrip(".")
        if isinstance(error, OSError) and error.strerror:
            where = f" ({error.filename})" if error.filename else ""
            super().__init__(
                f"The operating system refused: {error.strerror}{where}. Mend that, then try again."
            )
        else:
            super().__init__(f"This is a bug in agent-e ({type(error).__name__}: {words}).{more}")


class BadOutput(RunError):
    """The answer does not fit the output schema, and neither did its repair."""

    exit_code = 8


class Stopped(RunError):
    """The person stopped the run."""

    exit_code = 130

    def __init__(self, message: str, *, exit_code: int = 130) -> None:
        super().__init__(message)
        self.exit_code = exit_code
