"""``webarena_answer`` and ``webarena_page``: WebArena's string_match and program_html.

Source: Zhou et al. 2024, "WebArena: A Realistic Web Environment for Building Autonomous Agents",
section 3.2, as its authors compare in evaluation_harness/evaluators.py (commit f62e0b9): texts are
compared in lower case without surrounding spaces and one pair of quotes. Its url_match is ``url``.
"""

from __future__ import annotations

import html
import json
import re
from typing import TYPE_CHECKING, Self

from pydantic import Field, model_validator

from .base import Case, EvaluationError, Evaluator, Finding, Keys, cut, pure, show
from .equivalence import PROMPT, same_answer
from .js import LAST, LAST_POST, THROWN, js_key
from .judged import UNASKED
from .pages import tabs_that_count, where_it_was

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

HELPER = "func:"
"""Starts a page or locator that is a function of WebArena's own program."""
_OR = " |OR| "
_DRAWN_MS = 3000
_TOKEN = re.compile(r"\w+|[^\w\s]")


class AnswerKeys(Keys):
    """Keys of ``webarena_answer``; all given must hold."""

    exact: str | None = None
    includes: list[str] = []
    """Texts that the answer contains; a single character only as a word."""
    same: list[str] = []
    """Parts of the reference, to be met in meaning: a model judges, and all must be there."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not (self.exact or self.includes or self.same):
            raise ValueError("give one of exact, includes, same")
        return self


class PageKeys(Keys):
    """Keys of ``webarena_page``."""

    url: str
    """``last`` for the agent's page at the end, ``last:post`` for the whole post of the forum that
    it is about, else an address, opened afresh."""
    locator: str = ""
    """JavaScript whose value is looked at; the whole document if empty."""
    prepare: list[str] = []
    """JavaScript to run before; what throws is ignored."""
    exact: str | None = None
    includes: list[str] = Field(default=[])
    """Texts that must be there; `` |OR| `` separates alternatives."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if (self.exact is None) == (not self.includes):
            raise ValueError("give either exact or includes")
        return self

    @property
    def helper(self) -> str:
        """The function of WebArena's program that it needs, if any."""
        return next((each for each in (self.url, self.locator) if each.startswith(HELPER)), "")

    @property
    def expression(self) -> str:
        """JavaScript to evaluate on the page; an address opened afresh has a moment to be drawn."""
        wait = "" if self.url == LAST else f"await new Promise(go => setTimeout(go, {_DRAWN_MS}));"
        before = "".join(f"try {{ {each} }} catch {{}}" for each in self.prepare)
        value = self.locator.strip().rstrip(";") or "document.documentElement.outerHTML"
        # What the wrong page throws is an empty value, as with the authors.
        return f"(async () => {{ {wait}{before}try {{ return {value} }} catch {{ return '' }} }})()"


def clean(text: str) -> str:
    """Return a text as WebArena compares it."""
    text = text.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        text = text[1:-1]
    return text.lower()


def includes(text: str, wanted: str, *, alone: bool = False) -> bool:
    """Whether a text contains another; ``alone``: it is the only one, so "0" is no part of "10"."""
    text, wanted = clean(text), clean(wanted)
    if alone and len(wanted) == 1:
        return wanted in _TOKEN.findall(text)
    return wanted in text


async def _answer_rule(keys: AnswerKeys, case: Case, judge: Judge | None) -> Finding:
    answer = case.evidence.answer
    given = answer if isinstance(answer, str) else "" if answer is None else json.dumps(answer)
    seen = show(answer)
    if not given.strip():
        return Finding(passed=False, reason="There is no answer.")
    if keys.exact is not None and clean(given) != clean(keys.exact):
        return Finding(passed=False, reason=f"It is not {show(keys.exact)}.", evidence=seen)
    for wanted in keys.includes:
        if not includes(given, wanted, alone=len(keys.includes) == 1):
            return Finding(passed=False, reason=f"It does not say {show(wanted)}.", evidence=seen)
    reference = "; ".join(keys.same)
    if not reference or clean(given) == clean(reference):
        return Finding(passed=True, reason="The answer is right.", evidence=seen)
    return UNASKED if judge is None else await same_answer(judge, case, reference)


def _page_rule(keys: PageKeys, case: Case) -> Finding:
    if keys.helper:
        function = keys.helper.removeprefix(HELPER)
        return Finding(
            passed=None, reason=f"Only WebArena's own {function} sees this, with an account of its."
        )
    if keys.url in (LAST, LAST_POST) and not tabs_that_count(case, "active", None):
        reason = "The agent's page is on none of the task's sites."
        return Finding(passed=False, reason=reason, evidence=where_it_was(case))
    key = js_key(keys.url, keys.expression)
    if key not in case.evidence.js:
        raise EvaluationError(
            f"The evidence of {case.folder} has no value of {cut(keys.locator, 80)!r}. "
            "Run the episode again."
        )
    value = case.evidence.js[key]
    if isinstance(value, dict) and THROWN in value:
        raise EvaluationError(f"A page of {case.folder} could not be read: {value[THROWN]}")
    text = html.unescape("" if value is None else str(value))
    wrong = _wrong(keys, text)
    if wrong:
        return Finding(passed=False, reason=f"The page {wrong}.", evidence=text[:1000])
    return Finding(passed=True, reason="The page is as it should be.", evidence=text[:1000])


def _wrong(keys: PageKeys, text: str) -> str:
    if keys.exact is not None:
        return "" if clean(text) == clean(keys.exact) else f"does not say {show(keys.exact)} alone"
    for wanted in keys.includes:
        if not any(includes(text, each) for each in wanted.split(_OR)):
            return f"does not say {show(wanted)}"
    return ""


WEBARENA_ANSWER = Evaluator(
    name="webarena_answer", version=1, keys=AnswerKeys, rule=_answer_rule, prompts=(PROMPT,)
)
WEBARENA_PAGE = pure("webarena_page", 1, PageKeys, _page_rule)
