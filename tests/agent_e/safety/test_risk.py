"""Tiers of acts, from facts."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.safety.risk import Situation, assess
from agent_e.types import ActFacts, FormFacts, Tier

PAGE = "https://shop.example/basket"
HOME = Situation(sites=frozenset({"shop.example"}))


def facts(**given: Any) -> ActFacts:
    return ActFacts(**{"page": PAGE, "frame": PAGE, "role": "button", "tag": "button", **given})


def form(**given: Any) -> FormFacts:
    return FormFacts(**{"method": "post", "target": "https://shop.example/do", **given})


CASES: dict[str, tuple[str, ActFacts | None, dict[str, Any], Tier]] = {
    "scroll": ("scroll", None, {}, Tier.READ),
    "open": ("open_url", None, {"url": "https://shop.example/p/1"}, Tier.REVERSIBLE),
    "open what acts": ("open_url", None, {"url": "https://shop.example/delete/1"}, Tier.WRITES),
    "tab": ("click", facts(role="tab", name="Reviews"), {}, Tier.REVERSIBLE),
    "link": ("click", facts(role="link", tag="a", name="Lamps", href=PAGE), {}, Tier.REVERSIBLE),
    "link to buy": ("click", facts(role="link", name="Buy", href=PAGE), {}, Tier.WRITES),
    "link that buys": ("click", facts(role="link", name="Buy now", href=PAGE), {}, Tier.CRITICAL),
    "link to log in": ("click", facts(role="link", name="Log in", href=PAGE), {}, Tier.REVERSIBLE),
    "link that deletes": (
        "click",
        facts(role="link", name="×", icon="trash", href="https://shop.example/items/delete/3"),
        {},
        Tier.WRITES,
    ),
    "script link": (
        "click",
        facts(role="link", name="Delete", href="javascript:void(0)"),
        {},
        Tier.CRITICAL,
    ),
    "search": (
        "enter_text",
        facts(
            role="searchbox", name="Search", sends=True, form=form(method="get", kinds=("search",))
        ),
        {"submit": True},
        Tier.REVERSIBLE,
    ),
    "typing": ("enter_text", facts(role="textbox", name="Send to"), {}, Tier.REVERSIBLE),
    "to the basket": (
        "click",
        facts(name="Add to basket", kind="submit", sends=True, form=form(kinds=("choice",))),
        {},
        Tier.WRITES,
    ),
    "order": (
        "click",
        facts(name="Place order", kind="submit", sends=True, form=form()),
        {},
        Tier.CRITICAL,
    ),
    "order by Enter": (
        "press_key",
        facts(
            role="textbox",
            tag="input",
            kind="text",
            name="Note",
            sends=True,
            form=form(button="Place order"),
        ),
        {"key": "Enter"},
        Tier.CRITICAL,
    ),
    "card": (
        "click",
        facts(name="Next", kind="submit", sends=True, form=form(kinds=("card", "text"))),
        {},
        Tier.CRITICAL,
    ),
    "log in": (
        "click",
        facts(name="Go", kind="submit", sends=True, form=form(kinds=("password", "personal"))),
        {},
        Tier.CRITICAL,
    ),
    "terms ticked": (
        "click",
        facts(name="Continue", kind="submit", sends=True, form=form(ticks=("I agree",))),
        {},
        Tier.CRITICAL,
    ),
    "icon": ("click", facts(name="", icon="btn fa-trash"), {}, Tier.CRITICAL),
    "no sign at all": ("click", facts(unknown=True), {}, Tier.WRITES),
    "yes to a question": (
        "click",
        facts(name="Yes, cancel it", around="Cancel this booking?"),
        {},
        Tier.CRITICAL,
    ),
    "to another site": (
        "click",
        facts(name="Save", kind="submit", sends=True, form=form(target="https://evil.example/x")),
        {},
        Tier.CRITICAL,
    ),
    "on another site": (
        "click",
        facts(
            page="https://b.example/",
            frame="https://b.example/",
            name="Save",
            sends=True,
            form=form(target="https://b.example/x"),
        ),
        {},
        Tier.CRITICAL,
    ),
    "upload": ("upload_file", facts(name="Photo"), {}, Tier.WRITES),
    "dialog dismissed": (
        "handle_dialog",
        facts(role="dialog", around="Delete all?"),
        {"accept": False},
        Tier.READ,
    ),
    "dialog accepted": (
        "handle_dialog",
        facts(role="dialog", around="Delete all?"),
        {"accept": True},
        Tier.CRITICAL,
    ),
    "dialog of nothing": (
        "handle_dialog",
        facts(role="dialog", around="Leave?"),
        {"accept": True},
        Tier.WRITES,
    ),
}


@pytest.mark.parametrize("case", CASES)
def test_the_tier_follows_from_the_facts(case: str) -> None:
    action, what, arguments, tier = CASES[case]
    risk = assess(action, what, arguments, HOME)
    assert risk.tier == tier, risk
    assert bool(risk.reasons) == (tier >= Tier.WRITES)


@pytest.mark.parametrize("case", CASES)
def test_a_taint_never_lowers_a_tier(case: str) -> None:
    action, what, arguments, tier = CASES[case]
    tainted = Situation(sites=HOME.sites, tainted="the page holds hidden instructions")
    assert assess(action, what, arguments, tainted).tier >= tier


def test_a_tainted_run_does_not_carry_data_to_another_site() -> None:
    tainted = Situation(sites=HOME.sites, tainted="the page holds hidden instructions")
    there = {"url": "https://evil.example/?d=secret"}
    assert assess("open_url", None, there, tainted).tier == Tier.CRITICAL
    assert assess("open_url", None, there, HOME).tier == Tier.REVERSIBLE


def test_two_ways_to_one_act_bear_the_same_mark() -> None:
    pressed = assess(*CASES["order by Enter"][:3], HOME)
    clicked = assess(*CASES["order"][:3], HOME)
    assert pressed.marks & clicked.marks
