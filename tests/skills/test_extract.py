"""Records from pages of a real site, over several pages, in a real browser."""

from __future__ import annotations

import csv
import io
import json
import re
from collections.abc import AsyncIterator

import pytest
import pytest_asyncio
from starlette.requests import Request
from starlette.responses import HTMLResponse
from starlette.routing import Route

from agent_e.errors import BadArgument, DialogOpen, SkillError
from agent_e.types import Records, SkillResult
from tests.browsers import Chromium
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

PER_PAGE = 4
LAST = 3


def rows(text: str) -> list[list[str]]:
    """The table of an answer, its head included."""
    lines = text.split("\n")[1:]
    ends = ("… ", "Stopped ", "Open now: ")
    return list(csv.reader(io.StringIO("\n".join(x for x in lines if not x.startswith(ends)))))


def tables(result: SkillResult) -> list[Records]:
    """The records that a result is made from."""
    return [each for each in result.data if isinstance(each, Records)]


def goods(page: int) -> list[tuple[str, str, str]]:
    first = (page - 1) * PER_PAGE + 1
    numbers = range(first, first + PER_PAGE)
    return [(f"Lamp {n}", "" if n == 6 else f"{n},50 €", f"/lamp/{n}") for n in numbers]


async def shop(request: Request) -> HTMLResponse:
    page = int(request.query_params.get("page", 1))
    items = "".join(
        f"<li><h3><a href={link}>{name}</a></h3><p>{price}</p></li>"
        for name, price, link in goods(page)
    )
    after = f"<a href='/shop?page={page + 1}'>Weiter</a>" if page < LAST else "<span>Weiter</span>"
    return HTMLResponse(
        f"<title>Lamps {page}</title><h1>Lamps</h1><ul>{items}</ul><nav>{after}</nav>"
    )


async def table(request: Request) -> HTMLResponse:
    """A table that a script turns over, without any address of its own."""
    script = """
      let page = 1;
      const show = () => {
        body.replaceChildren(...[1, 2].map(row => {
          const line = document.createElement('tr');
          line.innerHTML = `<td>Row ${page}.${row}</td><td>${page * 10 + row}</td>`;
          return line;
        }));
        next.disabled = page === 3;
      };
      const turn = () => { page += 1; show(); };
      show();
    """
    return HTMLResponse(
        "<table><caption>Figures</caption><thead><tr><th>Name<th>Figure</thead><tbody id=body>"
        f"</table><button id=next onclick='turn()'>›</button><script>{script}</script>"
    )


async def stubborn(request: Request) -> HTMLResponse:
    items = "".join(f"<li><a href=/{n}>Thing {n}</a> ${n}</li>" for n in range(3))
    return HTMLResponse(f"<ul>{items}</ul><a href=/stubborn>Next</a>")


async def growing(request: Request) -> HTMLResponse:
    script = """
      let count = 0;
      const more = () => {
        for (let each = 0; each < 2; each += 1) {
          count += 1;
          list.insertAdjacentHTML('beforeend', `<li><h3>Item ${count}</h3><p>$${count}</p></li>`);
        }
      };
      more();
    """
    return HTMLResponse(
        "<ul id=list></ul><button onclick='more(); if (count > 9) this.remove()'>Load more"
        f"</button><script>{script}</script>"
    )


