"""One look at a page, as a model would see it; no model is involved."""

from __future__ import annotations

import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO
from urllib.parse import urlsplit
from urllib.request import url2pathname

from agent_e.browser import BrowserSession, mapped_errors
from agent_e.browser.addresses import resolve
from agent_e.config import Settings
from agent_e.dom import PageObserver, estimate_tokens
from agent_e.dom.render.page_text import Format, View
from agent_e.errors import ActionTimeout, ConfigError
from agent_e.safety import UrlCheck, granted_place, url_check
from agent_e.types import SCHEMA_VERSION, Node, Observation

STANDARD_INPUT = "-"
MAX_MB = 200
"""Size limit of stored pages."""
_MAX_BYTES = MAX_MB * 1_000_000
_PAGE_SUFFIXES = {".html", ".htm", ".xhtml", ".mhtml", ".mht"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Snapshot:
    """A page and the text made from it; times are milliseconds."""

    observation: Observation
    view: View
    format: Format
    text: str
    observe_ms: float
    render_ms: float

    @property
    def tokens(self) -> int:
        """Approximate token count of the text."""
        return estimate_tokens(self.text)

    def to_json(self) -> dict[str, Any]:
        """Return the JSON of ``agent-e snapshot --json``."""
        page = self.observation
        return {
            "schema_version": SCHEMA_VERSION,
            "url": page.url,
            "title": page.title,
            "view": self.view,
            "format": self.format,
            "text": self.text,
            "characters": len(self.text),
            "tokens": self.tokens,
            "elements": [element_json(node, page) for node in page.elements],
            "milliseconds": {
                "observe": round(self.observe_ms, 1),
                "render": round(self.render_ms, 1),
            },
        }


async def take_snapshot(
    target: str,
    settings: Settings,
    *,
    stored: bytes | None = None,
    view: View = "all_fields",
    format: Format = "outline",
    find: str = "",
    page: int = 1,
    links: bool = False,
) -> Snapshot:
    """Open an address or a stored page in a browser, and look at it once when it is calm.

    A stored page runs no script of its own and loads nothing from elsewhere.

    Args:
        target: an address, with or without its scheme, or the path of a file.
        settings: those of the browser and of reading pages are used.
        stored: the HTML to look at, in place of ``target``.
        view: which part of the page to show.
        format: output format.
        find: only the parts of the page with these words.
        page: which part of a long page, from 1.
        links: whether to show where each link leads.

    Raises:
        ConfigError: there is no such file, or it is too large.
        SkillError: the address is invalid, or could not be opened.
        BrowserError: the browser failed.
    """
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        url = address_of(target) if stored is None else _written(stored, Path(folder))
        opened = BrowserSession.open(
            settings.browser,
            downloads_dir=Path(folder, "downloads"),
            on_event=lambda what, **fields: None,
            stored=_is_file(url),
        )
        async with opened as session:
            await session.restrict_urls(_check(url, settings))
            observer = PageObserver(session, settings.dom)
            await _open(session, observer, url)
            return await look(observer, view=view, format=format, find=find, page=page, links=links)


async def look(
    observer: PageObserver,
    *,
    view: View = "all_fields",
    format: Format = "outline",
    find: str = "",
    page: int = 1,
    links: bool = False,
) -> Snapshot:
    """Look at the open page once; takes and raises what ``take_snapshot`` does."""
    start = time.perf_counter()
    observation = await observer.observe()
    observed = time.perf_counter()
    text = observer.render(observation, view=view, format=format, find=find, page=page, links=links)
    rendered = time.perf_counter()
    return Snapshot(
        observation=observation,
        view=view,
        format=format,
        text=text,
        observe_ms=(observed - start) * 1000,
        render_ms=(rendered - observed) * 1000,
    )


def read_page(stdin: BinaryIO | None) -> bytes:
    """Return the page read from standard input.

    Raises:
        ConfigError: it is closed, or too large for a page.
    """
    if stdin is None:
        raise ConfigError("Standard input is closed, so there is no page. Give a file.")
    data = stdin.read(_MAX_BYTES + 1)
    _limit(len(data), "Standard input")
    return data


def address_of(target: str) -> str:
    """Return the address of a file; anything else unchanged, for the browser to complete.

    Raises:
        ConfigError: it is empty, or names a file that is not there or too large.
    """
    if not target.strip():
        raise ConfigError("There is no page. Give an address or a file.")
    path = Path(url2pathname(urlsplit(target).path) if _is_file(target) else target).expanduser()
    if path.is_file():
        _limit(path.stat().st_size, target)
        return path.resolve().as_uri()
    if "://" in target:
        return target
    if path.is_dir():
        raise ConfigError(f"{target} is a folder. Give an address or a file.")
    if target.startswith(("/", "./", "../", "~")) or path.suffix.lower() in _PAGE_SUFFIXES:
        raise ConfigError(f"There is no file {target}.")
    return target


def _written(page: bytes, folder: Path) -> str:
    """Write the page to a file and return its address."""
    file = folder / "page.html"
    file.write_bytes(page)
    return file.resolve().as_uri()


def _limit(size: int, name: str) -> None:
    if size > _MAX_BYTES:
        raise ConfigError(f"{name} is larger than {MAX_MB} MB: too large for a page.")


def _is_file(url: str) -> bool:
    return url.lower().startswith("file:")


def _check(url: str, settings: Settings) -> UrlCheck:
    """The URL check: what the person named, and from there what a run may open."""
    if _is_file(url):
        return url_check(settings.safety, files=[url])
    place = granted_place(resolve(url, current="about:blank"))
    return url_check(settings.safety, [place] if place else [])


async def _open(session: BrowserSession, observer: PageObserver, url: str) -> None:
    if _is_file(url):
        await session.goto(url)
        await _loaded(session)
        return
    watch = observer.watch()
    await watch.start()
    await session.goto(url)
    await watch.finish()


async def _loaded(session: BrowserSession) -> None:
    """Wait for all of a stored page: no script of it does anything afterwards."""
    limit_ms = session.settings.navigation_timeout_s * 1000
    with suppress(ActionTimeout), mapped_errors("loading"):
        await session.active.page.wait_for_load_state("load", timeout=limit_ms)


def element_json(node: Node, page: Observation) -> dict[str, Any]:
    """Return the JSON of an element of a page."""
    frame = page.frames[node.frame].url if node.frame < len(page.frames) else page.url
    return {
        "mmid": node.mmid,
        "role": node.role,
        "name": node.name,
        "value": node.value,
        "states": list(node.states),
        "bbox": list(node.bbox) if node.bbox else None,
        "frame": frame,
        "reachable": node.reachable,
    }
