"""Larkway in a browser: searching, comparing, booking, and what the address says meanwhile."""

from __future__ import annotations

import re
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import Page, expect

from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.flights.fares import get_price
from agent_e.benchmarks.sites.flights.schedule import Flight

pytestmark = [pytest.mark.browser, pytest.mark.slow]

DAY, BACK = "2026-12-15", "2027-01-03"
RESULTS = f"/results?from=LIS&to=VIE&depart={DAY}"
FINAL = re.compile(r"^(\d+ of )?\d+ flights?$")
WATCH = """
window.said = [];
new MutationObserver(() => {
  const status = document.querySelector("[role=status]");
  if (status && said.at(-1) !== status.textContent) said.push(status.textContent);
}).observe(document, { childList: true, subtree: true, characterData: true });
"""
"""Keeps every text of the status, however soon the next one comes."""


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[RunningSite]:
    async with serve_site("flights", today="2026-11-22", delay=0.2) as site:
        yield site


@pytest.fixture
def site(served: RunningSite) -> RunningSite:
    served.reset()
    return served


def flights(site: RunningSite, day: str = DAY) -> list[Flight]:
    """The flights from Lisbon to Vienna by price."""
    found: tuple[Flight, ...] = site.backend.flights("LIS", "VIE", day)  # type: ignore[attr-defined]
    assert len({flight.airline.name for flight in found}) > 1
    assert {flight.stops for flight in found} == {0, 1}
    return sorted(found, key=lambda flight: flight.price)


def money(cents: int) -> str:
    return f"€{cents / 100:,.2f}"


async def shown(page: Page) -> list[str]:
    """The numbers of the flights listed, once the search has ended."""
    await expect(page.get_by_role("status")).to_have_text(FINAL)
    links = await page.get_by_role("link", name="View flight").all()
    names = [await link.get_attribute("aria-label") or "" for link in links]
    return [name.removeprefix("View flight ") for name in names]


def numbers(found: list[Flight]) -> list[str]:
    return [flight.segments[0].number for flight in found]


async def choose_airport(page: Page, field: str, typed: str, option: str) -> None:
    box = page.get_by_role("combobox", name=field, exact=True)
    await box.press_sequentially(typed)
    await page.get_by_role("option", name=option).click()
    await expect(box).to_have_attribute("aria-expanded", "false")


async def enter_ada(page: Page) -> None:
    await page.get_by_role("textbox", name="First name").fill("Ada")
    await page.get_by_role("textbox", name="Last name").fill("Lane")
    await page.get_by_role("textbox", name="Date of birth").fill("02/11/1979")
    await page.get_by_role("textbox", name="E-mail").fill("ada@example.com")
    await page.get_by_role("button", name="Continue to seats").click()


async def find_trip(page: Page, site: RunningSite, at: int = 0) -> str:
    booking = site.state()["bookings"][at]
    await page.goto(f"{site.url}/trips")
    await page.get_by_role("textbox", name="Booking reference").fill(booking["reference"])
    await page.get_by_role("textbox", name="Last name").fill(booking["passengers"][0]["last"])
    await page.get_by_role("button", name="Find booking").click()
    await expect(page).to_have_url(f"{site.url}/trips/{booking['reference']}")
    return str(booking["reference"])


async def test_a_search_is_filled_in_by_mouse(page: Page, site: RunningSite):
    await page.goto(site.url)
    await choose_airport(page, "From", "lis", "Lisbon (LIS)")
    await choose_airport(page, "To", "vien", "Vienna (VIE)")
    await page.get_by_role("button", name="Departure").click()
    await page.get_by_role("button", name="Tuesday 15 December 2026").click()
    await page.get_by_role("button", name="Next month").click()
    await page.get_by_role("button", name="Sunday 3 January 2027").click()
    await expect(page.get_by_role("button", name="Return Sun 3 Jan 2027")).to_be_focused()
    await page.get_by_role("button", name="Add one adult").click()
    await page.get_by_role("button", name="Add one child").click()
    await page.get_by_role("combobox", name="Cabin class").select_option("Business")
    await page.get_by_role("button", name="Search flights").click()
    await expect(page).to_have_url(
        f"{site.url}/results?from=LIS&to=VIE&depart={DAY}&return={BACK}"
        "&adults=2&children=1&cabin=business"
    )
    assert await shown(page) == numbers(flights(site))
    (search,) = site.state()["searches"]
    assert (search["adults"], search["children"], search["cabin"]) == (2, 1, "business")
    assert (search["depart"], search["return"]) == (DAY, BACK)


