"""A run as a Python script with Playwright, which does the same again by itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import PurePosixPath
from urllib.parse import urlsplit

from agent_e.config import ENV_PREFIX
from agent_e.journal import RunRecord
from agent_e.text import format_count

from .source import comment, literal, wrapped
from .statements import CannotWrite, Statements
from .steps import DoneAction, Remark, steps_of

_WAITING = frozenset({"open_url", "history", "tabs", "wait_for", "wait"})
"""Actions whose statements wait for what they do."""
_FRAME = '''
def frame(page: Page, address: str, number: int = 0) -> Frame:
    """Wait for the frame that shows an address, its query left out."""
    for _ in range(300):
        found = [each for each in page.frames if each.url.partition("?")[0] == address]
        if len(found) > number:
            return found[number]
        page.wait_for_timeout(100)
    raise TimeoutError(f"No frame shows {address}.")

'''
_MAIN = """
with sync_playwright() as playwright:
    browser = playwright.chromium.launch(
        executable_path=os.environ.get("{prefix}BROWSER__EXECUTABLE"),
        headless="HEADED" not in os.environ,
    )
    run(browser.new_page({options}))
    browser.close()
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Script:
    """A script; ``missing`` counts what the run did and the script does not."""

    text: str
    missing: int


def write_script(record: RunRecord) -> Script:
    """Write what a run did as a script; texts of pages are literals and comments in it."""
    return _Writer(record).script()


