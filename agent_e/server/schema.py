"""What all records of the API have in common."""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict


class Taken(BaseModel):
    """Part of a request."""

    model_config = ConfigDict(extra="forbid", use_attribute_docstrings=True)


class Given(BaseModel):
    """Part of a response."""

    model_config = ConfigDict(use_attribute_docstrings=True)
