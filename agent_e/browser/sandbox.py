"""A separate browser in which untrusted code runs on copies of page documents.

It can reach nothing, by independent locks: no name resolves and every connection goes to a proxy
that does not exist; the one page's requests fail before they are sent; its CSP loads nothing and
gives each frame an opaque origin, without storage, cookies or access to other frames. Each document
has such a frame, and so globals and prototypes of its own; each call has a context of its own. It
knows nothing of the session's pages.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

from playwright.async_api import Browser, BrowserContext, BrowserType, CDPSession, Page
from playwright.async_api import Error as PlaywrightError

from agent_e.errors import SkillError

from .background_tasks import consume, done_within, to_the_end
from .chromium import browser_environment, find_chromium, is_root, launch_arguments
from .errors import first_line, mapped_errors

T = TypeVar("T")

HEAP_MB = 64
"""JavaScript heap; the browser kills a page that needs more."""
GROWTH_MB = 192
"""How far the page's process may grow, including memory outside the JavaScript heap."""
_BLANK = "http://sealed.invalid/"
_POLICY = "default-src 'none'; sandbox allow-scripts"
_FLAGS = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://127.0.0.1:9",
    # Loopback bypasses the proxy otherwise.
    "--proxy-bypass-list=<-loopback>",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--js-flags=--max-old-space-size={HEAP_MB}",
)
_START_S = 20.0
_STEP_S = 3.0
_LOOK_S = 0.03
_TOO_MUCH = f"it took more than {HEAP_MB} MB of memory and was ended"


class CodeFailed(Exception):
    """The code raised an error or is invalid; the message is the browser's first line."""


class CodeEnded(Exception):
    """The code was killed for time or memory, and its page with it."""


class Realm:
    """Separate globals, in an isolated frame."""

    def __init__(self, page: SealedPage, context: int) -> None:
        self._page = page
        self._context = context

    async def value(self, expression: str, *, limit_s: float) -> str:
        """Compile an expression and return the browser's id for its value.

        Raises ``CodeFailed`` and ``CodeEnded``.
        """
        given = {"expression": expression, "contextId": self._context}
        result = await self._page.send("Runtime.evaluate", given, limit_s)
        return str(result.get("objectId", ""))

    async def call(
        self, function: str, *arguments: Mapping[str, Any], limit_s: float, by_value: bool = True
    ) -> Any:
        """Call a function written out; ``arguments`` are CDP's, ``{"value": …}`` or ``objectId``.

        Returns its JSON value, or without ``by_value`` the browser's id for it. Raises
        ``CodeFailed`` and ``CodeEnded``.
        """
        given = {
            "functionDeclaration": function,
            "executionContextId": self._context,
            "arguments": list(arguments),
            "returnByValue": by_value,
            "awaitPromise": True,
        }
        result = await self._page.send("Runtime.callFunctionOn", given, limit_s)
        return result.get("value") if by_value else str(result.get("objectId", ""))


class SealedPage:
    """The one page for a call."""

    def __init__(self, page: Page, cdp: CDPSession, pids: list[int]) -> None:
        self.ended = ""
        self._cdp = cdp
        self._pids = pids
        self._before = _megabytes(pids)
        self._crashed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._contexts: asyncio.Queue[int] = asyncio.Queue()
        self._requests: set[asyncio.Task[None]] = set()
        page.on("crash", self._on_crash)

    async def begin(self) -> None:
        """Open the empty document that holds the frames; every other request fails."""
        self._cdp.on("Fetch.requestPaused", self._on_request)
        self._cdp.on("Runtime.executionContextCreated", self._on_context)
        await self._cdp.send("Fetch.enable", {"patterns": [{"urlPattern": "*"}]})
        await self._cdp.send("Page.navigate", {"url": _BLANK})
        await self._cdp.send("Runtime.enable")

    async def realm(self) -> Realm:
        """Replace the previous frame with a new one."""
        self._before = _megabytes(self._pids)
        while not self._contexts.empty():
            self._contexts.get_nowait()
        fresh = (
            "document.documentElement.replaceChildren(); "
            "document.documentElement.append(document.createElement('iframe'))"
        )
        await self.send("Runtime.evaluate", {"expression": fresh}, _STEP_S)
        context = await self._limited(self._contexts.get(), _STEP_S)
        return Realm(self, context)

    async def send(self, method: str, given: dict[str, Any], limit_s: float) -> dict[str, Any]:
        """Send a command that runs code; return its result. Raises as ``Realm``."""
        answer = await self._limited(self._cdp.send(method, given), limit_s)
        if details := answer.get("exceptionDetails"):
            thrown = details.get("exception", {})
            message = thrown.get("description") or thrown.get("value") or details.get("text", "")
            raise CodeFailed(first_line(str(message)))
        result: dict[str, Any] = answer["result"]
        return result

    async def _limited(self, work: Awaitable[T], limit_s: float) -> T:
        if self.ended:
            raise CodeEnded(self.ended)
        task = asyncio.ensure_future(work)
        watch = asyncio.ensure_future(self._too_large())
        try:
            ends: set[asyncio.Future[Any]] = {task, self._crashed, watch}
            await asyncio.wait(ends, timeout=limit_s, return_when=asyncio.FIRST_COMPLETED)
            if task.done() and not self._crashed.done():
                return task.result()
        except PlaywrightError as error:
            if "context" in error.message:
                raise CodeFailed("the document was taken away while the function ran") from error
            raise
        finally:
            watch.cancel()
            task.cancel()
            task.add_done_callback(consume)
        large = self._crashed.done() or watch.done()
        self.ended = _TOO_MUCH if large else f"it was not done after {limit_s:g} s and was ended"
        raise CodeEnded(self.ended)

    async def _too_large(self) -> None:
        """Return once the page's process is too large; never where that is unknown."""
        while self._before:
            await asyncio.sleep(_LOOK_S)
            if _megabytes(self._pids) - self._before > GROWTH_MB:
                return
        await asyncio.Event().wait()

    def _on_crash(self, page: Page) -> None:
        self._crashed.cancel()

    def _on_request(self, event: Any) -> None:
        task = asyncio.ensure_future(self._answer(event))
        self._requests.add(task)
        task.add_done_callback(self._requests.discard)

    async def _answer(self, event: Any) -> None:
        request = {"requestId": event["requestId"]}
        try:
            if event["request"]["url"] != _BLANK:
                await self._cdp.send("Fetch.failRequest", {**request, "errorReason": "Aborted"})
                return
            headers = {
                "Content-Type": "text/html",
                "Content-Security-Policy": _POLICY,
                "X-DNS-Prefetch-Control": "off",
            }
            header_list = [{"name": name, "value": value} for name, value in headers.items()]
            answer = {**request, "responseCode": 200, "responseHeaders": header_list, "body": ""}
            await self._cdp.send("Fetch.fulfillRequest", answer)
        except PlaywrightError:
            # The page and its requests are gone.
            return

    def _on_context(self, event: Any) -> None:
        data = event["context"].get("auxData", {})
        if data.get("isDefault") and event["context"]["origin"] in ("", "://", "null"):
            self._contexts.put_nowait(event["context"]["id"])


