"""The generated pages: their size, their sameness, and that they do not give themselves away."""

from __future__ import annotations

import hashlib
import json
import re
import subprocess
import sys
from collections.abc import Iterable
from html.parser import HTMLParser
from typing import Any

import pytest
from playwright.async_api import Page

from agent_e.benchmarks.perf.observation.ground_truth import planted
from agent_e.benchmarks.perf.pages import PAGES
from agent_e.benchmarks.perf.pages.document import ASK
from agent_e.benchmarks.perf.pages.element import CONTROLS, DECOYS, h
from agent_e.benchmarks.perf.pages.words import TOKEN, Words

from .serving import served

pytestmark = pytest.mark.slow

COUNTS = {
    "shop_500": 500,
    "shop_3000": 3_000,
    "shop_10000": 10_000,
    "shop_31000": 31_000,
    "table_14000": 14_000,
    "offscreen": 2_700,
}
KINDS = {
    "shop_500": {"L", "B", "I", "S", "C", "JP", "JL", "CL"}
    | {"icon", "disabled", "clipped", "hidden", "wrapper"},
    "flight": {"L", "B", "I", "S", "C", "AR", "JP", "JL", "CE", "icon", "disabled", "inert"},
    "table_14000": {"L", "B", "I", "S", "C", "JP", "disabled"},
    "frames": {"L", "B", "I", "S", "C", "JL", "disabled"},
    "shadow": {"L", "B", "I", "JL", "JP", "disabled", "wrapper"},
    "offscreen": {"L", "B", "JL", "clipped"},
    "overlay": {"L", "B", "S", "C", "JP", "CL", "covered"},
    "listeners_150": {"L", "B", "I", "S", "C", "JL", "DD", "icon"},
    "deep_900": {"L", "B", "I"},
}
# What says to everybody, a person included, that something cannot be used.
MEANT = {"disabled", "aria-disabled", "aria-expanded"}

# Everything that was planted, with its attributes, through the event that only the truth knows.
ATTRIBUTES = """(ask) => {
  const rows = [];
  document.dispatchEvent(new CustomEvent(ask, { detail: rows }));
  return rows.map(([element, token, kind, control]) => ({
    token, kind, control,
    attributes: Object.fromEntries([...element.attributes].map(({ name, value }) => [name, value])),
    html: element.outerHTML.toLowerCase(),
    labels: [...(element.labels ?? [])].map((label) => label.textContent.toLowerCase()).join(" "),
  }));
}"""

HASHES = """
import hashlib, json
from agent_e.benchmarks.perf.pages import PAGES
made = {name: make() for name, make in PAGES.items()}
print(json.dumps({
    name: hashlib.sha256(
        json.dumps([page.html, dict(page.inner), dict(page.foreign)]).encode()
    ).hexdigest()
    for name, page in made.items()
}))
"""


async def rows(page: Page, name: str) -> list[dict[str, Any]]:
    async with served(PAGES[name]()) as address:
        await page.goto(address)
        found = [await frame.evaluate(ATTRIBUTES, ASK) for frame in page.frames]
    return [row for each in found for row in each]


@pytest.mark.slow
def test_two_processes_make_the_same_pages() -> None:
    other = subprocess.run(
        [sys.executable, "-c", HASHES], capture_output=True, text=True, check=True
    )
    here = {
        name: hashlib.sha256(
            json.dumps([made.html, dict(made.inner), dict(made.foreign)]).encode()
        ).hexdigest()
        for name, made in ((name, make()) for name, make in PAGES.items())
    }
    assert json.loads(other.stdout) == here
    assert len(set(here.values())) == len(PAGES)


def test_a_page_is_called_as_it_is_listed_and_its_frames_lie_under_the_root() -> None:
    for name, make in PAGES.items():
        made = make()
        assert made.name == name
        assert all(path.startswith("/") for path in [*made.inner, *made.foreign])
        assert ("{foreign}" in made.html) == bool(made.foreign)
        assert "{foreign}" not in "".join(made.documents("http://localhost:1").values())


def _sampled(names: Iterable[str]) -> list[object]:
    """The largest pages are left to the slow tests."""
    large = ("shop_31000", "table_14000")
    return [pytest.param(name, marks=pytest.mark.slow) if name in large else name for name in names]


@pytest.mark.parametrize("name", _sampled(COUNTS))
async def test_a_page_has_the_number_of_elements_it_is_named_after(page: Page, name: str) -> None:
    async with served(PAGES[name]()) as address:
        await page.goto(address)
        count = await page.evaluate("document.querySelectorAll('*').length")
    assert abs(count - COUNTS[name]) <= 0.03 * COUNTS[name]


async def test_the_deep_page_is_as_deep_as_its_name_says(page: Page) -> None:
    async with served(PAGES["deep_900"]()) as address:
        await page.goto(address)
        depth = await page.evaluate(
            "() => { let n = 0;"
            " for (let up = document.querySelector('button'); up; up = up.parentElement) n += 1;"
            " return n; }"
        )
    assert depth == 900 + 3


@pytest.mark.parametrize("name", _sampled(KINDS))
async def test_each_planted_word_is_unique_and_stands_on_its_own_element(
    page: Page, name: str
) -> None:
    found = await rows(page, name)
    tokens = [row["token"] for row in found]
    assert len(set(tokens)) == len(tokens)
    for row in found:
        assert TOKEN.fullmatch(row["token"])
        assert row["token"] in row["html"] + row["labels"], row
        assert row["control"] == (row["kind"] in CONTROLS)
    assert {row["kind"] for row in found} == KINDS[name]


