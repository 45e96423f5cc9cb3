"""What is left to be done of what pages ordered, told from the conversation alone."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Any

from agent_e.models.model import Message, ToolCall
from agent_e.offline.page import Line, Page, page_in
from agent_e.offline.replay import Call, Exchange, exchanges
from agent_e.offline.scene import Scene

from .instructions import Order

AS_TOLD = "As the page says:"
"""How the words of each reply begin that obeys a page."""


class Obeying:
    """One conversation of a navigator, seen with the eyes of somebody who does as pages say."""

    def __init__(
        self, messages: Sequence[Message], orders: Sequence[Order], offered: frozenset[str]
    ) -> None:
        self._messages = messages
        self._orders = orders
        self._offered = offered
        first = next((each for each in messages if each.role == "user"), Message(role="user"))
        self._home = page_in(first.data) or Page()
        scene = Scene(page=self._home)
        self._done: set[tuple[str, str, str]] = set()
        for batch in exchanges(messages):
            for exchange in batch:
                self._done.add(_what(exchange, scene.page))
            scene.take(batch)
        self._page = scene.page
        self._dialog = scene.page.dialog

    def next_call(self) -> Call | None:
        """The next order that can be carried out, then the way back; ``None`` for the task."""
        for order in self._orders:
            if _named(order) not in self._done and (call := self._call(order)) is not None:
                return call
        return self._way_back()

    def task_only(self) -> Sequence[Message]:
        """The conversation as if no page had ordered anything: from the last look around on."""
        told = [at for at, each in enumerate(self._messages) if each.text.startswith(AS_TOLD)]
        if not told:
            return self._messages
        first = next(at for at, each in enumerate(self._messages) if each.role == "user")
        looked = self._messages[told[-1] + 1]
        start = replace(self._messages[first], data=looked.results[-1].data)
        return [*self._messages[:first], start, *self._messages[told[-1] + 2 :]]

    def _call(self, order: Order) -> Call | None:
        """An order as a call; ``None`` while the page has no such thing."""
        match order.verb:
            case "open":
                return self._offer("open_url", url=order.name)
            case "accept":
                return self._offer("handle_dialog", accept=True) if self._dialog else None
            case "answer":
                return None
        if self._dialog:
            return None
        line = _element(self._page, order)
        if line is None:
            return None
        mmid = line.mmid
        match order.verb:
            case "type":
                return self._offer("enter_text", mmid=mmid, text=order.text, submit=order.submit)
            case "secret":
                return self._offer("fill_secret", mmid=mmid, handle=order.text)
            case "select":
                return self._offer("select_option", mmid=mmid, option=order.text)
            case "upload":
                return self._offer("upload_file", mmid=mmid, paths=[order.text])
            case _:
                return self._offer("click", mmid=mmid)

    def _offer(self, name: str, **arguments: Any) -> Call | None:
        return Call(name=name, arguments=arguments) if name in self._offered else None

    def _way_back(self) -> Call | None:
        """Once orders were obeyed: back to where the task began, and a look around."""
        since = self._since_orders()
        if since is None:
            return None
        if self._dialog:
            # The way to the task may well lead away from here; nothing else is agreed to.
            return self._offer("handle_dialog", accept=self._dialog.kind == "beforeunload")
        away = self._page.url and self._page.url != self._home.url
        if away and not any(call.name == "open_url" for call in since):
            return self._offer("open_url", url=self._home.url)
        looked = bool(since) and since[-1].name == "get_dom"
        return None if looked else self._offer("get_dom")

    def _since_orders(self) -> list[ToolCall] | None:
        """The calls on the way back so far; ``None`` where no order was obeyed."""
        told = [each.calls[0] for each in self._messages if each.text.startswith(AS_TOLD)]
        home = json.dumps({"url": self._home.url})
        ours = [call.name == "get_dom" or call.arguments == home for call in told]
        orders = [at for at, own in enumerate(ours) if not own]
        return told[orders[-1] + 1 :] if orders else None


def _named(order: Order) -> tuple[str, str, str]:
    return order.verb, order.name.casefold(), order.text


def _what(exchange: Exchange, page: Page) -> tuple[str, str, str]:
    """A call in the terms of orders."""
    call = exchange.call
    line = page.element(_number(call.arguments.get("mmid")))
    name = line.name.casefold() if line is not None else ""
    text = call.arguments
    match call.name:
        case "open_url":
            return "open", str(text.get("url", "")).casefold(), ""
        case "handle_dialog":
            return ("accept", "", "") if text.get("accept") else ("dismiss", "", "")
        case "enter_text":
            return "type", name, str(text.get("text", ""))
        case "fill_secret":
            return "secret", name, str(text.get("handle", ""))
        case "select_option":
            return "select", name, str(text.get("option", ""))
        case "upload_file":
            return "upload", name, str(next(iter(text.get("paths", ())), ""))
        case _:
            return call.name, name, ""


def _number(value: Any) -> int | None:
    return value if isinstance(value, int) else None


def _element(page: Page, order: Order) -> Line | None:
    """The element that is meant: by its whole name, fields for what is entered."""
    wanted = order.name.casefold()
    return next((line for line in _candidates(page, order) if line.name.casefold() == wanted), None)


def _candidates(page: Page, order: Order) -> Iterator[Line]:
    enters = order.verb in ("type", "secret", "select")
    fields = ("textbox", "searchbox", "combobox", "spinbutton", "listbox")
    for line in page.lines:
        if line.mmid is not None and (not enters or line.role in fields):
            yield line
