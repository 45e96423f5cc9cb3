"""One look at a page, as a model would see it; no model is involved."""

from __future__ import annotations

import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from agent_e.browser import BrowserSession
from agent_e.browser.addresses import resolve
from agent_e.config import Settings
from agent_e.dom import PageObserver, estimate_tokens, read_saved
from agent_e.dom.render import render
from agent_e.errors import ConfigError
from agent_e.safety import UrlCheck, granted_place, url_check
from agent_e.skills.protocols import Format, View
from agent_e.types import SCHEMA_VERSION, Node, Observation

LARGEST_MB = 200
"""Saved pages above this are not read."""
_STANDARD_INPUT = "-"
_PAGE_SUFFIXES = {".html", ".htm", ".xhtml", ".mhtml"}


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
        """About how many tokens the text costs."""
        return estimate_tokens(self.text)

    def to_json(self) -> dict[str, Any]:
        """Return the form of ``agent-e snapshot --json``."""
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
            "elements": [_element(node, page) for node in page.elements],
            "milliseconds": {
                "observe": round(self.observe_ms, 1),
                "render": round(self.render_ms, 1),
            },
        }


async def take_snapshot(
    target: str,
    settings: Settings,
    *,
    view: View = "all_fields",
    format: Format = "outline",
    find: str = "",
    page: int = 1,
    links: bool = False,
) -> Snapshot:
    """Open an address or a file in a browser, wait until it settles and look at it once.

    Args:
        target: an address, with or without its scheme, or the path of a file.
        settings: those of the browser and of reading pages are used.
        view: what of the page is wanted.
        format: how it is written.
        find: only the parts of the page with these words.
        page: which part of a long page, from 1.
        links: whether to tell where each link leads.

    Raises:
        ConfigError: there is no such file.
        SkillError: the address is none, or could not be opened.
        BrowserError: the browser failed.
    """
    url = address_of(target)
    local = url.lower().startswith("file:")
    with tempfile.TemporaryDirectory(prefix="agent-e-") as downloads:
        opened = BrowserSession.open(
            settings.browser,
            downloads_dir=Path(downloads),
            on_event=lambda what, **fields: None,
            allow_files=local,
        )
        async with opened as session:
            await session.keep_within(_check(url, settings))
            observer = PageObserver(session, settings.dom)
            await _open(session, observer, url)
            start = time.perf_counter()
            observation = await observer.observe()
            observed = time.perf_counter()
            text = observer.render(
                observation, view=view, format=format, find=find, page=page, links=links
            )
            rendered = time.perf_counter()
    return Snapshot(
        observation=observation,
        view=view,
        format=format,
        text=text,
        observe_ms=(observed - start) * 1000,
        render_ms=(rendered - observed) * 1000,
    )


def read_snapshot(
    target: str,
    settings: Settings,
    *,
    stdin: BinaryIO | None = None,
    view: View = "all_fields",
    format: Format = "outline",
    find: str = "",
    page: int = 1,
    links: bool = False,
) -> Snapshot:
    """Read a file, or standard input for ``-``, as it is saved: without a browser.

    Takes what ``take_snapshot`` takes; elements have no boxes and are not known to be reachable.

    Raises:
        ConfigError: there is no such file, it is too large or no page, or the target is an address.
    """
    url, data = _saved(target, stdin)
    start = time.perf_counter()
    observation = read_saved(data, url=url)
    observed = time.perf_counter()
    budget = settings.dom.budget_characters
    shown = render(
        observation,
        view=view,
        format=format,
        find=find,
        page=page,
        links=links,
        budget=budget,
    )
    return Snapshot(
        observation=observation,
        view=view,
        format=format,
        text=shown.text,
        observe_ms=(observed - start) * 1000,
        render_ms=(time.perf_counter() - observed) * 1000,
    )


def address_of(target: str) -> str:
    """Return the address of a file; anything else as it is, for the browser to complete.

    Raises:
        ConfigError: it is empty, or names a file that is not there.
    """
    if not target.strip():
        raise ConfigError("There is no page. Give an address or a file.")
    if target == _STANDARD_INPUT:
        raise ConfigError("Standard input can only be read with --no-browser.")
    if "://" in target:
        return target
    path = Path(target).expanduser()
    if path.is_file():
        return path.resolve().as_uri()
    if path.is_dir():
        raise ConfigError(f"{target} is a folder. Give an address or a file.")
    if target.startswith(("/", "./", "../", "~")) or path.suffix.lower() in _PAGE_SUFFIXES:
        raise ConfigError(f"There is no file {target}.")
    return target


def _saved(target: str, stdin: BinaryIO | None) -> tuple[str, bytes]:
    """Address and content of a saved page."""
    if target == _STANDARD_INPUT and stdin is not None:
        return "", _limited(stdin, "Standard input")
    if "://" in target:
        raise ConfigError(f"--no-browser reads a file or standard input, not the address {target}.")
    if not target.strip():
        raise ConfigError("There is no page. Give a file.")
    path = Path(target).expanduser()
    if path.is_dir():
        raise ConfigError(f"{target} is a folder. Give a file.")
    try:
        with path.open("rb") as file:
            return path.resolve().as_uri(), _limited(file, target)
    except FileNotFoundError as error:
        raise ConfigError(f"There is no file {target}.") from error
    except (OSError, ValueError) as error:
        raise ConfigError(f"The file {target} could not be read: {error}.") from error


def _limited(source: BinaryIO, name: str) -> bytes:
    data = source.read(LARGEST_MB * 1_000_000 + 1)
    if len(data) > LARGEST_MB * 1_000_000:
        raise ConfigError(f"{name} is larger than {LARGEST_MB} MB: too large for a page.")
    return data


def _check(url: str, settings: Settings) -> UrlCheck:
    """What may be opened: what the person named, and from there what a run may open."""
    if url.lower().startswith("file:"):
        return url_check(settings.safety, files=[url])
    place = granted_place(resolve(url, current="about:blank"))
    return url_check(settings.safety, [place] if place else [])


async def _open(session: BrowserSession, observer: PageObserver, url: str) -> None:
    watch = observer.watch()
    await watch.start()
    await session.goto(url)
    await watch.finish()


def _element(node: Node, page: Observation) -> dict[str, Any]:
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
