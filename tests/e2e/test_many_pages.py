"""Many pages in one call, by whole runs."""

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite
from agent_e.journal import read_events

from .conftest import Workbench, browse, finish, offered, report, seen

pytestmark = pytest.mark.browser

CENTS = """doc => {
  const [, amount] = doc.querySelector('.product-price').textContent.match(/[$]([\\d.]+)/);
  return Math.round(amount * 100);
}"""
LINKS = "doc => [...new Set([...doc.querySelectorAll('a[href*=\"/product/\"]')].map(a => a.href))]"
SUM = "cents => ({sum: (cents.reduce((a, b) => a + b) / 100).toFixed(2), pages: cents.length})"


def of_eight(body: Mapping[str, Any]) -> list[str]:
    """The first eight addresses that the query before has shown."""
    found = re.findall(r'^"(http[^"]*/product/[^"]*)"', seen(body), re.M)
    return found[:8]


@pytest.mark.slow
async def test_a_sum_over_eight_products_is_one_call(
    workbench: Workbench, shop: RunningSite
) -> None:
    def summing(body: Mapping[str, Any]) -> Scripted:
        given = {"code": CENTS, "urls": of_eight(body), "combine": SUM}
        return Scripted(calls=[("query", given)])

    def reading(body: Mapping[str, Any]) -> Scripted:
        return Scripted(calls=[("read_pages", {"links": of_eight(body), "find": "Delivery"})])

    script = by_role(
        planner=[browse("Add up the first eight prices."), finish("It is done.", 1)],
        navigator=[
            Scripted(calls=[("query", {"code": LINKS})]),
            summing,
            reading,
            report("Added up.", ("delivery costs", "Delivery from $4.90")),
        ],
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run("Add up the prices.", start_url=f"{shop.url}/category/kitchen")
    told = seen(workbench.server.requests[-2])
    assert result.outcome is Outcome.SUCCESS, told
    assert {"read_pages", "query"} <= {*offered(workbench.asked("navigator")[0])}
    summed = re.search(r'^1 row from 8 of 8 pages:\n(\{"sum".*\})$', told, re.M)
    assert summed is not None, told
    urls = of_eight(workbench.server.requests[-2])
    async with httpx.AsyncClient() as client:
        pages = [(await client.get(url)).text for url in urls]
    prices = [re.findall(r"product-price.*?[$]([\d.]+)", page, re.S)[0] for page in pages]
    assert json.loads(summed[1]) == {"sum": f"{sum(map(float, prices)):.2f}", "pages": 8}
    assert told.count("Delivery from $4.90, or collect in store for free.") >= 8
    (folder,) = [each for each in workbench.runs.iterdir() if each.is_dir()]
    done = [event for event in read_events(folder) if event["kind"] == "action.ended"]
    assert [event["words"] for event in done[1:]] == [
        "Ran on 1 pages.",
        "Ran on 8 pages.",
        "Read 8 of 8 pages.",
    ]
    assert {event["url"] for event in done} == {f"{shop.url}/category/kitchen"}


@pytest.mark.slow
async def test_pages_of_the_open_site_are_read_though_their_address_begins_like_a_password(
    workbench: Workbench,
) -> None:
    async def front(_: Request) -> Response:
        return HTMLResponse(
            "<title>Front</title><label>Password <input type=password></label>"
            "<a href='/lindenau/1'>Order 1</a>"
        )

    async def order(_: Request) -> Response:
        return HTMLResponse(
            "<title>Order</title><main><h1>Order 1</h1><p>Paid on 3 May.</p></main>"
        )

    routes = [Route("/", front), Route("/lindenau/1", order)]
    filled = {"mmid": "textbox 'Password'", "text": "Lindenau-2026-Kasse"}
    script = by_role(
        navigator=[
            Scripted(calls=[("enter_text", filled), ("read_pages", {"links": ["link 'Order 1'"]})]),
            report("Read.", ("it is paid", "Paid on 3 May.")),
        ],
        planner=[browse("When was it paid?"), finish("3 May", 1)],
    )
    async with serve_app(Starlette(routes=routes)) as port:
        agent = await workbench.agent(script, verify="never", safety={"trust": []})
        result = await agent.run("When was it paid?", start_url=f"http://127.0.0.1:{port}/")
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "3 May"), seen(
        workbench.server.requests[-1]
    )
    assert [fact.found for fact in result.evidence] == [True]
