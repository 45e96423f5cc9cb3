"""Does tasks with the offline model and prints what came of them, as JSON.

Run as ``python -m tests.renamed_tasks plain FOLDER``, or ``renamed`` for every phrase renamed.
"""

from __future__ import annotations

import asyncio
import json
import re
import sys
from collections.abc import Sequence
from contextlib import aclosing
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl

if __name__ == "__main__" and sys.argv[1] == "renamed":
    from tests.renaming import install

    install()

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.agent import WebAgent
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.demo import TASKS
from agent_e.benchmarks.sites import serve_site
from agent_e.cli.progress import Progress
from agent_e.config import SafetySettings, Settings
from agent_e.dom.changes.describe import describe
from agent_e.dom.render.page_text import render
from agent_e.journal.events import read_event
from agent_e.models.model import AnswerSchema, Message, Reply, ToolCall, ToolSchema
from agent_e.types import (
    ChangeReport,
    Dialog,
    ElementChange,
    Frame,
    Node,
    Observation,
    RemainingItems,
    RequestSeen,
    Scroll,
    SkillResult,
)
from agent_e.verification import EvidenceLog
from agent_e.workspace import Opener
from tests.browsers import Chromium

EXAMPLES = Path(__file__).parent.parent / "examples"
OFFICE = """<!doctype html><title>Office</title><main><h1>Office</h1>
<p>Opening hours: 9 to 17</p>
<ul><li>Red paper <button>Delete</button></li><li>Blue paper <button>Delete</button></li></ul>
<p role=status id=said></p>
<a href=/join>Join us</a> <a href=/rooms>Rooms</a></main>
<script>for (const button of document.querySelectorAll("button")) button.onclick = () => {
  if (!confirm("Really delete it?")) return;
  button.parentElement.remove(); said.textContent = "It was deleted.";
}</script>"""
JOIN = """<!doctype html><title>Join us</title><main><h1>Join us</h1><form method=post action=/join>
<label>Your name <input name=name required></label>
<label>Town <select name=town><option>Linz</option><option>Graz</option></select></label>
<label><input type=checkbox name=news> News by mail</label>
<button>Send it in</button></form></main>"""
ROOMS = """<!doctype html><title>Rooms {page}</title><main><h1>Rooms</h1>
<ul>{items}</ul>{more}</main>"""
IDLE = "<title>Idle</title><main><h1>Idle</h1><button>Idle</button></main>"
OFFICE_TASKS = (
    "What are the opening hours?",
    "Click “Delete”.",
    "Go to Join us.",
    "Go to Rooms. What is the price of the most expensive room?",
    "What is the telephone number?",
)


async def _join(request: Request) -> Response:
    if request.method == "GET":
        return HTMLResponse(JOIN)
    form = dict(parse_qsl((await request.body()).decode()))
    return RedirectResponse(f"/joined?{form['name']} {form['town']} {form.get('news')}", 303)


async def _joined(request: Request) -> Response:
    who = request.url.query.replace("%20", " ")
    return HTMLResponse(f"<title>Joined</title><main><h1>Welcome {who}</h1></main>")


async def _rooms(request: Request) -> Response:
    page = int(request.query_params.get("page", 1))
    rows = [(f"Room {4 * page + n}", 20 + (7 * (4 * page + n)) % 11) for n in range(4)]
    items = "".join(f"<li><h2>{name}</h2><p>${price}.00</p></li>" for name, price in rows)
    more = f'<a href="/rooms?page={page + 1}">Next</a>' if page < 3 else ""
    return HTMLResponse(ROOMS.format(page=page, items=items, more=more))


def _office() -> Starlette:
    return Starlette(
        routes=[
            Route("/", lambda request: HTMLResponse(OFFICE)),
            Route("/join", _join, methods=["GET", "POST"]),
            Route("/joined", _joined),
            Route("/rooms", _rooms),
            Route("/idle", lambda request: HTMLResponse(IDLE)),
        ]
    )


