"""Which link or button leads to the next page."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

import pytest

from agent_e.dom.records.pagination import next_page

from .conftest import BASE, Seen

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

NameOf = Callable[..., Awaitable[str | None]]


@pytest.fixture(scope="module")
def name_of(seen: Seen) -> NameOf:
    """Where the next page is, or its button's name: ``await name_of(html, declared, address)``."""

    async def found(html: str, declared: str = "", address: str = "") -> str | None:
        page = await seen(html)
        ids = {node.name: node.mmid for node in page.elements}
        node = next_page(page, ids[declared] if declared else None, address)
        return node.href or node.name if node else None

    return found


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
async def test_it_has_a_name_in_many_languages(name_of: NameOf, name: str) -> None:
    html = f"<a href=1>1</a> <a href=2>2</a> <a href=n>{name}</a> <a href=l>Last</a>"
    assert await name_of(html) == f"{BASE}n"


@pytest.mark.parametrize(
    "name",
    ["Load more", "Show 20 more", "Show more results", "Mehr laden", "Voir plus", "加载更多"],
)
async def test_it_may_be_a_button_that_adds_to_the_list(name_of: NameOf, name: str) -> None:
    assert await name_of(f"<ul><li>One</ul><button>{name}</button>") == name


@pytest.mark.parametrize(
    "html",
    [
        "<button>Show more</button> text <button>Show more</button>",
        "<button>Learn more</button>",
        "<button>Show more details</button>",
        "<button disabled>Load more</button>",
    ],
)
async def test_what_unfolds_a_text_leads_nowhere(name_of: NameOf, html: str) -> None:
    assert await name_of(html) is None


@pytest.mark.parametrize("arrow", ["›", "»", ">", "→"])
async def test_it_may_be_an_arrow(name_of: NameOf, arrow: str) -> None:
    assert await name_of(f"<a href=p>‹</a> <a href=n>{arrow}</a>") == f"{BASE}n"


async def test_of_two_arrows_the_single_one_leads_to_the_next_page(name_of: NameOf) -> None:
    assert await name_of("<a href=n>›</a> <a href=last>»</a>") == f"{BASE}n"


@pytest.mark.parametrize(
    "here",
    ["<b>2</b>", "<a href=2 aria-current=page>2</a>", "<button disabled>2</button>"],
)
async def test_it_may_be_the_next_number(name_of: NameOf, here: str) -> None:
    row = f"<a href=1>1</a> {here} <a href=3>3</a> <a href=4>4</a>"
    assert await name_of(row) == f"{BASE}3"
    assert await name_of(row.replace("<a href=3>3</a> <a href=4>4</a>", "")) is None


async def test_numbered_pages_may_be_called_pages(name_of: NameOf) -> None:
    row = "<a href=1 aria-current=page>Page 1</a> <a href=2>Page 2</a> <a href=3>Page 3</a>"
    assert await name_of(row) == f"{BASE}2"


async def test_what_the_page_declares_goes_first(name_of: NameOf) -> None:
    html = "<a href=a>Next</a> <a href=b>More of it</a>"
    assert await name_of(html, declared="More of it") == f"{BASE}b"
    assert await name_of(html, address=f"{BASE}b") == f"{BASE}b"


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
async def test_there_may_be_none(name_of: NameOf, html: str) -> None:
    assert await name_of(html) is None
