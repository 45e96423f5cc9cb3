"""What the API takes and gives before a run is made."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from ..grants import GrantRow
from ..schema import Given, Taken


class GrantsAsked(Taken):
    """A task that is to be read."""

    task: Annotated[
        str, Field(min_length=1, max_length=20_000, examples=["Order one lamp for at most 40 EUR."])
    ]
    """What to do, in words."""
    start_url: str | None = Field(default=None, max_length=8_000)
    """The page to begin on."""
    model: str | None = None
    """provider:model, or offline, that reads it; left out, the planner's."""


class GrantGiven(Given):
    """One thing that a run may do without asking."""

    text: str
    """Such as: order at shop.example, once, at most 40 EUR."""
    by: Literal["task", "vault"]
    """Whether the words of the task allow it, or a saved login (safety.saved_logins)."""
    row: GrantRow | None
    """Sent back among the run's grants to keep it; null for saved logins."""


class GrantsGiven(Given):
    """What the words of a task allow."""

    grants: list[GrantGiven]
    """In the order of the words; saved logins last."""
    error: str
    """Why the words could not be read, if they could not."""


class ArchitectureInfo(Given):
    """A way to put the agent together."""

    name: str
    about: str
    """When to use it."""
    presets: list[str]
    """Names of its settings; default is the one used when none is named."""
    needs_vision: bool
    """Whether it is made for models that see; others get pages in words."""
    offline: bool
    """Whether the offline model can play it."""


class ModelInfo(Given):
    """A model that can be named."""

    name: str
    usable: bool
    """Whether its key and address are set; nothing was sent to find out."""
    why: str
    """What is missing, in a sentence."""
    vision: bool
    """Whether it takes pictures."""


class DefaultLimits(Given):
    """Limits of a run for which none are given; null is no limit."""

    steps: int
    llm_calls: int | None
    tokens: int | None
    usd: float | None
    seconds: float


class DefaultSafety(Given):
    """What a run may do for which nothing else is said."""

    profile: str
    allow: list[str]
    may: list[str]
    on: list[str]
    saved_logins: bool


class Defaults(Given):
    """What a run takes where nothing else is said."""

    architecture: str
    preset: str
    model: str
    mode: str
    limits: DefaultLimits
    safety: DefaultSafety


class ExampleInfo(Given):
    """A task on a local site that the offline model does."""

    name: str
    title: str
    task: str
    """In words."""
    about: str
    """What it shows."""


class About(Given):
    """What there is to start runs with."""

    version: str
    runs_dir: str
    architectures: list[ArchitectureInfo]
    models: list[ModelInfo]
    defaults: Defaults
    examples: list[ExampleInfo]


class CheckRow(Given):
    """The result of one check of agent-e doctor."""

    name: str
    state: Literal["ok", "error"]
    detail: str
    """What was found."""
    hint: str
    """What to do about it."""