async def last_alone(request: Request) -> HTMLResponse:
    """Five cards on three pages: the last page has only one, and a menu that is larger."""
    page = int(request.query_params.get("page", 1))
    numbers = [n for n in (1, 2, 3, 4, 5) if (n + 1) // 2 == page]
    items = "".join(f"<li><h3><a href=/c/{n}>Card {n}</a></h3><p>${n}</p></li>" for n in numbers)
    menu = "".join(f"<li><a href=/m/{n}>Menu {n}</a></li>" for n in range(9))
    after = f"<a href='/last_alone?page={page + 1}'>Next page</a>" if page < 3 else ""
    return HTMLResponse(f"<nav><ul>{menu}</ul></nav><h1>Cards</h1><ul>{items}</ul>{after}")


async def many(request: Request) -> HTMLResponse:
    lines = "".join(f"<tr><td>Person {n}<td>{n} Long Street, Somewhere</tr>" for n in range(300))
    return HTMLResponse(f"<table><tr><th>Name<th>Address</tr>{lines}</table>")


async def spans(request: Request) -> HTMLResponse:
    return HTMLResponse(
        "<table><tr><th rowspan=2>Hotel<th colspan=2>Price</tr><tr><th>Summer<th>Winter</tr>"
        "<tr><td rowspan=2>Astoria<td>$90<td>$70</tr><tr><td colspan=2>$120</tr></table>"
    )


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Room]:
    pages = (shop, table, stubborn, growing, last_alone, many, spans)
    routes = [Route(f"/{each.__name__}", each) for each in pages]
    async with room(chromium, tmp_path_factory.mktemp("run"), routes) as there:
        yield there


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room) -> Room:
    """The shared browser, with nothing open of the test before."""
    if opened.session.active.dialog:
        await opened.session.answer_dialog(accept=True)
    await opened.session.goto("about:blank")
    opened.forget()
    return opened


async def test_a_list_is_read_into_rows(here: Room) -> None:
    await here.open("/shop")
    found = await here.do("extract", fields=["price", "name", "link"])
    assert found.text.startswith("4 records, list under 'Lamps'.\n")
    expected = [[price, name, here.base + link] for name, price, link in goods(1)]
    assert rows(found.text) == [["price", "name", "link"], *expected]
    assert found.report is None
    assert here.events("action.started") == []


async def test_the_pages_that_follow_are_read_too(here: Room) -> None:
    await here.open("/shop")
    found = await here.do("extract", fields=["name", "price"], pages=9)
    assert found.text.startswith("12 records from 3 pages, list under 'Lamps'; 1 had no price.\n")
    expected = [[name, price] for page in (1, 2, 3) for name, price, _ in goods(page)]
    assert rows(found.text)[1:] == expected
    assert "Stopped after page 3: there is no next page." in found.text
    assert f"Open now: {here.base}/shop?page=3" in found.text
    # It only reads: the page turned is no change to tell a planner of.
    assert found.report is None
    assert [records.url for records in tables(found)] == [
        f"{here.base}/shop{query}" for query in ("", "?page=2", "?page=3")
    ]
    assert {records.fields for records in tables(found)} == {("name", "price")}
    assert [list(row) for records in tables(found) for row in records.rows] == expected
    clicks = here.events("action.started")
    assert [(each["action"], each["target"]["name"]) for each in clicks] == [
        ("click", "Weiter")
    ] * 2
    assert here.events("extracted")[0]["missing"] == {"name": 0, "price": 1}


async def test_pages_and_records_are_bounded(here: Room) -> None:
    await here.open("/shop")
    found = await here.do("extract", fields=["name"], pages=2)
    assert len(rows(found.text)) == 1 + 2 * PER_PAGE
    assert "Stopped" not in found.text
    await here.open("/shop")
    found = await here.do("extract", fields=["name"], pages=9, limit=6)
    assert len(rows(found.text)) == 1 + 6
    assert "Stopped at the limit of 6." in found.text
    assert here.session.url.endswith("page=2")


async def test_a_table_is_turned_over_in_place(here: Room) -> None:
    await here.open("/table")
    found = await here.do("extract", fields=["figure", "name"], pages=9)
    expected = [[f"{page}{row}", f"Row {page}.{row}"] for page in (1, 2, 3) for row in (1, 2)]
    assert rows(found.text)[1:] == expected
    assert "there is no next page" in found.text


async def test_a_next_page_that_is_the_same_ends_it(here: Room) -> None:
    await here.open("/stubborn")
    found = await here.do("extract", fields=["name", "price"], pages=9)
    assert len(rows(found.text)) == 1 + 3
    assert "Stopped after page 1: the " in found.text


