"""Frozen records shared by every layer."""

from .change import ChangeReport, ElementChange, Navigation, RequestSeen
from .entered import Entered, Filled
from .observation import BBox, Dialog, Frame, Node, Observation, Scroll
from .result import SCHEMA_VERSION, Fact, Outcome, SkillResult, SubTaskReport, TaskResult
from .task import Task
from .usage import Usage

__all__ = [
    "SCHEMA_VERSION",
    "BBox",
    "ChangeReport",
    "Dialog",
    "ElementChange",
    "Entered",
    "Fact",
    "Filled",
    "Frame",
    "Navigation",
    "Node",
    "Observation",
    "Outcome",
    "RequestSeen",
    "Scroll",
    "SkillResult",
    "SubTaskReport",
    "Task",
    "TaskResult",
    "Usage",
]
