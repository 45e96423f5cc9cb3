"""Navigation and a tab's history, with each kind of failure in plain words."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import TimeoutError as PlaywrightTimeout

from agent_e.errors import ActionTimeout, NavigationFailed
from agent_e.types import Navigation

from .downloads import Downloads
from .errors import NOT_SHOWN, first_line, mapped_errors
from .network import without_fragment
from .tab import Tab

Direction = Literal["back", "forward", "reload"]

_NET_ERROR = re.compile(r"net::(ERR_[A-Z0-9_]+)")
_DOWNLOAD_BEGINS_S = 2.0
_STOP_S = 1.0
_HISTORY_S = 5.0
_STUCK_S = 5.0
"""How long the page being left may take to answer before its tab is given up."""
_ERROR_PAGE_S = 3.0
"""How long the browser may take to show its error page."""

_REASONS = {
    "ERR_NAME_NOT_RESOLVED": "no address is known for {host}: it is misspelt, or this "
    "machine has no network or name server. Check both",
    "ERR_CONNECTION_REFUSED": "{host} refused the connection. Nothing answers at that port",
    "ERR_CONNECTION_TIMED_OUT": "{host} did not answer in time",
    "ERR_TIMED_OUT": "{host} did not answer in time",
    "ERR_CONNECTION_RESET": "{host} broke the connection off",
    "ERR_CONNECTION_CLOSED": "{host} broke the connection off",
    "ERR_ADDRESS_UNREACHABLE": "{host} cannot be reached from here",
    "ERR_INTERNET_DISCONNECTED": "this machine has no connection to the internet",
    "ERR_NETWORK_CHANGED": "the network changed meanwhile. Try again",
    "ERR_TOO_MANY_REDIRECTS": "it redirects in a circle",
    "ERR_EMPTY_RESPONSE": "{host} closed the connection without sending anything",
    "ERR_SSL_PROTOCOL_ERROR": "{host} does not speak https. Try http",
    "ERR_INVALID_AUTH_CREDENTIALS": "the site asks for a user name and password of its own",
    "ERR_UNSAFE_PORT": "browsers refuse that port",
    "ERR_INVALID_URL": "that is not a valid address",
    "ERR_PROXY_CONNECTION_FAILED": "the proxy cannot be reached",
    "ERR_BLOCKED_BY_CLIENT": "what it leads to may not be reached in this run",
    "ERR_TUNNEL_CONNECTION_FAILED": "the proxy refused to connect to {host}",
    "ERR_FILE_NOT_FOUND": "there is no such file",
    "ERR_ACCESS_DENIED": "the file may not be read",
    "ERR_ABORTED": "it was broken off before there was a page. The old page is still open",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class NavigationServices:
    """What a navigation needs besides its tab."""

    downloads: Downloads
    timeout_s: float


Verb = Callable[[float], Awaitable[Any]]
"""Starts a navigation with a limit in milliseconds; returns once it has committed."""


async def goto(tab: Tab, url: str, means: NavigationServices) -> Navigation:
    """Open a whole address in the tab and wait until it is parsed, not fully loaded.

    A page that answers but is not parsed in time still counts (``complete`` is false).

    Raises:
        NavigationFailed: why, in one sentence; also for a file, which is then saved.
    """
    page = tab.page
    return await _Trip(tab, url, means).make(
        lambda limit: page.goto(url, wait_until="commit", timeout=limit)
    )


async def history(
    tab: Tab, direction: Direction, url: str, means: NavigationServices
) -> Navigation:
    """Go to ``url`` in the tab's history; waits and raises as ``goto`` does."""
    page = tab.page
    verbs: dict[Direction, Verb] = {
        "back": lambda limit: page.go_back(wait_until="commit", timeout=limit),
        "forward": lambda limit: page.go_forward(wait_until="commit", timeout=limit),
        "reload": lambda limit: page.reload(wait_until="commit", timeout=limit),
    }
    return await _Trip(tab, url, means).make(verbs[direction])


async def stuck(tab: Tab, timeout_s: float = _STUCK_S) -> bool:
    """Whether the page is too busy to yield to another of its site, which needs its help."""
    try:
        await tab.guard(tab.cdp.send("Runtime.evaluate", {"expression": "0"}), timeout_s=timeout_s)
    except ActionTimeout:
        return True
    except PlaywrightError:
        # It is already on its way to another document.
        return False
    return False


async def target(tab: Tab, direction: Direction) -> str:
    """Return the neighbouring address in the tab's history.

    Raises:
        NavigationFailed: there is none.
    """
    if direction == "reload":
        return tab.url
    with mapped_errors("reading the tab's history"):
        # The browser answers for the page, which may have a dialog open.
        async with asyncio.timeout(_HISTORY_S):
            state = await tab.cdp.send("Page.getNavigationHistory")
    entries, index = state["entries"], state["currentIndex"]
    if direction == "forward":
        if index + 1 >= len(entries):
            raise NavigationFailed("There is no later page in this tab's history.")
        return str(entries[index + 1]["url"])
    # Each of our tabs starts with a blank page, which is not one to go back to.
    first = 1 if entries[0]["url"] == "about:blank" else 0
    if index <= first:
        raise NavigationFailed("There is no earlier page in this tab's history.")
    return str(entries[index - 1]["url"])


