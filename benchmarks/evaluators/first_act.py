"""``first_act``: what was done first on a page or picture on which nothing comes of it.

Sources: Deng et al. 2023, "Mind2Web", section 4.1, element accuracy and operation F1 (a step
succeeds when both are 1); General Agents 2025, "Showdown", a click is right within the box.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, Self

from pydantic import model_validator

from agent_e.benchmarks.episodes.record import Evidence

from .base import Case, EvaluationError, Finding, Keys, pure, show
from .js import LAST, js_key
from .values import MISSING, at_path

_CHANGES = ("TYPE", "SELECT")
_PLACE = Path(__file__).parent / "js" / "place.js"


class FirstActCheck(Keys):
    """Keys of ``first_act``; exactly one beside ``site`` and ``part``."""

    site: str
    box: list[float] | None = None
    """Left, top, right and bottom of where a click is right, as fractions of the picture."""
    elements: list[str] | None = None
    """Ids of which it is one, or an element within one."""
    operation: str | None = None
    """CLICK, TYPE or SELECT, with the text typed or chosen."""
    selector: str | None = None
    """CSS selector of the one element on whose box a click is right."""
    part: list[float] | None = None
    """The part of that box where it is right: left, top, right and bottom as fractions."""

    @model_validator(mode="after")
    def _says_one_thing(self) -> Self:
        ways = (self.box, self.elements, self.operation, self.selector)
        if sum(each is not None for each in ways) != 1:
            raise ValueError("give one of box, elements, operation, selector")
        if self.part is not None and self.selector is None:
            raise ValueError("a part is one of a selector's element")
        if any(each is not None and len(each) != 4 for each in (self.box, self.part)):
            raise ValueError("a box has four sides")
        return self

    @property
    def expression(self) -> str:
        """JavaScript that says where the right place is, ``null`` where it is not to be seen.

        The value has ``box`` in CSS pixels of the page, and the window's ``scroll`` and ``size``.
        """
        arguments = json.dumps([self.selector, self.part or [0, 0, 1, 1]])[1:-1]
        return f"({_PLACE.read_text(encoding='utf-8').strip().removesuffix(';')})({arguments})"


def _rule(keys: FirstActCheck, case: Case) -> Finding:
    acts = at_path(case.evidence.state.get(keys.site), "acts")
    if acts is MISSING:
        raise EvaluationError(
            f"The evidence of {case.folder} does not say what was done on {keys.site}. "
            "Run the episode again."
        )
    if not acts:
        return Finding(passed=False, reason="Nothing was done on the page.")
    first = acts[0]
    box = keys.box
    if keys.selector is not None:
        if js_key(LAST, keys.expression) not in case.evidence.js:
            raise EvaluationError(
                f"The evidence of {case.folder} does not say where {keys.selector} is. "
                "Run the episode again."
            )
        box = place_of(keys, case.evidence).get("box")
        if box is None:
            return Finding(passed=False, reason="At the end its page was not there any more.")
    if box is not None:
        left, top, right, bottom = box
        x, y = first.get("x", -1.0), first.get("y", -1.0)
        hit = left <= x <= right and top <= y <= bottom
        words = "in" if hit else "outside"
        return Finding(passed=hit, reason=f"It clicked {words} the box.", evidence=show(first))
    if keys.elements is not None:
        right_one = bool(set(keys.elements) & set(first["ids"]))
        words = "the right element" if right_one else "another element"
        return Finding(passed=right_one, reason=f"It chose {words}.", evidence=show(first))
    done = operation_of(acts)
    score = f1(done, keys.operation or "")
    return Finding(
        passed=score == 1.0,
        reason=f"It did {show(done)}, and {show(keys.operation)} was recorded.",
        evidence=show(first),
        score=score,
    )


def place_of(keys: FirstActCheck, evidence: Evidence) -> dict[str, Any]:
    """Return where a selector's right place was; empty where it was not to be seen."""
    value = evidence.js.get(js_key(LAST, keys.expression))
    return value if isinstance(value, dict) else {}


def operation_of(acts: list[dict[str, Any]]) -> str:
    """Return what was done with the first element: clicking into a field is part of typing."""
    own = acts[0]["ids"][:1]
    changes = [act for act in acts if act["kind"] in _CHANGES and act["ids"][:1] == own]
    last = changes[-1] if changes else acts[0]
    return f"{last['kind']} {last['value']}".strip()


def f1(given: str, wanted: str) -> float:
    """Return the harmonic mean of precision and recall over the words of two texts."""
    one, other = set(given.split()), set(wanted.split())
    common = len(one & other)
    return 2 * common / (len(one) + len(other)) if common else 0.0


FIRST_ACT = pure("first_act", 2, FirstActCheck, _rule)
