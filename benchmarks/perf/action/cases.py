"""The measured actions, each on a page of its own under ``pages/``."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verb = Literal["click", "enter_text", "select_option", "press_key", "scroll"]

_STATIC_MS = 120.0
_TYPING_MS = 150.0
_TIMES = 5.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Case:
    """One action on one page.

    Attributes:
        page: name of its file, without the suffix.
        verb: the action; a page of scrolling goes down.
        target: accessible name of its element, if any.
        argument: the text, option or key.
        ready: JavaScript expression to wait for first; ``""`` where the opened page is ready.
        happened: expression that is true in the page once the effect is there.
        effect_words: words of the effect, absent from the page before; empty without one.
        max_ms: our bar for the time from the call to the result.
        times: our bar for the speed-up over browser-use.
    """

    name: str
    page: str
    verb: Verb
    target: str = ""
    argument: str = ""
    ready: str = ""
    happened: str
    effect_words: tuple[str, ...] = ()
    max_ms: float | None = None
    times: float | None = None


def _inert(name: str, page: str, ready: str = "") -> Case:
    return Case(
        name=name,
        page=page,
        verb="click",
        target="Do nothing",
        ready=ready,
        happened="document.activeElement?.textContent === 'Do nothing'",
        max_ms=_STATIC_MS,
        times=_TIMES,
    )


def _typing(text: str, max_ms: float | None = None, times: float | None = None) -> Case:
    return Case(
        name=f"type {len(text)}",
        page="field",
        verb="enter_text",
        target="Note",
        argument=text,
        happened=f"document.querySelector('input').value === '{text}'",
        effect_words=(f"{len(text)} characters",),
        max_ms=max_ms,
        times=times,
    )


_CASES = (
    _inert("inert", "inert"),
    Case(
        name="text",
        page="text",
        verb="click",
        target="Count",
        happened="document.querySelector('output').textContent === 'counted up to 1'",
        effect_words=("counted up to 1",),
        max_ms=_STATIC_MS,
        times=_TIMES,
    ),
    Case(
        name="menu",
        page="menu",
        verb="click",
        target="More actions",
        happened="document.querySelectorAll('[role=menuitem]').length === 3",
        effect_words=("Rename it", "Duplicate it", "Archive it"),
    ),
    Case(
        name="link",
        page="link",
        verb="click",
        target="Go upstairs",
        happened="document.querySelector('h1')?.textContent.startsWith('Carpets')",
        effect_words=("Carpets, curtains and beds",),
    ),
    Case(
        name="fetch",
        page="fetch",
        verb="click",
        target="Ask the warehouse",
        happened="document.querySelectorAll('li').length === 2",
        effect_words=("Bolts: 1250 pieces", "Nuts: 980 pieces"),
    ),
    _typing("Ada Lovelac"),
    _typing(
        "The quick brown fox jumps over the lazy dog and comes back home",
        max_ms=_TYPING_MS,
        times=_TIMES,
    ),
    Case(
        name="select",
        page="select",
        verb="select_option",
        target="Way",
        argument="By courier",
        happened="document.querySelector('output').textContent === '19 euros'",
        effect_words=("19 euros",),
    ),
    Case(
        name="key",
        page="key",
        verb="press_key",
        argument="ArrowRight",
        happened="document.querySelector('output').textContent === 'Picture 2 of 5'",
        effect_words=("Picture 2 of 5",),
    ),
    Case(
        name="scroll",
        page="scroll",
        verb="scroll",
        happened="document.querySelector('output').textContent === 'Reading part 2 of 9'",
        effect_words=("Reading part 2 of 9",),
    ),
    # A model takes seconds to answer: until then a stopwatch has shown what it is.
    _inert("clock", "clock", ready="document.querySelector('output').textContent >= '0.5'"),
    _inert("crowd", "crowd"),
)

CASES: dict[str, Case] = {case.name.replace(" ", "_"): case for case in _CASES}
"""Cases by their command-line names."""
