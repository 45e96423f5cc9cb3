"""What a browser that died hands on to the next: cookies, local storage, an address."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.async_api import BrowserContext

from agent_e.urls import origin_of

from .tab import Tab


@dataclass(slots=True)
class KeptState:
    """A session's state after its last action; in memory only, as it is as good as a password.

    Attributes:
        url: address of the active tab; ``""`` where no page is open in it.
        cookies: all of them, as Playwright has them.
        local: local storage of the origins that were open, as pairs of name and value.
    """

    url: str = ""
    cookies: list[Any] = field(default_factory=list, repr=False)
    local: dict[str, list[tuple[str, str]]] = field(default_factory=dict, repr=False)

    async def update(self, context: BrowserContext, tab: Tab) -> None:
        """Read it anew; the local storage only of the active tab's origin, which may have changed.

        No script runs in the page.
        """
        url = tab.url if tab.failed else tab.page.url
        self.url = url if url.startswith("http") else ""
        self.cookies = [*await context.cookies()]
        if self.url and not tab.failed:
            storage = {"securityOrigin": origin_of(url), "isLocalStorage": True}
            held = await tab.cdp.send("DOMStorage.getDOMStorageItems", {"storageId": storage})
            self.local[origin_of(url)] = [(name, value) for name, value in held["entries"]]

    def storage_state(self, loaded: Path | None) -> dict[str, Any]:
        """Return it as Playwright's storage state.

        Args:
            loaded: the file that the session began with; sites that were not opened are as in it.
        """
        began = json.loads(loaded.read_text(encoding="utf-8")) if loaded is not None else {}
        origins = {each["origin"]: each for each in began.get("origins", ())}
        for origin, items in self.local.items():
            stored = [{"name": name, "value": value} for name, value in items]
            origins[origin] = {**origins.get(origin, {}), "origin": origin, "localStorage": stored}
        return {"cookies": self.cookies, "origins": [*origins.values()]}
