"""Frozen records shared by every layer."""

from .action_facts import (
    MASK,
    ActFacts,
    ActKind,
    Answer,
    ApprovalRequest,
    FieldKind,
    FormFacts,
    InputMethod,
    Refusal,
    Risk,
    Sending,
    Tier,
)
from .change import ChangeReport, ElementChange, Navigation, RemainingItems, RequestSeen
from .clickable import Linked
from .decision import Decision
from .destination import Destination
from .effect import AllowedBy, Effect
from .evidence import Document, Evidence, Material, Reference
from .field_values import TICKED, Entered, Filled
from .grant import GRANT_KINDS, Grant, GrantKind
from .observation import BBox, Dialog, Frame, Node, Observation, Scroll
from .outgoing_request import SAFE_METHODS, Outgoing, RequestScope, SentBy
from .page_text import NO_PAGE, PageText
from .person import (
    SAYS_NOW,
    AskedKind,
    HandoverResult,
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
from .secret_field import SecretField
from .tab import TabInfo
from .task import Task
from .usage import Usage

__all__ = [
    "GRANT_KINDS", "MASK", "NO_PAGE", "ActKind", "AllowedBy", "GrantKind", "SAFE_METHODS",
    "SAYS_NOW", "SCHEMA_VERSION", "TICKED", "ActFacts", "Answer", "ApprovalRequest", "Destination",
    "AskedKind", "BBox", "ChangeReport", "Data", "Decision", "Dialog", "Document", "Effect",
    "ElementChange", "Entered", "Evidence", "Fact", "FieldKind", "Filled", "FormFacts", "Grant",
    "HandoverResult", "Frame", "RemainingItems", "Linked", "MarkedPage", "Material", "MediaType",
    "Method", "Moving", "Navigation", "Node", "Observation", "OnAsk", "Outcome", "Outgoing",
    "PageText", "PageValue", "PersonAnswer", "PersonRequest", "Picture", "PixelChange",
    "PixelRegion", "QueryAnswer", "ReadPage", "Records", "Rect", "Reference", "Refusal",
    "RequestScope", "RequestSeen", "Risk", "Screenshot", "Scroll", "Sending", "Sensitivity",
    "SentBy", "SecretField", "SkillResult", "SubTaskReport", "TabInfo", "Task", "TaskResult",
    "Tier", "Usage", "Verdict", "InputMethod",
]  # fmt: skip
