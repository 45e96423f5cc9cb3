"""The truth, read out of open pages; and what an observer's offers are worth beside it."""

from __future__ import annotations

import pytest
from playwright.async_api import Page

from agent_e.benchmarks.perf.observation.ground_truth import Planted, planted, recall
from agent_e.benchmarks.perf.pages import PAGES, GeneratedPage
from agent_e.benchmarks.perf.pages.document import document
from agent_e.benchmarks.perf.pages.element import Element, h
from tests.benchmarks.perf.serving import served


def button(word: str, kind: str = "B", style: str = "") -> Element:
    attributes = {"style": style} if style else {}
    return h("button", word, **attributes).plant(kind, word)


def block(style: str, *children: Element | str) -> Element:
    return h("div", *children, style=style)


def made(*body: Element) -> GeneratedPage:
    return GeneratedPage(name="small", html=document("Small", "", *body))


async def near(page: Page, small: GeneratedPage, *, scroll: int = 0) -> dict[str, bool]:
    """Whether each word is near, by word."""
    async with served(small) as address:
        await page.goto(address)
        if scroll:
            await page.evaluate("(y) => scrollTo(0, y)", scroll)
        found = await planted(page)
    assert len({thing.token for thing in found}) == len(found)
    return {thing.token: thing.near for thing in found}


async def test_near_ends_a_thousand_pixels_below_and_above_the_viewport(page: Page) -> None:
    small = made(
        block("position:absolute;top:1700px", button("babab11")),
        block("position:absolute;top:1721px", button("cacac11")),
        block("position:absolute;top:4000px;width:1px;height:1px"),
    )
    assert await near(page, small) == {"babab11": True, "cacac11": False}
    assert await near(page, small, scroll=2000) == {"babab11": True, "cacac11": True}
    assert await near(page, small, scroll=2750) == {"babab11": False, "cacac11": True}


async def test_what_is_beside_the_viewport_or_not_drawn_is_not_near(page: Page) -> None:
    small = made(
        block("position:absolute;left:-9999px", button("babab11")),
        block("position:fixed;right:0;transform:translateX(900px)", button("cacac11")),
        block("display:none", button("dadad11")),
        block("visibility:hidden", button("fafaf11")),
        block("position:absolute;left:1300px", button("gagag11")),
        button("hahah11"),
    )
    found = await near(page, small)
    assert [word for word, shown in found.items() if shown] == ["hahah11"]


async def test_a_control_that_a_box_cuts_off_wholly_is_not_near_and_a_partly_cut_one_is(
    page: Page,
) -> None:
    narrow = "overflow-x:auto;width:200px;display:flex"
    wide = "flex:0 0 150px"
    small = made(
        block(narrow, button("babab11", style=wide), button("cacac11", style=wide)),
        block(narrow, block("flex:0 0 250px"), button("dadad11", style=wide)),
        block("height:0;overflow:hidden", button("fafaf11")),
        block("height:0;overflow:visible", button("gagag11")),
    )
    assert await near(page, small) == {
        "babab11": True,
        "cacac11": True,
        "dadad11": False,
        "fafaf11": False,
        "gagag11": True,
    }


async def test_a_box_cuts_off_only_what_it_is_around_for_positioning(page: Page) -> None:
    small = made(
        block(
            "height:10px;overflow:hidden",
            block("position:absolute;top:200px", button("babab11")),
            block("position:fixed;top:300px", button("cacac11")),
        ),
        block(
            "height:10px;overflow:hidden;position:relative",
            block("position:absolute;top:200px", button("dadad11")),
            block("position:fixed;top:400px", button("fafaf11")),
        ),
        block(
            "height:10px;overflow:hidden;transform:scale(1)",
            block("position:fixed;top:400px", button("gagag11")),
        ),
    )
    assert await near(page, small) == {
        "babab11": True,
        "cacac11": True,
        "dadad11": False,
        "fafaf11": True,
        "gagag11": False,
    }


async def test_a_decoy_is_near_where_its_box_is_though_something_cuts_it_off(page: Page) -> None:
    small = made(
        block("height:0;overflow:hidden", button("babab11", "clipped")),
        block("position:absolute;top:3000px", button("cacac11", "clipped")),
    )
    assert await near(page, small) == {"babab11": True, "cacac11": False}


async def test_the_truth_comes_out_of_open_and_closed_roots_and_roots_within_them(
    page: Page,
) -> None:
    nested = h("x-in").attach([button("babab11")], closed=True)
    small = made(
        h("x-open").attach([button("cacac11")]),
        h("x-shut", button("dadad11")).attach([h("slot"), nested], closed=True),
        h("x-cut").attach([block("height:0;overflow:hidden", h("slot"), button("fafaf11"))]),
    )
    assert await near(page, small) == {
        "babab11": True,
        "cacac11": True,
        "dadad11": True,
        "fafaf11": False,
    }
    assert await page.evaluate("document.querySelector('x-shut').shadowRoot === null")


async def test_a_thing_in_a_frame_is_near_by_where_the_frame_and_its_parts_show(
    page: Page,
) -> None:
    low = block("position:absolute;top:900px", button("cacac11"))
    small = GeneratedPage(
        name="small",
        html=document(
            "Small",
            "iframe{width:300px;height:200px;display:block}",
            h("iframe", src="{foreign}/pay"),
            block("position:absolute;top:1600px", h("iframe", src="/late")),
            block(
                "position:absolute;top:0;left:400px;height:0;overflow:hidden",
                h("iframe", src="/cut"),
            ),
        ),
        inner={
            "/late": document(
                "Late",
                "",
                block("position:absolute;top:20px", button("dadad11")),
                block("position:absolute;top:150px", button("fafaf11")),
            ),
            "/cut": document("Cut", "", button("gagag11")),
        },
        foreign={"/pay": document("Pay", "", button("babab11"), low)},
    )
    async with served(small) as address:
        await page.goto(address)
        sites = {frame.url.split("/")[2].split(":")[0] for frame in page.frames}
        assert sites == {"127.0.0.1", "localhost"}
        found = {thing.token: thing.near for thing in await planted(page)}
    assert found == {
        "babab11": True,
        "cacac11": False,
        "dadad11": True,
        "fafaf11": False,
        "gagag11": False,
    }


