"""A saved page reads as the same page does in a browser, but for what only a browser can know."""

from __future__ import annotations

from collections.abc import AsyncIterator
from typing import NamedTuple

import pytest
import pytest_asyncio

from agent_e.benchmarks.sites import serve_site
from agent_e.dom.saved import tables
from tests.agent_e.dom.saved.comparing import PAGES, Both, both_readers, differences
from tests.browsers import Chromium

pytestmark = pytest.mark.browser
in_one_loop = pytest.mark.asyncio(loop_scope="session")


class Unlike(NamedTuple):
    """Rows (role and name) that only one reader has, and why it cannot be otherwise."""

    because: str
    live: list[tuple[str, str]]
    saved: list[tuple[str, str]]


STATIC = ["fields", "frames", "shadow", "structure", "untidy"]
SEEN = ["hostile", "inner", "labels", "menu", "modal", "rerender", "same_links"]
SEEN += ["short_texts", "table", "watcher", "covered", "marked", "spanning", "kept_lines"]
SEEN += ["written", "parted", "empty_pages", "media", "stars", "image_map"]
UNLIKE = {
    "seeing/clickable.html": Unlike(
        "a style sheet makes the mouse pointer a hand",
        [("clickable", "Save"), ("clickable", "Card with parts$3"), ("img", "Zoom in")],
        [("text", "Save"), ("text", "Card with parts$3"), ("text", "Zoom in")],
    ),
    "seeing/hidden.html": Unlike(
        "only a hit test shows that a button in an aria-hidden box can be used",
        [("button", "wrongly hidden")],
        [],
    ),
    "seeing/native_dialog.html": Unlike(
        "a script opens the dialog, and the line goes on where it was",
        [("dialog", "Cookies"), ("text", "We use cookies."), ("button", "Accept all")]
        + [("button", "Open")],
        [("button", "Open")],
    ),
    "seeing/pictures_to_click.html": Unlike(
        "only where it is drawn shows how large a picture is",
        [("listitem", ""), ("text", "Milk"), ("clickable", "")],
        [("listitem", "Milk")],
    ),
    "seeing/shadow.html": Unlike(
        "a script makes the shadow root",
        [("heading", "Slotted title"), ("textbox", "Amount"), ("button", "Buy")]
        + [("text", "Default text")],
        [("text", "Slotted title")],
    ),
}


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def both(chromium: Chromium, tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Both]:
    async with both_readers(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


@in_one_loop
@pytest.mark.parametrize(
    "page", [f"saved/{name}.html" for name in STATIC] + [f"seeing/{name}.html" for name in SEEN]
)
async def test_a_static_page_reads_the_same_live_and_saved(both: Both, page: str) -> None:
    live, saved = await both.read(page)
    assert differences(live, saved) == ([], [])
    assert len(live) > 1


@in_one_loop
@pytest.mark.parametrize("page", UNLIKE)
async def test_a_page_differs_only_where_a_browser_knows_more(both: Both, page: str) -> None:
    unlike = UNLIKE[page]
    gone, new = differences(*await both.read(page))
    assert [row[:2] for row in gone] == unlike.live, unlike.because
    assert [row[:2] for row in new] == unlike.saved, unlike.because


@in_one_loop
async def test_a_frame_that_is_elsewhere_is_only_named(both: Both) -> None:
    live, saved = await both.read_html(
        "<title>Frames</title><p>Before</p><iframe title=Inner src=/seeing/inner.html></iframe>"
        "<p>After</p>"
    )
    gone, new = differences(live, saved)
    assert [row[:2] for row in gone] == [("textbox", "Card number"), ("button", "Pay")]
    assert new == []
    assert ("frame", "Inner") in [row[:2] for row in saved]


@in_one_loop
async def test_every_tag_and_input_type_reads_the_same(both: Both) -> None:
    tags = sorted(set(tables.BY_TAG) - {"math", "dialog", "option", "optgroup", "datalist"})
    written = [f"<{tag} aria-label='An {tag}'>Words in {tag}</{tag}>" for tag in tags]
    written += [f"<input type={kind} aria-label={kind}>" for kind in sorted(tables.INPUTS)]
    html = "<!doctype html><title>Tags</title>\n<div>" + "</div>\n<div>".join(written) + "</div>"
    live, saved = await both.read_html(html)
    assert differences(live, saved) == ([], [])
    assert len(live) > len(tags)


@in_one_loop
async def test_every_role_reads_the_same(both: Both) -> None:
    roles = [*sorted(tables.KNOWN), *tables.ALIASES, "", "made-up", "made-up button", "NONE"]
    written = [
        f"<div role='{role}' aria-label='A {role}'><b>Words</b> {role}</div>" for role in roles
    ]
    written += [f"<div role='{role}'>Only words {role}</div>" for role in roles]
    written += [f"<a href='#x' role='{role}'>Link {role}</a>" for role in roles]
    html = "<!doctype html><title>Roles</title>\n<div>" + "</div>\n<div>".join(written) + "</div>"
    live, saved = await both.read_html(html)
    assert differences(live, saved) == ([], [])
    assert len(live) > len(roles)


@in_one_loop
async def test_every_state_that_is_written_down_reads_the_same(both: Both) -> None:
    words = ["true", "false", "mixed", "undefined", "", "menu", "page", "step", "ascending", "3"]
    names = ["busy", "checked", "current", "disabled", "expanded", "haspopup", "invalid"]
    names += ["level", "multiselectable", "pressed", "readonly", "required", "selected", "sort"]
    names += ["valuenow", "valuetext", "description", "roledescription"]
    tags = ["div role=checkbox tabindex=0", "div role=treeitem", "div role=slider", "button", "th"]
    written = [
        f"<{tag} aria-{name}='{word}'>{name} {word}</{tag.split()[0]}>"
        for tag in tags
        for name in names
        for word in words
    ]
    html = "<!doctype html><title>States</title>\n<div>" + "</div>\n<div>".join(written) + "</div>"
    live, saved = await both.read_html(html.replace("<th", "<span").replace("</th", "</span"))
    assert differences(live, saved) == ([], [])
    assert len(live) > 500


@in_one_loop
@pytest.mark.parametrize("path", ["/", "/search?q=mug", "/basket", "/register"])
async def test_a_page_of_the_shop_reads_the_same(both: Both, path: str) -> None:
    async with serve_site("shop") as site:
        live, saved = await both.read_address(f"{site.url}{path}")
    assert differences(live, saved) == ([], [])
    assert len(live) > 20


@in_one_loop
async def test_a_page_of_the_shop_differs_in_what_a_style_sheet_puts_in_one_line(
    both: Both,
) -> None:
    async with serve_site("shop") as site:
        live, saved = await both.read_address(f"{site.url}/login")
    # A style sheet puts term and definition side by side.
    assert differences(
        [row._replace(glue=None) for row in live], [row._replace(glue=None) for row in saved]
    ) == ([], [])
    assert {row.role for row in differences(live, saved)[0]} == {"definition"}


@in_one_loop
async def test_the_catalogue_reads_the_same(both: Both) -> None:
    async with serve_site("catalog") as site:
        live, saved = await both.read_address(site.url)
    assert differences(live, saved) == ([], [])
    assert len(live) > 20


def test_every_page_of_the_folder_is_compared() -> None:
    assert {path.stem for path in (PAGES / "saved").glob("*.html")} == set(STATIC)
