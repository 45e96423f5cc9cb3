"""``reference``: the task's known answer, compared by wording first, then by meaning."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from .answers.items import says
from .answers.normal import bare, tidy
from .answers.numbers import scan_numbers
from .answers.scalars import Wanted, expected, matches
from .base import Case, Evaluator, Finding, Keys, sentence, show
from .equivalence import PROMPT, same_answer

if TYPE_CHECKING:
    from agent_e.benchmarks.judging.judge import Judge

_MAX_WORDS = 6
"""A part of more words than these is prose: other wording may mean the same."""
_FIGURE = re.compile(r"\W*(?:about|approximately|around|ca)?\W*[+-]?[\d.,' ]*\d\W*", re.IGNORECASE)
_ALTERNATIVE = re.compile(r"(?<=['\"])\s+or\s+(?=['\"])|\s+OR\s+")
_PLACEHOLDER = re.compile(r"<[A-Za-z][\w ]*>|-+")


class ReferenceCheck(Keys):
    """Keys of ``reference``."""

    judge: bool = True
    """Whether to ask a model where the wording differs."""


@dataclass(frozen=True, slots=True)
class _Match:
    """Result of comparing the wording; ``None`` where other words might mean the same."""

    passed: bool | None
    reason: str


async def _rule(keys: ReferenceCheck, case: Case, judge: Judge | None) -> Finding:
    reference, answer = case.task.reference, case.evidence.answer
    expected = _words(reference.answer)
    if not expected:
        return Finding(passed=None, reason="The task has no reference answer.")
    given = _words(answer)
    if not given:
        return Finding(passed=False, reason="There is no answer.")
    match = match_parts(given, parts_of(expected), case.task.intent)
    evidence = f"{show(answer)} beside {show(expected)}"
    if match.passed:
        return Finding(passed=True, reason=match.reason, evidence=evidence)
    if judge is not None and keys.judge:
        found = await same_answer(judge, case, expected)
        if found.passed is False and reference.kind == "possible":
            return Finding(
                passed=None,
                reason=f"{found.reason} Other answers may be right.",
                evidence=found.evidence,
            )
        return found
    if reference.kind == "possible":
        reason = f"{match.reason} Other answers may be right."
        return Finding(passed=None, reason=reason, evidence=evidence)
    return Finding(passed=match.passed, reason=match.reason, evidence=evidence)


def parts_of(reference: str) -> list[str]:
    """Return the parts that must all be there: "35; 12" is two."""
    return [part.strip() for part in reference.split(";") if bare(part)]


def match_parts(answer: str, parts: Sequence[str], intent: str) -> _Match:
    """Compare an answer with every part of a reference."""
    if not parts:
        return _Match(None, "The reference says nothing that could be compared.")
    figures = [part for part in parts if _FIGURE.fullmatch(tidy(part))]
    if len(figures) == len(parts):
        return _match_figures(answer, figures, intent)
    unsure = ""
    for part in parts:
        if _says_part(answer, part):
            continue
        if len(part.split()) <= _MAX_WORDS and not _PLACEHOLDER.search(part):
            return _Match(False, f"The answer does not say {bare(part)!r}.")
        unsure = unsure or part
    if unsure:
        return _Match(None, f"The answer does not say {show(unsure)} in these words.")
    return _Match(True, "The answer says every part of the reference.")


def _says_part(answer: str, part: str) -> bool:
    if _PLACEHOLDER.fullmatch(part.strip()):
        return False
    alternatives = _ALTERNATIVE.split(part)
    return any(says(answer, each) for each in alternatives if bare(each))


def _match_figures(answer: str, parts: Sequence[str], intent: str) -> _Match:
    values = [expected("number", re.sub(r"[^\d.,' +-]", "", tidy(part)).strip()) for part in parts]
    if len(values) == 1:
        wrong = matches(answer, [Wanted(kind="number", value=values[0])], intent)
        if not wrong:
            return _Match(True, "The answer is the reference.")
        return _Match(False, sentence(f"{wrong}, not {parts[0]}"))
    named = scan_numbers(tidy(answer))
    missing = [
        part
        for part, value in zip(parts, values, strict=True)
        if not any(value in each.readings for each in named)
    ]
    if missing:
        return _Match(False, f"The answer does not say {missing[0]}.")
    others = [each for each in named if not each.readings & set(values)]
    if others:
        return _Match(None, "The answer names other numbers beside those of the reference.")
    return _Match(True, "The answer names the numbers of the reference and no others.")


def _words(value: Any) -> str:
    if value is None or isinstance(value, str):
        return (value or "").strip()
    if isinstance(value, list):
        return "; ".join(_words(each) for each in value)
    return json.dumps(value, ensure_ascii=False)


REFERENCE = Evaluator(
    name="reference", version=1, keys=ReferenceCheck, rule=_rule, prompts=(PROMPT,)
)
