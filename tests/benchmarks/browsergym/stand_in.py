"""BrowserGym's side of a problem of MiniWoB, done with Playwright of this environment."""

from __future__ import annotations

import json
import os
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from playwright.sync_api import sync_playwright

from tests.browsers import listening

START = "Math.seedrandom(1); core.EPISODE_MAX_TIME = 100000; core.startEpisodeReal()"
REWARD = "() => ({done: WOB_DONE_GLOBAL, raw: WOB_RAW_REWARD_GLOBAL, reason: ''})"


def say(message: dict[str, Any]) -> None:
    print(json.dumps(message), flush=True)


def run(task: str) -> None:
    # Cleaning up fails while the browser's last files are written.
    with (
        TemporaryDirectory(ignore_cleanup_errors=True) as folder,
        listening(Path(folder)) as address,
        sync_playwright() as playwright,
    ):
        page = (
            playwright.chromium.connect_over_cdp(address, no_defaults=True).new_context().new_page()
        )
        page.goto(f"{os.environ['MINIWOB_URL']}{task.removeprefix('miniwob.')}.html")
        page.evaluate(START)
        goal = page.evaluate("core.getUtterance()")
        say({"goal": goal, "address": address, "tab": page.url})
        for line in sys.stdin:
            with Path(os.environ["HEARD"]).open("a") as heard:
                heard.write(line)
            say(page.evaluate(REWARD))


match sys.argv[1:]:
    case ["list", name]:
        known = ("miniwob.click-test-2", "miniwob.broken")
        say({"tasks": [each for each in known if each.startswith(name)]})
    case ["run", "miniwob.broken", _]:
        say({"error": "ValueError: no such page"})
    case ["run", task, _]:
        run(task)
