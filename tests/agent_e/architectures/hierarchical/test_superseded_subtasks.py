"""Which sub-tasks are those again in whose place the person has put something else."""

from __future__ import annotations

import pytest

from agent_e.architectures.hierarchical.superseded_subtasks import SupersededSubTasks

OLD = "Open the second product and report its price"


def refused(new: str, *said: str, old: str = OLD) -> bool:
    aside = SupersededSubTasks()
    aside.add(old, taken=0, messages=said[:1])
    return aside.refuses(new, said)


@pytest.mark.parametrize(
    "new",
    [
        OLD,
        OLD.upper(),
        f"Please {OLD.lower()} again.",
        "Report the price of the second product after opening it",
    ],
)
def test_the_same_in_other_words_is_refused(new: str) -> None:
    assert refused(new, "take the third one instead")


@pytest.mark.parametrize(
    ("new", "words"),
    [
        ("Open the third product and report its price", "take the third one instead"),
        ("Open the second product and report its price and rating", "I need the rating too"),
        (f"{OLD} in euros", "in euros please"),
        ("Log in as ann", "log in first"),
        (OLD, "go on"),
    ],
)
def test_what_does_as_the_person_says_is_not(new: str, words: str) -> None:
    assert not refused(new, words)


def test_what_only_leaves_something_out_follows_words_that_add_nothing() -> None:
    old = "Add the red shirt and the blue shirt to the basket"
    assert not refused("Add the blue shirt to the basket", "the blue shirt", old=old)
    assert refused("Put the red shirt and the blue shirt in the basket", "the blue shirt", old=old)


def test_later_words_count_too_and_may_ask_for_it_again() -> None:
    aside = SupersededSubTasks()
    said = ["take the third one instead"]
    aside.add(OLD, taken=0, messages=said)
    assert aside.refuses(OLD, said)
    said.append("and its rating")
    assert not aside.refuses(f"{OLD} and rating", said)
    assert aside.refuses(OLD, said)
    said.append("go back and report the price of the second product after all")
    assert not aside.refuses(OLD, said)


def test_words_heard_before_it_was_made_do_not_let_it_pass() -> None:
    aside = SupersededSubTasks()
    said = ["take the second product", "no, stop that and use the search"]
    aside.add(OLD, taken=1, messages=said)
    assert aside.refuses(f"{OLD} take", said)
    assert not aside.refuses(f"Search for it: {OLD}", said)


def test_nothing_is_refused_before_anything_was_put_aside() -> None:
    assert not SupersededSubTasks().refuses(OLD, ["anything"])
