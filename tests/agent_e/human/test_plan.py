"""The plan of a run: its versions, what of it may be changed, and the file it may come from."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent_e.errors import AnswerConflict, BadArgument, ConfigError
from agent_e.human import PlanHistory, plan_steps_of, read_plan


class Book(PlanHistory):
    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []
        super().__init__(self._note)

    def _note(self, kind: str, /, **fields: Any) -> int:
        assert kind == "plan.updated"
        self.events.append(fields)
        return len(self.events)


def test_a_version_is_journaled_by_whom_and_another_state_of_it_is_none() -> None:
    book = Book()
    book.tick(1)
    assert (book.events, book.version) == ([], 0)
    book.write(["a", "b"], 0)
    book.tick(1)
    book.tick(1)
    book.edit(["a", "c"], 1)
    assert [(e["version"], e["by"]) for e in book.events] == [
        *((1, "planner"), (1, "planner"), (2, "person"))
    ]
    assert [step["status"] for step in book.events[-1]["steps"]] == ["done", "current"]


def test_the_planner_that_repeats_the_persons_plan_makes_no_version() -> None:
    book = Book()
    book.write(["a", "b"], 0, by="person")
    book.write([" a", "b\n"], 1)
    assert (book.version, book.versions[-1].by, book.done) == (1, "person", 1)


def test_steps_that_were_begun_cannot_be_changed_and_later_ones_can() -> None:
    book = Book()
    book.write(["a", "b", "c"], 1)
    book.running(True)
    for steps in (["x", "b", "c"], ["a", "x", "c"], ["a"], ["b", "a", "c"]):
        with pytest.raises(AnswerConflict, match="first 2 steps are done or under way"):
            book.edit(steps, 1)
    assert not book.unread
    book.edit(["a", "b"], 1)
    book.running(False)
    book.edit(["a", "d", "e"], 2)
    assert (book.steps, book.version, book.unread) == (("a", "d", "e"), 3, True)


def test_a_change_to_an_older_version_conflicts_and_the_same_steps_are_none() -> None:
    book = Book()
    book.write(["a"], 0)
    book.write(["a", "b"], 0)
    with pytest.raises(AnswerConflict, match="at version 2"):
        book.edit(["z"], 1)
    book.edit(["a", " b "], 2)
    assert (book.version, book.unread) == (2, False)


def test_a_plan_can_be_written_before_the_planner_has_made_one() -> None:
    book = Book()
    book.edit(["a"], 0)
    assert (book.version, book.accepted, book.unread) == (1, True, True)


@pytest.mark.parametrize("steps", [[], ["  "], ["x"] * 51, ["x" * 501]])
def test_what_is_no_plan_is_refused(steps: list[str]) -> None:
    book = Book()
    with pytest.raises(BadArgument):
        book.edit(steps, 0)
    assert book.version == 0


def test_what_the_person_accepted_or_made_is_accepted_until_it_changes() -> None:
    book = Book()
    book.write(["a"], 0)
    assert not book.accepted
    book.accept()
    book.tick(1)
    assert book.accepted
    book.write(["a", "b"], 1)
    assert not book.accepted
    assert book.changes() == ["  a", "+ b"]
    book.edit(["a", "c"], 2)
    assert book.accepted


def test_versions_are_compared_line_by_line() -> None:
    book = Book()
    book.write(["open it", "read the price"], 0)
    book.write(["open it", "read the rating", "answer"], 0)
    assert book.diff(0, 1) == ["+ open it", "+ read the price"]
    assert book.diff(1, 2) == [
        *("  open it", "- read the price", "+ read the rating", "+ answer"),
    ]


def test_steps_of_the_person_are_missed_where_they_are_not_done() -> None:
    book = Book()
    book.write(["a", "b", "c"], 0)
    book.edit(["a", "x", "c", "y"], 1)
    assert book.dropped(["a", "c"]) == ("x", "y")
    assert book.dropped(["A", "X", "Y"]) == ()
    book.tick(2)
    assert book.dropped(["c"]) == ("y",)
    book.write(["a", "x", "c"], 2)
    assert book.dropped(["c"]) == ()


def test_more_done_than_there_are_is_all() -> None:
    book = Book()
    book.write(["a", "b"], 7)
    assert (book.done, book.begun) == (2, 2)
    book.running(True)
    assert book.begun == 2


@pytest.mark.parametrize(
    ("name", "text"),
    [
        ("plan.txt", "# what to do\nopen the shop\n\n  report 3 prices  \n"),
        ("plan.md", "1. open the shop\n2) report 3 prices\n"),
        ("PLAN", "\ufeff- [ ] open the shop\r\n* report 3 prices\r\n"),
        ("plan.yaml", "- open the shop\n- report 3\n  prices\n"),
        ("plan.JSON", '["open the shop", "report 3 prices"]'),
    ],
)
def test_a_plan_is_read_from_a_file(name: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / name
    file.write_text(text, encoding="utf-8")
    assert read_plan(file) == ("open the shop", "report 3 prices")


def test_what_only_looks_like_a_mark_is_part_of_the_step(tmp_path: Path) -> None:
    file = tmp_path / "plan"
    file.write_text("3 mugs into the basket\n2.5 kg of rice\n-5 is not it\n")
    assert read_plan(file) == ("3 mugs into the basket", "2.5 kg of rice", "-5 is not it")


@pytest.mark.parametrize(
    ("name", "content", "why"),
    [
        ("missing.txt", None, "cannot be read: No such file"),
        ("binary.txt", b"\xff\xfe\x00a", "not UTF-8"),
        ("empty.txt", b"# nothing\n\n", "needs at least one step"),
        ("long.txt", b"x\n" * 51, "has 51 steps"),
        ("large.txt", b"x" * 100_001, "larger than"),
        ("plan.json", b'{"steps": ["a"]}', "must be a list"),
        ("plan.json", b"[1, 2]", "must be a list"),
        ("plan.json", b"[", "cannot be read"),
        ("deep.json", b"[" * 50_000, "cannot be read"),
        ("plan.yaml", b"- a: [", "cannot be read"),
        ("plan.yaml", b"!!python/object:os.system x", "cannot be read"),
    ],
)
def test_a_file_without_a_plan_is_one_sentence(
    name: str, content: bytes | None, why: str, tmp_path: Path
) -> None:
    file = tmp_path / name
    if content is not None:
        file.write_bytes(content)
    with pytest.raises(ConfigError, match=why) as raised:
        read_plan(file)
    assert "\n" not in str(raised.value)
    assert name in str(raised.value)


def test_a_folder_is_no_plan(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="cannot be read"):
        read_plan(tmp_path)


def test_steps_are_kept_on_one_line() -> None:
    assert plan_steps_of(["a\n  b", "", "c"]) == ("a b", "c")
