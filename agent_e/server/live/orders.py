"""What the page of the console sends over a run's live connection, checked."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from agent_e.errors import BadArgument

MAX_TEXT = 100_000
"""Characters of a text to insert."""
_MAX_SIDE = 20_000
_MAX_WHEEL = 100_000
_MAX_NAME = 64
_MAX_FINGERS = 10

Place = Annotated[float, Field(ge=0, le=_MAX_SIDE, allow_inf_nan=False)]
Distance = Annotated[float, Field(ge=-_MAX_WHEEL, le=_MAX_WHEEL, allow_inf_nan=False)]
Modifiers = Annotated[int, Field(ge=0, le=15)]
Name = Annotated[str, Field(max_length=_MAX_NAME)]


class _Order(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True)


class Hello(_Order):
    """The first message: ``tab_id`` is kept by the page, so that its reload is the same person."""

    do: Literal["hello"]
    tab_id: Annotated[str, Field(min_length=8, max_length=_MAX_NAME)]


class Take(_Order):
    """Take the window over."""

    do: Literal["take"]


class Give(_Order):
    """Hand it back, with words for the agents."""

    do: Literal["give"]
    note: Annotated[str, Field(max_length=4_000)] = ""


class Mouse(_Order):
    """Press, release or move the mouse."""

    do: Literal["mouse"]
    type: Literal["down", "up", "move"]
    x: Place
    y: Place
    button: Literal["none", "left", "middle", "right"] = "none"
    buttons: Annotated[int, Field(ge=0, le=31)] = 0
    clicks: Annotated[int, Field(ge=0, le=3)] = 0
    modifiers: Modifiers = 0


class Wheel(_Order):
    """Scroll where the mouse is."""

    do: Literal["wheel"]
    x: Place
    y: Place
    dx: Distance
    dy: Distance
    modifiers: Modifiers = 0


class Key(_Order):
    """Press or release a key."""

    do: Literal["key"]
    type: Literal["down", "up"]
    key: Annotated[str, Field(min_length=1, max_length=_MAX_NAME)]
    code: Name = ""
    location: Annotated[int, Field(ge=0, le=3)] = 0
    modifiers: Modifiers = 0
    repeat: bool = False


class Text(_Order):
    """Insert a text: pasted, or written with an input method."""

    do: Literal["text"]
    text: Annotated[str, Field(max_length=MAX_TEXT)]


class Point(_Order):
    """A finger on the page."""

    x: Place
    y: Place
    id: Annotated[int, Field(ge=0, le=2**31 - 1)]


class Touch(_Order):
    """Touch: ``points`` are the fingers that touch now."""

    do: Literal["touch"]
    type: Literal["start", "move", "end", "cancel"]
    points: Annotated[list[Point], Field(max_length=_MAX_FINGERS)]


class Copy(_Order):
    """Copy or cut what is selected."""

    do: Literal["copy", "cut"]


class OfTab(_Order):
    """Switch to a tab, or close it."""

    do: Literal["tab", "close_tab"]
    number: Annotated[int, Field(ge=0, le=2**31 - 1)]


class Open(_Order):
    """Open an address."""

    do: Literal["open"]
    url: Annotated[str, Field(min_length=1, max_length=8_000)]


class History(_Order):
    """Go back or forward, or reload."""

    do: Literal["history"]
    direction: Literal["back", "forward", "reload"]


class AnswerDialog(_Order):
    """Answer a JavaScript dialog; ``text`` is for a prompt."""

    do: Literal["dialog"]
    accept: bool
    text: Annotated[str, Field(max_length=MAX_TEXT)] = ""


class Choose(_Order):
    """Choose from a native list, by the ``value`` that was told; ``null`` closes it."""

    do: Literal["choose"]
    value: Annotated[str, Field(max_length=8, pattern=r"^\d+$")] | None


Order = Annotated[
    Hello
    | Take
    | Give
    | Mouse
    | Wheel
    | Key
    | Text
    | Touch
    | Copy
    | OfTab
    | Open
    | History
    | AnswerDialog
    | Choose,
    Field(discriminator="do"),
]
_ORDERS: TypeAdapter[Order] = TypeAdapter(Order)


def read_order(message: str) -> Order:
    """Return the order that a message is.

    Raises:
        BadArgument: it is none; what was sent is not in the sentence.
    """
    try:
        return _ORDERS.validate_json(message)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        where = ".".join(map(str, first["loc"])) or "the message"
        raise BadArgument(f"This cannot be done: {where} does not fit ({first['msg']}).") from None
