"""The ways vision models write actions, each read into the one canonical ``Action`` and back."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .base import Dialect, Seen
from .openai_computer import OPENAI
from .point import POINT
from .qwen import QWEN
from .som_json import SOM_JSON
from .ui_tars import UI_TARS, UI_TARS_1_0, WEBSIGHT

__all__ = ["DIALECTS", "Dialect", "Seen"]

DIALECTS: Mapping[str, Dialect] = MappingProxyType(
    {
        dialect.name: dialect
        for dialect in (
            SOM_JSON,
            UI_TARS,
            UI_TARS_1_0,
            WEBSIGHT,
            QWEN,
            POINT,
            OPENAI,
        )
    }
)
"""Every dialect by its name."""
