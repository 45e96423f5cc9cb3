"""What was typed is known again in requests, however it is written."""

from __future__ import annotations

import base64
import html
import json
from dataclasses import replace
from urllib.parse import quote, quote_plus

import pytest

from agent_e.safety.typed_values import Typed, is_data, is_said
from agent_e.types import Outgoing

VALUE = 'Jürgen "J" O\'Neil <x+1>'


def sent(url: str = "https://shop.example/x", body: str = "") -> Outgoing:
    return Outgoing(method="POST", url=url, by="script", body=body)


def typed(*values: str, private: bool = False) -> Typed:
    found = Typed()
    for value in values:
        found.add(value, private=private)
    return found


WAYS = {
    "raw": VALUE,
    "in another case": VALUE.upper(),
    "with percents": quote(VALUE, safe=""),
    "as a form": quote_plus(VALUE),
    "with percents twice": quote(quote(VALUE)),
    "JSON": json.dumps({"q": VALUE}),
    "JSON with letters": json.dumps({"q": VALUE}, ensure_ascii=False),
    "JSON in JSON": json.dumps({"q": json.dumps({"v": VALUE})}),
    "HTML": html.escape(VALUE),
    "base64": base64.b64encode(VALUE.encode()).decode(),
    "base64 of more": base64.b64encode(f"a{VALUE}b".encode()).decode(),
    "base64 for addresses": base64.urlsafe_b64encode(f"??>{VALUE}".encode()).decode(),
    "base64 of JSON": base64.b64encode(json.dumps({"q": VALUE}).encode()).decode(),
    "hexadecimal": VALUE.encode().hex(),
}


@pytest.mark.parametrize("way", WAYS)
def test_a_value_is_known_in_every_form(way: str) -> None:
    known = typed(VALUE)
    assert known.carried(sent(body=f"a=1&b={WAYS[way]}&c=2")) == "text"
    if way not in ("HTML",):
        assert known.carried(sent(f"https://x.example/?b={quote(WAYS[way])}")) == "text"
    assert known.carried(sent(body="a=1&b=2")) == ""


def test_what_an_address_is_followed_and_preceded_by_is_read_too() -> None:
    known = typed(VALUE, private=True)
    assert known.carried(replace(sent(), fragment=f"#{quote(VALUE)}")) == "private"
    assert known.carried(replace(sent(), referrer=f"https://x.example/?d={VALUE}")) == "private"


def test_short_values_and_names_of_files_are_none() -> None:
    assert typed("ab").carried(sent(body="ab")) == ""
    assert typed("lamp").carried(sent("https://cdn.example/img/lamp-3.jpg")) == ""
    assert typed("lamp").carried(sent("https://cdn.example/i?of=lamp")) == "text"
    assert typed("lampshade1").carried(sent("https://cdn.example/lampshade1/x")) == "text"
    assert typed("lamp").carried(sent("https://lamp.evil.example/")) == "text"
    assert not typed("a")


def test_private_stays_private_and_secrets_are() -> None:
    known = typed("4242424242424242", private=True)
    known.add("4242424242424242", private=False)
    known.add("lamp", private=False)
    assert known.carried(sent(body="n=4242424242424242&q=lamp")) == "private"
    vault = Typed(lambda text: text.replace("hunter22", "[secret]"))
    assert vault.carried(sent(body="p=hunter22")) == "private"


def test_a_large_request_is_read_in_no_time_to_speak_of() -> None:
    known = typed(*(f"value number {n}" for n in range(60)))
    assert known.carried(sent(body="QUJD" * 50_000 + "value number 59")) in ("", "text")


@pytest.mark.parametrize(
    ("value", "data"),
    [
        ("40-7731-558", True),
        ("ada@letters.example", True),
        ("+44 20 7946 0958", True),
        ("ladder", False),
        ("laptop 2026", False),
        ("11/22/2026", False),
        ("2026-11-22", False),
    ],
)
def test_numbers_and_addresses_are_somebodys_data(value: str, data: bool) -> None:
    assert is_data(value, "Find a ladder") is data
    assert is_data(value, f"Find the order of {value.upper()}") is False


@pytest.mark.parametrize(
    ("value", "said"),
    [
        ("Ann Lee", True),
        ("Lee, Ann", True),
        ("LANE 7", True),
        ("Lane 8", False),
        ("BS14QA", True),
        ("BS1 4QB", False),
        ("ann@shop.example", True),
        ("ann@shop.evil.example", False),
        ("Mallory Lee", False),
        ("王小明", True),
        ("1990-04-02", True),
        ("", True),
    ],
)
def test_what_was_said_of_people_is_told_by_its_words(value: str, said: bool) -> None:
    words = "Order it to Ann Lee, Lane 7, BS1 4QA Bristol (ann@shop.example) or 寄给王小明."
    assert is_said(value, words) is said
