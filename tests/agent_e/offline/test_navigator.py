"""How the navigator's sub-tasks go where pages are in the way, and how they end."""

from __future__ import annotations

import json

import pytest

from agent_e.models.model import Message
from agent_e.offline import OfflineModel

from .helpers import NAVIGATOR, REPORT, TEXT, Site, navigate, page, tool
from .observed import observed
from .outlines import BIKE_MOVES, BIKE_STATES, KETTLES


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


async def test_reports_what_it_has_when_it_is_told_to_end():
    report = await navigate(
        Site(BIKE_STATES, BIKE_MOVES), "Which bike has the lowest weight?", limit=3
    )
    assert report["status"] == "failed"


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


async def test_saved_secrets_are_no_part_of_the_sub_task() -> None:
    told = "Saved secrets for this site, by fill_secret: shop-password (password)."
    site = Site(states={"start": KETTLES}, moves={})
    report = await navigate(site, "What is the price of the Steel kettle?", after=f"\n{told}")
    assert (report["status"], "$39.50" in report["summary"]) == ("done", True)


async def test_where_the_report_takes_the_answer_it_is_what_the_planner_would_say() -> None:
    properties = {**REPORT.parameters["properties"], "answer": TEXT}
    final = tool("report", "status", "summary", **properties)
    first = Message(
        role="user", text="Sub-task: Find the price of the Glass pot", data=(observed(KETTLES),)
    )
    (call,) = (await OfflineModel().complete([first], (*NAVIGATOR[:-1], final))).calls
    assert json.loads(call.arguments)["answer"] == "$45"
