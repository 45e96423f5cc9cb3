"""A scripted model before the club's doors: with a person who answers by a file, and alone."""

import io
import json
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.types import TaskResult

from .conftest import Workbench, browse, clicking, finish, mmid_of, offered, report, seen
from .leaking import leaks
from .test_asking import ask, asked, filling

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture
async def club() -> AsyncIterator[RunningSite]:
    async with serve_site("club") as site:
        yield site


def data_of(site: RunningSite) -> Any:
    assert isinstance(site.backend, ClubBackend)
    return site.backend.data


def writing(line: str, text: str) -> Callable[[Mapping[str, Any]], Scripted]:
    return lambda body: Scripted(
        calls=[("enter_text", {"mmid": mmid_of(body, line), "text": text})]
    )


def opening(url: str) -> Scripted:
    return Scripted(calls=[("open_url", {"url": url})])


def nth_button(name: str, place: int) -> Callable[[Mapping[str, Any]], Scripted]:
    """Click one of several buttons of a name, by its place on the page as first shown."""

    def script(body: Mapping[str, Any]) -> Scripted:
        numbers: list[int] = []
        for line in seen(body).splitlines():
            if f"] button '{name}'" in line:
                number = int(line.partition("[")[2].partition("]")[0])
                numbers += [] if number in numbers else [number]
        return Scripted(calls=[("click", {"mmid": numbers[place]})])

    return script


async def visit(
    workbench: Workbench,
    club: RunningSite,
    navigator: list[Any],
    rules: list[dict[str, Any]] | None,
    *,
    ends: Sequence[Scripted] = (finish("done", 1),),
    **settings: Any,
) -> TaskResult:
    """One sub-task on the club; without rules the agent is on its own."""
    script = by_role(planner=[browse("Do it."), *ends], navigator=navigator)
    human: dict[str, Any] = {}
    if rules is not None:
        file = workbench.runs.parent / "answers.json"
        file.write_text(json.dumps(rules))
        human = {"human": {"answers": file, **settings.pop("human", {})}}
    given = {"verify": "never", "safety": {}, **human, **settings}
    agent = await workbench.agent(script, **given)
    return await agent.run("Visit the club.", start_url=club.url)


