"""What a task's own words allow is done without asking, once; what they do not allow is not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.journal import read_run
from agent_e.types import TaskResult

from .conftest import Workbench, clicking, report, seen
from .test_effects import filling, opening, turns

pytestmark = pytest.mark.browser

LOG_IN = "Log in as"
"""The words that models are shown of a log-in: its password is not among them."""
DETAILS = {
    "textbox 'Full name": "Ann Lee",
    "textbox 'Email": "ann@shop.example",
    "textbox 'Street": "Lane 7",
    "textbox 'Postcode": "1010",
    "textbox 'Town": "Vienna",
    "combobox 'Country": "Austria",
    "radio 'Collect": "true",
    "checkbox 'I accept": "true",
}

WHO = "Ann Lee, Lane 7, 1010 Vienna, ann@shop.example"


def grant(kind: str, quote: str, **more: Any) -> dict[str, Any]:
    blank = {"times": 1, "max_amount": None, "currency": "", "to": "", "site": ""}
    return {**blank, "kind": kind, "quote": quote, **more}


async def done(
    workbench: Workbench, script: Any, task: str, url: str, *grants: Any, **settings: Any
) -> TaskResult:
    agent = await workbench.agent(
        script, grants=grants, **{"verify": "never", "safety": {}, **settings}
    )
    return await agent.run(task, start_url=url)


def events(result: TaskResult, kind: str) -> list[dict[str, Any]]:
    return [each for each in read_run(Path(result.run_dir)).events if each["kind"] == kind]


def used(result: TaskResult) -> list[str]:
    return [event["grant"] for event in events(result, "grant.used")]


class TestTheClub:
    @pytest.fixture
    async def club(self) -> Any:
        async with serve_site("club") as site:
            yield site

    @staticmethod
    def login(club: RunningSite) -> tuple[str, Any]:
        assert isinstance(club.backend, ClubBackend)
        member = club.backend.data.without_code[0]
        secret = "{secret:task_password}"
        fields = {"textbox 'Member name'": member.name, "textbox 'Password'": secret}
        words = f"Log in as {member.name} with the password {member.password}"
        return words, filling(fields, "Log in")

    async def test_a_login_that_is_asked_for(self, workbench: Workbench, club: RunningSite) -> None:
        words, login = self.login(club)
        script = turns(
            clicking("link 'Members'"),
            login,
            opening(f"{club.url}/members/bookings"),
            report("Read.", ("there it is", "Your bookings")),
        )
        task = f"{words} and tell me what my bookings are."
        result = await done(workbench, script, task, club.url, grant("sign_in", LOG_IN))
        assert (result.outcome, result.exit_code) == (Outcome.SUCCESS, 0), result
        assert used(result) == ["sign in"]

    async def test_nothing_else_is_done_then(self, workbench: Workbench, club: RunningSite) -> None:
        words, login = self.login(club)
        script = turns(
            clicking("link 'Members'"),
            login,
            opening(f"{club.url}/members/bookings"),
            clicking("button 'Cancel booking'"),
            report("Read.", ("there it is", "Your bookings")),
        )
        task = f"{words} and tell me what my bookings are."
        result = await done(workbench, script, task, club.url, grant("sign_in", LOG_IN))
        assert club.state()["cancelled"] == []
        assert used(result) == ["sign in"]
        host = club.url.removeprefix("http://").rstrip("/")
        assert f"--may delete --on {host}" in seen(workbench.asked("navigator")[-1])

    async def test_a_password_that_the_task_does_not_hold(
        self, workbench: Workbench, club: RunningSite
    ) -> None:
        member = club.backend.data.without_code[0]  # type: ignore[attr-defined]
        fields = {"textbox 'Member name'": member.name, "textbox 'Password'": member.password}
        login = filling(fields, "Log in")
        script = turns(clicking("link 'Members'"), login, report("Not in.", ("x", "Log in")))
        result = await done(
            workbench, script, "Log in and say what is there.", club.url, grant("sign_in", "Log in")
        )
        assert "does not hold this password" in seen(workbench.asked("navigator")[-1])
        assert (result.effects, club.state()["inside"]) == ((), [])

    async def test_words_that_the_task_does_not_have_allow_nothing(
        self, workbench: Workbench, club: RunningSite
    ) -> None:
        words, login = self.login(club)
        script = turns(clicking("link 'Members'"), login, report("Not in.", ("x", "Log in")))
        task = f"{words} and tell me what my bookings are."
        made_up = grant("sign_in", "Log in wherever you like")
        result = await done(workbench, script, task, club.url, made_up)
        assert (used(result), club.state()["inside"]) == ([], [])

    @pytest.mark.parametrize(("to", "sent"), [("the club", 1), ("Ann Lee", 0)])
    async def test_a_message_goes_to_the_one_it_is_for(
        self, workbench: Workbench, club: RunningSite, to: str, sent: int
    ) -> None:
        words, login = self.login(club)
        fields = {"textbox 'Subject'": "Late", "textbox 'Message'": "I come at eight."}
        script = turns(
            clicking("link 'Members'"),
            login,
            opening(f"{club.url}/members/message"),
            filling(fields, "Send message"),
            report("Sent.", ("it is", "Late")),
            report("Sent.", ("it is", "Write to the club")),
        )
        asks = f"write to {to} that I come at eight"
        grants = (grant("sign_in", LOG_IN), grant("send", asks, to=to))
        await done(workbench, script, f"{words} and {asks}.", club.url, *grants)
        assert len(club.state()["messages"]) == sent

    async def test_a_login_of_another_site(
        self, workbench: Workbench, club: RunningSite, shop: RunningSite
    ) -> None:
        words, login = self.login(club)
        script = turns(opening(f"{club.url}/login"), login, report("Not in.", ("x", "Log in")))
        result = await done(workbench, script, f"{words}.", shop.url, grant("sign_in", LOG_IN))
        assert (used(result), club.state()["inside"]) == ([], [])

    async def test_a_setting_allows_it_too(self, workbench: Workbench, club: RunningSite) -> None:
        words, login = self.login(club)
        script = turns(
            clicking("link 'Members'"),
            login,
            opening(f"{club.url}/members/message"),
            filling(
                {"textbox 'Subject'": "Hello", "textbox 'Message'": "I am late."}, "Send message"
            ),
            report("Sent.", ("it is", "message")),
        )
        may = {"may": ["sign-in, send"], "on": [club.url.removeprefix("http://").rstrip("/")]}
        result = await done(workbench, script, words, club.url, safety=may)
        assert [each.partition(" at ")[0] for each in used(result)] == ["sign in", "send"], result
        assert len(club.state()["messages"]) == 1


class TestTheShop:
    @staticmethod
    def ordering(shop: RunningSite, times: int = 1) -> Any:
        base = shop.url.rstrip("/")
        one: list[Any] = [
            opening(f"{base}/search?q=reading+light"),
            clicking("link 'Clip-On Reading Light"),
            clicking("button 'Add to basket'"),
            opening(f"{base}/checkout"),
            filling(DETAILS, "Place order"),
        ]
        return turns(*(one * times), report("Ordered.", ("it is", "Thank you")))

    async def test_one_order_means_one(self, workbench: Workbench, shop: RunningSite) -> None:
        task = f"Order the Clip-On Reading Light to {WHO}."
        before = len(shop.state()["orders"])
        given = grant("order", "Order the Clip-On Reading Light", to="Clip-On Reading Light")
        result = await done(workbench, self.ordering(shop, 2), task, shop.url, given)
        assert len(shop.state()["orders"]) == before + 1
        assert used(result) == ["order (Clip-On Reading Light), once"]
        [act] = [each for each in result.effects if each.target == "button 'Place order'"][:1]
        assert act.grant == "granted"

    @pytest.mark.parametrize(("limit", "orders"), [(5, 0), (500, 1)])
    async def test_a_limit_holds(
        self, workbench: Workbench, shop: RunningSite, limit: int, orders: int
    ) -> None:
        task = f"Order the Clip-On Reading Light for at most {limit} EUR to {WHO}."
        before = len(shop.state()["orders"])
        given = grant("order", "Order the Clip-On Reading Light", max_amount=limit)
        await done(workbench, self.ordering(shop), task, shop.url, given)
        assert len(shop.state()["orders"]) == before + orders


class TestWhatNoRuleTells:
    TASK = "Put the Clip-On Reading Light into the basket."
    ADDS = (clicking("button 'Add to basket'"), report("Added.", ("it is", "basket")))
    FAILS = (clicking("button 'Add to basket'"), report("It was refused.", status="failed"))

    @staticmethod
    def lamp(shop: RunningSite) -> str:
        return f"{shop.url.rstrip('/')}/product/clip-on-reading-light"

    async def test_a_model_tells_once_and_it_is_done(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        result = await done(
            workbench, turns(*self.ADDS), self.TASK, self.lamp(shop), effect="write"
        )
        assert (result.outcome, result.usage["safety"].calls) == (Outcome.SUCCESS, 1)
        [classified] = events(result, "effect.classified")
        assert classified["effect"] == "write"
        assert classified["facts"]["control"]["name"] == "Add to basket"

    async def test_what_needs_leave_ends_the_run(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        result = await done(
            workbench, turns(*self.FAILS), self.TASK, self.lamp(shop), effect="money"
        )
        host = shop.url.removeprefix("http://").rstrip("/")
        assert (result.exit_code, result.effects) == (3, ())
        assert f"--may order --on {host}" in result.message

    async def test_what_cannot_be_told_no_flag_allows(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        result = await done(
            workbench, turns(*self.FAILS), self.TASK, self.lamp(shop), effect="unclear"
        )
        assert (result.exit_code, result.effects) == (3, ())
        assert "--may" not in result.message and "--mode human asks" in result.message

    async def test_a_grant_covers_the_class(self, workbench: Workbench, shop: RunningSite) -> None:
        task = "Order the Clip-On Reading Light."
        given = grant("order", "Order the Clip-On Reading Light")
        result = await done(
            workbench, turns(*self.ADDS), task, self.lamp(shop), given, effect="money"
        )
        assert used(result) == ["order, once"]
