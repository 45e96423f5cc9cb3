"""The dialects of vision models, each parsed into the canonical ``Action``."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from .base import Dialect
from .openai_computer import OPENAI
from .point import POINT
from .qwen import QWEN
from .ui_tars import UI_TARS, UI_TARS_1_0, WEBSIGHT

__all__ = ["DIALECTS", "Dialect"]

_ALL = (UI_TARS, UI_TARS_1_0, WEBSIGHT, QWEN, POINT, OPENAI)
DIALECTS: Mapping[str, Dialect] = MappingProxyType({dialect.name: dialect for dialect in _ALL})
"""Every dialect by name; ``som_json`` has no points and so no entry."""
