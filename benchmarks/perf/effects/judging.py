"""Whether a report tells what an action did, by looks that share nothing with it. Pure."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass

from agent_e.types import ChangeReport

from .looking import Control, Look
from .truth import untrue
from .words import Told, bare, words_of

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
"""How the states of controls are told."""
_A_LINE = 6
"""Pieces that one line of a report may hold, as a row of a table does."""
_CUT = 80
"""Characters of a control's name that a grid tells."""
_ONE_OF_MANY = frozenset({"selected", "checked"})
_FIGURES = re.compile(r"\d+")


@dataclass(frozen=True, kw_only=True, slots=True)
class Seen:
    """The looks around one action.

    Attributes:
        early: some time before it, to know what moves by itself.
        before: right before it.
        after: when its report came.
        rest: when the page had come to rest.
        restless: places known from earlier looks to change by themselves.
        later: some time after that, where it was looked again; what moves then does so by itself.
    """

    early: Look
    before: Look
    after: Look
    rest: Look
    restless: frozenset[str] = frozenset()
    later: Look | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What is wrong with a report; nothing where all is empty.

    Attributes:
        untold: what came and is neither told nor counted.
        late: what came after the report, which does not say that the page is still at work.
        untrue: what is told and is not so.
        false_nothing: whether it says that nothing changed though something did.
    """

    untold: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    untrue: tuple[str, ...] = ()
    false_nothing: bool = False

    @property
    def right(self) -> bool:
        """Whether nothing is wrong with it."""
        return not (self.untold or self.late or self.untrue or self.false_nothing)


def judge(seen: Seen, report: ChangeReport, text: str) -> Verdict:
    """Judge what a model reads of one action.

    Args:
        seen: the looks around it.
        report: the change report.
        text: its words, after those with which the skill says what it did.
    """
    told = Told(text)
    came = _came(seen, seen.after, told)
    lasting = _came(seen, seen.rest, told)
    untold = [each for each in lasting if each in came]
    late = [each for each in lasting if each not in came]
    return Verdict(
        untold=tuple(untold) if len(untold) > _A_LINE * told.counted else (),
        late=() if report.unsettled else tuple(late),
        untrue=tuple(dict.fromkeys(untrue(seen.before, seen.after, seen.rest, report, text))),
        false_nothing=NOTHING in text and bool(untold or _went(seen)),
    )


def _came(seen: Seen, now: Look, told: Told) -> dict[str, None]:
    """What is there that was not before, and is not told; controls by what stands on them."""
    texts = dict(_new_texts(seen, now, told))
    controls = {key: said for key, said in _new_controls(seen, now, told) if key not in texts}
    found = [*texts.values(), *controls.values(), *_new_states(seen, now, told)]
    return dict.fromkeys(found)


def _new_texts(seen: Seen, now: Look, told: Told) -> Iterator[tuple[str, str]]:
    """The pieces of text in view that were not on the page before, and are not told."""
    there = Counter(bare(each.text) for each in seen.before.texts if each.seen)
    if seen.before.grid:
        # Words that make way for a picture are drawn beside it: by measure nobody sees them.
        there |= Counter(bare(each.text) for each in seen.before.grid.texts)
    there += _counting(now) - _counting(seen.before)
    # What turns by itself may come between the reading of the texts and that of the view.
    places, afterwards = _places(now), _places(seen.later)
    moving = _moving(seen)
    parted = _parted(seen.before, now)
    for each in now.grid.texts if now.grid else ():
        plain = bare(each.text)
        there[plain] -= 1
        if not plain or there[plain] >= 0 or told.has(each.text):
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
    """The numbers of lines: what is written in these is told."""
    return Counter(bare(each.text) for each in look.texts if each.seen and each.counts)


def _places(look: Look | None) -> dict[str, set[str]]:
    """Where each text stands, by what it says, and by the same with its figures left open."""
    found: dict[str, set[str]] = defaultdict(set)
    for each in look.texts if look else ():
        found[bare(each.text)].add(each.place)
        found[_shape(each.text)].add(each.place)
    return found


def _parted(before: Look, now: Look) -> list[tuple[str, str]]:
    """What stood in a place, and stands there in several pieces: a search marks what it finds."""
    old, new = (
        Counter((each.place, bare(each.text)) for each in look.texts) for look in (before, now)
    )
    written = "".join(bare(each.text) for each in now.texts)
    return [(place, text) for place, text in old - new if text in written]


def _shape(text: str) -> str:
    return _FIGURES.sub("#", text)


def _moving(seen: Seen) -> set[str]:
    """Where texts change by themselves."""
    afterwards = moved(seen.rest, seen.later) if seen.later else set()
    return moved(seen.early, seen.before) | seen.restless | afterwards


def moved(early: Look, late: Look) -> set[str]:
    """Where texts differ between two looks."""
    old = Counter((each.place, each.text) for each in early.texts)
    new = Counter((each.place, each.text) for each in late.texts)
    return {place for place, _ in (old - new) + (new - old)}


def _new_controls(seen: Seen, now: Look, told: Told) -> Iterator[tuple[str, str]]:
    """The controls in view that were not there before, and are not told by what is on them."""
    same = now.document == seen.before.document
    known = {each.key for each in seen.before.grid.controls} if same and seen.before.grid else set()
    there, here = _named(seen.before), _named(now)
    moving = _moving(seen)
    by_itself = words_of(" ".join(each.text for each in now.texts if each.place in moving))
    for each in now.grid.controls if now.grid else ():
        plain = bare(each.text)
        if not plain or each.key in known or here[plain] <= there[plain]:
            continue
        if not told.has_all(each.text, by_itself):
            yield plain, f"control '{each.text}': {each.html}"


def _named(look: Look) -> Counter[str]:
    """How many controls that can be seen have each name; grids cut long ones."""
    return Counter(
        name
        for each in look.controls
        if each.seen
        for name in {bare(one[:_CUT]) for one in each.names}
    )


def _new_states(seen: Seen, now: Look, told: Told) -> Iterator[str]:
    """The states of controls that are others than before, and are not told."""
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
            if not _is_told(each, state, value, told):
                name = each.names[0] if each.names else each.place
                yield f"'{name}' is {state}={value!r}, was {was.states.get(state)!r}"


def _other(was: Control, now: Control) -> list[tuple[str, str]]:
    """The states that another look has otherwise."""
    names = {*was.states, *now.states}
    return [
        (name, now.states.get(name, "false"))
        for name in sorted(names)
        if was.states.get(name, "false") != now.states.get(name, "false")
    ]


def _is_told(control: Control, state: str, value: str, told: Told) -> bool:
    if state == "value":
        if bare(value):
            return told.has(value)
        return told.quotes(value) if value else told.has_state(control.names, "''")
    words = _WORDS.get((state, value), (f"{state}={value}",))
    return any(told.has_state(control.names, each) for each in words)


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
    """Whether it is what a field held, or its hint: both make way for what is filled in."""
    return place.endswith(("/hint", "/value"))
