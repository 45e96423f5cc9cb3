"""Texts folded for comparison."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from agent_e.verification.folding import exact, find, fold

TEXTS = st.text(st.characters(exclude_categories=()), max_size=60)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("Café", unicodedata.normalize("NFD", "CAFÉ")),
        ("3 – 5 days", "3 - 5 days"),
        ("“Quill & Sons”", "'Quill & Sons'"),
        ("1\u00a0204 €", "1 204 €"),
        ("① ﬁne", "1 fine"),
        ("**bold** and `code`", "bold and code"),
        ("# Towns", "Towns"),
        ("a | b = c", "a b c"),
        (r"Caf\u00e9\nOrl\"an", 'Café Orl"an'),
        ("Straße", "STRASSE"),
        ("Dr. J. R. Quill Inc.", "dr j r quill inc"),
    ],
)
def test_what_a_person_calls_the_same_folds_to_the_same(text: str, other: str) -> None:
    assert fold(text) == fold(other)


@pytest.mark.parametrize(
    ("text", "other"),
    [
        ("-5", "5"),
        ("1.204", "1204"),
        ("1,5", "1 5"),
        ("#506", "506"),
        ("50 %", "50"),
        ("snake_case", "snake case"),
        ("AT&T", "AT T"),
        ("a@b.c", "a b.c"),
    ],
)
def test_what_tells_values_apart_stays(text: str, other: str) -> None:
    assert fold(text) != fold(other)


@given(TEXTS)
@example("İ")
@example("\ud800")
def test_folded_texts_have_single_blanks_and_nothing_breaks(text: str) -> None:
    folded = fold(text)
    assert folded == " ".join(folded.split())


WORDS = st.lists(st.from_regex(r"[\w.,:'-]{1,9}", fullmatch=True), max_size=9).map(" ".join)


@given(st.text(st.characters(categories=["L", "N", "Zs", "Pd", "Ps", "Pe"]), max_size=60))
def test_folding_twice_changes_nothing(text: str) -> None:
    folded = fold(text)
    assert fold(folded) == folded


@pytest.mark.parametrize(
    ("quote", "text", "at"),
    [
        ("12", "a 12 b", 2),
        ("12", "a 112 b", -1),
        ("12", "a 12.5", 2),
        ("mug", "mugs", -1),
        ("二十度", "温度は二十度です", 3),
        ("", "a", -1),
    ],
)
def test_whole_words_are_found(quote: str, text: str, at: int) -> None:
    assert find(quote, text) == at


@given(st.lists(st.from_regex(r"[A-Za-z0-9]{1,8}", fullmatch=True), min_size=1, max_size=12))
def test_the_words_of_a_text_are_given_back_as_they_stand(words: list[str]) -> None:
    text = ", ".join(words)
    half = words[: len(words) // 2 + 1]
    assert fold(exact(fold(", ".join(half)), text)) == fold(", ".join(half))


def test_what_stands_nowhere_is_given_back_as_it_is() -> None:
    assert exact("red mug", "a blue mug") == "red mug"
