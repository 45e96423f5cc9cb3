"""A Chromium for BrowserGym that agent-e can attach to.

BrowserGym starts its browsers from where Playwright keeps its own, and lets nobody add an argument.
So Playwright is shown a folder where a script stands in that place: it starts a Chromium of this
machine with a debugging port, a free one on loopback.
"""

from __future__ import annotations

import os
import shlex
import shutil
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

CHROMIUM = "BROWSERGYM_CHROMIUM"
"""Variable that names the Chromium to start."""
_BROWSERS = "PLAYWRIGHT_BROWSERS_PATH"
_NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome")


@cache
def lend_chromium() -> TemporaryDirectory[str]:
    """Have BrowserGym start Chromiums with a debugging port; call it before its first browser.

    Returns:
        The folder; it is removed with the process.

    Raises:
        RuntimeError: there is no Chromium.
    """
    own = _playwrights_own()
    given = os.environ.get(CHROMIUM) or (str(own) if own.exists() else None)
    found = given or next(filter(None, map(shutil.which, _NAMES)), None)
    if found is None:
        raise RuntimeError(
            f"There is no Chromium for BrowserGym. Install one, or name its program in {CHROMIUM}."
        )
    folder = TemporaryDirectory(prefix="agent-e-browsergym-")
    os.environ[_BROWSERS] = folder.name
    script = _playwrights_own()
    script.parent.mkdir(parents=True)
    script.write_text(f'#!/bin/sh\nexec {shlex.quote(found)} --remote-debugging-port=0 "$@"\n')
    script.chmod(0o755)
    return folder


def address_of(page: Any) -> str:
    """Return the address at which the browser of a page can be attached to."""
    session = page.context.browser.new_browser_cdp_session()
    arguments = session.send("Browser.getBrowserCommandLine")["arguments"]
    session.detach()
    [profile] = (each for each in arguments if each.startswith("--user-data-dir="))
    port = Path(profile.partition("=")[2], "DevToolsActivePort").read_text().split()[0]
    return f"http://127.0.0.1:{port}"


def _playwrights_own() -> Path:
    with sync_playwright() as playwright:
        return Path(playwright.chromium.executable_path)
