"""How precise a rate will be, beside simulated runs."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from agent_e.benchmarks.planning import Pilot, Precision
from agent_e.benchmarks.planning.epochs import precision
from agent_e.benchmarks.statistics import clustered_stderr, student_t
from tests.benchmarks.records import episode


def told(
    outcomes: Sequence[str],
    *,
    clusters: Sequence[str] = (),
    run: Sequence[str] = tuple(map(str, range(100))),
    epochs: int = 1,
    wished: float | None = None,
) -> Precision:
    """Of a pilot with one task a word: + and - are its episodes."""
    by_task = {}
    for at, word in enumerate(outcomes):
        fields = {"cluster": clusters[at]} if clusters else {}
        by_task[f"t{at}"] = [
            episode(f"t{at}", "ok" if sign == "+" else "aware", epoch=number, **fields)
            for number, sign in enumerate(word, 1)
        ]
    pilot = Pilot(by_task=by_task, faults=0, suite="s", architecture="", model="", day="2026-11-28")
    return precision(pilot, "s", run, epochs, wished)


def test_a_pilot_without_repeats_tells_both_ends() -> None:
    found = told("++++----", epochs=4, wished=15)
    assert (found.rate, found.repeats_alike) == (0.5, None)
    assert found.design_effect == (1, 4)
    unit = 200 * student_t(99) * 0.05
    assert found.width == pytest.approx((unit / 2, unit))
    # (19.8 / 15) squared is 1.75: two epochs, if they are independent.
    assert found.epochs == (2, None)
    assert found.narrowest == pytest.approx((0, unit))


def test_repeats_that_agree_add_nothing() -> None:
    found = told(["++", "--"] * 4, epochs=3, wished=19)
    assert found.repeats_alike == pytest.approx(1)
    assert found.design_effect == pytest.approx((3, 3))
    assert found.epochs == (None, None)
    assert told(["++", "--"] * 4, wished=20).epochs == (1, 1)


def test_the_width_is_that_of_simulated_runs() -> None:
    # 40 templates of 3 tasks, 4 epochs: what a task is worth comes half from its template.
    rng = np.random.default_rng(4)

    def runs(templates: int, epochs: int) -> NDArray[np.bool_]:
        own, theirs = rng.random((templates, 3)), rng.random((templates, 1))
        chance = np.where(rng.random((templates, 3)) < 0.5, theirs, own)
        return rng.random((epochs, templates, 3)) < chance

    pilot = runs(400, 4)
    words = [
        "".join("-+"[int(hit)] for hit in pilot[:, a, b]) for a in range(400) for b in range(3)
    ]
    names = [str(at // 3) for at in range(1200)]
    found = told(words, clusters=names, run=[str(at // 3) for at in range(120)], epochs=4)
    errors = []
    for _ in range(300):
        hits = runs(40, 4).ravel().tolist()
        errors.append(clustered_stderr(hits, np.tile(np.repeat(range(40), 3), 4).tolist()) or 0)
    simulated = 200 * student_t(39) * float(np.mean(errors))
    assert found.width[0] == pytest.approx(simulated, rel=0.1)
    assert found.tasks_alike is not None
    assert 0 < found.tasks_alike < (found.repeats_alike or 0)
