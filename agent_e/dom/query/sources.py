"""Sources of queries: pages fetched with the session's cookies, or copied from the tab."""

from __future__ import annotations

import asyncio
import codecs
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

from bs4.dammit import EncodingDetector

from agent_e.browser import BrowserSession
from agent_e.browser.fetch import Fetched, client_for, fetch_with
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import DialogOpen, NavigationFailed, SkillError

Kind = Literal["html", "xml", "json", "text"]

MAX_BYTES = 5_000_000
"""Largest page."""
_AT_ONCE = 8
_ACCEPT = "text/html,application/xhtml+xml,application/json;q=0.9,application/xml;q=0.9,*/*;q=0.8"
_WIDER = {
    **dict.fromkeys(("iso8859-1", "ascii"), "cp1252"),
    **dict.fromkeys(("gb2312", "gbk"), "gb18030"),
    **{"shift_jis": "cp932", "euc_kr": "cp949", "big5": "big5hkscs", "iso8859-9": "cp1254"},
}
"""How browsers interpret these names (WHATWG Encoding)."""
_PDF = b"%PDF-"


@dataclass(frozen=True, kw_only=True, slots=True)
class Source:
    """A page as text; ``fields``: values of the open page's fields, from ``page_copy.js``."""

    url: str
    kind: Kind
    text: str
    fields: list[Any] | None = None


async def fetched(session: BrowserSession, urls: Sequence[str]) -> list[Source | SkillError]:
    """Fetch pages concurrently, following redirects; an error takes a failed page's place."""
    together = asyncio.Semaphore(_AT_ONCE)
    rules: dict[str, Any] = {"check_url": session.admit_get, "reached": session.admit_answer}
    rules |= {"cookies": session.cookies, "headers": session.headers_for, "max_bytes": MAX_BYTES}
    user_agent = await session.user_agent()
    async with client_for(user_agent, _ACCEPT, proxy=session.proxy_url) as client:

        async def one(url: str) -> Source | SkillError:
            async with together:
                try:
                    return _source(await fetch_with(client, url, **rules))
                except SkillError as error:
                    return error

        return list(await asyncio.gather(*map(one, urls)))


async def copied(session: BrowserSession) -> Source:
    """Copy the open page, with open shadow roots and current field values.

    Raises as ``IsolatedWorld.call``.
    """
    tab = await session.ready()
    if tab.dialog:
        raise DialogOpen("A dialog is open. Answer it with handle_dialog first.")
    copy = await worlds_of(tab).main.call("page_copy")
    kind = _kind(copy["kind"], copy["text"].encode("utf-8", "replace")[:64])
    if kind is None:
        raise NavigationFailed(_not_read(copy["url"], copy["kind"]))
    return Source(url=copy["url"], kind=kind, text=copy["text"], fields=copy["fields"])


def _source(got: Fetched) -> Source:
    kind = _kind(got.kind, got.data[:64])
    if kind is None:
        pdf = got.kind == "application/pdf" or got.data.startswith(_PDF)
        raise NavigationFailed(_not_read(got.url, "application/pdf" if pdf else got.kind))
    return Source(url=got.url, kind=kind, text=decode(got.data, got.charset, kind))


def _not_read(url: str, kind: str) -> str:
    if kind == "application/pdf":
        return f"{url} is a PDF. Read it with read_pdf."
    return f"{url} is {kind or 'a file'}. Only HTML, XML, JSON and text can be queried."


def _kind(local_site_origins: str, beginning: bytes) -> Kind | None:
    if local_site_origins in ("text/html", "application/xhtml+xml"):
        return "html"
    if local_site_origins in ("text/xml", "application/xml") or local_site_origins.endswith("+xml"):
        return "xml"
    if local_site_origins.endswith(("/json", "+json")):
        return "json"
    if local_site_origins.startswith("text/"):
        return "text"
    if local_site_origins or beginning.startswith(_PDF) or b"\0" in beginning:
        return None
    return "html" if beginning.lstrip().startswith(b"<") else "text"


def decode(data: bytes, charset: str, kind: Kind) -> str:
    """Decode bytes by announced charset, byte order mark, the page's declaration, or UTF-8.

    JSON is UTF-8 unless its header says otherwise. Invalid bytes become replacement characters, as
    in browsers.
    """
    body, marked = EncodingDetector.strip_byte_order_mark(data)
    declared = marked or charset
    if not declared and kind in ("html", "xml"):
        declared = EncodingDetector.find_declared_encoding(body, is_html=kind == "html") or ""
    if not declared:
        try:
            return body.decode()
        except UnicodeDecodeError:
            declared = "utf-8" if kind == "json" else "cp1252"
    try:
        name = codecs.lookup(declared).name
    except LookupError:
        name = "utf-8"
    return body.decode(_WIDER.get(name, name), errors="replace")
