"""Frozen records shared by every layer."""

from .acts import (
    MASK,
    ActFacts,
    Answer,
    ApprovalRequest,
    FieldKind,
    FormFacts,
    Refusal,
    Risk,
    Sending,
    Tier,
    Way,
)
from .change import ChangeReport, ElementChange, Navigation, RemainingItems, RequestSeen
from .decision import Decision
from .effect import Effect, Grant
from .entered import Entered, Filled
from .evidence import Document, Evidence, Material, Reference
from .linked import Linked
from .observation import BBox, Dialog, Frame, Node, Observation, Scroll
from .outgoing import SAFE_METHODS, Outgoing, SentBy
from .person import (
    SAYS_NOW,
    AskedKind,
    HandedBack,
    OnAsk,
    PersonAnswer,
    PersonRequest,
    Sensitivity,
)
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
from .query import PageValue, QueryAnswer, ReadPage
from .records import Records
from .result import SCHEMA_VERSION, Data, Fact, Outcome, SkillResult, SubTaskReport, TaskResult
from .sink import Sink
from .tab import TabInfo
from .task import Task
from .usage import Usage

__all__ = [
    "MASK",
    "SAFE_METHODS",
    "SAYS_NOW",
    "SCHEMA_VERSION",
    "ActFacts",
    "Answer",
    "ApprovalRequest",
    "AskedKind",
    "BBox",
    "ChangeReport",
    "Data",
    "Decision",
    "Dialog",
    "Document",
    "Effect",
    "ElementChange",
    "Entered",
    "Evidence",
    "Fact",
    "FieldKind",
    "Filled",
    "FormFacts",
    "Grant",
    "HandedBack",
    "Frame",
    "RemainingItems",
    "Linked",
    "MarkedPage",
    "Material",
    "MediaType",
    "Method",
    "Moving",
    "Navigation",
    "Node",
    "Observation",
    "OnAsk",
    "Outcome",
    "Outgoing",
    "PageValue",
    "PersonAnswer",
    "PersonRequest",
    "Picture",
    "PixelChange",
    "PixelRegion",
    "QueryAnswer",
    "ReadPage",
    "Records",
    "Rect",
    "Reference",
    "Refusal",
    "RequestSeen",
    "Risk",
    "Screenshot",
    "Scroll",
    "Sending",
    "Sensitivity",
    "SentBy",
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
