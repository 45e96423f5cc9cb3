"""What is about to happen to a page, as facts of the page, and how risky that is."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum
from typing import Literal

FieldKind = Literal["password", "code", "card", "file", "personal", "text", "search", "choice"]
ActKind = Literal[
    "money", "message", "delete", "sign_in", "credentials", "account", "consent", "permission",
    "upload",
]  # fmt: skip
"""What an act does that cannot be taken back; ``credentials`` are changed or first set by it,
``account`` is what the site knows of the user."""
InputMethod = Literal["click", "enter", "submit", "choose", "type"]
"""How an element is acted on: ``enter`` is a key that may send its form, ``submit`` sends it by
whatever does, ``choose`` gives it a value that the page may send by itself, ``type`` one that it
may not."""


class Tier(IntEnum):
    """How much an act may do that cannot be taken back."""

    READ = 0
    REVERSIBLE = 1
    WRITES = 2
    CRITICAL = 3

    def __str__(self) -> str:
        return f"R{int(self)}"


@dataclass(frozen=True, kw_only=True, slots=True)
class FormFacts:
    """The form that an element belongs to.

    Attributes:
        method: ``get``, ``post`` or ``dialog``, as its button would send it.
        target: address it is sent to.
        kinds: what its fields that are shown ask for.
        button: name of what sends it when Enter is pressed.
        ticks: names of its boxes that are ticked.
    """

    method: str
    target: str
    kinds: tuple[FieldKind, ...] = ()
    button: str = ""
    ticks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ActFacts:
    """The element that is acted on, and what stands around it.

    Attributes:
        page: address of the page.
        frame: address of the frame that holds the element.
        icon: words of its picture, class and id, where its name says nothing.
        kind: of a field or button, such as ``submit`` or ``checkbox``.
        asks: what it asks for, where it is a field.
        href: where a link leads, ``""`` for none.
        sends: whether acting on it sends the form.
        edits: whether keys write in it.
        unknown: whether nothing says what it does.
        unread: whether the page did not let itself be read.
        around: what the dialog, the form that is sent, or else the smallest box says in which it
            stands, where that says more than its controls do.
        near: what the fields beside it ask for, in a form or not.
        beside: names and pictures of the buttons that Enter in it may press, where no form says.
        amounts: sums of money there.
        held: what the fields there hold, in a form that tells only whether it is the same.
        passwords: fields for passwords that it has or that stand beside it; one for a new password
            counts twice.
    """

    page: str
    frame: str
    role: str = ""
    name: str = ""
    icon: str = ""
    tag: str = ""
    kind: str = ""
    asks: FieldKind | Literal[""] = ""
    href: str = ""
    form: FormFacts | None = None
    sends: bool = False
    edits: bool = False
    unknown: bool = False
    unread: bool = False
    around: str = ""
    near: tuple[FieldKind, ...] = ()
    beside: tuple[str, ...] = ()
    amounts: tuple[str, ...] = ()
    held: str = ""
    passwords: int = 0


@dataclass(frozen=True, kw_only=True, slots=True)
class Risk:
    """A tier with the reasons for it, in words for people.

    Attributes:
        tier: of the act.
        reasons: for it.
        marks: name the act so that it is known again when it is tried in another way.
        kinds: what it does that makes it critical.
        unclear: whether it is critical for something else than its kinds, that no leave which was
            given beforehand can speak of.
    """

    tier: Tier
    reasons: tuple[str, ...] = ()
    marks: frozenset[str] = frozenset()
    kinds: frozenset[ActKind] = frozenset()
    unclear: bool = False


@dataclass(frozen=True, kw_only=True, slots=True)
class ApprovalRequest:
    """One question to the person.

    Attributes:
        sentence: what is to be done and on which site, in our words.
        risk: why it is asked.
        amounts: sums of money that stand there.
        sent_to: address that a form is sent to, ``""`` for none.
        fingerprint: of the act; the answer holds for no other.
        deadline_s: an answer later than this is a no.
        kind: what a yes may be given to for the rest of the run, in words; ``""`` where each one
            has to be asked about.
        origin: host and port of where it is done.
        mmid: the element it is done to; ``None`` for what has the focus.
        way: how it is acted on; ``None`` where it is no act on a page.
        values: names and texts that are filled in first; of passwords and cards ``MASK``.
    """

    sentence: str
    risk: Risk
    amounts: tuple[str, ...]
    sent_to: str
    fingerprint: str
    deadline_s: float
    kind: str = ""
    origin: str = ""
    mmid: int | None = None
    way: InputMethod | None = None
    values: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class Refusal:
    """A no to an approval.

    Attributes:
        why: goes on after "because".
        words: whether the person said why: then it is a no to this one, and not to its kind.
        by_person: whether somebody said it; else nobody has answered.
    """

    why: str = "the person refused it"
    words: bool = False
    by_person: bool = True


Answer = bool | Literal["kind"] | Refusal
"""A person's to an approval: no, yes, or yes to all of that kind in this run."""

MASK = "••••"
"""Stands for a value that nobody is shown."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sending:
    """What an element and its form show a person who is asked about them.

    Attributes:
        values: names and values of the fields, as they would be sent; passwords, codes and cards
            as ``MASK``.
        box: of the element, CSS pixels of the viewport; ``None`` where it is not drawn.
    """

    values: tuple[tuple[str, str], ...] = ()
    box: tuple[float, float, float, float] | None = None
