"""The public files, where somebody has them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from agent_e.config import DATA_VARIABLE

BESIDE = Path(__file__).parents[3].parent / "shared" / "data"


@pytest.fixture
def public_data() -> Path:
    """A folder that has every public file."""
    named = os.environ.get(DATA_VARIABLE)
    folder = Path(named) if named else BESIDE
    if not (folder / "webvoyager").is_dir():
        pytest.skip(f"no public data: {DATA_VARIABLE} names no folder of it")
    return folder
