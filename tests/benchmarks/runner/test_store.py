"""The folder of a bench run: what counts, what is left, what is refused."""

from __future__ import annotations

import json
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

from agent_e.benchmarks.episodes.record import EPISODE_FILE, EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.runner.plan import BenchPlan, Slot
from agent_e.benchmarks.runner.store import BenchStore, write_record
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.config import Settings
from agent_e.errors import ConfigError

PLAN = BenchPlan(suite="own", settings=Settings(model="offline"))


def task(name: str = "a", intent: str = "Do it.") -> BenchTask:
    return BenchTask(id=name, suite="own", intent=intent)


def record(name: str, attempt: int, outcome: EpisodeOutcome) -> EpisodeRecord:
    return EpisodeRecord(
        suite="own",
        task_id=name,
        cluster=name,
        epoch=1,
        attempt=attempt,
        agent="own",
        outcome=outcome,
        started=0.0,
    )


def leave(store: BenchStore, slot: Slot, *outcomes: EpisodeOutcome) -> None:
    for outcome in outcomes:
        attempt = store.next_attempt(slot)
        folder = store.slot_folder(slot) / str(attempt)
        write_record(folder, EPISODE_FILE, record(slot.task.id, attempt, outcome))


@pytest.fixture
def store(tmp_path: Path) -> BenchStore:
    return BenchStore(tmp_path / "run")


def test_a_slot_counts_once_by_its_first_try_that_says_something_of_the_agent(store):
    slot = Slot(task=task(), epoch=1)
    assert store.concluded(slot) is None
    leave(store, slot, EpisodeOutcome.INFRA_ERROR)
    fault = store.concluded(slot)
    assert fault is not None and fault.outcome is EpisodeOutcome.INFRA_ERROR
    leave(store, slot, EpisodeOutcome.FAIL_LIMIT, EpisodeOutcome.SUCCESS)
    counted = store.concluded(slot)
    assert counted is not None and (counted.attempt, counted.outcome.value) == (2, "fail_limit")
    assert [found.attempt for found in store.records()] == [2]


def test_a_try_that_was_cut_off_counts_for_nothing_and_is_never_written_again(store):
    slot = Slot(task=task(), epoch=1)
    cut = store.slot_folder(slot) / "1"
    cut.mkdir(parents=True)
    (cut / f".{EPISODE_FILE}.tmp").write_text("{")
    assert store.concluded(slot) is None
    assert store.next_attempt(slot) == 2


def test_names_of_tasks_cannot_lead_out_of_the_folder(store):
    for name in ("../../x", "a/b", "..", "BBC News--28", "é\u202e"):
        folder = store.slot_folder(Slot(task=task(name), epoch=1))
        assert folder.resolve().parent.parent == store.folder.resolve() / "episodes"
        assert folder.parent.name not in ("..", ".")


def test_another_run_in_the_same_folder_is_refused_and_named(store):
    with store.held():
        store.begin(PLAN, [task()], {})
    other = PLAN.model_copy(update={"settings": Settings(model="offline", architecture="som")})
    with pytest.raises(ConfigError, match="another architecture"):
        store.begin(other, [task()], {})
    store.begin(PLAN, [task("b")], {})
    assert [each.id for each in store.tasks()] == ["a", "b"]


def test_tasks_keep_the_words_they_had_when_they_were_first_done(store):
    with store.held():
        store.begin(PLAN, [task("a", "Fly on 3 May 2026.")], {})
    later = [task("a", "Fly on 4 May 2026."), task("b", "Fly on 5 May 2026.")]
    assert [each.intent for each in store.frozen(later)] == [
        "Fly on 3 May 2026.",
        "Fly on 5 May 2026.",
    ]


def test_a_line_that_a_killed_process_tore_swallows_no_other(store):
    with store.held():
        store.begin(PLAN, [task("a")], {})
    with (store.folder / "tasks.jsonl").open("a") as file:
        file.write('{"id": "b", "su')
    assert [each.id for each in store.tasks()] == ["a"]
    store.begin(PLAN, [task("a"), task("b")], {})
    assert [each.id for each in store.tasks()] == ["a", "b"]


def test_two_runners_do_not_work_in_one_folder(store):
    held = textwrap.dedent(
        f"""
        from pathlib import Path
        from agent_e.benchmarks.runner.store import BenchStore
        with BenchStore(Path({str(store.folder)!r})).held():
            print("held", flush=True)
            input()
        """
    )
    other = subprocess.Popen(
        [sys.executable, "-c", held], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )
    try:
        assert other.stdout is not None and other.stdout.readline() == "held\n"
        with pytest.raises(ConfigError, match="at work in"), store.held():
            pass
    finally:
        other.kill()
        other.communicate()
    with store.held():
        pass


def test_a_damaged_record_is_told_with_its_file(store):
    slot = Slot(task=task(), epoch=1)
    leave(store, slot, EpisodeOutcome.SUCCESS)
    path = store.slot_folder(slot) / "1" / EPISODE_FILE
    path.write_text(json.dumps({"suite": "own"}))
    with pytest.raises(ConfigError, match=r"episode\.json is damaged"):
        list(store.records())


def test_a_folder_that_holds_no_run_is_told(tmp_path):
    with pytest.raises(ConfigError, match="holds no bench run"):
        BenchStore(tmp_path).info()
