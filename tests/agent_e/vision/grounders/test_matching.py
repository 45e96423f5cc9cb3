"""Which thing's words are most like a description's."""

from __future__ import annotations

import pytest

from agent_e.vision.grounders.matching import Thing, best_match

BOXES = [(0.0, 20.0 * n, 100.0, 20.0 * n + 16) for n in range(6)]


def things(*words: str) -> list[Thing]:
    return [
        Thing(own=own, near=near, box=box)
        for (own, _, near), box in zip((each.partition("|") for each in words), BOXES, strict=False)
    ]


@pytest.mark.parametrize(
    ("description", "words", "best"),
    [
        ("Click Save", ("Open", "Save", "Save as"), 1),
        ("the deletion", ("Add a row", "Delete row", "deletion"), 2),
        ("Reserve for Marta Olsen", ("Reserve|Idris Bakari", "Reserve|Marta Olsen"), 1),
        ("сохранить", ("открыть", "Сохранить файл"), 1),
        ("delete invoice", ("invoice", "invoice", "delete|invoice", "invoice"), 2),
    ],
)
def test_the_most_alike_is_found(description: str, words: tuple[str, ...], best: int) -> None:
    match = best_match(description, things(*words))
    assert match is not None and match.box == BOXES[best]


def test_nothing_shares_a_word() -> None:
    assert best_match("the trash can", things("Save", "Open")) is None
    assert best_match("anything", []) is None
    assert best_match("…", things("Save")) is None


def test_how_much_is_told_and_meant() -> None:
    match = best_match("save file", things("save", "open it"))
    assert match is not None
    assert (match.told, match.meant) == (0.5, 1.0)
    match = best_match("save", things("save as copy"))
    assert match is not None
    assert (match.told, match.meant) == (1.0, 0.4)
