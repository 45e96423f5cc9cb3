"""Tells by one model call what an act would do, where the rules of the gate cannot."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from typing import Any

from agent_e.errors import ActionParseError, RunError
from agent_e.models.client import ModelClient
from agent_e.models.model import AnswerSchema, Message
from agent_e.parsing.json_values import chosen
from agent_e.parsing.replies import bare
from agent_e.prompts import render
from agent_e.safety import EFFECT_CLASSES, EffectClass, UnclearEffect
from agent_e.skills.protocols import Journal
from agent_e.types import ActFacts, PageText

ROLE = "safety"
_MAX_BODY = 600
"""Characters of a waiting request's body that the model gets."""
ANSWER = AnswerSchema(
    name="effect",
    schema={
        "type": "object",
        "properties": {"class": {"type": "string", "enum": list(EFFECT_CLASSES)}},
        "required": ["class"],
    },
)


class ModelClassifier:
    """Asks a model, once for each kind of effect in a run."""

    def __init__(self, client: ModelClient, journal: Journal) -> None:
        self._client = client
        self._journal = journal
        self._known: dict[tuple[str, ...], EffectClass] = {}
        self._one = asyncio.Lock()

    async def __call__(self, effect: UnclearEffect) -> EffectClass:
        """Return the class; ``unclear`` where the model does not tell."""
        async with self._one:
            if effect.key not in self._known:
                self._known[effect.key] = await self._asked(effect)
            return self._known[effect.key]

    async def _asked(self, effect: UnclearEffect) -> EffectClass:
        facts = facts_of(effect)
        messages = [
            Message(role="system", text=render(ROLE)),
            Message(
                role="user", text="What would this do?", page=PageText(json.dumps(facts, **_JSON))
            ),
        ]
        error = ""
        found: EffectClass = "unclear"
        try:
            reply = await self._client.complete(messages, (), step=False, schema=ANSWER)
            found = read_class(reply.text)
        except RunError as failure:
            error = str(failure)
        self._journal.write("effect.classified", effect=found, facts=facts, error=error)
        return found


_JSON: Mapping[str, Any] = {"ensure_ascii": False, "indent": 1}


def read_class(reply: str) -> EffectClass:
    """Return the class that a reply names; ``unclear`` for any other reply."""
    try:
        found = chosen(bare(reply), lambda value: isinstance(value, Mapping) and "class" in value)
    except ActionParseError:
        return "unclear"
    named: Any = found.value
    return next((each for each in EFFECT_CLASSES if each == named["class"]), "unclear")


def facts_of(effect: UnclearEffect) -> dict[str, Any]:
    """Return what the model is told of an effect; empty values are left out."""
    request = {
        "method": effect.method,
        "address": effect.url,
        "body": effect.body[:_MAX_BODY],
        "to": "a site that the task does not name" if effect.away else "",
    }
    facts = {
        "action": effect.action,
        "control": _control(effect.control) if effect.control else {},
        "request": {name: value for name, value in request.items() if value},
    }
    return {name: value for name, value in facts.items() if value}


def _control(facts: ActFacts) -> dict[str, Any]:
    form = facts.form
    found = {
        "role": facts.role,
        "name": facts.name,
        "picture": facts.icon,
        "link": facts.href,
        "text around it": facts.around,
        "buttons beside it": facts.beside,
        "fields beside it": facts.near,
        "sums of money there": facts.amounts,
        "form": {"method": form.method, "address": form.target, "button": form.button}
        if form and facts.sends
        else None,
        "ticked": form.ticks if form and facts.sends else (),
        "fields": [name for name, _ in facts.entries],
    }
    return {name: value for name, value in found.items() if value}