@pytest.mark.slow
async def test_a_search_is_filled_in_by_keyboard(page: Page, site: RunningSite):
    await page.goto(site.url)
    box = page.get_by_role("combobox", name="From")
    await box.press_sequentially("london")
    await expect(page.get_by_role("listbox").get_by_role("option")).to_have_count(2)
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("option", name="Heathrow")).to_have_attribute(
        "aria-selected", "true"
    )
    await page.keyboard.press("Enter")
    await expect(box).to_have_value("London (LHR)")
    await page.get_by_role("button", name="Departure").press("Enter")
    day = page.get_by_role("button", name="Monday 30 November 2026")
    await day.focus()
    await page.keyboard.press("ArrowDown")
    await expect(page.get_by_role("button", name="Monday 7 December 2026")).to_be_focused()
    await page.keyboard.press("Escape")
    await expect(page.get_by_role("dialog")).to_have_count(0)
    await page.get_by_role("spinbutton", name="Adults").press("ArrowUp")
    await expect(page.get_by_role("spinbutton", name="Adults")).to_have_text("2")


@pytest.mark.slow
async def test_one_way_takes_the_return_away(page: Page, site: RunningSite):
    await page.goto(f"{site.url}{RESULTS}&return={BACK}")
    await expect(page.get_by_role("button", name="Return Sun 3 Jan 2027")).to_be_visible()
    await page.get_by_role("switch", name="One way").check()
    await expect(page.get_by_role("button", name="Return")).to_have_count(0)
    await page.get_by_role("button", name="Search flights").click()
    await expect(page).to_have_url(f"{site.url}{RESULTS}&adults=1&children=0&cabin=economy")


@pytest.mark.slow
async def test_what_a_search_lacks_is_said_at_its_fields(page: Page, site: RunningSite):
    await page.goto(site.url)
    await page.get_by_role("combobox", name="To").press_sequentially("nowhere")
    await expect(page.get_by_text("No airport of ours begins like that")).to_be_visible()
    await page.get_by_role("button", name="Search flights").click()
    await expect(page.get_by_text("Choose the airport you leave from")).to_be_visible()
    await expect(page.get_by_text("Choose the airport you fly to")).to_be_visible()
    await expect(page.get_by_text("Choose the day you leave")).to_be_visible()
    await expect(page.get_by_role("combobox", name="From")).to_be_focused()
    await choose_airport(page, "From", "lis", "Lisbon (LIS)")
    await expect(page.get_by_text("Choose the day you leave")).to_have_count(0)
    assert site.state()["searches"] == []


@pytest.mark.slow
async def test_results_come_in_parts_and_say_so(page: Page, site: RunningSite):
    await page.add_init_script(WATCH)
    await page.goto(site.url + RESULTS)
    assert await shown(page) == numbers(flights(site))
    said = await page.evaluate("said")
    count = len(flights(site))
    early = f"{(count + 1) // 2} flights so far. Still searching…"
    assert said == ["Searching for flights…", early, f"{count} flights"]


async def test_filters_narrow_count_and_stay_in_the_address(page: Page, site: RunningSite):
    found = flights(site)
    await page.goto(site.url + RESULTS)
    await shown(page)
    await page.get_by_role("checkbox", name="Nonstop only").check()
    nonstop = [flight for flight in found if not flight.stops]
    assert await shown(page) == numbers(nonstop)
    await expect(page.get_by_role("status")).to_have_text(f"{len(nonstop)} of {len(found)} flights")
    await page.get_by_role("checkbox", name="Nonstop only").uncheck()
    airline = found[0].airline.name
    await page.get_by_role("checkbox", name=airline).check()
    assert await shown(page) == numbers([one for one in found if one.airline.name == airline])
    await page.reload()
    await expect(page.get_by_role("checkbox", name=airline)).to_be_checked()
    assert await shown(page) == numbers([one for one in found if one.airline.name == airline])
    await page.get_by_role("button", name="Clear filters").click()
    await expect(page).to_have_url(site.url + RESULTS)
    most = found[1].price // 100 + 1
    await page.get_by_role("slider", name="Highest price").fill(str(most))
    assert await shown(page) == numbers([one for one in found if one.price <= most * 100])
    await page.get_by_role("button", name="Clear filters").click()
    await page.get_by_role("combobox", name="Departure from").select_option("12:00")
    assert await shown(page) == numbers([one for one in found if one.departs.hour >= 12])


