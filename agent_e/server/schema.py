"""What all records of the API have in common."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from pydantic import BaseModel, ConfigDict, model_validator

_DEEPEST = 100
"""Levels of what a file holds that are told; pydantic writes some 250."""


class Taken(BaseModel):
    """Part of a request."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Given(BaseModel):
    """Part of a response.

    Halves of surrogate pairs, which pages may hold, are replaced, and what nests deeper than
    ``_DEEPEST`` levels is left out.
    """

    model_config = ConfigDict(use_attribute_docstrings=True)

    @model_validator(mode="before")
    @classmethod
    def _encodable(cls, values: Any) -> Any:
        return _encodable(values)


def _encodable(value: Any, levels: int = _DEEPEST) -> Any:
    if isinstance(value, str):
        # No character of its own in UTF-8, so that a response with it could not be sent.
        return value.encode("utf-8", "replace").decode("utf-8")
    if isinstance(value, Mapping | list) and not levels:
        return "…"
    if isinstance(value, Mapping):
        return {_encodable(key): _encodable(each, levels - 1) for key, each in value.items()}
    if isinstance(value, list):
        return [_encodable(each, levels - 1) for each in value]
    return value
