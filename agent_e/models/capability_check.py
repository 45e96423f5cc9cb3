"""Checks whether a model can do what agents need: one tiny call for each capability."""

from __future__ import annotations

import io
import json
from collections.abc import Awaitable, Callable, Mapping, Sequence
from pathlib import Path

from PIL import Image

from agent_e.browser.doctor import Check
from agent_e.config import ModelSettings
from agent_e.errors import ConfigError, ModelError
from agent_e.models.client import retrying
from agent_e.models.model import (
    AnswerSchema,
    Message,
    Model,
    Picture,
    Reply,
    ToolSchema,
    TransientModelError,
)
from agent_e.models.normalize_reply import normalize_reply
from agent_e.parsing.json_values import json_values
from agent_e.types import Usage

from .factory import make_model
from .model_table import cost_of, row_of

_WORD = "ready"
_PICK = ToolSchema(
    name="pick",
    description="Pick a word.",
    parameters={
        "type": "object",
        "properties": {"word": {"type": "string", "enum": ["waiting", _WORD]}},
        "required": ["word"],
    },
)
_OBJECT = AnswerSchema(name="picked", schema=_PICK.parameters)
_SIDE = 64
"""Of the picture, in pixels: smaller ones are refused by some providers."""
_QUOTED = 80
_BLIND = "takes no pictures: mark_screenshot and verify_pixels are not offered, som gets words"


async def check_model(
    spec: str, settings: ModelSettings, *, runs_dir: Path, env: Mapping[str, str]
) -> list[Check]:
    """Ask the model for a call, for JSON and for the colour of a picture; see ``make_model``."""
    if spec == "offline":
        detail = "offline: rules on this machine, without a network and without eyes"
        return [Check(name="Model", ok=True, detail=detail)]
    try:
        model = make_model(spec, "planner", settings, runs_dir=runs_dir, env=env)
    except ConfigError as error:
        return [Check(name="Model", ok=False, detail=str(error), exit_code=error.exit_code)]
    if spec.startswith("replay:"):
        return [Check(name="Model", ok=True, detail=f"{model.name}: its replies are there")]
    try:
        return await _Checkup(model, settings).checks()
    finally:
        await model.close()


class _Checkup:
    """The calls of one model's check, and their cost."""

    def __init__(self, model: Model, settings: ModelSettings) -> None:
        self._model = model
        self._settings = settings
        self._usage = Usage()

    async def checks(self) -> list[Check]:
        try:
            calls = await self._functions()
        except ModelError as error:
            return [_failed("Model", str(error))]
        found = [calls, await self._tried("JSON", self._json), await self._pictures()]
        cost = cost_of(self._model.name, self._usage)
        price = "cost unknown" if cost is None else f"${cost:.5f}"
        used = f"{self._usage.calls} calls, {self._usage.tokens} tokens, {price}"
        return [Check(name="Model", ok=True, detail=f"{self._model.name} answers; {used}"), *found]

    async def _tried(self, what: str, check: Callable[[], Awaitable[Check]]) -> Check:
        try:
            return await check()
        except ModelError as error:
            return _failed(f"Model: {what}", str(error))

    async def _ask(
        self,
        text: str,
        *tools: ToolSchema,
        pictures: Sequence[Picture] = (),
        schema: AnswerSchema | None = None,
    ) -> Reply:
        messages = [Message(role="user", text=text, pictures=tuple(pictures))]
        ask = retrying(self._settings)
        try:
            reply: Reply = await ask(self._model.complete, messages, tools, schema=schema)
        except TransientModelError as error:
            raise ModelError(
                f"{error} Look whether the network and the server work, then try again."
            ) from error
        self._usage += reply.usage
        return normalize_reply(reply, messages, tools, number=0)

    async def _functions(self) -> Check:
        name = "Model: functions"
        reply = await self._ask(f"Call the function pick with the word '{_WORD}'.", _PICK)
        call = reply.calls[0] if reply.calls else None
        if call is None:
            return _failed(
                name,
                f"it answered in words instead of a call: '{reply.text.strip()[:_QUOTED]}'. "
                "Take another model, or start its server with a parser for calls.",
            )
        if call.name != _PICK.name or _WORD not in call.arguments:
            answer = f"{call.name}({call.arguments})"[:_QUOTED]
            return _failed(name, f"it called {answer} when asked for pick. Take another model.")
        row = row_of(self._model.name)
        words = bool(reply.repairs) or (row is not None and not row.tools)
        how = "written into its words, which are read" if words else "called as offered"
        return Check(name=name, ok=True, detail=how)

    async def _json(self) -> Check:
        example = json.dumps({"word": _WORD})
        words = f"Answer with this JSON object and nothing else: {example}"
        reply = await self._ask(words, schema=_OBJECT)
        value = next((found.value for found in json_values(reply.text)), None)
        if not isinstance(value, dict) or value.get("word") != _WORD:
            return _failed(
                "Model: JSON",
                f"it gave '{reply.text.strip()[:_QUOTED]}' when asked for a JSON object: "
                "som and reactive cannot use it. Take another model for those.",
            )
        detail = ", ".join(["an object as asked for", *reply.repairs])
        return Check(name="Model: JSON", ok=True, detail=detail)

    async def _pictures(self) -> Check:
        row = row_of(self._model.name)
        name = "Model: pictures"
        if row is not None and not row.vision:
            return Check(name=name, ok=True, detail=_BLIND)
        return await self._tried("pictures", self._colour)

    async def _colour(self) -> Check:
        into = io.BytesIO()
        Image.new("RGB", (_SIDE, _SIDE), "red").save(into, format="PNG")
        picture = Picture(data=into.getvalue(), media_type="image/png")
        reply = await self._ask(
            "Which colour is this picture? One word, in English.", pictures=[picture]
        )
        if "red" not in reply.text.lower():
            return _failed(
                "Model: pictures",
                f"it says '{reply.text.strip()[:_QUOTED]}' to a red picture: som would be blind "
                "with it. Take another model for that.",
            )
        return Check(name="Model: pictures", ok=True, detail="seen")


def _failed(name: str, detail: str) -> Check:
    return Check(name=name, ok=False, detail=detail, exit_code=ModelError.exit_code)
