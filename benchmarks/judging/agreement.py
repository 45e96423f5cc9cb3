"""Agreement of a model as judge with people who looked at the same episodes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from agent_e.benchmarks.episodes.reading import Key, StoredEpisode
from agent_e.benchmarks.episodes.record import Score
from agent_e.benchmarks.statistics.agreement import cohens_kappa, krippendorffs_alpha
from agent_e.benchmarks.statistics.clustered import bootstrap
from agent_e.benchmarks.statistics.intervals import Interval, wilson

from .people import PersonVerdict, last_words

JUDGE = "webvoyager"
"""The type of check whose verdicts are compared."""


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
        accuracy: share of equal verdicts.
        kappa: the same beyond chance (Cohen 1960).
        false_positives: share of people's failures that the judge calls success.
        alpha: of all raters, people and each vote of the judge (Krippendorff).
        unjudged: episodes people labelled and the judge did not.
        disagreed: different verdicts: the episode, the judge, people.
    """

    accuracy: Figure
    kappa: Figure
    false_positives: Figure
    alpha: float | None
    unjudged: int
    disagreed: tuple[tuple[Key, bool, bool], ...]

    def to_json(self) -> Mapping[str, Any]:
        """The JSON form."""
        return {
            "accuracy": self.accuracy.to_json(),
            "kappa": self.kappa.to_json(),
            "false_positive_rate": self.false_positives.to_json(),
            "alpha": self.alpha,
            "unjudged": self.unjudged,
            "disagreed": [
                {"task": key[0], "epoch": key[1], "attempt": key[2], "judge": judge, "human": human}
                for key, judge, human in self.disagreed
            ],
        }


def agreement(
    items: Sequence[StoredEpisode], scores: Mapping[Key, Score], verdicts: Sequence[PersonVerdict]
) -> Agreement:
    """Compare the judge's verdicts with people's labels.

    Where people disagree the majority counts; episodes without one are left out.

    Args:
        items: the episodes.
        scores: their scores from the checks, the judge's among them.
        verdicts: people's.
    """
    people = last_words(verdicts)
    units, pairs, unjudged = [], [], 0
    for item in items:
        votes, human = _votes(scores.get(item.key)), _majority(people.get(item.key, {}))
        units.append([*people.get(item.key, {}).values(), *votes])
        if human is None:
            continue
        judge = _judged(scores.get(item.key))
        if judge is None:
            unjudged += 1
        else:
            pairs.append((item.key, item.record.cluster, judge, human))
    judges, humans = [pair[2] for pair in pairs], [pair[3] for pair in pairs]
    same = sum(judge == human for judge, human in zip(judges, humans, strict=True))
    failures = [judge for judge, human in zip(judges, humans, strict=True) if not human]
    return Agreement(
        accuracy=_rate(same, len(pairs)),
        kappa=kappa_of(judges, humans, [pair[1] for pair in pairs]),
        false_positives=_rate(sum(failures), len(failures)),
        alpha=krippendorffs_alpha(units),
        unjudged=unjudged,
        disagreed=tuple((key, judge, human) for key, _, judge, human in pairs if judge != human),
    )


def _majority(people: Mapping[str, bool]) -> bool | None:
    counted = Counter(people.values())
    return None if counted[True] == counted[False] else counted[True] > counted[False]


def _judged(score: Score | None) -> bool | None:
    return (
        next((each.passed for each in score.verdicts if each.type == JUDGE), None)
        if score
        else None
    )


def _votes(score: Score | None) -> list[bool | None]:
    votes = [each.votes for each in score.verdicts if each.type == JUDGE] if score else []
    meaning = {"success": True, "failure": False}
    return [meaning.get(vote) for several in votes for vote in several]


def _rate(count: int, n: int) -> Figure:
    return Figure(value=count / n if n else None, interval=wilson(count, n), n=n)


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
