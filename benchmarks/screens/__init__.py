"""Third-party screens to look at: of the applications, and of component libraries."""

from .static import STATIC, StaticScreen
from .visiting import GROUPS, STATIC_GROUP, ScreenFailed, Visit, chosen_screens, visits

__all__ = [
    "GROUPS",
    "STATIC",
    "STATIC_GROUP",
    "ScreenFailed",
    "StaticScreen",
    "Visit",
    "chosen_screens",
    "visits",
]
