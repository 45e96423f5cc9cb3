"""Frozen records shared by every layer."""

from .change import ChangeReport, ElementChange, Left, Navigation, RequestSeen
from .entered import Entered, Filled
from .observation import BBox, Dialog, Frame, Node, Observation, Scroll
from .records import Records
from .result import SCHEMA_VERSION, Fact, Outcome, SkillResult, SubTaskReport, TaskResult
from .tab import TabInfo
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
    "Left",
    "Navigation",
    "Node",
    "Observation",
    "Outcome",
    "Records",
    "RequestSeen",
    "Scroll",
    "SkillResult",
    "SubTaskReport",
    "TabInfo",
    "Task",
    "TaskResult",
    "Usage",
]
