"""What a task's own words allow is done without asking, once; what they do not allow is not."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome, WebAgent
from agent_e.benchmarks.scripted import Scripted, by_role
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.benchmarks.sites.club.backend import ClubBackend
from agent_e.cli.plain import PlainView
from agent_e.journal import read_run, read_unfinished
from agent_e.types import TaskResult

from .conftest import LOOKED, Workbench, asks_grants, browse, clicking, finish, report, seen
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


def readings(workbench: Workbench) -> list[int]:
    """Which of the requests asked what the task allows, from 0."""
    return [n for n, body in enumerate(workbench.server.requests) if asks_grants(body)]


def host_of(site: RunningSite) -> str:
    return site.url.removeprefix("http://").rstrip("/")


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

    async def test_another_password_is_asked_about_where_somebody_is_there(
        self, workbench: Workbench, club: RunningSite, tmp_path: Path
    ) -> None:
        member = club.backend.data.without_code[0]  # type: ignore[attr-defined]
        fields = {"textbox 'Member name'": member.name, "textbox 'Password'": member.password}
        login = filling(fields, "Log in")
        answers = tmp_path / "answers.json"
        answers.write_text('[{"kind": "approval", "answer": "yes"}]')
        script = turns(clicking("link 'Members'"), login, login, report("In.", ("x", "Log out")))
        task, given = "Log in and say what is there.", grant("sign_in", "Log in")
        result = await done(
            workbench, script, task, club.url, given, mode="human", human={"answers": answers}
        )
        (asked,) = events(result, "person.asked")
        assert "log in" in asked["request"]["question"].casefold()
        assert len(club.state()["inside"]) == 1

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

    @pytest.mark.slow
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
    @pytest.mark.slow
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


class TestSaidFirst:
    """What the words allow is read, shown and told before anything is done."""

    TASK = f"Order the Clip-On Reading Light to {WHO}."
    GIVEN = grant("order", "Order the Clip-On Reading Light")
    ALLOWED = "The person has allowed: order at {}, once."

    async def test_a_task_that_names_an_act_is_read_at_once_and_once(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        lines: list[str] = []
        agent = await workbench.agent(
            TestTheShop.ordering(shop),
            listener=PlainView(lines.append),
            grants=[self.GIVEN],
            verify="never",
            safety={},
        )
        result = await agent.run(self.TASK, start_url=shop.url)
        assert used(result) == ["order, once"]
        assert readings(workbench) == [0]
        said = f"  by your task: order at {host_of(shop)}, once"
        first = next(n for n, line in enumerate(lines) if line.startswith("sub-task 1"))
        assert said in lines[:first], lines
        assert result.usage["grants"].calls == 1

    async def test_a_task_that_only_reads_costs_no_call(
        self, workbench: Workbench, catalog: RunningSite
    ) -> None:
        script = by_role(planner=[browse("Look"), finish("Some.", 1)], navigator=[LOOKED])
        result = await done(workbench, script, "Tell me about the products.", catalog.url)
        assert (result.outcome, readings(workbench)) == (Outcome.SUCCESS, [])
        assert (len(workbench.server.requests), result.steps) == (3, 3)

    async def test_a_task_that_names_no_act_is_read_when_one_needs_leave(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        task = f"I would like to have the Clip-On Reading Light. I am {WHO}."
        given = grant("order", "I would like to have the Clip-On Reading Light")
        result = await done(workbench, TestTheShop.ordering(shop, 2), task, shop.url, given)
        assert used(result) == ["order, once"]
        [at] = readings(workbench)
        assert at > 5
        told = self.ALLOWED.format(host_of(shop))
        first, last = workbench.asked("planner")
        assert (seen(first).count(told), seen(last).count(told)) == (0, 1)

    async def test_the_planner_is_told_once_in_a_line_that_stays_where_it_is(
        self, workbench: Workbench, catalog: RunningSite
    ) -> None:
        given = grant("order", "Order a kettle", times=2)
        script = by_role(
            planner=[browse("Look"), browse("Look again", plan=False), finish("Some.", 1)],
            navigator=[LOOKED] * 2,
        )
        await done(workbench, script, "Order a kettle.", catalog.url, given)
        told = f"The person has allowed: order at {host_of(catalog)}, 2 times."
        asked = workbench.asked("planner")
        assert [seen(body).count(told) for body in asked][-1] == 1
        for before, after in zip(asked, asked[1:], strict=False):
            # What was sent before stays as it was, so that its cache holds.
            assert after["messages"][: len(before["messages"])] == before["messages"]

    async def test_the_planner_that_is_asked_late_is_told_too(
        self, workbench: Workbench, catalog: RunningSite
    ) -> None:
        script = by_role(
            planner=[finish("I could not.", status="cannot")],
            navigator=[report("No.", status="failed")],
        )
        given = grant("order", "Order a kettle")
        await done(workbench, script, "Order a kettle.", catalog.url, given, planner="auto")
        [asked] = workbench.asked("planner")
        assert seen(asked).count("The person has allowed: order at") == 1

    async def test_nothing_is_left_of_it_when_the_run_is_stopped(
        self, workbench: Workbench, catalog: RunningSite, caplog: pytest.LogCaptureFixture
    ) -> None:
        def listen(event: Mapping[str, Any]) -> None:
            if event["kind"] == "model.called" and event["role"] == "grants":
                agent.stop()

        agent: WebAgent = await workbench.agent(by_role(), listener=listen)
        before = asyncio.all_tasks()
        result = await agent.run("Order a kettle.", start_url=catalog.url)
        assert result.outcome is Outcome.STOPPED
        left = {each for each in asyncio.all_tasks() - before if "RunGrants" in repr(each)}
        assert (left, events(result, "grants.read")) == (set(), [])
        assert "never retrieved" not in caplog.text

    @pytest.mark.slow
    async def test_a_run_that_goes_on_asks_nothing_again(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        left: list[Any] = []

        def listen(event: Mapping[str, Any]) -> None:
            if event["kind"] == "subtask.started":
                left[0].abandon()

        left.append(
            await workbench.agent(
                TestTheShop.ordering(shop), listener=listen, grants=[self.GIVEN], safety={}
            )
        )
        with pytest.raises(asyncio.CancelledError):
            await left[0].run(self.TASK, start_url=shop.url)
        [folder] = workbench.runs.iterdir()
        before = read_unfinished(read_run(folder).events)
        agent = await workbench.agent(TestTheShop.ordering(shop), verify="never", safety={})
        result = await agent.run(self.TASK, start_url=shop.url, run_dir=folder, before=before)
        assert (used(result), readings(workbench)) == (["order, once"], [])
        assert self.ALLOWED.format(host_of(shop)) in seen(workbench.asked("planner")[0])

    @pytest.mark.slow
    async def test_a_replay_has_what_was_read(
        self, workbench: Workbench, shop: RunningSite
    ) -> None:
        script = TestTheShop.ordering(shop)
        await done(workbench, script, self.TASK, shop.url, self.GIVEN, planner="always")
        shop.reset()
        before = len(shop.state()["orders"])
        again = await workbench.agent(by_role(), model="replay:latest", verify="never", safety={})
        result = await again.run(self.TASK, start_url=shop.url)
        assert (used(result), workbench.server.requests) == (["order, once"], [])
        assert len(shop.state()["orders"]) == before + 1

    async def test_it_is_beside_the_first_call_and_not_before_it(
        self, workbench: Workbench, catalog: RunningSite
    ) -> None:
        def waits(body: Mapping[str, Any]) -> Scripted:
            return Scripted(calls=browse("Look").calls, delay_s=0.5)

        script = by_role(planner=[waits, finish("Some.", 1)], navigator=[LOOKED])
        given = grant("order", "Order a kettle")
        result = await done(workbench, script, "Order a kettle.", catalog.url, given)
        kinds = [(each["kind"], each.get("role")) for each in read_run(Path(result.run_dir)).events]
        assert kinds.index(("grants.read", None)) < kinds.index(("model.replied", "planner"))
