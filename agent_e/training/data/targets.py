"""What the model is asked and has to answer: the prompts, formats and units of inference."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Literal

from agent_e.agents.grounding import answered_point, grounder_words
from agent_e.architectures.websight.actor import READS, actor_words
from agent_e.configs import load_config
from agent_e.errors import ActionParseError
from agent_e.training.records import ClickRecord
from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.coordinates import from_css
from agent_e.vision.grounding import Sent, read_actions

from .instructions import Style, filled

Prompt = Literal["actor", "grounder"]
PROMPTS: dict[Prompt, Style] = {"actor": "do", "grounder": "find"}
_LANGUAGE = "English"
_NEAR = 1.0
"""How far a target may lie from the centre of its box on either axis, CSS pixels."""
_STUCK = "STUCK"
"""What the actor's prompt asks for where nothing fits."""
_NONE = "NONE"
"""What the grounder's prompt asks for where nothing fits."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Target:
    """The words after the picture, and the right answer to them."""

    prompt: str
    answer: str


def target(
    prompt: Prompt, words: str, record: ClickRecord | None, sent: Sent, chance: random.Random
) -> Target | None:
    """Return a target; ``None`` where inference would not read its answer as it is meant.

    Args:
        prompt: whose prompt.
        words: what to do or to find.
        record: the element; ``None`` where it is on another picture.
        sent: the picture as inference knows it.
        chance: draws the thought.
    """
    whole = _asked(prompt, words, sent)
    centre = _centre(record.box) if record else None
    answer = _answer(prompt, record, sent, chance)
    try:
        found = read_back(prompt, answer, sent)
    except ActionParseError:
        return None
    if centre is None or found is None:
        right = found is centre
    else:
        right = max(abs(found[0] - centre[0]), abs(found[1] - centre[1])) <= _NEAR
    return Target(prompt=whole, answer=answer) if right else None


def read_back(prompt: Prompt, answer: str, sent: Sent) -> tuple[float, float] | None:
    """Read an answer as inference does: a point in CSS pixels; ``None`` for "not there"."""
    if prompt == "grounder":
        return answered_point(answer, sent)
    action = read_actions(answer, sent, also=READS)[0]
    if action.kind == "done" and action.text == _STUCK:
        return None
    if action.kind != "click" or action.point is None:
        raise ActionParseError(f"The answer is no click: {answer}", code="missing_point")
    return action.point.x, action.point.y


def _asked(prompt: Prompt, words: str, sent: Sent) -> str:
    if prompt == "grounder":
        return grounder_words(words, sent)
    return actor_words(words, sent.counted, language=_LANGUAGE)


def _answer(prompt: Prompt, record: ClickRecord | None, sent: Sent, chance: random.Random) -> str:
    thoughts: dict[str, list[str]] = load_config("instructions")["thoughts"]
    if record is None:
        if prompt == "grounder":
            return _NONE
        return f"Thought: {chance.choice(thoughts['absent'])}\nAction: finished(content='{_STUCK}')"
    x, y = _point(_centre(record.box), sent)
    if prompt == "grounder":
        # No thought that names it: grounding models are asked for a point and nothing else.
        return DIALECTS[sent.row.dialect].click(x, y, chance.choice(thoughts["grounder"]))
    known = "name" if record.name else "text" if record.text else "plain"
    return DIALECTS[READS].click(x, y, filled(chance.choice(thoughts[known]), record))


def _centre(box: tuple[float, float, float, float]) -> tuple[float, float]:
    return (box[0] + box[2]) / 2, (box[1] + box[3]) / 2


def _point(centre: tuple[float, float], sent: Sent) -> tuple[float, float]:
    """The centre in the model's unit: whole numbers, as models are trained to write them.

    Where one unit is more than two CSS pixels, as on a large page that is shrunk much, a whole
    number can be more than one off: then with a decimal place.
    """
    point = from_css(*centre, sent.row.space, sent.scaling)
    unit = from_css(1, 1, sent.row.space, sent.scaling)
    places = 0 if 2 * min(unit.x, unit.y) >= _NEAR else 1
    return round(point.x, places), round(point.y, places)
