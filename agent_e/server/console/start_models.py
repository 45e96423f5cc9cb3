"""What the API takes and gives before a run is made."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from agent_e.types import Grant, GrantKind

from ..schema import Given, Taken


class GrantRow(Taken):
    """What some words of a task allow."""

    kind: GrantKind
    """The act."""
    times: int | None = Field(default=1, ge=1)
    """How many such acts; null for any number."""
    max_amount: float | None = Field(default=None, ge=0)
    """Largest sum of money of one act; null for no limit."""
    currency: str = Field(default="", max_length=200)
    """Of that sum, such as EUR."""
    to: str = Field(default="", max_length=200)
    """The recipient or the thing, in words of the task; empty for any."""
    site: str = Field(default="", max_length=200)
    """Host where it holds, which the task names; empty for the sites of the task."""
    quote: Annotated[str, Field(min_length=1, max_length=200)]
    """The words of the task that it rests on."""

    @classmethod
    def of(cls, grant: Grant) -> GrantRow:
        """Return the row of a grant of the task's words."""
        amount = grant.max_amount
        return cls(
            kind=grant.kind,
            times=grant.times,
            max_amount=None if amount is None else float(amount),
            currency=grant.currency,
            to=grant.to,
            site=grant.site,
            quote=grant.words,
        )


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
