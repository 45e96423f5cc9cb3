"""Our names compared with Chromium's, and why they may differ. Pure.

A name of ours that is not Chromium's is a fault unless one of the reasons here holds. Each is a
rule on what the page says: none interprets text, and each must account for all that differs.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass

from . import grounds
from .spoken import Pair, squeezed


@dataclass(frozen=True, kw_only=True, slots=True)
class Reason:
    """Why our name of an element deliberately differs from Chromium's.

    Attributes:
        name: as it is counted in a report.
        why: one sentence.
    """

    name: str
    why: str


@dataclass(frozen=True, kw_only=True, slots=True)
class Step(Reason):
    """What is removed from Chromium's name, or changed in it; others may hold for the rest.

    Attributes:
        apply: returns the name without that, given the pair and the name so far.
    """

    apply: Callable[[Pair, str], str]


@dataclass(frozen=True, kw_only=True, slots=True)
class Rule(Reason):
    """Why our name replaces all that is left of Chromium's.

    Attributes:
        holds: decides for a pair, given what is left.
    """

    holds: Callable[[Pair, str], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class Judged:
    """A pair, and why it differs.

    Attributes:
        reason: ``"agreed"``, the name of a reason, or ``""`` where there is none.
    """

    pair: Pair
    reason: str


AGREED = "agreed"


def judge(pair: Pair) -> Judged:
    """Return why the names of an element differ: one rule, possibly after some steps."""
    ours, left = squeezed(pair.ours.name), squeezed(pair.theirs.name)
    if ours == left:
        return Judged(pair=pair, reason=AGREED)
    for step in STEPS:
        left = squeezed(step.apply(pair, left))
        if ours == left:
            return Judged(pair=pair, reason=step.name)
    held = (rule.name for rule in RULES if rule.holds(pair, left))
    return Judged(pair=pair, reason=next(held, ""))


STEPS: tuple[Step, ...] = (
    Step(
        name="signs that are not drawn",
        why="Joiners and marks of direction inside a name cannot be seen nor typed.",
        apply=grounds.seen_signs,
    ),
    Step(
        name="pictures of a font",
        why="A character for private use is a picture of some font and says nothing as text.",
        apply=grounds.no_pictures,
    ),
    Step(
        name="words of a style sheet",
        why="What a style sheet writes beside other words is an ornament, such as an arrow.",
        apply=grounds.written,
    ),
    Step(
        name="letters of a style sheet",
        why="We show words as they are written, and not in the capitals they are drawn in.",
        apply=grounds.letters,
    ),
    Step(
        name="blanks between parts",
        why="Where two parts meet we set a blank by how they are drawn, Chromium by their kind.",
        apply=grounds.gaps,
    ),
    Step(
        name="cut",
        why="A long name is cut in the outline; the page's words can be asked for.",
        apply=grounds.cut,
    ),
)


RULES: tuple[Rule, ...] = (
    Rule(
        name="written in it",
        why="Chromium has no name for it, for it is no control to it, or hidden from assistive "
        "technology; a person reads what is written in it.",
        holds=grounds.by_text,
    ),
    Rule(
        name="title",
        why="Nothing but a picture is in it, or it is no control to Chromium; its title says more.",
        holds=grounds.by_title,
    ),
    Rule(
        name="placeholder",
        why="A field without any other name is called as its placeholder says, of whatever kind.",
        holds=grounds.by_placeholder,
    ),
    Rule(
        name="unseen label",
        why="The page names the field by a label that is not drawn; Chromium leaves that out.",
        holds=grounds.by_unseen_label,
    ),
    Rule(
        name="label in the place of its field",
        why="The field is not drawn and in no tree: its label is what is pressed.",
        holds=grounds.stands,
    ),
    Rule(
        name="title or picture of its label",
        why="Its label holds no text; Chromium reads neither its title nor the words of a picture.",
        holds=grounds.wordless_label,
    ),
    Rule(
        name="button of a file field",
        why="Chromium says the browser's own words, in its language; a state says it takes files.",
        holds=grounds.file_button,
    ),
    Rule(
        name="told below",
        why="What is left out stands on lines of its own right below.",
        holds=grounds.on_lines_below,
    ),
    Rule(
        name="figure",
        why="Chromium does not read the caption of a figure that is in a link; it is all it says.",
        holds=grounds.figure,
    ),
    Rule(
        name="written on a shape",
        why="Chromium has no name for a shape of a drawing; its group holds what is written on it.",
        holds=grounds.on_shape,
    ),
    Rule(
        name="title inside",
        why="Chromium does not read the title of an empty part, such as an icon, as accname does.",
        holds=grounds.title_inside,
    ),
    Rule(
        name="counted stars",
        why="A rating that is drawn as a row of stars is told as a number.",
        holds=grounds.counted,
    ),
    Rule(
        name="title beside",
        why="What Chromium calls by its title we call by its contents, and tell the title as well.",
        holds=grounds.title_beside,
    ),
)


def tally(judged: Iterable[Judged]) -> dict[str, int]:
    """Count the pairs by reason, in the order of the table; those without one are ``""``."""
    counts = dict.fromkeys([AGREED, *(each.name for each in (*STEPS, *RULES)), ""], 0)
    for each in judged:
        counts[each.reason] += 1
    return {reason: count for reason, count in counts.items() if count}
