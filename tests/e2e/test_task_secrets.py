"""Canaries in the person's own words: a password in a task, an answer or a plan logs in.

No byte of it is written, printed or told to a model.
"""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent_e.benchmarks.scripted import Scripted, by_role, scripted_server
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.human import Reply
from agent_e.types import PersonRequest

from .conftest import Workbench, browse, clicking, finish, report, seen
from .leaking import leaks, members
from .test_canaries import fill
from .test_effects import filling, turns
from .test_grants import done, grant, used

pytestmark = pytest.mark.browser

ROOT = Path(__file__).parents[2]
NAME = "{secret:task_password}"


@pytest.fixture
async def club() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site


def member(club: RunningSite) -> Any:
    assert isinstance(club.backend, ClubBackend)
    return club.backend.data.without_code[0]


def log_in(user: str) -> Any:
    return filling({"textbox 'Member name'": user, "textbox 'Password'": NAME}, "Log in")


async def command(folder: Path, *arguments: str) -> tuple[int | None, dict[str, bytes]]:
    """Run a command; its exit code, and everything that it printed."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "agent_e", *arguments),
        stdin=asyncio.subprocess.DEVNULL,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={**os.environ, "PYTHONPATH": str(ROOT), "OPENAI_API_KEY": "none"},
        cwd=folder,
    )
    out, err = await process.communicate()
    return process.returncode, {f"stdout {arguments[0]}": out, f"stderr {arguments[0]}": err}


async def run(folder: Path, *arguments: str) -> tuple[int | None, dict[str, bytes]]:
    """Run a task, show it and write its report; every byte of that."""
    code, outputs = await command(folder, "run", *arguments)
    for more in ("show", "report"):
        outputs |= (await command(folder, "runs", more, "latest"))[1]
    files = (each for each in (folder / "runs").rglob("*") if each.is_file())
    return code, outputs | dict(members(files))


@pytest.mark.slow
@pytest.mark.parametrize("where", ["task", "answer", "plan"])
async def test_no_byte_of_a_password_in_the_persons_words(
    club: RunningSite, tmp_path: Path, where: str
) -> None:
    person = member(club)
    words = f"Log in as {person.name} with the password {person.password}"
    task = f"{words}." if where == "task" else "Log in."
    (tmp_path / "words").mkdir()
    answers, plan = tmp_path / "words" / "answers.yaml", tmp_path / "words" / "plan.txt"
    answers.write_text(f"- answer: {words}\n")
    plan.write_text(f"{words}\n")
    options = {"answer": ["--answers", str(answers)], "plan": ["--plan", str(plan)]}.get(where, [])
    asked = [Scripted(calls=[("ask_user", {"question": "How do I get in?"})])]
    known = browse(f"Log in as {person.name} with {NAME}.")
    script = by_role(
        planner=[*(asked if where == "answer" else []), known, finish("Logged in.", 1)],
        navigator=[
            clicking("link 'Members'"),
            log_in(person.name),
            report("Logged in.", ("it greets", "Hello")),
        ],
    )
    async with scripted_server(script, grants=[grant("sign_in", "Log in")]) as server:
        model = ["--model", "openai:scripted", "--base-url", server.base_url, "--planner", "always"]
        given = [task, "--start-url", club.url, *model, "--json", *options]
        code, outputs = await run(tmp_path, *given)
        told = json.dumps(server.requests).encode()
    assert (code, club.state()["inside"]) == (0, [person.name]), outputs["stderr run"].decode()
    assert NAME.encode() in told
    assert leaks({**outputs, "told": told}, {person.password}) == []


@pytest.mark.slow
async def test_the_offline_model_uses_the_name(club: RunningSite, tmp_path: Path) -> None:
    person = member(club)
    task = f"Log in as {person.name} with the password {person.password}."
    given = ["--start-url", f"{club.url}/login", "--model", "offline", "--json"]
    code, outputs = await run(tmp_path, task, *given)
    assert (code, club.state()["inside"]) == (0, [person.name]), outputs["stderr run"].decode()
    assert f"kept as {NAME}".encode() in outputs["stderr run"]
    assert leaks(outputs, {person.password}) == []


@pytest.mark.slow
async def test_words_that_are_to_stay_stay(club: RunningSite, tmp_path: Path) -> None:
    given = ["--start-url", club.url, "--model", "offline", "--json", "--keep-task"]
    _, outputs = await run(tmp_path, "Open the page on the password hunter2.", *given)
    assert b"hunter2" in outputs["stderr run"] and NAME.encode() not in outputs["stderr run"]


@pytest.mark.slow
async def test_another_site_gets_it_only_with_leave_for_that_site(
    workbench: Workbench, club: RunningSite, shop: RunningSite
) -> None:
    person = member(club)
    words = f"Log in as {person.name} with the password {person.password}"
    host = club.url.removeprefix("http://").rstrip("/")

    def script() -> Any:
        there = Scripted(calls=[("open_url", {"url": f"{club.url}/login"})])
        return turns(there, log_in(person.name), report("Tried.", ("it is", "Log in")))

    result = await done(
        workbench, script(), f"{words}.", shop.url, grant("sign_in", "Log in"), safety=near(club)
    )
    assert (used(result), club.state()["inside"]) == ([], [])
    assert f"--may sign-in --on {host}" in seen(workbench.asked("navigator")[-1])
    may = {**near(club), "may": ["sign-in"], "on": [host]}
    result = await done(workbench, script(), f"{words}.", shop.url, safety=may)
    assert club.state()["inside"] == [person.name]


class Approving:
    """A person who approves everything, and keeps what they were asked."""

    name = "person"

    def __init__(self) -> None:
        self.asked: list[PersonRequest] = []

    async def show(self, request: PersonRequest, reply: Reply) -> None:
        self.asked.append(request)
        reply("yes")


@pytest.mark.slow
async def test_the_person_may_let_another_site_have_it(
    workbench: Workbench, club: RunningSite, shop: RunningSite
) -> None:
    someone = member(club)
    there = Scripted(calls=[("open_url", {"url": f"{club.url}/login"})])
    script = turns(there, log_in(someone.name), report("Logged in.", ("it greets", "Hello")))
    person = Approving()
    settings: dict[str, Any] = {"mode": "human", "safety": near(club), "verify": "never"}
    agent = await workbench.agent(script, person, **settings)
    task = f"Log in as {someone.name} with the password {someone.password}."
    await agent.run(task, start_url=shop.url)
    assert club.state()["inside"] == [someone.name]
    told = json.dumps([each.to_json() for each in person.asked])
    assert "it gives a secret to a site that the task does not name" in told
    assert someone.password not in told


def near(site: RunningSite) -> dict[str, Any]:
    """Settings by which another site of this machine may be opened."""
    return {"allow_private": [site.url.removeprefix("http://").rstrip("/")]}


@pytest.mark.slow
async def test_three_digits_of_a_card_are_not_told_back(
    workbench: Workbench, club: RunningSite
) -> None:
    """They are too short to be looked for in all texts."""
    field = {"mmid": "textbox 'Member name'", "text": "{secret:task_cvc}"}
    script = turns(
        Scripted(calls=[("enter_text", field), ("get_dom", {})]),
        report("Filled.", ("it asks", "Member name")),
    )
    agent = await workbench.agent(script, verify="never")
    result = await agent.run("Enter it. The CVC is 739.", start_url=f"{club.url}/login")
    told = seen(workbench.asked("navigator")[-1])
    assert "••••" in told
    journal = (Path(result.run_dir) / "events.jsonl").read_text()
    assert "739" not in told and '"739"' not in journal and "'739'" not in journal


async def test_a_follow_up_may_refer_to_it(workbench: Workbench, club: RunningSite) -> None:
    person = member(club)
    planner = [each for _ in "12" for each in (browse("Fill it in."), finish("Filled.", 1))]
    filled = report("Filled.", ("it asks", "Password"))
    script = by_role(
        planner=planner, navigator=[filled, fill("textbox 'Password'", "task_password"), filled]
    )
    agent = await workbench.agent(script, verify="never")
    await agent.run(f"My password is {person.password}. Wait.", start_url=f"{club.url}/login")
    result = await agent.run("Now fill it in.")
    assert "Filled the secret 'task_password'" in seen(workbench.asked("navigator")[-1])
    assert person.password not in json.dumps(workbench.server.requests)
    assert person.password not in json.dumps(result.to_json())
