"""Reports of a small page's changes, judged as those of applications are."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.async_api import Page

from agent_e.benchmarks.perf.effects.judging import Seen, Verdict, judge
from agent_e.benchmarks.perf.effects.looking import look
from agent_e.types import ChangeReport, ElementChange, Node

pytestmark = pytest.mark.browser


@pytest.fixture(autouse=True)
async def in_a_small_window(page: Page) -> None:
    """Have fewer points looked at: the pages here are small, and the grid is what takes time."""
    await page.set_viewport_size({"width": 640, "height": 400})


_PAGE = """
<style>.away { position: absolute; left: -2000px } .thin { height: 0; overflow: hidden }</style>
<h1>Shop</h1>
<ul id="list"><li>Milk</li><li>Bread</li></ul>
<button id="more" aria-expanded="false">More</button>
<div id="menu" class="thin"><a href="#x">Export as table</a></div>
<label><input type="checkbox" id="tick"> Gift wrapping</label>
<textarea id="note" aria-label="Note"></textarea>
<p class="away" id="far">Far away</p>
<p id="clock">12:00:01</p>
<div style="height: 3000px"></div><p>At the end</p>
"""
NOTHING = "Nothing on the page changed."


async def judged(
    page: Page,
    change: str,
    text: str,
    report: ChangeReport | None = None,
    late: str = "0",
    first: str = "0",
) -> Verdict:
    await page.set_content(_PAGE)
    await page.evaluate(first)
    early = await look(page, grid=False)
    await page.evaluate("document.querySelector('#clock').textContent = '12:00:02'")
    before = await look(page)
    await page.evaluate(change)
    after = await look(page)
    await page.evaluate(late)
    rest = await look(page)
    seen = Seen(early=early, before=before, after=after, rest=rest)
    return judge(seen, report or ChangeReport(), text)


MENU = "document.querySelector('#menu').className = ''; more.setAttribute('aria-expanded', 'true')"


async def test_what_came_has_to_be_told(page: Page) -> None:
    whole = "[3] link 'Export as table'\n[2] button 'More' is now expanded"
    assert (await judged(page, MENU, whole)).right
    verdict = await judged(page, MENU, "[2] button 'More' is now expanded")
    assert len(verdict.untold) == 1 and "Export as table" in verdict.untold[0]
    verdict = await judged(page, MENU, "[3] link 'Export as table'")
    assert verdict.untold == ("'More' is expanded='true', was 'false'",)
    assert (await judged(page, MENU, "And 2 more lines: use get_dom.")).right


async def test_what_is_kept_from_assistive_technology_has_only_opened_something(page: Page) -> None:
    behind = f"{MENU}; more.setAttribute('aria-hidden', 'true')"
    assert (await judged(page, behind, "A menu opened:\n[3] link 'Export as table'")).right
    assert not (await judged(page, behind, "A menu opened:")).right


async def test_nothing_is_false_where_something_came_went_or_was_typed(page: Page) -> None:
    assert (await judged(page, MENU, NOTHING)).false_nothing
    assert (await judged(page, "list.remove()", NOTHING)).false_nothing
    typed = "document.querySelector('#note').value = '**bold**'"
    assert (await judged(page, typed, NOTHING)).false_nothing
    assert (await judged(page, typed, "textbox 'Note' is now value='**bold**'")).right


async def test_nothing_is_right_where_only_what_moves_by_itself_did(page: Page) -> None:
    ticked = "document.querySelector('#clock').textContent = '12:00:03'"
    assert (await judged(page, ticked, NOTHING)).right
    assert (await judged(page, "scrollTo(0, 5000)", NOTHING)).right
    again = "list.innerHTML = '<li>Milk</li><li>Bread</li>'"
    assert (await judged(page, again, NOTHING)).right


async def test_a_clock_may_tick_while_one_looks(page: Page) -> None:
    await page.set_content(_PAGE)
    early = await look(page, grid=False)
    await page.evaluate("document.querySelector('#clock').textContent = '12:00:02'")
    before = await look(page)
    assert before.grid
    ticked = [
        replace(each, text=each.text.replace("12:00:02", "12:00:03")) for each in before.grid.texts
    ]
    after = replace(before, grid=replace(before.grid, texts=tuple(ticked)))
    seen = Seen(early=early, before=before, after=after, rest=after)
    assert judge(seen, ChangeReport(), NOTHING).right
    stopped = replace(seen, early=before)
    assert judge(stopped, ChangeReport(), NOTHING).untold == (
        "text '12:00:03' at /html/body/p#clock",
    )


async def test_a_button_that_holds_a_clock_need_not_be_told_with_its_time(page: Page) -> None:
    # It is the same kind of place that moved before, in a button that is new.
    first = "clock.outerHTML = '<summary><p id=clock>12:00:01</p></summary>'"
    button = "<summary>Cart <p id=clock>12:00:03</p></summary>"
    change = f"document.querySelector('summary').outerHTML = '{button}'"
    told, other = (f"New on the page:\n  [7] button '{name}'" for name in ("Cart", "Other"))
    assert (await judged(page, change, told, first=first)).right
    assert not (await judged(page, change, other, first=first)).right


async def test_a_state_that_is_not_told_is_missed(page: Page) -> None:
    verdict = await judged(page, "tick.checked = true", "Clicked [4] checkbox 'Gift wrapping'.")
    assert verdict.untold == ("'Gift wrapping' is checked='true', was 'false'",)
    done = "Clicked [4] checkbox 'Gift wrapping'. It is now checked."
    assert (await judged(page, "tick.checked = true", done)).right


async def test_what_comes_after_the_report_is_late_unless_it_says_so(page: Page) -> None:
    verdict = await judged(page, "0", NOTHING, late=MENU)
    assert verdict.late and not verdict.untold and not verdict.false_nothing
    busy = ChangeReport(unsettled="The page says that it is still at work.")
    assert (await judged(page, "0", NOTHING, busy, late=MENU)).right


async def test_a_list_drawn_anew_is_no_news(page: Page) -> None:
    again = "list.innerHTML = '<li>Milk</li><li>Bread</li>'"
    told = (
        Node(depth=0, role="listitem", name="Milk"),
        Node(depth=0, role="listitem", name="Bread"),
    )
    verdict = await judged(page, again, "New: item Milk\nitem Bread", ChangeReport(added=told))
    assert len(verdict.untrue) == 2
    added = "list.innerHTML += '<li>Butter</li>'"
    butter = ChangeReport(added=(Node(depth=0, role="listitem", name="Butter"),))
    assert (await judged(page, added, "New: item Butter", butter)).right


async def test_claims_that_are_not_so_are_found(page: Page) -> None:
    cheese = ChangeReport(added=(Node(depth=0, role="listitem", name="Cheese"),))
    assert (await judged(page, "0", "New: item Cheese", cheese)).untrue
    gone = ChangeReport(removed=(Node(depth=0, role="listitem", name="Milk"),))
    assert (await judged(page, "0", "Gone: item 'Milk'.", gone)).untrue
    assert (await judged(page, "list.children[0].remove()", "Gone: item 'Milk'.", gone)).right
    box = Node(depth=0, role="checkbox", name="Gift wrapping", mmid=4)
    change = ElementChange(node=box, what="states", before="not checked", after="checked")
    said = "[4] checkbox 'Gift wrapping' is now checked"
    assert (await judged(page, "0", said, ChangeReport(changed=(change,)))).untrue
    real = await judged(page, "tick.checked = true", said, ChangeReport(changed=(change,)))
    assert real.right


async def test_a_menu_called_as_its_button_is_has_closed_with_what_was_in_it(page: Page) -> None:
    menu = Node(depth=0, role="menu", name="More")
    link = Node(depth=1, role="link", name="Export as table", mmid=3)
    closed = ChangeReport(removed=(menu, link))
    await page.set_content(_PAGE)
    await page.evaluate("document.querySelector('#menu').className = ''")
    before = await look(page)
    same = Seen(early=before, before=before, after=before, rest=before)
    said = "The menu 'More' closed."
    assert judge(same, closed, said).untrue == ("gone: menu 'More' is still there",)
    await page.evaluate("document.querySelector('#menu').remove()")
    after = await look(page)
    seen = Seen(early=before, before=before, after=after, rest=after)
    assert judge(seen, closed, said).right


async def test_what_nobody_can_see_need_not_be_told(page: Page) -> None:
    hidden = "document.querySelector('#far').textContent = 'Further away'"
    assert (await judged(page, hidden, NOTHING)).right


async def test_a_mark_that_is_neither_on_nor_off_is_partly_checked(page: Page) -> None:
    mixed = "tick.indeterminate = true"
    verdict = await judged(page, mixed, "Clicked.")
    assert verdict.untold == ("'Gift wrapping' is checked='mixed', was 'false'",)
    assert (await judged(page, mixed, "[4] checkbox 'Gift wrapping' is now partly checked")).right


async def test_words_in_several_pieces_that_went_into_another_box_are_news(page: Page) -> None:
    shown = "<p>SELECT <b>everything</b> in it</p>"
    edited = "<pre><i>SELECT</i> <b>everything</b> in it</pre>"
    words = "SELECT everything in it"
    report = ChangeReport(
        added=(Node(depth=0, role="clickable", name=words, mmid=5),),
        removed=(Node(depth=0, role="text", name=words),),
    )
    told = f"New on the page:\n  [5] clickable '{words}'\nGone: '{words}'."
    page_with = f"document.querySelector('#far').outerHTML = '{shown}'"
    to_edit = "document.querySelector('p b').parentNode.outerHTML"
    assert (await judged(page, f"{to_edit} = '{edited}'", told, report, first=page_with)).right
    again = await judged(page, f"{to_edit} = '{shown}'", told, report, first=page_with)
    assert len(again.untrue) == 2


async def test_what_a_style_writes_is_on_the_page(page: Page) -> None:
    icons = "<style>i::after { content: attr(data-icon) }</style>"
    box = f'{icons}<p id="box"><i data-icon="box_unchecked"></i></p>'
    at_first = f"document.querySelector('#far').outerHTML = '{box}'"
    ticked = "document.querySelector('#box i').dataset.icon = 'box_checked'"
    node = Node(depth=0, role="checkbox", name="box_checked", mmid=5)
    change = ElementChange(node=node, what="name", before="box_unchecked", after="box_checked")
    report = ChangeReport(changed=(change,))
    told = "[5] checkbox 'box_unchecked' is now 'box_checked'"
    assert (await judged(page, ticked, told, report, first=at_first)).right
    assert (await judged(page, "0", told, report, first=at_first)).untrue


async def test_a_part_that_is_called_by_its_button_goes_without_it(page: Page) -> None:
    named = """document.querySelector('#menu').setAttribute('role', 'region');
    document.querySelector('#menu').setAttribute('aria-labelledby', 'more')"""
    region = ChangeReport(removed=(Node(depth=0, role="region", name="More"),))
    folded = "document.querySelector('#menu').style.display = 'none'"
    told = "Gone: region 'More'."
    opened = f"{named}; {MENU}"
    assert not (await judged(page, folded, told, region, first=opened)).untrue
    assert (await judged(page, "0", told, region, first=opened)).untrue


async def test_a_link_is_called_by_its_picture_and_its_words(page: Page) -> None:
    tab = '<a href="#q"><img alt="SQL" style="width: 9px">SQL</a>'
    current = tab.replace("</a>", "<i>(current)</i></a>")
    at_first = f"document.querySelector('#far').outerHTML = '<p id=tabs>{current}</p>'"
    left = f"document.querySelector('#tabs').innerHTML = '{tab}'"
    report = ChangeReport(added=(Node(depth=0, role="link", name="SQL SQL", mmid=5),))
    told = "New on the page:\n  [5] link 'SQL SQL'"
    assert (await judged(page, left, told, report, first=at_first)).right
    again = at_first.replace("(current)", "")
    assert (await judged(page, left, told, report, first=again)).untrue


@pytest.mark.slow
async def test_numbers_of_lines_need_not_be_told(page: Page) -> None:
    line = '<div><b aria-hidden="true">{}</b><i>{}</i></div>'
    editor = line.format(1, "SELECT all") + line.format(2, "ORDER BY name")
    opened = f"document.querySelector('#list').innerHTML = '{editor}'"
    name = "SELECT all ORDER BY name"
    field = ChangeReport(added=(Node(depth=0, role="textbox", name=name, mmid=5),))
    told = f"New on the page:\n  [5] textbox '{name}'"
    assert (await judged(page, opened, told, field)).right
    heard = opened.replace(' aria-hidden="true"', "")
    assert len((await judged(page, heard, told, field)).untold) == 2
    word = opened.replace(">2<", ">draft<")
    assert len((await judged(page, word, told, field)).untold) == 1


async def test_what_was_left_out_of_a_row_may_be_what_is_new_in_it(page: Page) -> None:
    row = "document.querySelector('#list').innerHTML += '<li><b>Milk</b> <i>Oats</i></li>'"
    parts = ("Milk", "Oats")
    branch = (
        Node(depth=0, role="listitem"),
        *(Node(depth=1, role="text", name=name) for name in parts),
    )
    report = ChangeReport(added=branch)
    told = "New on the page:\n  Milk\n  … 1 more line: get_dom shows it"
    assert (await judged(page, row, told, report)).right
    assert (await judged(page, "0", told, report)).untrue


async def test_a_control_that_moved_to_another_box_is_new_there(page: Page) -> None:
    def told(name: str) -> ChangeReport:
        return ChangeReport(added=(Node(depth=0, role="button", name=name, mmid=9),))

    first = "document.querySelector('#list li').append(more)"
    into = (
        "const was = document.querySelector('#more');"
        "document.querySelector('#list li + li').append(was.cloneNode(true)); was.remove()"
    )
    words = "New on the page:\n  [9] button 'More'"
    assert (await judged(page, into, words, told("More"), first=first)).right
    anew = "more.replaceWith(more.cloneNode(true))"
    assert (await judged(page, anew, words, told("More"))).untrue


async def test_what_is_crossed_out_now_is_another_thing_by_the_same_name(page: Page) -> None:
    cross = "document.querySelector('#list li').style.textDecoration = 'line-through'"
    report = ChangeReport(
        added=(Node(depth=0, role="listitem", name="crossed out: Milk"),),
        removed=(Node(depth=0, role="listitem", name="Milk"),),
    )
    words = "New on the page:\n  item 'crossed out: Milk'\nGone: 'Milk'."
    assert (await judged(page, cross, words, report)).right
    assert len((await judged(page, "0", words, report)).untrue) == 2


async def test_words_parted_by_marks_are_no_new_words(page: Page) -> None:
    mark = "far.className = ''; far.innerHTML = 'Far <mark>aw</mark>ay'"
    shown = "far.className = ''"
    assert (await judged(page, mark, "It marks 1.", first=shown)).right
    other = "far.innerHTML = 'Far'"
    assert not (await judged(page, other, "It marks 1.", first=shown)).right


async def test_transparent_words_are_read_by_nobody(page: Page) -> None:
    covered = (
        "const cover = document.createElement('div'); document.body.append(cover);"
        "cover.id = 'cover'; cover.style = 'position: fixed; inset: 0; background: white';"
        "tick.parentElement.style.opacity = 0"
    )
    verdict = await judged(page, "cover.remove()", "The dialog closed.", first=covered)
    assert not any("Gift" in each for each in verdict.untold)


async def test_what_moved_on_in_a_list_that_fills_its_elements_again_is_not_new(page: Page) -> None:
    first = (
        "document.querySelector('#list').innerHTML ="
        "'<li><button>Milk</button></li><li><button>Bread</button></li>'"
    )
    swapped = (
        "const [one, two] = document.querySelectorAll('#list button');"
        "one.textContent = 'Bread'; two.textContent = 'Milk'"
    )
    report = ChangeReport(added=(Node(depth=0, role="button", name="Bread", mmid=9),))
    told = "New on the page:\n  [9] button 'Bread'"
    assert (await judged(page, swapped, told, report, first=first)).untrue


async def test_a_tip_that_turns_while_a_page_is_looked_at_needs_no_telling(page: Page) -> None:
    await page.set_content(_PAGE)
    before = await look(page)
    await page.evaluate("document.body.insertAdjacentHTML('afterbegin', '<p id=tip>Save often')")
    first = await look(page)
    await page.evaluate("tip.textContent = 'Drag to move'")
    later = await look(page)
    # Its texts were read before it turned, and the view after that.
    rest = replace(first, grid=later.grid)
    seen = Seen(early=before, before=before, after=rest, rest=rest)
    assert judge(seen, ChangeReport(), NOTHING).untold
    assert judge(replace(seen, later=later), ChangeReport(), NOTHING).right
