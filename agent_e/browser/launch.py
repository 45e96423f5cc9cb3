"""Starts a browser or attaches to one, with the one context that a run works in."""

from __future__ import annotations

import asyncio
import difflib
import os
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from dataclasses import dataclass
from typing import Any

from playwright.async_api import Browser, BrowserContext, Page, Playwright
from playwright.async_api import Error as PlaywrightError

from agent_e.config import BrowserSettings
from agent_e.errors import BrowserError, ConfigError

from .background_tasks import done_within, to_the_end
from .chromium import browser_environment, find_chromium, is_root, launch_arguments
from .driver import Driver
from .errors import first_line, mapped_errors
from .open_tab import find_tab
from .profiles import storage_state_to_load
from .run_proxy import RunProxy

START_S = 30.0
"""Longest browser start."""
_STEP_S = 0.7
"""Longest step of closing a browser, after which it is killed."""
_PROFILE_STEP_S = 3.0
"""The same for a browser with a profile folder, which it has to write."""

_STORED: dict[str, Any] = {
    "java_script_enabled": False,
    # Nothing listens at this proxy. Offline mode alone would not stop a page from resolving and
    # connecting to hosts ahead of any request.
    "proxy": {"server": "http://127.0.0.1:1"},
}

_OF_A_CONTEXT = (
    "device",
    "geolocation",
    "locale",
    "profile",
    "save_storage_state",
    "storage_state",
    "timezone",
    "user_agent",
    "viewport_height",
    "viewport_width",
)
"""Settings that a tab of the person's already has."""

