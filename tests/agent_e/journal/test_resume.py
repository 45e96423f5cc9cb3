"""What a journal says of a run that was cut off, and how it is written on."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from agent_e.journal import Journal, read_events, read_unfinished
from agent_e.types import PersonAnswer, PersonRequest


def request(id_: str, question: str) -> dict[str, Any]:
    return PersonRequest(
        id=id_, run="r", step=1, kind="text", question=question, schema={"type": "string"}
    ).to_json()


FACT = {"claim": "it costs 9", "quote": "$9", "step": 2, "url": "http://shop/", "found": True}


def written(folder: Path, *events: tuple[str, dict[str, Any]]) -> Any:
    journal = Journal(folder)
    for kind, fields in events:
        journal.write(kind, **fields)
    journal.close()
    return read_unfinished(read_events(folder))


def test_reports_facts_and_words_of_the_person_are_kept(tmp_path: Path) -> None:
    before = written(
        tmp_path,
        ("run.started", {"task": "t"}),
        ("subtask.started", {"number": 1, "sub_task": "find it", "expect": ""}),
        ("person.asked", {"request": request("1-a", "Which?")}),
        ("person.answered", {"id": "1-a", "action": "answered", "value": "red", "note": "dark"}),
        ("person.asked", {"request": request("2-b", "And now?")}),
        ("person.answered", {"id": "2-b", "action": "declined", "value": None, "note": ""}),
        ("control.steered", {"words": "only new ones", "by": "x"}),
        (
            "subtask.ended",
            {"number": 1, "status": "done", "summary": "found", "facts": [FACT], "steps": 2},
        ),
        ("subtask.started", {"number": 2, "sub_task": "buy it", "expect": ""}),
    )
    assert before.sub_tasks == 2
    assert [fact.claim for fact in before.facts] == ["it costs 9"]
    assert before.pending == () and before.last == ""
    assert "Sub-task before: find it\nIts end: done: found" in before.page
    assert 'Fact 1: it costs 9 ("$9", http://shop/)' in before.page
    assert "To the question 'Which?' the person answered: red (dark)" in before.prompt_text
    assert "To the question 'And now?' the person did not say" in before.prompt_text
    assert 'The person said then: "only new ones"' in before.prompt_text
    assert "it costs 9" not in before.prompt_text
    assert "last action" not in before.prompt_text


def test_an_action_without_an_end_is_uncertain(tmp_path: Path) -> None:
    target = {"role": "button", "name": "Buy"}
    before = written(
        tmp_path,
        ("action.started", {"action": "click", "target": {"role": "link", "name": "Home"}}),
        ("action.ended", {"started": 1, "status": "done", "words": ""}),
        ("action.started", {"action": "click", "target": target}),
        ("browser.event", {"what": "navigation"}),
    )
    assert before.last == "click button 'Buy'"
    assert "the last action before that took place is not known" in before.prompt_text
    assert "Buy" not in before.prompt_text, "words of a page are told as such"
    assert "click button 'Buy'" in before.page


def test_a_question_that_waits_waits_on_under_its_id(tmp_path: Path) -> None:
    before = written(
        tmp_path,
        ("person.asked", {"request": request("1-a", "Which?")}),
        ("control.state", {"state": "awaiting_human"}),
    )
    (asked,) = before.pending
    assert (asked.id, asked.question) == ("1-a", "Which?")
    after = before.answered(asked, PersonAnswer(action="answered", value="red", by="http"))
    assert after.pending == ()
    assert "To the question 'Which?' the person answered: red" in after.prompt_text


def test_a_secret_that_was_given_is_gone(tmp_path: Path) -> None:
    secret = {**request("1-a", "Your password?"), "sensitivity": "secret"}
    before = written(
        tmp_path,
        ("person.asked", {"request": secret}),
        ("person.answered", {"id": "1-a", "action": "answered", "value": "password-1"}),
    )
    assert "password-1" not in before.prompt_text
    assert "The secret given to 'Your password?' is kept no more" in before.prompt_text
    rebuilt = read_unfinished(read_events(tmp_path), rebuilt=True)
    assert "a secret, kept as password-1; fill_secret fills it in" in rebuilt.prompt_text
    assert "the browser died in the middle of this task" in rebuilt.prompt_text


def test_numbers_go_on_after_the_last_event(tmp_path: Path) -> None:
    for _ in range(2):
        journal = Journal(tmp_path)
        journal.write("a")
        journal.write("b")
        journal.close()
    assert [event["seq"] for event in read_events(tmp_path)] == [1, 2, 3, 4]


def test_a_torn_line_is_taken_out_before_it_spoils_the_next(tmp_path: Path) -> None:
    path = tmp_path / "events.jsonl"
    for torn in (b'{"seq": 2, "ti', b'{"seq": 2, "time": 1, "kind": "b"}', b'{"se\n'):
        path.write_bytes(b'{"seq": 1, "time": 1, "kind": "a"}\n' + torn)
        journal = Journal(tmp_path)
        number = journal.write("c")
        journal.close()
        events = list(read_events(tmp_path))
        assert events[-1]["seq"] == number == len(events)
