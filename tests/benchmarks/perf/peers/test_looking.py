from __future__ import annotations

import pytest

from agent_e.benchmarks.perf.peers.browser_use import _offered as offered_by_browser_use
from agent_e.benchmarks.perf.peers.ours import labels_by_id
from agent_e.benchmarks.perf.peers.playwright_peer import _offered as offered_by_playwright


def test_our_ids_have_the_text_up_to_the_next_id_of_the_line() -> None:
    text = "main\n  [4] link 'A [7] b'\n  row: [5] button 'Go' | two | [61] link 'More'"
    assert list(labels_by_id(text)) == [
        (4, "[4] link 'A "),
        (7, "[7] b'"),
        (5, "[5] button 'Go' | two | "),
        (61, "[61] link 'More'"),
    ]


STATE = """\
Tabs
[12]<a />
\tFirst
\tline
[16]<div />
\tBox
\t[17]<button disabled />
\t\tInner
\tTail
Amount
|SHADOW(open)|*[1]<input type=number />
Kind
\t[18]<select />
|scroll element[9]<iframe title=Pay /> (scroll)
\tText in the frame
\t[21]<button aria-label=Go />
|scroll element|<div /> (0.0 pages above)
\tPlain
"""


def test_indexed_lines_of_browser_use_have_the_words_below_them_or_right_before_a_field() -> None:
    seen = offered_by_browser_use(STATE, 7, empty=False)
    assert [element.label for element in seen.elements] == [
        "[12]<a /> First line",
        "[16]<div /> Box Tail",
        "[17]<button disabled /> Inner",
        "|SHADOW(open)|*[1]<input type=number /> Amount",
        "[18]<select />",
        "|scroll element[9]<iframe title=Pay /> (scroll)",
        "[21]<button aria-label=Go />",
    ]
    assert [element.state_words for element in seen.elements].index(("disabled",)) == 2
    assert (seen.ids, seen.problem) == (7, "")


def test_an_empty_state_of_browser_use_is_called_one() -> None:
    seen = offered_by_browser_use("Empty DOM tree", 0, empty=True)
    assert (seen.elements, seen.problem) == ((), "It gave an empty state.")


@pytest.mark.parametrize(
    ("text", "label", "said"),
    [
        ('- link "A" [ref=e3]:\n  - /url: "#/9"', 'link "A" [ref=e3]: - /url: "#/9"', ()),
        ('- button "B" [disabled] [ref=e4]', 'button "B" [disabled] [ref=e4]', ("disabled",)),
    ],
)
def test_lines_of_playwright_with_a_ref_are_offered(
    text: str, label: str, said: tuple[str, ...]
) -> None:
    [element] = offered_by_playwright(f'- text: "plain"\n{text}').elements
    assert (element.label.removeprefix("- "), element.state_words) == (label, said)