def told() -> str:
    """A page and a report that have every kind of phrase; their own words are but numbers."""
    scroll = Scroll(y=900, width=1280, height=9_000, viewport_width=1280, viewport_height=720)
    frames = (Frame(url="http://1.1/", origin="1"), Frame(url="", origin="2", problem="3"))
    nodes = [
        Node(depth=0, role="heading", name="4", level=1),
        Node(depth=0, role="textbox", name="5", mmid=5, value="6" * 300, description="7"),
        Node(depth=0, role="combobox", name="8", mmid=8, value="9", options=("9", "10") * 80),
        Node(depth=0, role="frame", frame=1),
        *(Node(depth=0, role="link", name=f"{n}", mmid=n, href="http://1.1/") for n in range(900)),
    ]
    page = Observation(
        url="http://1.1/", title="11", nodes=tuple(nodes), focus=5, scroll=scroll, frames=frames
    )
    asked = Dialog(kind="confirm", message="12")
    shown = [
        render(page, budget=3_000).text,
        render(page, budget=3_000, page=2).text,
        render(page, find="4").text,
        render(page, find="25").text,
        render(page, view="input_fields", budget=3_000).text,
        render(page, view="text_only", budget=3_000).text,
        render(Observation(url="1", title="2", dialog=asked, scroll=scroll)).text,
    ]
    there, gone = nodes[4], Node(depth=0, role="dialog", name="13")
    was = ElementChange(node=nodes[1], what="value", before="14", after="15")
    text = Node(depth=0, role="text", name="16")
    reports = [
        ChangeReport(),
        ChangeReport(page=page, opened_tabs=("17",)),
        ChangeReport(page=page, before=page),
        ChangeReport(
            added=(text, Node(depth=0, role="alert", name="18"), gone),
            places=("", "", ""),
            removed=(gone, there),
            left=(RemainingItems(place="19", before=9, count=3, shown=1, nodes=(there,)),),
            changed=(was, ElementChange(node=text, what="name", before="20", after="16")),
            focus=nodes[1],
            scroll=(0, 10),
            position=scroll,
            dialogs=(asked, asked),
            dialog_open=True,
            downloads=("21",),
            requests=(RequestSeen(method="POST", url="http://1.1/22", status=500),),
            console_errors=("23",),
        ),
        ChangeReport(
            earlier=ChangeReport(added=(text,), places=("",)), added=(text,), places=("24",)
        ),
    ]
    for each in reports:
        shown.append(describe(each, budget=2_000, page_budget=2_000, frames=frames).text)
    return "\n".join(shown)


def located() -> list[list[Any]]:
    """Whether each line of an outline and a report is located as a quote, and on which nodes."""
    row = Node(depth=0, role="row")
    cells = [
        Node(depth=1, role="cell", name="31"),
        Node(depth=1, role="cell", name="", mmid=None),
        Node(depth=2, role="link", name="Rover", mmid=7, bbox=(1, 2, 30, 4)),
    ]
    field = Node(depth=0, role="textbox", name="Town", mmid=8, value="Graz", states=("required",))
    heading = Node(depth=0, role="heading", name="Rooms", level=2)
    page = Observation(url="http://1.1/", title="1", nodes=(heading, row, *cells, field))
    changed = ElementChange(node=field, what="value", before="Linz", after="Graz")
    report = ChangeReport(changed=(changed,), added=(heading,), places=("",))
    log = EvidenceLog()
    log.add(SkillResult(data=(page,), report=report), step=1, url=page.url)
    words = render(page).text + "\n" + describe(report, budget=2_000, page_budget=2_000).text
    places = (log.locate(line) for line in words.splitlines()[2:])
    return [[place is not None, *(place.nodes if place else ())] for place in places]


