"""The person: what they are asked, by which channels, and what they do with a run under way."""

from .approver import DeskApprover
from .channel import Channel, Reply
from .control import RunControl, State
from .desk import Desk
from .plan import PlanBook, PlanVersion
from .terminal import TerminalChannel
from .terminal_keyboard import Keyboard, NoLine
from .terminal_turns import Terminal
from .waits import Waits

__all__ = [
    "Channel",
    "Desk",
    "DeskApprover",
    "Keyboard",
    "NoLine",
    "PlanBook",
    "PlanVersion",
    "Reply",
    "RunControl",
    "State",
    "Terminal",
    "TerminalChannel",
    "Waits",
]
