import json
import multiprocessing
import os
from pathlib import Path

import pytest

from agent_e.errors import ConfigError, JournalLost
from agent_e.journal import Journal, find_run, list_runs, new_run_dir, read_events, read_run
from agent_e.safety.secrets import Redactor


def test_events_are_numbered_and_in_order(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    assert [journal.write("a", x=1), journal.write("b", x="ü")] == [1, 2]
    journal.close()
    events = list(read_events(tmp_path))
    assert [(event["seq"], event["kind"], event["x"]) for event in events] == [
        (1, "a", 1),
        (2, "b", "ü"),
    ]
    assert events[0]["time"] <= events[1]["time"]


def test_an_event_is_on_disk_before_write_returns(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write("a")
    assert len(list(read_events(tmp_path))) == 1
    journal.close()


def test_listeners_get_what_is_written(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    seen: list[str] = []
    journal.subscribe(lambda event: seen.append(event["kind"]))
    journal.write("a")
    journal.write("b")
    journal.close()
    assert seen == ["a", "b"]


def test_the_redactor_sees_every_line_and_file(tmp_path: Path) -> None:
    hidden = Redactor()
    hidden.add("hunter2", "x")
    hidden.add("1795", "pin")
    journal = Journal(tmp_path, redact=hidden.value)
    seen: list[object] = []
    journal.subscribe(seen.append)
    journal.write("a", text="hunter2", tokens=1795, data=b"hunter2", of=Path("hunter2"))
    assert "hunter2" not in str(seen)
    (event,) = read_events(tmp_path)
    assert event["tokens"] == 1795
    assert event["text"] == "[x]"
    journal.write_file("run.json", {"task": {"text": "log in with hunter2"}})
    journal.close()
    assert "hunter2" not in (tmp_path / "events.jsonl").read_text()
    assert "hunter2" not in (tmp_path / "run.json").read_text()


def test_lone_surrogates_do_not_stop_the_journal(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write("a", text="\ud800 broken")
    journal.write_file("run.json", {"text": "\ud800"})
    journal.close()
    assert next(read_events(tmp_path))["kind"] == "a"


def test_a_torn_last_line_is_skipped(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    journal.write("a")
    journal.close()
    with (tmp_path / "events.jsonl").open("a") as file:
        file.write('{"seq": 2, "kind": "b", "te')
    assert [event["kind"] for event in read_events(tmp_path)] == ["a"]


def test_damage_in_the_middle_is_told(tmp_path: Path) -> None:
    (tmp_path / "events.jsonl").write_text('{"seq": 1}\nnonsense\n{"seq": 3}\n')
    with pytest.raises(ConfigError, match="damaged at line 2"):
        list(read_events(tmp_path))


def write_for_ever(run_dir: Path) -> None:
    journal = Journal(run_dir)
    journal.write_file("run.json", {"task": {"text": "x"}})
    while True:
        journal.write("a", text="x" * 500)


def test_a_killed_writer_leaves_a_readable_journal_and_no_result(tmp_path: Path) -> None:
    process = multiprocessing.get_context("spawn").Process(target=write_for_ever, args=(tmp_path,))
    process.start()
    events = tmp_path / "events.jsonl"
    try:
        # Read only when it is dead: a reader that is slower than the writer never comes to an end.
        while not events.exists() or events.stat().st_size < 10_000:
            assert process.is_alive()
    finally:
        process.kill()
        process.join()
    record = read_run(tmp_path)
    assert record.result is None
    assert [event["seq"] for event in record.events] == list(range(1, len(record.events) + 1))


def make_run(root: Path, name: str, *, ended: bool = True) -> None:
    (root / name).mkdir(parents=True)
    (root / name / "run.json").write_text(json.dumps({"task": {"text": f"task {name}"}}))
    if ended:
        (root / name / "result.json").write_text(json.dumps({"outcome": "success"}))


def test_runs_are_listed_newest_first(tmp_path: Path) -> None:
    make_run(tmp_path, "20260101-000000-aaaa")
    make_run(tmp_path, "20260102-000000-bbbb", ended=False)
    (tmp_path / "not-a-run").mkdir()
    newest, oldest = list_runs(tmp_path)
    assert (newest.task, newest.result) == ("task 20260102-000000-bbbb", None)
    assert oldest.result == {"outcome": "success"}
    assert list_runs(tmp_path / "none") == []


def test_a_damaged_run_does_not_hide_the_others(tmp_path: Path) -> None:
    make_run(tmp_path, "20260101-000000-aaaa")
    make_run(tmp_path, "20260102-000000-bbbb")
    (tmp_path / "20260102-000000-bbbb/run.json").write_text("{")
    damaged, whole = list_runs(tmp_path)
    assert "is damaged" in damaged.problem
    assert (whole.task, whole.problem) == ("task 20260101-000000-aaaa", "")


def test_a_run_is_found_by_id_start_path_and_latest(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="There are no runs"):
        find_run(tmp_path, "latest")
    make_run(tmp_path, "20260101-000000-aaaa")
    make_run(tmp_path, "20260102-000000-bbbb")
    second = tmp_path / "20260102-000000-bbbb"
    for name in ("20260102-000000-bbbb", "20260102", "latest", str(second)):
        assert find_run(tmp_path, name) == second
    with pytest.raises(ConfigError, match="2 runs begin with 2026"):
        find_run(tmp_path, "2026")
    for name in ("20260101-000000-aaab", ""):
        with pytest.raises(ConfigError, match="Near it: .*20260101-000000-aaaa"):
            find_run(tmp_path, name)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    tmp_path.chmod(0o500)
    with pytest.raises(ConfigError, match="Give another place with --out"):
        new_run_dir(tmp_path / "runs")


def test_a_file_in_the_place_of_the_folder_is_told(tmp_path: Path) -> None:
    (tmp_path / "runs").write_text("")
    with pytest.raises(ConfigError, match="Give another place with --out"):
        new_run_dir(tmp_path / "runs")


def test_run_folders_are_unique(tmp_path: Path) -> None:
    assert len({new_run_dir(tmp_path) for _ in range(20)}) == 20


def test_only_the_owner_may_read_a_run(tmp_path: Path) -> None:
    run_dir = new_run_dir(tmp_path / "runs")
    journal = Journal(run_dir)
    journal.write("a")
    journal.write_file("run.json", {})
    journal.close()
    modes = {path.name: path.stat().st_mode & 0o777 for path in (run_dir, *run_dir.iterdir())}
    assert modes == {run_dir.name: 0o700, "events.jsonl": 0o600, "run.json": 0o600}


def fill_disk(journal: Journal) -> None:
    full = os.open("/dev/full", os.O_WRONLY)
    os.dup2(full, journal._file)
    os.close(full)


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no full device")
def test_a_folder_that_cannot_be_written_is_told_once_and_listeners_go_on(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    lost: list[JournalLost] = []
    seen: list[str] = []
    journal.on_lost = lost.append
    journal.subscribe(lambda event: seen.append(event["kind"]))
    journal.write("first")
    fill_disk(journal)
    journal.write("second")
    journal.write("third")
    assert seen == ["first", "second", "third"]
    assert [str(each) for each in lost] == [
        f"The run folder {tmp_path} cannot be written any more: No space left on device. "
        "Make room there, or give another place with --out, and run it again."
    ]
    assert journal.lost is lost[0]
    assert [event["kind"] for event in read_events(tmp_path)] == ["first"]


def test_a_file_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    journal = Journal(tmp_path)
    (tmp_path / "result.json").mkdir()
    with pytest.raises(JournalLost, match="cannot be written any more: Is a directory"):
        journal.write_file("result.json", {})
    assert list(tmp_path.glob(".*")) == []
