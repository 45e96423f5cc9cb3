"""The skills that are rarely needed, listed by the page or on demand, and used to the end."""

from collections.abc import AsyncIterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from starlette.applications import Starlette
from starlette.responses import Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from agent_e import Outcome
from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.journal import read_events
from agent_e.types import TaskResult
from tests.agent_e.browser.pdfs import pdf

from .conftest import Workbench, browse, finish, mmid_of, offered, report, seen

pytestmark = pytest.mark.browser

PAGES = Path(__file__).parents[1] / "pages" / "acting"
RARE = {"upload_file", "read_pdf", "extract", "pick_date"}


class Use(NamedTuple):
    """One sub-task: what it says, on which page, what is called there, and what that shows.

    ``listed``: whether the page calls for it, so that its schema is sent at once.
    """

    sub_task: str
    page: str
    skill: str
    arguments: Mapping[str, Any]
    quote: str
    listed: bool = True


USES = (
    Use("Leave on May the 3rd.", "redrawn_widgets.html", "pick_date",
        {"mmid": "textbox 'Leave on'", "date": "2031-01-09"}, "2031-01-09",
        listed=False),
    Use("Say what the fee is.", "fees.pdf", "read_pdf", {}, "The fee is 42 euros."),
    Use("Collect the orders.", "redrawn.html", "extract", {"fields": ["name"]}, "Order 2",
        listed=False),
    Use("Fill in the form.", "uploads.html", "upload_file", {"mmid": "button 'Photo'"}, "cv.pdf"),
)  # fmt: skip


async def fees(_: object) -> Response:
    return Response(pdf(["The fee is 42 euros."]), media_type="application/pdf")


@pytest.fixture
async def site() -> AsyncIterator[str]:
    routes = [Route("/fees.pdf", fees), Mount("/", StaticFiles(directory=PAGES))]
    async with serve_app(Starlette(routes=routes)) as port:
        yield f"http://127.0.0.1:{port}"


def using(use: Use, after: str, files: list[str]) -> Any:
    """The call of a sub-task, with the page of the next one opened behind it."""

    def answer(body: Mapping[str, Any]) -> Scripted:
        given = dict(use.arguments)
        if "mmid" in given:
            given["mmid"] = mmid_of(body, given["mmid"])
        if use.skill == "upload_file":
            given["paths"] = files
        then = [("open_url", {"url": after})] if after else []
        return Scripted(calls=[(use.skill, given), *then])

    return answer


async def test_each_is_listed_where_the_page_calls_for_it_and_works_anywhere(
    workbench: Workbench, site: str, tmp_path: Path
) -> None:
    file = tmp_path / "cv.pdf"
    file.write_bytes(pdf(["Ann"]))
    pages = [f"{site}/{use.page}" for use in USES]
    planner = [browse(use.sub_task, plan=at == 0) for at, use in enumerate(USES)]
    navigator = []
    for use, after in zip(USES, [*pages[1:], ""], strict=True):
        navigator += [using(use, after, [str(file)]), report("did it", ("it shows", use.quote))]
    script = by_role(planner=[*planner, finish("done", *range(1, 5))], navigator=navigator)
    safety = {"trust": ["127.0.0.1"], "uploads": [str(file)]}
    agent = await workbench.agent(script, verify="never", safety=safety)
    result = await agent.run("Use all of it.", start_url=pages[0])
    told = seen(workbench.server.requests[-1])
    assert (result.outcome, result.message) == (Outcome.SUCCESS, ""), told
    assert [fact.quote for fact in result.evidence] == [use.quote for use in USES]
    firsts = [body for body in workbench.asked("navigator") if len(body["messages"]) == 2]
    listed = [{use.skill} if use.listed else set() for use in USES]
    assert [RARE & {*offered(body)} for body in firsts] == listed
    # Called without, it is listed from then on.
    later = [body for body in workbench.asked("navigator") if len(body["messages"]) > 2]
    assert all(use.skill in offered(body) for use, body in zip(USES, later, strict=True))


@pytest.mark.slow
async def test_one_that_the_page_does_not_call_for_is_got(workbench: Workbench, site: str) -> None:
    use = USES[0]
    script = by_role(
        planner=[browse(use.sub_task), finish("done", 1)],
        navigator=[
            Scripted(calls=[("get_function", {"name": use.skill})]),
            using(use, "", []),
            report("did it", ("it shows", use.quote)),
        ],
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run("Use it.", start_url=f"{site}/{use.page}")
    assert result.outcome is Outcome.SUCCESS
    before, got, used = workbench.asked("navigator")
    assert "get_function" in offered(before) and use.skill not in offered(before)
    assert use.skill in offered(got) and offered(used) == offered(got)
    assert "Call pick_date(mmid: string; " in seen(got)
    again = await workbench.agent(
        lambda body: Scripted(status=500), verify="never", model="replay:latest"
    )
    second = await again.run("Use it.", start_url=f"{site}/{use.page}")
    assert second.outcome is Outcome.SUCCESS
    listed = [_listed(run) for run in (result, second)]
    assert listed[0] == listed[1] == [offered(body) for body in (before, got, used)]


def _listed(result: TaskResult) -> list[list[str]]:
    """What the navigator's calls of a run listed, as its journal has it."""
    return [
        event["tools"]
        for event in read_events(Path(result.run_dir))
        if event["kind"] == "model.called" and event["role"] == "navigator"
    ]


async def test_a_file_that_was_not_granted_stays_here(
    workbench: Workbench, site: str, tmp_path: Path
) -> None:
    own, link = tmp_path / "id_rsa", tmp_path / "cv.pdf"
    own.write_text("a key")
    link.symlink_to(own)
    granted = tmp_path / "photo.png"
    granted.write_bytes(b"png")
    (use,) = (each for each in USES if each.skill == "upload_file")
    script = by_role(
        planner=[browse(use.sub_task), finish("no", status="cannot")],
        navigator=[
            using(use, "", [str(own)]),
            using(use, "", [str(link)]),
            using(use, "", [str(granted)]),
            report("Refused.", status="blocked"),
        ],
    )
    elsewhere = [f"example.org={granted}"]
    agent = await workbench.agent(script, safety={"uploads": elsewhere})
    await agent.run("Use it.", start_url=f"{site}/{use.page}")
    told = seen(workbench.server.requests[-2])
    assert told.count("may not be given away") == 2
    assert "'photo.png' was granted to another site than 127.0.0.1" in told
    assert "The field now holds" not in told
