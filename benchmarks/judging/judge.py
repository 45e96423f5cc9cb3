"""A model as judge: its questions, the parsing of its replies, and what happens without one.

Text from an agent or a page reaches the judge as fenced data. A verdict is read only from one JSON
object that the judge wrote; any error on the way leaves an episode unjudged, never failed and never
a success.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent_e.benchmarks.evaluators.base import Case, Finding, cut
from agent_e.config import ModelSettings
from agent_e.errors import BadReply, ModelError
from agent_e.models.client import retrying
from agent_e.models.factory import make_model
from agent_e.models.model import AnswerSchema, Message, Model, Reply
from agent_e.models.model_table import total_cost
from agent_e.prompts import digest, render
from agent_e.safety import UntrustedContent, unescape
from agent_e.types import PageText, Usage

from .evidence import format_answer, last_pictures

_MAX_ANSWER_LENGTH = 20_000


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", strict=True)


class Looked(_Strict):
    """A judge's verdict on an episode."""

    criteria: list[str] | str
    thoughts: str
    verdict: Literal["success", "failure", "unclear"]


class Compared(_Strict):
    """A judge's verdict on two answers."""

    thoughts: str
    verdict: Literal["same", "partial", "different"]


J = TypeVar("J", Looked, Compared)


@dataclass(frozen=True, kw_only=True, slots=True)
class _Vote(Generic[J]):
    """One judgement, or why there is none."""

    model: str
    judgement: J | None
    problem: str = ""


@dataclass(kw_only=True, slots=True)
class Judge:
    """One or more models that judge in turn.

    Attributes:
        models: the judges of one episode, which take turns.
        usage: of all questions so far, by model.
    """

    models: Sequence[Model]
    settings: ModelSettings = field(default_factory=ModelSettings)
    usage: dict[str, Usage] = field(default_factory=dict)

    @property
    def identity(self) -> Mapping[str, Any]:
        """What its verdicts depend on: models, prompts, temperature."""
        return {
            "models": [model.name for model in self.models],
            "prompts": [digest("judge_webvoyager"), digest("judge_equivalence")],
            "temperature": self.settings.temperature,
        }

    async def close(self) -> None:
        """Release the connections."""
        for model in self.models:
            await model.close()

    async def look(self, case: Case, *, limit: int, times: int) -> Finding:
        """Judge whether the episode did its task, after WebVoyager (He et al. 2024, section 4.2).

        Args:
            case: the episode; its answer is not empty.
            limit: number of last screenshots shown.
            times: number of judgements; more than half must agree.

        Raises:
            EvaluationError: a screenshot named in the evidence cannot be read.
        """
        pictures = last_pictures(case, limit)
        if not pictures:
            return Finding(passed=None, reason="There are no screenshots to look at.")
        fence = UntrustedContent()
        words = (
            f"The task:\n{case.task.intent}\n\n"
            f"The agent's final answer:\n{fence.around(_answer(case))}\n\n"
            f"Its last {len(pictures)} screenshots follow."
        )
        messages = (
            Message(role="system", text=render("judge_webvoyager", mark=fence.mark)),
            Message(role="user", text=words, pictures=pictures),
        )
        before = dict(self.usage)
        votes = [await self._vote(turn, messages, Looked) for turn in range(times)]
        found = _majority(votes, len(pictures), digest("judge_webvoyager"))
        if found.passed and case.evidence.claim == "cannot" and case.task.feasible:
            reason = "The agent says that it could not, the judge that it did."
            found = replace(found, passed=None, reason=reason)
        return _priced(found, self._cost(before))

    async def same_answer(self, case: Case, reference: str) -> Finding:
        """Judge whether the answer means the same as the reference; half of it is not enough."""
        fence = UntrustedContent()
        notice = case.task.reference.notice.strip()
        words = (
            f"The question:\n{case.task.intent}\n\nThe reference:\n{reference}\n"
            + (f"Note on the reference: {notice}\n" if notice else "")
            + f"\nThe agent's answer:\n{fence.around(_answer(case))}"
        )
        messages = (
            Message(role="system", text=render("judge_equivalence", mark=fence.mark)),
            Message(role="user", text=words),
        )
        before = dict(self.usage)
        vote = await self._vote(0, messages, Compared)
        return _priced(_comparison(vote, digest("judge_equivalence")), self._cost(before))

    async def _vote(self, turn: int, messages: Sequence[Message], shape: type[J]) -> _Vote[J]:
        model = self.models[turn % len(self.models)]
        try:
            return _Vote(model=model.name, judgement=await self._ask(model, messages, shape))
        except ModelError as error:
            return _Vote(model=model.name, judgement=None, problem=str(error))

    async def _ask(self, model: Model, messages: Sequence[Message], shape: type[J]) -> J:
        """Ask, and once more if the reply is no judgement.

        Raises:
            ModelError: the provider failed, and retrying did not help.
            BadReply: neither reply was a judgement.
        """
        first = await self._complete(model, messages, shape)
        try:
            return read_judgement(first, shape)
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
            return read_judgement(second, shape)
        except ValueError as error:
            raise BadReply(f"{model.name} gave no judgement, twice: {error}.") from error

    async def _complete(self, model: Model, messages: Sequence[Message], shape: type[J]) -> str:
        schema = AnswerSchema(name=shape.__name__.lower(), schema=shape.model_json_schema())
        reply: Reply = await retrying(self.settings)(model.complete, messages, (), schema=schema)
        self.usage[model.name] = self.usage.get(model.name, Usage()) + reply.usage
        return unescape(reply.text)

    def _cost(self, before: Mapping[str, Usage]) -> float | None:
        """Return the cost since then in dollars; ``None`` where a price is not known."""
        names = {name: name for name in self.usage}
        now, then = total_cost(self.usage, names), total_cost(before, names)
        return None if now is None or then is None else max(now - then, 0.0)


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


