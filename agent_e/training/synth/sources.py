"""Where pages come from: made ones, addresses, folders of HTML, and the local sites."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import quote, urlsplit

from starlette.applications import Starlette
from starlette.routing import Mount
from starlette.staticfiles import StaticFiles

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.sites import SITES, serve_site
from agent_e.errors import ConfigError

MADE = "made"
SITE = "site:"
_SUFFIXES = ("*.html", "*.htm")


@dataclass(frozen=True, kw_only=True, slots=True)
class PageSource:
    """A page to open: an address, or none where it is made.

    ``source`` says where it is from, whatever port serves it; ``follow`` whether the pages that it
    links to, at the same origin, belong to it.
    """

    source: str
    url: str = ""
    follow: bool = False


@asynccontextmanager
async def opened_sources(pages: Sequence[str]) -> AsyncIterator[list[PageSource]]:
    """Serve what has to be served while the block runs, and list the pages.

    Raises:
        ConfigError: a page is neither an address, a site, nor a file or folder of HTML.
    """
    async with AsyncExitStack() as stack:
        found: list[PageSource] = []
        for page in pages or [MADE]:
            if page == MADE:
                found.append(PageSource(source=MADE))
            elif page.startswith(SITE):
                found.append(await _site(page, stack))
            elif page.startswith(("http://", "https://")):
                found.append(PageSource(source=urlsplit(page).netloc, url=page))
            else:
                found += await _files(Path(page), stack)
        yield found


async def _site(page: str, stack: AsyncExitStack) -> PageSource:
    name = page.removeprefix(SITE)
    if name not in SITES:
        raise ConfigError(f"There is no site {name}. There are: {', '.join(sorted(SITES))}.")
    running = await stack.enter_async_context(serve_site(name))
    return PageSource(source=page, url=running.url, follow=True)


async def _files(path: Path, stack: AsyncExitStack) -> list[PageSource]:
    files = [path] if path.is_file() else sorted(f for s in _SUFFIXES for f in path.rglob(s))
    if not files:
        raise ConfigError(
            f"{path} is no page: neither made, site:NAME, an address, nor a file or folder of HTML."
        )
    folder = path.parent if path.is_file() else path
    # A bare StaticFiles would leave what it does not find to the server, as a fault.
    app = Starlette(routes=[Mount("/", StaticFiles(directory=folder))])
    port = await stack.enter_async_context(serve_app(app))
    return [
        PageSource(
            source=path.name,
            url=f"http://127.0.0.1:{port}/{quote(file.relative_to(folder).as_posix())}",
        )
        for file in files
    ]
