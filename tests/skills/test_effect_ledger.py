"""The ledger of effects: what acts changed outside, told from what they did."""

from __future__ import annotations

from dataclasses import asdict, replace
from typing import Any

import pytest
import pytest_asyncio
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response
from starlette.routing import Route

from agent_e.errors import ActionDenied, Missed, SkillError
from agent_e.journal import RunTranscript
from agent_e.safety import AllowAll, OngoingAction
from agent_e.safety.permits import Permit
from agent_e.skills.click import click
from agent_e.skills.effect_ledger import Effects, Performed, message_after, without_values
from agent_e.skills.fill_form import Entry, fill_form
from agent_e.types import (
    AllowedBy,
    ChangeReport,
    Dialog,
    Effect,
    Navigation,
    Node,
    Observation,
    RequestSeen,
    SentBy,
    Tier,
)

from .room import Room, room

SHOP = "http://shop.example"
STATS = "http://stats.example/hit"


def sent(
    url: str = f"{SHOP}/orders",
    status: int | None = 201,
    by: SentBy = "script",
    method: str = "POST",
    **more: Any,
) -> RequestSeen:
    return RequestSeen(method=method, url=url, status=status, by=by, **more)


def act(tier: Tier, *requests: RequestSeen, done: bool = True, **changes: Any) -> Performed:
    return Performed(
        action="click",
        target="button 'Save'",
        page=f"{SHOP}/basket?token=s3cret",
        tier=tier,
        report=ChangeReport(requests=requests, **changes),
        done=done,
    )


def urls(effects: tuple[Effect, ...]) -> list[str]:
    return [each.url for each in effects if each.kind == "request"]


def test_an_act_that_writes_counts_even_when_it_sent_nothing() -> None:
    ledger = Effects(lambda: 7)
    [effect] = ledger.add(act(Tier.WRITES))
    assert effect == Effect(
        step=7,
        kind="act",
        tier="R2",
        action="click",
        target="button 'Save'",
        page=f"{SHOP}/basket?token=…",
    )
    assert ledger.add(act(Tier.REVERSIBLE)) == ()
    assert ledger.all == (effect,)


def test_the_requests_of_an_act_follow_it() -> None:
    new = Effects().add(act(Tier.WRITES, sent(), sent(f"{SHOP}/mail?to=ann", 204, method="PUT")))
    assert [(each.kind, each.tier, each.method, each.url, each.status) for each in new] == [
        ("act", "R2", "", "", None),
        ("request", "R2", "POST", f"{SHOP}/orders", 201),
        ("request", "R2", "PUT", f"{SHOP}/mail?to=…", 204),
    ]


@pytest.mark.parametrize(
    "nothing",
    [
        sent(status=500),
        sent(status=None),
        sent(failure="net::ERR_ABORTED"),
        sent(method="HEAD"),
        sent(method="OPTIONS"),
        sent(by="ping"),
        sent(by="other"),
        sent(STATS),
        sent(on_load=True),
    ],
    ids=lambda seen: f"{seen.method}-{seen.status}-{seen.by}-{seen.failure}-{seen.on_load}",
)
def test_what_is_no_change_is_left_out(nothing: RequestSeen) -> None:
    assert Effects().add(act(Tier.REVERSIBLE, nothing)) == ()


def test_what_a_page_sends_while_it_is_only_looked_at_is_its_own() -> None:
    ledger = Effects()
    assert ledger.add(act(Tier.READ, sent(f"{SHOP}/poll"))) == ()
    assert urls(ledger.add(act(Tier.REVERSIBLE, sent(f"{SHOP}/poll"), sent()))) == [
        f"{SHOP}/orders"
    ]


def test_a_form_is_an_effect_wherever_it_goes() -> None:
    away = sent("http://pay.example/charge", 303, by="document", on_load=True)
    assert urls(Effects().add(act(Tier.REVERSIBLE, away))) == ["http://pay.example/charge"]


def test_to_another_site_counts_what_an_act_that_writes_sent_and_no_other_act_does() -> None:
    ledger = Effects()
    ledger.add(act(Tier.REVERSIBLE, sent(f"{STATS}?page=1")))
    paid = sent("http://pay.example/charge")
    assert urls(ledger.add(act(Tier.CRITICAL, sent(f"{STATS}?page=2"), paid))) == [paid.url]


@pytest.mark.parametrize(
    ("kind", "count"), [("confirm", 0), ("prompt", 0), ("beforeunload", 0), ("alert", 1)]
)
def test_an_act_that_the_page_asks_about_first_is_not_done_yet(kind: Any, count: int) -> None:
    asked = (Dialog(kind=kind, message="Delete it?"),)
    waiting = act(Tier.WRITES, dialogs=asked, dialog_open=True)
    assert len(Effects().add(waiting)) == count
    assert len(Effects().add(act(Tier.WRITES, dialogs=asked))) == 1


