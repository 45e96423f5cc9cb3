"""The navigator's part on made-up sites: whole sub-tasks from the first outline to the report."""

from __future__ import annotations

import pytest

from .helpers import Site, navigate, page

KETTLES = page(
    "Kettles",
    """
banner
  [1] link 'Home'
  search 'Site search'
    [2] searchbox 'Search' value=''
    [3] button 'Go'
main
  heading 1 'Kettles and pots'
  list
    item
      heading 2 'Copper kettle'
      $1,299.00
      4.6 out of 5 (128 reviews)
      [11] link 'Details'
      [12] button 'Add to cart'
    item
      heading 2 'Steel kettle'
      was $50.00 now $39.50
      3.9 out of 5 (12 reviews)
      [13] link 'Details'
      [14] button 'Add to cart'
    item
      heading 2 'Glass pot'
      $45
      4.8 out of 5 (7 reviews)
      [15] link 'Details'
      [16] button 'Add to cart'
contentinfo
  [90] link 'Imprint'
  [91] link 'Contact'
  [92] link 'Careers'
  [93] link 'Press'
""",
)
LAMPS = page(
    "Lamps",
    """
main
  heading 1 'Lamps'
  table 'Our lamps'
    row: Lamp | Cost | Stars | Weight
    row: [4] link 'Reading lamp' | €49,90 | 4.1/5 | 2 kg
    row: [5] link 'Desk lamp' | €19,00 | 4.7/5 | 900 g
    row: [6] link 'Floor lamp' | €149,00 | 3.8/5 | 7.5 kg
    row: [7] link 'Night lamp' | €9,50 | 4.0/5 | 250 g
""",
)
BOOKS = page(
    "Books",
    """
navigation
  [1] link 'Poems'
  [2] link 'Novels'
  [3] link 'Travel'
  [4] link 'Cooking'
  [5] link 'Gardening'
heading 1 'Books we like'
[21] link 'The Long River'
12.50 GBP
★★★★☆
[22] link 'Salt and Smoke'
8.75 GBP
★★★☆☆
[23] link 'Night Trains'
21.00 GBP
★★★★★
""",
)
PANEL = page(
    "Plants",
    """
main
  heading 1 'Plants'
  list
    item
      [31] button 'Fern'
    item
      [32] button 'Ivy'
    item
      [33] button 'Cactus'
  region 'Details'
    Choose a plant.
""",
)
LINKED = page(
    "Bikes",
    """
main
  heading 1 'Our bikes'
  list
    item
      [41] link 'City Cruiser'
    item
      [42] link 'Trail Runner'
    item
      [43] link 'Road Arrow'
""",
)


def bike(name: str, price: str, weight: str) -> str:
    return page(
        name,
        f"""
navigation
  [50] link 'All bikes'
main
  heading 1 '{name}'
  Price: {price}
  Weight: {weight}
  Rated 4.2/5
  [60] button 'Add to basket'
""",
    )


BIKE_STATES = {
    "start": LINKED,
    "city": bike("City Cruiser", "£480", "14 kg"),
    "trail": bike("Trail Runner", "£1,250.00", "12.5 kg"),
    "road": bike("Road Arrow", "£990", "8.1 kg"),
}
BIKE_MOVES = {
    ("start", "click 41"): "go city",
    ("start", "click 42"): "go trail",
    ("start", "click 43"): "go road",
}
PANEL_MOVES = {
    ("*", "click 31"): "start | New on the page:\n  heading 2 'Fern'\n  Price: $12\n  ★ 4.2",
    ("*", "click 32"): "start | New on the page:\n  heading 2 'Ivy'\n  Price: $7.25\n  ★ 4.9",
    ("*", "click 33"): "start | New on the page:\n  heading 2 'Cactus'\n  Price: $31\n  ★ 3.5",
}


