"""Which try at an episode counts, whoever reads the folder."""

from __future__ import annotations

from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.reading import read_standing, read_tries
from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeOutcome
from agent_e.benchmarks.reporting.stored import read_bench
from agent_e.benchmarks.runner.plan import Slot
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.summary import summarise
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

from ..reporting.bench_folder import episode, place

GOOD, WRONG, FAULT = (
    EpisodeOutcome.SUCCESS,
    EpisodeOutcome.FAIL_OBLIVIOUS,
    EpisodeOutcome.INFRA_ERROR,
)


@pytest.mark.parametrize(
    ("outcomes", "counts"),
    [
        ((WRONG,), 1),
        ((FAULT, GOOD), 2),
        ((FAULT, FAULT), 2),
        # A second chance that nobody else had.
        ((WRONG, GOOD), 1),
        ((FAULT, WRONG, FAULT, GOOD), 2),
        ((FAULT,) * 9 + (WRONG, GOOD), 10),
    ],
)
def test_the_first_that_is_no_fault_counts_for_every_reader(
    tmp_path: Path, outcomes: tuple[EpisodeOutcome, ...], counts: int
) -> None:
    for attempt, outcome in enumerate(outcomes, 1):
        place(tmp_path, episode("a", outcome, attempt=attempt))
    outcome = outcomes[counts - 1]
    slot = Slot(task=BenchTask(id="a", suite="local", intent="Do it."), epoch=1)
    concluded = BenchStore(tmp_path).concluded(slot)
    assert concluded is not None
    assert concluded.attempt == counts
    assert [each.attempt for each in BenchStore(tmp_path).records()] == [counts]
    assert [each.record.attempt for each in read_bench(tmp_path).episodes] == [counts]
    (kept,) = read_standing(tmp_path)
    assert (kept.key, kept.folder.name) == (("a", 1, counts), str(counts))
    tries = [each.record for each in read_tries(tmp_path)]
    assert [each.attempt for each in tries] == [*range(1, len(outcomes) + 1)]
    for given in (tries, tries[::-1]):
        found = summarise(given)
        assert found.attempts == len(outcomes)
        assert {name: n for name, n in found.outcomes.items() if n} == {outcome.value: 1}


def test_what_cannot_be_read_is_told_or_left_out(tmp_path: Path) -> None:
    place(tmp_path, episode("a"))
    torn = place(tmp_path, episode("b")) / EPISODE_FILE
    torn.write_text('{"suite": "loc')
    with pytest.raises(ConfigError, match=r"episode\.json is damaged: .* run the same command"):
        list(read_tries(tmp_path))
    left_out: list[Path] = []
    assert [each.key[0] for each in read_tries(tmp_path, left_out.append)] == ["a"]
    assert left_out == [torn]
    with pytest.raises(ConfigError, match="holds no bench run"):
        list(read_tries(tmp_path / "episodes"))