class Sealed:
    """Starts that browser on first use, and again after code had to be killed."""

    def __init__(self, browser_type: Callable[[], BrowserType], executable: Path | None) -> None:
        self._browser_type = browser_type
        self._executable = executable
        self._browser: Browser | None = None
        self._one = asyncio.Lock()
        self._starting = asyncio.Lock()
        self._warming: asyncio.Task[Browser] | None = None

    def warm(self) -> None:
        """Begin starting the browser; ``page`` reports any error."""
        self._warming = asyncio.ensure_future(self._started())
        self._warming.add_done_callback(consume)

    @asynccontextmanager
    async def page(self) -> AsyncIterator[SealedPage]:
        """Open a page for one call; nothing of it remains.

        Raises:
            BrowserMissing: there is no Chromium on this machine.
            SkillError: the browser does not start.
        """
        async with self._one:
            browser = await self._started()
            context: BrowserContext | None = None
            sealed: SealedPage | None = None
            try:
                with mapped_errors("preparing a place for the code"):
                    context = await browser.new_context(
                        offline=True, service_workers="block", accept_downloads=False
                    )
                    sealed = await _opened(browser, context)
                    yield sealed
            finally:
                await to_the_end(self._done(context, sealed))

    async def close(self) -> None:
        """End the browser, if it runs."""
        async with self._starting:
            browser, self._browser = self._browser, None
        if browser is not None:
            await done_within(_STEP_S, browser.close())

    async def _done(self, context: BrowserContext | None, sealed: SealedPage | None) -> None:
        # Only ending the browser is certain to end a hung page.
        sound = sealed is not None and not sealed.ended
        if context is None or not sound or not await done_within(_STEP_S, context.close()):
            await self.close()

    async def _started(self) -> Browser:
        async with self._starting:
            if self._browser is None or not self._browser.is_connected():
                self._browser = await self._launched()
            return self._browser

    async def _launched(self) -> Browser:
        kind = self._browser_type()
        chromium = find_chromium(self._executable, kind.executable_path)
        try:
            async with asyncio.timeout(_START_S):
                return await kind.launch(
                    executable_path=chromium.path,
                    headless=True,
                    chromium_sandbox=not is_root(),
                    args=[*launch_arguments(), *_FLAGS],
                    env=browser_environment(),
                    handle_sigint=False,
                    handle_sigterm=False,
                    handle_sighup=False,
                )
        except (TimeoutError, PlaywrightError) as error:
            raise SkillError(
                "The browser that code is run in did not start. Read the pages with read_pages."
            ) from error


async def _opened(browser: Browser, context: BrowserContext) -> SealedPage:
    page = await context.new_page()
    cdp = await context.new_cdp_session(page)
    whole = await browser.new_browser_cdp_session()
    info = await whole.send("SystemInfo.getProcessInfo")
    await whole.detach()
    pids = [each["id"] for each in info["processInfo"] if each["type"] == "renderer"]
    sealed = SealedPage(page, cdp, pids)
    await sealed.begin()
    return sealed


def _megabytes(pids: list[int]) -> float:
    """Private memory of these processes; 0 if the system does not report it."""
    pages = 0
    for pid in pids:
        try:
            fields = Path(f"/proc/{pid}/statm").read_text(encoding="ascii").split()
        except OSError:
            continue
        pages += int(fields[1]) - int(fields[2])
    return pages * 4096 / 1_000_000
