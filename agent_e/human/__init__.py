"""The person: questions to them, the channels for those, and control of a live run."""

from .answers import read_answers
from .approver import BrokerApprover
from .channel import Answerer, Channel, FunctionChannel, HttpChannel, Reply
from .control import RunControl, State
from .pausable_clock import PausableClock
from .plan import PlanHistory, plan_steps_of
from .plan_file import read_plan
from .question_broker import QuestionBroker
from .terminal import Terminal
from .terminal_keys import NoLine, hushed
from .terminal_questions import TerminalChannel

__all__ = [
    "Answerer",
    "Channel",
    "FunctionChannel",
    "QuestionBroker",
    "BrokerApprover",
    "HttpChannel",
    "NoLine",
    "PlanHistory",
    "Reply",
    "RunControl",
    "State",
    "Terminal",
    "TerminalChannel",
    "PausableClock",
    "hushed",
    "plan_steps_of",
    "read_answers",
    "read_plan",
]
