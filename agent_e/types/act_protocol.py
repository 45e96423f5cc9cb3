"""Records of ``POST /act``: the request to a stateless agent at each step, and its response.

Protocol of the white agent's seed; ``visual_click`` alone is ours, and offered in the action space
of a request only where a grounder is configured. The records are published as JSON Schemas
(``GET /act/schema``) and validated wherever they come in, whoever sent them.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, TypeAdapter

MAX_ELEMENTS = 50
_MAX_SELECTOR_LENGTH = 2_000

Selector = Annotated[
    str,
    Field(min_length=1, max_length=_MAX_SELECTOR_LENGTH, description="CSS, naming one element."),
]


class _Record(BaseModel):
    """Unknown members are ignored."""

    model_config = ConfigDict(frozen=True, use_attribute_docstrings=True)


class DomElement(_Record):
    """One element of the page."""

    selector: Selector
    tag: str
    """Lower-case tag name."""
    text: str = ""
    """Its name or text; of a field also ``= value``, of a list its options, states in brackets."""
    type: str = ""
    """The ``type`` of a field or button, else the ARIA role, else ``clickable`` or ``text``."""


class PageSummary(_Record):
    """The page as it is now."""

    url: str
    title: str = ""
    dom_summary: tuple[DomElement, ...] = ()
    """At most 50: first what can be acted on, then what can only be read."""
    notices: tuple[str, ...] = ()
    """Why earlier answers were not accepted; it may quote pages."""


class Click(_Record):
    """Click an element."""

    type: Literal["click"]
    selector: Selector


class VisualClick(_Record):
    """Click what has no selector. Valid only where the action space has it."""

    type: Literal["visual_click"]
    description: str = Field(min_length=1)
    """Its words, looks and place."""


class Type(_Record):
    """Put a text into a field, replacing what it holds."""

    type: Literal["type"]
    selector: Selector
    text: str
    """A line break at its end presses Enter."""


class Select(_Record):
    """Choose an option of a list."""

    type: Literal["select"]
    selector: Selector
    value: str
    """The option's text or value."""


class Scroll(_Record):
    """Scroll the page."""

    type: Literal["scroll"]
    delta_y: FiniteFloat
    """CSS pixels; downwards when positive."""


class Wait(_Record):
    """Do nothing until the page is calm."""

    type: Literal["wait"]


class Stop(_Record):
    """End the task."""

    type: Literal["stop"]
    reason: str
    """The answer, or why there is none."""


Action = Annotated[
    Click | VisualClick | Type | Select | Scroll | Wait | Stop,
    Field(discriminator="type", title="Action"),
]

ACTION_SPACE: dict[str, Any] = {
    "click": {"selector": "CSS selector of the element"},
    "type": {"selector": "CSS selector of the field", "text": "what it is to hold"},
    "select": {"selector": "CSS selector of the list", "value": "the option"},
    "scroll": {"delta_y": "CSS pixels, downwards when positive"},
    "wait": {},
    "stop": {"reason": "the answer, or why there is none"},
}
"""The valid actions: the members of each beside its type."""
BY_LOOKS: dict[str, Any] = {"visual_click": {"description": "words, looks and place of it"}}
"""Also valid where a grounder is configured."""


class ActRequest(_Record):
    """One step: the task, and what the page shows."""

    instruction: str = Field(min_length=1)
    """The task as text."""
    step_idx: int = Field(default=0, ge=0)
    """Number of steps taken before."""
    observation: PageSummary
    action_space: dict[str, Any] = Field(default_factory=lambda: dict(ACTION_SPACE))
    """The valid actions, by type; ``secrets`` of ``type`` names saved ones.

    With ``visual_click`` what has no selector can be clicked by a description.
    """


class ActInfo(_Record):
    """Where a decision comes from."""

    confidence: FiniteFloat = Field(default=0.0, ge=0, le=1)
    model: str = ""
    provider: str = ""


class ActResponse(_Record):
    """The next action."""

    action: Action
    thoughts: str = ""
    """Why, in words."""
    info: ActInfo = ActInfo()


class Problem(_Record):
    """Why there is no response."""

    error: str
    """One sentence."""


def action_schemas() -> dict[str, Any]:
    """The JSON Schema of each action, by its type."""
    every = TypeAdapter(Action).json_schema()
    kinds = every["discriminator"]["mapping"].items()
    return {kind: every["$defs"][path.rpartition("/")[2]] for kind, path in kinds}


def schemas() -> dict[str, Any]:
    """The JSON Schemas of both sides, under ``request`` and ``response``."""
    models: dict[str, type[BaseModel]] = {"request": ActRequest, "response": ActResponse}
    return {
        side: {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            **model.model_json_schema(),
        }
        for side, model in models.items()
    }
