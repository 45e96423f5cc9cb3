"""Many pages in one call, by whole runs."""

import json
import re
from collections.abc import Mapping
from typing import Any

import httpx
import pytest

from agent_e import Outcome
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
