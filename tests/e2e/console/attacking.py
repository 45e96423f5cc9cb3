"""A page that tries to get at the console by every way that a browser has."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any

from playwright.async_api import Page
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Route

from agent_e.benchmarks.asgi_server import serve_app

TRIES = """async ({ target, run, picture }) => {
  const order = `${target}/runs/${run}/stop`;
  const sent = async (url, options) => {
    try {
      const answer = await fetch(url, { credentials: "include", ...options });
      return answer.type === "opaque" ? "opaque" : String(answer.status);
    } catch { return "refused"; }
  };
  const socket = (path) => new Promise((done) => {
    const socket = new WebSocket(target.replace("http", "ws") + path);
    socket.onopen = () => { done("open"); socket.close(); };
    socket.onerror = () => done("refused");
  });
  const loaded = (name, url) => new Promise((done) => {
    const element = document.createElement(name);
    element.onload = () => done("loaded");
    element.onerror = () => done("refused");
    element.src = url;
    document.body.append(element);
  });
  const making = (type) => {
    const headers = { "content-type": type };
    return sent(`${target}/runs`, { method: "POST", body: '{"task": "Attack."}', headers });
  };
  return {
    read: await sent(`${target}/runs`, {}),
    "read blindly": await sent(`${target}/runs`, { mode: "no-cors" }),
    "make a run": await making("text/plain"),
    "make a run as JSON": await making("application/json"),
    "stop a run": await sent(order, { method: "POST" }),
    "stop a run blindly": await sent(order, { method: "POST", mode: "no-cors" }),
    "get a key": await sent(`${target}/console/keys`, { method: "POST", mode: "no-cors" }),
    stream: await socket("/console/stream"),
    live: await socket(`/runs/${run}/live`),
    picture: await loaded("img", `${target}/runs/${run}/artefacts/${picture}`),
    "sign out": await sent(`${target}/console/session`, { method: "DELETE" }),
  };
}"""
"""From a page's script: what became of each try, by what was tried."""
TRIED = 11
"""How many tries these are."""

FORM = """({ target, run }) => {
  const form = document.createElement("form");
  Object.assign(form, { method: "post", action: `${target}/runs/${run}/stop` });
  document.body.append(form);
  form.submit();
}"""

FRAME = """({ target }) => new Promise((done) => {
  const frame = document.createElement("iframe");
  frame.onload = () => done();
  frame.src = `${target}/`;
  document.body.append(frame);
})"""

WINDOW = """async ({ target }) => {
  const opened = window.open(`${target}/#/?task=Attack`);
  for (let tries = 0; !opened.closed && tries < 100; tries += 1) {
    await new Promise((done) => setTimeout(done, 50));
  }
  return opened.closed ? "closed" : "open";
}"""
"""Opens the console in a window; a handle to it would tell how many frames and pages it has."""


class Attacker:
    """A site whose pages do nothing by themselves, or try everything and tell it.

    Attributes:
        url: of a page that does nothing, at the address 127.0.0.1.
        told: what ``/attack`` achieved, once it was opened.
    """

    def __init__(self) -> None:
        self.url = ""
        self.target: Mapping[str, Any] = {}
        self.told: dict[str, str] = {}

    def app(self) -> Starlette:
        return Starlette(
            routes=[
                Route("/", self._blank),
                Route("/attack", self._attack),
                Route("/told", self._take, methods=["POST"]),
            ]
        )

    async def _blank(self, request: Request) -> HTMLResponse:
        return HTMLResponse("<!doctype html><title>A page</title><h1>A page</h1>")

    async def _attack(self, request: Request) -> HTMLResponse:
        script = f"({TRIES})({json.dumps(self.target)})"
        told = "(told) => fetch('/told', { method: 'POST', body: JSON.stringify(told) })"
        shown = f"{script}.then({told}).then(() => document.body.append('Tried everything'))"
        return HTMLResponse(
            f"<!doctype html><title>Harmless Meadow</title><script>{shown}</script>"
        )

    async def _take(self, request: Request) -> Response:
        self.told = await request.json()
        return Response(status_code=204)


@asynccontextmanager
async def attacker() -> AsyncIterator[Attacker]:
    site = Attacker()
    async with serve_app(site.app()) as port:
        site.url = f"http://127.0.0.1:{port}"
        yield site


async def attack(page: Page, target: str, run: str, picture: str) -> dict[str, str]:
    """What became of each try that a page's script made."""
    given = {"target": target, "run": run, "picture": picture}
    found: dict[str, str] = await page.evaluate(TRIES, given)
    return found
