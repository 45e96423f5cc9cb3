"""Safety checks of a run: which addresses, actions, files and tasks are allowed."""

from .addresses import site_at
from .approval_policy import ApprovalSettings, GrantSource
from .approval_request import Approver
from .effect_class import (
    EFFECT_CLASSES,
    EffectClass,
    EffectClassifier,
    UnclearEffect,
)
from .gate import AllowAll, RiskGate
from .grants import Grants, read_grants
from .local_sites import local_site_origins, served_places
from .normalization import normalize
from .origins import read_pattern, read_place
from .request_risk import OngoingAction
from .risk import REMOTE, Situation
from .risk_terms import may_name_act
from .site_headers import read_headers
from .taint import Taint
from .task_guard import TaskGuard, read_guard
from .uncertain_acts import UncertainActs
from .untrusted_content import UntrustedContent, unescape
from .uploads import Uploads, read_uploads
from .url_check import UrlCheck, granted_place, url_check

__all__ = [
    "REMOTE",
    "OngoingAction",
    "AllowAll",
    "Approver",
    "GrantSource",
    "Grants",
    "EFFECT_CLASSES",
    "EffectClass",
    "EffectClassifier",
    "UnclearEffect",
    "UntrustedContent",
    "RiskGate",
    "ApprovalSettings",
    "Situation",
    "Taint",
    "TaskGuard",
    "UncertainActs",
    "Uploads",
    "UrlCheck",
    "local_site_origins",
    "granted_place",
    "may_name_act",
    "read_grants",
    "read_guard",
    "read_pattern",
    "read_place",
    "read_headers",
    "read_uploads",
    "served_places",
    "site_at",
    "normalize",
    "unescape",
    "url_check",
]
