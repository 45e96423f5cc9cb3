"""Facts about an act that is about to happen on a page, and its risk."""

from __future__ import annotations

from dataclasses import dataclass, field
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
"""How an element is acted on: ``enter`` is a key that may send its form, ``submit`` sends it by any
means, ``choose`` gives it a value that the page may send by itself, ``type`` one that it may
not."""


class Tier(IntEnum):
    """How much irreversible effect an act may have."""

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
        kinds: what its visible fields ask for.
        button: name of the button that Enter presses.
        ticks: names of its ticked boxes.
    """

    method: str
    target: str
    kinds: tuple[FieldKind, ...] = ()
    button: str = ""
    ticks: tuple[str, ...] = ()


@dataclass(frozen=True, kw_only=True, slots=True)
class ActFacts:
    """The element that is acted on, and its surroundings.

    Attributes:
        page: address of the page.
        frame: address of the frame that holds the element.
        icon: words of its picture, class and id, where its name is uninformative.
        kind: of a field or button, such as ``submit`` or ``checkbox``.
        asks: what it asks for, if it is a field.
        href: target of a link, ``""`` for none.
        sends: whether acting on it sends the form.
        edits: whether keys edit its text.
        unknown: whether nothing says what it does.
        unread: whether the page could not be read.
        around: text of the dialog, the form that is sent, or else the smallest box around it,
            where that says more than its controls do.
        near: what the fields beside it ask for, in a form or not.
        beside: names and pictures of the buttons that Enter in it may press, where no form says.
        amounts: sums of money there.
        held: digest of the contents of the fields there, for comparison only.
        passwords: fields for passwords that it has or that stand beside it; one for a new password
            counts twice.
        language: of the page's text there, as the page says; ``""`` if it does not.
        in_navigation: whether it stands among the links by which one moves around the site.
        socket: address of a WebSocket that the page holds open; what it sends is not held.
        entries: names and values that its form would send, or that fields beside it hold.
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
    language: str = ""
    in_navigation: bool = False
    socket: str = ""
    entries: tuple[tuple[str, str], ...] = field(default=(), repr=False)


@dataclass(frozen=True, kw_only=True, slots=True)
class Risk:
    """A tier and its reasons, as text for people.

    Attributes:
        tier: of the act.
        reasons: for it.
        marks: identify the act when it is tried in another way.
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
        sentence: the act and its site, in our words.
        risk: the reason to ask.
        amounts: sums of money shown there.
        sent_to: address that a form is sent to, ``""`` for none.
        fingerprint: of the act; the answer applies to no other.
        deadline_s: an answer later than this is a no.
        kind: the kind of act that may be approved for the rest of the run, as text; ``""`` where
            each one needs an approval.
        origin: host and port of the act.
        mmid: the target element; ``None`` for what has the focus.
        way: how it is acted on; ``None`` where it is no act on a page.
        values: names and texts that are filled in first; ``MASK`` for passwords and cards.
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
        why: continues a sentence after "because".
        words: whether the person gave a reason: then it refuses this act, and not its kind.
        by_person: whether a person refused; else nobody answered.
    """

    why: str = "the person refused it"
    words: bool = False
    by_person: bool = True


Answer = bool | Literal["kind"] | Refusal
"""A person's to an approval: no, yes, or yes to all of that kind in this run."""

MASK = "••••"
"""Stands for a value that is shown to nobody."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Sending:
    """What a person who is asked is shown of an element and its form.

    Attributes:
        values: names and values of the fields as they would be sent; ``MASK`` for passwords, codes
            and cards.
        box: of the element, CSS pixels of the viewport; ``None`` where it is not visible.
    """

    values: tuple[tuple[str, str], ...] = ()
    box: tuple[float, float, float, float] | None = None
