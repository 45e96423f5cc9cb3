"""Adapts a model that answers in JSON actions to one that calls functions.

Its numbers are those of the newest picture; the calls made of them use element ids. Only part
of the conversation is sent: the newest steps in full, older ones in a line each, the model's
notes to itself, and one picture, the newest (seed: Web-Browser-Agent, "Token-Aware Sliding
Window History").
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import Any

from agent_e.errors import ActionParseError, ContextOverflow
from agent_e.memory.history import PICTURE_GONE, SHOWN
from agent_e.memory.tokens import message_tokens, text_tokens
from agent_e.models.image_fallback import BLIND
from agent_e.models.message_transforms import ModelMiddleware
from agent_e.models.model import (
    AnswerSchema,
    Message,
    Model,
    Picture,
    Reply,
    ToolCall,
    ToolSchema,
    TransientModelError,
)
from agent_e.skills.som_act import BY_LOOKS
from agent_e.types import Data, PageText
from agent_e.vision.action_formats.som_json import (
    ACTIONS,
    EXAMPLE,
    Answer,
    SomAction,
    answer,
    read_action,
)

ACT, REFUSED, DONE = "som_act", "som_refused", "done"
_LINES = 0.25
"""Share of the budget for the lines of older steps."""
_SHORTER = 0.6
_MAX_NOTES = 40
_MAX_NOTE_LENGTH = 400
_MAX_LINES = 4
"""Actions of an older step that have room of their own."""
_GOAL = re.compile(r"\[?(\d+)\]?(?=\s*$|\s+-?\d+(?:\.\d+)?\s*%)")
"""The number of the element that something is dragged to."""


def answer_schema(*, by_looks: bool = False) -> AnswerSchema:
    """Schema of the model's answer; ``by_looks``: it may also click what it describes."""
    names = [*ACTIONS, *([BY_LOOKS] if by_looks else [])]
    values = {"element_id": {"type": "integer"}, "text": {"type": "string"}}
    action = {
        "type": "object",
        "properties": {"action": {"type": "string", "enum": names}, **values},
        "required": ["action"],
    }
    properties = {
        "thought": {"type": "string"},
        "note": {"type": "string"},
        "actions": {"type": "array", "items": action},
    }
    schema = {"type": "object", "properties": properties, "required": ["thought", "actions"]}
    return AnswerSchema(name="som_action", schema=schema)


@dataclass(frozen=True, kw_only=True, slots=True)
class Window:
    """How much of a conversation is sent.

    Attributes:
        steps: number of newest steps that are sent in full.
        older_characters: length of each older one.
        budget_tokens: limit of a request.
        views: whether the pages of those steps are sent too, or the newest one only.
    """

    steps: int = 3
    older_characters: int = 100
    budget_tokens: int = 100_000
    views: bool = False


@dataclass(kw_only=True, slots=True)
class _Step:
    """One answer of the model, and its outcome.

    ``page_text`` comes from pages, ``short`` is a summary of that, ``own_text`` is our wording.
    """

    answer: str
    page_text: list[str] = field(default_factory=list)
    own_text: list[str] = field(default_factory=list)
    short: list[str] = field(default_factory=list)
    view: str = ""
    pictures: tuple[Picture, ...] = ()
    data: tuple[Data, ...] = ()

    def line(self, number: int, max_length: int) -> str:
        """The step in a line; ``max_length`` limits each of its actions."""
        came = " ".join(" ".join([*self.short, *self.own_text]).split())
        if _read(self.answer) is None:
            came = f"an answer that could not be read: {came}"
        room = max_length * min(max(1, len(self.short)), _MAX_LINES)
        return f"[Step {number}: {came if len(came) <= room else came[:room] + '…'}]"

    def messages(self, *, view: bool, pictures: bool) -> list[Message]:
        """The step in full."""
        page = PageText.joined(*self.page_text, *([self.view] if view else []), by="\n\n")
        shown = self.pictures if pictures else ()
        page_message = Message(role="user", page=page, pictures=shown, data=self.data)
        own_message = Message(role="user", text="\n\n".join(self.own_text))
        came = [each for each in (page_message, own_message) if each.words or each.pictures]
        return [
            Message(role="assistant", text=self.answer),
            *(came or [Message(role="user", text="Go on.")]),
        ]


