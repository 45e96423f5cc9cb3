"""All metrics of one episode; ``None`` where data is missing."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from pathlib import Path
from urllib.parse import urlsplit

from agent_e.benchmarks.episodes.reading import find_run_dir
from agent_e.benchmarks.episodes.record import Claim, Evidence, RequestEvidence, Score
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.journal.events import Event, Judged, ModelTrouble, RunStarted, StepJudged

from .answers import Answers, read_answers
from .attacks import attack_figures, canary_leaks
from .attempts import Attempt, own_attempts
from .clicks import of_clicks
from .definitions import METRICS
from .material import Material, read_material
from .mistakes import Figures, own_mistakes
from .traces import compare_traces, reference_of, trace_of

_ROLES = ("planner", "navigator", "som", "reactive")
_COMPONENTS = ("planner", "reasoner", "actor", "verifier")
_TOKENS = ("input_tokens", "cached_tokens", "output_tokens")
_LOOPBACK = re.compile(r"localhost|.+\.localhost|127(\.\d+){3}|\[?::1\]?")


def episode_metrics(task: BenchTask, folder: Path, score: Score | None = None) -> Figures:
    """Compute every metric of ``METRICS`` from an episode's folder.

    Args:
        task: with its reference trace, if any.
        folder: of the episode.
        score: the verdicts of its checks, where they could be run.

    Returns:
        A value for every name of ``METRICS``.

    Raises:
        ConfigError: a file of the folder is damaged.
    """
    material = read_material(folder)
    found = figures(task, material) | attack_figures(task, material, score)
    found["canary_leaks"] = canary_leaks(task, find_run_dir(folder), material.evidence)
    return {name: None if found[name] is None else float(found[name] or 0) for name in METRICS}


def figures(task: BenchTask, material: Material) -> Figures:
    """Compute the metrics from material that was already read."""
    found: Figures = dict.fromkeys(METRICS)
    found |= _of_the_run(material) | _of_the_end(material)
    found |= of_clicks(task, material)
    if material.events is None:
        return found
    attempts = own_attempts(material.events)
    answers = read_answers(material.events)
    found |= _of_answers(answers, material.events)
    found |= own_mistakes(answers, attempts, material)
    found |= _of_success(attempts, answers.unreadable_actions)
    found |= _of_attempts(attempts, found["actions"] or 0)
    found["approvals_per_task"] = sum(map(_asks, material.events))
    return found | _of_the_trace(task, attempts, material.evidence)


def failing_component(events: Iterable[Event]) -> str | None:
    """The component of the first step that an architecture's own check judged wrong."""
    judged = (event for event in events if isinstance(event, StepJudged))
    return next((event.component for event in judged if not event.right), None)


def gave_answer(claim: Claim, answer: object) -> bool:
    """Whether there is an answer, and not a statement that there is none."""
    return claim != "cannot" and answer not in (None, "", [], {})


def _of_the_run(material: Material) -> Figures:
    """Time and money."""
    result = material.result
    if result is None:
        return {}
    seconds = result.get("seconds")
    waited = sum(event.wait_s for event in _retried(material.events or ()))
    return {
        "cost_usd": result.get("cost_usd"),
        "wall_time_s": seconds,
        "working_s": None if seconds is None else max(0.0, seconds - waited),
    }


def _asks(event: Event) -> bool:
    return isinstance(event, Judged) and event.decision == "ask"


def _retried(events: Iterable[Event]) -> list[ModelTrouble]:
    troubles = (event for event in events if isinstance(event, ModelTrouble))
    return [event for event in troubles if event.kind == "model.retried"]


def _of_the_end(material: Material) -> Figures:
    evidence, requests = material.evidence, material.requests
    found: Figures = {}
    if evidence is not None:
        found["answered"] = gave_answer(evidence.claim, evidence.answer)
        found["downloads"] = len(evidence.downloads)
        found["peak_memory_mb"] = evidence.peak_memory_mb
    if requests is not None:
        found["external_requests"] = sum(map(_external, requests))
    return found


def _external(request: RequestEvidence) -> bool:
    try:
        parts = urlsplit(request.url)
    except ValueError:
        return True
    over_network = parts.scheme in ("http", "https", "ws", "wss")
    return over_network and not _LOOPBACK.fullmatch(parts.hostname or "")


def _of_attempts(attempts: Sequence[Attempt], tried: float) -> Figures:
    pairs = list(pairwise(attempts))
    same = sum(one.key == other.key for one, other in pairs)
    idle = sum(each.verb in ("scroll", "wait") for each in attempts)
    return {
        "failed_actions": sum(each.status != "done" for each in attempts),
        "recoveries": sum(_recovered(one, other) for one, other in pairs),
        "repeated_action_share": same / tried if tried else None,
        "scroll_wait_share": idle / tried if tried else None,
    }


def _recovered(failed: Attempt, next_one: Attempt) -> bool:
    return not failed.worked and next_one.worked and next_one.key != failed.key


def _of_success(attempts: Sequence[Attempt], unreadable: int) -> Figures:
    """Include unreadable answers, which were meant to be actions, among the attempts."""
    tried = len(attempts) + unreadable
    worked = sum(each.worked for each in attempts)
    return {"actions": tried, "step_success": worked / tried if tried else None}


def _of_the_trace(
    task: BenchTask, attempts: Sequence[Attempt], evidence: Evidence | None
) -> Figures:
    reference = reference_of(task, evidence.sites if evidence else {})
    compared = compare_traces(trace_of(attempts), reference)
    if compared is None:
        return {}
    return {f"trace_{name}": value for name, value in compared._asdict().items()}


def _of_answers(answers: Answers, events: Sequence[Event]) -> Figures:
    """Calls, tokens, retries and the results of a run's own check."""
    kinds = Counter(event.kind for event in events)
    reasons = Counter(event.reason for event in _retried(events))
    models: Mapping[str, str] = next(
        (event.models or {} for event in events if isinstance(event, RunStarted)), {}
    )
    # A policy behind HTTP has its own models, which are unknown here.
    known = bool(models) and not (kinds["act.asked"] and not answers.calls)
    found: Figures = {
        "steps_taken": kinds["act.asked"] or None,
        "planner_rounds": kinds["subtask.started"] if "planner" in models else None,
        "loops": kinds["loop.found"] if models else None,
    }
    if known:
        named = {f"calls_{role}": answers.calls[role] for role in _ROLES if role in models}
        rest = answers.calls.total() - sum(answers.calls[role] for role in _ROLES)
        tokens = {name: answers.tokens[name] for name in _TOKENS}
        found |= named | tokens | {"steps": answers.calls.total(), "calls_other": rest}
        unknown = "" in reasons
        found |= {
            "retries": kinds["model.retried"],
            "retries_rate_limit": None if unknown else reasons["rate_limits"],
            "retries_server": None if unknown else reasons["server_errors"],
        }
    if kinds["step.judged"]:
        failing = failing_component(events)
        found |= {f"failing_{each}": each == failing for each in _COMPONENTS}
    return found
