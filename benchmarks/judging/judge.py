"""Models as judges: asking them, repairing a reply once, and what their answers cost.

A judgement is read only from one JSON object that the judge wrote. Any error on the way leaves an
episode unjudged, never failed and never a success. What is asked is the evaluators' business.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from agent_e.config import ModelSettings
from agent_e.errors import BadReply, ModelError
from agent_e.models.client import retrying
from agent_e.models.factory import make_model
from agent_e.models.model import Message, Model, Reply
from agent_e.models.model_table import total_cost
from agent_e.safety import unescape
from agent_e.types import Usage

from .replies import Opinion, S, read_judgement, schema_of

CHECK_S = 600.0


@dataclass(kw_only=True, slots=True)
class Judge:
    """One or more models that judge in turn.

    Attributes:
        models: the judges of one episode, which take turns.
        usage: of all questions so far, by model.
        check_s: most seconds that the opinions on one check may take.
    """

    models: Sequence[Model]
    settings: ModelSettings = field(default_factory=ModelSettings)
    usage: dict[str, Usage] = field(default_factory=dict)
    check_s: float = CHECK_S

    @property
    def identity(self) -> Mapping[str, Any]:
        """What its verdicts depend on beside its prompts: models, temperature."""
        return {
            "models": [model.name for model in self.models],
            "temperature": self.settings.temperature,
        }

    async def close(self) -> None:
        """Release the connections."""
        for model in self.models:
            await model.close()

    async def opinions(self, times: int, form: Callable[[Model], Awaitable[S]]) -> list[Opinion[S]]:
        """Let the models in turn form an opinion each, so many times in all.

        There is none where a model fails, or once all together have taken too long.
        """
        found: list[Opinion[S]] = []
        end = asyncio.get_running_loop().time() + self.check_s
        for turn in range(times):
            model = self.models[turn % len(self.models)]
            judgement, problem = None, ""
            try:
                async with asyncio.timeout_at(end):
                    judgement = await form(model)
            except ModelError as error:
                problem = str(error)
            except TimeoutError:
                problem = f"Judging took longer than {self.check_s:g} s."
            found.append(Opinion(model=model.name, judgement=judgement, problem=problem))
        return found

    async def ask(
        self,
        model: Model,
        messages: Sequence[Message],
        shape: type[S],
        check: Callable[[S], None] | None = None,
    ) -> S:
        """Ask, and once more if the reply is no judgement.

        Args:
            model: one of the judges.
            messages: the question.
            shape: of the reply.
            check: raises ``ValueError`` for a reply of that shape which is no judgement.

        Raises:
            ModelError: the provider failed, and retrying did not help.
            BadReply: neither reply was a judgement.
        """
        first = await self._complete(model, messages, shape)
        try:
            return _read(first, shape, check)
        except ValueError as error:
            repair: list[Message] = [
                Message(role="assistant", text=first or "(nothing)"),
                Message(
                    role="user",
                    text=f"That is not what was asked for: {error}. "
                    "Answer with the one JSON object and nothing else.",
                ),
            ]
        second = await self._complete(model, [*messages, *repair], shape)
        try:
            return _read(second, shape, check)
        except ValueError as error:
            raise BadReply(f"{model.name} gave no judgement, twice: {error}.") from error

    async def _complete(self, model: Model, messages: Sequence[Message], shape: type[S]) -> str:
        reply: Reply = await retrying(self.settings)(
            model.complete, messages, (), schema=schema_of(shape)
        )
        self.usage[model.name] = self.usage.get(model.name, Usage()) + reply.usage
        return unescape(reply.text)

    def cost_since(self, before: Mapping[str, Usage]) -> float | None:
        """Return the cost since this usage in dollars; ``None`` where a price is not known."""
        if self.usage == before:
            return 0.0
        names = {name: name for name in self.usage}
        now, then = total_cost(self.usage, names), total_cost(before, names)
        return None if now is None or then is None else max(now - then, 0.0)


def _read(text: str, shape: type[S], check: Callable[[S], None] | None) -> S:
    judgement = read_judgement(text, shape)
    if check is not None:
        check(judgement)
    return judgement


def make_judge(
    spec: str, settings: ModelSettings, *, env: Mapping[str, str], runs_dir: Path
) -> Judge:
    """Build a judge from ``model`` or several, ``model,model``.

    The temperature is 0 unless settings say otherwise.

    Raises:
        ConfigError: a name, key or endpoint is missing or unknown.
    """
    if settings.temperature is None:
        settings = settings.model_copy(update={"temperature": 0.0})
    names = [name.strip() for name in spec.split(",") if name.strip()]
    return Judge(
        models=[make_model(name, "judge", settings, runs_dir=runs_dir, env=env) for name in names],
        settings=settings,
    )
