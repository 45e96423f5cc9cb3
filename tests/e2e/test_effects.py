"""What runs changed outside: in the result, in the journal, and on the terminal when it happens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Script, Scripted
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.cli.plain import PlainView
from agent_e.cli.summary import summary_lines
from agent_e.journal import read_run
from agent_e.journal.resume import read_unfinished
from agent_e.types import Effect, TaskResult

from .conftest import LOOKED, Workbench, browse, clicking, finish, mmid_of, offered, report

pytestmark = pytest.mark.browser

Turn = Callable[[Mapping[str, Any]], Scripted]


def turns(*navigator: Turn | Scripted, answer: str = "Done.") -> Script:
    """A planner with one sub-task, and a navigator that takes these turns."""
    planner: Iterator[Scripted] = iter([browse("Do it"), finish(answer, 1)])
    left = iter(navigator)

    def script(body: Mapping[str, Any]) -> Scripted:
        if "finish" in offered(body):
            return next(planner)
        turn = next(left)
        return turn if isinstance(turn, Scripted) else turn(body)

    return script


def filling(fields: Mapping[str, str], button: str) -> Turn:
    def turn(body: Mapping[str, Any]) -> Scripted:
        given = [{"mmid": mmid_of(body, line), "value": value} for line, value in fields.items()]
        arguments = {"fields": given, "submit": mmid_of(body, f"button '{button}'")}
        return Scripted(calls=[("fill_form", arguments)])

    return turn


def opening(url: str) -> Scripted:
    return Scripted(calls=[("open_url", {"url": url})])


def short(effects: tuple[Effect, ...]) -> list[tuple[Any, ...]]:
    return [
        (each.step, each.kind, each.tier, each.target, each.method, each.status, each.grant)
        for each in effects
    ]


async def carried_out(workbench: Workbench, script: Script, url: str, **settings: Any) -> Any:
    lines: list[str] = []
    agent = await workbench.agent(
        script, listener=PlainView(lines.append), **{"verify": "never", **settings}
    )
    result: TaskResult = await agent.run("Do it.", start_url=url)
    assert result.answer == "Done.", result
    record = read_run(Path(result.run_dir))
    assert record.transcript.effects == result.effects
    assert record.result is not None
    assert record.result["effects"] == result.to_json()["effects"]
    return result, lines


async def test_a_booking_that_is_cancelled_without_asking_is_said_at_once_and_at_the_end(
    workbench: Workbench,
) -> None:
    async with serve_site("club") as club:
        assert isinstance(club.backend, ClubBackend)
        member = club.backend.data.without_code[0]
        login = {"textbox 'Member name'": member.name, "textbox 'Password'": member.password}
        script = turns(
            clicking("link 'Members'"),
            filling(login, "Log in"),
            opening(f"{club.url.rstrip('/')}/members/bookings"),
            clicking("button 'Cancel booking'"),
            report("Cancelled.", ("it is", "is cancelled.")),
        )
        result, lines = await carried_out(workbench, script, club.url)
        [cancelled] = club.state()["cancelled"]
    assert short(result.effects) == [
        (3, "act", "R3", "button 'Log in'", "", None, "notify"),
        (3, "request", "R3", "button 'Log in'", "POST", 303, "notify"),
        (5, "act", "R3", "button 'Cancel booking'", "", None, "notify"),
        (5, "request", "R3", "button 'Cancel booking'", "POST", 303, "notify"),
    ]
    last = result.effects[-1]
    assert last.url.endswith(f"/members/bookings/{cancelled['booking']}/cancel")
    assert last.page_message.endswith(" is cancelled.")
    assert member.password not in json.dumps(result.to_json())
    words = (
        f"done without asking (--trust): clicked button 'Cancel booking' — \"{last.page_message}\""
    )
    action = next(n for n, line in enumerate(lines) if "click button 'Cancel booking'" in line)
    assert lines[action + 1] == f"  {words}"
    end = [line.plain for line in summary_lines(result)]
    told = end[end.index("Done on your behalf:") + 1 :][:2]
    assert told[0].startswith("  filled in the form, then clicked button 'Log in' (POST /login 303")
    assert told[1] == (
        "  clicked button 'Cancel booking' "
        f"(POST /members/bookings/{cancelled['booking']}/cancel 303, without asking) "
        f'— "{last.page_message}"'
    )


async def test_an_order_that_is_placed(workbench: Workbench, shop: RunningSite) -> None:
    base = shop.url.rstrip("/")
    details = {
        "textbox 'Full name": "Ann Lee",
        "textbox 'Email": "ann@shop.example",
        "textbox 'Street": "Lane 7",
        "textbox 'Postcode": "1010",
        "textbox 'Town": "Vienna",
        "combobox 'Country": "Austria",
        "radio 'Collect": "true",
        "checkbox 'I accept": "true",
    }
    script = turns(
        clicking("link 'Clip-On Reading Light"),
        clicking("button 'Add to basket'"),
        opening(f"{base}/checkout"),
        filling(details, "Place order"),
        report("Ordered.", ("it is", "Thank you")),
    )
    result, lines = await carried_out(workbench, script, f"{base}/search?q=reading+light")
    assert [order["name"] for order in shop.state()["orders"][-1:]] == ["Ann Lee"]
    tiers = {each.target: each.tier for each in result.effects if each.kind == "act"}
    assert tiers["button 'Place order'"] == "R3"
    sent = [each for each in result.effects if each.kind == "request"]
    assert (sent[-1].url, sent[-1].status) == (f"{base}/checkout", 303)
    assert "ann@shop.example" not in json.dumps(result.to_json()["effects"])
    assert sum("done without asking" in line for line in lines) >= 1


async def test_a_task_that_only_reads_has_no_effects(
    workbench: Workbench, catalog: RunningSite
) -> None:
    name = catalog.state()["products"][1]["name"]
    script = turns(
        clicking(f"link '{name}'"),
        Scripted(calls=[("history", {"direction": "back"})]),
        LOOKED,
    )
    result, lines = await carried_out(workbench, script, catalog.url)
    assert result.effects == ()
    assert not [line for line in lines if "behalf" in line or "notify" in line]
    assert "Done on your behalf:" not in [line.plain for line in summary_lines(result)]


PIN = """<title>PIN</title><form method=post action="/pin?code=4711">
<label>PIN <input type=password name=pin></label><button>Save</button></form>
<button onclick="fetch('/broken', {method: 'POST'})">Try</button>"""


async def _pin(request: Request) -> Response:
    return HTMLResponse(PIN)


async def _save(request: Request) -> Response:
    sent = parse_qs((await request.body()).decode())
    return RedirectResponse(f"/saved?pin={sent['pin'][0]}", 303)


async def _saved(request: Request) -> Response:
    pin = request.query_params["pin"]
    return HTMLResponse(
        f"<title>Saved</title><h1>All is well.</h1><p role=status>Your PIN: {pin}</p>"
    )


async def _broken(request: Request) -> Response:
    return Response("No.", status_code=500)


ROUTES = [
    Route("/", _pin),
    Route("/pin", _save, methods=["POST"]),
    Route("/saved", _saved),
    Route("/broken", _broken, methods=["POST"]),
]


async def test_a_password_is_in_no_effect_though_the_page_says_it(workbench: Workbench) -> None:
    async with serve_app(Starlette(routes=ROUTES)) as port:
        script = turns(
            clicking("button 'Try'"),
            filling({"textbox 'PIN'": "sesame-2718"}, "Save"),
            report("Saved.", ("it is", "All is well.")),
        )
        result, _ = await carried_out(workbench, script, f"http://127.0.0.1:{port}/")
    [request] = [each for each in result.effects if each.kind == "request"]
    assert request.url == f"http://127.0.0.1:{port}/pin?code=…"
    assert request.page_message.startswith("Your PIN: ")
    assert "sesame-2718" not in json.dumps(result.to_json())
    assert "sesame-2718" not in (Path(result.run_dir) / "events.jsonl").read_text()


@pytest.mark.slow
async def test_a_run_that_goes_on_begins_with_the_effects_of_before(workbench: Workbench) -> None:
    async with serve_app(Starlette(routes=ROUTES)) as port:
        url = f"http://127.0.0.1:{port}/"
        script = turns(
            filling({"textbox 'PIN'": "sesame-2718"}, "Save"),
            report("Saved.", ("it is", "All is well.")),
        )
        first, _ = await carried_out(workbench, script, url)
        # As if it had died before its end.
        folder = Path(first.run_dir)
        (folder / "result.json").unlink()
        events = folder / "events.jsonl"
        lines = events.read_text().splitlines(keepends=True)
        cut = next(n for n, line in enumerate(lines) if '"kind": "effect"' in line) + 2
        events.write_text("".join(lines[:cut]))
        before = read_unfinished(read_run(folder).events)
        assert before.effects == first.effects

        again = turns(
            filling({"textbox 'PIN'": "sesame-3141"}, "Save"),
            report("Saved.", ("it is", "All is well.")),
        )
        agent = await workbench.agent(again, verify="never")
        result = await agent.run("Do it.", start_url=url, run_dir=folder, before=before)
    assert result.effects[: len(first.effects)] == first.effects
    assert len(result.effects) == 2 * len(first.effects)
    assert read_run(folder).transcript.effects == result.effects


ASKS = """<title>Files</title><p role=status id=said>1 file</p><button onclick="
  if (confirm('Delete one file?')) fetch('/drop', {method: 'DELETE'}).then(() => {
    said.textContent = 'It is deleted.'; })">Delete</button>"""