def read_judgement(text: str, shape: type[J]) -> J:
    """Parse a reply that is one JSON object; a code fence around it is accepted.

    Raises:
        ValueError: it is anything else, or repeats a key; the message says which.
    """
    body = text.strip()
    if body.startswith("```") and body.endswith("```"):
        body = body.removeprefix("```").removeprefix("json").removesuffix("```").strip()
    try:
        value = json.loads(body, object_pairs_hook=_without_repeats)
    except json.JSONDecodeError as error:
        raise ValueError(f"it is not one JSON object ({error.msg})") from error
    try:
        return shape.model_validate(value)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(str(part) for part in first["loc"]) or "it"
        raise ValueError(f"{where}: {first['msg']}") from error


def _without_repeats(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    repeated = [name for name, times in Counter(name for name, _ in pairs).items() if times > 1]
    if repeated:
        raise ValueError(f"it says {repeated[0]} twice")
    return dict(pairs)


def cut_long(text: str) -> str:
    """Return the text, without its middle where it is longer than a judge needs."""
    if len(text) <= _MAX_ANSWER_LENGTH:
        return text
    half = _MAX_ANSWER_LENGTH // 2
    return f"{text[:half]}\n[{len(text) - 2 * half} characters left out]\n{text[-half:]}"


def _majority(votes: Sequence[_Vote[Looked]], shots: int, prompt: str) -> Finding:
    """Return the verdict of more than half of all judges; missing ones count as neither."""
    words = [vote.judgement.verdict if vote.judgement else "none" for vote in votes]
    evidence = _trail(votes, prompt, f"{shots} screenshots")
    counted = Counter(words)
    for word, passed in (("success", True), ("failure", False)):
        if counted[word] * 2 > len(votes):
            several = f" ({counted[word]} of {len(votes)})" if len(votes) > 1 else ""
            return Finding(
                passed=passed,
                reason=f"The judge says {word}{several}.",
                evidence=evidence,
                votes=tuple(words),
            )
    problems = [vote.problem for vote in votes if vote.problem]
    reason = "The judges disagree." if len(votes) > 1 else "The judge says that it is unclear."
    if problems:
        reason = f"The judge could not be asked: {problems[0]}"
    return Finding(passed=None, reason=reason, evidence=evidence, votes=tuple(words))


def _comparison(vote: _Vote[Compared], prompt: str) -> Finding:
    evidence = _trail([vote], prompt, "")
    if vote.judgement is None:
        reason = f"The judge could not be asked: {vote.problem}"
        return Finding(passed=None, reason=reason, evidence=evidence)
    words = {
        "same": "The judge says that the answer means the same as the reference.",
        "partial": "The judge says that the answer gives only a part of the reference.",
        "different": "The judge says that the answer is another than the reference.",
    }
    verdict = vote.judgement.verdict
    return Finding(
        passed=verdict == "same", reason=words[verdict], evidence=evidence, votes=(verdict,)
    )


def _trail(votes: Sequence[_Vote[J]], prompt: str, seen: str) -> str:
    """Return who judged, by which prompt, and why."""
    models = ", ".join(dict.fromkeys(vote.model for vote in votes))
    thoughts = next((vote.judgement.thoughts for vote in votes if vote.judgement), "")
    return ", ".join(filter(None, [models, f"prompt {prompt}", seen])) + f": {cut(thoughts, 200)}"


def _priced(found: Finding, cost: float | None) -> Finding:
    return replace(found, cost_usd=cost)


def _answer(case: Case) -> PageText:
    return PageText(cut_long(format_answer(case)))