class _Writer:
    def __init__(self, record: RunRecord) -> None:
        self._record = record
        self._browser = (record.info.get("settings") or {}).get("browser") or {}
        self._steps = steps_of(record.transcript)
        opened = (
            step.text("url")
            for step in self._steps
            if isinstance(step, DoneAction) and step.start.action == "open_url"
        )
        self._first = next(opened, record.transcript.start.start_url)
        parts = urlsplit(self._first)
        base = f"{parts.scheme}://{parts.netloc}" if parts.netloc else ""
        self._make = Statements(base, self._browser.get("viewport_height") or 720)
        self._logged_in = self._browser.get("profile") or self._browser.get("storage_state")
        self._pages: dict[int, str] = {}
        self._suppresses = False
        self._missing = 0

    def script(self) -> Script:
        body = list(self._body())
        lines = [*self._head(), "", "", "def run(page: Page) -> None:", *body, ""]
        return Script(text="\n".join([*lines, *self._main()]), missing=self._missing)

    def _body(self) -> Iterator[str]:
        acts = [each for each in self._steps if isinstance(each, DoneAction)]
        if not acts or acts[0].start.action != "open_url":
            yield f"    page.goto({self._make.address(self._first)})" if self._first else "    pass"
        for number, step in enumerate(self._steps):
            if isinstance(step, Remark):
                self._missing += step.missing
                yield from [""] if number else []
                yield from comment(step.text, "    ")
                continue
            for line in self._statements(step):
                yield from wrapped(f"    {line}")

    def _statements(self, step: DoneAction) -> Iterator[str]:
        page, start = self._page(step), step.start
        try:
            lines = [*self._answers(page, step), *self._make.of(page, step)]
        except CannotWrite:
            self._missing += 1
            what = f"{start.action} {start.target.get('role', '')} {start.target.get('name', '')}"
            yield from comment(f"Not written: {what}")
            return
        if not lines:
            return
        waits, after = self._waits(page, step)
        if waits:
            lines[-1:] = [f"with {', '.join(waits)}:", f"    {lines[-1]}"]
        yield from lines
        yield from after

    def _page(self, step: DoneAction) -> str:
        """The variable of the tab that an action is done in, or that it is about."""
        if not self._pages:
            self._pages[step.start.tab] = "page"
        about = step.given("tab") if step.start.action == "tabs" else None
        return self._pages.get(about or step.start.tab, "page.context.pages[-1]")

    def _answers(self, page: str, step: DoneAction) -> Iterator[str]:
        """How the dialogs that an action opens are answered; Playwright dismisses alerts."""
        asked = [each for each in step.of("dialog_opened") if each.dialog != "alert"]
        ways = {each.how == "accepted" for each in step.of("dialog_closed") if asked}
        texts = [each.arguments.get("text") for each in step.answers if each.arguments.get("text")]
        if len(ways) > 1 or len(texts) > 1 or (texts and len(asked) > 1):
            raise CannotWrite
        given = self._make.variables.text(str(texts[0])) if texts else "dialog.default_value"
        for accepted in ways:
            how = "accept" if accepted else "dismiss"
            text = given if accepted and asked[0].dialog == "prompt" else ""
            on = "once" if len(step.of("dialog_opened")) == 1 else "on"
            yield f'{page}.{on}("dialog", lambda dialog: dialog.{how}({text}))'

    def _waits(self, page: str, step: DoneAction) -> tuple[list[str], list[str]]:
        """What to wait for, as context managers, and the statements that use what came."""
        waits, after = [], []
        for tab in step.of("tab_opened")[:1]:
            name = self._pages[tab.tab] = f"page_{len(self._pages) + 1}"
            by_key = step.given("modifiers") or step.given("how")
            waits.append(
                f"{page}.{'context.expect_page' if by_key else 'expect_popup'}() as opened"
            )
            after.append(f"{name} = opened.value")
        for file in step.of("download")[:1]:
            name = PurePosixPath(file.name.replace("\\", "/")).name or "download"
            waits.append(f"{page}.expect_download() as saved")
            path = self._make.variables.text(f"downloads/{name}")
            after.append(f"saved.value.save_as({path})")
            if step.start.action == "open_url":
                # A page that turns out to be a file is an error to Playwright.
                self._suppresses = True
                waits.append("suppress(Error)")
        if waits or step.start.action in _WAITING:
            return waits, after
        if step.navigated:
            return [f"{page}.expect_navigation()"], after
        return list(_answered(page, step))[:1], after

    def _head(self) -> Iterator[str]:
        yield from comment(f"What the run {self._record.run_id} of agent-e did, again.")
        yield from comment(f"Task: {self._record.task}")
        if self._missing:
            count = format_count(self._missing, "thing")
            yield from comment(f"Not in here: {count} that the run did, marked below.")
        if found := self._make.variables.names:
            words = ", ".join(sorted(found))
            yield from comment(f"Secrets are taken from the environment: {words}.")
        if self._logged_in:
            yield from comment("It began with a saved login: STORAGE_STATE is the file of one.")
        yield from ["", "import os"]
        yield from ["from contextlib import suppress"] if self._suppresses else []
        types = [*["Error"] * self._suppresses, *["Frame"] * self._make.framed, "Page"]
        yield from [
            "",
            f"from playwright.sync_api import {', '.join(types)}, sync_playwright",
        ]
        if self._make.base:
            yield ""
            yield from wrapped(f'BASE_URL = os.environ.get("BASE_URL", {literal(self._make.base)})')
        if self._make.framed:
            yield from ["", *_FRAME.rstrip().split("\n")]

    def _main(self) -> Iterator[str]:
        width, height = self._browser.get("viewport_width") or 1280, self._make.height
        options = [f'viewport={{"width": {width}, "height": {height}}}']
        if self._logged_in:
            options.append('storage_state=os.environ.get("STORAGE_STATE")')
        yield _MAIN.format(prefix=ENV_PREFIX, options=", ".join(options))


def _answered(page: str, step: DoneAction) -> Iterator[str]:
    """Waits for the answers to requests that an action sent to the site itself."""
    for end in step.ends:
        for request in end.requests:
            url, status = urlsplit(str(request.get("url"))), request.get("status") or 0
            if url.netloc == urlsplit(end.url).netloc and 0 < status < 400:
                path = re.sub(r"([*?{}\[\]\\])", r"\\\1", url.path)
                yield f"{page}.expect_response({literal(f'**{path}**')})"
