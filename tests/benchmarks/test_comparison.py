"""Two runs compared, on records written by hand."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from agent_e.benchmarks.comparison import compare
from agent_e.benchmarks.episodes.record import EpisodeRecord
from agent_e.benchmarks.statistics import mcnemar, newcombe
from agent_e.errors import ConfigError
from tests.benchmarks.records import SHORT, episode


def run(outcomes: str, **fields: object) -> list[EpisodeRecord]:
    """A run of one task a letter: + succeeded, - did not, x was a fault, ? was not judged."""
    names = {"+": "ok", "-": "oblivious", "x": "infra", "?": "unjudged"}
    return [episode(f"t{at:02}", names[each], **fields) for at, each in enumerate(outcomes)]


def test_pairs_flips_and_what_is_left_out() -> None:
    a = run("++--x?+") + [episode("only a")]
    b = run("+-+-+++") + [episode("only b"), episode("t00", epoch=2)]
    found = compare(a, b)
    assert found.pairs == 5
    assert tuple(found.cells.model_dump().values()) == (2, 1, 1, 1)
    assert (found.a.rate, found.b.rate, found.difference) == (0.6, 0.6, 0)
    assert (found.lost, found.won) == ((("t01", 1),), (("t02", 1),))
    assert [(each.task, each.epoch, each.why) for each in found.unpaired] == [
        ("only a", 1, "only in A"),
        ("only b", 1, "only in B"),
        ("t00", 2, "only in B"),
        ("t04", 1, "infra_error in A"),
        ("t05", 1, "unjudged in A"),
    ]


@pytest.mark.parametrize(
    ("lost", "won", "change"),
    # mid-p: 0.0156, 0.0313, 0.0625, 0.0156, 0.0386, 1
    [
        (6, 0, "worse"),
        (5, 0, "worse"),
        (4, 0, "none"),
        (0, 6, "better"),
        (9, 2, "worse"),
        (3, 3, "none"),
    ],
)
def test_the_rule_is_mid_p_below_5_percent(lost: int, won: int, change: str) -> None:
    a = run("+" * lost + "-" * won + "+" * 10)
    b = run("-" * lost + "+" * won + "+" * 10)
    found = compare(a, b)
    assert found.p_value == found.mcnemar_mid_p == mcnemar(lost, won).mid_p
    assert found.change == change
    assert found.interval == newcombe(10, lost, won, 0)
    assert found.regressed() == (change == "worse")


def test_a_bound_in_points() -> None:
    found = compare(run("+" * 10), run("--" + "+" * 8))
    assert found.change == "none"
    assert not found.regressed()
    assert not found.regressed(fail_below=20)
    assert found.regressed(fail_below=19.9)
    assert not compare(run("--"), run("++")).regressed(fail_below=0)


def test_repeats_are_swapped_as_a_whole() -> None:
    # Six tries of one task and one of another: of two clusters nothing can be shown.
    a = [episode("a", epoch=n) for n in range(1, 9)] + [episode("b")]
    b = [episode("a", "aware", epoch=n) for n in range(1, 9)] + [episode("b")]
    found = compare(a, b)
    assert found.mcnemar_mid_p < 0.01
    assert (found.p_value, found.change) == (1.0, "none")
    assert found.interval_method == "bootstrap over clusters"
    assert (found.pairs, found.clusters) == (9, 2)


def test_medians_are_of_pairs() -> None:
    usage = {"navigator": {"calls": 3}}
    a = [
        episode("a", seconds=10, cost_usd=0.1, usage=usage),
        episode("b", seconds=20, cost_usd=None, usage=usage),
        episode("c", "aware", seconds=500, cost_usd=0.3, usage=usage),
    ]
    b = [
        episode("a", seconds=12, cost_usd=0.2, usage={"navigator": {"calls": 5}}),
        episode("b", seconds=22, cost_usd=0.2),
        episode("c", seconds=5, cost_usd=0.4, usage={"navigator": {"calls": 5}}),
    ]
    found = compare(a, b)
    assert found.seconds is not None
    assert (found.seconds.n, found.seconds.a, found.seconds.b) == (2, 15, 17)
    assert found.seconds.interval == pytest.approx((2, 2))
    assert found.cost_usd is not None
    assert found.cost_usd.n == 2
    assert found.cost_usd.difference == pytest.approx(0.1)
    assert found.calls is not None
    assert (found.calls.n, found.calls.difference) == (2, 2)
    assert compare(run("-"), run("+")).seconds is None


def test_what_cannot_be_compared_is_said() -> None:
    with pytest.raises(ConfigError, match=r"suite s, the other of z\. Compare two runs"):
        compare(run("+"), run("+", suite="z"))
    with pytest.raises(ConfigError, match="infra_error in A"):
        compare(run("x"), run("+"))
    with pytest.raises(ConfigError, match="both are empty"):
        compare([], [])


RUNS = st.lists(
    st.tuples(st.sampled_from(sorted(SHORT)), st.sampled_from(sorted(SHORT))), max_size=12
)


@settings(deadline=None)
@given(RUNS)
def test_turning_it_round_turns_everything_round(pairs: list[tuple[str, str]]) -> None:
    a = [episode(f"t{at}", one) for at, (one, _) in enumerate(pairs)]
    b = [episode(f"t{at}", other) for at, (_, other) in enumerate(pairs)]
    try:
        found = compare(a, b)
    except ConfigError:
        assert not any(a.outcome.counted and b.outcome.counted for a, b in zip(a, b, strict=True))
        return
    turned = compare(b, a)
    assert found.difference == -turned.difference
    assert found.p_value == turned.p_value
    assert (found.lost, found.won) == (turned.won, turned.lost)
    assert found.pairs + len(found.unpaired) == len(pairs)
    if found.change != "none":
        assert {found.change, turned.change} == {"worse", "better"}


def test_chances_over_repeats_are_compared() -> None:
    a = [episode(task, epoch=epoch) for task in "ab" for epoch in (1, 2)]
    b = [episode("a"), episode("a", "aware", epoch=2), episode("b"), episode("b", epoch=2)]
    found = {each.name: each for each in compare(a, b).repeats}
    assert set(found) == {"pass@2", "pass^2"}
    assert (found["pass@2"].a, found["pass@2"].b) == (1, 1)
    assert (found["pass^2"].a, found["pass^2"].b, found["pass^2"].difference) == (1, 0.5, -0.5)
    assert found["pass^2"].interval == (-1, 0)
    assert compare(a[::2], b[::2]).repeats == ()
