"""What the navigator reads off pages: values, counts, comparisons, over panels and pages."""

from __future__ import annotations

import pytest

from .helpers import Site, navigate, page
from .outlines import BIKE_MOVES, BIKE_STATES, BOOKS, KETTLES, LAMPS, PANEL, PANEL_MOVES


@pytest.mark.parametrize(
    ("outline", "sub_task", "answer"),
    [
        (KETTLES, "Find the price of the third product", "$45"),
        (KETTLES, "What is the price of the Steel kettle?", "$39.50"),
        (KETTLES, "Find the rating of the most expensive product", "4.6 out of 5"),
        (KETTLES, "Find the rating of the cheapest item.", "3.9 out of 5"),
        (KETTLES, "Count the total number of products", "3"),
        (KETTLES, "How many products are there on this page?", "3"),
        (KETTLES, "Which product is the highest rated?", "Glass pot"),
        (KETTLES, "What is the name of the cheapest product?", "Steel kettle"),
        (KETTLES, "How many products cost less than $50?", "2"),
        (KETTLES, "How many products are rated above 4.5?", "2"),
        (KETTLES, "How much is the Glass pot?", "$45"),
        (KETTLES, "Report the name and price of the last product", "Glass pot"),
        (LAMPS, "What is the price of the Desk lamp?", "€19,00"),
        (LAMPS, "How many lamps are listed?", "4"),
        (LAMPS, "Find the stars of the most expensive lamp", "3.8/5"),
        (BOOKS, "Find the cost of the second book", "8.75 GBP"),
        (BOOKS, "How many books are there?", "3"),
        (BOOKS, "What does Night Trains cost?", "21.00 GBP"),
        (BOOKS, "Which book has the highest rating?", "Night Trains"),
        (BOOKS, "What's the price of the best rated book?", "21.00 GBP"),
    ],
)
async def test_reads_the_answer_from_the_page_it_is_given(outline, sub_task, answer):
    site = Site({"start": outline}, {})
    report = await navigate(site, sub_task)
    assert report["status"] == "done", report
    assert report["facts"][0]["claim"].rpartition(": ")[2] == answer, report
    assert site.made == []
    assert all(fact["quote"] in outline for fact in report["facts"]), report


@pytest.mark.parametrize(
    ("sub_task", "answer", "calls"),
    [
        ("Find the price of the second plant", "$7.25", 1),
        ("What is the price of the Cactus?", "$31", 1),
        ("Find the rating of the most expensive plant", "3.5", 4),
        ("Which plant is the cheapest?", "Ivy", 3),
        ("How many plants are there?", "3", 0),
    ],
)
async def test_opens_panels_where_the_list_tells_nothing(sub_task, answer, calls):
    site = Site({"start": PANEL}, PANEL_MOVES)
    report = await navigate(site, sub_task)
    assert report["status"] == "done", report
    assert answer in report["facts"][0]["claim"].rpartition(": ")[2]
    assert len(site.made) <= calls, site.made


@pytest.mark.parametrize(
    ("sub_task", "answer"),
    [
        ("What is the price of the Road Arrow?", "£990"),
        ("Find the weight of the first bike", "14 kg"),
        ("What is the rating of the most expensive bike?", "Rated 4.2/5"),
        ("How much does the City Cruiser weigh?", "14 kg"),
    ],
)
async def test_opens_linked_pages_and_comes_back(sub_task, answer):
    site = Site(BIKE_STATES, BIKE_MOVES)
    report = await navigate(site, sub_task)
    assert report["status"] == "done", report
    assert report["facts"][0]["claim"].rpartition(": ")[2] in answer


async def test_opens_dialogs_and_closes_each_before_the_next():
    rows = "\n".join(
        f"  [{n}] button '{name}'" for n, name in ((1, "Oslo"), (2, "Bergen"), (3, "Tromsø"))
    )
    listing = page("Rooms", f"main\n  heading 1 'Rooms'\n{rows}")
    dialog = "+ dialog '{0}'\n+   Seats: {1}\n+   Price: {2} NOK\n+   [{3}] button 'Close'"
    states = {"start": listing, "d1": listing, "d2": listing, "d3": listing}
    moves = {
        ("start", "click 1"): "d1 | " + dialog.format("Oslo", 8, 400, 71),
        ("start", "click 2"): "d2 | " + dialog.format("Bergen", 20, 900, 72),
        ("start", "click 3"): "d3 | " + dialog.format("Tromsø", 4, 250, 73),
        ("d1", "click 71"): "start | - dialog 'Oslo'",
        ("d2", "click 72"): "start | - dialog 'Bergen'",
        ("d3", "click 73"): "start | - dialog 'Tromsø'",
    }
    report = await navigate(Site(states, moves), "Find the seats of the cheapest room")
    assert report["status"] == "done", report
    assert report["facts"][0]["claim"].endswith(": 4"), report


