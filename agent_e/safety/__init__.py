"""What an agent may do."""

from .checking import UrlCheck, granted_place
from .gate import AllowAll
from .policy import url_check
from .served import announced

__all__ = ["AllowAll", "UrlCheck", "announced", "granted_place", "url_check"]
