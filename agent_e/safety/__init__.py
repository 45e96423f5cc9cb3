"""What an agent may do."""

from .checking import UrlCheck, granted_place
from .gate import AllowAll
from .policy import url_check
from .served import announced
from .tasks import TaskGuard, read_guard
from .uploads import Uploads, read_uploads

__all__ = [
    "AllowAll",
    "TaskGuard",
    "Uploads",
    "UrlCheck",
    "announced",
    "granted_place",
    "read_guard",
    "read_uploads",
    "url_check",
]
