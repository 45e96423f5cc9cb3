"""A model that answers in JSON actions, as one that calls functions.

What is sent is not the whole conversation: the newest steps in full, older ones in a line each, and
one picture, the newest (seed: Web-Browser-Agent, "Token-Aware Sliding Window History").
"""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from typing import get_args

from agent_e.errors import ActionParseError, ContextOverflow
from agent_e.memory.history import PICTURE_GONE
from agent_e.memory.tokens import message_tokens, text_tokens
from agent_e.skills.som_act import BY_LOOKS, SomAction
from agent_e.types import Data
from agent_e.vision.actions import Action
from agent_e.vision.dialects import DIALECTS

from .captioned import BLIND
from .model import (
    AnswerSchema,
    Message,
    Model,
    Picture,
    Reply,
    ToolCall,
    ToolSchema,
    TransientModelError,
)
from .passing import Passing

ACT, DONE = "som_act", "done"
_DIALECT = DIALECTS["som_json"]
_LINES = 0.25
"""Of the budget what the lines of older steps may take."""
_SHORTER = 0.6


def answer_schema(*, by_looks: bool = False) -> AnswerSchema:
    """What the model is to answer; ``by_looks``: it may also click what it describes."""
    actions = [*get_args(SomAction), *([BY_LOOKS] if by_looks else []), DONE]
    properties = {
        "thought": {"type": "string"},
        "action": {"type": "string", "enum": actions},
        "element_id": {"type": "integer"},
        "text": {"type": "string"},
    }
    schema = {"type": "object", "properties": properties, "required": ["thought", "action"]}
    return AnswerSchema(name="som_action", schema=schema)


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """How much of a conversation is sent.

    Attributes:
        steps: of how many of the newest steps all is told.
        older_characters: how much of each older one.
        budget_tokens: what a request never exceeds.
        views: whether the pages of those steps are told too, or the newest one only.
    """

    steps: int = 3
    older_characters: int = 100
    budget_tokens: int = 100_000
    views: bool = False


@dataclass(kw_only=True, slots=True)
class _Step:
    """One answer of the model, and what came of it: what pages ``told``, and what we ``said``."""

    answer: str
    told: list[str] = field(default_factory=list)
    said: list[str] = field(default_factory=list)
    view: str = ""
    pictures: tuple[Picture, ...] = ()
    data: tuple[Data, ...] = ()

    def short(self, number: int, longest: int) -> str:
        """The step in a line."""
        came = " ".join([*self.told, *self.said])
        words = " ".join(f"{_action_words(self.answer)}: {came}".split())
        return f"[Step {number}: {words if len(words) <= longest else words[:longest] + '…'}]"

    def messages(self, *, view: bool, pictures: bool) -> list[Message]:
        """The step in full."""
        page = [*self.told, *([self.view] if view and self.view else [])]
        shown = self.pictures if pictures else ()
        told = Message(role="user", page="\n\n".join(page), pictures=shown, data=self.data)
        said = Message(role="user", text="\n\n".join(self.said))
        came = [each for each in (told, said) if each.words or each.pictures]
        return [
            Message(role="assistant", text=self.answer),
            *(came or [Message(role="user", text="Go on.")]),
        ]


