"""Made pages: the same for a seed, varied between seeds, silent about their icons."""

from __future__ import annotations

import unicodedata

import pytest
from bs4 import BeautifulSoup

from agent_e.training.synth.generator import MadePage, make_page, word_banks
from agent_e.training.synth.icons import IconSet, default_folders


@pytest.fixture(scope="module")
def pages() -> list[MadePage]:
    icons = IconSet(default_folders())
    return [make_page(icons, f"0:{number}", list(word_banks())) for number in range(60)]


def test_a_seed_makes_the_same_page_again(pages: list[MadePage]) -> None:
    again = make_page(IconSet(default_folders()), "0:7", list(word_banks()))
    assert again == pages[7]
    assert again.html != pages[8].html


def test_pages_differ_in_everything_that_is_seen(pages: list[MadePage]) -> None:
    assert {page.look.dark for page in pages} == {True, False}
    assert len({page.look.zoom for page in pages}) >= 4
    assert len({page.look.scale for page in pages}) >= 3
    assert len({(page.look.width, page.look.height) for page in pages}) >= 6
    assert len({page.language for page in pages}) >= 6


def test_the_words_are_of_many_scripts() -> None:
    scripts = {
        unicodedata.name(next(filter(str.isalpha, bank["words"][0]))).split()[0]
        for bank in word_banks().values()
    }
    assert {"ARABIC", "CJK", "CYRILLIC", "DEVANAGARI", "HANGUL", "LATIN"} <= scripts


def test_every_bank_has_a_word_for_each_colour_and_shape() -> None:
    for language, bank in word_banks().items():
        assert (len(bank["colours"]), len(bank["shapes"])) == (8, 6), language


def test_most_icons_have_no_name_on_the_page(pages: list[MadePage]) -> None:
    buttons = [
        each
        for page in pages
        for each in BeautifulSoup(page.html, "lxml").select(".button[data-s]")
        if not each.get_text()
    ]
    named = [each for each in buttons if each.get("aria-label") or each.get("title")]
    assert len(buttons) > 500
    assert len(named) < 0.25 * len(buttons)


def test_the_page_is_rich_in_icons_of_many_names(pages: list[MadePage]) -> None:
    names = [{each.name for each in page.placed.values() if not each.kind} for page in pages]
    assert sorted(map(len, names))[len(names) // 2] >= 30
