"""What a judge is shown of an episode, and the finding from its opinions.

Text from an agent or a page reaches a judge as fenced data.
"""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Literal, TypeVar

from PIL import Image, UnidentifiedImageError

from agent_e.benchmarks.episodes.reading import find_run_dir
from agent_e.benchmarks.judging.replies import Opinion, S, Shape
from agent_e.journal.events import ActionEnded, ActionStarted
from agent_e.journal.formatting import format_action, format_result
from agent_e.journal.reader import read_run
from agent_e.models.model import Picture
from agent_e.types import PageText

from .base import Case, EvaluationError, Finding, cut

UNASKED = Finding(passed=None, reason="No judge was asked: name a model with --judge.")
UNSEEN = Finding(passed=None, reason="There are no screenshots to look at.")
_MAX_LENGTH = 20_000


class Looked(Shape):
    """A verdict on an episode that may be left open."""

    criteria: list[str] | str
    thoughts: str
    verdict: Literal["success", "failure", "unclear"]


class Decided(Shape):
    """A verdict on an episode: what is not proved is a failure."""

    thoughts: str
    verdict: Literal["success", "failure"]


V = TypeVar("V", Looked, Decided)


def has_answer(case: Case) -> bool:
    """Whether the agent answered with more than blanks."""
    answer = case.evidence.answer
    return bool(answer.strip()) if isinstance(answer, str) else answer is not None


def answer_of(case: Case) -> PageText:
    """Return the agent's answer, without its middle where it is longer than a judge needs."""
    answer = case.evidence.answer
    return _shortened(answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False))


def actions_of(case: Case) -> PageText:
    """Return the actions of the agent, one numbered line each, with what they changed.

    What it told the person at the end is no action.
    """
    run_dir = find_run_dir(case.folder)
    if run_dir is None:
        return PageText("(not recorded)")
    transcript = read_run(run_dir).transcript
    lines = [
        f"{number}. {_action(event, transcript.ends.get(event.seq))}"
        for number, event in enumerate(transcript.of(ActionStarted), 1)
    ]
    return _shortened("\n".join(lines) or "(none)")


def _action(event: ActionStarted, end: ActionEnded | None) -> str:
    if end is None:
        return cut(f"{format_action(event)} (not finished)")
    done = "" if end.status == "done" else f" ({end.status})"
    return cut(f"{format_action(event)}{done}: {format_result(end)}")


def _shortened(text: str) -> PageText:
    if len(text) <= _MAX_LENGTH:
        return PageText(text)
    half = _MAX_LENGTH // 2
    left_out = f"[{len(text) - 2 * half} characters left out]"
    return PageText(f"{text[:half]}\n{left_out}\n{text[-half:]}")


def picture_of(case: Case, name: str) -> Picture:
    """Return a screenshot; PNG and JPEG unchanged, others as PNG.

    Raises:
        EvaluationError: it is missing or is no picture.
    """
    data = case.read_bytes(name)
    try:
        with Image.open(io.BytesIO(data)) as image:
            if image.format == "JPEG":
                return Picture(data=data, media_type="image/jpeg")
            if image.format == "PNG":
                return Picture(data=data, media_type="image/png")
            buffer = io.BytesIO()
            image.convert("RGB").save(buffer, "PNG")
            return Picture(data=buffer.getvalue(), media_type="image/png")
    except (UnidentifiedImageError, OSError) as error:
        raise EvaluationError(
            f"The screenshot {case.folder / name} is no picture. Run the episode again."
        ) from error


def majority(case: Case, opinions: Sequence[Opinion[V]], trail: str) -> Finding:
    """Return the verdict of more than half of all opinions; missing ones count as neither.

    Args:
        case: the episode.
        opinions: of the judges.
        trail: prompts, and what was shown.
    """
    words = [each.judgement.verdict if each.judgement else "none" for each in opinions]
    models = ", ".join(dict.fromkeys(each.model for each in opinions))
    thoughts = next((each.judgement.thoughts for each in opinions if each.judgement), "")
    found = Finding(
        passed=None,
        reason=undecided(opinions),
        evidence=f"{models}, {trail}: {cut(thoughts, 200)}",
        votes=tuple(words),
    )
    for word, passed in (("success", True), ("failure", False)):
        count = words.count(word)
        if count * 2 > len(words):
            several = f" ({count} of {len(words)})" if len(words) > 1 else ""
            found = replace(found, passed=passed, reason=f"The judge says {word}{several}.")
    return undenied(case, found)


def undecided(opinions: Sequence[Opinion[S]]) -> str:
    """Say why opinions have no majority."""
    problems = [each.problem for each in opinions if each.problem]
    if problems:
        return f"The judge could not be asked: {problems[0]}"
    return "The judges disagree." if len(opinions) > 1 else "The judge says that it is unclear."


def undenied(case: Case, found: Finding) -> Finding:
    """Return the finding, undecided where it is a success of which the agent says it is none."""
    if found.passed and case.evidence.claim == "cannot" and case.task.feasible:
        reason = "The agent says that it could not, the judge that it did."
        return replace(found, passed=None, reason=reason)
    return found
