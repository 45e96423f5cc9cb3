"""Shapes of requests: what varies is left out, and what names an effect is not."""

from __future__ import annotations

import pytest

from agent_e.safety.known_traffic import KnownTraffic
from agent_e.safety.request_shape import (
    address_shape,
    form_fields,
    json_fields,
    names_address,
    names_item,
    request_shape,
)
from agent_e.types import Observation, Outgoing

SITE = "https://shop.example"


def sent(body: str = "", url: str = f"{SITE}/api", **given: object) -> Outgoing:
    return Outgoing(**{"method": "POST", "url": url, "by": "script", "body": body, **given})  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("url", "shape"),
    [
        ("/items/5?page=2", "/items/*?page"),
        ("/items/5/destroy", "/items/*/destroy"),
        ("/search?q=red+lamp&sort=price", "/search?q&sort"),
        ("/a/8fd3c21b-07aa/x#part", "/a/*/x"),
        ("", "/"),
    ],
)
def test_an_address_without_its_varying_parts(url: str, shape: str) -> None:
    assert address_shape(f"{SITE}{url}") == f"{SITE}{shape}"


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ('{"op": "list", "page": 1}', '{"op": "list", "page": 2}', True),
        ('{"op": "list", "id": 1}', '{"op": "transfer", "id": 1}', False),
        ('{"query": "query Items { a }"}', '{"query": "query Items { b }"}', True),
        ('{"query": "query Items { a }"}', '{"query": "mutation Pay { a }"}', False),
        ('[{"method": "get", "id": 1}]', '[{"method": "pay", "id": 1}]', False),
        ("a=1&b=2", "b=7&a=3", True),
        ("a=1", "a=1&amount=5", False),
    ],
)
def test_a_body_is_known_by_what_it_names(one: str, other: str, same: bool) -> None:
    assert (request_shape(sent(one)) == request_shape(sent(other))) == same


def test_beacons_to_one_address_are_alike() -> None:
    shapes = {request_shape(sent(body, by="ping")) for body in ('{"e": "view"}', '{"e": "click"}')}
    assert len(shapes) == 1


@pytest.mark.parametrize(
    ("path", "item"),
    [
        ("/items/5/destroy", True),
        ("/invite/accept/8fd3c21b07aa4e91", True),
        ("/unsubscribe?token=8fd3c21b07aa4e91", True),
        ("/items/5", False),
        ("/items", False),
        ("/wiki/Albert_Einstein", False),
        ("/2024/05", False),
        ("/a-long-title-of-an-article-in-words", False),
    ],
)
def test_addresses_of_what_is_done_with_an_item(path: str, item: bool) -> None:
    assert names_item(f"{SITE}{path}") == item


@pytest.mark.parametrize("url", ["https://[red]approved[/red]/items/5/destroy", "http://[::1/x"])
def test_what_is_no_address_is_of_nothing(url: str) -> None:
    assert names_item(url) is False
    assert names_address("Destroy items", url) is False


def test_fields_of_every_kind_of_body() -> None:
    parts = (
        '--x1\r\nContent-Disposition: form-data; name="to"\r\n\r\nBob\r\n'
        '--x1\r\nContent-Disposition: form-data; name="note"\r\n\r\na\r\nb\r\n--x1--\r\n'
    )
    assert form_fields("to=Bob&sum=5%2C00&empty=") == [
        ("to", "Bob"),
        ("sum", "5,00"),
        ("empty", ""),
    ]
    assert form_fields(parts) == [("to", "Bob"), ("note", "a\r\nb")]
    assert form_fields("") == []
    assert form_fields('{"to": "Bob"}') is None
    assert json_fields('{"pay": {"to": "Bob", "sum": 5.5}, "ok": true}') == [
        ("to", "Bob"),
        ("sum", "5.5"),
    ]
    assert json_fields("to=Bob") == []


def test_what_pages_send_by_themselves_is_known() -> None:
    traffic = KnownTraffic()
    assert not traffic.is_unprompted(sent('{"op": "poll"}'))
    traffic.unprompted(sent('{"op": "poll"}'))
    assert traffic.is_unprompted(sent('{"op": "poll"}'))
    assert not traffic.is_unprompted(sent('{"op": "pay"}'))


def test_addresses_to_read() -> None:
    traffic = KnownTraffic()
    task = f"Tell me what {SITE}/list?all=1 says."
    assert traffic.offers(f"{SITE}/list?all=1", task)
    assert traffic.offers(f"{SITE}/pay", "")  # no page of this site was seen
    assert not traffic.offers(f"{SITE}/pay?to=bob", "")
    traffic.look(Observation(url=f"{SITE}/items/3", title="", nodes=()))
    assert traffic.offers(f"{SITE}/items/4", "")
    assert traffic.offers(f"{SITE}/", "")
    assert not traffic.offers(f"{SITE}/items/4/destroy", "")
    assert not traffic.offers(f"{SITE}/account/close", "")
