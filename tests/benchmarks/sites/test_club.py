"""The club over HTTP: its doors, its members' pages, and what it remembers."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator
from datetime import date
from html import unescape
from io import BytesIO

import httpx
import pytest
from PIL import Image

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend, build_site, tell_keys
from agent_e.benchmarks.sites.club.data import Member
from agent_e.benchmarks.sites.club.visit import COOKIE

INSIDE = tuple(f"/members{page}" for page in ("", "/bookings", "/message", "/card", "/course"))


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[RunningSite]:
    async with serve_site("club", today=date(2026, 3, 2)) as site:
        yield site


@pytest.fixture
def club(served: RunningSite) -> ClubBackend:
    """The club with nothing but its seed data."""
    served.reset()
    assert isinstance(served.backend, ClubBackend)
    return served.backend


@pytest.fixture
async def visitor(served: RunningSite, club: ClubBackend) -> AsyncIterator[httpx.AsyncClient]:
    """A client with cookies of its own, which follows redirects like a browser."""
    async with httpx.AsyncClient(base_url=served.url, follow_redirects=True) as client:
        yield client


async def log_in(visitor: httpx.AsyncClient, member: Member) -> httpx.Response:
    entered = {"member": member.name, "password": member.password}
    return await visitor.post("/login", data=entered)


async def test_anybody_reads_the_events_and_nobody_the_members_pages(visitor, club):
    home = unescape((await visitor.get("/")).text)
    assert "Members" in home
    for event in club.data.events:
        assert event.name in home and f"{event.day:%d %B %Y}".lstrip("0") in home
    for page in INSIDE:
        answer = await visitor.get(page)
        assert answer.url.path == "/login" and 'type="password"' in answer.text
        assert "Log in to see the members' pages." in unescape(answer.text)


async def test_a_member_logs_in_and_reads_number_invoice_and_bookings(visitor, club):
    member = club.data.without_code[0]
    answer = await log_in(visitor, member)
    assert answer.url.path == "/members"
    page = unescape(answer.text)
    assert f"Welcome, {member.full_name}." in page
    assert re.findall(r"<dd>(.+?)</dd>", page) == [
        member.number,
        str(member.since),
        f"€{member.amount / 100:.2f}",
        f"{member.due:%A}, {member.due.day} {member.due:%B %Y}",
    ]
    listed = (await visitor.get("/members/bookings")).text
    assert [listed.index(each.reference) for each in member.bookings] == sorted(
        listed.index(each.reference) for each in member.bookings
    )
    assert listed.count("<h2>Evening session</h2>") == 2
    assert club.state()["inside"] == [member.name]


async def test_a_wrong_password_is_told_and_opens_nothing(visitor, club):
    member, other = club.data.without_code[:2]
    for entered in (
        {"member": member.name, "password": other.password},
        {"member": "nobody", "password": member.password},
        {"member": member.name, "password": ""},
    ):
        answer = await visitor.post("/login", data=entered)
        assert answer.status_code == 422 and "do not match" in answer.text
    assert (await visitor.get("/members")).url.path == "/login"
    assert [entry["accepted"] for entry in club.state()["entries"]] == [False] * 3
    assert club.state()["inside"] == []


async def test_some_members_owe_a_code_of_six_digits(visitor, club):
    member, other = club.data.with_code[:2]
    asked = await log_in(visitor, member)
    assert asked.url.path == "/login/code" and 'autocomplete="one-time-code"' in asked.text
    assert (await visitor.get("/members")).url.path == "/login"
    wrong = await visitor.post("/login/code", data={"code": other.code})
    assert wrong.status_code == 422 and "not the code we sent" in wrong.text
    right = await visitor.post("/login/code", data={"code": f"{member.code[:3]} {member.code[3:]}"})
    assert right.url.path == "/members" and member.number in right.text


async def test_a_code_without_the_password_opens_nothing(visitor, club):
    answer = await visitor.post("/login/code", data={"code": club.data.with_code[0].code})
    assert answer.url.path == "/login"
    empty = await visitor.post("/login/code", data={"code": ""})
    assert empty.url.path == "/login" and club.state()["inside"] == []


async def test_a_login_takes_a_new_cookie_and_a_logout_closes(visitor, club):
    await visitor.get("/guests/check")
    before = visitor.cookies[COOKIE]
    await log_in(visitor, club.data.without_code[0])
    assert visitor.cookies[COOKIE] != before
    async with httpx.AsyncClient(base_url=visitor.base_url, cookies={COOKIE: before}) as thief:
        assert (await thief.get("/members")).headers["location"] == "/login"
    await visitor.post("/logout")
    assert (await visitor.get("/members")).url.path == "/login"


async def test_guests_read_a_picture_and_get_another_after_a_wrong_answer(visitor, club):
    page = await visitor.get("/guests")
    assert page.url.path == "/guests/check"
    first = re.search(r'src="(/guests/picture/\d+\.png)"', page.text)
    assert first is not None
    drawn = await visitor.get(first[1])
    assert Image.open(BytesIO(drawn.content)).size == (280, 96)
    assert (await visitor.get(first[1])).content == drawn.content
    wrong = await visitor.post("/guests/check", data={"letters": "ZZZZ"})
    assert wrong.status_code == 422 and "not the characters" in wrong.text
    assert first[1] not in wrong.text
    assert (await visitor.get("/guests")).url.path == "/guests/check"
    letters = club.data.letters(2)
    assert letters != club.data.letters(1)
    right = await visitor.post("/guests/check", data={"letters": f" {letters.lower()} "})
    assert right.url.path == "/guests"
    assert f"€{club.data.guest_fee / 100:.2f}" in right.text
    assert club.data.guest_hours in unescape(right.text)
    assert club.state()["guests"] == 1


async def test_what_members_send_is_remembered_and_forgotten(visitor, club):
    member = club.data.without_code[0]
    before = club.state()
    await log_in(visitor, member)
    told = await visitor.post("/members/message", data={"subject": "Lost", "text": "A shoe."})
    assert "Your message was sent" in told.text
    await visitor.post("/members/card", data={"address": "work"})
    await visitor.post("/members/course", data={"born": "1990-04-05", "size": "41.5"})
    given_up = member.bookings[1].reference
    await visitor.post(f"/members/bookings/{given_up}/cancel")
    assert given_up not in (await visitor.get("/members/bookings")).text
    state, who = club.state(), {"member": member.name}
    assert state["messages"] == [{**who, "subject": "Lost", "text": "A shoe."}]
    assert state["cards"] == [{**who, "address": "work"}]
    assert state["requests"] == [{**who, "born": "1990-04-05", "size": "41.5"}]
    assert state["cancelled"] == [{**who, "booking": given_up}]
    club.reset()
    assert club.state() == before
    assert (await visitor.get("/members")).url.path == "/login"


@pytest.mark.parametrize(
    ("page", "entered", "told"),
    [
        ("message", {"subject": "Lost"}, "Write a message."),
        ("card", {}, "Choose the address"),
        ("card", {"address": "moon"}, "Choose the address"),
        ("course", {"born": "soon", "size": "41"}, "Enter your date of birth."),
        ("course", {"born": "1990-04-05", "size": ""}, "Enter your shoe size."),
        ("course", {"born": "1990-04-05", "size": "90"}, "sizes 28 to 50"),
    ],
)
async def test_what_is_missing_is_told(visitor, club, page, entered, told):
    await log_in(visitor, club.data.without_code[0])
    answer = await visitor.post(f"/members/{page}", data=entered)
    assert answer.status_code == 422 and told in answer.text
    state = club.state()
    assert not state["messages"] + state["cards"] + state["requests"]


async def test_a_booking_of_somebody_else_cannot_be_given_up(visitor, club):
    one, other = club.data.without_code[:2]
    await log_in(visitor, one)
    answer = await visitor.post(f"/members/bookings/{other.bookings[0].reference}/cancel")
    assert answer.status_code == 404 and club.state()["cancelled"] == []


async def test_no_page_shows_a_password_a_code_or_the_letters(visitor, club):
    member = club.data.with_code[0]
    public = [(await visitor.get(page)).text for page in ("/", "/login", "/guests/check")]
    asked = (await log_in(visitor, member)).text
    await visitor.post("/login/code", data={"code": member.code})
    inside = [(await visitor.get(page)).text for page in INSIDE]
    kept = [*public, asked, *inside, str(club.state())]
    for hidden in (member.password, member.code, club.data.letters(1)):
        assert not [text for text in kept if hidden in text]
    told = tell_keys(club)
    assert member.code in told and member.password in told and club.data.letters(1) in told


def test_a_seed_gives_the_same_club_and_another_seed_another():
    day = date(2026, 3, 2)
    one, same, other = (build_site(seed=seed, today=day).data for seed in (4, 4, 5))
    assert one == same and one.members != other.members
    for names in ("name", "number"):
        assert len({getattr(member, names) for member in one.members}) == len(one.members)
    for member in one.members:
        assert [each.name for each in member.bookings].count("Evening session") == 2
        assert member.addresses[0].lines != member.addresses[1].lines
        assert member.due > day
    assert all(re.fullmatch(r"\d{6}", member.code) for member in one.with_code)
    assert len(one.with_code) + len(one.without_code) == len(one.members) >= 20
