from __future__ import annotations

import pytest

from agent_e.skills import OCCASIONS, SKILLS, ask_user, offer
from agent_e.skills.offer import MOST
from agent_e.types import Node, Observation


def page(*nodes: Node, url: str = "https://site.test/") -> Observation:
    return Observation(url=url, title="", nodes=nodes)


def joined(sub_task: str, seen: Observation, *, sees: bool = False) -> list[str]:
    offered = offer(SKILLS, OCCASIONS, sub_task=sub_task, page=seen, sees=sees)
    assert offered[: len(SKILLS)] == SKILLS
    return [skill.__name__ for skill in offered[len(SKILLS) :]]


FILE = Node(depth=0, role="button", name="Photo", mmid=1, tag="input", states=("file upload",))
DAY = Node(depth=0, role="textbox", name="Departure date", mmid=2, tag="input")
WHEN = Node(depth=0, role="textbox", name="When?", mmid=6, tag="input")
NATIVE = Node(depth=0, role="textbox", name="Date", mmid=3, states=("date as yyyy-mm-dd",))
SLIDER = Node(depth=0, role="slider", name="Price", mmid=4)
PDF = Node(depth=0, role="link", name="Report", mmid=5, href="https://site.test/report.PDF?v=2")
ROWS = [Node(depth=1, role="row") for _ in range(12)]


@pytest.mark.parametrize(
    ("sub_task", "seen", "skills"),
    [
        ("Open the first product", page(), []),
        ("Open the first product", page(FILE), ["upload_file"]),
        ("Open the first product", page(DAY), ["pick_date"]),
        ("Open the first product", page(NATIVE), []),
        ("Open the first product", page(SLIDER), ["drag"]),
        ("Open the first product", page(PDF), ["read_pdf"]),
        ("Open the first product", page(url="https://site.test/a.pdf"), ["read_pdf"]),
        ("Open the first product", page(*ROWS), ["extract"]),
        ("Attach the letter to the mail", page(), ["upload_file"]),
        ("Choose 3 May as the departure", page(), ["pick_date"]),
        ("Choose the 31st of January 2031", page(), ["pick_date"]),
        ("Leave on May the 3rd", page(), ["pick_date"]),
        ("Book a table for next Friday", page(), ["pick_date"]),
        ("Open the second May report", page(), []),
        ("Open the first product", page(WHEN), ["pick_date"]),
        ("Give the price of every product", page(), ["extract"]),
        ("Hover over the first picture", page(), ["hover"]),
    ],
)
def test_a_rarely_needed_skill_joins_where_it_is_called_for(sub_task, seen, skills):
    assert joined(sub_task, seen) == skills


CANVAS = Node(depth=0, role="canvas", bbox=(0, 0, 800, 600))


@pytest.mark.parametrize(
    ("sub_task", "seen", "skills"),
    [
        ("Open the first product", page(), []),
        ("What colour is the chart's last bar", page(), ["mark_screenshot", "som_act"]),
        ("Open the first product", page(CANVAS), ["mark_screenshot", "verify_pixels"]),
        ("Verify that the box is ticked", page(), ["verify_pixels"]),
    ],
)
def test_pictures_are_offered_to_models_that_see(sub_task, seen, skills):
    assert joined(sub_task, seen, sees=True) == skills
    assert joined(sub_task, seen) == []


def test_words_count_for_more_than_the_page():
    seen = page(FILE, DAY, PDF, SLIDER, *ROWS)
    assert joined("Drag the slider, then hover over the sum", seen) == ["drag", "hover"]


def test_never_more_than_sixteen_are_offered():
    seen = page(FILE, DAY, PDF, SLIDER, *ROWS)
    offered = offer((*SKILLS, ask_user), OCCASIONS, sub_task="every file of 3 May", page=seen)
    assert len(offered) == MOST == 16
    assert offered[-1].__name__ == "upload_file"