@pytest.mark.parametrize(
    ("outline", "sub_task", "answer"),
    [
        (KETTLES, "Find the price of the third product", "$45"),
        (KETTLES, "What is the price of the Steel kettle?", "$39.50"),
        (KETTLES, "Find the rating of the most expensive product", "4.6 out of 5"),
        (KETTLES, "Find the rating of the cheapest item.", "3.9 out of 5"),
        (KETTLES, "Count the total number of products", "3"),
        (KETTLES, "How many products are there on this page?", "3"),
        (KETTLES, "How many reviews does the Copper kettle have?", "128"),
        (KETTLES, "Which product is the highest rated?", "Glass pot"),
        (KETTLES, "What is the name of the cheapest product?", "Steel kettle"),
        (KETTLES, "Tell me the price of the most reviewed product", "$1,299.00"),
        (KETTLES, "How many products cost less than $50?", "2"),
        (KETTLES, "How many products are rated above 4.5?", "2"),
        (KETTLES, "How much is the Glass pot?", "$45"),
        (KETTLES, "Report the name and price of the last product", "Glass pot"),
        (LAMPS, "What is the price of the Desk lamp?", "€19,00"),
        (LAMPS, "How many lamps are listed?", "4"),
        (LAMPS, "Find the weight of the third lamp", "7.5 kg"),
        (LAMPS, "Which lamp is the heaviest?", "Floor lamp"),
        (LAMPS, "What is the lightest lamp?", "Night lamp"),
        (LAMPS, "Find the stars of the most expensive lamp", "3.8/5"),
        (LAMPS, "How heavy is the Desk lamp?", "900 g"),
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
        ("Which bike is the lightest?", "Road Arrow"),
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
    dialog = "A dialog '{0}' opened:\n  Seats: {1}\n  Price: {2} NOK\n  [{3}] button 'Close'"
    states = {"start": listing, "d1": listing, "d2": listing, "d3": listing}
    moves = {
        ("start", "click 1"): "d1 | " + dialog.format("Oslo", 8, 400, 71),
        ("start", "click 2"): "d2 | " + dialog.format("Bergen", 20, 900, 72),
        ("start", "click 3"): "d3 | " + dialog.format("Tromsø", 4, 250, 73),
        ("d1", "click 71"): "start | The dialog 'Oslo' closed.",
        ("d2", "click 72"): "start | The dialog 'Bergen' closed.",
        ("d3", "click 73"): "start | The dialog 'Tromsø' closed.",
    }
    report = await navigate(Site(states, moves), "Find the seats of the cheapest room")
    assert report["status"] == "done", report
    assert report["facts"][0]["claim"].endswith(": 4"), report


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


async def test_counts_one_page_when_only_that_is_asked():
    report = await navigate(pages_of_lists((4, 4, 2)), "How many stamps are on this page?")
    assert report["facts"][0]["claim"].endswith(": 4"), report


async def test_compares_over_all_pages():
    report = await navigate(
        pages_of_lists((4, 4, 2)), "What is the price of the most expensive of all stamps?"
    )
    assert report["facts"][0]["claim"].endswith(": $22.00"), report


async def test_reaches_a_place_on_a_further_page():
    report = await navigate(pages_of_lists((4, 4, 2)), "Find the price of the sixth stamp")
    assert report["facts"][0]["claim"].endswith(": $12.00"), report


async def test_takes_a_total_that_the_page_states():
    outline = page(
        "Stamps",
        "main\n  heading 1 'Stamps'\n  Showing 1–3 of 240 stamps\n"
        "  list\n    item: A $1\n    item: B $2\n    item: C $3",
    )
    report = await navigate(Site({"start": outline}, {}), "How many stamps are there?")
    assert report["facts"][0] == {
        "claim": "number of stamps: 240",
        "quote": "Showing 1–3 of 240 stamps",
    }


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
            ): "start | [2] searchbox 'Search' is now value='green tea'",
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
        ): f"start | [{call.split()[1]}] combobox 'Sort by' is now value='{call.split(' ', 2)[2]}'",
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
        {("start", call): "start | New on the page:\n  status 'Noted'" for call in calls},
    )
    report = await navigate(site, sub_task)
    assert site.made == calls, report
    assert report["status"] == "done", report