@pytest.mark.parametrize(
    ("sub_task", "status", "answer", "calls"),
    [
        ("Find the price of the third room", "done", "250 NOK", ["click 3"]),
        ("Find the seats of the cheapest room", "done", "4", None),
        ("Find the floor of the third room", "failed", "", ["click 3"]),
    ],
)
async def test_reads_what_opened_over_a_list_that_is_told_again(sub_task, status, answer, calls):
    """An item with an address of its own may be told as a page that still has the list."""
    rooms = {"oslo": ("Oslo", 8, 400), "bergen": ("Bergen", 20, 900), "tromso": ("Tromsø", 4, 250)}
    rows = "".join(
        f"\n  [{n}] button '{name}' (collapsed)" for n, (name, *_) in enumerate(rooms.values(), 1)
    )
    listing = f"main\n  heading 1 'Rooms'{rows}"
    states = {"start": page("Rooms", listing)}
    for slug, (name, seats, price) in rooms.items():
        over = f"dialog '{name}' (modal)\n  Seats: {seats}\n  Price: {price} NOK\n"
        states[slug] = page("Rooms", over + listing, url=f"http://site.example/rooms/{slug}")
    moves = {("*", f"click {n}"): f"go {slug}" for n, slug in enumerate(rooms, 1)}
    site = Site(states, moves)
    report = await navigate(site, sub_task)
    assert report["status"] == status, report
    assert calls is None or site.made == calls
    assert not answer or report["facts"][0]["claim"].endswith(f": {answer}"), report


def pages_of_lists(sizes: tuple[int, ...]) -> Site:
    states, moves = {}, {}
    for number, size in enumerate(sizes):
        items = "\n".join(
            f"    item\n      [{100 * number + n + 10}] link 'Stamp {number}-{n}'\n"
            f"      ${10 * number + n + 1}.00"
            for n in range(size)
        )
        forward = f"  [{900 + number}] link 'Next ›'" if number + 1 < len(sizes) else ""
        name = "start" if number == 0 else f"p{number}"
        states[name] = page(
            "Stamps",
            f"main\n  heading 1 'Stamps'\n  list\n{items}\n{forward}",
            f"http://s.example/?p={number}",
        )
        moves[name, f"click {900 + number}"] = f"go p{number + 1}"
        moves["*", f"open_url http://s.example/?p={number}"] = f"go {name}"
    return Site(states, moves)


async def test_counts_over_all_pages_of_a_list():
    report = await navigate(pages_of_lists((4, 4, 2)), "How many stamps are there in total?")
    assert report["facts"][0]["claim"].endswith(": 10"), report


async def test_compares_over_all_pages():
    report = await navigate(
        pages_of_lists((4, 4, 2)), "What is the price of the most expensive of all stamps?"
    )
    assert report["facts"][0]["claim"].endswith(": $22.00"), report


async def test_reaches_a_place_on_a_further_page():
    report = await navigate(pages_of_lists((4, 4, 2)), "Find the price of the sixth stamp")
    assert report["facts"][0]["claim"].endswith(": $12.00"), report


async def test_answers_other_questions_from_the_text():
    outline = page(
        "Help",
        "main\n  heading 1 'Help'\n  heading 2 'Delivery'\n  Delivery takes 3 to 5 working days.\n"
        "  heading 2 'Returns'\n  You can return goods within 30 days.\n  Opening hours: 9 to 5\n"
        "  list\n    item: Phone: 555 0100",
    )
    for question, words in (
        ("How long does delivery take?", "3 to 5 working days"),
        ("What are the opening hours?", "9 to 5"),
        ("What is the phone number?", "555 0100"),
        ("Within how many days can I return goods?", "30 days"),
    ):
        report = await navigate(Site({"start": outline}, {}), question)
        assert report["status"] == "done", (question, report)
        assert words in report["summary"], report


async def test_looks_into_the_category_that_is_asked_about():
    garden = page(
        "Garden", "main\n  heading 1 'Garden'\n  list\n    item: Rake $10\n    item: Spade $12"
    )
    home = page(
        "Home", "navigation\n  [1] link 'Kitchen'\n  [2] link 'Garden'\nmain\n  heading 1 'Home'"
    )
    for sub_task in ("How many products are in the Garden category?",):
        site = Site({"start": home, "g": garden}, {("start", "click 2"): "go g"})
        report = await navigate(site, sub_task)
        assert report["facts"][0]["claim"].endswith(": 2"), report


async def test_a_condition_on_what_the_list_does_not_tell_opens_every_item():
    report = await navigate(
        Site({"start": PANEL}, PANEL_MOVES), "How many plants cost less than $20?"
    )
    assert report["facts"][0]["claim"] == "number of plants: 2"