async def test_a_list_that_grows_is_read_once(here: Room) -> None:
    await here.open("/growing")
    found = await here.do("extract", fields=["name", "price"], pages=4)
    assert rows(found.text)[1:] == [[f"Item {n}", f"${n}"] for n in range(1, 9)]
    assert re.match(r"8 records from 4 pages \(\[\d+\] button 'Load more' adds to", found.text)
    await here.open("/growing")
    found = await here.do("extract", fields=["name", "price"], pages=60)
    assert len(rows(found.text)[1:]) == 10
    assert "Stopped after page 5: there is no next page." in found.text


async def test_a_cell_over_several_rows_and_columns_is_in_each(here: Room) -> None:
    await here.open("/spans")
    found = await here.do("extract", fields=["hotel", "summer", "winter"])
    assert rows(found.text)[1:] == [["Astoria", "$90", "$70"], ["Astoria", "$120", "$120"]]


async def test_a_last_page_with_a_single_record_is_read_too(here: Room) -> None:
    await here.open("/last_alone")
    found = await here.do("extract", fields=["name", "price"], pages=9)
    assert rows(found.text)[1:] == [[f"Card {n}", f"${n}"] for n in range(1, 6)]
    assert "there is no next page" in found.text


async def test_what_is_too_much_to_tell_is_had_by_rows_and_is_in_a_file(here: Room) -> None:
    await here.open("/many")
    found = await here.do("extract", fields=["name", "address"])
    assert len(found.text) <= here.context.observer.budget_characters
    number = here.events("extracted")[0]["seq"]
    shown = len(rows(found.text)) - 1
    assert f'… rows 1-{shown} of 300; rows="{shown + 1}-' in found.text
    assert [len(each.rows) for each in tables(found)] == [shown]
    for asked, first, last in (("21-40", 21, 40), ("299", 299, 299), ("290-400", 290, 300)):
        more = await here.do("extract", fields=["name", "address"], rows=asked)
        assert [row[0] for row in rows(more.text)[1:]] == [
            f"Person {n - 1}" for n in range(first, last + 1)
        ]
        assert f"… rows {first}-{last} of 300" in more.text
        assert len(tables(more)[0].rows) == last - first + 1
    assert len(here.events("extracted")) == 1
    with pytest.raises(BadArgument, match="There are 300 rows"):
        await here.do("extract", fields=["name", "address"], rows="301-320")
    with pytest.raises(BadArgument, match="Write them as 21-40"):
        await here.do("extract", fields=["name", "address"], rows="last")
    saved = json.loads((here.folder / "extracts" / f"{number}.json").read_text())
    assert saved["fields"] == ["name", "address"]
    assert saved["records"][299] == {"name": "Person 299", "address": "299 Long Street, Somewhere"}


async def test_a_field_that_nothing_has_is_told_with_what_there_is(here: Room) -> None:
    await here.open("/many")
    found = await here.do("extract", fields=["name", "address", "salary"], limit=3)
    assert "none has salary (there are: Name, Address)" in found.text.partition("\n")[0]
    with pytest.raises(SkillError, match="300 in a table have: Name, Address"):
        await here.do("extract", fields=["salary", "rank"])


async def test_rows_of_pages_that_changed_are_read_anew(here: Room) -> None:
    await here.open("/shop")
    await here.do("extract", fields=["name"], pages=2)
    more = await here.do("extract", fields=["name"], pages=2, rows="5-6")
    assert rows(more.text)[1:] == [["Lamp 5"], ["Lamp 6"]]
    assert tables(more)[0].url == f"{here.base}/shop?page=2"
    assert len(here.events("extracted")) == 1
    await here.script("void document.querySelector('h3').append(' (new)')")
    more = await here.do("extract", fields=["name"], pages=1, rows="1")
    assert rows(more.text)[1:] == [["Lamp 5 (new)"]]


async def test_behind_a_dialog_nothing_is_read(here: Room) -> None:
    await here.open("/many")
    with pytest.raises(DialogOpen):
        await here.script("setTimeout(() => confirm('Go on?'))")
        await here.do("wait_for", text="never", seconds=60)
    with pytest.raises(DialogOpen, match="handle_dialog"):
        await here.do("extract", fields=["name"])
