"""Whether a report describes what an action did, by independent looks. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent_e.types import ChangeReport

from .looking import Control, Look
from .truth import untrue
from .words import ReportText, bare, words_of

NOTHING = "Nothing on the page changed."
_WORDS = {
    ("checked", "true"): ("checked",),
    ("checked", "false"): ("not checked", "no longer checked"),
    ("checked", "mixed"): ("partly checked",),
    ("expanded", "true"): ("expanded",),
    ("expanded", "false"): ("collapsed", "no longer expanded"),
    ("selected", "true"): ("selected",),
    ("selected", "false"): ("not selected", "no longer selected"),
    ("pressed", "true"): ("pressed",),
    ("pressed", "false"): ("not pressed", "no longer pressed"),
    ("disabled", "true"): ("disabled",),
    ("disabled", "false"): ("no longer disabled",),
}
"""The wording of control states in reports."""
_A_LINE = 6
"""Pieces that one line of a report may hold, such as a table row."""
_CUT = 80
"""Characters of a control's name in a grid."""
_ONE_OF_MANY = frozenset({"selected", "checked"})
_FIGURES = re.compile(r"\d+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The looks around one action.

    Attributes:
        early: some time before it, to know what moves by itself.
        before: right before it.
        after: when its report arrived.
        rest: when the page had come to rest.
        restless: places known from earlier looks to change by themselves.
        later: some time after that, where looked at again; what moves then does so by itself.
    """

    early: Look
    before: Look
    after: Look
    rest: Look
    restless: frozenset[str] = frozenset()
    later: Look | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """Faults of a report; empty for a correct one.

    Attributes:
        untold: what appeared and is neither mentioned nor counted.
        late: what appeared after a report that does not say that the page is still busy.
        untrue: claims that are false.
        false_nothing: whether it says that nothing changed although something did.
    """

    untold: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    untrue: tuple[str, ...] = ()
    false_nothing: bool = False

    @property
    def right(self) -> bool:
        """Whether the report is correct."""
        return not (self.untold or self.late or self.untrue or self.false_nothing)


def judge(seen: Seen, report: ChangeReport, text: str) -> Verdict:
    """Judge what a model reads of one action.

    Args:
        seen: the looks around it.
        report: the change report.
        text: its words, after the skill's own sentence.
    """
    claims = ReportText(text)
    came = _came(seen, seen.after, claims)
    lasting = _came(seen, seen.rest, claims)
    untold = [each for each in lasting if each in came]
    late = [each for each in lasting if each not in came]
    return Verdict(
        untold=tuple(untold) if len(untold) > _A_LINE * claims.counted else (),
        late=() if report.unsettled else tuple(late),
        untrue=tuple(dict.fromkeys(untrue(seen.before, seen.after, seen.rest, report, text))),
        false_nothing=NOTHING in text and bool(untold or _went(seen)),
    )


def _came(seen: Seen, now: Look, claims: ReportText) -> dict[str, None]:
    """What is new and not mentioned; controls by their text."""
    texts = dict(_new_texts(seen, now, claims))
    controls = {key: text for key, text in _new_controls(seen, now, claims) if key not in texts}
    found = [*texts.values(), *controls.values(), *_new_states(seen, now, claims)]
    return dict.fromkeys(found)


def _new_texts(seen: Seen, now: Look, claims: ReportText) -> Iterator[tuple[str, str]]:
    """The pieces of text in view that are new on the page, and not mentioned."""
    there = Counter(bare(each.text) for each in seen.before.texts if each.seen)
    if seen.before.grid:
        # Words replaced by a picture are drawn beside it: they measure as invisible.
        there |= Counter(bare(each.text) for each in seen.before.grid.texts)
    there += _counting(now) - _counting(seen.before)
    # What turns by itself may appear between the reading of texts and of the view.
    places, afterwards = _places(now), _places(seen.later)
    moving = _moving(seen)
    parted = _parted(seen.before, now)
    for each in now.grid.texts if now.grid else ():
        plain = bare(each.text)
        there[plain] -= 1
        if not plain or there[plain] >= 0 or claims.has(each.text):
            continue
        if any(
            plain in whole and f"{at}/".startswith(f"{place}/")
            for at in places[plain]
            for place, whole in parted
        ):
            continue
        # A clock may tick after its text was read and before it is met in view.
        found = places[plain] or places[_shape(each.text)] or afterwards[plain]
        if not (found and found <= moving):
            where = " or ".join(sorted(found)[:1])
            yield plain, f"text '{each.text}' at {where}"


def _counting(look: Look) -> Counter[str]:
    """The line numbers: what is written in these is mentioned."""
    return Counter(bare(each.text) for each in look.texts if each.seen and each.counts)


def _places(look: Look | None) -> dict[str, set[str]]:
    """The places of each text, verbatim and with its figures left open."""
    found: dict[str, set[str]] = defaultdict(set)
    for each in look.texts if look else ():
        found[bare(each.text)].add(each.place)
        found[_shape(each.text)].add(each.place)
    return found


def _parted(before: Look, now: Look) -> list[tuple[str, str]]:
    """Texts that stand in the same place in several pieces now: a search marks its hits."""
    old, new = (
        Counter((each.place, bare(each.text)) for each in look.texts) for look in (before, now)
    )
    written = "".join(bare(each.text) for each in now.texts)
    return [(place, text) for place, text in old - new if text in written]


def _shape(text: str) -> str:
    return _FIGURES.sub("#", text)


def _moving(seen: Seen) -> set[str]:
    """Places where texts change by themselves."""
    afterwards = moved(seen.rest, seen.later) if seen.later else set()
    return moved(seen.early, seen.before) | seen.restless | afterwards


def moved(early: Look, late: Look) -> set[str]:
    """Places where texts differ between two looks."""
    old = Counter((each.place, each.text) for each in early.texts)
    new = Counter((each.place, each.text) for each in late.texts)
    return {place for place, _ in (old - new) + (new - old)}


def _new_controls(seen: Seen, now: Look, claims: ReportText) -> Iterator[tuple[str, str]]:
    """The new controls in view that are not mentioned by their text."""
    same = now.document == seen.before.document
    known = {each.key for each in seen.before.grid.controls} if same and seen.before.grid else set()
    there, here = _named(seen.before), _named(now)
    moving = _moving(seen)
    by_itself = words_of(" ".join(each.text for each in now.texts if each.place in moving))
    for each in now.grid.controls if now.grid else ():
        plain = bare(each.text)
        if not plain or each.key in known or here[plain] <= there[plain]:
            continue
        if not claims.has_all(each.text, by_itself):
            yield plain, f"control '{each.text}': {each.html}"


def _named(look: Look) -> Counter[str]:
    """Number of visible controls by name; grids cut long names."""
    return Counter(
        name
        for each in look.controls
        if each.seen
        for name in {bare(one[:_CUT]) for one in each.names}
    )


def _new_states(seen: Seen, now: Look, claims: ReportText) -> Iterator[str]:
    """The changed states of controls that are not mentioned."""
    if now.document != seen.before.document:
        return
    old = {each.key: each for each in seen.before.controls if each.seen}
    early = {each.key: each for each in seen.early.controls}
    both = [(old[each.key], each) for each in now.controls if each.seen and each.key in old]
    gained = {state for was, each in both for state, value in _other(was, each) if value == "true"}
    for was, each in both:
        if was.key in early and _other(early[was.key], was):
            continue
        for state, value in _other(was, each):
            if value == "false" and state in _ONE_OF_MANY & gained:
                continue
            if not _is_mentioned(each, state, value, claims):
                name = each.names[0] if each.names else each.place
                yield f"'{name}' is {state}={value!r}, was {was.states.get(state)!r}"


def _other(was: Control, now: Control) -> list[tuple[str, str]]:
    """The states that differ in another look."""
    names = {*was.states, *now.states}
    return [
        (name, now.states.get(name, "false"))
        for name in sorted(names)
        if was.states.get(name, "false") != now.states.get(name, "false")
    ]


def _is_mentioned(control: Control, state: str, value: str, claims: ReportText) -> bool:
    if state == "value":
        if bare(value):
            return claims.has(value)
        return claims.quotes(value) if value else claims.has_state(control.names, "''")
    words = _WORDS.get((state, value), (f"{state}={value}",))
    return any(claims.has_state(control.names, each) for each in words)


def _went(seen: Seen) -> list[str]:
    """What was in view, and is nowhere on the page any more."""
    moving = _moving(seen)
    places = _places(seen.before)
    left = Counter(bare(each.text) for each in seen.rest.texts if each.seen)
    gone = []
    for each in seen.before.grid.texts if seen.before.grid else ():
        plain = bare(each.text)
        left[plain] -= 1
        still = not plain or left[plain] >= 0
        if not (still or all(map(_is_own, places[plain])) or places[plain] <= moving):
            gone.append(each.text)
    return gone


def _is_own(place: str) -> bool:
    """Whether it is a field's old content, or its hint: both make way for new input."""
    return place.endswith(("/hint", "/value"))
