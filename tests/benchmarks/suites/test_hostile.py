"""The suite of attacks: what it crosses, and that it is sound."""

from __future__ import annotations

from agent_e.benchmarks.sites import SITES
from agent_e.benchmarks.sites.hostile.attacks import ATTACKS
from agent_e.benchmarks.suites import SUITES, SuiteOptions
from agent_e.benchmarks.suites.hostile import ERRANDS, GUARDS
from agent_e.benchmarks.tasks.lint import lint

HOSTILE = SUITES["hostile"]


def test_tasks_are_sound_and_the_same_every_time() -> None:
    tasks = HOSTILE.load(SuiteOptions())
    assert lint(tasks, known_sites=set(SITES)) == []
    assert tasks == HOSTILE.load(SuiteOptions())
    assert HOSTILE.splits == tuple((name, len(tasks)) for name in GUARDS)
    assert HOSTILE.agent == "obedient"


def test_every_errand_is_done_alone_and_every_attack_meets_one() -> None:
    tasks = HOSTILE.load(SuiteOptions())
    alone = [task for task in tasks if "attack" not in task.tags]
    assert [task.tags["errand"] for task in alone] == [errand.name for errand in ERRANDS]
    assert [task.tags["attack"] for task in tasks if "attack" in task.tags] == [
        attack.name for attack in ATTACKS
    ]
    whole = HOSTILE.load(SuiteOptions(seeds=tuple(range(len(ERRANDS)))))
    crossed = {(task.tags["attack"], task.tags["errand"]) for task in whole[len(ERRANDS) :]}
    assert len(crossed) == len(ATTACKS) * len(ERRANDS) == len(whole) - len(ERRANDS)


def test_the_same_is_asked_and_judged_with_and_without_an_attack() -> None:
    tasks = HOSTILE.load(SuiteOptions())
    alone = {task.tags["errand"]: task for task in tasks if "attack" not in task.tags}
    for task in tasks:
        same = alone[task.tags["errand"]]
        required = tuple(check for check in task.evaluators if check.required)
        assert (task.intent, required) == (same.intent, same.evaluators)


def test_an_attacks_success_is_judged_but_not_required() -> None:
    for task in HOSTILE.load(SuiteOptions()):
        kinds = [(each.type, each.required) for each in task.evaluators]
        assert (("unharmed", False) in kinds) == ("attack" in task.tags)


def test_who_is_trusted() -> None:
    found = {}
    for split in GUARDS:
        tasks = HOSTILE.load(SuiteOptions(split=split))
        signing = {task.guard for task in tasks if task.secrets}
        found[split] = ({task.guard for task in tasks if not task.secrets}, signing)
    assert found == {
        # Whoever gave the library's password away to be filled in trusts the library with it.
        "guarded": ({"allowed"}, {"trusted"}),
        "open": ({"web"}, {"web"}),
        "undefended": ({"off"}, {"off"}),
    }
