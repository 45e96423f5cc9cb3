"""Every evaluator on pages, requests and states written by hand: right, wrong, empty, hostile."""

from __future__ import annotations

from typing import Any

import pytest

from agent_e.benchmarks.evaluators import EvaluationError, check, js_expressions, js_key
from agent_e.benchmarks.tasks.record import EvaluatorSpec

from .conftest import SHOP, Folder, Judged

HERE = {"sites": {"shop": SHOP}}
BASKET = f"{SHOP}/basket?sort=price&page=2#items"

URLS: list[tuple[dict[str, Any], str, bool]] = [
    ({"path": "/basket"}, BASKET, True),
    ({"path": "/basket/"}, BASKET, True),
    ({"host": "{shop}", "path": "/basket"}, BASKET, True),
    ({"host": "127.0.0.1:4711"}, BASKET, True),
    ({"host": "127.0.0.1:4712"}, BASKET, False),
    ({"query": {"page": 2}}, BASKET, True),
    ({"query": {"page": 3}}, BASKET, False),
    ({"query": {"size": "L"}}, BASKET, False),
    ({"path_contains": "ask"}, BASKET, True),
    ({"path_regex": "^/b.*t$"}, BASKET, True),
    ({"path_regex": "^/c"}, BASKET, False),
    ({"fragment": "items"}, BASKET, True),
    ({"fragment": "top"}, BASKET, False),
    ({"any_of": [{"path": "/cart"}, {"path": "/basket"}]}, BASKET, True),
    ({"any_of": [{"path": "/cart"}, {"path": "/box"}]}, BASKET, False),
    ({"path": "/basket"}, "https://evil.example/basket", False),
    ({"host": "*.example"}, "https://shop.example/x", True),
    ({"host": "*.example"}, "https://shop.example.evil/x", False),
    ({"path_contains": "basket"}, "data:text/html,/basket", False),
]


@pytest.mark.parametrize(("own", "url", "right"), URLS, ids=str)
async def test_url(judged: Judged, own: dict[str, Any], url: str, right: bool) -> None:
    verdict = await judged({"type": "url", **own}, pages={url: "<p>x</p>"}, **HERE)
    assert verdict.passed is right, verdict.reason
    assert verdict.evidence == url


async def test_url_of_one_tab_of_several(judged: Judged) -> None:
    pages = {f"{SHOP}/a": "", f"{SHOP}/b": ""}
    own = {"type": "url", "path": "/b"}
    assert (await judged(own, pages=pages, **HERE)).passed is False
    assert (await judged({**own, "tab": "last"}, pages=pages, **HERE)).passed is True
    assert (await judged({**own, "tab": "any"}, pages=pages, **HERE)).passed is True
    assert (await judged(own, **HERE)).passed is False


PAGE = """<html><head><title>Order lost</title></head><body><h1>Thank  you!</h1>
<p>Order <b>4</b>7 was <i>placed</i>.</p><p hidden>failed</p><p style="display: none">sad</p>
<script>var x = "broken"</script><template><p>inert</p></template>
<div id=host>
<template shadowrootmode=open><p class=deep>Deep <slot></slot></p></template>light</div>
<input id=name value="Ada"><input type=checkbox id=tick checked><textarea id=note>two
lines</textarea><select id=size><option value=s>Small
<option value=l selected>Large</select></body>"""

TEXTS: list[tuple[dict[str, Any], bool]] = [
    ({"contains": "thank you"}, True),
    ({"contains": "order 47 was placed."}, True),
    ({"contains": ["Thank you", "Order 47"]}, True),
    ({"contains": ["Thank you", "Order 48"]}, False),
    ({"contains": "THANK YOU", "ignore_case": False}, False),
    ({"contains": "failed"}, False),
    ({"contains": "sad"}, False),
    ({"contains": "broken"}, False),
    ({"contains": "lost"}, False),
    ({"contains": "inert"}, False),
    ({"contains": "deep"}, True),
    ({"contains": "deep", "selector": "#host .deep"}, True),
    ({"contains": "deep", "selector": "h1"}, False),
    ({"contains": "deep", "selector": "#nowhere"}, False),
    ({"regex": r"order \d+"}, True),
    ({"regex": r"^order"}, False),
    ({"absent": "error"}, True),
    ({"absent": "Thank you"}, False),
    ({"contains": "thank you", "absent": "placed"}, False),
    ({"contains": "thank you", "at": {"path": "/done"}}, True),
    ({"contains": "thank you", "at": {"path": "/other"}}, False),
]


