"""What the navigator does on pages: searches, forms, lists, baskets, links."""

from __future__ import annotations

import pytest

from .helpers import Site, navigate, page
from .outlines import KETTLES, LOGIN


async def test_searches():
    results = page(
        "Results", "main\n  heading 1 '2 results for copper'\n  list\n    item: Copper kettle"
    )
    site = Site({"start": KETTLES, "r": results}, {("start", "enter_text 2 copper submit"): "go r"})
    report = await navigate(site, "Search for copper")
    assert report["status"] == "done"
    assert site.made == ["enter_text 2 copper submit"]


async def test_presses_the_search_button_when_enter_does_nothing():
    results = page("Results", "main\n  heading 1 '1 result'\n  list\n    item: Tea")
    site = Site(
        {"start": KETTLES, "r": results},
        {
            (
                "start",
                "enter_text 2 green tea submit",
            ): "start | ~ [2] searchbox 'Search' value='green tea'",
            ("start", "click 3"): "go r",
        },
    )
    report = await navigate(site, "Search for 'green tea'")
    assert report["status"] == "done"
    assert site.made == ["enter_text 2 green tea submit", "click 3"]


SORTED = page(
    "Lamps",
    """
main
  [8] combobox 'Sort by' value='Best' options: Best, Price: low to high, Price: high to low, Rating
  [9] combobox 'Category' value='All' options: All, Kitchen, Garden
  [10] button 'Apply'
""",
)


@pytest.mark.parametrize(
    ("sub_task", "call"),
    [
        ("Sort by price, low to high", "select_option 8 Price: low to high"),
        ("Sort the products by price from high to low", "select_option 8 Price: high to low"),
        ("Order the list by price, cheapest first", "select_option 8 Price: low to high"),
        ("Sort by rating", "select_option 8 Rating"),
        ("Filter by category Garden", "select_option 9 Garden"),
        ("Show only Kitchen", "select_option 9 Kitchen"),
    ],
)
async def test_sorts_and_filters(sub_task, call):
    moves = {
        (
            "start",
            call,
        ): f"start | ~ [{call.split()[1]}] combobox 'Sort by' value='{call.split(' ', 2)[2]}'",
        ("start", "click 10"): "go start",
    }
    site = Site({"start": SORTED}, moves)
    report = await navigate(site, sub_task)
    assert report["status"] == "done", report
    assert site.made == [call, "click 10"]


FORM = page(
    "Contact",
    """
main
  heading 1 'Write to us'
  form
    [1] textbox 'Your name' value='' (required)
    [2] textbox 'E-mail address' value='' (required)
    [3] combobox 'Country' value='Austria' options: Austria, France, Chile
    [4] textbox 'Message' value=''
    [5] checkbox 'I accept the terms' (not checked)
    group 'Delivery'
      [6] radio 'Standard' (checked)
      [7] radio 'Express' (not checked)
    [8] spinbutton 'Quantity' value='1'
    [9] button 'Send message'
    [10] button 'Reset'
""",
)


@pytest.mark.parametrize(
    ("sub_task", "calls"),
    [
        (
            "Fill in name Ann Lee, email ann@example.org",
            ["enter_text 1 Ann Lee", "enter_text 2 ann@example.org"],
        ),
        ('Enter "Ann Lee" in the name field', ["enter_text 1 Ann Lee"]),
        ("Fill in the message with 'Hello, and thanks'", ["enter_text 4 Hello, and thanks"]),
        (
            "Fill in the form with name: Bo Ek, email: bo@ek.example and message: Call me",
            ["enter_text 1 Bo Ek", "enter_text 2 bo@ek.example", "enter_text 4 Call me"],
        ),
        ("Type bo@ek.example into the email address field", ["enter_text 2 bo@ek.example"]),
        ("Select France in Country", ["select_option 3 France"]),
        ("Choose Chile as the country", ["select_option 3 Chile"]),
        ("Set the country to France", ["select_option 3 France"]),
        ("Choose Express", ["click 7"]),
        ("Select the Express delivery", ["click 7"]),
        ("Choose Standard", []),
        ("Accept the terms", ["click 5"]),
        ("Tick the 'I accept the terms' box", ["click 5"]),
        ("Uncheck the terms box", []),
        ("Set the quantity to 3", ["enter_text 8 3"]),
        ("Click the Send message button", ["click 9"]),
        ("Submit the form", ["click 9"]),
        ("Click 'Reset'", ["click 10"]),
        (
            "Enter Ann in name and ann@x.example in email, then press Send message",
            ["enter_text 1 Ann", "enter_text 2 ann@x.example", "click 9"],
        ),
    ],
)
async def test_fills_chooses_and_ticks(sub_task, calls):
    site = Site(
        {"start": FORM},
        {("start", call): "start | + status\n+   Noted" for call in calls},
    )
    report = await navigate(site, sub_task)
    assert site.made == calls, report
    assert report["status"] == "done", report


