"""The arguments of one action, parsed leniently from a model's reply."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agent_e.parsing.refusals import quoted, refusal
from agent_e.vision.actions import Direction, Point, Space

from .values import key_in, number_in, place_in, strings_in

_DIRECTIONS: dict[str, Direction] = {"up": "up", "down": "down", "left": "left", "right": "right"}
_YES: tuple[object, ...] = ("true", "yes", 1, "1")
_NO: tuple[object, ...] = ("false", "no", 0, "0", "")


@dataclass(frozen=True, kw_only=True, slots=True)
class Arguments:
    """One action's arguments by name; unreadable ones raise ``ActionParseError``.

    Attributes:
        verb: the action's name as the model wrote it, for error messages.
        values: by name.
        space: unit of points.
    """

    verb: str
    values: Mapping[str, object]
    space: Space = Space.IMAGE_PX

    def first(self, *names: str) -> object:
        """Return the first of these arguments present, else ``None``."""
        return next((v for name in names if (v := self.values.get(name)) is not None), None)

    def point(self, *names: str) -> Point | None:
        """Return the point in the first of these arguments, else ``None``."""
        value = self.first(*names)
        return None if value is None or value == "" else self.as_point(value)

    def needed_point(self, *names: str) -> Point:
        """Return the point, which is required."""
        point = self.point(*names)
        if point is None:
            raise refusal("missing_point", f"{quoted(self.verb)} says no point to act at.")
        return point

    def as_point(self, value: object) -> Point:
        """Return two numbers as a point, four as the centre of a box."""
        place = place_in(value)
        if place is None:
            raise refusal(
                "bad_point", f"{quoted(value)} is no point: a point is two numbers, x and y."
            )
        return Point(x=place[0], y=place[1], space=self.space)

    def text(self, *names: str) -> str | None:
        """Return a text, else ``None``; numbers are taken as written."""
        value = self.first(*names)
        if value is None or isinstance(value, str):
            return value
        if number_in(value) is not None:
            return str(value)
        raise refusal("missing_target", f"{quoted(value)} is no text for {quoted(self.verb)}.")

    def needed_text(self, *names: str) -> str:
        """Return a text that is not empty."""
        text = self.text(*names)
        if not text:
            raise refusal("missing_target", f"{quoted(self.verb)} says no {names[0]}.")
        return text

    def distance(self, *names: str) -> float:
        """Return how far to scroll, 0 if unspecified."""
        value = self.first(*names)
        number = 0.0 if value is None else number_in(value)
        if number is None:
            raise refusal("bad_scroll", f"{quoted(value)} is no number for {names[0]}.")
        return number

    def flag(self, name: str) -> bool:
        """Return a truth value, false when there is none."""
        value = self.values.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        word = value.strip().lower() if isinstance(value, str) else value
        if word in (*_YES, *_NO):
            return word in _YES
        raise refusal("missing_target", f"{quoted(value)} is neither true nor false for {name}.")

    def direction(self, *names: str) -> Direction:
        """Return the scroll direction."""
        value = self.first(*names)
        word = value.strip().strip("[]").lower() if isinstance(value, str) else ""
        if word not in _DIRECTIONS:
            problem = "no direction" if value is None else f"the direction {quoted(value)}"
            raise refusal(
                "bad_scroll", f"{quoted(self.verb)} says {problem}; it is up, down, left or right."
            )
        return _DIRECTIONS[word]

    def chord(self, value: object) -> str:
        """Return one key combination in Playwright's notation.

        Args:
            value: ``ctrl+c``, ``ctrl c`` or the list of the two.
        """
        parts = value.split() if isinstance(value, str) else strings_in(value)
        if isinstance(value, str) and value and not parts:
            parts = ["Space"]
        if not parts or not all(parts):
            raise refusal("missing_target", f"{quoted(self.verb)} says no key.")
        whole = " ".join(part.strip() or "Space" for part in parts)
        joined = whole.replace(" ", "+")
        found = next((name for text in (joined, whole) if (name := key_in(text))), None)
        if found is None:
            raise refusal("refused", f"There is no key or combination {quoted(value)}.")
        return found