def test_an_act_that_stopped_halfway_counts_by_what_it_sent() -> None:
    ledger = Effects()
    assert ledger.add(act(Tier.WRITES, done=False)) == ()
    assert ledger.add(act(Tier.WRITES, sent(status=500), done=False)) == ()
    kinds = [each.kind for each in ledger.add(act(Tier.WRITES, sent(), done=False))]
    assert kinds == ["act", "request"]


@pytest.mark.parametrize(
    ("url", "bare"),
    [
        (f"{SHOP}/a?id=3&name=Ann%20Lee&flag", f"{SHOP}/a?id=…&name=…&flag"),
        (f"{SHOP}/a#access_token=abc&state=1", f"{SHOP}/a#access_token=…&state=…"),
        (f"{SHOP}/#/orders?id=3", f"{SHOP}/#/orders?id=…"),
        ("https://ann:pass@shop.example:8443/x", "https://shop.example:8443/x"),
        ("data:text/html,<p>secret", "data"),
        ("http://[", ""),
    ],
)
def test_addresses_lose_all_values(url: str, bare: str) -> None:
    assert without_values(url) == bare


def page(title: str) -> Observation:
    return Observation(url=SHOP, title=title)


GONE = Navigation(from_url=SHOP, to_url=SHOP, title="Moved")


@pytest.mark.parametrize(
    ("report", "said"),
    [
        (ChangeReport(messages=("Order\n 12 is placed.", "4 items"), page=page("Home")),
         "Order 12 is placed. 4 items"),
        (ChangeReport(dialogs=(Dialog(kind="alert", message="Sent!"),)), "Sent!"),
        (ChangeReport(page=page("Thank you")), "Thank you"),
        (ChangeReport(navigation=GONE), "Moved"),
        (ChangeReport(added=(Node(depth=0, role="text", name="Menu"),)), ""),
        (ChangeReport(page=page("x" * 300)), "x" * 159 + "…"),
    ],
)  # fmt: skip
def test_what_the_page_said(report: ChangeReport, said: str) -> None:
    assert message_after(report) == said


DESK = """<title>Desk</title>
<button onclick="send('/orders')">Order</button>
<button onclick="send('/broken')">Break</button>
<button onclick="navigator.sendBeacon('/beacon', 'x'); say('Counted.')">Beacon</button>
<button onclick="fetch('/orders', {headers: {}}); say('Read.')">Read</button>
<button onclick="fetch('http://localhost:' + location.port + '/orders',
  {method: 'POST', mode: 'no-cors'}); say('Away.')">Away</button>
<form method=post action="/orders?key=hunter2"><label>PIN <input name=pin></label>
<button>Send</button></form>
<div role=status id=note></div>
<script>const say = (text) => { note.textContent = text; };
const send = async (url) => { say((await fetch(url, {method: 'POST'})).ok
  ? 'Your order is placed.' : 'It failed.'); };</script>"""


async def _desk(request: Request) -> Response:
    return HTMLResponse(DESK)


async def _orders(request: Request) -> Response:
    typed = request.headers.get("content-type", "").startswith("application/x-www-form")
    return RedirectResponse("/thanks", 303) if typed else Response(status_code=201)


async def _broken(request: Request) -> Response:
    return Response(status_code=500)


async def _thanks(request: Request) -> Response:
    sends = "<script>fetch('/orders', {method: 'POST'})</script>"
    return HTMLResponse(f"<title>Thank you</title><p>Thanks.</p>{sends}")


ROUTES = [
    Route("/", _desk),
    Route("/orders", _orders, methods=["GET", "POST"]),
    Route("/beacon", _orders, methods=["POST"]),
    Route("/broken", _broken, methods=["POST"]),
    Route("/thanks", _thanks),
]


class Judging(AllowAll):
    """Gives every act the same tier and grant."""

    def __init__(self, tier: Tier, grant: AllowedBy = "") -> None:
        self.tier, self.grant = tier, grant

    async def check(self, action: str, target: Node | None, arguments: Any) -> Permit:
        return Permit(acting=OngoingAction(action=action, tier=self.tier), grant=self.grant)


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def opened(chromium, tmp_path_factory):
    async with room(chromium, tmp_path_factory.mktemp("run"), ROUTES) as made:
        yield made


@pytest_asyncio.fixture(loop_scope="session")
async def here(opened: Room):
    await opened.open("/")
    opened.forget()
    return opened