async def test_adds_the_item_with_its_own_button():
    site = Site(
        {"start": KETTLES},
        {("start", "click 14"): "start | + status\n+   Steel kettle is in your cart"},
    )
    report = await navigate(site, "Add the Steel kettle to the basket")
    assert report["status"] == "done", report
    assert site.made == ["click 14"]
    assert report["facts"][0]["quote"] == "Steel kettle is in your cart"


async def test_opens_the_item_to_add_several_with_an_option():
    product = page(
        "Copper kettle",
        """
main
  heading 1 'Copper kettle'
  $1,299.00
  [70] combobox 'Size' value='Small' options: Small, Large
  [71] combobox 'Quantity' value='1' options: 1, 2, 3
  [72] button 'Add to bag'
  [73] button 'Buy now'
""",
    )
    done = "p | + status\n+   Added"
    moves = {
        ("start", "click 11"): "go p",
        ("p", "select_option 70 Large"): done,
        ("p", "select_option 71 2"): done,
        ("p", "click 72"): done,
    }
    site = Site({"start": KETTLES, "p": product}, moves)
    report = await navigate(site, "Put 2 Copper kettles in size Large into the cart")
    assert report["status"] == "done", report
    assert site.made == ["click 11", "select_option 70 Large", "select_option 71 2", "click 72"]


async def test_searches_for_an_item_that_is_not_in_sight():
    home = page(
        "Shop",
        "banner\n  [1] searchbox 'Find products' value=''\n"
        "main\n  heading 1 'Welcome'\n  Nice things.",
    )
    results = page(
        "Results",
        "main\n  heading 1 'Results for red lamp'\n  list\n    item\n      [5] link 'Red lamp'\n"
        "      $20\n    item\n      [6] link 'Red lamp stand'\n      $8",
    )
    product = page("Red lamp", "main\n  heading 1 'Red lamp'\n  $20\n  [9] button 'Add to basket'")
    moves = {
        ("start", "enter_text 1 Red lamp submit"): "go r",
        ("r", "click 5"): "go p",
        ("p", "click 9"): "p | ~ 'Basket (0)' > 'Basket (1)'",
    }
    site = Site({"start": home, "r": results, "p": product}, moves)
    report = await navigate(site, "Add the Red lamp to the basket")
    assert report["status"] == "done", report
    assert site.made[-1] == "click 9"


async def test_adds_from_what_opened_over_a_list_that_is_told_again():
    over = page(
        "Kettles",
        """
dialog 'Glass pot' (modal)
  heading 2 'Glass pot'
  [70] spinbutton 'Quantity' value='1'
  [72] button 'Add to cart'
"""
        + KETTLES.partition("kettles\n")[2],
    )
    done = "p | + status\n+   Added"
    moves = {
        ("start", "click 15"): "go p",
        ("p", "enter_text 70 2"): done,
        ("p", "click 72"): done,
    }
    site = Site({"start": KETTLES, "p": over}, moves)
    report = await navigate(site, "Add 2 Glass pots to the cart")
    assert report["status"] == "done", report
    assert site.made == ["click 15", "enter_text 70 2", "click 72"]


async def test_opens_by_place_comparison_name_and_address():
    for sub_task, call in (
        ("Open the second product", "click 13"),
        ("Open the cheapest product", "click 13"),
        ("Open the Glass pot", "click 15"),
        ("Go to the contact page", "click 91"),
        ("Click on Careers", "click 92"),
        ("Click the last link", "click 93"),
        ("Open http://other.example/x?y=1.", "open_url http://other.example/x?y=1"),
    ):
        other = page("Other", "main\n  heading 1 'Other'")
        site = Site({"start": KETTLES, "o": other}, {("start", call): "go o"})
        report = await navigate(site, sub_task)
        assert site.made == [call], sub_task
        assert report["status"] == "done", report


async def test_logs_in_with_what_the_task_gives():
    inside = page("Account", "main\n  heading 1 'Hello Ann'")
    home = page("Home", "main\n  heading 1 'Home'\n  [7] link 'Log in'")
    site = Site(
        {"start": home, "l": LOGIN, "i": inside},
        {("start", "click 7"): "go l", ("l", "click 3"): "go i"},
    )
    report = await navigate(site, "Sign in with email ann@example.org and password s3cret!")
    assert report["status"] == "done", report
    assert site.made == [
        "click 7",
        "enter_text 1 ann@example.org",
        "enter_text 2 s3cret!",
        "click 3",
    ]


async def test_follows_it_to_the_item_found_before():
    site = Site({"start": KETTLES}, {("start", "click 14"): "start | + status\n+   Added"})
    report = await navigate(site, "Find the cheapest product and add it to the cart")
    assert report["status"] == "done", report
    assert site.made == ["click 14"]


async def test_every_report_of_success_has_a_quote():
    moves = {("start", "click 9"): "start | ~ [9] button 'Send message' (disabled)"}
    report = await navigate(Site({"start": FORM}, moves), "Click Send message")
    assert report["status"] == "done"
    assert report["facts"][0]["quote"] in FORM