@pytest.mark.slow
async def test_filters_that_leave_nothing_say_how_many_they_hide(page: Page, site: RunningSite):
    await page.goto(f"{site.url}{RESULTS}&after=23:00")
    await expect(page.get_by_text("No flight fits your filters")).to_be_visible()
    await expect(page.get_by_text(f"{len(flights(site))} flights on this day")).to_be_visible()


@pytest.mark.slow
@pytest.mark.parametrize(("label", "key"), [("Duration", "minutes"), ("Departure", "departs")])
async def test_results_are_sorted_as_chosen(page: Page, site: RunningSite, label: str, key: str):
    await page.goto(site.url + RESULTS)
    await shown(page)
    sort = page.get_by_role("combobox", name="Sort by")
    options = await sort.get_by_role("option").all_text_contents()
    await sort.select_option(next(option for option in options if option.startswith(label)))
    ordered = sorted(flights(site), key=lambda flight: getattr(flight, key))
    await expect(page.get_by_role("link", name="View flight").first).to_have_accessible_name(
        f"View flight {numbers(ordered)[0]}"
    )
    assert await shown(page) == numbers(ordered)


@pytest.mark.slow
async def test_a_route_that_nobody_flies_is_told(page: Page, site: RunningSite):
    await page.goto(f"{site.url}/results?from=LHR&to=LGW&depart={DAY}")
    await expect(page.get_by_text("No flights on this route")).to_be_visible()
    await expect(page.get_by_role("status")).to_have_text("0 flights")


@pytest.mark.slow
async def test_results_that_come_later_leave_the_focus_where_it_is(page: Page):
    async with serve_site("flights", today="2026-11-22", delay=1.5) as slow:
        await page.goto(f"{slow.url}/trips")
        await page.evaluate(
            """(results) => {
              history.pushState(null, "", results);
              dispatchEvent(new Event("go"));
            }""",
            RESULTS,
        )
        name = await page.get_by_role("link", name="View flight").last.get_attribute("aria-label")
        link = page.get_by_role("link", name=name or "", exact=True)
        await link.focus()
        await expect(page.get_by_role("status")).to_have_text(FINAL)
        await expect(link).to_be_focused()


@pytest.mark.slow
async def test_back_returns_to_the_results_as_they_were(page: Page, site: RunningSite):
    await page.goto(site.url + RESULTS)
    await shown(page)
    await page.get_by_role("checkbox", name="Nonstop only").check()
    expected = await shown(page)
    await page.get_by_role("link", name="View flight").first.click()
    await expect(page.get_by_role("heading", name="Lisbon (LIS) to Vienna (VIE)")).to_be_focused()
    await page.go_back()
    await expect(page.get_by_role("checkbox", name="Nonstop only")).to_be_checked()
    assert await shown(page) == expected
    await page.go_forward()
    await expect(page.get_by_role("group", name="Choose a fare")).to_be_visible()


async def test_a_round_trip_is_booked(page: Page, site: RunningSite):
    await page.goto(f"{site.url}{RESULTS}&return={BACK}")
    out = flights(site)[0]
    back = min(
        site.backend.flights("VIE", "LIS", BACK),  # type: ignore[attr-defined]
        key=lambda flight: flight.price,
    )
    await page.get_by_role("link", name=f"View flight {out.segments[0].number}").click()
    await page.get_by_role("radio", name="Standard").check()
    price = get_price(out, "economy", "standard")
    await expect(page.get_by_role("row", name="Total")).to_contain_text(money(price))
    await page.get_by_role("button", name="Continue to the return flight").click()
    await expect(page.get_by_role("heading", name="Return flight: Vienna")).to_be_visible()
    await page.get_by_role("link", name=f"View flight {back.segments[0].number}").click()
    await page.get_by_role("button", name="Continue to passengers").click()
    await page.get_by_role("button", name="Continue to seats").click()
    await expect(page.get_by_text("Enter the first name as in the passport.")).to_be_visible()
    await expect(page.get_by_role("textbox", name="First name")).to_be_focused()
    await enter_ada(page)
    free = page.get_by_role("button", name=re.compile(r"^Seat \w+, (window|aisle|middle)$"))
    name = await free.first.get_attribute("aria-label") or ""
    await free.first.click()
    await expect(page.get_by_role("button", name=name)).to_have_attribute("aria-pressed", "true")
    await page.get_by_role("button", name="Continue to review").click()
    await page.get_by_role("button", name="Book for").click()
    await expect(page.get_by_text("Accept the conditions of carriage to book.")).to_be_visible()
    await page.get_by_role("checkbox", name="I accept the conditions").check()
    total = price + get_price(back)
    await page.get_by_role("button", name=f"Book for {money(total)}").click()
    await expect(page.get_by_role("heading", name="Your booking is confirmed")).to_be_visible()
    booking = site.state()["bookings"][-1]
    await expect(page.get_by_text(booking["reference"], exact=True)).to_be_visible()
    assert [(leg["id"], leg["fare"]) for leg in booking["legs"]] == [
        (out.id, "standard"),
        (back.id, "light"),
    ]
    assert booking["total"] == total
    assert [f"Seat {one['seat']}" for one in booking["seats"]] == [name.split(",")[0]]
    assert site.state()["opened"] == [out.id, back.id]


