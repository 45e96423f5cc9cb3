"""Agreement of a model as judge with people who looked at the same episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.benchmarks.episodes.reading import Key, StoredEpisode
from agent_e.benchmarks.episodes.record import Score, Verdict
from agent_e.benchmarks.statistics.agreement import cohens_kappa, krippendorffs_alpha
from agent_e.benchmarks.statistics.clustered import bootstrap
from agent_e.benchmarks.statistics.intervals import Interval
from agent_e.benchmarks.statistics.rates import rate_interval
from agent_e.errors import ConfigError

from .people import PersonVerdict, last_words

JUDGES = ("webvoyager", "webjudge", "rubric")
"""Types of checks whose verdict is a model's alone."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Figure:
    """A figure with its 95% confidence interval and the number of episodes."""

    value: float | None
    interval: Interval | None
    n: int

    def to_json(self) -> Mapping[str, Any]:
        """The JSON form."""
        return {
            "value": self.value,
            "interval": list(self.interval) if self.interval else None,
            "n": self.n,
        }


@dataclass(frozen=True, kw_only=True, slots=True)
class Agreement:
    """Agreement of the judge with people.

    Attributes:
        judge: type of the check whose verdicts are compared.
        accuracy: share of equal verdicts.
        kappa: the same beyond chance (Cohen 1960).
        false_positives: share of people's failures that the judge calls success.
        alpha: of all raters, people and each vote of the judge (Krippendorff).
        people_alpha: of people alone.
        judges_alpha: of the judge's votes alone.
        unjudged: episodes people labelled and the judge did not.
        disagreed: different verdicts: the episode, the judge, people.
    """

    judge: str
    accuracy: Figure
    kappa: Figure
    false_positives: Figure
    alpha: float | None
    people_alpha: float | None
    judges_alpha: float | None
    unjudged: int
    disagreed: tuple[tuple[Key, bool, bool], ...]

    def to_json(self) -> Mapping[str, Any]:
        """The JSON form."""
        return {
            "judge": self.judge,
            "accuracy": self.accuracy.to_json(),
            "kappa": self.kappa.to_json(),
            "false_positive_rate": self.false_positives.to_json(),
            "alpha": self.alpha,
            "people_alpha": self.people_alpha,
            "judges_alpha": self.judges_alpha,
            "unjudged": self.unjudged,
            "disagreed": [
                {"task": key[0], "epoch": key[1], "attempt": key[2], "judge": judge, "human": human}
                for key, judge, human in self.disagreed
            ],
        }


def judge_of(scores: Mapping[Key, Score], wanted: str | None = None) -> str:
    """Return the type of check whose verdicts are to be compared.

    Raises:
        ConfigError: the wanted one is no judge's, or none is named and there are several.
    """
    if wanted is not None and wanted not in JUDGES:
        raise ConfigError(f"{wanted} is no judge. There are: {', '.join(JUDGES)}.")
    there = {verdict.type for score in scores.values() for verdict in score.verdicts}
    found = [name for name in JUDGES if name in there]
    if wanted is None and len(found) > 1:
        raise ConfigError(
            f"The episodes were judged by {' and '.join(found)}. Name one with --evaluator."
        )
    return wanted or (found or JUDGES)[0]


def agreement(
    items: Sequence[StoredEpisode],
    scores: Mapping[Key, Score],
    verdicts: Sequence[PersonVerdict],
    judge: str = JUDGES[0],
) -> Agreement:
    """Compare the judge's verdicts with people's labels.

    Where people disagree the majority counts; episodes without one are left out.

    Args:
        items: the episodes.
        scores: their scores from the checks, the judge's among them.
        verdicts: people's.
        judge: type of the check whose verdicts are compared.
    """
    people = last_words(verdicts)
    labels, votes, pairs, unjudged = [], [], [], 0
    for item in items:
        said = people.get(item.key, {})
        labels.append(list(said.values()))
        votes.append(_votes(scores.get(item.key), judge))
        human, judged = _majority(said), _judged(scores.get(item.key), judge)
        if human is None:
            continue
        if judged is None:
            unjudged += 1
        else:
            pairs.append((item.key, item.record.cluster, judged, human))
    clusters = [cluster for _, cluster, _, _ in pairs]
    judges, humans = [pair[2] for pair in pairs], [pair[3] for pair in pairs]
    failures = [pair for pair in pairs if not pair[3]]
    return Agreement(
        judge=judge,
        accuracy=_rate([one == human for _, _, one, human in pairs], clusters),
        kappa=kappa_of(judges, humans, clusters),
        false_positives=_rate([pair[2] for pair in failures], [pair[1] for pair in failures]),
        alpha=krippendorffs_alpha([[*a, *b] for a, b in zip(labels, votes, strict=True)]),
        people_alpha=krippendorffs_alpha(labels),
        judges_alpha=krippendorffs_alpha(votes),
        unjudged=unjudged,
        disagreed=tuple((key, one, human) for key, _, one, human in pairs if one != human),
    )


def _majority(people: Mapping[str, bool]) -> bool | None:
    counted = Counter(people.values())
    return None if counted[True] == counted[False] else counted[True] > counted[False]


def _judged(score: Score | None, judge: str) -> bool | None:
    return next((each.passed for each in _verdicts(score, judge)), None)


def _votes(score: Score | None, judge: str) -> list[bool | None]:
    meaning = {"success": True, "failure": False}
    return [meaning.get(vote) for each in _verdicts(score, judge) for vote in each.votes]


def _verdicts(score: Score | None, judge: str) -> list[Verdict]:
    return [each for each in score.verdicts if each.type == judge] if score else []


def _rate(hits: Sequence[bool], clusters: Sequence[str]) -> Figure:
    share = sum(hits) / len(hits) if hits else None
    return Figure(value=share, interval=rate_interval(hits, clusters), n=len(hits))


def kappa_of(judges: Sequence[bool], humans: Sequence[bool], clusters: Sequence[str]) -> Figure:
    """Return Cohen's kappa of two raters, its interval by resampling whole clusters."""
    # One number for a pair, so that pairs are drawn together.
    pairs = [2.0 * judge + human for judge, human in zip(judges, humans, strict=True)]

    def kappa(drawn: Any) -> float:
        return (
            cohens_kappa([int(each) // 2 for each in drawn], [int(each) % 2 for each in drawn])
            or 0.0
        )

    value = cohens_kappa(judges, humans)
    interval = bootstrap(pairs, clusters, kappa) if value is not None else None
    return Figure(value=value, interval=interval, n=len(pairs))
