from __future__ import annotations

import pytest

from agent_e.benchmarks.perf.effects.words import ReportText, bare


def test_blanks_case_and_signs_are_left_aside():
    assert bare("  Größe:\n 3,5 ") == "grösse35"
    assert ReportText("In 'Body':\n  [12] button 'Save  DRAFT'").has("Save draft")


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("New on the page:\n  The tent is lent for nothing", "lent for nothing"),
        ("row: links '1' to '30': [943] to [972]", "17"),
        ("'The name of the page as it will app…'", "The name of the page as it will appear"),
        ("Entered 'a b' into textbox", "a  b"),
        ("[466] button 'Level 1 Headline [1]'", "Level 1 Headline [1]"),
    ],
)  # fmt: skip
def test_words_are_told(text: str, words: str) -> None:
    assert ReportText(text).has(words)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("[2] button 'Options'", "on"),
        ("Gone: 'Matching pagenames'.", "Matching pagenames"),
        ("The dialog 'Choose an image' closed.", "Choose an image"),
        ("[17] link 'News'", "17"),
        ("Nothing on the page changed.", "Saved"),
        ("New numbers: [3]–[9] are [30]–[36] now.", "numbers"),
    ],
)
def test_words_are_not_told(text: str, words: str) -> None:
    assert not ReportText(text).has(words)


def test_a_state_is_told_of_its_own_control():
    told = ReportText(
        "Clicked [2] checkbox 'All'. It is now checked.\n[3] checkbox 'One' is now not checked"
    )
    assert told.has_state(["All"], "checked")
    assert not told.has_state(["One"], "checked")
    assert told.has_state(["One"], "not checked")
    assert told.has_state([], "checked")
    assert not told.has_state(["Two"], "checked")


def test_what_is_left_out_is_counted_but_not_what_went_or_options():
    told = ReportText(
        "… 9 more lines (7 fields): get_dom\n[1] combobox options: a (+52 more)\n"
        "Gone: 'x' and 4 more."
    )
    assert told.counted == 9


def test_signs_are_told_between_quotation_marks():
    assert ReportText("Chose '<' in [3] combobox").quotes("<")
    assert not ReportText("Chose '<=' in [3] combobox").quotes("<")