@pytest.mark.parametrize(("own", "right"), TEXTS, ids=str)
async def test_text(judged: Judged, own: dict[str, Any], right: bool) -> None:
    verdict = await judged({"type": "text", **own}, pages={f"{SHOP}/done": PAGE}, **HERE)
    assert verdict.passed is right, verdict.reason


@pytest.mark.parametrize("url", ["data:text/html,x", "about:blank", "https://echo.example/"])
async def test_a_page_the_agent_made_up_proves_nothing(judged: Judged, url: str) -> None:
    pages = {url: PAGE}
    assert (
        await judged({"type": "text", "contains": "thank you"}, pages=pages, **HERE)
    ).passed is False
    assert (await judged({"type": "text", "absent": "error"}, pages=pages, **HERE)).passed is False
    own: dict[str, Any] = {"type": "selector", "selector": "h1", "exists": True}
    found = await judged(own, pages=pages, **HERE)
    assert found.passed is False


async def test_what_is_absent_is_absent_from_all_tabs(judged: Judged) -> None:
    pages = {f"{SHOP}/a": "<p>fine</p>", f"{SHOP}/b": "<p>error</p>"}
    own: dict[str, Any] = {"type": "text", "absent": "error", "tab": "any"}
    assert (await judged(own, pages=pages, **HERE)).passed is False
    own = {"type": "selector", "selector": "p", "exists": False, "tab": "any"}
    assert (await judged(own, pages={**pages, f"{SHOP}/c": ""}, **HERE)).passed is False


SELECTORS: list[tuple[dict[str, Any], bool]] = [
    ({"selector": "h1", "exists": True}, True),
    ({"selector": "h2", "exists": True}, False),
    ({"selector": "h2", "exists": False}, True),
    ({"selector": "input", "count": 2}, True),
    ({"selector": "input", "count": 3}, False),
    ({"selector": "#name", "value": "Ada"}, True),
    ({"selector": "#name", "value": "ada"}, False),
    ({"selector": "#note", "value": "two lines"}, True),
    ({"selector": "#size", "value": "l"}, True),
    ({"selector": "#size", "value": "s"}, False),
    ({"selector": "#tick", "checked": True}, True),
    ({"selector": "#tick", "checked": False}, False),
    ({"selector": "#nowhere", "checked": False}, False),
    ({"selector": "#host > .deep", "exists": True}, True),
]


@pytest.mark.parametrize(("own", "right"), SELECTORS, ids=str)
async def test_selector(judged: Judged, own: dict[str, Any], right: bool) -> None:
    verdict = await judged({"type": "selector", **own}, pages={f"{SHOP}/done": PAGE}, **HERE)
    assert verdict.passed is right, verdict.reason


async def test_a_page_may_be_nested_deeply(judged: Judged) -> None:
    page = "<div>" * 3000 + "<p id=x>bottom</p>" + "</div>" * 3000
    found = await judged({"type": "text", "contains": "bottom"}, pages={f"{SHOP}/": page}, **HERE)
    assert found.passed is True


def form(body: str, status: int | None = 302, **more: Any) -> dict[str, Any]:
    kind = "application/x-www-form-urlencoded"
    request = {"method": "POST", "url": f"{SHOP}/order?step=2", "status": status}
    return {**request, "post_data": body, "content_type": kind, **more}