async def test_adds_the_item_with_its_own_button():
    site = Site(
        {"start": KETTLES},
        {("start", "click 14"): "start | A message appeared:\n  Steel kettle is in your cart"},
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
    done = "p | New on the page:\n  status 'Added'"
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
        ("p", "click 9"): "p | [10] link 'Basket (0)' is now 'Basket (1)'",
    }
    site = Site({"start": home, "r": results, "p": product}, moves)
    report = await navigate(site, "Add the Red lamp to the basket")
    assert report["status"] == "done", report
    assert site.made[-1] == "click 9"


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


LOGIN = page(
    "Log in",
    """
main
  heading 1 'Log in'
  [1] textbox 'Email' value=''
  [2] textbox 'Password' value=''
  [3] button 'Sign in'
""",
)


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


async def test_says_that_a_login_was_refused():
    site = Site(
        {"start": LOGIN},
        {("start", "click 3"): "start | A message appeared:\n  The password is wrong."},
    )
    report = await navigate(site, "Log in as ann@example.org with password nope")
    assert report["status"] == "failed"
    assert "The password is wrong." in report["summary"]


async def test_is_blocked_by_a_login_without_credentials():
    for sub_task in ("Find the price of the Blue Kettle", "Log in"):
        report = await navigate(Site({"start": LOGIN}, {}), sub_task)
        assert report["status"] == "blocked", report


async def test_closes_a_consent_dialog_first():
    covered = (
        KETTLES
        + "\ndialog 'Cookies' (modal)\n  We use cookies.\n"
        + "  [80] button 'Accept all'\n  [81] button 'Only necessary'"
    )
    site = Site(
        {"start": covered, "o": KETTLES},
        {("start", "click 81"): "o | The dialog 'Cookies' closed."},
    )
    report = await navigate(site, "Find the price of the third product")
    assert site.made == ["click 81"]
    assert report["facts"][0]["claim"].endswith("$45")


async def test_answers_the_dialog_that_it_caused():
    basket = page(
        "Basket",
        "main\n  heading 1 'Basket'\n  list\n    item\n      Blue pen\n      $2\n"
        "      [5] button 'Remove'\n"
        "    item\n      Red pen\n      $3\n      [6] button 'Remove'",
    )
    moves = {
        (
            "start",
            "click 6",
        ): "start | A confirm dialog is open: 'Really remove it?' Answer it with handle_dialog.",
        ("start", "handle_dialog True"): "start | Gone: [6] button 'Remove', 'Red pen'.",
    }
    site = Site({"start": basket}, moves)
    report = await navigate(site, "Delete the Red pen from the basket")
    assert site.made == ["click 6", "handle_dialog True"]
    assert report["status"] == "done", report


async def test_asks_for_the_rest_of_a_long_outline():
    first = page(
        "Cups",
        "main\n  heading 1 'Cups'\n  list\n    item: Cup A $1\n    item: Cup B $2\n"
        '… 2 more lines on other pages: get_dom with page=2, or find="words"',
    )
    second = "Page 2 of 2 of this outline:\nmain\n  list\n    item: Cup C $3\n    item: Cup D $4"
    site = Site({"start": first, "start page=2": second}, {})
    report = await navigate(site, "How many cups are there?")
    assert site.made == ["get_dom 2"]
    assert report["facts"][0]["claim"].endswith(": 4"), report


async def test_looks_again_when_an_element_is_gone():
    again = KETTLES.replace("[92]", "[192]")
    other = page("Jobs", "main\n  heading 1 'Jobs'")
    site = Site(
        {"start": KETTLES, "o": other},
        {("start", "click 92"): "!Element 92 is gone.", ("start", "click 192"): "go o"},
    )
    messages = site.states
    original = site.do

    def do(name, arguments):
        if name == "get_dom":
            messages["start"] = again
        return original(name, arguments)

    site.do = do  # type: ignore[method-assign]
    report = await navigate(site, "Open Careers")
    assert site.made == ["click 92", "get_dom", "click 192"]
    assert report["status"] == "done"


