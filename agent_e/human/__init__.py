"""The person: what they are asked, by which channels, and what they do with a run under way."""

from .answers import AnswersChannel, read_answers
from .approver import DeskApprover
from .channel import Channel, Reply
from .control import RunControl, State
from .desk import Desk
from .plan import PlanBook, PlanVersion, plan_steps_of
from .plan_file import read_plan
from .terminal import Terminal
from .terminal_keys import NoLine, hushed
from .terminal_questions import TerminalChannel
from .waits import Waits
from .window import Window

__all__ = [
    "AnswersChannel",
    "Channel",
    "Desk",
    "DeskApprover",
    "NoLine",
    "PlanBook",
    "PlanVersion",
    "Reply",
    "RunControl",
    "State",
    "Terminal",
    "TerminalChannel",
    "Waits",
    "Window",
    "hushed",
    "plan_steps_of",
    "read_answers",
    "read_plan",
]
