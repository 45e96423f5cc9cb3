import pytest

from agent_e.agents.quotes import Shown, find_quote, in_full

FIRST = Shown(
    step=1,
    url="http://a/",
    text=(
        "main\n  heading 1 'Blue mug'\n  Price: $12.50\n  [3] link 'Reviews (12)'\n  Weight: 980 g"
    ),
)
LATER = Shown(
    step=4, url="http://a/cart", text="Price: $12.50\n  Total\n    $25.00\n  list\n    item: 1"
)


@pytest.mark.parametrize(
    "quote",
    [
        "Price: $12.50",
        "price:  $12.50",
        "Blue mug",
        "'Blue mug'",
        "[3] link 'Reviews (12)'",
        "Price: $12.50\n Reviews (12)",
        "Weight: 980 g.",
        "Blue mug, $12.50",
    ],
)
def test_a_quote_is_found_where_the_claim_is(quote: str) -> None:
    assert find_quote(quote, [FIRST, LATER], claim="What the blue mug is like") is FIRST


@pytest.mark.parametrize(
    "quote",
    [
        "[7] spinbutton 'Quantity of Mug' value='2'",
        "spinbutton 'Quantity of Mug' value='2'",
        "'Quantity of Mug' value='2'",
        "Quantity of Mug value=2",
    ],
)
def test_a_field_may_be_quoted_with_or_without_its_marks(quote: str) -> None:
    line = Shown(step=1, url="http://a/", text="  [7] spinbutton 'Quantity of Mug' value='2'")
    assert find_quote(quote, [line]) is line
    assert find_quote(quote.replace("2", "3"), [line]) is None


def test_of_equal_places_the_newest_is_meant() -> None:
    assert find_quote("Price: $12.50", [FIRST, LATER]) is LATER


def test_a_value_belongs_to_the_change_that_brought_it_not_to_the_one_that_took_it() -> None:
    steps = [
        Shown(step=1, url="http://a/?p=1", text="Rating: '4.3 out of 5' is now '4.1 out of 5'"),
        Shown(step=2, url="http://a/?p=2", text="Rating: '4.1 out of 5' is now '4.6 out of 5'"),
    ]
    assert find_quote("Rating: 4.1 out of 5", steps) is steps[0]
    assert find_quote("Rating: 4.6 out of 5", steps) is steps[1]
    assert find_quote("4.3 out of 5", steps) is None


def test_a_quote_of_two_places_belongs_to_the_later() -> None:
    assert find_quote("Blue mug; Total $25.00", [FIRST, LATER]) is LATER


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "…",
        "The mug weighs 980 g",
        "Price: $12.5",
        "Price: $2.50",
        "Blue mug, $99.00",
        "80 g",
        "Our price today: $12.50 including a hat",
    ],
)
def test_what_was_not_shown_is_not_found(quote: str) -> None:
    assert find_quote(quote, [FIRST, LATER]) is None


@pytest.mark.parametrize(
    "quote",
    ["Read the terms before you sign up.", "sign up. It costs $5", "terms", "the terms before"],
)
def test_a_sentence_with_links_may_be_quoted_as_the_page_has_it(quote: str) -> None:
    told = "Read the [12] link 'terms' before you [13] link 'sign up'. It costs $[14] link '5'."
    line = Shown(step=1, url="http://a/", text=told)
    assert find_quote(quote, [line]) is line
    assert find_quote("Read the terms after you sign up", [line]) is None


BASKET = Shown(
    step=4,
    url="http://a/basket",
    text="item: [1] link 'Dry Bag 20 L' (heading 2); $26.80 each; [2] spinbutton 'Quantity of …' "
    "value='2'; $53.60\n"
    "item: [3] link 'Enamel Camp Mug' (heading 2); $12.40 each; [4] spinbutton 'Quantity of …' "
    "value='2'; $24.80\n[5] textbox 'Search …' value=''",
)


def test_the_title_of_the_item_stands_in_a_quote_again() -> None:
    quote = "[2] spinbutton 'Quantity of …' value='2'"
    found = in_full(quote, BASKET, claim="The basket holds 2 Enamel Camp Mug")
    assert found == "[2] spinbutton 'Quantity of Enamel Camp Mug' value='2'"
    only = "[4] spinbutton 'Quantity of …' value='2'; $24.80"
    assert "Quantity of Enamel Camp Mug" in in_full(only, BASKET)


@pytest.mark.parametrize(
    "quote", ["spinbutton 'Quantity of …' value='2'", "textbox 'Search …'", "$12.40 each", "…", ""]
)
def test_a_quote_that_is_clear_or_of_any_item_stays_as_it_is(quote: str) -> None:
    assert in_full(quote, BASKET, claim="There are 2") == quote


def test_a_card_may_be_quoted_without_the_level_of_its_heading() -> None:
    other = Shown(step=9, url="http://a/", text="Dry Bag 20 L\n$26.80 each")
    assert find_quote("Dry Bag 20 L; $26.80 each", [BASKET, other]) is BASKET


def test_words_of_the_claim_count_where_they_stand_by_the_quote() -> None:
    words = "the best rated product under sixty dollars is told here"
    far = Shown(step=1, url="http://a/", text=f"{words} {'and more ' * 100} Paper shade: $33.50")
    near = Shown(step=2, url="http://a/list", text="sorted by rating: Paper shade: $33.50")
    claim = "The best rated product under sixty dollars is the paper shade"
    assert find_quote("shade: $33.50", [far, near], claim=claim) is near
