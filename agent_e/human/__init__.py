"""The person: what they are asked, by which channels, and what they do with a run under way."""

from .answers import read_answers
from .approver import DeskApprover
from .channel import Channel, HttpChannel, Reply
from .control import RunControl, State
from .pausable_clock import Waits
from .plan import PlanBook, plan_steps_of
from .plan_file import read_plan
from .question_broker import Desk
from .terminal import Terminal
from .terminal_keys import NoLine, hushed
from .terminal_questions import TerminalChannel

__all__ = [
    "Channel",
    "Desk",
    "DeskApprover",
    "HttpChannel",
    "NoLine",
    "PlanBook",
    "Reply",
    "RunControl",
    "State",
    "Terminal",
    "TerminalChannel",
    "Waits",
    "hushed",
    "plan_steps_of",
    "read_answers",
    "read_plan",
]
