"""The person: what they are asked, by which channels, and what they do with a run under way."""

from .approver import DeskApprover
from .channel import Channel, Reply
from .control import RunControl, State
from .desk import Desk
from .plan import PlanBook, PlanVersion
from .terminal import TerminalChannel
from .waits import Waits
from .window import Window

__all__ = [
    "Channel",
    "Desk",
    "DeskApprover",
    "PlanBook",
    "PlanVersion",
    "Reply",
    "RunControl",
    "State",
    "TerminalChannel",
    "Waits",
    "Window",
]