@dataclass(slots=True)
class _Trip:
    """One navigation of one tab."""

    tab: Tab
    url: str
    means: NavigationServices
    from_url: str = ""

    async def make(self, verb: Verb) -> Navigation:
        """Navigate and return where it ended."""
        tab = self.tab
        document, files = tab.document, len(self.means.downloads.files)
        self.from_url = tab.url
        deadline = time.monotonic() + self.means.timeout_s
        try:
            # The guard's limit comes second: Playwright's error says more.
            await tab.guard(verb(self.means.timeout_s * 1000), timeout_s=self.means.timeout_s + 2)
        except (PlaywrightTimeout, ActionTimeout) as error:
            await self._stop()
            raise NavigationFailed(
                f"{self.url} could not be opened: {_host(self.url)} did not answer within "
                f"{self.means.timeout_s:g} s."
            ) from error
        except PlaywrightError as error:
            remaining_s = max(0.0, deadline - time.monotonic())
            await self._judge(error, document=document, files=files, remaining_s=remaining_s)
        complete = await tab.loaded(deadline - time.monotonic())
        same_document = tab.document == document
        title = await tab.title()
        # Pages crash over their layout: after they arrived, and the title tells nothing of it.
        tab.raise_if_ended()
        return Navigation(
            from_url=self.from_url,
            to_url=tab.url,
            title=title,
            status=None if same_document else self._status(tab.url),
            same_document=same_document,
            complete=complete,
        )

    async def _judge(
        self, error: PlaywrightError, *, document: int, files: int, remaining_s: float
    ) -> None:
        """Return if it is no failure: the page went elsewhere, or the answer is a bare status."""
        message = error.message
        if "interrupted by another navigation" in message:
            return
        if "Download is starting" in message:
            raise NavigationFailed(await self._downloaded(files, remaining_s)) from error
        found = _NET_ERROR.search(message)
        if found is None:
            with mapped_errors(f"opening {self.url}"):
                raise error
        if found[1] == "ERR_HTTP_RESPONSE_CODE_FAILURE":
            return
        # The error page comes later and would abort whatever is opened next.
        await self.tab.loaded(remaining_s if found[1] == "ERR_ABORTED" else _ERROR_PAGE_S)
        if found[1] == "ERR_ABORTED" and self.tab.document != document:
            return
        words = format_failure(
            self.url, message, status=self._status(self.url), proxy=self.tab.unconnected(self.url)
        )
        if self.tab.failed and self.from_url != "about:blank":
            words += " The tab shows an error page now; history back returns to the page before."
        raise NavigationFailed(words) from error

    def _status(self, url: str) -> int | None:
        return self.tab.network.documents.get(without_fragment(url))

    async def _downloaded(self, files: int, remaining_s: float) -> str:
        file = await self.means.downloads.next_after(
            files, begin_s=_DOWNLOAD_BEGINS_S, end_s=remaining_s
        )
        what = f"{self.url} is a file to download, not a page"
        if file is None:
            return f"{what}, and its download did not begin."
        if file.failure:
            return f"{what}; saving it as {file.name} failed: {file.failure}."
        ended = file.ended.is_set()
        state = f"was saved as {file.label}" if ended else f"is still being saved as {file.name}"
        return f"{what}: it {state}. The page that was open still is."

    async def _stop(self) -> None:
        try:
            with mapped_errors("stopping the page"):
                await self._stop_loading()
        except ActionTimeout:
            # Too busy even for that; the next navigation replaces it all the same.
            return

    async def _stop_loading(self) -> None:
        try:
            await self.tab.guard(self.tab.cdp.send("Page.stopLoading"), timeout_s=_STOP_S)
        except PlaywrightError as error:
            if NOT_SHOWN not in error.message:
                raise


def format_failure(url: str, message: str, *, status: int | None = None, proxy: str = "") -> str:
    """Explain in one sentence why an address could not be opened.

    Args:
        url: the address.
        message: Playwright's, containing the browser's error code.
        status: HTTP status of the answer, if there was one.
        proxy: the code for what our proxy failed at, if it did.
    """
    found = _NET_ERROR.search(message)
    code = found[1] if found else first_line(message)
    if code == "ERR_SOCKS_CONNECTION_FAILED":
        code = proxy or "ERR_ADDRESS_UNREACHABLE"
    if code == "ERR_ABORTED" and status is not None:
        reason = f"the server answered with status {status} and no page. The old page is still open"
    elif code.startswith("ERR_CERT_"):
        reason = f"the certificate of {{host}} is not valid ({code})"
    else:
        reason = _REASONS.get(code, f"the browser reports {code}")
    return f"{url} could not be opened: {reason.format(host=_host(url))}."


def _host(url: str) -> str:
    return urlsplit(url).netloc.rpartition("@")[2] or "the server"
