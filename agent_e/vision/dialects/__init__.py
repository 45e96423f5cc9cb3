"""The ways vision models write actions, each read into the one canonical ``Action`` and back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .anthropic_computer import ANTHROPIC_20250124, ANTHROPIC_20251124
from .base import Dialect, Seen
from .openai_computer import OPENAI, OPENAI_PREVIEW
from .point import POINT
from .qwen import QWEN
from .som_json import SOM_JSON
from .ui_tars import UI_TARS, UI_TARS_1_0, WEBSIGHT
from .webvoyager import WEBVOYAGER

__all__ = ["DIALECTS", "Dialect", "Seen"]

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        dialect.name: dialect
        for dialect in (
            SOM_JSON,
            WEBVOYAGER,
            UI_TARS,
            UI_TARS_1_0,
            WEBSIGHT,
            QWEN,
            POINT,
            ANTHROPIC_20250124,
            ANTHROPIC_20251124,
            OPENAI,
            OPENAI_PREVIEW,
        )
    }
)
"""Every dialect by its name."""