async def _asks(request: Request) -> Response:
    return HTMLResponse(ASKS)


async def _drop(request: Request) -> Response:
    return Response(status_code=204)


@pytest.mark.parametrize("accept", [True, False])
async def test_what_a_dialog_asks_about_is_done_by_its_answer(
    workbench: Workbench, accept: bool
) -> None:
    routes = [Route("/", _asks), Route("/drop", _drop, methods=["DELETE"])]
    async with serve_app(Starlette(routes=routes)) as port:
        script = turns(
            clicking("button 'Delete'"),
            Scripted(calls=[("handle_dialog", {"accept": accept})]),
            report("Answered.", ("it is", "Delete")),
        )
        result, _ = await carried_out(workbench, script, f"http://127.0.0.1:{port}/")
    assert [
        (each.kind, each.target, each.method, each.page_message) for each in result.effects
    ] == (
        [
            ("act", "dialog 'Delete one file?'", "", "It is deleted."),
            ("request", "dialog 'Delete one file?'", "DELETE", "It is deleted."),
        ]
        if accept
        else []
    )


LATER = """<title>Files</title><p>1 file</p><button onclick="
  setTimeout(() => fetch('/drop', {method: 'METHOD'}), 2000)">Go on</button>"""


@pytest.mark.parametrize(
    ("method", "tier", "why", "safety"),
    [
        ("POST", "R2", "notify", {}),
        pytest.param("DELETE", "R3", "--trust", {"trust": ["127.0.0.1"]}, marks=pytest.mark.slow),
    ],
)
async def test_what_a_page_sends_after_an_act_is_said_and_entered_too(
    workbench: Workbench, method: str, tier: str, why: str, safety: Any
) -> None:
    async def later(request: Request) -> Response:
        return HTMLResponse(LATER.replace("METHOD", method))

    routes = [Route("/", later), Route("/drop", _drop, methods=[method])]
    async with serve_app(Starlette(routes=routes)) as port:
        script = turns(
            clicking("button 'Go on'"),
            Scripted(calls=[("get_dom", {})], delay_s=3),
            report("Done.", ("it is", "1 file")),
        )
        url = f"http://127.0.0.1:{port}/"
        result, lines = await carried_out(workbench, script, url, safety=safety)
    done = f"clicked button 'Go on' ({method} /drop"
    assert f"  done without asking ({why}): {done}, later)" in lines
    last = short(result.effects)[-1]
    assert last[1:] == ("request", tier, "button 'Go on'", method, None, "notify")
    assert f"  {done}, without asking)" in [line.plain for line in summary_lines(result)]
