"""What repeats on a page, read into records."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from agent_e.dom.records.choose import records
from agent_e.errors import BadArgument, SkillError
from agent_e.types import Records

from .conftest import BASE, Seen

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

Read = Callable[..., Awaitable[Records]]


@pytest.fixture(scope="module")
def read(seen: Seen) -> Read:
    """Reads records out of a page: ``await read(html, *fields, find="")``."""

    async def found(html: str, *fields: str, find: str = "") -> Records:
        return records(await seen(html), fields, find)

    return found


TABLE = """
<h2>Team</h2>
<table><tr><th>Full name<th>Age<th>Home town</tr>
<tr><td><a href=/ann>Ann Lee</a><td>31<td>Rome</tr>
<tr><td><a href=/bo>Bo Dahl</a><td>1,042.50<td></tr></table>
<h2>Prices</h2>
<table><caption>Fees</caption><thead><tr><th>Service<th>Price</thead>
<tbody><tr><th scope=row>Repair<td>12 €</tr><tr><th scope=row>Check<td>3 €</tr></tbody></table>
"""


async def test_columns_are_matched_by_their_names_in_the_order_asked_for(read: Read) -> None:
    found = await read(TABLE, "town", "name", "age")
    assert found.place == "table under 'Team'"
    assert found.rows == (("Rome", "Ann Lee", "31"), ("", "Bo Dahl", "1,042.50"))
    assert found.offers == ("Full name", "Age", "Home town")


async def test_the_table_with_the_fields_is_chosen_or_the_one_that_is_named(read: Read) -> None:
    assert (await read(TABLE, "service", "price")).rows == (("Repair", "12 €"), ("Check", "3 €"))
    assert (await read(TABLE, "name", find="fees")).place == "table 'Fees'"


async def test_a_link_is_where_its_row_or_column_leads(read: Read) -> None:
    assert (await read(TABLE, "age", "url")).rows[0] == ("31", f"{BASE}ann")
    assert (await read(TABLE, "name", "name link")).rows[1] == ("Bo Dahl", f"{BASE}bo")


async def test_a_cell_counts_in_every_row_and_column_that_it_reaches_over(read: Read) -> None:
    html = """<table><tr><th colspan=4>Rooms 2031</tr>
      <tr><th rowspan=2>Hotel<th rowspan=2>Room<th colspan=2>Price</tr><tr><th>Summer<th>Winter</tr>
      <tr><td rowspan=2>Astoria<td>Single<td>$90<td>$70</tr><tr><td>Double<td colspan=2>$120</tr>
      <tr><td colspan=4>By the lake</tr>
      <tr><td>Bellevue<td>Suite<td>$300<td>closed</tr></table>"""
    found = await read(html, "hotel", "room", "summer price", "winter price")
    assert found.rows == (
        ("Astoria", "Single", "$90", "$70"),
        ("Astoria", "Double", "$120", "$120"),
        ("Bellevue", "Suite", "$300", "closed"),
    )
    assert found.offers == ("Hotel", "Room", "Price Summer", "Price Winter")


@pytest.mark.parametrize("span", ["colspan=99999 rowspan=99999", "rowspan=0", "colspan=-1"])
async def test_a_cell_that_claims_too_much_does_no_harm(read: Read, span: str) -> None:
    html = f"<table><tr><th>Name<th>Age</tr><tr><td>Ann<td>31</tr><tr><td {span}>Bo<td>4</tr>"
    assert (await read(html, "name", "age")).rows[0] == ("Ann", "31")


async def test_a_table_without_marked_headers_begins_with_them(read: Read) -> None:
    html = "<table border=1><tr><td>Name<td>Age</tr><tr><td>Ann<td>31</tr><tr><td>Bo<td>4</tr>"
    assert (await read(html, "age", "name")).rows == (("31", "Ann"), ("4", "Bo"))


CARD = (
    "<a href=/p/{0}><img alt='Pot {0}'></a><h3><a href=/p/{0}>Mug {0}</a></h3>"
    "<div>${0}.50</div><span>In stock</span> <span>4.{0} out of 5</span><button>Add</button>"
)


@pytest.mark.parametrize("box", ["<li>{}</li>", "<article>{}</article>", "<div>{}</div>"])
async def test_cards_are_records_whatever_box_they_are_in(read: Read, box: str) -> None:
    cards = "".join(box.format(CARD.format(number)) for number in (1, 2, 3))
    html = f"<nav><ul>{'<li><a href=/x>Home</a>' * 9}</ul></nav><main><h1>Mugs</h1>{cards}</main>"
    found = await read(html, "name", "price", "rating", "availability", "image", "link")
    assert found.rows == tuple(
        (
            f"Mug {n}",
            f"${n}.50",
            f"4.{n} out of 5",
            "In stock",
            f"Pot {n}",
            f"{BASE}p/{n}",
        )
        for n in (1, 2, 3)
    )


async def test_labels_inside_of_items_are_fields(read: Read) -> None:
    item = "<li><h3>Flat {0}</h3><dl><dt>Rooms<dd>{0}<dt>Rent<dd>{0}00 €</dl><p>Floor: {0}.</p>"
    found = await read(
        f"<ul>{item.format(1)}{item.format(2)}</ul>", "rooms", "Floor", "rent", "title"
    )
    assert found.rows == (("1", "1.", "100 €", "Flat 1"), ("2", "2.", "200 €", "Flat 2"))
    assert {"Rooms", "Rent", "Floor"} <= set(found.offers)


async def test_lines_of_news_are_records(read: Read) -> None:
    line = (
        "<div><span>{0}.</span> <a href=/n/{0}>Story {0}</a> <span>(site.example)</span>"
        "<div>{0}0 points by ann | {0} hours ago | <a href=/c/{0}>{0} comments</a></div></div>"
    )
    html = "<h1>News</h1>" + "".join(line.format(number) for number in (1, 2, 3))
    found = await read(html, "rank", "title", "points", "author", "comments", "date")
    assert found.rows[1] == ("2", "Story 2", "20", "ann", "2", "2 hours ago")
    assert len(found.rows) == 3


async def test_a_field_that_some_lack_is_empty_there(read: Read) -> None:
    html = "<ul><li><h3>Mug</h3><p>$1</p><li><h3>Cup</h3><p>sold out</p><li><h3>Jug</h3><p>$3</p>"
    assert (await read(html, "name", "price")).rows == (("Mug", "$1"), ("Cup", ""), ("Jug", "$3"))


FORUM = """<h2>Forum</h2><table><tr><th><th>Thema<th>Antworten<th>Letzter Beitrag</tr>
<tr><td>●<td><a href=/t/1>Tomaten im Mai</a><td>3<td>Ann, 3. Mai</tr>
<tr><td>○<td><a href=/t/2>Giersch</a><td>12<td>Bo, 1. Mai</tr></table>"""


@pytest.mark.parametrize("field", ["topic", "title", "name", "subject", "item", "Betreff"])
async def test_an_unknown_name_means_what_the_rows_are_called(read: Read, field: str) -> None:
    found = await read(FORUM, field, "antworten")
    assert found.rows == (("Tomaten im Mai", "3"), ("Giersch", "12"))
    assert found.columns == ("Thema", "")
    assert found.fields == (field, "antworten")
    assert found.url == BASE


async def test_the_only_column_left_is_taken_for_the_only_name_left(read: Read) -> None:
    found = await read(FORUM, "thema", "antworten", "last activity")
    assert found.columns == ("", "", "Letzter Beitrag")
    assert found.rows[0] == ("Tomaten im Mai", "3", "Ann, 3. Mai")


async def test_a_guess_alone_stands_for_nothing_but_itself(read: Read) -> None:
    assert (await read(FORUM, "topic")).rows == (("Tomaten im Mai",), ("Giersch",))
    with pytest.raises(SkillError, match="Thema, Antworten, Letzter Beitrag"):
        await read(FORUM, "topic", "replies")


BLOG = """<main><h1>News</h1>
<article><h2><a href=/2024/05/tomatoes/>Tomatoes</a></h2><p>Posted in <a href=/category/garden/
rel=tag>Garden</a></p><p>They grow.</p><a href=/2024/05/tomatoes/#comments>4</a></article>
<article><h2><a href=/2024/06/goutweed/>Goutweed</a></h2><p>Posted in <a href=/category/weeds/
rel=tag>Weeds</a></p><p>It spreads.</p><a href=/2024/06/goutweed/#comments>None</a></article>
</main>"""


async def test_where_a_link_leads_says_what_it_is(read: Read) -> None:
    found = await read(BLOG, "title", "category", "comments")
    assert found.rows == (("Tomatoes", "Garden", "4"), ("Goutweed", "Weeds", "None"))


async def test_a_list_gives_its_names_to_a_field_it_does_not_know(read: Read) -> None:
    found = await read(BLOG, "topic", "category")
    assert found.rows == (("Tomatoes", "Garden"), ("Goutweed", "Weeds"))
    assert found.columns == ("name", "")


async def test_a_number_may_stand_behind_its_name(read: Read) -> None:
    items = "".join(
        f"<li><a href=/{n}>Post {n}</a> <span>Replies ({n})</span></li>" for n in (2, 5)
    )
    assert (await read(f"<ul>{items}</ul>", "name", "replies")).rows == (
        ("Post 2", "2"),
        ("Post 5", "5"),
    )


async def test_what_does_not_fit_is_told_with_what_there_is(read: Read) -> None:
    with pytest.raises(SkillError, match="has the fields colour, weight. 2 in table under 'Team'"):
        await read(TABLE, "colour", "weight")
    with pytest.raises(SkillError, match="No table or list with 'mugs' is on this page"):
        await read(TABLE, "name", find="mugs")
    with pytest.raises(SkillError, match="No table or list is on this page"):
        await read("<h1>One</h1><p>Words</p>", "name")
    with pytest.raises(BadArgument, match="Say which fields"):
        await read(TABLE, " ")


@pytest.mark.parametrize(
    "html",
    [
        "<ul><li>a" * 2_000,
        "<p>x:</p><a>1</a>" * 2_000,
        "".join(f"<p>label {n // 2}: x</p>" for n in range(8_000)),
        "<ul><li>" + "1 " * 200_000 + "<li>" + "by " * 100_000,
    ],
    ids=["deep", "long", "many labels", "digits"],
)
async def test_hostile_pages_do_no_harm(read: Read, html: str) -> None:
    try:
        found = await read(html, "price", "author", "date", "rating", "nothing")
    except SkillError as error:
        assert len(str(error)) < 5_000
    else:
        assert all(len(row) == 5 for row in found.rows)
