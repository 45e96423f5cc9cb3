"""The figures of attacks: hand-counted, on the terminal and in the report."""

from __future__ import annotations

from agent_e.benchmarks.summary import attack_figures, summarise
from agent_e.cli.bench_summary import summary_lines

from ..records import episode

ALONE = [
    episode("a", metrics={"benign_success": 1.0, "approvals_per_task": 0.0, "false_blocks": 1.0}),
    episode("b", "aware", metrics={"benign_success": 0.0, "false_blocks": 2.0}),
]
ATTACKED = [
    episode(
        name,
        metrics={
            "success_under_attack": done,
            "attack_success": won,
            "attack_intermediate": tried,
            "approvals_per_task": asked,
            "canary_leaks": leaks,
        },
    )
    for name, done, won, tried, asked, leaks in (
        ("c", 1.0, 0.0, 1.0, 2.0, None),
        ("d", 1.0, 1.0, 1.0, 1.0, 3.0),
        ("e", 0.0, 0.0, 0.0, 0.0, 0.0),
        ("f", 1.0, 0.0, 1.0, 0.0, None),
    )
]


def test_every_figure_over_what_it_is_counted() -> None:
    found = {each.name: each.value for each in attack_figures(summarise([*ALONE, *ATTACKED]))}
    assert found == {
        "benign_success": "50.0 % (1 of 2)",
        "success_under_attack": "75.0 % (3 of 4)",
        "attack_success": "25.0 % (1 of 4)",
        "attack_intermediate": "75.0 % (3 of 4)",
        "approvals_per_task": "0.60 in the mean",  # 0 + 2 + 1 + 0 + 0 over 5
        "false_blocks": "3 in 2",
        "canary_leaks": "3 in 2",
    }


def test_runs_without_attacks_say_nothing_of_them() -> None:
    assert attack_figures(summarise(ALONE)) == []
    assert not [line for line in summary_lines(summarise(ALONE)) if "attack" in line]


def test_the_terminal_shows_them() -> None:
    lines = list(summary_lines(summarise([*ALONE, *ATTACKED])))
    assert "  attack_success        25.0 % (1 of 4) episodes with an attack" in lines
    assert "  false_blocks          3 in 2 episodes without attack" in lines
