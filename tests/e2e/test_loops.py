"""Models that go round on real pages are told and stopped; those that work long are not."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome, TaskResult
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.journal import read_run
from tests.agent_e.dom.serving import served

from .conftest import Workbench, finish, mmid_of, offered, report, seen

pytestmark = pytest.mark.browser

PAGES = Path(__file__).parents[1] / "pages" / "loops"
LIMITS = {"navigator_steps": 90, "max_steps": 150}
Call = tuple[str, dict[str, Any]]
Next = Callable[[Mapping[str, Any]], Call]
"""From what the model was shown to its call."""


class _Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        return


@pytest.fixture
def pages() -> Iterator[str]:
    with served(partial(_Quiet, directory=str(PAGES))) as address:
        yield address


def on(skill: str, line: str, **arguments: Any) -> Next:
    """Call a skill on the element whose line of the outline begins so."""
    return lambda body: (skill, {"mmid": mmid_of(body, line), **arguments})


def click(line: str) -> Next:
    return on("click", line)


def plain(skill: str, **arguments: Any) -> Next:
    return lambda body: (skill, arguments)


BACK = plain("history", direction="back")
DOWN = plain("scroll", direction="down")
UP = plain("scroll", direction="up")
WAIT = plain("wait_for", text="Finished", seconds=0.2)


def worker(moves: Sequence[Next], *, ever: bool) -> Script:
    """Planner and navigator: the moves, for ever or once; what is said then ends the task."""
    made = 0

    def answer(body: Mapping[str, Any]) -> Scripted:
        nonlocal made
        said = seen(body)
        if "finish" in offered(body):
            asked = said.count("Page now:")
            if asked == 0:
                return Scripted(calls=[("browse", {"sub_task": "Do the first thing"})])
            if asked == 1 and ever:
                return Scripted(calls=[("browse", {"sub_task": "Look around by other means"})])
            return finish("It is there.", 1)
        if "other means" in said or (not ever and made == len(moves)):
            return report("Looked.", ("there is a heading", heading(said)))
        made += 1
        return Scripted(calls=[moves[(made - 1) % len(moves)](body)])

    return answer


def heading(said: str) -> str:
    return str(re.findall(r"(?:Lamps|Lamp \d+|Offer|Feed|Work|How was it\?)", said)[-1])


def found(result: TaskResult) -> list[dict[str, Any]]:
    events = read_run(Path(result.run_dir)).events
    return [dict(event) for event in events if event["kind"] == "loop.found"]


LOOPS: dict[str, tuple[str, list[Next], int]] = {
    "click and back": ("list.html?turns", [click("link 'Lamp 1'"), BACK], 5),
    "click and back among ever new advertisements": (
        "list.html?ads",
        [click("link 'Lamp 1'"), BACK],
        5,
    ),
    "a click without effect on what is drawn anew": (
        "useless.html",
        [click("button 'Buy now'")],
        2,
    ),
    "a ring of three pages": ("item.html?n=1", [click("link 'Similar lamp'")], 6),
    "eight useless clicks": (
        "useless.html",
        [click(f"button 'Colour {letter}'") for letter in "abcdefgh"],
        4,
    ),
    "scrolling on at the end": ("feed.html?end", [DOWN], 6),
    "up and down": ("feed.html?end", [DOWN, UP], 6),
    "a feed that repeats itself": ("feed.html?same", [DOWN], 6),
    "a pager that repeats itself": ("list.html?repeat", [click("link 'Next'")], 6),
    "the same text into the same field": (
        "useless.html",
        [on("enter_text", "textbox 'Code'", text="4711")],
        3,
    ),
    "what is refused, again": ("useless.html", [click("button 'Send'")], 2),
    "the same address, again": ("list.html", [lambda body: again(body)], 4),
}


def again(body: Mapping[str, Any]) -> Call:
    address = re.findall(r"http://[^\s'\"]+/list\.html", seen(body))
    return "open_url", {"url": address[-1]}


FAST = {"click and back"}
FAST_WORK = {"eight times Next"}


def marked(cases: Mapping[str, Any], fast: set[str]) -> list[Any]:
    slow = pytest.mark.slow
    return [case if case in fast else pytest.param(case, marks=slow) for case in cases]


@pytest.mark.parametrize("case", marked(LOOPS, FAST))
async def test_a_model_that_goes_round_is_told_and_the_planner_takes_another_way(
    case: str, workbench: Workbench, pages: str
) -> None:
    page, moves, latest = LOOPS[case]
    web = await workbench.agent(worker(moves, ever=True), limits=LIMITS)
    result = await web.run("See what is there.", start_url=f"{pages}/{page}")
    loops = found(result)
    assert loops, "no loop was found"
    assert loops[0]["role"] == "navigator"
    assert loops[0]["step"] <= latest <= 6
    assert loops[0]["pairs"]
    told = "\n".join(seen(body) for body in workbench.asked("navigator"))
    assert "LOOP: " in told
    planner = seen(workbench.asked("planner")[-1])
    assert "It went round in a loop" in planner
    assert "must take another way" in planner
    assert result.outcome is Outcome.SUCCESS


WORK: dict[str, tuple[str, list[Next]]] = {
    "eight times Next": ("list.html", [click("link 'Next'")] * 8),
    "four results with back": (
        "list.html",
        [move for n in (1, 2, 3, 4) for move in (click(f"link 'Lamp {n}'"), BACK)],
    ),
    "twelve products": (
        "list.html",
        [
            move
            for page in range(3)
            for move in [
                *(
                    each
                    for n in range(page * 5 + 1, page * 5 + 5)
                    for each in (click(f"link 'Lamp {n}'"), BACK)
                ),
                click("link 'Next'"),
            ]
        ],
    ),
    "a long scroll": ("feed.html?end", [DOWN]),
    "a feed with new entries": ("feed.html", [DOWN] * 10),
    "quantity + four times": ("work.html", [click("button '+'")] * 4),
    "a calendar 14 months on": ("work.html", [click("button 'Next month'")] * 14),
    "fifteen boxes": ("work.html", [click(f"checkbox 'Box {n}'") for n in range(1, 16)]),
    "twenty rows": (
        "work.html",
        [
            move
            for n in range(1, 21)
            for move in (
                click(f"button 'Edit row {n}'"),
                on("enter_text", "textbox 'Category'", text="lamps"),
                click("button 'Save'"),
            )
        ],
    ),
    "a wizard of ten pages": (
        "wizard.html",
        [click("radio 'Good'"), click("button 'Continue'")] * 10,
    ),
    "a slow job": ("work.html", [click("button 'Start the job'"), *[WAIT] * 8]),
}


@pytest.mark.slow
@pytest.mark.parametrize("case", marked(WORK, FAST_WORK))
async def test_long_work_is_let_alone(case: str, workbench: Workbench, pages: str) -> None:
    page, moves = WORK[case]
    web = await workbench.agent(worker(moves, ever=False), limits=LIMITS)
    result = await web.run("Do the work.", start_url=f"{pages}/{page}")
    assert found(result) == []
    assert result.outcome is Outcome.SUCCESS
    navigator = workbench.asked("navigator")
    assert len(navigator) == len(moves) + 1, seen(navigator[-1])[-2000:]
