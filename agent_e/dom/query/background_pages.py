"""Reads several pages in the background."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import replace

from playwright.async_api import Error as PlaywrightError

from agent_e.browser import BrowserSession
from agent_e.browser.addresses import resolve
from agent_e.browser.background_tabs import FileInstead
from agent_e.browser.errors import first_line
from agent_e.dom.observe.observer import PageObserver
from agent_e.dom.render.items import SIDES
from agent_e.dom.render.overlays import BEHIND
from agent_e.dom.render.scopes import end_of, without_parts
from agent_e.errors import SkillError
from agent_e.types import Node, Observation, QueryAnswer, ReadPage, Scroll

from .run import Queries
from .sources import fetched

OPEN_S = 20.0
"""Longest wait for one page."""
_PLACE = BEHIND | {"off-screen"}
_LITTLE = 20
"""Characters below which the part outside landmarks does not count as content."""


class PagesBeside:
    """Reads pages in background tabs of a session."""

    def __init__(
        self,
        session: BrowserSession,
        observer: PageObserver,
        *,
        on_text: Callable[[str, str], None] = lambda text, url: None,
    ) -> None:
        """Create it; ``on_text`` is called with each queried page's text and address."""
        self._session = session
        self._observer = observer
        self._queries = Queries(session, on_text=on_text)

    def address(self, url: str) -> str:
        """Resolve an address as ``goto`` does; ``BadArgument`` if it is none."""
        return resolve(url, current=self._session.url)

    async def read(self, urls: Sequence[str]) -> list[ReadPage]:
        """Open pages concurrently and read each, in order; the open page is unaffected."""
        await self._session.ready()
        return list(await asyncio.gather(*map(self._one, urls)))

    def content(self, page: Observation) -> Observation:
        """Return a page's main content."""
        return main_content(page)

    async def query(
        self, code: str, urls: Sequence[str], combine: str = "", *, again: bool = False
    ) -> QueryAnswer:
        """Run a function on a copy of each page; see ``Queries.query``."""
        return await self._queries.query(code, urls, combine, again=again)

    async def _one(self, url: str) -> ReadPage:
        session = self._session
        try:
            await session.check_url(url)
            async with session.beside.open() as beside:
                limit = min(OPEN_S, session.settings.navigation_timeout_s)
                went = await session.beside.goto(beside, url, limit)
                page = await self._observer.look_at(beside.tab)
                if page.url.startswith("chrome-error:"):
                    return ReadPage(url=url, problem="It could not be read: no page came.")
                return ReadPage(
                    url=page.url, page=_from_afar(page), status=went.status, unsent=beside.unsent
                )
        except FileInstead as error:
            return await self._text_of(url, error)
        except SkillError as error:
            return ReadPage(url=url, problem=str(error))
        except PlaywrightError as error:
            return ReadPage(url=url, problem=f"It could not be read: {first_line(error.message)}.")

    async def _text_of(self, url: str, error: FileInstead) -> ReadPage:
        """Read a file the server sends for download, if it is text."""
        (source,) = await fetched(self._session, [url])
        if isinstance(source, SkillError) or source.kind not in ("text", "json"):
            return ReadPage(url=url, problem=str(error))
        lines = filter(None, map(str.strip, source.text.splitlines()))
        nodes = tuple(Node(depth=0, role="text", name=line) for line in lines)
        return ReadPage(url=source.url, page=Observation(url=source.url, title="", nodes=nodes))


def _from_afar(page: Observation) -> Observation:
    """A page without what only makes sense in its tab: boxes, focus, scrolling.

    Its ids are made negative: no tab uses such, so that they cannot be acted on, while elements
    remain distinguishable from plain text.
    """
    nodes = tuple(
        node._replace(
            mmid=None if node.mmid is None else -node.mmid,
            bbox=None,
            reachable=None,
            states=tuple(each for each in node.states if each not in _PLACE),
        )
        for node in page.nodes
    )
    return replace(page, nodes=nodes, focus=None, scroll=Scroll())


def main_content(page: Observation) -> Observation:
    """A page's main content: its ``main``, else all but the other landmarks."""
    nodes = page.nodes
    main = [node for node in nodes if node.role == "main"]
    if main:
        at = nodes.index(main[0])
        content = list(nodes[at : end_of(nodes, at)])
    else:
        content = without_parts(nodes, [at for at, n in enumerate(nodes) if n.role in SIDES])
    length = sum(len(node.name) for node in content)
    return page if length < _LITTLE else replace(page, nodes=tuple(content))