_LAUNCH_PROBLEMS = (
    ("ProcessSingleton", "its profile folder is in use by another browser. Close that one first"),
    (
        "profile appears to be in use",
        "its profile folder is in use by another browser. Close that one first",
    ),
    (
        "non-default data directory",
        "Chrome lets nobody drive its default profile. Use a copy of the folder",
    ),
    (
        "Missing X server",
        "a visible window needs a display. Run without --headed, or under xvfb-run",
    ),
    (
        "error while loading shared libraries",
        "libraries of the system are missing. Run playwright install-deps",
    ),
    ("No usable sandbox", "this system allows no sandbox. Allow unprivileged user namespaces"),
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Launched:
    """A browser and our context in it; ``version`` and ``place`` identify the browser.

    ``alone``: nobody else has contexts in it. ``driver`` drives it. ``proxy`` is the context's, and
    ``proxied`` whether its traffic goes there: that of an attached browser does not. ``tab`` is a
    tab of the person's to work in: then context and browser are theirs as well.
    """

    context: BrowserContext
    browser: Browser | None
    version: str
    place: str
    driver: Driver
    alone: bool = False
    proxy: RunProxy | None = None
    proxied: bool = False
    tab: Page | None = None


@dataclass(frozen=True, kw_only=True, slots=True)
class SharedBrowser:
    """A running browser in which several sessions, also at once, have contexts.

    ``proxied``: each of these has a proxy.
    """

    driver: Driver
    browser: Browser
    place: str
    proxied: bool

    @classmethod
    @asynccontextmanager
    async def start(cls, settings: BrowserSettings) -> AsyncIterator[SharedBrowser]:
        """Start a browser for as long as the block runs; its initial context is closed.

        Raises:
            ConfigError: the settings do not fit each other or this machine, or ask for a profile
                folder, which has a single context.
            BrowserMissing: there is no Chromium.
            BrowserError: it does not start.
        """
        if settings.user_data_dir is not None or settings.cdp_tab is not None:
            raise ConfigError(
                "browser.user_data_dir and browser.cdp_tab have one context for all. Use "
                "browser.storage_state here."
            )
        async with Driver.start(max_memory_mb=settings.max_memory_mb) as driver:
            ours = await _start(driver, settings, stored=False, proxy=None)
            assert ours.browser is not None, "only a profile folder comes without its browser"
            try:
                await ours.context.close()
                proxied = _is_proxied(settings)
                yield cls(driver=driver, browser=ours.browser, place=ours.place, proxied=proxied)
            finally:
                await to_the_end(_close(ours, settings))


@asynccontextmanager
async def launched(
    settings: BrowserSettings, shared: SharedBrowser | None = None, *, stored: bool = False
) -> AsyncIterator[Launched]:
    """Start or attach to a browser; on exit close what is ours, within a bounded time.

    Args:
        settings: which browser and how.
        shared: a running browser to create the context in, which decides on the proxy; it is left
            running.
        stored: the context is for stored pages, which run no script and load nothing.

    Raises:
        ConfigError: the settings do not fit each other or this machine.
        BrowserMissing: there is no Chromium.
        BrowserError: it does not start.
    """
    _check(settings)
    wanted = settings.proxy if shared is None else shared.proxied
    async with RunProxy.open() if wanted and not stored else nullcontext() as proxy:
        if shared is not None:
            with shared.driver.overload.session():
                ours = await _within_shared(shared, settings, stored, proxy)
                try:
                    yield ours
                finally:
                    await done_within(_PROFILE_STEP_S, ours.context.close())
            return
        async with Driver.start(max_memory_mb=settings.max_memory_mb) as driver:
            ours = await _start(driver, settings, stored, proxy)
            try:
                yield ours
            finally:
                await to_the_end(_close(ours, settings))


async def check_browser(settings: BrowserSettings) -> None:
    """Check the settings before a run; only a device setting costs a driver start.

    Raises:
        ConfigError: they do not fit each other or this machine, or name missing things.
    """
    _check(settings)
    storage_state_to_load(settings)
    if settings.device is not None:
        async with Driver.start() as driver:
            _device(driver.playwright, settings.device)


async def _within_shared(
    shared: SharedBrowser, settings: BrowserSettings, stored: bool, proxy: RunProxy | None
) -> Launched:
    options = context_options(shared.driver.playwright, settings, stored)
    if proxy is not None:
        options["proxy"] = {"server": proxy.url}
    with mapped_errors("opening a browser context"):
        context = await shared.browser.new_context(**options)
    return Launched(
        context=context,
        browser=shared.browser,
        version=shared.browser.version,
        place=shared.place,
        driver=shared.driver,
        proxy=proxy,
        proxied=proxy is not None,
    )


def close_limit_s(settings: BrowserSettings) -> float:
    """Seconds that a browser of ours has for each step of closing; then it is killed."""
    return _STEP_S if settings.user_data_dir is None else _PROFILE_STEP_S


async def _close(ours: Launched, settings: BrowserSettings) -> None:
    # In a browser that we attached to, closing ends nothing but our context.
    limit_s, processes = close_limit_s(settings), ours.driver.children()
    closed = ours.tab is not None or await done_within(limit_s, ours.context.close())
    if closed and ours.browser is not None:
        closed = await done_within(limit_s, ours.browser.close())
    if not closed:
        ours.driver.kill()
    ours.driver.kill_stopped(processes)


async def _start(
    driver: Driver, settings: BrowserSettings, stored: bool, proxy: RunProxy | None
) -> Launched:
    try:
        async with asyncio.timeout(START_S):
            return await _started(driver, settings, stored, proxy)
    except TimeoutError as error:
        raise BrowserError(f"The browser did not start within {START_S:g} s.") from error


async def _started(
    driver: Driver, settings: BrowserSettings, stored: bool, proxy: RunProxy | None
) -> Launched:
    playwright = driver.playwright
    options = context_options(playwright, settings, stored)
    if settings.cdp_url is not None:
        return await _attach(driver, settings.cdp_url, settings.cdp_tab, options, proxy)
    proxied = _is_proxied(settings)
    if proxy is not None:
        options["proxy"] = {"server": proxy.url}
    chromium = find_chromium(settings.executable, playwright.chromium.executable_path)
    arguments: dict[str, Any] = {
        "executable_path": chromium.path,
        "headless": not settings.headed,
        "chromium_sandbox": not is_root(),
        "args": launch_arguments(proxied=proxied),
        "env": browser_environment(),
        # On Ctrl-C and the like the run is wound up first; the browser must outlive it.
        "handle_sigint": False,
        "handle_sigterm": False,
        "handle_sighup": False,
    }
    try:
        if settings.user_data_dir is not None:
            if settings.profile_directory:
                arguments["args"].append(f"--profile-directory={settings.profile_directory}")
            context = await playwright.chromium.launch_persistent_context(
                settings.user_data_dir, **arguments, **options
            )
            browser = context.browser
        else:
            browser = await playwright.chromium.launch(**arguments)
            context = await browser.new_context(**options)
    except PlaywrightError as error:
        raise _not_started(f"The browser {chromium.path} did not start", error) from error
    if browser is not None:
        driver.watch(browser)
    version = browser.version if browser else ""
    place = f"{chromium.path} ({chromium.source})"
    return Launched(
        context=context,
        browser=browser,
        version=version,
        place=place,
        driver=driver,
        alone=True,
        proxy=proxy,
        proxied=proxy is not None,
    )


def _is_proxied(settings: BrowserSettings) -> bool:
    """Whether the traffic of a browser with these settings goes through proxies of ours."""
    return settings.proxy and settings.cdp_url is None


async def _attach(
    driver: Driver, url: str, tab: str | None, options: dict[str, Any], proxy: RunProxy | None
) -> Launched:
    try:
        # Where the person's files go, and what their pages know of the window, is left to them.
        browser = await driver.playwright.chromium.connect_over_cdp(url, no_defaults=True)
        for each in browser.contexts:
            # Playwright dismisses dialogs that nobody listens to.
            each.on("dialog", lambda _: None)
        page = await find_tab(browser.contexts[0], tab) if tab is not None else None
        context = page.context if page is not None else await browser.new_context(**options)
    except PlaywrightError as error:
        raise BrowserError(
            f"No browser could be reached at {url}: {first_line(error.message)}. "
            "Start one with --remote-debugging-port and give its address."
        ) from error
    return Launched(
        context=context,
        browser=browser,
        version=browser.version,
        place=url,
        driver=driver,
        proxy=proxy,
        tab=page,
    )


def context_options(
    playwright: Playwright, settings: BrowserSettings, stored: bool
) -> dict[str, Any]:
    """Turn the settings into the arguments for a Playwright context.

    An explicit setting overrides the device's. A context for ``stored`` pages runs no scripts of
    theirs and has no network.

    Raises:
        ConfigError: the device is unknown, or the storage state invalid.
    """
    options: dict[str, Any] = {
        "viewport": {"width": settings.viewport_width, "height": settings.viewport_height},
        "accept_downloads": True,
        "service_workers": "allow",
    }
    if settings.device is not None:
        device = _device(playwright, settings.device)
        sized = {"viewport_width", "viewport_height"} & settings.model_fields_set
        options |= {
            key: value for key, value in device.items() if not (sized and key == "viewport")
        }
    given = {
        "locale": settings.locale,
        "timezone_id": settings.timezone,
        "user_agent": settings.user_agent,
        "storage_state": storage_state_to_load(settings),
    }
    options |= {key: value for key, value in given.items() if value is not None}
    if settings.geolocation is not None:
        options["geolocation"] = settings.geolocation.model_dump()
        options["permissions"] = ["geolocation"]
    return options | _STORED if stored else options


def _device(playwright: Playwright, name: str) -> dict[str, Any]:
    devices: dict[str, dict[str, Any]] = playwright.devices
    if name not in devices:
        near = difflib.get_close_matches(name, devices, n=3, cutoff=0.4)
        hint = f" Did you mean {', '.join(near)}?" if near else ""
        raise ConfigError(f"There is no device {name!r}.{hint}")
    wanted = ("user_agent", "viewport", "device_scale_factor", "is_mobile", "has_touch")
    return {key: devices[name][key] for key in wanted if key in devices[name]}


def _check(settings: BrowserSettings) -> None:
    names = ("cdp_url", "user_data_dir", "profile", "storage_state")
    given = [name for name in names if getattr(settings, name) is not None]
    exclusive = (
        {"cdp_url", "user_data_dir"},
        {"user_data_dir", "profile"},
        {"user_data_dir", "storage_state"},
        {"profile", "storage_state"},
    )
    for pair in exclusive:
        if pair <= set(given):
            first, second = (name for name in names if name in pair)
            raise ConfigError(f"browser.{first} and browser.{second} exclude each other. Give one.")
    if settings.profile_directory and settings.user_data_dir is None:
        raise ConfigError(
            "browser.profile_directory needs browser.user_data_dir: the folder it is in."
        )
    if settings.cdp_tab is not None:
        _check_tab(settings)
    if settings.headed and settings.cdp_url is None:
        check_display("Run without --headed, or under xvfb-run.")


def _check_tab(settings: BrowserSettings) -> None:
    if settings.cdp_url is None:
        raise ConfigError("browser.cdp_tab needs browser.cdp_url: the browser that it is open in.")
    for name in _OF_A_CONTEXT:
        if getattr(settings, name) != BrowserSettings.model_fields[name].default:
            raise ConfigError(
                f"With browser.cdp_tab a tab is used as it is: leave out browser.{name}."
            )


def check_display(remedy: str) -> None:
    """Check that there is a display to show a window on.

    Raises:
        ConfigError: there is none; ``remedy`` says what to do.
    """
    display = any(os.environ.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY"))
    if sys.platform == "linux" and not display:
        raise ConfigError(f"A visible window needs a display, and this machine has none. {remedy}")


def _not_started(what: str, error: PlaywrightError) -> BrowserError:
    for words, reason in _LAUNCH_PROBLEMS:
        if words in error.message:
            return BrowserError(f"{what}: {reason}.")
    return BrowserError(f"{what}: {first_line(error.message)}. Run agent-e doctor.")