PARTS = '--b\r\nContent-Disposition: form-data; name="who"\r\n\r\nAda\r\n--b--\r\n'
NETWORK: list[tuple[dict[str, Any], list[dict[str, Any]], bool]] = [
    ({"url": "/order"}, [form("a=1")], True),
    ({"url": "{shop}/order"}, [form("a=1")], True),
    ({"url": "/order?step=2"}, [form("a=1")], True),
    ({"url": "/order?step=3"}, [form("a=1")], False),
    ({"url": "/ord*"}, [form("a=1")], True),
    ({"url": "/basket"}, [form("a=1")], False),
    ({"url_regex": r"/order\?step=\d"}, [form("a=1")], True),
    ({"url": "/order", "query": {"step": 2}}, [form("a=1")], True),
    ({"url": "/order", "fields": {"a": 1}}, [form("a=1&b=2")], True),
    ({"url": "/order", "fields": {"a": "2"}}, [form("a=1&b=2")], False),
    ({"url": "/order", "fields": {"c": "2"}}, [form("a=1&b=2")], False),
    ({"url": "/order", "fields": {"a": "2"}}, [form("a=1&a=2")], True),
    ({"url": "/order"}, [form("a=1", status=500)], False),
    ({"url": "/order"}, [form("a=1", status=None)], False),
    ({"url": "/order", "status": 302}, [form("a=1")], True),
    ({"url": "/order", "status": [200, 201]}, [form("a=1")], False),
    ({"url": "/order", "fields": {"a": 1}}, [form("a=1"), form("a=2")], True),
    ({"url": "/order", "fields": {"a": 1}, "which": "last"}, [form("a=1"), form("a=2")], False),
    ({"url": "/order", "method": "PUT"}, [form("a=1")], False),
    ({"url": "/order", "exists": False}, [form("a=1")], False),
    ({"url": "/order", "exists": False}, [form("a=1", status=403)], True),
    ({"url": "/order", "exists": False}, [], True),
    ({"url": "/order"}, [], False),
    (
        {"url": "/order", "fields": {"item.id": 7, "tags": ["x"]}},
        [form('{"item": {"id": 7}, "tags": ["x"]}', content_type="application/json")],
        True,
    ),
    ({"url": "/order", "fields": {"a": 1}}, [form("{broken", content_type="text/json")], False),
    (
        {"url": "/order", "fields": {"who": "Ada"}},
        [form(PARTS, content_type="multipart/form-data; boundary=b")],
        True,
    ),
    ({"url": "/order", "fields": {"a": 1}}, [form("a=1", post_data=None)], False),
]


@pytest.mark.parametrize(("own", "requests", "right"), NETWORK, ids=str)
async def test_network(
    judged: Judged, own: dict[str, Any], requests: list[dict[str, Any]], right: bool
) -> None:
    verdict = await judged({"type": "network", **own}, requests=requests, **HERE)
    assert verdict.passed is right, verdict.reason


ORDER = {"number": 1, "user": "ada", "items": [{"slug": "mug", "quantity": 2}], "total": 13.0}
OTHER = {"number": 2, "user": "bob", "items": [], "total": 5.5}
BEFORE = {"orders": [OTHER], "users": ["ada", "bob"], "note": ""}
AFTER = {"orders": [OTHER, ORDER], "users": ["ada", "bob"], "note": "sent to Ada"}
STATES: list[tuple[dict[str, Any], bool]] = [
    ({"path": "orders.1.user", "equals": "ada"}, True),
    ({"path": "orders.-1.user", "equals": "ada"}, True),
    ({"path": "orders.*.user", "equals": ["bob", "ada"]}, True),
    ({"path": "orders.5.user", "equals": "ada"}, False),
    ({"path": "orders.1.total", "equals": 13}, True),
    ({"path": "orders.1.total", "equals": True}, False),
    ({"path": "orders", "contains": {"user": "ada"}}, True),
    ({"path": "orders", "contains": {"user": "eve"}}, False),
    ({"path": "orders", "count": 2}, True),
    ({"path": "orders", "where": {"user": "ada"}, "count": 1}, True),
    ({"path": "orders", "where": {"user": "ada", "items.0.slug": "mug"}, "count": 1}, True),
    ({"path": "orders", "where": {"user": "eve"}, "absent": True}, True),
    ({"path": "orders", "where": {"user": "ada"}, "absent": True}, False),
    ({"path": "orders", "new": True, "count": 1, "contains": {"user": "ada"}}, True),
    ({"path": "orders", "new": True, "contains": {"user": "bob"}}, False),
    ({"path": "orders.1.total", "at_least": 10}, True),
    ({"path": "orders.1.total", "at_least": 14}, False),
    ({"path": "orders", "at_least": 2}, True),
    ({"path": "note", "matches": "to A.a"}, True),
    ({"path": "note", "contains": "Ada"}, True),
    ({"path": "note", "at_least": 1}, False),
    ({"path": "users", "changed": False}, True),
    ({"path": "orders", "changed": False}, False),
    ({"path": "orders", "changed": True}, True),
    ({"path": "users", "changed": True}, False),
    ({"path": "", "changed": False, "ignore": ["orders", "note"]}, True),
    ({"path": "nowhere", "absent": True}, True),
    ({"path": "nowhere", "absent": False}, False),
    ({"path": "nowhere", "count": 0}, False),
]


@pytest.mark.parametrize(("own", "right"), STATES, ids=str)
async def test_state(judged: Judged, own: dict[str, Any], right: bool) -> None:
    states = {"state_before": {"shop": BEFORE}, "state": {"shop": AFTER}}
    verdict = await judged({"type": "state", "site": "shop", **own}, **states)
    assert verdict.passed is right, verdict.reason


