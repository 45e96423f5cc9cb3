"""Frozen records shared by every layer."""

from .acts import ActFacts, ApprovalRequest, FieldKind, FormFacts, Risk, Tier, Way
from .change import ChangeReport, ElementChange, Left, Navigation, RequestSeen
from .decision import Decision
from .entered import Entered, Filled
from .linked import Linked
from .observation import BBox, Dialog, Frame, Node, Observation, Scroll
from .picture import (
    MarkedPage,
    MediaType,
    Method,
    Moving,
    Picture,
    PixelChange,
    PixelRegion,
    Rect,
    Screenshot,
    Verdict,
)
from .records import Records
from .result import SCHEMA_VERSION, Fact, Outcome, SkillResult, SubTaskReport, TaskResult
from .sink import Sink
from .tab import TabInfo
from .task import Task
from .usage import Usage

__all__ = [
    "SCHEMA_VERSION",
    "ActFacts",
    "ApprovalRequest",
    "BBox",
    "ChangeReport",
    "Decision",
    "Dialog",
    "ElementChange",
    "Entered",
    "Fact",
    "FieldKind",
    "Filled",
    "FormFacts",
    "Frame",
    "Left",
    "Linked",
    "MarkedPage",
    "MediaType",
    "Method",
    "Moving",
    "Navigation",
    "Node",
    "Observation",
    "Outcome",
    "Picture",
    "PixelChange",
    "PixelRegion",
    "Records",
    "Rect",
    "RequestSeen",
    "Scroll",
    "Risk",
    "Screenshot",
    "Sink",
    "SkillResult",
    "SubTaskReport",
    "TabInfo",
    "Task",
    "TaskResult",
    "Tier",
    "Usage",
    "Verdict",
    "Way",
]
