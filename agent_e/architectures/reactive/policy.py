"""The white agent: a stateless policy, one prompt and one action each time it is asked.

Source: seed white-agent, "White Agent Framework". A reply that cannot be read or lacks a
member ends the task with the reason ``parse_error``; it is never repaired by a second call.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any, Protocol

from pydantic import ValidationError

from agent_e.errors import ActionParseError
from agent_e.models.client import ModelClient
from agent_e.models.model import AnswerSchema, Message
from agent_e.models.step_limiter import StepLimiter
from agent_e.parsing.json_values import chosen
from agent_e.parsing.replies import bare
from agent_e.prompts import render
from agent_e.types import PageText
from agent_e.types.act_protocol import (
    ACTION_SPACE,
    ActInfo,
    ActRequest,
    ActResponse,
    PageSummary,
    Stop,
    action_schemas,
)

ROLE = "reactive"
PARSE_ERROR = "parse_error"
_HOW = {
    "click": '{"type": "click", "selector": "…"}',
    "visual_click": '{"type": "visual_click", "description": "…"}: clicks what has no selector, '
    "such as a part of a map or a drawing, by its words, looks and place",
    "type": '{"type": "type", "selector": "…", "text": "…"}: replaces what the field holds; '
    "a line break at the end presses Enter",
    "select": '{"type": "select", "selector": "…", "value": "…"}: an option of a list',
    "scroll": '{"type": "scroll", "delta_y": 500}: pixels, upwards when negative; '
    "elements far from the view may be left out",
    "wait": '{"type": "wait"}: until the page is calm',
    "stop": '{"type": "stop", "reason": "…"}: the end, with the answer',
}
_QUOTED = 200
_LAST_STEP = (
    "This is your last step. Stop now, with what you have found so far and what is missing."
)


class Policy(Protocol):
    """Decides on actions: our own, or one behind HTTP."""

    async def decide(self, request: ActRequest) -> ActResponse:
        """Return the next action.

        Raises:
            ActionParseError: the answer is no action.
        """
        ...


class ReactivePolicy:
    """Decides by a language model."""

    def __init__(
        self, name: str, calls: Callable[[], ModelClient], *, pace: StepLimiter | None = None
    ) -> None:
        """Create a policy.

        Args:
            name: the model's specification, such as ``openai:gpt-4.1-mini``.
            calls: returns a client for a new conversation with the model.
            pace: of a whole run; a policy asked by others cannot know what they have left.
        """
        provider, _, model = name.rpartition(":")
        self._names = {"provider": provider or "agent-e", "model": model}
        self._calls = calls
        self._pace = pace
        self._hurry = ""

    async def decide(self, request: ActRequest) -> ActResponse:
        """Ask the model once; an unusable answer becomes ``stop`` with ``parse_error``."""
        calls = self._calls()
        messages = messages_for(request)
        if self._pace is not None:
            await self._pace.room(calls.tokens(messages, ()))
        messages = self._paced(calls, messages)
        reply = await calls.complete(messages, (), schema=answer_schema(request))
        try:
            return read_reply(reply.text, self._names)
        except ActionParseError as error:
            return ActResponse(
                action=Stop(type="stop", reason=PARSE_ERROR),
                thoughts=error.problem,
                info=ActInfo(**self._names),
            )

    def _paced(self, calls: ModelClient, messages: list[Message]) -> list[Message]:
        """The messages, with a warning near the end of the run: each time, as all is forgotten."""
        if self._pace is None:
            return messages
        turn = self._pace.next(calls.tokens(messages, ()))
        if turn.use is not None:
            calls.limited(turn.use, turn.level)
            self._hurry = turn.words(_LAST_STEP)
        hurry = [Message(role="user", text=self._hurry)] if self._hurry else []
        return [messages[0], *hurry, *messages[1:]]


def messages_for(request: ActRequest) -> list[Message]:
    """The prompt, and the task with the page: its address and title, then one element per line."""
    actions = "\n".join(f"- {_HOW[kind]}" for kind in _known(request))
    task = f"Task: {request.instruction}\n\nStep: {request.step_idx}"
    typing = request.action_space.get("type")
    if isinstance(typing, Mapping) and typing.get("secrets"):
        task += f"\n{typing['secrets']}"
    return [
        Message(role="system", text=render("reactive", actions=actions)),
        Message(role="user", text=task, page=_page(request.observation)),
    ]


def answer_schema(request: ActRequest) -> AnswerSchema:
    """Schema of the model's answer: the response without our own members, for these actions."""
    response = ActResponse.model_json_schema()
    actions = action_schemas()
    properties = {
        "thoughts": response["properties"]["thoughts"],
        "action": {"anyOf": [actions[kind] for kind in _known(request)]},
        "confidence": response["$defs"]["ActInfo"]["properties"]["confidence"],
    }
    schema = {"type": "object", "properties": properties, "required": ["thoughts", "action"]}
    return AnswerSchema(name="browser_action", schema=schema)


def _known(request: ActRequest) -> list[str]:
    return [kind for kind in _HOW if kind in request.action_space] or list(ACTION_SPACE)


def _page(page: PageSummary) -> PageText:
    lines = [{"url": page.url, "title": page.title}]
    lines += [element.model_dump() for element in page.dom_summary]
    written = (json.dumps(line, ensure_ascii=False) for line in lines)
    return PageText.joined(*page.notices, *written)


def read_reply(text: str, names: Mapping[str, str]) -> ActResponse:
    """Read a model's reply: raw, in a fence, or between the outermost braces.

    Raises:
        ActionParseError: it holds no action, or an incomplete one.
    """
    found = chosen(bare(text), _usable).value
    assert isinstance(found, Mapping)
    action = found["action"]
    if isinstance(action, str):
        rest = {key: value for key, value in found.items() if key != "action"}
        action = {**rest, "type": action}
    thoughts = found.get("thoughts")
    values = {
        "action": {**action, "type": str(action.get("type", "")).strip().lower()},
        "thoughts": thoughts if isinstance(thoughts, str) else "",
        "info": {**names, "confidence": _confidence(found.get("confidence"))},
    }
    return checked(values)


def checked(values: object) -> ActResponse:
    """Validate a response.

    Raises:
        ActionParseError: it is invalid; the sentence says why.
    """
    try:
        return ActResponse.model_validate(values)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "the answer"
        raise ActionParseError(
            f"The action cannot be used: {where}: {first['msg']} ({str(values)[:_QUOTED]}).",
            code="unknown_action" if first["type"].startswith("union_tag") else "missing_target",
        ) from error


def _usable(value: object) -> bool:
    return isinstance(value, Mapping) and isinstance(value.get("action"), str | Mapping)


def _confidence(value: Any) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float):
        return 0.0
    return min(max(float(value), 0.0), 1.0) if value == value else 0.0
