"""The offline model before the club's doors: with a person who wrote down answers, and alone."""

import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome, WebAgent
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.benchmarks.sites.club.data import ClubData, Member
from agent_e.config import Settings
from agent_e.types import TaskResult
from tests.browsers import Chromium

from .leaking import leaks, members

pytestmark = pytest.mark.browser

TICKET = "How much is a day ticket for guests?"
NUMBER = "What is my membership number?"


@pytest.fixture(scope="module")
async def served() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site


@pytest.fixture
def club(served: RunningSite) -> RunningSite:
    """The club with nothing but its seed data."""
    served.reset()
    return served


def data_of(club: RunningSite) -> ClubData:
    assert isinstance(club.backend, ClubBackend)
    return club.backend.data


async def done(
    club: RunningSite, chromium: Chromium, folder: Path, task: str, rules: list[Any] | None = None
) -> TaskResult:
    """A run of the offline model; with rules there is a person who answers by them."""
    human: dict[str, Any] = {}
    if rules is not None:
        file = folder / "answers.json"
        file.write_text(json.dumps(rules))
        human = {"mode": "human", "human": {"answers": file}}
    settings = Settings.model_validate(
        {
            "model": "offline",
            "runs_dir": folder / "runs",
            "safety": {"trust": ["127.0.0.1"]},
            **human,
        }
    )
    async with WebAgent(settings, opener=chromium.session) as agent:
        return await agent.run(task, start_url=club.url)


def keys(member: Member) -> list[dict[str, Any]]:
    return [
        {"kind": "text", "question": "Member name", "answer": member.name},
        {"kind": "secret", "answer": member.password},
        {"kind": "code", "answer": member.code or "none"},
    ]


async def test_a_person_reads_the_picture(
    club: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    rules = [{"kind": "captcha", "answer": data_of(club).letters(1)}]
    result = await done(club, chromium, tmp_path, TICKET, rules)
    assert result.outcome is Outcome.SUCCESS, result
    assert result.answer == f"€{data_of(club).guest_fee / 100:.2f}"
    assert [entry["accepted"] for entry in club.state()["entries"]] == [True]


@pytest.mark.slow
async def test_a_picture_that_was_misread_is_asked_about_again(
    club: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    rules = [
        {"kind": "captcha", "answer": "ZZZZ", "once": True},
        {"kind": "captcha", "question": "not the characters", "answer": data_of(club).letters(2)},
    ]
    result = await done(club, chromium, tmp_path, TICKET, rules)
    assert result.outcome is Outcome.SUCCESS, result
    assert [entry["accepted"] for entry in club.state()["entries"]] == [False, True]


@pytest.mark.slow
async def test_a_person_gives_name_password_and_code_and_no_file_holds_the_last_two(
    club: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    member = data_of(club).with_code[0]
    result = await done(club, chromium, tmp_path, NUMBER, keys(member))
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, member.number), result
    assert club.state()["inside"] == [member.name]
    files = [each for each in Path(result.run_dir).rglob("*") if each.is_file()]
    assert leaks(dict(members(files)), {member.password, member.code}) == []


@pytest.mark.slow
async def test_a_form_gets_what_only_the_person_knows_and_a_choice_is_theirs(
    club: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    member = data_of(club).without_code[0]
    work = next(each for each in member.addresses if each.key == "work")
    rules = [
        *keys(member),
        {"kind": "form", "answer": {"Date of birth": "1990-04-05", "Shoe size": "41.5"}},
        {"kind": "choice", "answer": f"Work: {', '.join(work.lines)}"},
    ]
    tasks = [
        "open the lead climbing course",
        "click Request a place",
        "click Members",
        "open New membership card",
        "click Send my card",
    ]
    result = await done(club, chromium, tmp_path, f"Log in, {', '.join(tasks)}.", rules)
    assert result.outcome is Outcome.SUCCESS, result
    who = {"member": member.name}
    assert club.state()["requests"] == [{**who, "born": "1990-04-05", "size": "41.5"}]
    assert club.state()["cards"] == [{**who, "address": "work"}]


@pytest.mark.parametrize(
    ("task", "reason"),
    [
        (TICKET, "asks to read a picture"),
        pytest.param(NUMBER, "asks to log in", marks=pytest.mark.slow),
        pytest.param("Log in.", "asks to log in", marks=pytest.mark.slow),
    ],
)
async def test_alone_it_gives_up_and_says_before_what(
    club: RunningSite, chromium: Chromium, tmp_path: Path, task: str, reason: str
) -> None:
    result = await done(club, chromium, tmp_path, task)
    assert result.outcome is Outcome.GAVE_UP and reason in str(result.answer), result
    assert club.state()["entries"] == []


@pytest.mark.slow
async def test_a_code_that_the_task_does_not_give_is_the_reason(
    club: RunningSite, chromium: Chromium, tmp_path: Path
) -> None:
    member = data_of(club).with_code[0]
    task = f"Log in with member name {member.name} and password {member.password}."
    result = await done(club, chromium, tmp_path, task)
    assert result.outcome is Outcome.GAVE_UP, result
    assert "asks for a one-time code" in str(result.answer)