@pytest.mark.slow
async def test_what_was_entered_is_kept_by_the_address(page: Page, site: RunningSite):
    await page.goto(f"{site.url}/flight/{flights(site)[0].id}")
    await page.get_by_role("button", name="Continue to passengers").click()
    await enter_ada(page)
    await expect(page.get_by_role("radio", name="Ada")).to_be_checked()
    await page.reload()
    await page.get_by_role("link", name="Passengers").click()
    await expect(page.get_by_role("textbox", name="Date of birth")).to_have_value("02/11/1979")


async def test_a_trip_is_found_and_cancelled_after_a_question(page: Page, site: RunningSite):
    reference = await find_trip(page, site)
    await page.get_by_role("button", name="Cancel booking").click()
    dialog = page.get_by_role("dialog")
    paid_back = money(site.state()["bookings"][0]["refundable"])
    await expect(dialog).to_contain_text(paid_back)
    await dialog.get_by_role("button", name="Keep booking").click()
    await expect(dialog).to_have_count(0)
    assert site.state()["cancelled"] == []
    await page.get_by_role("button", name="Cancel booking").click()
    await dialog.get_by_role("button", name="Yes, cancel it").click()
    await expect(page.get_by_role("status")).to_have_text(f"Cancelled, {paid_back} refunded")
    assert site.state()["cancelled"] == [reference]
    await page.get_by_role("link", name="All my trips").click()
    await expect(page.get_by_role("list", name="Your bookings")).to_contain_text("cancelled")


@pytest.mark.slow
async def test_a_seat_is_changed(page: Page, site: RunningSite):
    reference = await find_trip(page, site, 1)
    await page.get_by_role("button", name="Change seat of Jon Lane").first.click()
    dialog = page.get_by_role("dialog")
    free = dialog.get_by_role("button", name=re.compile(r"^Seat \w+, (window|aisle|middle)$"))
    name = await free.first.get_attribute("aria-label") or ""
    await free.first.click()
    await dialog.get_by_role("button", name="Save seat").click()
    await expect(dialog).to_have_count(0)
    (change,) = site.state()["seat_changes"]
    assert (change["reference"], change["passenger"]) == (reference, 1)
    assert f"Seat {change['after']}" == name.split(",")[0]
    seats = page.get_by_role("listitem").filter(has_text="Jon Lane")
    await expect(seats.first).to_contain_text(f"Seat {change['after']}")


@pytest.mark.slow
async def test_a_trip_of_somebody_else_asks_for_the_name(page: Page, site: RunningSite):
    reference = site.state()["bookings"][0]["reference"]
    await page.goto(f"{site.url}/trips/{reference}")
    await expect(page.get_by_role("textbox", name="Booking reference")).to_have_value(reference)
    await page.get_by_role("textbox", name="Last name").fill("Nobody")
    await page.get_by_role("button", name="Find booking").click()
    await expect(page.get_by_role("alert")).to_contain_text("There is no booking")


@pytest.mark.slow
@pytest.mark.parametrize("path", ["/nowhere", "/flight/none", "/booking/none/seats"])
async def test_an_address_that_leads_nowhere_says_so(page: Page, site: RunningSite, path: str):
    await page.goto(site.url + path)
    await expect(page.get_by_role("heading", name="That did not work")).to_be_visible()
    await page.get_by_role("link", name="Search for flights").click()
    await expect(page.get_by_role("heading", name="Where do you want to fly?")).to_be_focused()


@pytest.mark.slow
async def test_what_people_enter_is_never_markup(page: Page, site: RunningSite):
    await page.goto(f"{site.url}/results?from=<b>x&to=%22><img src=x onerror=alert(1)>&depart=1")
    await expect(page.get_by_text("Choose the airport you fly to in the list.")).to_be_visible()
    await expect(page.get_by_role("img")).to_have_count(0)
    await expect(page.locator("b")).to_have_count(0)
