"""The suite `apps`, as far as it can be looked at without installing anything."""

from collections import Counter

import pytest

from agent_e.benchmarks.apps import APPS, App
from agent_e.benchmarks.suites.apps import APPLICATIONS, TASKS
from agent_e.benchmarks.suites.suite import SuiteOptions
from agent_e.benchmarks.tasks.lint import lint
from agent_e.errors import ConfigError


def test_the_tasks_are_sound_and_every_application_has_some_of_each_kind() -> None:
    assert lint(TASKS, known_sites=APPS) == []
    kinds = Counter(str(task.tags["category"]) for task in TASKS)
    assert len(TASKS) >= 100 and min(kinds.values()) >= 10
    for name in APPS:
        own = {str(task.tags["category"]) for task in TASKS if task.tags["site"] == name}
        assert own >= {"retrieve", "change", "infeasible"}, name
    assert 3 * sum(bool(task.reference.trace) for task in TASKS) >= len(TASKS)


def test_what_changes_nothing_says_so_and_what_cannot_be_done_is_to_be_said() -> None:
    for task in TASKS:
        kept = [each.own for each in task.evaluators if each.type == "state"]
        if not task.mutating:
            assert {"path": "", "changed": False}.items() <= kept[-1].items(), task.id
        else:
            assert any("changed" not in each for each in kept), task.id


@pytest.mark.parametrize("app", APPS.values(), ids=list(APPS))
def test_an_application_says_what_it_is_and_has_screens_to_look_at(app: App) -> None:
    assert app.version and app.licence and app.front and app.summary.endswith(".")
    names = [screen.name for screen in app.screens]
    assert len(names) >= 12 and len(set(names)) == len(names)
    assert all(screen.path.startswith("/") for screen in app.screens)


def test_parts_of_the_suite() -> None:
    wiki = APPLICATIONS.load(SuiteOptions(split="dokuwiki"))
    assert wiki and all(task.id.startswith("dokuwiki-") for task in wiki)
    assert all(task.reference.trace for task in APPLICATIONS.load(SuiteOptions(split="oracle")))
    with pytest.raises(ConfigError, match="has no part moon"):
        APPLICATIONS.load(SuiteOptions(split="moon"))
