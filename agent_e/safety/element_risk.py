"""The risk of an act on an element: what its form sends, its name says, its field is for."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.types import ActFacts, Tier

from .addresses import DOES_IT, bare, leads, reads_as_effect
from .key_effects import EDITING, presses, way_of
from .risk import REASONS, Raised, of_class
from .risk_terms import ActClass, Reading, mentions, read_icon, read_name, signs_in

FIELD_ACTS: Mapping[str, ActClass] = {
    "password": "credentials", "code": "credentials", "card": "money",
}  # fmt: skip
"""Acts that the content of a field is for, by what it asks for."""
_CHOICES = frozenset({"checkbox", "radio", "switch", "tab", "option", "menuitemradio", "treeitem"})
_TICKED = frozenset({"checkbox", "radio"})
"""Kinds of inputs that only hold a choice, whatever role they have."""
_FIELDS = frozenset({*EDITING, "listbox", "radio", "radiogroup", "slider"})
_FILLS = frozenset({"enter_text", "fill_secret"})
_HARMLESS_GET = frozenset({"search", "choice"})


def raise_for_element(
    risk: Raised, action: str, facts: ActFacts, arguments: Mapping[str, Any]
) -> None:
    """Judge an act on an element: submitting its form, choosing, or what its name says."""
    writes = _only_writes(action, facts, arguments)
    if facts.unread:
        risk.at_least(Tier.CRITICAL, "the page did not let what it does be read")
    elif facts.unknown and not writes and action != "select_text":
        risk.at_least(Tier.WRITES, "nothing tells what it does")
    if facts.sends:
        _sending(risk, facts)
    elif enters(action, arguments):
        _entering(risk, facts)
    if writes or (facts.kind in _TICKED and not facts.sends):
        _ticking(risk, facts)
        return
    if leads(facts):
        risk.marks.add(address_mark(facts.href))
    readings = _readings(facts, action, arguments)
    for reading in readings:
        _named(risk, reading, facts)
    if facts.href and reads_as_effect(facts.href):
        # A name about something else is there to have it followed.
        sure = not readings and reads_as_effect(facts.href, DOES_IT)
        tier = Tier.CRITICAL if sure else Tier.WRITES
        risk.at_least(tier, "its address reads as if a visit did something")


def enters(action: str, arguments: Mapping[str, Any]) -> bool:
    """Whether an act presses Enter in a field."""
    if action == "press_key":
        return way_of(arguments) in ("enter", "submit")
    return action == "enter_text" and bool(arguments.get("submit"))


def seeks(facts: ActFacts) -> bool:
    """Whether it submits a form that only asks for something: a search, with what narrows it."""
    form = facts.form if facts.sends else None
    return (
        form is not None
        and form.method == "get"
        and "search" in form.kinds
        and set(form.kinds) <= _HARMLESS_GET
    )


def address_mark(url: str) -> str:
    """Return the mark of opening an address, by a link or by itself."""
    return f"address {url.partition('#')[0]}"


def visit_mark(url: str) -> str:
    """Return the mark of an address that a form sends to: a visit may do what the form does."""
    return f"address of a form {bare(url)}"


def _only_writes(action: str, facts: ActFacts, arguments: Mapping[str, Any]) -> bool:
    """Whether the act only changes what a field holds."""
    if facts.sends:
        return False
    match action:
        case "press_key":
            return facts.role in EDITING or not presses(arguments, facts.role)
        case "pick_date":
            # At any other field it clicks, to open a calendar.
            return facts.role in _FIELDS
        case _:
            return action in _FILLS


def _entering(risk: Raised, facts: ActFacts) -> None:
    """Judge Enter in a field without a form: a script sends the text, or searches for it."""
    if facts.role not in EDITING or facts.kind == "search" or facts.role == "searchbox":
        return
    for words in facts.beside:
        for reading in read_name(words) or read_icon(words):
            if reading.act in ("message", "money"):
                of_class(risk, Tier.CRITICAL, reading.act, facts)


def _readings(facts: ActFacts, action: str, arguments: Mapping[str, Any]) -> tuple[Reading, ...]:
    """Return what the control says it does, by its name or its picture."""
    name = facts.form.button if facts.sends and facts.form and facts.kind != "submit" else ""
    found = [each for words in (name or facts.name).split(" / ") for each in read_name(words)]
    if action == "select_option" and (facts.tag != "select" or facts.sends):
        # Choosing in a menu acts at once, and so does a list that submits its form.
        found += read_name(str(arguments.get("option", "")))
    if seeks(facts):
        found = [each for each in found if each.sure]
    if found:
        return tuple(dict.fromkeys(found))
    # A symbol in place of a name counts as a picture too.
    sign = "" if any(letter.isalpha() for letter in facts.name) else facts.name
    return read_icon(facts.icon) or read_icon(sign)


def _named(risk: Raised, reading: Reading, facts: ActFacts) -> None:
    opens = leads(facts)
    if reading.act == "credentials" and opens:
        # A control with this name leads to the form that does it.
        return
    # A mere choice bears the name of what it chooses, as a tab 'Buy' or a filter 'Book' does.
    chooses = facts.role in _CHOICES and not facts.sends
    # By convention of all systems, what ends in an ellipsis opens a dialog that does it.
    opens = opens or facts.name.endswith(("…", "..."))
    sure = reading.sure or not (opens or (chooses and reading.act != "delete"))
    if (chooses and reading.act == "consent") or _opens_sign_in(reading, facts):
        sure = False
    of_class(risk, Tier.CRITICAL if sure else Tier.WRITES, reading.act, facts)


def _opens_sign_in(reading: Reading, facts: ActFacts) -> bool:
    """Whether it is named for signing in, with nothing here to sign in with."""
    has_form = facts.sends or any(FIELD_ACTS.get(kind) == "credentials" for kind in facts.near)
    return reading.act == "credentials" and not has_form and signs_in(facts.name)


def _sending(risk: Raised, facts: ActFacts) -> None:
    form = facts.form
    assert form is not None
    risk.marks.add(f"form {form.method} {bare(form.target)}")
    if bare(form.target) != bare(facts.frame):
        # Servers often do on a GET too what they do on a form submission.
        risk.marks.add(visit_mark(form.target))
    for kind in form.kinds:
        if kind in FIELD_ACTS:
            of_class(risk, Tier.CRITICAL, FIELD_ACTS[kind], facts)
    if "file" in form.kinds:
        risk.at_least(Tier.CRITICAL, REASONS["upload"], "upload")
    if form.method == "post":
        risk.at_least(Tier.WRITES, "it sends a form that changes something")
        if any("consent" in mentions(tick) for tick in form.ticks):
            of_class(risk, Tier.CRITICAL, "consent", facts)


def _ticking(risk: Raised, facts: ActFacts) -> None:
    if facts.role in _CHOICES and any(each.act == "consent" for each in read_name(facts.name)):
        of_class(risk, Tier.WRITES, "consent", facts)
