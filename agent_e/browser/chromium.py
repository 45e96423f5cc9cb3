"""Finding a Chromium and the flags to start it with."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from agent_e.config import SECRET_PREFIX
from agent_e.errors import BrowserMissing, ConfigError

FLAGS = (
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
"""Fewer requests of Chromium's own, and none of its dialogs."""

FEATURES_OFF = (
    # Playwright's own list, which a second one on the command line overrides.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable",
    "LensOverlay",
    "MediaRouter",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "TcpPortRandomizationWin",
    "OptimizationHints",
    "NetworkTimeServiceQuerying",
    "AimEnabled",
    "PreconnectToSearch",
    "msForceBrowserSignIn",
    "msEdgeUpdateLaunchServicesPreferredVersion",
    # Describes the forms of every page to a server of Google's.
    "AutofillServerCommunication",
    # Two pages for the address bar's suggestions, loaded in a process of their own with every
    # window, and so with every context: half of the CPU time a context takes.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
)
"""Features of Chromium that are switched off."""

_FEATURES_ON = ("CDPScreenshotNewSurface", "SkipListAccountsWithoutGaiaCookies")
"""Playwright's own list, likewise overridden."""

_UNASKED = (
    # What pages have loaded without showing it, or shown by the browser itself: no request of it
    # is one of the page's that an approval could wait for.
    "Prerender2",
    "Prerender2FallbackPrefetchSpecRules",
    "LoadingPredictor",
    "FedCm",
    "WebPayments",
    "ServiceWorkerPaymentApps",
)
_UNASKED_INTERFACES = ("BackgroundFetch", "PaymentRequest", "FedCm")
_NO_PREFETCH = "PrefetchSchedulerTesting" + "".join(
    f"{'/' if number else ':'}kPrefetchSchedulerTestingActiveSetSizeLimitFor{which}/0"
    for number, which in enumerate(("Base", "Burst"))
)
"""Speculation rules wait for their turn forever: no feature switches their prefetching off."""
_PROXIED = (
    # Names are looked up by the proxy alone: no prefetch of one, no server for WebRTC. The name of
    # this machine needs no lookup, and contexts without a proxy may use it, as benchmarks do.
    "--host-resolver-rules=MAP * ~NOTFOUND , EXCLUDE 127.0.0.1 , EXCLUDE localhost",
    # The first is for headless browsers, the second for those with a window.
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    f"--disable-blink-features={','.join(_UNASKED_INTERFACES)}",
    f"--enable-features={','.join((*_FEATURES_ON, _NO_PREFETCH))}",
)

_COMMANDS = ("google-chrome-stable", "google-chrome", "chromium", "chromium-browser")
_MAC_APPS = (
    "Google Chrome.app/Contents/MacOS/Google Chrome",
    "Chromium.app/Contents/MacOS/Chromium",
)
_WINDOWS_FOLDERS = ("PROGRAMFILES", "PROGRAMFILES(X86)", "LOCALAPPDATA")
_WINDOWS_APPS = ("Google/Chrome/Application/chrome.exe", "Chromium/Application/chrome.exe")


@dataclass(frozen=True, kw_only=True, slots=True)
class Chromium:
    """A browser that was found; ``source`` says how."""

    path: Path
    source: Literal["configured", "playwright", "system"]


def find_chromium(
    configured: Path | None,
    playwright_path: str,
    *,
    platform: str = sys.platform,
    environment: Mapping[str, str] | None = None,
) -> Chromium:
    """Find the Chromium to use: the configured one, Playwright's own, then the system's.

    Args:
        configured: setting ``browser.executable``.
        playwright_path: where Playwright keeps its own (``BrowserType.executable_path``).
        platform: as ``sys.platform``.
        environment: for ``PATH`` and the program folders; the process's own when left out.

    Raises:
        ConfigError: the configured path is not a program.
        BrowserMissing: there is none.
    """
    if configured is not None:
        if not _is_program(configured):
            raise ConfigError(
                f"browser.executable = {configured} is no program that can be run. "
                "Correct it, or leave it out to have a Chromium found."
            )
        return Chromium(path=configured, source="configured")
    if playwright_path and _is_program(Path(playwright_path)):
        return Chromium(path=Path(playwright_path), source="playwright")
    values = os.environ if environment is None else environment
    for path in _system_places(platform, values):
        if _is_program(path):
            return Chromium(path=path, source="system")
    raise BrowserMissing("No Chromium was found on this machine. Run agent-e doctor --fix.")


def browser_environment() -> dict[str, str | float | bool]:
    """Return the variables that a browser gets: those that carry secrets and keys are left out."""
    return {
        name: value
        for name, value in os.environ.items()
        if not (name.startswith(SECRET_PREFIX) or name.endswith("_API_KEY"))
    }


def launch_arguments(*, proxied: bool = False) -> list[str]:
    """Arguments for a browser that Playwright starts for us.

    Args:
        proxied: every context of it has a proxy: what would go around it, or ask for something
            out of sight, is switched off.
    """
    if not proxied:
        return [*FLAGS, f"--disable-features={','.join(FEATURES_OFF)}"]
    return [*FLAGS, *_PROXIED, f"--disable-features={','.join((*FEATURES_OFF, *_UNASKED))}"]


def is_root() -> bool:
    """Whether this process runs as root, where Chromium's sandbox does not work."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def _system_places(platform: str, environment: Mapping[str, str]) -> Iterator[Path]:
    if platform == "darwin":
        for folder in (Path("/Applications"), Path(environment.get("HOME", "/")) / "Applications"):
            yield from (folder / app for app in _MAC_APPS)
    elif platform == "win32":
        for variable in _WINDOWS_FOLDERS:
            if folder_name := environment.get(variable):
                yield from (Path(folder_name) / app for app in _WINDOWS_APPS)
    for command in _COMMANDS:
        if found := shutil.which(command, path=environment.get("PATH", os.defpath)):
            yield Path(found)


def _is_program(path: Path) -> bool:
    return path.is_file() and os.access(path, os.X_OK)