class Stubborn:
    """A model that clicks the same thing again and again."""

    name = "stubborn"

    async def complete(
        self,
        messages: Sequence[Message],
        tools: Sequence[ToolSchema] = (),
        *,
        schema: AnswerSchema | None = None,
    ) -> Reply:
        """Browse, click, and give up when only an ending is offered or the loop is over."""
        offered = [tool.name for tool in tools]
        tried = sum(len(message.calls) for message in messages)
        if "finish" in offered:
            ended = {"status": "cannot", "answer": "No.", "evidence": []}
            call = ("browse", {"sub_task": "Click."}) if not tried else ("finish", ended)
        elif "click" in offered and tried < 12:
            call = ("click", {"mmid": "button 'Idle'"})
        else:
            call = ("report", {"status": "failed", "summary": "No.", "facts": []})
        name, arguments = call
        made = ToolCall(id=f"call_{tried}", name=name, arguments=json.dumps(arguments))
        return Reply(calls=(made,))

    async def close(self) -> None:
        """Nothing is held."""


async def _looped(
    folder: Path, url: str, safety: SafetySettings, opener: Opener
) -> list[list[Any]]:
    """The loops that are found of an agent that goes round, and what the journal says of them."""
    settings = Settings.model_validate(
        {"model": "stubborn", "runs_dir": folder, "verify": "never", "safety": safety}
    )
    async with WebAgent(settings, models={"stubborn": Stubborn()}, opener=opener) as agent:
        result = await agent.run("Go round.", start_url=f"{url}idle")
    events = (Path(result.run_dir) / "events.jsonl").read_text("utf-8").splitlines()
    loops = [each for each in map(json.loads, events) if each["kind"] == "loop.found"]
    view = Progress()
    for event in map(json.loads, events):
        view.handle(read_event(event))
    feed = [[line.kind, line.status] for line in view.feed]
    return [[each["rule"], each["level"], each["step"]] for each in loops] + [feed]


async def _done(agent: WebAgent, text: str, url: str) -> dict[str, Any]:
    result = await agent.run(text, start_url=url)
    events = (Path(result.run_dir) / "events.jsonl").read_text("utf-8").splitlines()
    replies = [each for each in map(json.loads, events) if each["kind"] == "model.replied"]
    return {
        "task": text,
        "outcome": result.outcome.value,
        "answer": result.answer,
        "verified": result.verified,
        "evidence": [[fact.claim, fact.quote] for fact in result.evidence],
        "replies": [
            [
                reply["role"],
                reply["text"],
                *([call["name"], call["arguments"]] for call in reply["calls"]),
            ]
            for reply in replies
        ],
    }


async def main(folder: Path) -> dict[str, Any]:
    """Do every task and return what came of each, the addresses without their ports."""
    found = []
    async with (
        serve_app(_office()) as port,
        serve_site("catalog") as catalog,
        serve_site("shop") as shop,
        aclosing(Chromium()) as chromium,
    ):
        sites = {"catalog": catalog.url, "shop": shop.url}
        office = f"http://127.0.0.1:{port}/"
        asked = [(task.text, sites[task.site]) for task in TASKS]
        asked += [(text, office) for text in OFFICE_TASKS]
        # What the tests' own pages are there for is not asked about.
        safety = Settings().safety.trusting({url for _, url in asked})
        played = {path.stem: f"replay:{path}" for path in sorted(EXAMPLES.glob("*.jsonl"))}
        for architecture, model in {"hierarchical": "offline", **played}.items():
            tasks = asked if model == "offline" else asked[:1]
            settings = Settings.model_validate(
                {
                    "model": model,
                    "architecture": architecture,
                    "runs_dir": folder,
                    "safety": safety,
                }
            )
            async with WebAgent(settings, opener=chromium.session) as agent:
                found += [await _done(agent, text, url) for text, url in tasks]
        looped = await _looped(folder, office, safety, chromium.session)
    plain = re.sub(r"127\.0\.0\.1:\d+", "site", json.dumps(found))
    return {"told": told(), "tasks": json.loads(plain), "loops": looped, "located": located()}


if __name__ == "__main__":
    print(json.dumps(asyncio.run(main(Path(sys.argv[2])))))
