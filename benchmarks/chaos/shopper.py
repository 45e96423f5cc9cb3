"""The model of a chaos run: it orders one thing and tells the number, or fails in a chosen way.

It remembers nothing: each answer comes from the page that the request shows last, so that a run
that is resumed, or that has lost its page, first looks whether the order is there.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from agent_e.benchmarks.scripted import Scripted

PRODUCT = "Clip-On Reading Light"
WHO = "Robin Marsh, Lane 7, 1010 Vienna, robin@example.com"
WORDS = f"Order one {PRODUCT}"
TASK = f"{WORDS} for {WHO}, collected in the store, and tell me the number of the order."
LEAVE = {
    "kind": "order", "quote": WORDS, "to": PRODUCT,
    "times": 1, "max_amount": None, "currency": "", "site": "",
}  # fmt: skip
ORDERS = "/account/orders"
_FIELDS = {
    "textbox 'Full name'": "Robin Marsh",
    "textbox 'Email'": "robin@example.com",
    "textbox 'Street and number'": "Lane 7",
    "textbox 'Postcode'": "1010",
    "textbox 'Town or city'": "Vienna",
    "combobox 'Country'": "Austria",
    "radio 'Collect in store Ready in two hours Free'": "true",
    "checkbox 'I accept the terms and conditions'": "true",
}
_MOST = 10
"""Replies in one conversation."""
_NUMBER = re.compile(r"\b\d{5}\b")

Call = tuple[str, Mapping[str, Any]]


class Shopper:
    """The script of one run.

    Attributes:
        fault: to answer with once, or ``for_good``.
        struck: whether it was.
    """

    def __init__(self, site: str, *, looks: bool = True) -> None:
        """Create it; without ``looks`` it orders whatever the list of orders says."""
        self.fault: Scripted | None = None
        self.for_good = False
        self.struck = False
        self._site = site
        self._open = re.compile(rf"(?:\bURL:|\bat) {re.escape(site)}([\w/-]*)")
        self._looks = looks

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        """Answer a request."""
        if (fault := self.fault) is not None:
            self.struck = True
            self.fault = fault if self.for_good else None
            return fault
        messages = body["messages"]
        offered = {tool["function"]["name"] for tool in body.get("tools", ())}
        if "finish" in offered:
            return Scripted(calls=[_plan(messages)])
        if "report" in offered:
            return Scripted(calls=[self._act(messages)])
        return Scripted(text='{"verdict": "yes", "why": "The page says so."}')

    def _act(self, messages: Sequence[Mapping[str, Any]]) -> Call:
        if sum(message["role"] == "assistant" for message in messages) >= _MOST:
            return _report("failed", "The site does not let me.")
        new = _newest(messages)
        *_, found = [None, *self._open.finditer(new)]
        path, page = (found[1], new[found.end() :]) if found else ("", "")
        if path.startswith("/checkout/complete/"):
            return _ordered(path.rpartition("/")[2], page)
        if path == ORDERS and self._looks and PRODUCT in page:
            line = next(line for line in page.splitlines() if PRODUCT in line)
            number = _NUMBER.search(line) or _NUMBER.search(page)
            return _ordered(number[0] if number else "", line)
        if path == "/checkout":
            fields = [{"mmid": name, "value": value} for name, value in _FIELDS.items()]
            return "fill_form", {"fields": fields, "submit": "button 'Place order'"}
        if path.startswith("/product/") and "is in your basket" not in page:
            return "click", {"mmid": "button 'Add to basket'"}
        return "open_url", {"url": f"{self._site}{self._next(path, page)}"}

    def _next(self, path: str, page: str) -> str:
        if path.startswith("/product/") or (path == ORDERS and "Basket 1" in page):
            return "/checkout"
        return f"/product/{PRODUCT.lower().replace(' ', '-')}" if path == ORDERS else ORDERS


def _newest(messages: Sequence[Mapping[str, Any]]) -> str:
    """What came since the last reply."""
    last = max((n for n, each in enumerate(messages) if each["role"] == "assistant"), default=0)
    return "\n".join(str(message["content"]) for message in messages[last:])


def _plan(messages: Sequence[Mapping[str, Any]]) -> Call:
    if not any(message["role"] == "assistant" for message in messages):
        return "browse", {"sub_task": TASK, "expect": "the number of the order"}
    done = "Ordered, number" in _newest(messages)
    answer = "It is ordered." if done else "It could not be ordered."
    return "finish", {
        "status": "done" if done else "cannot", "answer": answer, "evidence": [1] if done else []
    }  # fmt: skip


def _ordered(number: str, page: str) -> Call:
    line = next((line for line in page.splitlines() if number in line), page)
    facts = [{"claim": f"The order has the number {number}.", "quote": line.strip()}]
    return _report("done", f"Ordered, number {number}.", facts, answer=number)


def _report(status: str, summary: str, facts: Sequence[Any] = (), answer: str = "") -> Call:
    given = {"status": status, "summary": summary, "facts": [*facts], "acts": True}
    return "report", {**given, "answer": answer} if answer else given
