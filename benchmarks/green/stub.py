"""The rule-based baseline of the white agent's seed: matches words, else tries all in order.

It knows no language: a word of the instruction is one that also stands on the page. What every
better agent is compared with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_e.types.act_protocol import ActInfo, ActRequest, ActResponse, Click, DomElement, Stop

NAME = "stub"
_MIN_LENGTH = 4
"""Letters of a word that is looked for."""
_PRESSED = frozenset({"a", "button", "summary"})
_FIGURE = re.compile(r"\d")


class StubPolicy:
    """Decides by words alone; keeps nothing."""

    async def decide(self, request: ActRequest) -> ActResponse:
        """Stop at the first figure that a word of the task labels, else open what is next."""
        elements = request.observation.dom_summary
        wanted = [word for word in _words(request.instruction) if len(word) >= _MIN_LENGTH]
        pressed = [element for element in elements if element.tag in _PRESSED]
        found = _labelled(wanted, [each for each in elements if each.tag not in _PRESSED])
        if found is not None:
            return _stop(found.text, f"'{found.text}' stands where a word of the task does.", 0.5)
        if request.step_idx < len(pressed):
            target = pressed[request.step_idx]
            return ActResponse(
                action=Click(type="click", selector=target.selector),
                thoughts=f"Nothing of {', '.join(wanted)} is in sight: '{target.text}' is next.",
                info=ActInfo(confidence=0.1, model=NAME, provider="agent-e"),
            )
        return _stop("Cannot: all that can be pressed was tried.", "There is nothing left.", 0.0)


def _labelled(wanted: Sequence[str], texts: Sequence[DomElement]) -> DomElement | None:
    """The first text with a figure that has a word in it, in its selector or just before it."""
    for word in wanted:
        before = ""
        for element in texts:
            near = _words(f"{before} {element.selector} {element.text}")
            if word in near and _FIGURE.search(element.text):
                return element
            before = element.text
    return None


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W\d_]+", text.lower())


def _stop(reason: str, thoughts: str, confidence: float) -> ActResponse:
    return ActResponse(
        action=Stop(type="stop", reason=reason),
        thoughts=thoughts,
        info=ActInfo(confidence=confidence, model=NAME, provider="agent-e"),
    )
