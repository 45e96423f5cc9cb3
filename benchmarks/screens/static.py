"""Demonstration pages of component libraries, as their packages ship them."""

from __future__ import annotations

from .static_data import DATA
from .static_editors import EDITORS
from .static_fields import FIELDS
from .static_navigation import NAVIGATION
from .static_screen import StaticScreen

STATIC: tuple[StaticScreen, ...] = (*EDITORS, *FIELDS, *NAVIGATION, *DATA)

__all__ = ["STATIC", "StaticScreen"]
