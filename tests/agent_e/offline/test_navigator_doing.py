"""What the navigator does on pages: searches, forms, lists, baskets, links."""

from __future__ import annotations

from .helpers import Site, navigate, page
from .outlines import KETTLES


async def test_searches():
    results = page(
        "Results", "main\n  heading 1 '2 results for copper'\n  list\n    item: Copper kettle"
    )
    site = Site({"start": KETTLES, "r": results}, {("start", "enter_text 2 copper submit"): "go r"})
    report = await navigate(site, "Search for copper")
    assert report["status"] == "done"
    assert site.made == ["enter_text 2 copper submit"]


SORTED = page(
    "Lamps",
    """
main
  [8] combobox 'Sort by' value='Best' options: Best, Price: low to high, Price: high to low, Rating
  [9] combobox 'Category' value='All' options: All, Kitchen, Garden
  [10] button 'Apply'
""",
)


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


async def test_adds_the_item_with_its_own_button():
    site = Site(
        {"start": KETTLES},
        {("start", "click 14"): "start | + status\n+   Steel kettle is in your cart"},
    )
    report = await navigate(site, "Add the Steel kettle to the basket")
    assert report["status"] == "done", report
    assert site.made == ["click 14"]
    assert report["facts"][0]["quote"] == "Steel kettle is in your cart"


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
        ("Open http://other.example/x?y=1.", "open_url http://other.example/x?y=1"),
    ):
        other = page("Other", "main\n  heading 1 'Other'")
        site = Site({"start": KETTLES, "o": other}, {("start", call): "go o"})
        report = await navigate(site, sub_task)
        assert site.made == [call], sub_task
        assert report["status"] == "done", report


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