async def test_a_login_wall_with_a_code_and_what_cannot_be_taken_back(
    workbench: Workbench, club: RunningSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = data_of(club).with_code[0]
    monkeypatch.setenv("CLUB_PASSWORD", member.password)
    first, second = (booking.reference for booking in member.bookings[:2])
    rules = [
        {"question": "member name", "answer": member.name},
        {"kind": "secret", "env": "CLUB_PASSWORD"},
        {"kind": "code", "answer": member.code},
        {"kind": "choice", "answer": second},
        {"question": "Cancel booking", "answer": "no", "note": "not this one", "once": True},
        {"kind": "approval", "answer": "yes"},
    ]
    navigator = [
        opening(f"{club.url}/login"),
        ask("What is your member name?"),
        writing("textbox 'Member name'", member.name),
        ask("Your password for the club?", "secret"),
        filling("textbox 'Password'", "password-1"),
        clicking("button 'Log in'"),
        ask("The code they sent you?", "code"),
        filling("textbox 'One-time code'", "code-1"),
        clicking("button 'Continue'"),
        opening(f"{club.url}/members/bookings"),
        nth_button("Cancel booking", 0),
        ask("Which booking shall I cancel?", "choice", first, second),
        nth_button("Cancel booking", 1),
        report("Cancelled.", ("a booking", "booking")),
    ]
    result = await visit(workbench, club, navigator, rules)
    state = club.state()
    assert state["cancelled"] == [{"member": member.name, "booking": second}], state
    assert state["inside"] == [member.name]
    assert result.outcome is Outcome.SUCCESS, result
    told = seen(workbench.asked("navigator")[-1])
    assert "because the person refused it and says: 'not this one'" in told
    assert f"The person answered: {second}" in told
    outputs = {
        "models": json.dumps(workbench.server.requests).encode(),
        "journal": Path(result.run_dir, "events.jsonl").read_bytes(),
    }
    assert leaks(outputs, {member.password, member.code}) == []
    approvals = [each for each in asked(result) if each["kind"] == "approval"]
    evidence = approvals[-1]["evidence"]
    assert evidence["origin"] == club.url.removeprefix("http://")
    assert evidence["sent_to"].endswith(f"/members/bookings/{second}/cancel")
    assert Path(result.run_dir, evidence["picture"]).stat().st_size > 0


async def test_a_puzzle_is_read_by_the_person(workbench: Workbench, club: RunningSite) -> None:
    letters = data_of(club).letters(1)
    navigator = [
        opening(f"{club.url}/guests"),
        ask("Which characters do you see?", "captcha"),
        writing("textbox 'Characters in the picture'", letters),
        clicking("button 'Continue'"),
        report("Read.", ("the ticket", "Day ticket for guests")),
    ]
    rules = [{"kind": "captcha", "answer": letters}, {"kind": "approval", "answer": "yes"}]
    result = await visit(workbench, club, navigator, rules)
    assert (result.outcome, club.state()["guests"]) == (Outcome.SUCCESS, 1), result
    assert f"The person answered: {letters}" in seen(workbench.asked("navigator")[2])
    (request,) = [each for each in asked(result) if each["kind"] == "captcha"]
    picture = Path(result.run_dir, request["evidence"]["picture"]).read_bytes()
    with Image.open(io.BytesIO(picture)) as image:
        # The picture of 280 x 96 with some room around it.
        assert image.size[0] in range(326, 331) and image.size[1] in range(142, 147)


async def test_facts_about_the_person_come_by_a_form(
    workbench: Workbench, club: RunningSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = data_of(club).without_code[0]
    monkeypatch.setenv("CLUB_PASSWORD", member.password)
    rules: list[dict[str, Any]] = [
        {"kind": "secret", "env": "CLUB_PASSWORD"},
        {"kind": "form", "answer": {"date of birth": "1990-05-03", "shoe size": 41.5}},
        {"kind": "approval", "answer": "yes"},
        {"kind": "review", "answer": "back", "note": "Say the size.", "once": True},
        {"kind": "review", "answer": "accept"},
    ]
    navigator = [
        opening(f"{club.url}/login"),
        ask("Your password?", "secret"),
        filling("textbox 'Password'", "password-1"),
        writing("textbox 'Member name'", member.name),
        clicking("button 'Log in'"),
        opening(f"{club.url}/members/course"),
        ask("For the course:", "form", "date of birth", "shoe size", "allergies?"),
        lambda body: Scripted(
            calls=[
                (
                    "fill_form",
                    {
                        "fields": [
                            {
                                "mmid": mmid_of(body, "textbox 'Date of birth'"),
                                "value": "1990-05-03",
                            },
                            {"mmid": mmid_of(body, "spinbutton 'Shoe size'"), "value": "41.5"},
                        ],
                        "submit": mmid_of(body, "button 'Request a place'"),
                    },
                )
            ]
        ),
        report("Requested.", ("a place", "Lead climbing course")),
    ]
    ends = (finish("A place is requested.", 1), finish("A place, in size 41.5.", 1))
    result = await visit(workbench, club, navigator, rules, ends=ends, human={"review": True})
    told = seen(workbench.asked("navigator")[-1])
    assert "date of birth: 1990-05-03\nshoe size: 41.5" in told
    (wanted,) = club.state()["requests"]
    assert "1990-05-03" in wanted.values(), wanted
    assert [each["kind"] for each in asked(result)].count("review") == 2
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "A place, in size 41.5.")
    values = [each["evidence"].get("values", []) for each in asked(result)]
    told_values = {value["name"]: value["value"] for each in values for value in each}
    assert told_values.get("Password", "••••") == "••••"


async def test_nobody_is_asked_in_autonomous_mode_and_the_end_says_why(
    workbench: Workbench, club: RunningSite
) -> None:
    for path, why in (("login", "a login"), ("guests", "a puzzle")):
        navigator = [
            opening(f"{club.url}/{path}"),
            ask("Please help."),
            report(f"There is {why}.", status="blocked"),
        ]
        ends = (finish(f"I need {why} from you.", status="cannot"),)
        result = await visit(workbench, club, navigator, None, ends=ends)
        assert (result.outcome, result.exit_code) == (Outcome.GAVE_UP, 1)
        assert result.answer == f"I need {why} from you."
        assert asked(result) == []
        for body in workbench.server.requests:
            assert not {"ask_user", "fill_secret"} & {*offered(body)}
            assert "ask_user" not in str(body["messages"][0]["content"])
        assert "There is no function ask_user." in seen(workbench.asked("navigator")[2])


async def test_what_needs_a_yes_ends_without_a_person(
    workbench: Workbench, club: RunningSite, monkeypatch: pytest.MonkeyPatch
) -> None:
    member = data_of(club).without_code[0]
    secret = {"site": club.url.removeprefix("http://"), "value": member.password}
    monkeypatch.setenv("AGENT_E_SECRET_CLUB", json.dumps(secret))
    navigator = [
        opening(f"{club.url}/login"),
        writing("textbox 'Member name'", member.name),
        filling("textbox 'Password'", "club"),
        clicking("button 'Log in'"),
        opening(f"{club.url}/members/bookings"),
        nth_button("Cancel booking", 0),
        report("It was refused.", status="blocked"),
    ]
    ends = (finish("I may not cancel it without your yes.", status="cannot"),)
    for rules, mode in ((None, {}), ([{"kind": "text", "answer": "x"}], {"on_ask": "default"})):
        navigator_now = list(navigator)
        settings: dict[str, Any] = {"human": mode} if rules is not None else {}
        result = await visit(workbench, club, navigator_now, rules, ends=ends, **settings)
        assert (result.outcome, result.exit_code) == (Outcome.NEEDS_PERSON, 3), result
        assert club.state()["cancelled"] == []
