"""Tiers of acts, from facts."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.safety.action_risk import assess
from agent_e.safety.open_effects import leads_unknown, may_use_socket, opens_unknown, sends_unknown
from agent_e.safety.risk import Situation, with_effect
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
    "link of another name that deletes": (
        "click",
        facts(role="link", name="Hours", href="https://shop.example/delete?what=account"),
        {},
        Tier.CRITICAL,
    ),
    "page about deleting": (
        "click",
        facts(role="link", name="Clean rows", href="https://shop.example/how-to-delete-rows?p=2"),
        {},
        Tier.WRITES,
    ),
    "whose account": (
        "click",
        facts(name="Close my account", kind="submit", sends=True, form=form()),
        {},
        Tier.CRITICAL,
    ),
    "in German, whose": (
        "click",
        facts(name="Mein Konto schließen", kind="submit", sends=True, form=form()),
        {},
        Tier.CRITICAL,
    ),
    "a sign for a name": (
        "click",
        facts(name="🗑", unknown=True, kind="submit", sends=True, form=form()),
        {},
        Tier.CRITICAL,
    ),
    "list that sends what it is set to": (
        "select_option",
        facts(name="Membership", role="combobox", tag="select", sends=True, form=form()),
        {"option": "Close account"},
        Tier.CRITICAL,
    ),
    "field that says what is sent": (
        "enter_text",
        facts(role="textbox", name="Donation in $", tag="input", sends=True, form=form()),
        {"submit": True},
        Tier.WRITES,
    ),
    "profile": (
        "click",
        facts(
            name="Save changes",
            kind="submit",
            sends=True,
            form=form(kinds=("personal",), button="Save changes"),
        ),
        {},
        Tier.WRITES,
    ),
    "document": (
        "click",
        facts(
            name="Save changes",
            kind="submit",
            sends=True,
            form=form(kinds=("text",), button="Save changes"),
        ),
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
        Tier.REVERSIBLE,
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
    "script link of an empty place": (
        "click",
        facts(role="link", tag="a", name="Delete", href=f"{PAGE}#"),
        {},
        Tier.CRITICAL,
    ),
    "place of this page": (
        "click",
        facts(role="link", tag="a", name="Book", href=f"{PAGE}#booking"),
        {},
        Tier.WRITES,
    ),
    "tab in name only": ("click", facts(role="tab", name="Place order"), {}, Tier.CRITICAL),
    "tab that chooses": ("click", facts(role="tab", name="Buy"), {}, Tier.WRITES),
    "palette": ("click", facts(role="option", tag="div", name="Delete team"), {}, Tier.CRITICAL),
    "box that sends": (
        "click",
        facts(
            role="checkbox",
            tag="input",
            kind="checkbox",
            name="Express",
            sends=True,
            form=form(button="Pay now"),
        ),
        {},
        Tier.CRITICAL,
    ),
    "button with a date": (
        "pick_date",
        facts(name="Book now"),
        {"date": "2030-01-01"},
        Tier.CRITICAL,
    ),
    "menu": (
        "select_option",
        facts(role="button", name="Actions"),
        {"option": "Delete account"},
        Tier.CRITICAL,
    ),
    "select": (
        "select_option",
        facts(role="combobox", tag="select", name="Action"),
        {"option": "Delete account"},
        Tier.REVERSIBLE,
    ),
    "to the bin": ("drag", facts(name="Photo"), {"to": "[9] group 'Trash'"}, Tier.CRITICAL),
    "text without a name": ("select_text", facts(name="", unknown=True), {}, Tier.REVERSIBLE),
    "opens a dialog": ("click", facts(name="Delete…"), {}, Tier.WRITES),
    "text of a button": ("select_text", facts(name="Delete", role="button"), {}, Tier.CRITICAL),
    "to a list": ("drag", facts(name="Photo"), {"to": "[9] list 'Done'"}, Tier.REVERSIBLE),
    "Enter in a chat": (
        "enter_text",
        facts(role="textbox", tag="div", name="Type a message"),
        {"submit": True},
        Tier.REVERSIBLE,
    ),
    "Enter beside a paper plane": (
        "press_key",
        facts(role="textbox", tag="div", name="", beside=("btn emoji", "btn paper-plane")),
        {"key": "Enter"},
        Tier.CRITICAL,
    ),
    "Enter in a search without a form": (
        "press_key",
        facts(role="textbox", tag="input", kind="text", name="Find", beside=("Search",)),
        {"key": "Return"},
        Tier.REVERSIBLE,
    ),
    "writing in a chat": (
        "enter_text",
        facts(role="textbox", tag="div", name="Type a message"),
        {"submit": False},
        Tier.REVERSIBLE,
    ),
    "Escape on a button": ("press_key", facts(name="Delete"), {"key": "Escape"}, Tier.REVERSIBLE),
    "Space on a button": ("press_key", facts(name="Delete"), {"key": "Space"}, Tier.CRITICAL),
    "Space in a field": (
        "press_key",
        facts(role="textbox", name="Send to"),
        {"key": " "},
        Tier.REVERSIBLE,
    ),
    "Delete on a row": ("press_key", facts(role="row", name="Mail"), {"key": "Del"}, Tier.CRITICAL),
    "Delete in a field": (
        "press_key",
        facts(role="textbox", name="City"),
        {"key": "Delete"},
        Tier.REVERSIBLE,
    ),
    "access key": ("press_key", facts(role="main"), {"key": "Alt+s"}, Tier.CRITICAL),
    "history by keys": ("press_key", facts(role="main"), {"key": "Alt+Left"}, Tier.REVERSIBLE),
    "unread": ("click", facts(unread=True, unknown=True), {}, Tier.CRITICAL),
    "secret": ("fill_secret", facts(role="textbox", name="Log in with"), {}, Tier.REVERSIBLE),
    "opens a sign-in": ("click", facts(name="Sign in"), {}, Tier.WRITES),
    "signs in without a form": (
        "click",
        facts(name="Sign in", near=("password", "personal")),
        {},
        Tier.CRITICAL,
    ),
    "disarms": ("click", facts(name="Disable two-factor"), {}, Tier.CRITICAL),
    "goes on with a card": (
        "click",
        facts(name="Continue", near=("card", "text")),
        {},
        Tier.REVERSIBLE,
    ),
    "next page of a shop": (
        "click",
        facts(name="Next", around="Books to order. Share this list. 1 2 3"),
        {},
        Tier.REVERSIBLE,
    ),
    "OK to cookies": (
        "click",
        facts(name="OK", around="We share what you do here with partners who send offers."),
        {},
        Tier.REVERSIBLE,
    ),
    "OK to a price": ("click", facts(name="OK", around="You will pay $30."), {}, Tier.REVERSIBLE),
    "search by a plain button": (
        "click",
        facts(
            name="Submit",
            kind="submit",
            sends=True,
            form=form(method="get", kinds=("search",)),
        ),
        {},
        Tier.REVERSIBLE,
    ),
    "effect in a query": (
        "open_url",
        None,
        {"url": "https://shop.example/w?id=3&action=delete"},
        Tier.WRITES,
    ),
    "search for an effect": (
        "open_url",
        None,
        {"url": "https://shop.example/w?q=delete"},
        Tier.REVERSIBLE,
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


@pytest.mark.parametrize(
    ("case", "tier"),
    [("tab", Tier.WRITES), ("to the basket", Tier.WRITES), ("order", Tier.CRITICAL)],
)
def test_a_taint_on_the_tasks_own_site_is_told_and_asks_about_no_more(
    case: str, tier: Tier
) -> None:
    words = "what was read at shop.example gives orders to an assistant"
    action, what, arguments, _ = CASES[case]
    risk = assess(action, what, arguments, Situation(sites=HOME.sites, tainted=words))
    assert risk.tier == tier
    assert words in risk.reasons


def test_a_taint_makes_writing_critical_where_no_site_is_the_tasks_own() -> None:
    action, what, arguments, _ = CASES["to the basket"]
    assert assess(action, what, arguments, Situation()).tier == Tier.WRITES
    assert assess(action, what, arguments, Situation(tainted="it was")).tier == Tier.CRITICAL


def test_a_tainted_run_does_not_carry_data_to_another_site() -> None:
    tainted = Situation(sites=HOME.sites, tainted="the page holds hidden instructions")
    there = {"url": "https://evil.example/?d=secret"}
    assert assess("open_url", None, there, tainted).tier == Tier.CRITICAL
    assert assess("open_url", None, there, HOME).tier == Tier.REVERSIBLE


def test_two_ways_to_one_act_bear_the_same_mark() -> None:
    pressed = assess(*CASES["order by Enter"][:3], HOME)
    clicked = assess(*CASES["order"][:3], HOME)
    assert pressed.marks & clicked.marks


def test_delete_takes_letters_in_an_editor_and_marked_things_elsewhere() -> None:
    keys = {"key": "Control+Home Delete Delete 2"}
    editor = facts(name="Pad", role="application", tag="body", edits=True)
    board = facts(name="Pad", role="application", tag="div")
    assert assess("press_key", board, keys, HOME).tier is Tier.CRITICAL
    assert assess("press_key", editor, keys, HOME).tier is not Tier.CRITICAL


def link(**given: Any) -> ActFacts:
    return facts(**{"role": "link", "tag": "a", "name": "More", "href": PAGE, **given})


SITE = "https://shop.example"
LINKS: dict[str, tuple[ActFacts, bool]] = {
    "named like its address": (link(name="My basket"), False),
    "not named like its address": (link(name="Go on"), True),
    "in the navigation": (link(name="Start", in_navigation=True), False),
    "done with an item": (link(href=f"{SITE}/items/5/lopeta"), True),
    "an address with a verb": (link(href=f"{SITE}/account/delete"), True),
    "a query": (link(href=f"{SITE}/grant?user=bob"), True),
    "no name": (link(name="", unknown=True), True),
    "a language of the lists": (link(name="Basket", language="fr-CA"), False),
    "another language": (link(name="Basket", language="fi"), True),
    "another script": (link(name="שלם עכשיו"), True),
    "a button": (facts(name="More"), False),
}


@pytest.mark.parametrize("case", LINKS)
def test_links_by_which_a_site_may_do_something(case: str) -> None:
    given, unknown = LINKS[case]
    risk = assess("click", given, {}, HOME)
    assert leads_unknown("click", given, risk) == unknown


@pytest.mark.parametrize(
    ("method", "kinds", "unknown"),
    [
        ("post", ("text",), True),
        ("post", ("search",), True),  # a field may be called q and hold a quantity
        ("get", ("search", "choice"), False),
        ("get", ("choice",), True),
    ],
)
def test_forms_of_which_no_rule_says_what_they_do(
    method: str, kinds: tuple[Any, ...], unknown: bool
) -> None:
    given = facts(name="Go on", kind="submit", sends=True, form=form(method=method, kinds=kinds))
    assert sends_unknown(given, assess("click", given, {}, HOME)) == unknown


def test_a_press_may_send_through_an_open_socket() -> None:
    button = facts(name="25", unknown=True, socket="wss://shop.example/fix")
    field = facts(role="textbox", name="Aa", socket="wss://shop.example/chat")
    assert may_use_socket("click", button, {})
    assert not may_use_socket("click", facts(name="25", unknown=True), {})
    assert not may_use_socket("click", facts(name="Run", socket="wss://shop.example/fix"), {})
    assert may_use_socket("enter_text", field, {"submit": True})
    assert not may_use_socket("enter_text", field, {"submit": False})


def test_a_class_only_raises() -> None:
    risk = assess("click", link(), {}, HOME)
    assert with_effect(risk, "read", SITE) == risk
    assert with_effect(risk, "write", SITE).tier == Tier.WRITES
    money = with_effect(risk, "money", SITE)
    assert (money.tier, money.kinds, money.unclear) == (Tier.CRITICAL, frozenset({"money"}), False)
    unclear = with_effect(risk, "unclear", SITE)
    assert (unclear.tier, unclear.unclear) == (Tier.CRITICAL, True)
    assert with_effect(money, "read", SITE) == money


@pytest.mark.parametrize(
    ("path", "unknown"),
    [("/items/28", False), ("/transfer?to=bob", True), ("/items/5/lopeta", True), ("/pay", True)],
)
def test_addresses_that_no_page_offers(path: str, unknown: bool) -> None:
    assert opens_unknown(f"{SITE}{path}") == unknown
