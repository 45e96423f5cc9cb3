"""Configuration data that ships with the package: YAML files plus this loader."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any

import yaml


@cache
def load_config(name: str) -> dict[str, Any]:
    """Return the content of ``name.yaml``; the caller does not change it."""
    text = files(__name__).joinpath(f"{name}.yaml").read_text(encoding="utf-8")
    value: dict[str, Any] = yaml.safe_load(text)
    return value


def has_config(name: str) -> bool:
    """Whether there is a ``name.yaml``."""
    return files(__name__).joinpath(f"{name}.yaml").is_file()
