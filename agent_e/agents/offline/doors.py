"""What stands before a page until somebody says who is there: logins, codes, pictures to read."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from .controls import best_field, password_field, submit_button
from .language import content
from .outline import Line, Page
from .parts import SIDES, main_lines, search_field

Kind = Literal["text", "secret", "code", "captcha"]

_PERSON = re.compile(
    r"\bcaptcha|\bnot a robot\b|\b(?:are you|you(?:'re|’re| are)) (?:not )?(?:an? )?"
    r"(?:real )?(?:robot|bot|human(?: being)?|person)\b",
    re.I,
)
_PUZZLE = re.compile(
    r"\b(?:characters?|letters?|digits?|words?|numbers?|text|code|symbols?)\b.*"
    r"\b(?:in|on|from|of) (?:the|this) (?:picture|image|photo)\b"
    r"|\b(?:picture|image) (?:shows?|says?|text|code)\b",
    re.I,
)
_ONCE = re.compile(
    r"\bone[- ]?time\b|\botp\b|\b2fa\b|\bmfa\b|\btwo[- ]factor\b|\bauthenticat(?:or|ion)\b"
    r"|\bverification (?:code|number)\b|\bconfirmation code\b",
    re.I,
)
_CODE = re.compile(r"\b(?:code|digits|passcode|pin|token)\b", re.I)
_OTHER_CODES = content("zip promo promotion discount voucher coupon gift country area")
_SENT = re.compile(
    r"\b(?:sent|texted|e-?mailed|sms|text message|authenticator|your (?:tele)?phone)\b",
    re.I,
)
_JOINING = re.compile(r"\b(?:register|create|sign ?up|join|reset|change|choose)\b", re.I)
_ASKING = ("checkbox", "iframe", "heading")
_NEAR = 8
"""Lines before a field that say what it is for."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Blank:
    """A field that wants something no page tells."""

    line: Line
    kind: Kind


@dataclass(frozen=True, kw_only=True, slots=True)
class Door:
    """What a page asks for before it lets anybody on; no ``blanks``: no words will do."""

    blanks: tuple[Blank, ...]

    @property
    def labels(self) -> tuple[str, ...]:
        """What its fields are called, by which it is known again."""
        return tuple(blank.line.name for blank in self.blanks)

    @property
    def reason(self) -> str:
        """What it asks for, in words."""
        kinds = {blank.kind for blank in self.blanks}
        if not kinds:
            return "The page asks for a puzzle to be solved, to show that a person is there."
        wants = [words for kind, words in _WANTS if kind in kinds]
        names = ", ".join(f"'{label}'" for label in self.labels if label)
        return f"The page asks {' and '.join(wants)}{f' ({names})' if names else ''}."


_WANTS: tuple[tuple[Kind, str], ...] = (
    ("secret", "to log in"),
    ("code", "for a one-time code"),
    ("captcha", "to read a picture, to show that a person is there"),
)


def find_door(page: Page) -> Door | None:
    """What stands in the way on a page, if anything does."""
    password = password_field(page)
    if password is not None and (_aside(page, password) or _joins(page, password)):
        password = None
    search = search_field(page)
    fields = [n for n in page.lines if n.field and not n.disabled and not _aside(page, n)]
    blanks = tuple(_blanks(page, [n for n in fields if n is not search], password))
    if any(blank.kind != "text" for blank in blanks):
        return Door(blanks=blanks)
    return Door(blanks=()) if _wordless(page) else None


def user_field(page: Page, password: Line) -> Line | None:
    """The field for the name that goes with a password."""
    before = [line for line in page.lines[: password.index] if line.field]
    return (
        best_field(before, "username email login")
        or best_field(before, "email")
        or next(iter(before[-1:]), None)
    )


def _blanks(page: Page, fields: Sequence[Line], password: Line | None) -> Iterator[Blank]:
    user = user_field(page, password) if password is not None else None
    for line in fields:
        if line is password:
            yield Blank(line=line, kind="secret")
        elif _reads(page, line):
            yield Blank(line=line, kind="captcha")
        elif _takes_code(page, line):
            yield Blank(line=line, kind="code")
        elif line is user:
            yield Blank(line=line, kind="text")


def _reads(page: Page, line: Line) -> bool:
    """Whether a field wants what a picture shows: by its label, or by what is said before it."""
    if _PERSON.search(line.name) or _PUZZLE.search(line.name):
        return True
    # Where there are more fields, what is said before them is about all of them.
    fields = [each for each in main_lines(page) if each.field]
    return fields == [line] and any(_PERSON.search(each.name) for each in _before(page, line))


def _takes_code(page: Page, line: Line) -> bool:
    """Whether a field wants a code that was sent; codes of posts and vouchers are others."""
    if _ONCE.search(line.name):
        return True
    sent = any(_SENT.search(each.name) for each in _before(page, line))
    return sent and bool(_CODE.search(line.name)) and not content(line.name) & _OTHER_CODES


def _before(page: Page, line: Line) -> list[Line]:
    near = page.lines[max(0, line.index - _NEAR) : line.index]
    return [each for each in near if each.name and not each.field and not _aside(page, each)]


def _wordless(page: Page) -> bool:
    """Whether the page wants something ticked or clicked that shows a person is there."""
    return any(_PERSON.search(n.name) for n in main_lines(page) if n.role in _ASKING)


def _joins(page: Page, password: Line) -> bool:
    """Whether the password is to be a new one."""
    button = submit_button(page, password)
    return button is not None and bool(_JOINING.search(button.name))


def _aside(page: Page, line: Line) -> bool:
    return page.within(line, *SIDES)