@pytest.mark.parametrize(
    "sub_task",
    [
        "What is the price of the Silver teapot?",
        "Open the Returns page",
        "Click the 'Subscribe' button",
        "Find the weight of the Copper kettle",
        "Find the price of the seventh product",
        "Add the Silver teapot to the basket",
        "Sort by date of birth",
        "Who is the managing director of the company?",
        "Fill in the telephone number with 12345",
        "Select Purple in Colour",
        "How many products are in the Bicycles category?",
    ],
)
async def test_says_so_when_the_page_does_not_offer_it(sub_task):
    site = Site({"start": KETTLES}, {})
    report = await navigate(site, sub_task)
    assert report["status"] == "failed", report
    assert len(site.made) <= 4


async def test_gives_up_on_a_control_without_effect():
    site = Site({"start": KETTLES}, {})
    report = await navigate(site, "Click on Careers")
    assert report["status"] == "failed"
    assert site.made == ["click 92"]


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


async def test_reports_what_it_has_when_it_is_told_to_end():
    report = await navigate(Site(BIKE_STATES, BIKE_MOVES), "Which bike is the lightest?", limit=3)
    assert report["status"] == "failed"


async def test_looks_into_the_category_that_is_asked_about():
    garden = page(
        "Garden", "main\n  heading 1 'Garden'\n  list\n    item: Rake $10\n    item: Spade $12"
    )
    home = page(
        "Home", "navigation\n  [1] link 'Kitchen'\n  [2] link 'Garden'\nmain\n  heading 1 'Home'"
    )
    for sub_task in (
        "How many products are in the Garden category?",
        "In the Garden section, count the products",
    ):
        site = Site({"start": home, "g": garden}, {("start", "click 2"): "go g"})
        report = await navigate(site, sub_task)
        assert report["facts"][0]["claim"].endswith(": 2"), report


async def test_follows_it_to_the_item_found_before():
    site = Site(
        {"start": KETTLES}, {("start", "click 14"): "start | New on the page:\n  status 'Added'"}
    )
    report = await navigate(site, "Find the cheapest product and add it to the cart")
    assert report["status"] == "done", report
    assert site.made == ["click 14"]


async def test_presses_nothing_graver_than_the_task_says():
    """Going to the basket not press "Add to basket", the likest name on the page."""
    product = page(
        "Pen",
        "banner\n  [1] link 'Basket 2 items'\nmain\n  heading 1 'Pen'\n"
        "  [2] button 'Add to basket'",
    )
    basket = page("Basket", "main\n  heading 1 'Your basket'")
    site = Site({"start": product, "b": basket}, {("start", "click 1"): "go b"})
    report = await navigate(site, "Go to the basket")
    assert site.made == ["click 1"]
    assert report["status"] == "done"


async def test_a_condition_on_what_the_list_does_not_tell_opens_every_item():
    report = await navigate(
        Site({"start": PANEL}, PANEL_MOVES), "How many plants cost less than $20?"
    )
    assert report["facts"][0]["claim"] == "number of plants: 2"


async def test_reads_what_only_changed_in_a_panel():
    """Of two items with the same rating the second click reports no change of it."""
    opened = "start | New on the page:\n  heading 2 'Fern'\n  Rating: 4.2 out of 5\n  Price: $12"
    moves = {
        ("*", "click 31"): opened,
        ("*", "click 32"): "start | 'Fern' is now 'Ivy'\n'$12' is now '$17'",
        ("*", "click 33"): "start | 'Ivy' is now 'Cactus'\n'$17' is now '$3'",
    }
    site = Site({"start": PANEL}, moves)
    report = await navigate(site, "Find the rating of the most expensive plant")
    assert report["facts"][0]["claim"].endswith(": 4.2 out of 5"), report
    assert len(site.made) == 3


async def test_every_report_of_success_has_a_quote():
    moves = {("start", "click 9"): "start | [9] button 'Send message' is now disabled"}
    report = await navigate(Site({"start": FORM}, moves), "Click Send message")
    assert report["status"] == "done"
    assert report["facts"][0]["quote"] in FORM


async def test_saved_secrets_are_no_part_of_the_sub_task() -> None:
    told = "Saved secrets for this site, by fill_secret: shop-password (password)."
    site = Site(states={"start": KETTLES}, moves={})
    report = await navigate(site, "What is the price of the Steel kettle?", after=f"\n{told}")
    assert (report["status"], "$39.50" in report["summary"]) == ("done", True)