def acting(here: Room, **instead: Any) -> Any:
    """The actor of the room, with other ways to do some things."""
    actor = here.context.actor

    class Acting:
        def __getattr__(self, name: str) -> Any:
            return instead.get(name) or getattr(actor, name)

    return Acting()


async def effects_of(
    here: Room, name: str, tier: Tier, grant: AllowedBy = "", **changes: Any
) -> list[Effect]:
    """Click a button, and return what stands in the ledger and in the journal."""
    ledger = Effects(lambda: 3)
    context = replace(here.context, gate=Judging(tier, grant), effects=ledger, **changes)
    try:
        await click(context, await here.mmid(name))
    finally:
        assert [event["effect"] for event in here.events("effect")] == list(map(asdict, ledger.all))
    return list(ledger.all)


browser = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]


class TestInTheBrowser:
    pytestmark = browser

    async def test_a_message_sent_by_fetch(self, here: Room) -> None:
        done, request = await effects_of(here, "Order", Tier.CRITICAL, "notify")
        assert done == Effect(
            step=3,
            kind="act",
            tier="R3",
            action="click",
            target="button 'Order'",
            page=f"{here.base}/",
            grant="notify",
            page_message="Your order is placed.",
        )
        assert request == replace(
            done, kind="request", url=f"{here.base}/orders", method="POST", status=201
        )
        [started] = here.events("action.started")
        assert {each["started"] for each in here.events("effect")} == {started["seq"]}
        assert RunTranscript.read(here.events("effect")).effects == (done, request)

    async def test_a_form_that_leads_to_a_page(self, here: Room) -> None:
        request, *more = await effects_of(here, "Send", Tier.REVERSIBLE)
        assert (request.url, request.status) == (f"{here.base}/orders?key=…", 303)
        assert (request.page_message, more) == ("Thank you", [])

    @pytest.mark.parametrize("name", ["Break", "Beacon", "Read", "Away"])
    async def test_what_changed_nothing(self, here: Room, name: str) -> None:
        assert await effects_of(here, name, Tier.REVERSIBLE) == []

    async def test_it_counts_what_was_sent_before_an_act_failed(self, here: Room) -> None:
        async def click(*given: Any, **more: Any) -> str:
            await here.context.actor.click(*given, **more)
            raise SkillError("It went away.")

        with pytest.raises(SkillError, match="It changed the page all the same"):
            await effects_of(here, "Order", Tier.WRITES, actor=acting(here, click=click))
        assert [event["effect"]["kind"] for event in here.events("effect")] == ["act", "request"]
        assert here.events("effect")[0]["effect"]["page_message"] == "Your order is placed."

    async def test_a_click_that_landed_elsewhere_says_where_and_what_that_changed(
        self, here: Room
    ) -> None:
        async def click(*given: Any, **more: Any) -> str:
            await here.context.actor.click(*given, **more)
            raise Missed("The click landed on [2] box, not on [1] button 'Order'.")

        with pytest.raises(Missed, match="not on .1. button 'Order'. A message appeared") as missed:
            await effects_of(here, "Order", Tier.WRITES, actor=acting(here, click=click))
        assert "all the same" not in str(missed.value)

    async def test_a_form_that_was_not_sent_is_no_effect(self, here: Room) -> None:
        async def fill(values: Any, submit: Any, **more: Any) -> Any:
            filled = await here.context.actor.fill_form(values, None, **more)
            return replace(filled, problem="another field appeared.")

        ledger = Effects()
        context = replace(
            here.context,
            gate=Judging(Tier.CRITICAL),
            effects=ledger,
            actor=acting(here, fill_form=fill),
        )
        fields = [Entry(mmid=await here.mmid("PIN"), value="hunter2")]
        await fill_form(context, fields, submit=await here.mmid("Send"))
        assert ledger.all == ()

    async def test_no_value_of_a_field_is_in_an_effect(self, here: Room) -> None:
        ledger = Effects()
        context = replace(here.context, gate=Judging(Tier.CRITICAL), effects=ledger)
        fields = [Entry(mmid=await here.mmid("PIN"), value="hunter2")]
        await fill_form(context, fields, submit=await here.mmid("Send"))
        assert [each.kind for each in ledger.all] == ["act", "request"]
        assert "hunter2" not in str(ledger.all)

    async def test_an_act_whose_request_was_refused_did_nothing(self, here: Room) -> None:
        class Refusing(Judging):
            async def check(self, action: str, target: Node | None, arguments: Any) -> Permit:
                permit = await super().check(action, target, arguments)
                permit.refused = "Not sent."
                return permit

        ledger = Effects()
        context = replace(here.context, gate=Refusing(Tier.CRITICAL), effects=ledger)
        with pytest.raises(ActionDenied, match="Not sent"):
            await click(context, await here.mmid("Read"))
        assert ledger.all == ()
