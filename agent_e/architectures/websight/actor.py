"""The actor: one instruction and one screenshot to one action. It sees no DOM.

A model that cannot see pictures gets a text list of positions: `assisted`.
"""

from __future__ import annotations

from agent_e.agents.grounding import ACTOR, sight_of
from agent_e.agents.run_context import RunContext
from agent_e.errors import ActionParseError
from agent_e.models.model import Message
from agent_e.models.model_table import sees_pictures
from agent_e.prompts import render
from agent_e.types import Node, Observation, PageText
from agent_e.vision.actions import Action, Space
from agent_e.vision.grounding import Sent, read_actions, sent_to
from agent_e.vision.spec import VisionSpec

_WORDS = VisionSpec(dialect="ui_tars", space=Space.CSS)
"""For a model that gets positions as text: they are in CSS pixels."""
READS = "ui_tars"
"""The dialect that its prompt asks for; a model that knows another one may answer in that."""
_TRIES = 2
_REMEMBERED = 3
_MAX_WORDS = 1_500


class Actor:
    """One run's actor.

    Attributes:
        sees: whether its model sees pictures.
        unreadable: answers so far that were no action.
    """

    def __init__(self, context: RunContext, *, language: str) -> None:
        name = context.models[ACTOR].name
        self.sees = sees_pictures(name)
        self.unreadable = 0
        self._context = context
        self._language = language
        self._row = sight_of(name) if self.sees else _WORDS
        self._in_vain: list[str] = []

    async def decide(self, instruction: str) -> Action:
        """Return one action, its points in CSS pixels.

        An unreadable answer is sent back once, with what was wrong.

        Raises:
            ActionParseError: it could not be read the second time either.
        """
        shot = await self._context.skill_context.eyes().screenshot(whole=True)
        sent = sent_to(self._row, shot)
        messages = await self._messages(instruction, sent)
        calls = self._context.calls(ACTOR)
        for left in range(_TRIES - 1, -1, -1):
            reply = await calls.complete(messages, (), step=False)
            try:
                # Of several only the first: the others assume a page that was not seen.
                action = read_actions(reply.text, sent, also=READS)[0]
            except ActionParseError as error:
                self.unreadable += 1
                if not left:
                    raise
                again = Message(role="user", text=str(error))
                messages = [*messages, Message(role="assistant", text=reply.text), again]
                continue
            if action.kind != "wait":
                self._in_vain = [*self._in_vain, action.raw][-_REMEMBERED:]
            return action
        raise AssertionError("the last try returns or raises")

    def moved_on(self) -> None:
        """Forget the actions so far, as the page has changed."""
        self._in_vain = []

    async def _messages(self, instruction: str, sent: Sent) -> list[Message]:
        tried = f"Done without effect: {'; '.join(self._in_vain)}\n" if self._in_vain else ""
        if not self.sees:
            counted = "in CSS pixels of the page as it is shown"
            words = actor_words(instruction, counted, language=self._language)
            page = await self._context.skill_context.observer.observe_cached()
            return [Message(role="user", text=words, page=_where(page), data=(page,))]
        words = actor_words(instruction, sent.counted, language=self._language, tried=tried)
        # The picture comes first: models that point are trained in this order.
        return [Message(role="user", pictures=(sent.picture,)), Message(role="user", text=words)]


def actor_words(instruction: str, counted: str, *, language: str, tried: str = "") -> str:
    """What the actor is told, after the picture.

    Args:
        instruction: what to do.
        counted: what points are counted in, in words.
        language: of its thoughts.
        tried: the line of actions that were done without effect.
    """
    return render(
        "websight_actor", language=language, counted=counted, tried=tried, instruction=instruction
    )


def _where(page: Observation) -> PageText:
    """The elements that can be acted on, one per line, with the centre of their visible part."""
    return PageText.joined(*map(_line, page.elements[:_MAX_WORDS], [page] * _MAX_WORDS))


def _line(node: Node, page: Observation) -> str:
    return f"[{node.mmid}] {node.role} '{node.name}' {_place(node, page)}"


def _place(node: Node, page: Observation) -> str:
    if node.bbox is None:
        return "nowhere"
    x, y, width, height = node.bbox
    view = page.scroll
    left, right = max(x, 0), min(x + width, view.viewport_width)
    top, bottom = max(y, 0), min(y + height, view.viewport_height)
    if right > left and bottom > top:
        return f"at ({(left + right) / 2:g}, {(top + bottom) / 2:g})"
    if top >= bottom:
        return "above" if y < 0 else "below"
    return "left" if x < 0 else "right"