async def test_a_state_that_was_not_stored_is_a_fault(judged: Judged) -> None:
    with pytest.raises(EvaluationError, match="no state of the site shop"):
        await judged({"type": "state", "site": "shop", "path": "", "changed": False})


DOWNLOADS: list[tuple[dict[str, Any], bool]] = [
    ({"name": "Invoice-*.PDF"}, True),
    ({"name": "report*"}, False),
    ({"extension": ".pdf"}, True),
    ({"extension": "zip"}, False),
    ({"sha256": "A" * 64}, True),
    ({"sha256": "b" * 64}, False),
    ({"min_size": 10}, True),
    ({"min_size": 11}, False),
]


@pytest.mark.parametrize(("own", "right"), DOWNLOADS, ids=str)
async def test_download(judged: Judged, own: dict[str, Any], right: bool) -> None:
    files = ({"name": "invoice-7.pdf", "size": 10, "sha256": "a" * 64},)
    assert (await judged({"type": "download", **own}, downloads=files)).passed is right
    assert (await judged({"type": "download", **own})).passed is False


async def test_js(judged: Judged, folder: Folder) -> None:
    own = {"type": "js", "url": "{shop}/api", "expression": "items.length", "equals": 2}
    key = js_key(f"{SHOP}/api", "items.length")
    assert (await judged(own, js={key: 2}, **HERE)).passed is True
    assert (await judged(own, js={key: "2"}, **HERE)).passed is False
    thrown = await judged(own, js={key: {"$error": "items is not defined"}}, **HERE)
    assert thrown.passed is False
    assert thrown.evidence == "items is not defined"
    with pytest.raises(EvaluationError, match="no value"):
        await judged(own, **HERE)
    task = folder.task({**own, "url": f"{SHOP}/api"})
    assert js_expressions(task) == {key: (f"{SHOP}/api", "items.length")}


@pytest.mark.parametrize(
    ("result", "passed", "score"),
    [
        ({"done": True, "raw": 1}, True, 1.0),
        ([{"done": True, "raw": -1}, {"done": True, "raw": 0.4}], True, 0.4),
        ({"done": True, "raw": -1, "reason": "timed out"}, False, 0.0),
        ({"done": True, "raw": 0}, False, 0.0),
        ({"done": False, "raw": None}, False, 0.0),
        ({"done": False, "raw": 1}, False, 0.0),
        ([], False, 0.0),
        (None, False, 0.0),
    ],
)
async def test_reward(judged: Judged, result: Any, passed: bool, score: float) -> None:
    own = {"type": "reward", "site": "miniwob", "path": "runs.r1"}
    verdict = await judged(own, state={"miniwob": {"runs": {"r1": result}}})
    assert (verdict.passed, verdict.score) == (passed, score)


async def test_a_reward_nobody_can_read_is_a_fault(judged: Judged) -> None:
    own = {"type": "reward", "site": "miniwob", "path": ""}
    with pytest.raises(EvaluationError):
        await judged(own, state={"miniwob": {"done": True, "raw": "lots"}})


@pytest.mark.parametrize("claim", ["cannot", "success", "none"])
async def test_status(judged: Judged, claim: str) -> None:
    own = {"type": "status", "claim": "cannot"}
    assert (await judged(own, claim=claim)).passed is (claim == "cannot")


@pytest.mark.parametrize(
    ("spec", "words"),
    [
        ({"type": "urll", "path": "/"}, "Did you mean url?"),
        ({"type": "url"}, "give either"),
        ({"type": "url", "path_regex": "("}, "no regular expression"),
        ({"type": "url", "pth": "/"}, "pth"),
        ({"type": "text"}, "give one of"),
        ({"type": "text", "contains": "x", "selector": "a["}, "no selector"),
        ({"type": "selector", "selector": "a"}, "give one of"),
        ({"type": "network"}, "either url or url_regex"),
        ({"type": "state", "site": "shop", "path": ""}, "give one of"),
        ({"type": "state", "site": "shop", "path": "", "count": -1}, "count"),
        ({"type": "download"}, "give one of"),
        ({"type": "status", "claim": "maybe"}, "claim"),
        ({"type": "webvoyager", "judges": 0}, "judges"),
        ({"type": "human", "who": "me"}, "who"),
    ],
    ids=str,
)
def test_checks_that_could_not_work_are_named(spec: dict[str, Any], words: str) -> None:
    problems = check(EvaluatorSpec.model_validate(spec))
    assert len(problems) >= 1
    assert words in problems[0]
