"""Tiers of requests, from the act that led to them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest

from agent_e.safety.request_risk import (
    OngoingAction,
    assess_request,
    in_words,
    is_left_open,
    sites_of,
)
from agent_e.safety.risk import Situation
from agent_e.types import ActFacts, FormFacts, Outgoing, Tier

PAGE = "https://shop.example/basket"
FORM = FormFacts(method="post", target="https://shop.example/do", button="Save")
SAVE = ActFacts(
    page=PAGE,
    frame=PAGE,
    role="button",
    name="Save",
    kind="submit",
    sends=True,
    form=FORM,
)
LINK = ActFacts(page=PAGE, frame=PAGE, role="link", name="More", tag="a", href=PAGE)
ICON = replace(LINK, role="button", name="", tag="button", href="", unknown=True)
IN_FORM = replace(SAVE, role="combobox", name="Way", kind="", sends=False)
PAYS = replace(IN_FORM, form=replace(FORM, button="Pay now"))


def doing(facts: ActFacts, tier: Tier = Tier.REVERSIBLE, **given: Any) -> OngoingAction:
    return OngoingAction(
        **{
            "action": "click",
            "tier": tier,
            "facts": (facts,),
            "sites": sites_of((facts,)),
            **given,
        }
    )


def sent(url: str = "https://shop.example/do", method: str = "POST", **given: Any) -> Outgoing:
    return Outgoing(**{"method": method, "url": url, "by": "document", "page": PAGE, **given})


AWAY = "https://evil.example/do"
CASES: dict[str, tuple[Outgoing, OngoingAction | None, Tier]] = {
    "the form that was seen": (sent(), doing(SAVE, Tier.WRITES), Tier.REVERSIBLE),
    "it goes elsewhere": (sent(AWAY), doing(SAVE, Tier.WRITES), Tier.CRITICAL),
    "it was approved and goes elsewhere": (sent(AWAY), doing(SAVE, approved=True), Tier.CRITICAL),
    "another one": (sent("https://shop.example/other"), doing(LINK), Tier.WRITES),
    "one that was approved": (sent(), doing(LINK, approved=True), Tier.REVERSIBLE),
    "the form around, harmless": (sent(), doing(IN_FORM), Tier.WRITES),
    "the form around, which pays": (sent(), doing(PAYS), Tier.CRITICAL),
    "nobody does anything": (sent(), None, Tier.CRITICAL),
    "a page": (sent(AWAY, "GET"), doing(LINK), Tier.READ),
    "script": (sent(by="script"), doing(LINK), Tier.REVERSIBLE),
    "one that deletes": (sent(method="DELETE", by="script"), doing(LINK), Tier.CRITICAL),
    "script to elsewhere": (sent(AWAY, by="script"), doing(LINK), Tier.REVERSIBLE),
    "script of what writes": (sent(AWAY, by="script"), doing(SAVE, Tier.WRITES), Tier.WRITES),
}


SEARCH = replace(LINK, role="searchbox", tag="input", kind="search")
DRAFT = replace(LINK, role="textbox", tag="input", kind="text")
OPEN = {
    "a form that was declared": (sent(), doing(SAVE, Tier.WRITES), False),
    "another form": (sent("https://shop.example/other"), doing(LINK), True),
    "a form around a field": (sent(), doing(IN_FORM), True),
    "a script": (sent(by="script"), doing(LINK), True),
    "a beacon": (sent(by="ping"), doing(ICON, Tier.WRITES), True),
    "a script that asks": (sent(method="GET", by="script"), doing(LINK), False),
    "a picture that a dark button asks for": (sent(method="GET", by="other"), doing(ICON), True),
    "hits of a search": (sent(by="script"), doing(SEARCH), False),
    "what a field sends": (sent(by="script"), doing(DRAFT), True),
    "an address that does something": (
        sent("https://shop.example/items/5/delete", "GET", by="script"),
        doing(LINK),
        True,
    ),
    "what was approved": (sent(by="script"), doing(LINK, approved=True), False),
    "what loads with a page": (sent(by="script"), doing(LINK, action="open_url"), False),
    "what scrolling loads": (sent(by="script"), doing(LINK, Tier.READ, action="scroll"), False),
}


@pytest.mark.parametrize("case", OPEN)
def test_what_no_rule_tells(case: str) -> None:
    request, acting, is_open = OPEN[case]
    assert is_left_open(request, acting) == is_open


@pytest.mark.parametrize("case", CASES)
def test_the_tier_of_a_request(case: str) -> None:
    request, acting, tier = CASES[case]
    assert assess_request(request, acting).tier == tier


def test_what_was_typed_may_stay_on_the_site_and_counts_elsewhere() -> None:
    for method in ("GET", "POST"):
        home = sent(method=method, by="script")
        away = replace(home, url=AWAY)
        act = doing(LINK)
        assert assess_request(home, act, carried="private").tier < Tier.WRITES
        assert assess_request(away, act, carried="text").tier == Tier.WRITES
        assert assess_request(away, act, carried="private").tier == Tier.CRITICAL
        led = Situation(tainted="it read a page that gives orders")
        assert assess_request(away, act, carried="text", situation=led).tier == Tier.CRITICAL


@pytest.mark.parametrize(
    ("near", "passwords", "kind"),
    [
        (("password", "text"), 1, "sign_in"),
        (("password",), 2, "credentials"),
        (("card", "text"), 0, "money"),
        (("code",), 0, "sign_in"),
    ],
)
def test_what_a_script_hands_over_is_told_by_the_fields(
    near: Any, passwords: int, kind: str
) -> None:
    button = replace(ICON, name="Continue", unknown=False, near=near, passwords=passwords)
    risk = assess_request(sent(by="script"), doing(button), carried="private")
    assert (risk.tier, set(risk.kinds)) == (Tier.CRITICAL, {kind})
    assert assess_request(sent(by="script"), doing(button)).tier < Tier.CRITICAL


def test_an_address_that_we_open_is_judged_by_itself() -> None:
    opening = OngoingAction(action="open_url", tier=Tier.REVERSIBLE)
    assert assess_request(sent(AWAY, "GET"), opening, carried="text").tier == Tier.READ
    assert assess_request(sent(AWAY, "GET"), opening, carried="private").tier == Tier.CRITICAL


def test_strict_asks_about_whatever_is_sent() -> None:
    assert assess_request(sent(by="script"), doing(LINK), strict=True).tier == Tier.WRITES
    assert (
        assess_request(sent(by="script"), doing(LINK, approved=True), strict=True).tier
        < Tier.WRITES
    )
    assert (
        assess_request(sent(method="GET", by="other"), doing(LINK), strict=True).tier == Tier.READ
    )


def test_a_request_is_said_in_our_words() -> None:
    assert in_words(sent(AWAY)) == "let the page send a form (POST) at evil.example/do"
    assert in_words(sent(AWAY + "?q=1", "GET", by="other")).endswith("at evil.example/do")
