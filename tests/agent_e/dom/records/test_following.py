"""Which link or button leads to the next page."""

from __future__ import annotations

import pytest

from agent_e.dom import read_saved
from agent_e.dom.records.following import next_page

BASE = "https://shop.example/"


def name_of(html: str, declared: int | None = None, address: str = "") -> str | None:
    found = next_page(read_saved(html, url=BASE), declared, address)
    return found.href or found.name if found else None


@pytest.mark.parametrize(
    "name",
    [
        "Next",
        "next ›",
        "Go to next page",
        "Nächste Seite",
        "Suivant »",
        "Siguiente",
        "下一页",
        "次へ",
    ],
)
def test_it_has_a_name_in_many_languages(name: str) -> None:
    html = f"<a href=1>1</a> <a href=2>2</a> <a href=n>{name}</a> <a href=l>Last</a>"
    assert name_of(html) == f"{BASE}n"


@pytest.mark.parametrize(
    "name",
    ["Load more", "Show 20 more", "Show more results", "Mehr laden", "Voir plus", "加载更多"],
)
def test_it_may_be_a_button_that_adds_to_the_list(name: str) -> None:
    assert name_of(f"<ul><li>One</ul><button>{name}</button>") == name


@pytest.mark.parametrize(
    "html",
    [
        "<button>Show more</button> text <button>Show more</button>",
        "<button>Learn more</button>",
        "<button>Show more details</button>",
        "<button disabled>Load more</button>",
    ],
)
def test_what_unfolds_a_text_leads_nowhere(html: str) -> None:
    assert name_of(html) is None


@pytest.mark.parametrize("arrow", ["›", "»", ">", "→"])
def test_it_may_be_an_arrow(arrow: str) -> None:
    assert name_of(f"<a href=p>‹</a> <a href=n>{arrow}</a>") == f"{BASE}n"


def test_of_two_arrows_the_single_one_leads_to_the_next_page() -> None:
    assert name_of("<a href=n>›</a> <a href=last>»</a>") == f"{BASE}n"


@pytest.mark.parametrize(
    "here",
    ["<b>2</b>", "<a href=2 aria-current=page>2</a>", "<button disabled>2</button>"],
)
def test_it_may_be_the_next_number(here: str) -> None:
    row = f"<a href=1>1</a> {here} <a href=3>3</a> <a href=4>4</a>"
    assert name_of(row) == f"{BASE}3"
    assert name_of(row.replace("<a href=3>3</a> <a href=4>4</a>", "")) is None


def test_numbered_pages_may_be_called_pages() -> None:
    row = "<a href=1 aria-current=page>Page 1</a> <a href=2>Page 2</a> <a href=3>Page 3</a>"
    assert name_of(row) == f"{BASE}2"


def test_what_the_page_declares_goes_first() -> None:
    html = "<a href=a>Next</a> <a href=b>More of it</a>"
    assert name_of(html, declared=2) == f"{BASE}b"
    assert name_of(html, address=f"{BASE}b") == f"{BASE}b"


@pytest.mark.parametrize(
    "html",
    [
        "<button disabled>Next</button> <a href=1>1</a> <b>2</b>",
        "<button>Next slide</button>",
        "<a href=x>Next month</a>",
        "<a href=1>1</a>",
        "<p>Next</p>",
    ],
)
def test_there_may_be_none(html: str) -> None:
    assert name_of(html) is None
