"""A page as a short list of elements: what is in it, and that each selector names just one."""

from __future__ import annotations

import random

import pytest

from agent_e.dom import PageActor, SelectorSummary
from agent_e.errors import BadArgument, DialogOpen, ElementGone
from agent_e.types.act_protocol import DomElement, PageSummary
from tests.agent_e.dom.changes.reports import until
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


def summary_of(out: Lookout) -> SelectorSummary:
    return SelectorSummary(out.session, out.observer)


async def summarized(out: Lookout, html: str, limit: int = 50) -> PageSummary:
    await out.session.active.page.set_content(html)
    return await summary_of(out).summarize(limit)


def texts(page: PageSummary) -> list[str]:
    return [element.text for element in page.dom_summary]


def one(page: PageSummary, text: str) -> DomElement:
    found = [element for element in page.dom_summary if element.text == text]
    assert len(found) == 1, (text, texts(page))
    return found[0]


async def check_selectors(out: Lookout, page: PageSummary) -> None:
    """Playwright finds one element for each, and we find the same one."""
    for element in page.dom_summary:
        found = out.session.active.page.locator(element.selector)
        assert await found.count() == 1, element
        assert (await found.evaluate("each => each.localName")) == element.tag
        assert await summary_of(out).element(element.selector) > 0
    selectors = [element.selector for element in page.dom_summary]
    assert len(set(selectors)) == len(selectors)


async def test_hostile_names_are_escaped_and_each_selector_names_one(out: Lookout) -> None:
    await out.open("hostile_selectors")
    page = await summary_of(out).summarize(50)
    assert len(page.dom_summary) == 35
    await check_selectors(out, page)
    for element in page.dom_summary:
        if element.tag != "button" or element.text.startswith(("Go", "Deep")):
            continue
        shown = await out.session.active.page.locator(element.selector).text_content()
        assert shown == element.text


async def test_selectors_are_short_and_human(out: Lookout) -> None:
    await out.open("hostile_selectors")
    page = await summary_of(out).summarize(50)
    assert one(page, "$12").selector == "#product-3 .price"
    assert one(page, "Digit").selector == "#\\31 digit"
    assert one(page, "Test id").selector == '[data-testid="it\'s"]'
    assert one(page, "Small (not checked)").selector == 'input[name="size"][value="s"]'
    assert one(page, "In the shade of host").selector == "#host .words"
    assert one(page, "Three").selector == "ul:nth-of-type(2) > li:nth-of-type(1)"


async def test_fields_tell_what_they_hold_and_passwords_only_that_they_do(out: Lookout) -> None:
    await out.open("hostile_selectors")
    page = await summary_of(out).summarize(50)
    assert one(page, "City = Oslo").type == "text"
    assert one(page, "Secret = •••").type == "password"
    assert one(page, "Colour = Blue (options: Red; Blue)").type == "select-one"
    assert "hunter2" not in page.model_dump_json()
    assert not {"Not shown", "Not seen"} & set(texts(page))


async def test_what_acts_comes_first_and_nothing_is_said_twice(out: Lookout) -> None:
    page = await summarized(
        out,
        "<h1>Shop</h1><h2><a href=/a>Mug</a></h2><p>Price: <b>$4</b></p><label>Name <input></label>"
        "<table><tr><th>Size<td><b>3</b> cm</table><div><span>$</span><span>9</span></div>",
    )
    assert texts(page) == ["Mug", "Name", "Shop", "Price: $4", "Size", "3 cm", "$9"]
    kinds = [element.type for element in page.dom_summary]
    assert kinds[:3] == ["link", "text", "heading"]


async def test_nameless_fields_are_called_after_the_words_beside_them(out: Lookout) -> None:
    page = await summarized(
        out,
        "<p>Town</p><input readonly><p>Code</p><input type=password>"
        "<div id=go onclick='void 0'>Go</div><p>Words</p>",
    )
    said = [(element.text, element.type) for element in page.dom_summary]
    assert said[:3] == [("Town (read-only)", "text"), ("Code", "password"), ("Go", "clickable")]
    assert ("Words", "text") in said


