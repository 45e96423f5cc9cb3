"""The arguments of one action, read from whatever a model put there."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from agent_e.browser.key_names import modifier_names
from agent_e.errors import BadArgument, ParseCode

from ..actions import Direction, Point
from .base import Seen, quoted, refusal
from .values import (
    key_in,
    keys_of,
    mark_in,
    number_in,
    numbers_in,
    strings_in,
    without_side,
)

_DIRECTIONS: dict[str, Direction] = {
    "up": "up",
    "down": "down",
    "left": "left",
    "right": "right",
}
_YES: tuple[object, ...] = ("true", "yes", 1, "1")
_NO: tuple[object, ...] = ("false", "no", 0, "0", "")
_TOLD_MARKS = 30


@dataclass(kw_only=True, slots=True)
class Arguments:
    """One action's arguments by name.

    Attributes:
        verb: the action's name as the model wrote it, for the words of refusals.
        values: by name.
        seen: what the model was shown.
        repairs: what had to be mended so far; reading adds to it.
    """

    verb: str
    values: Mapping[str, object]
    seen: Seen
    repairs: list[str] = field(default_factory=list)

    def first(self, *names: str) -> object:
        """Return the first of these arguments that is there, ``None`` for none."""
        return next((v for name in names if (v := self.values.get(name)) is not None), None)

    def point(self, *names: str) -> Point | None:
        """Return the point in the first of these arguments, ``None`` when there is none.

        Raises:
            ActionParseError: it is no point (``bad_point``).
        """
        value = self.first(*names)
        return None if value is None or value == "" else self.as_point(value)

    def needed_point(self, *names: str) -> Point:
        """Return the point, which must be there.

        Raises:
            ActionParseError: it is missing or no point.
        """
        point = self.point(*names)
        if point is None:
            raise refusal("missing_point", f"{quoted(self.verb)} says no point to act at.")
        return point

    def as_point(self, value: object) -> Point:
        """Return two numbers as a point, four as the centre of a box.

        Raises:
            ActionParseError: it is neither.
        """
        numbers = numbers_in(value)
        if numbers is not None and len(numbers) == 4:
            left, top, right, bottom = numbers
            if left <= right and top <= bottom:
                if (left, top) != (right, bottom):
                    self.repairs.append("took the centre of a box")
                return Point(x=(left + right) / 2, y=(top + bottom) / 2, space=self.seen.space)
        if numbers is None or len(numbers) != 2:
            raise refusal(
                "bad_point",
                f"{quoted(value)} is no point: a point is two numbers, x and y.",
            )
        return Point(x=numbers[0], y=numbers[1], space=self.seen.space)

    def element(self, *names: str) -> int | None:
        """Return the number of a mark, ``None`` when there is none.

        Raises:
            ActionParseError: it is no number, or no mark of the screenshot.
        """
        value = self.first(*names)
        if value is None or value == "":
            return None
        number = mark_in(value)
        marks = self.seen.marks
        if number is None or (marks is not None and number not in marks):
            raise refusal(
                "unknown_element",
                f"There is no element {quoted(value)} on the screenshot.{_told(marks)}",
            )
        return number

    def text(self, *names: str) -> str | None:
        """Return a text, ``None`` when there is none; numbers are taken as they are written.

        Raises:
            ActionParseError: it is neither.
        """
        value = self.first(*names)
        if value is None or isinstance(value, str):
            return value
        if number_in(value) is not None:
            self.repairs.append(f"took the number {value} for text")
            return str(value)
        raise refusal("missing_target", f"{quoted(value)} is no text for {quoted(self.verb)}.")

    def needed_text(self, *names: str) -> str:
        """Return a text that is not empty.

        Raises:
            ActionParseError: there is none.
        """
        text = self.text(*names)
        if not text:
            raise refusal("missing_target", f"{quoted(self.verb)} says no {names[0]}.")
        return text

    def number(self, *names: str, code: ParseCode = "missing_target") -> float | None:
        """Return a finite number, ``None`` when there is none.

        Raises:
            ActionParseError: it is no number; ``code`` is its code.
        """
        value = self.first(*names)
        if value is None:
            return None
        number = number_in(value)
        if number is None:
            raise refusal(code, f"{quoted(value)} is no number for {names[0]}.")
        return number

    def seconds(self, *names: str) -> float | None:
        """Return a time that is not negative, ``None`` when there is none.

        Raises:
            ActionParseError: it is no such number.
        """
        number = self.number(*names)
        if number is not None and number < 0:
            raise refusal("missing_target", f"{quoted(self.verb)} cannot last {number:g} seconds.")
        return number

    def flag(self, name: str) -> bool:
        """Return a truth value, false when there is none.

        Raises:
            ActionParseError: it is none.
        """
        value = self.values.get(name)
        if value is None or isinstance(value, bool):
            return bool(value)
        word = value.strip().lower() if isinstance(value, str) else value
        if word in (*_YES, *_NO):
            self.repairs.append(f"took {quoted(value)} for a yes or no")
            return word in _YES
        raise refusal("missing_target", f"{quoted(value)} is neither true nor false for {name}.")

    def direction(self, *names: str) -> Direction:
        """Return where a scroll goes.

        Raises:
            ActionParseError: it says none, or another than the four (``bad_scroll``).
        """
        value = self.first(*names)
        word = value.strip().strip("[]").lower() if isinstance(value, str) else ""
        if word not in _DIRECTIONS:
            said = "no direction" if value is None else f"the direction {quoted(value)}"
            raise refusal(
                "bad_scroll", f"{quoted(self.verb)} says {said}; it is up, down, left or right."
            )
        return _DIRECTIONS[word]

    def modifiers(self, *names: str) -> tuple[str, ...]:
        """Return Playwright's names of keys to be held down, none when there are none.

        Raises:
            ActionParseError: one cannot be held down (``refused``).
        """
        value = self.first(*names)
        parts = [value] if isinstance(value, str) else strings_in(value)
        if value is not None and parts is None:
            raise refusal("refused", f"{quoted(value)} are no keys to hold down.")
        try:
            return modifier_names(" ".join(without_side(part) for part in parts or ()))
        except BadArgument:
            raise refusal(
                "refused",
                f"{quoted(value)} cannot be held down; only Control, Alt, Shift and Meta can.",
            ) from None

    def chord(self, value: object, most: int | None = None) -> str:
        """Return one combination of keys as Playwright writes it.

        Args:
            value: ``ctrl+c``, ``ctrl c`` or the list of the two.
            most: how many keys the dialect allows in one.

        Raises:
            ActionParseError: there is no such key, or there are too many (``refused``).
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
        if most is not None and len(keys_of(found)) > most:
            raise refusal("refused", f"{quoted(value)} are more than {most} keys at a time.")
        return found

    def presses(self, value: object) -> tuple[str, ...]:
        """Return combinations pressed one after the other, with blanks between them.

        Raises:
            ActionParseError: there is none, or one is no key.
        """
        parts = value.split() if isinstance(value, str) else []
        # "Page Down" is one key, "d e l" are three.
        together = isinstance(value, str) and ("+" in parts or all(len(p) > 1 for p in parts))
        if len(parts) < 2 or (together and key_in(" ".join(parts))):
            return (self.chord(value),)
        return tuple(self.chord(part) for part in parts)


def _told(marks: frozenset[int] | None) -> str:
    if marks is None:
        return ""
    if not marks:
        return " It has no marks."
    told = ", ".join(str(mark) for mark in sorted(marks)[:_TOLD_MARKS])
    more = f" and {len(marks) - _TOLD_MARKS} more" if len(marks) > _TOLD_MARKS else ""
    return f" Its numbers are {told}{more}."