class JsonActions(ModelMiddleware):
    """Adapts a chat of function calls to a model that is asked for JSON.

    Attributes:
        refused: number of unreadable answers so far.
        repaired: answers that had to be mended to be read.
        blind: whether the model was only told where pictures are.
    """

    def __init__(
        self,
        model: Model,
        window: Window,
        *,
        task: Callable[[], str],
        ids: Callable[[int], int | None] = lambda number: number,
        redact: Callable[[str], str] = lambda text: text,
        by_looks: bool = False,
    ) -> None:
        """Wrap a model.

        Args:
            model: is offered no functions.
            window: how much of the conversation it is sent.
            task: the current text; sent without the first page once there is a newer one.
            ids: maps a shown number to its element id; ``None`` where there is none.
            redact: removes from its older answers what must not be sent to it.
            by_looks: whether what is described can be clicked.
        """
        super().__init__(model, self.fitted)
        self._ids = ids
        self._redact = redact
        self.refused = 0
        self.repaired = 0
        self.blind = False
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
        """Answer the conversation; a reply that holds no action is returned unchanged."""
        reply = await self._sent(self.fitted(messages))
        self.blind = self.blind or BLIND in reply.repairs
        try:
            parsed = answer(reply.text)
        except ActionParseError as error:
            self.refused += 1
            self._problem = str(error.with_example(EXAMPLE))
            # Calls it has all the same were parsed from its text when it was recorded.
            return reply
        mended = [parsed.mended]
        ending = bool(tools) and all(tool.name == DONE for tool in tools)
        number = 1 + sum(message.role == "assistant" for message in messages)
        calls = tuple(
            ToolCall(id=f"som_{number}_{n}", name=name, arguments=json.dumps(given))
            for n, (name, given) in enumerate(self._calls(parsed, mended, ending=ending), 1)
        )
        self.repaired += any(mended)
        return replace(reply, calls=calls)

    def _calls(
        self, parsed: Answer, mended: list[bool], *, ending: bool
    ) -> Iterator[tuple[str, dict[str, Any]]]:
        """The call for each action, up to an invalid one; ``mended`` is appended to."""
        for item in parsed.items:
            verb = item.get("action") if isinstance(item, Mapping) else None
            try:
                action = read_action(item)
                if ending and action.action != DONE:
                    raise ActionParseError("This reply can only be done.", code="refused")
                mended.append(action.mended)
                yield self._call(action)
            except ActionParseError as error:
                gone = error.code == "unknown_element"
                yield REFUSED, {"action": str(verb or "action"), "why": error.problem, "gone": gone}
                return
            if action.action == DONE:
                return

    def _call(self, action: SomAction) -> tuple[str, dict[str, Any]]:
        if action.action == DONE:
            return DONE, {"answer": action.text}
        text = action.text
        if action.action == "drag":
            text = _GOAL.sub(lambda found: str(self._id(int(found[1]))), text, count=1)
        element = None if action.element is None else self._id(action.element)
        return ACT, {"action": action.action, "element_id": element, "text": text}

    def _id(self, number: int) -> int:
        found = self._ids(number)
        if found is None:
            words = f"There is no number {number} on the screenshot. Choose one that is there."
            raise ActionParseError(words, code="unknown_element")
        return found

    def fitted(self, messages: Sequence[Message]) -> list[Message]:
        """The part of a conversation that is sent."""
        return fitted(messages, self._window, self._task(), self._redact)

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


def fitted(
    messages: Sequence[Message],
    window: Window,
    task: str,
    redact: Callable[[str], str] = lambda text: text,
) -> list[Message]:
    """Return what is sent of a conversation; only its newest page may exceed the budget."""
    system, first, *later = messages
    remarks = []
    while later and later[0].role == "user":
        # There is only one step, and this precedes it.
        remarks.append(later.pop(0))
    steps = _steps(later, redact)
    notes = _notes(steps)
    longest = replace(first if window.views else replace(first, page=PageText()), pictures=())
    lines_room = round(window.budget_tokens * _LINES)
    every = [step.line(number, window.older_characters) for number, step in enumerate(steps, 1)]
    room = (
        window.budget_tokens
        - _tokens([system, longest, *remarks])
        - min(lines_room, _line_tokens(every))
        - text_tokens(notes)
    )
    looks = [at for at, step in enumerate(steps) if step.view or step.pictures]
    newest = looks[-1] if looks else -1
    recent: list[list[Message]] = []
    for at in range(len(steps) - 1, -1, -1):
        step = steps[at]
        turn = step.messages(view=window.views or at == newest, pictures=at == newest)
        room -= _tokens(turn)
        if at < newest and (len(recent) >= window.steps or room < 0):
            break
        recent.insert(0, turn)
    lines = every[: len(steps) - len(recent)]
    while len(lines) > 1 and _line_tokens(lines) > lines_room:
        del lines[: 1 + len(lines) // 8]
    start = f"Previous actions summary: {' '.join(lines)}" if lines else ""
    opening = (
        first
        if newest < 0 or (window.views and not lines)
        else Message(role="user", text=f"{task}{notes}", page=PageText(start))
    )
    if newest >= 0:
        opening = replace(opening, pictures=())
    return [system, opening, *remarks, *(message for turn in recent for message in turn)]


def _notes(steps: Sequence[_Step]) -> str:
    """The model's notes to itself, the newest where there are many."""
    answers = [each.note for step in steps if (each := _read(step.answer)) and each.note.strip()]
    notes = list(dict.fromkeys(" ".join(note.split())[:_MAX_NOTE_LENGTH] for note in answers))
    lines = [f"- {note}" for note in notes[-_MAX_NOTES:]]
    return "\n".join(["", "", "Your notes:", *lines]) if lines else ""


def _steps(messages: Sequence[Message], redact: Callable[[str], str]) -> list[_Step]:
    steps: list[_Step] = []
    for message in messages:
        if message.role == "assistant":
            steps.append(_Step(answer=redact(message.text)))
            continue
        step = steps[-1]
        for result in message.results:
            step.page_text += filter(None, [result.text, result.quotes.raw])
            step.short += filter(None, [result.short or result.text])
            step.own_text += filter(None, [result.note])
            step.view, step.data = result.view, (*step.data, *result.data)
        step.pictures = message.pictures or step.pictures
        step.view = message.page.raw or step.view
        if message.text not in ("", SHOWN, PICTURE_GONE):
            step.own_text.append(message.text)
    return steps


@lru_cache(maxsize=256)
def _read(text: str) -> Answer | None:
    """The model's answer; ``None`` where it cannot be read."""
    try:
        return answer(text)
    except ActionParseError:
        return None


def _tokens(messages: Sequence[Message]) -> int:
    return sum(map(message_tokens, messages))


def _line_tokens(lines: Sequence[str]) -> int:
    return text_tokens(" ".join(lines))