async def test_the_frames_page_tells_of_all_five_frames(page: Page) -> None:
    async with served(PAGES["frames"]()) as address:
        await page.goto(address)
        assert len(page.frames) == 6
        found = await planted(page)
    tiles = [thing for thing in found if thing.kind == "JL"]
    assert [thing.near for thing in tiles].count(True) == 5
    assert [thing.near for thing in tiles].count(False) == 1


@pytest.mark.parametrize(
    "name",
    [
        "overlay",
        "listeners_150",
        *(pytest.param(n, marks=pytest.mark.slow) for n in ("shop_500", "flight", "offscreen")),
    ],
)
async def test_every_kind_is_a_control_or_a_decoy_and_only_delegated_ones_are_not_static(
    page: Page, name: str
) -> None:
    async with served(PAGES[name]()) as address:
        await page.goto(address)
        found = await planted(page)
    assert {thing.kind for thing in found if not thing.static} <= {"DD"}
    assert all(thing.static == (thing.kind != "DD") for thing in found)
    assert any(thing.control and thing.near for thing in found)
    assert any(not thing.control for thing in found)


def thing(word: str, kind: str = "B", *, near: bool = True) -> Planted:
    decoys = {"icon", "disabled", "wrapper", "clipped", "covered"}
    return Planted(
        token=word, kind=kind, control=kind not in decoys, near=near, static=kind != "DD"
    )


def test_recall_counts_what_was_found_and_names_what_was_missed() -> None:
    there = [thing("babab11"), thing("cacac11", "JL"), thing("dadad11", "JL", near=False)]
    got = recall(there, ["Add BABAB11 to basket", "dadad11"])
    assert (got.near_found, got.near_all) == (1, 2)
    assert (got.all_found, got.all_all) == (2, 3)
    assert got.missed == {"JL": 1}
    assert got.offered == 2
    # The far one is neither wanted nor too much.
    assert got.offered_ratio == 0.5


def test_nothing_offered_finds_nothing() -> None:
    got = recall([thing("babab11")], [])
    assert (got.near_found, got.missed, got.offered_ratio) == (0, {"B": 1}, 0.0)


def test_repetitions_and_labels_without_a_planted_word_are_surplus() -> None:
    there = [thing("babab11"), thing("cacac11", near=False)]
    got = recall(there, ["babab11", "a babab11", "more", "zazaz11", "cacac11", "cacac11"])
    # Itself, its repetition, and two of which nothing says where they are.
    assert got.offered_ratio == 4.0
    assert got.all_found == 2


def test_a_box_with_the_words_of_all_finds_one_control_only() -> None:
    there = [thing("babab11"), thing("cacac11"), thing("dadad11")]
    assert recall(there, ["babab11 cacac11 dadad11"]).near_found == 1
    got = recall(there, ["cacac11 and babab11", "cacac11"])
    assert (got.near_found, got.missed) == (2, {"B": 1})


def test_a_wrapper_offered_beside_its_button_is_a_decoy_and_in_place_of_it_finds_it() -> None:
    there = [thing("wawaw11", "wrapper"), thing("babab11")]
    beside = recall(there, ["wawaw11 depot Add babab11", "Add babab11"])
    assert (beside.near_found, beside.decoys_offered, beside.decoys_all) == (1, {"wrapper": 1}, 1)
    assert beside.offered_ratio == 2.0
    instead = recall(there, ["wawaw11 depot Add babab11"])
    assert (instead.near_found, instead.decoys_offered) == (1, {})


def test_a_decoy_is_excused_by_its_own_word_only() -> None:
    there = [thing("babab11", "disabled"), thing("cacac11", "icon"), thing("dadad11")]
    labels = ["babab11", "cacac11", "dadad11"]
    bare = recall(there, labels)
    assert bare.decoys_offered == {"disabled": 1, "icon": 1}
    assert (bare.excused, bare.offered_ratio) == (0, 3.0)
    said = recall(there, labels, words=[["disabled"], ["disabled"], []])
    assert said.decoys_offered == {"icon": 1}
    assert (said.excused, said.offered_ratio) == (1, 2.0)
    wrong = recall(there, labels, words=[["covered"], [], []])
    assert wrong.decoys_offered == {"disabled": 1, "icon": 1}


def test_a_far_decoy_is_named_but_not_in_the_ratio() -> None:
    got = recall([thing("babab11", "clipped", near=False), thing("cacac11")], ["babab11"])
    assert got.decoys_offered == {"clipped": 1}
    assert got.offered_ratio == 0.0


def test_what_nothing_static_can_tell_is_not_asked_for_and_not_too_much() -> None:
    there = [thing("babab11", "DD"), thing("cacac11")]
    got = recall(there, ["cacac11"])
    assert (got.near_all, got.all_all, got.missed) == (1, 1, {})
    both = recall(there, ["cacac11", "babab11"])
    assert (both.near_found, both.all_found, both.offered_ratio) == (1, 1, 1.0)


def test_states_that_do_not_match_the_labels_are_refused() -> None:
    with pytest.raises(ValueError, match="as many"):
        recall([], ["a"], words=[[], []])