async def test_of_many_the_nearest_to_the_view_are_told_in_order(out: Lookout) -> None:
    rows = "".join(f"<p>Row {n}</p><button>Press {n}</button>" for n in range(200))
    page = await summarized(out, rows)
    await check_selectors(out, page)
    assert texts(page) == [f"Press {n}" for n in range(30)] + [f"Row {n}" for n in range(20)]
    await out.script("scrollTo(0, document.body.scrollHeight)")
    below = texts(await summary_of(out).summarize(50))
    assert (below[29], below[-1]) == ("Press 199", "Row 199")
    few = await summary_of(out).summarize(3)
    assert len(few.dom_summary) == 3


async def test_all_places_are_used_when_one_kind_is_scarce(out: Lookout) -> None:
    page = await summarized(out, "<p>Words</p>" + "<button>B</button>" * 90)
    assert texts(page) == ["B"] * 49 + ["Words"]
    page = await summarized(out, "<button>B</button>" + "<p>Words</p>" * 90)
    assert texts(page) == ["B"] + ["Words"] * 49


async def test_what_a_dialog_of_the_page_covers_comes_last(out: Lookout) -> None:
    rows = "".join(f"<p>Row {n}</p><button>Press {n}</button>" for n in range(60))
    page = await summarized(
        out,
        f"<main>{rows}</main><dialog id=d><p>Sure?</p><button>Yes</button></dialog>"
        "<script>d.showModal()</script>",
    )
    assert {"Yes", "Sure?"} <= set(texts(page))
    assert one(page, "Yes").selector == "#d button"


async def test_frames_are_left_out(out: Lookout) -> None:
    page = await summarized(
        out, "<button>Out</button><iframe srcdoc='<button>In</button><p>Words'></iframe>"
    )
    assert texts(page) == ["Out"]


@pytest.mark.slow
async def test_ten_thousand_elements_are_summed_up_by_selectors_that_hold(out: Lookout) -> None:
    rows = "".join(
        f"<div class=row><span class=name>Item {n}</span> <a href=#>Open {n}</a></div>"
        for n in range(3_400)
    )
    page = await summarized(out, f"<section id=all>{rows}</section>")
    assert len(page.dom_summary) == 50
    await check_selectors(out, page)


async def test_deep_pages_are_read_to_their_ground(out: Lookout) -> None:
    await out.session.active.page.set_content("<body></body>")
    await out.script(
        "() => { let at = document.body; for (let n = 0; n < 400; n += 1) {"
        "at.append(document.createElement('i'));"
        "at = at.appendChild(document.createElement('div')); }"
        " at.innerHTML = '<p>Ground<p>Floor'; }"
    )
    page = await summary_of(out).summarize(50)
    await check_selectors(out, page)
    assert all(len(element.selector) <= 2_000 for element in page.dom_summary)


async def test_a_summary_leaves_the_page_as_it_is(out: Lookout) -> None:
    await out.open("hostile_selectors")
    await out.script(
        "() => { window.changes = 0; new MutationObserver((all) => window.changes += all.length)"
        ".observe(document, { subtree: true, childList: true, attributes: true,"
        " characterData: true });"
        "document.querySelectorAll = () => { window.changes += 100; }; }"
    )
    page = await summary_of(out).summarize(50)
    await summary_of(out).element("#product-3 .price")
    assert len(page.dom_summary) == 35
    assert await out.script("window.changes") == 0


