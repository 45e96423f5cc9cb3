"""Leave to act as a card: granted, denied, and withdrawn when the act changes."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest
from playwright.async_api import expect
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import by_role

from ..conftest import browse, clicking, finish, report, seen
from .conftest import Desk

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

KETTLE = """<!doctype html><title>Kettle</title><h1>Kettle</h1>
<form action=/order method=post><label>Your name <input name=name value="Ada"></label>
<p>Total: <b id=total>40.00 EUR</b></p><button>Place order</button></form>
<script>if (location.search) fetch('/dearer').then(() => { total.textContent = '400.00 EUR'; })
</script>"""


class Shop:
    """One thing to order; its price rises on the open page when ``dearer`` is set."""

    def __init__(self) -> None:
        self.url = ""
        self.orders = 0
        self.dearer = asyncio.Event()

    def app(self) -> Starlette:
        async def home(request: Request) -> HTMLResponse:
            return HTMLResponse(KETTLE)

        async def order(request: Request) -> HTMLResponse:
            self.orders += 1
            return HTMLResponse("<title>Thanks</title><h1>Thank you</h1><a href=/>Back</a>")

        async def rise(request: Request) -> PlainTextResponse:
            await self.dearer.wait()
            return PlainTextResponse("")

        return Starlette(
            routes=[
                Route("/", home),
                Route("/order", order, methods=["POST"]),
                Route("/dearer", rise),
            ]
        )


@pytest.fixture
async def kettles() -> AsyncIterator[Shop]:
    shop = Shop()
    async with serve_app(shop.app()) as port:
        shop.url = f"http://127.0.0.1:{port}"
        yield shop
        shop.dearer.set()


ORDER = clicking("button 'Place order'")


@pytest.mark.slow
async def test_leave_is_denied_with_a_reason(desk: Desk, kettles: Shop) -> None:
    denied = report("Not ordered.", ("its price", "40.00 EUR"))
    script = by_role(planner=[browse("order"), finish("no", 1)], navigator=[ORDER, denied])
    api = await desk.serve(script, kettles.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    await console.page.get_by_label("Why not").fill("too dear")
    await console.button("Refuse").click()
    await expect(console.page.locator(".timeline")).to_contain_text("no (too dear)")
    await api.until(run, "ended")
    assert kettles.orders == 0
    assert "the person refused it and says: 'too dear'" in seen(desk.model.requests[-2])


async def test_leave_is_granted_once(desk: Desk, kettles: Shop) -> None:
    script = by_role(
        planner=[browse("order"), finish("ordered", 1)],
        navigator=[ORDER, report("Done.", ("it is", "Thank you"))],
    )
    api = await desk.serve(script, kettles.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    card = console.page.locator(".card.ask")
    await expect(card.get_by_role("heading")).to_contain_text("button 'Place order'")
    for told in ("40.00 EUR", f"{kettles.url}/order", "Ada"):
        await expect(card.locator("dl")).to_contain_text(told)
    crop = card.locator(".crop img")
    assert await crop.evaluate("image => image.decode().then(() => image.naturalWidth)") > 50
    await console.button("Allow this once").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    assert kettles.orders == 1
    await expect(console.page.locator(".deeds")).to_contain_text("Place order")


async def test_a_click_as_the_next_card_comes_approves_nothing(desk: Desk, kettles: Shop) -> None:
    """The card of another act takes the place of one that was answered by a double click."""
    script = by_role(
        planner=[browse("order two"), finish("ordered", 1)],
        navigator=[
            *[ORDER, clicking("link 'Back'"), ORDER],
            report("Done.", ("it is", "Thank you")),
        ],
    )
    api = await desk.serve(script, kettles.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    allow, card = console.button("Allow this once"), console.page.locator(".card.ask")
    await allow.click()
    await expect(card).to_have_count(0)
    await expect(card).to_have_count(1)
    place = await allow.bounding_box()
    assert place and kettles.orders == 1
    await console.page.mouse.click(place["x"] + place["width"] / 2, place["y"] + 10)
    await expect(allow).to_be_enabled()
    assert kettles.orders == 1
    await allow.click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    assert kettles.orders == 2


async def test_a_changed_act_withdraws_its_card(desk: Desk, kettles: Shop) -> None:
    script = by_role(
        planner=[browse("order"), finish("ordered", 1)],
        navigator=[ORDER, ORDER, report("Done.", ("it is", "Thank you"))],
    )
    api = await desk.serve(script, f"{kettles.url}/?rises")
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    card = console.page.locator(".card.ask")
    await expect(card.locator("dl")).to_contain_text("40.00 EUR")
    kettles.dearer.set()
    await expect(console.page.locator(".card.gone")).to_contain_text("has changed on the page")
    await expect(card.locator("dl")).to_contain_text("400.00 EUR")
    assert kettles.orders == 0
    await console.button("Allow this once").click()
    await expect(console.page.locator(".title .badge")).to_have_text("success")
    assert kettles.orders == 1


@pytest.mark.slow
async def test_other_words_withdraw_a_card(desk: Desk, kettles: Shop) -> None:
    script = by_role(
        planner=[browse("order"), finish("not ordered")],
        navigator=[ORDER],
    )
    api = await desk.serve(script, kettles.url)
    run = await api.make("Look.")
    console = await desk.console()
    await console.run(run)
    await expect(console.page.locator(".card.ask")).to_contain_text("Place order")
    await console.page.get_by_label("Say what is wanted now").fill("Do not order.")
    await console.button("Steer").click()
    await expect(console.page.locator(".card.gone")).to_contain_text("something else")
    await expect(console.page.locator(".card.ask")).to_have_count(0)
    await api.until(run, "ended")
    assert kettles.orders == 0
