"""The base of all evaluators, and the case they judge."""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, Generic, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent_e.benchmarks.episodes.record import (
    EVIDENCE_FILE,
    NETWORK_FILE,
    Evidence,
    PointVerdict,
    RequestEvidence,
    TabEvidence,
    Verdict,
    read_evidence,
)
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec
from agent_e.errors import AgentEError

if TYPE_CHECKING:
    from bs4 import BeautifulSoup

    from agent_e.benchmarks.judging.judge import Judge

_MAX_EVIDENCE_LENGTH = 300


class EvaluationError(AgentEError):
    """A check, or what the harness stored for it, is broken; this says nothing about the agent."""

    exit_code = 7


class Keys(BaseModel):
    """Keys that one type of evaluator reads from its check; nothing unknown, nothing converted."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, strict=True, use_attribute_docstrings=True
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class Finding:
    """The result of a rule.

    Attributes:
        passed: ``None`` where it could not be judged.
        reason: one sentence.
        evidence: what in the episode it rests on.
        votes: the statement of each of several judges.
        score: 0 to 1, where that says more than passed or failed.
        points: of a rubric.
    """

    passed: bool | None
    reason: str
    evidence: str = ""
    votes: tuple[str, ...] = ()
    score: float | None = None
    points: tuple[PointVerdict, ...] = ()


class Case:
    """One episode, read from its folder; files are read on first access."""

    def __init__(self, task: BenchTask, evidence: Evidence, folder: Path) -> None:
        self.task = task
        self.evidence = evidence
        self.folder = folder
        self._documents: dict[str, BeautifulSoup] = {}

    @classmethod
    def read(cls, task: BenchTask, folder: Path) -> Case:
        """Open the folder of an episode.

        Raises:
            EvaluationError: it holds no readable evidence.
        """
        try:
            evidence = read_evidence(folder)
        except (OSError, ValueError) as error:
            raise EvaluationError(
                f"The evidence {folder / EVIDENCE_FILE} cannot be read: {_first_line(error)}. "
                "Run the episode again."
            ) from error
        return cls(task, evidence, folder)

    @cached_property
    def requests(self) -> tuple[RequestEvidence, ...]:
        """Every request of the episode, oldest first.

        Raises:
            EvaluationError: the file is missing or damaged.
        """
        path = self.folder / NETWORK_FILE
        try:
            lines = path.read_text(encoding="utf-8").splitlines()
            return tuple(RequestEvidence.model_validate_json(line) for line in lines if line)
        except (OSError, ValueError) as error:
            raise EvaluationError(
                f"The requests {path} cannot be read: {_first_line(error)}. Run the episode again."
            ) from error

    def document(self, tab: TabEvidence) -> BeautifulSoup:
        """Return the page of a tab at the end, with shadow roots expanded.

        Raises:
            EvaluationError: the file is missing.
        """
        from .pages import parse_page

        if tab.html not in self._documents:
            self._documents[tab.html] = parse_page(self.read_text(tab.html))
        return self._documents[tab.html]

    def read_text(self, name: str) -> str:
        """Read a text file of the folder.

        Raises:
            EvaluationError: it is missing, or outside the folder.
        """
        return self.read_bytes(name).decode("utf-8", errors="replace")

    def read_bytes(self, name: str) -> bytes:
        """Read a file of the folder.

        Raises:
            EvaluationError: it is missing, or outside the folder.
        """
        path = (self.folder / name).resolve()
        if not name or not path.is_relative_to(self.folder.resolve()):
            raise EvaluationError(f"The evidence of {self.folder} names no file of it: {name!r}.")
        try:
            return path.read_bytes()
        except OSError as error:
            raise EvaluationError(
                f"The file {path} cannot be read: {error.strerror}. Run the episode again."
            ) from error

    def is_elsewhere(self, site: str) -> bool:
        """Whether a site of the task ran at a given address, so that its state was not seen."""
        return site in self.evidence.sites and site not in self.evidence.state

    @property
    def run_dir(self) -> Path:
        """The folder of the whole run, which contains ``episodes/<task>/<epoch>/<attempt>``."""
        return self.folder.resolve().parents[3]

    @property
    def key(self) -> tuple[str, int, int]:
        """Task, epoch and attempt, parsed from the path."""
        return self.task.id, int(self.folder.parent.name), int(self.folder.name)


K = TypeVar("K", bound=Keys)
Rule = Callable[[K, Case, "Judge | None"], Awaitable[Finding]]


@dataclass(frozen=True, kw_only=True, slots=True)
class Evaluator(Generic[K]):
    """One type of check.

    Attributes:
        name: its type, as checks name it.
        version: incremented whenever the same episode may be judged differently than before.
        prompts: of the questions that it may ask a model; empty where it asks none.
    """

    name: str
    version: int
    keys: type[K]
    rule: Rule[K]
    prompts: tuple[str, ...] = ()

    @property
    def asks(self) -> bool:
        """Whether it may call a model."""
        return bool(self.prompts)

    def check(self, spec: EvaluatorSpec) -> list[str]:
        """Return the mistakes in how a check is written, one sentence each."""
        try:
            self.keys.model_validate(spec.own)
        except ValidationError as error:
            return [self._sentence(each["loc"], each["msg"]) for each in error.errors()]
        return []

    def read(self, spec: EvaluatorSpec) -> K:
        """Read a check.

        Raises:
            EvaluationError: it is malformed.
        """
        problems = self.check(spec)
        if problems:
            raise EvaluationError(f"{problems[0]} Mend the task.")
        return self.keys.model_validate(spec.own)

    async def evaluate(self, spec: EvaluatorSpec, case: Case, judge: Judge | None) -> Verdict:
        """Judge one episode by one check.

        Raises:
            EvaluationError: the check or the evidence is broken.
        """
        before = dict(judge.usage) if judge else {}
        found = await self.rule(self.read(spec), case, judge)
        score = found.score if found.score is not None else float(bool(found.passed))
        return Verdict(
            type=self.name,
            version=self.version,
            score=score,
            passed=found.passed,
            reason=found.reason,
            evidence=cut(found.evidence),
            votes=found.votes,
            required=spec.required,
            weight=spec.weight,
            points=found.points,
            cost_usd=judge.cost_since(before) if judge else 0.0,
        )

    def _sentence(self, where: tuple[int | str, ...], message: str) -> str:
        key = ".".join(str(part) for part in where)
        message = message.removeprefix("Value error, ").rstrip(".")
        return f"The check {self.name}{f' has a wrong {key}' if key else ''}: {message}."


def unseen(site: str) -> Finding:
    """Return the finding of a check of a state that nobody could see."""
    return Finding(passed=None, reason=f"{site} ran elsewhere and does not reveal its state.")


def pure(
    name: str, version: int, keys: type[K], rule: Callable[[K, Case], Finding]
) -> Evaluator[K]:
    """Create an evaluator without a judge."""

    async def without_judge(own: K, case: Case, judge: Judge | None) -> Finding:
        return rule(own, case)

    return Evaluator(name=name, version=version, keys=keys, rule=without_judge)


def cut(text: str, max_length: int = _MAX_EVIDENCE_LENGTH) -> str:
    """Return the text on one line, cut with an ellipsis."""
    text = " ".join(text.split())
    return text if len(text) <= max_length else text[: max_length - 1] + "…"


def sentence(words: str) -> str:
    """Format words as a sentence; names in them keep their case."""
    return f"{words[:1].upper()}{words[1:].rstrip('.')}."


def show(value: object) -> str:
    """Return a value as short JSON."""
    return cut(json.dumps(value, ensure_ascii=False, default=str), 120)


def _first_line(error: Exception) -> str:
    return cut(str(error), 200).rstrip(".")
