"""What keeps a run from doing harm: addresses, actions, files and tasks that are not allowed."""

from .approvals import Approver
from .asking import Rules
from .checking import UrlCheck, granted_place
from .fence import Fence, straight, untame
from .gate import AllowAll, RiskGate
from .hosts import read_pattern
from .policy import url_check
from .risk import Situation, site_at
from .sending import Acting
from .served import announced
from .taint import Taint
from .tasks import TaskGuard, read_guard
from .uploads import Uploads, read_uploads

__all__ = [
    "Acting",
    "AllowAll",
    "Approver",
    "Fence",
    "RiskGate",
    "Rules",
    "Situation",
    "Taint",
    "TaskGuard",
    "Uploads",
    "UrlCheck",
    "announced",
    "granted_place",
    "read_guard",
    "read_pattern",
    "read_uploads",
    "site_at",
    "straight",
    "untame",
    "url_check",
]