SIGNS = [*"abzA019-_ \"'\\>#.:,[](){}+~*/|&^$%@!?=;`<\t\n", "é", "日", "\u200b", "😀", "--", "/*"]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
async def test_names_of_any_signs_make_selectors_that_hold(out: Lookout, seed: int) -> None:
    chance = random.Random(seed)
    names = ["".join(chance.choices(SIGNS, k=chance.randint(1, 5))) for _ in range(50)]
    kinds = chance.choices(["id", "class", "name", "data-testid", "aria-label"], k=50)
    await out.session.active.page.set_content("<div id=host></div><main id=main></main>")
    await out.session.active.page.evaluate(
        """([rows, shadow]) => {
          const root = shadow ? host.attachShadow({ mode: "open" }) : document.body;
          for (const [name, kind] of rows) {
            const button = document.createElement("button");
            button.setAttribute(kind, name);
            button.textContent = "Press";
            root.append(button);
          }
        }""",
        [list(zip(names, kinds, strict=True)), seed % 2 == 1],
    )
    page = await summary_of(out).summarize(50)
    assert len(page.dom_summary) == 50
    await check_selectors(out, page)


SELECTORS = [
    "#host .go",
    "body .go",
    "div > .go",
    "main ~ #host .go",
    "#host-2 #deep button",
    "#host > #deep > button",
    "#host p, #product-3 .price",
    'button[name="a\\"] , *[x=\\""]',
    "#\\31 digit",
    "main:has(#product-3) p.price:nth-of-type(2)",
    "button:not(.go)",
    "input + input",
    "#nothing .go",
]


@pytest.mark.parametrize("selector", SELECTORS)
async def test_selectors_mean_what_they_mean_to_playwright(out: Lookout, selector: str) -> None:
    await out.open("hostile_selectors")
    count = await out.session.active.page.locator(f"css={selector}").count()
    if count == 1:
        assert await summary_of(out).element(selector) > 0
    elif count:
        with pytest.raises(BadArgument, match=f"names {count} elements"):
            await summary_of(out).element(selector)
    else:
        with pytest.raises(ElementGone, match="names no element"):
            await summary_of(out).element(selector)


@pytest.mark.parametrize("selector", ["", "a[", "text=Go", "//a", "p >", "a:has-text('x')", "{}"])
async def test_what_is_no_selector_is_refused(out: Lookout, selector: str) -> None:
    await out.open("hostile_selectors")
    with pytest.raises(BadArgument, match="is no CSS selector"):
        await summary_of(out).element(selector)


async def test_an_endless_chain_is_answered_in_time(out: Lookout) -> None:
    await out.session.active.page.set_content("<p>" + "<div>" * 200 + "<div id=h></div>")
    await out.script("document.getElementById('h').attachShadow({mode: 'open'}).innerHTML = '<b>'")
    with pytest.raises(ElementGone):
        await summary_of(out).element("div " * 300 + "> i > b")
    with pytest.raises(ElementGone):
        await summary_of(out).element("p " + "div " * 190 + "p b")


async def test_text_that_is_named_can_be_clicked(out: Lookout) -> None:
    await out.session.active.page.set_content(
        "<title>Before</title><p id=it onclick='document.title = \"After\"'><b>Words</b></p>"
    )
    page = summary_of(out)
    actor = PageActor(out.session, out.observer, 10.0)
    mmid = await page.element("#it b")
    assert mmid == await page.element("p > b")
    assert (await actor.resolve(mmid)).tag == "b"
    await actor.click(mmid)
    assert await out.script("document.title") == "After"


async def test_an_element_that_was_renamed_is_taken_as_it_is_now(out: Lookout) -> None:
    await out.session.active.page.set_content("<button id=it>Before</button>")
    page = summary_of(out)
    actor = PageActor(out.session, out.observer, 10.0)
    await page.summarize(50)
    await out.script("document.getElementById('it').textContent = 'After'")
    assert (await actor.resolve(await page.element("#it"))).name == "After"


async def test_behind_a_dialog_nothing_is_told(out: Lookout) -> None:
    await out.session.active.page.set_content("<button>Press</button>")
    await out.script("setTimeout(() => confirm('Sure?'))")
    page = summary_of(out)

    async def is_open() -> bool:
        return out.session.active.dialog is not None

    await until(is_open)
    with pytest.raises(DialogOpen):
        await page.summarize(50)
    with pytest.raises(DialogOpen):
        await page.element("button")
    await out.session.answer_dialog(accept=True)
    assert texts(await page.summarize(50)) == ["Press"]
