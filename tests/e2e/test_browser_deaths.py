"""Runs whose browser, driver or process is killed: they go on, and do nothing twice."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import psutil
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response, StreamingResponse
from starlette.routing import Route

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role, scripted_server
from agent_e.browser import BrowserSession
from agent_e.journal import list_runs, read_run
from agent_e.types import TaskResult

from .conftest import Workbench, browse, clicking, finish, report, seen
from .test_effects import filling, opening
from .test_grants import grant

pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(sys.platform == "win32", reason="sends signals"),
]

TASK = "Log in as Ann with the password tide-water and place an order."
LOOK = Scripted(calls=[("get_dom", {"view": "all_fields"})])
LOGIN = filling({"textbox 'Name'": "Ann", "textbox 'Password'": "{secret:task_password}"}, "Log in")
ORDER = clicking("button 'Place order'")


@dataclass
class Desk:
    """A site with a login, and orders; it may hold the answer to one back.

    Attributes:
        orders: the number of orders made so far.
        seen: what the page of orders was asked with: whether signed in, by which storage.
        hold: called in place of an answer to an order, and in the middle of a page.
    """

    url: str = ""
    orders: int = 0
    logins: int = 0
    desks: list[bool] = field(default_factory=list)
    marks: list[str] = field(default_factory=list)
    hold: Callable[[], None] | None = None

    async def start(self, request: Request) -> Response:
        return HTMLResponse(
            "<title>Log in</title><form method=post action=/login><label>Name <input name=name>"
            "</label><label>Password <input type=password name=password></label>"
            "<button>Log in</button></form>"
        )

    async def login(self, request: Request) -> Response:
        self.logins += 1
        answer = RedirectResponse("/desk", 303)
        answer.set_cookie("session", "kept-secret-4711", httponly=True)
        return answer

    async def desk(self, request: Request) -> Response:
        self.desks.append(request.cookies.get("session") == "kept-secret-4711")
        return HTMLResponse(
            "<title>Desk</title><h1>The desk</h1><p id=mark></p>"
            "<form method=post action=/orders><button>Place order</button></form>"
            "<button onclick=\"fetch('/orders', {method: 'POST'})\">Go</button>"
            "<script>localStorage.mark ??= 'mark-' + Math.random();"
            "fetch('/mark?' + localStorage.mark)</script>"
        )

    async def mark(self, request: Request) -> Response:
        self.marks.append(request.url.query)
        return Response("")

    async def order(self, request: Request) -> Response:
        self.orders += 1
        if self.hold is not None:
            hold, self.hold = self.hold, None
            hold()
            await asyncio.sleep(60)
        return RedirectResponse("/orders", 303)

    async def list(self, request: Request) -> Response:
        return HTMLResponse(f"<title>Orders</title><h1>Orders</h1><p>{self.orders} placed</p>")

    async def stall(self, request: Request) -> Response:
        async def parts() -> AsyncIterator[str]:
            yield "<title>Stalled</title><p>So far."
            # Until the browser shows it.
            await asyncio.sleep(0.5)
            if self.hold is not None:
                self.hold()
            await asyncio.sleep(60)

        return StreamingResponse(parts(), media_type="text/html")

    @property
    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self.start),
                Route("/login", self.login, methods=["POST"]),
                Route("/desk", self.desk),
                Route("/mark", self.mark),
                Route("/stall", self.stall),
                Route("/orders", self.order, methods=["POST"]),
                Route("/orders", self.list, methods=["GET"]),
            ]
        )


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    desk = Desk()
    async with serve_app(desk.app) as port:
        desk.url = f"http://127.0.0.1:{port}"
        yield desk


class Family:
    """The processes that this one started during a test."""

    def __init__(self) -> None:
        self._before = set(psutil.Process().children(recursive=True))

    @property
    def all(self) -> set[psutil.Process]:
        return set(psutil.Process().children(recursive=True)) - self._before

    def kill_browser(self) -> None:
        for each in self.all:
            # One that has just ended is no browser.
            with suppress(psutil.NoSuchProcess):
                line = each.cmdline()
                helps = any(part.startswith("--type=") for part in line)
                if "--remote-debugging-pipe" in line and not helps:
                    each.kill()

    def kill_driver(self) -> None:
        for each in set(psutil.Process().children()) & self.all:
            each.kill()

    async def gone(self) -> bool:
        _, left = await asyncio.to_thread(psutil.wait_procs, list(self.all), timeout=5)
        return not left


@pytest.fixture
def family(workbench: Workbench) -> Family:
    # A browser and a driver of its own.
    workbench.opener = BrowserSession.open
    return Family()


def after(kill: Callable[[], None], turn: Any) -> Callable[[Mapping[str, Any]], Scripted]:
    """Kill, then take this turn."""

    def killing(body: Mapping[str, Any]) -> Scripted:
        kill()
        return turn if isinstance(turn, Scripted) else turn(body)

    return killing


def kinds(result: TaskResult, kind: str) -> list[dict[str, Any]]:
    return [each for each in read_run(Path(result.run_dir)).events if each["kind"] == kind]


def reopened(result: TaskResult) -> int:
    return sum(each["what"] == "browser_reopened" for each in kinds(result, "browser.event"))


@pytest.mark.parametrize("killed", ["browser", pytest.param("driver", marks=pytest.mark.slow)])
async def test_a_run_survives_the_death_of_its_browser(
    workbench: Workbench, desk: Desk, family: Family, killed: str
) -> None:
    kill = family.kill_browser if killed == "browser" else family.kill_driver
    script = by_role(
        planner=[browse("Order"), browse("Look", plan=False), finish("One order.", 1)],
        navigator=[
            LOGIN,
            ORDER,
            opening(f"{desk.url}/desk"),
            after(kill, LOOK),
            report("It is the desk.", ("there it is", "The desk")),
        ],
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run(TASK, start_url=desk.url)
    await agent.close()
    assert result.outcome is Outcome.SUCCESS, result.message
    assert (desk.orders, desk.logins, reopened(result)) == (1, 1, 1)
    # The address was opened again, with the cookie and the local storage of before.
    assert desk.desks == [True, True, True]
    assert len(desk.marks) == 3 and len(set(desk.marks)) == 1, desk.marks
    told = seen(workbench.asked("planner")[1])
    assert "the browser died in the middle of this task" in told
    assert f"{desk.url}/desk" in told
    assert json.loads(Path(result.run_dir, "result.json").read_text())["outcome"] == "success"
    assert [each.status for each in result.effects if each.url.endswith("/orders")] == [303]
    for text in (told, Path(result.run_dir, "events.jsonl").read_text()):
        assert "kept-secret-4711" not in text
    assert await family.gone()


@pytest.mark.slow
async def test_a_driver_that_dies_while_a_page_loads_is_noticed_at_once(
    workbench: Workbench, desk: Desk, family: Family
) -> None:
    desk.hold = family.kill_driver
    script = by_role(
        planner=[browse("Open it"), browse("Look", plan=False), finish("A login.", 1)],
        navigator=[
            opening(f"{desk.url}/stall"),
            report("A login.", ("it is one", "Log in")),
        ],
    )
    browser = {"navigation_timeout_s": 60}
    agent = await workbench.agent(script, verify="never", browser=browser)
    result = await agent.run("Look.", start_url=desk.url)
    assert (result.outcome, reopened(result)) == (Outcome.SUCCESS, 1), result.message
    [broken] = [each for each in kinds(result, "action.ended") if each["status"] == "broken"]
    [gone] = [each for each in kinds(result, "browser.event") if each["what"] == "browser_gone"]
    assert broken["time"] - gone["time"] < 5


@pytest.mark.slow
async def test_a_run_whose_browser_dies_three_times_ends(
    workbench: Workbench, desk: Desk, family: Family
) -> None:
    script = by_role(
        planner=[browse("Look"), browse("Look", plan=False), browse("Look", plan=False)],
        navigator=[after(family.kill_browser, LOOK)] * 3,
    )
    agent = await workbench.agent(script)
    result = await agent.run("Look.", start_url=desk.url)
    await agent.close()
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 7)
    assert result.message.startswith("The browser is gone")
    assert reopened(result) == 2
    assert Path(result.run_dir, "result.json").exists()
    assert await family.gone()


@pytest.mark.parametrize(
    ("button", "used"),
    [
        ("Place order", ["sign in", "order, once"]),
        pytest.param("Go", ["sign in"], marks=pytest.mark.slow),
    ],
)
async def test_an_order_under_way_when_the_browser_died_is_not_placed_again(
    workbench: Workbench, desk: Desk, family: Family, button: str, used: list[str]
) -> None:
    """It is known by its button and its form; or by its request, where nothing else tells."""
    desk.hold = family.kill_browser
    script = by_role(
        planner=[browse("Order"), browse("Look", plan=False), finish("One order.", 1)],
        navigator=[
            LOGIN,
            clicking(f"button '{button}'"),
            clicking(f"button '{button}'"),
            opening(f"{desk.url}/orders"),
            report("It was placed.", ("it was", "1 placed")),
        ],
    )
    given = [grant("order", "place an order"), grant("sign_in", "Log in as Ann")]
    agent = await workbench.agent(script, grants=given, verify="never", safety={})
    result = await agent.run(TASK, start_url=desk.url)
    assert desk.orders == 1
    assert result.outcome is Outcome.SUCCESS, result.message
    refused = seen(workbench.asked("navigator")[-2])
    assert "whether it took place is not known. Look for its effect" in refused
    assert "Whether the last action before that took place" in seen(workbench.asked("planner")[1])
    assert [each["grant"] for each in kinds(result, "grant.used")] == used


@pytest.mark.slow
async def test_a_person_is_asked_about_an_order_that_may_have_been_placed(
    workbench: Workbench, desk: Desk, family: Family, tmp_path: Path
) -> None:
    desk.hold = family.kill_browser
    script = by_role(
        planner=[browse("Order"), browse("Look", plan=False), finish("Two orders.", 1)],
        navigator=[LOGIN, ORDER, ORDER, report("Placed.", ("it was", "2 placed"))],
    )
    answers = tmp_path / "answers.yaml"
    answers.write_text(json.dumps([{"kind": "approval", "answer": "yes"}]))
    agent = await workbench.agent(
        script,
        grants=[grant("order", "place an order", times=None), grant("sign_in", "Log in as Ann")],
        verify="never",
        safety={},
        mode="human",
        human={"answers": answers},
    )
    result = await agent.run(TASK, start_url=desk.url)
    assert (result.outcome, desk.orders) == (Outcome.SUCCESS, 2), result.message
    [asked] = kinds(result, "person.asked")
    assert "whether it took place is not known" in str(asked["request"])


@pytest.mark.slow
async def test_an_order_under_way_when_the_process_died_is_not_placed_again(
    desk: Desk, tmp_path: Path
) -> None:
    """Leave for another order is left, and it is not for one that may have been placed."""
    program = (sys.executable, "-m", "agent_e")
    script = by_role(
        planner=[browse("Order"), browse("Look", plan=False), finish("One order.", 1)],
        navigator=[
            ORDER,
            ORDER,
            opening(f"{desk.url}/orders"),
            report("It was placed.", ("it was", "1 placed")),
        ],
    )
    async with scripted_server(script, grants=[grant("order", "Place an order", times=2)]) as model:
        run = await asyncio.create_subprocess_exec(
            *(*program, "run", "Place an order, and another if need be.", "--planner", "always"),
            *("--start-url", f"{desk.url}/desk", "--model", "openai:scripted"),
            *("--base-url", model.base_url, "--verify", "never", "--out", str(tmp_path)),
            stderr=asyncio.subprocess.DEVNULL,
        )
        desk.hold = lambda: os.kill(run.pid, signal.SIGKILL)
        async with asyncio.timeout(60):
            assert await run.wait() == -signal.SIGKILL
        [record] = list_runs(tmp_path)
        assert (record.result, desk.orders) == (None, 1)
        again = await asyncio.create_subprocess_exec(
            *(*program, "runs", "resume", record.path.name, "--json", "--out", str(tmp_path)),
            stdout=asyncio.subprocess.PIPE,
        )
        async with asyncio.timeout(60):
            out, _ = await again.communicate()
    result = json.loads(out)
    assert (again.returncode, result["outcome"], desk.orders) == (0, "success", 1), result
    refused = seen(model.requests[-3])
    assert "whether it took place is not known. Look for its effect" in refused
