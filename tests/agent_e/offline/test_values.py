"""Prices, ratings, measures and lines of outlines, in the forms that pages use."""

from __future__ import annotations

import pytest

from agent_e.offline import values
from agent_e.offline.language import fit, ordinal, words


@pytest.mark.parametrize(
    ("text", "number", "shown"),
    [
        ("$1,299.00", 1299, "$1,299.00"),
        ("now only €49.90!", 49.9, "€49.90"),
        ("12.50 USD", 12.5, "12.50 USD"),
        ("£7", 7, "£7"),
        ("EUR 12", 12, "EUR 12"),
        ("1.299,00 €", 1299, "1.299,00 €"),
        ("€ 49,90", 49.9, "€ 49,90"),
        ("was $50.00 now $39.50", 39.5, "$39.50"),
        ("$96.50 Was $121.00", 96.5, "$96.50"),
        ("Delivery $4.90, price $20", 20, "$20"),
        ("RRP £30", 30, "£30"),
    ],
)
def test_prices(text, number, shown):
    price = values.price(text)
    assert price is not None
    assert (price.number, price.text) == (number, shown)


@pytest.mark.parametrize("text", ["4.6 out of 5", "no price", "Room 12", "2024-05-01", "$", "5 kg"])
def test_no_prices(text):
    assert values.price(text) is None


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("4.6 out of 5", 4.6),
        ("★ 4.6", 4.6),
        ("Rated 4.6/5", 4.6),
        ("4.6 (128 reviews)", 4.6),
        ("4,5 stars", 4.5),
        ("★★★★☆", 4),
        ("Rating: 3.9", 3.9),
        ("8.1/10", 8.1),
    ],
)
def test_ratings(text, number):
    rating = values.rating(text)
    assert rating is not None
    assert rating.number == number
    assert rating.text in text


def test_word_rules():
    assert words("Log in to my Shopping Carts") == ("log", "in", "to", "my", "shopping", "basket")
    assert fit("the third product's price", "cost") > 0.4
    assert fit("Kitchen category", "Kitchen") > fit("Kitchen category", "Garden") == 0.0
    assert [ordinal(text) for text in ("the third", "2nd", "last", "kettle")] == [3, 2, -1, 0]
