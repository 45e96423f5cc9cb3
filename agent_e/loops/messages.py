"""Messages about loops, and the ways out that are suggested in turn. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import shorten

from agent_e.types import PageText

from .steps import RULES, Tried, Verdict

_MAX_LENGTH = 90
_MAX_PAIRS = 4
LADDER = (
    "another element, view or menu of the same page",
    "the site's own search",
    "an edited address that leads there directly",
    "the page above, and down from there another way",
    "another site or a search engine",
)
"""Ways out, the nearest first."""
ASK = "asking the person"


@dataclass(frozen=True, kw_only=True, slots=True)
class LoopNotice:
    """What an agent is to know of a loop: in our words, and what was tried, which quotes pages."""

    own: str = ""
    tried: PageText = PageText()


def format_tried(pairs: Sequence[Tried]) -> str:
    """The tried actions and their outcomes, such as ``click button 'Buy' -> nothing (2 times)``."""
    return "; ".join(map(_one, pairs[-_MAX_PAIRS:]))


def _one(pair: Tried) -> str:
    led = shorten(pair.led_to, _MAX_LENGTH, placeholder=" …") or "nothing"
    times = f" ({pair.times} times)" if pair.times > 1 else ""
    return f"{shorten(pair.words, _MAX_LENGTH, placeholder=' …')} -> {led}{times}"


def tried_in(verdict: Verdict) -> PageText:
    """What the loop consists of."""
    return PageText(f"Tried: {format_tried(verdict.pairs)}")


def warning(verdict: Verdict) -> LoopNotice:
    """The first warning: that the agent is looping, what it tried, and to stop that."""
    wait = " To wait for something, use wait_for." if verdict.rule == "no_change" else ""
    own = (
        f"LOOP: {RULES[verdict.rule]}. Do not do again here what was tried; take {LADDER[0]}, or "
        f"another way.{wait}"
    )
    return LoopNotice(own=own, tried=tried_in(verdict))


def ending(verdict: Verdict, last_words: str) -> LoopNotice:
    """The message when the tried pairs are forbidden; ``last_words`` say what is left to do."""
    own = f"LOOP again: {RULES[verdict.rule]}. What was tried is refused from now on. {last_words}"
    return LoopNotice(own=own, tried=tried_in(verdict))


def refusal(pair: Tried) -> str:
    """Why a forbidden pair is refused."""
    return f"Not done: here this was tried and led nowhere: {_one(pair)}. Take another way."


def named(verdict: Verdict) -> str:
    """The loop, as a sentence that can end a run or a sub-task."""
    return f"It went round in a loop: {RULES[verdict.rule]} ({format_tried(verdict.pairs)})."


def next_strategy(level: int, *, person: bool) -> str:
    """What a planner is told to try next: further up the ladder each time.

    Args:
        level: of the verdict, from 1.
        person: whether there is a person to ask.
    """
    half = (len(LADDER) + 1) // 2
    rungs = LADDER[:half] if level == 1 else LADDER[half - 1 :]
    if level > 1 and person:
        rungs = (*rungs, ASK)
    ways = ", then ".join(rungs)
    refused = " The same again is refused." if level > 1 else ""
    return f"Change the plan: the next sub-task must take another way: {ways}.{refused}"