class JsonActions(Passing):
    """Stands between a chat of function calls and a model that is asked for JSON.

    Attributes:
        refused: answers that could not be read, so far.
        repaired: answers that had to be mended to be read.
        blind: whether the model was told only where pictures are.
    """

    def __init__(
        self, model: Model, window: Window, *, task: Callable[[], str], by_looks: bool = False
    ) -> None:
        """Wrap a model.

        Args:
            model: which is offered no functions.
            window: how much of the conversation it is sent.
            task: as it is now; told without the first page, once there is a newer one.
            by_looks: whether what is described can be clicked.
        """
        self.refused = 0
        self.repaired = 0
        self.blind = False
        super().__init__(model, self.fitted)
        self._window = window
        self._task = task
        self._answer = answer_schema(by_looks=by_looks)
        self._problem = ""
        self._shortened = False

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Answer the conversation; a reply that holds no action is returned as it came."""
        reply = await self._sent(self.fitted(messages))
        self.blind = self.blind or BLIND in reply.repairs
        try:
            action = _DIALECT.parse(reply.text)[0]
        except ActionParseError as error:
            self.refused += 1
            self._problem = str(error)
            # Calls it has all the same were read out of its words when it was recorded.
            return reply
        self.repaired += bool(action.repairs)
        number = 1 + sum(message.role == "assistant" for message in messages)
        return replace(reply, calls=(_call(action, f"som_{number}"),))

    def fitted(self, messages: Sequence[Message]) -> list[Message]:
        """What is sent of a conversation."""
        return fitted(messages, self._window, self._task())

    async def _sent(self, messages: Sequence[Message]) -> Reply:
        try:
            return await self._model.complete(messages, schema=self._answer)
        except ContextOverflow as error:
            budget = round(_SHORTER * _tokens(messages))
            if self._shortened or budget >= self._window.budget_tokens:
                raise
            self._shortened = True
            self._window = replace(self._window, budget_tokens=budget)
            raise TransientModelError(f"{error} Less of it is sent.", wait_s=0) from error

    def repair(self, reply: Reply) -> str:
        """Say what was wrong with the last answer, with an example of a good one."""
        return self._problem


def fitted(messages: Sequence[Message], window: Window, task: str) -> list[Message]:
    """Return what is sent of a conversation; of it only the newest page may break the budget."""
    system, first, *later = messages
    remarks = []
    while later and later[0].role == "user":
        # There is but one step, and that is said before it.
        remarks.append(later.pop(0))
    steps = _steps(later)
    longest = replace(first if window.views else replace(first, page=""), pictures=())
    lines_room = round(window.budget_tokens * _LINES)
    every = [step.short(number, window.older_characters) for number, step in enumerate(steps, 1)]
    room = (
        window.budget_tokens
        - _tokens([system, longest, *remarks])
        - min(lines_room, _line_tokens(every))
    )
    looks = [at for at, step in enumerate(steps) if step.view or step.pictures]
    newest = looks[-1] if looks else -1
    kept: list[list[Message]] = []
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        told = step.messages(view=window.views or at == newest, pictures=at == newest)
        room -= _tokens(told)
        if at < newest and (len(kept) >= window.steps or room < 0):
            break
        kept.insert(0, told)
    lines = every[: len(steps) - len(kept)]
    while len(lines) > 1 and _line_tokens(lines) > lines_room:
        del lines[: 1 + len(lines) // 8]
    start = f"Previous actions summary: {' '.join(lines)}" if lines else ""
    opening = (
        first
        if newest < 0 or (window.views and not lines)
        else Message(role="user", text=task, page=start)
    )
    if newest >= 0:
        opening = replace(opening, pictures=())
    return [system, opening, *remarks, *(message for told in kept for message in told)]


def _steps(messages: Sequence[Message]) -> list[_Step]:
    steps: list[_Step] = []
    for message in messages:
        if message.role == "assistant":
            steps.append(_Step(answer=message.text))
            continue
        step = steps[-1]
        for result in message.results:
            step.told += filter(None, [result.text])
            step.said += filter(None, [result.note])
            step.view, step.data = result.view, result.data
        if message.pictures:
            step.pictures = message.pictures
        elif message.text and message.text != PICTURE_GONE:
            step.said.append(message.text)
    return steps


def _tokens(messages: Sequence[Message]) -> int:
    return sum(map(message_tokens, messages))


def _line_tokens(lines: Sequence[str]) -> int:
    return text_tokens(" ".join(lines))


def _action_words(answer: str) -> str:
    """An answer without its thought."""
    try:
        action = _DIALECT.parse(answer)[0]
    except ActionParseError:
        return "an answer that could not be read"
    said = json.loads(str(_DIALECT.render(action)))
    parts = [said["action"], f"[{said['element_id']}]" if said["element_id"] is not None else ""]
    return " ".join(filter(None, [*parts, f"'{said['text']}'" if said["text"] else ""]))


def _call(action: Action, number: str) -> ToolCall:
    if action.kind == "done":
        return ToolCall(id=number, name=DONE, arguments=json.dumps({"answer": action.text or ""}))
    said = json.loads(str(_DIALECT.render(replace(action, thought=""))))
    given = {"action": said["action"], "element_id": said["element_id"], "text": said["text"] or ""}
    return ToolCall(id=number, name=ACT, arguments=json.dumps(given, ensure_ascii=False))