@pytest.mark.parametrize("name", _sampled(KINDS))
async def test_no_attribute_or_class_tells_a_decoy_from_a_control(page: Page, name: str) -> None:
    found = await rows(page, name)
    controls = [row for row in found if row["control"]]
    decoys = [row for row in found if not row["control"]]
    usual = set().union(*(signs(row) for row in controls))
    for row in decoys:
        assert signs(row) <= usual, row
    if decoys:
        # Nor the other way round: nothing that all controls have and no decoy.
        common = set.intersection(*(signs(row) for row in controls))
        assert common <= set().union(*(signs(row) for row in decoys))


def signs(row: dict[str, Any]) -> set[str]:
    """Names of attributes, classes, and roles."""
    attributes = row["attributes"]
    names = {f"[{name}]" for name in attributes if name not in MEANT}
    classes = {f".{name}" for name in attributes.get("class", "").split()}
    return names | classes | ({f"role {attributes['role']}"} if "role" in attributes else set())


@pytest.mark.parametrize("name", _sampled(KINDS))
async def test_no_attribute_carries_a_kind(page: Page, name: str) -> None:
    kinds = {kind.casefold() for kind in DECOYS} | {kind.casefold() for kind in CONTROLS}
    for row in await rows(page, name):
        for attribute, value in row["attributes"].items():
            if attribute not in {"style", "aria-haspopup"} | MEANT:
                words = set(re.split(r"[^a-z]+", f"{attribute} {value}".casefold()))
                assert not words & kinds - {"disabled"}, (attribute, value)


@pytest.mark.parametrize("name", ["shop_500", "frames", "shadow"])
async def test_an_open_page_holds_neither_its_script_nor_its_truth(page: Page, name: str) -> None:
    names = r"Object.getOwnPropertyNames(globalThis).filter((name) => !/^\d+$/.test(name))"
    had: set[str] = set()
    async with served(PAGES[name]()) as address:
        await page.goto(address)
        for frame in page.frames:
            assert await frame.locator("script").count() == 0
            assert ASK not in await frame.content()
            had.update(await frame.evaluate(names))
        await page.goto(f"{address}_not_there")
        assert had == set(await page.evaluate(names))


class _Text(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.words: set[str] = set()
        self._off = False

    def handle_starttag(self, tag: str, attrs: Any) -> None:
        self._off = tag in {"script", "style"}

    def handle_endtag(self, tag: str) -> None:
        self._off = False

    def handle_data(self, data: str) -> None:
        if not self._off:
            self.words.update(TOKEN.findall(data.casefold()))


@pytest.mark.parametrize("name", ["shop_500", "table_14000", "overlay"])
async def test_words_like_the_planted_ones_stand_in_mere_text_too(page: Page, name: str) -> None:
    reader = _Text()
    reader.feed(PAGES[name]().html)
    async with served(PAGES[name]()) as address:
        await page.goto(address)
        tokens = {thing.token for thing in await planted(page)}
    assert len(reader.words - tokens) > len(reader.words) / 8


async def test_listeners_act_count_and_are_delegated(page: Page) -> None:
    async with served(PAGES["listeners_150"]()) as address:
        await page.goto(address)
        tiles = page.locator(".tile")
        assert await tiles.count() == 166
        for place in (0, 150):
            await tiles.nth(place).click()
        assert await page.locator(".tile.on").count() == 2


async def test_the_recycled_list_shows_other_names_after_scrolling_and_the_truth_follows(
    page: Page,
) -> None:
    async with served(PAGES["offscreen"]()) as address:
        await page.goto(address)
        before = {thing.token for thing in await planted(page)}
        first = await page.locator(".rows .btn").first.inner_text()
        await page.locator(".rows").evaluate("(rows) => { rows.scrollTop = 5000; }")
        await page.wait_for_function(
            "(first) => document.querySelector('.rows .btn').textContent !== first", arg=first
        )
        shown = await page.locator(".rows .btn").all_inner_texts()
        after = {thing.token for thing in await planted(page)}
    assert first.casefold() in before - after
    assert {name.casefold() for name in shown} <= after - before


async def test_what_is_inert_or_covered_really_takes_no_click(page: Page) -> None:
    hit = """([selector, text]) => {
      const all = [...document.querySelectorAll(selector)];
      const found = all.find((element) => element.textContent.startsWith(text));
      found.scrollIntoView({ block: "center" });
      const { left, top, width, height } = found.getBoundingClientRect();
      return found.contains(document.elementFromPoint(left + width / 2, top + height / 2));
    }"""
    async with served(PAGES["overlay"]()) as address:
        await page.goto(address)
        assert not await page.evaluate(hit, [".btn", "Keep"])
        assert await page.evaluate(hit, [".btn", "Accept"])
    async with served(PAGES["flight"]()) as address:
        await page.goto(address)
        assert not await page.evaluate(hit, [".btn", "Stay"])
        assert await page.evaluate(hit, [".btn", "Search"])


def test_a_kind_that_does_not_exist_is_refused() -> None:
    with pytest.raises(ValueError, match="no kind 'XX'"):
        h("a").plant("XX", "vokel17")


def test_words_never_repeat_and_are_found_in_labels_that_are_run_together() -> None:
    words = Words("test")
    made = [words.word() for _ in range(20_000)]
    assert len({word[:5] for word in made}) == len(made)
    assert TOKEN.findall(f"add{made[0]}{made[1]}12.99") == made[:2]
