"""Which acts grants cover, where, how often and up to which sum."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from agent_e.errors import ConfigError
from agent_e.safety.gate import _stands_in
from agent_e.safety.grants import GrantedAct, Grants, flag_for, read_grants
from agent_e.types import Grant, Risk, Tier

HERE = "https://shop.example/checkout"


def act(*kinds: Any, urls: tuple[str, ...] = (HERE,), **more: Any) -> GrantedAct:
    return GrantedAct(kinds=frozenset(kinds), urls=urls, **more)


def given(*grants: Grant) -> Grants:
    return Grants(grants, on_task_site=lambda url: url.startswith("https://shop.example/"))


def test_an_act_is_covered_once() -> None:
    order = Grant(kind="order")
    grants = given(order)
    assert grants.covering(act("money")) == (order,)
    grants.use([order])
    assert grants.covering(act("money")) == ()


@pytest.mark.parametrize("by", ["task", "settings"])
@pytest.mark.parametrize("kind", ["money", "message"])
def test_a_task_allows_nothing_to_whom_it_does_not_name(kind: Any, by: Any) -> None:
    order, send = (Grant(kind=each, by=by, times=None) for each in ("order", "send"))
    covered = given(order, send).covering(act(kind, unsaid=True))
    assert bool(covered) is (by == "settings")
    assert given(order, send).covering(act(kind))


def test_what_is_taken_away_covers_nothing_and_the_rest_stays_as_it_was() -> None:
    grants = given(
        Grant(kind="send", number=1), Grant(kind="order", number=2), Grant(kind="order", by="vault")
    )
    grants.use([grants.all[1]])
    grants.withdraw({1})
    assert grants.covering(act("message")) == ()
    assert [each.number for each in grants.all] == [2, 0]
    assert grants.covering(act("money")) == (grants.all[1],)


def test_signing_in_may_take_several_steps() -> None:
    grants = given(Grant(kind="sign_in"))
    grants.use(grants.covering(act("sign_in")))
    assert grants.covering(act("sign_in"))


@pytest.mark.parametrize(
    ("kind", "does"),
    [
        ("sign_in", "credentials"),
        ("send", "money"),
        ("order", "delete"),
        ("cancel", "message"),
        ("agree", "permission"),
        ("download", "upload"),
    ],
)
def test_another_kind_is_not_covered(kind: Any, does: Any) -> None:
    assert given(Grant(kind=kind, times=None)).covering(act(does)) == ()


def test_an_order_takes_the_terms_with_it_and_nothing_else() -> None:
    order = Grant(kind="order", times=None)
    assert given(order).covering(act("money", "consent", "account")) == (order,)
    assert given(order).covering(act("money", "message")) == ()
    assert given(order).covering(act("consent")) == ()


def test_every_part_needs_a_grant_and_takes_it() -> None:
    order, send = Grant(kind="order"), Grant(kind="send")
    assert set(given(order, send).covering(act("money", "message"))) == {order, send}


def test_an_act_of_no_kind_is_never_covered() -> None:
    assert given(Grant(kind="order", times=None)).covering(act()) == ()


@pytest.mark.parametrize(
    ("site", "urls", "covered"),
    [
        ("", (HERE,), True),
        ("", ("https://evil.example/",), False),
        ("", (HERE, "https://evil.example/"), False),
        ("", (), False),
        ("mail.example", ("https://mail.example/send",), True),
        ("mail.example", ("https://a.mail.example/send",), False),
        ("*.mail.example", ("https://a.mail.example/send",), True),
        ("mail.example", (HERE,), False),
        ("mail.example:8443", ("https://mail.example/",), False),
    ],
)
def test_where_it_holds(site: str, urls: tuple[str, ...], covered: bool) -> None:
    grants = given(Grant(kind="send", site=site))
    assert bool(grants.covering(act("message", urls=urls))) is covered


@pytest.mark.parametrize(
    ("shown", "covered"),
    [
        (("€40.00",), True),
        (("12,90 €", "EUR 39.99"), True),
        (("€40.01",), False),
        (("€12.90", "€1,040.00"), False),
        (("$30.00",), False),
        (("40",), False),
        ((), False),
    ],
)
def test_up_to_which_sum(shown: tuple[str, ...], covered: bool) -> None:
    limited = Grant(kind="order", max_amount=Decimal(40), currency="EUR")
    assert bool(given(limited).covering(act("money", amounts=shown))) is covered


def test_the_one_it_is_for_has_to_be_named_there() -> None:
    grants = given(Grant(kind="send", to="Tom Becker"))
    assert grants.covering(act("message", words="Message to Becker, Tom"))
    assert not grants.covering(act("message", words="Message to Tom Baker"))
    assert not grants.covering(act("message"))


@pytest.mark.parametrize(
    ("written", "hosts", "read"),
    [
        (("sign-in, send",), (), [("sign_in", "", None), ("send", "", None)]),
        (("order<=50 EUR",), ("shop.example",), [("order", "shop.example", Decimal(50))]),
        (
            ("pay",),
            ("a.example", "b.example"),
            [("pay", "a.example", None), ("pay", "b.example", None)],
        ),
    ],
)
def test_settings(written: Any, hosts: Any, read: Any) -> None:
    found = read_grants(written, hosts)
    assert [(each.kind, each.site, each.max_amount) for each in found] == read
    assert {(each.times, each.by) for each in found} == {(None, "settings")}


@pytest.mark.parametrize("written", ["fly", "order<=", "order<=50", "order>50 EUR", ""])
def test_settings_that_say_nothing(written: str) -> None:
    with pytest.raises(ConfigError, match="--may .* names no act"):
        read_grants([written], [])


def test_the_flag_that_allows_an_act() -> None:
    risk = Risk(tier=Tier.CRITICAL, kinds=frozenset({"sign_in", "money"}))
    assert flag_for(risk, "shop.example") == "--may order,sign-in --on shop.example"
    assert flag_for(risk, "") == ""


@pytest.mark.parametrize(
    ("value", "stands"),
    [("fennel-309", True), ("fennel", True), ("enne", False), ("o", False), ("", False)],
)
def test_a_password_of_the_task_is_a_word_of_it(value: str, stands: bool) -> None:
    assert _stands_in(value, "Log in as ann with fennel-309.") is stands
