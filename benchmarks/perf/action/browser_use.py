"""browser-use's own actions, and the state that its agent reads after them."""

from __future__ import annotations

import re
from typing import Any

from agent_e.benchmarks.perf.peers import TOTAL, BrowserUse, PeerFailed
from agent_e.benchmarks.perf.shared import preparing

from .cases import Case
from .doing import KNOWN, Act

_INDEX = re.compile(r"\[(\d+)\]<")


class BrowserUseActions:
    """Acts through a peer of the caller's; times are taken inside the peer's process.

    Its agent calls its model with the action's message and a new state, so building that
    is part of the time until the model knows.
    """

    name = BrowserUse.name
    nothing = ""

    def __init__(self, peer: BrowserUse) -> None:
        """Use the peer; it starts at its first page."""
        self._peer = peer
        self._index = 0

    async def open(self, url: str, case: Case) -> str:
        """Open the page, have its state built and find the element there."""
        await self._peer.open(url, preparing())
        seen = await self._peer.look()
        assert seen.offered is not None
        offered = seen.offered()
        labels = [element.label for element in offered.elements if case.target in element.label]
        if case.target and len(labels) != 1:
            raise PeerFailed(f"It offers {len(labels)} elements called {case.target!r}.")
        index = _INDEX.search(labels[0]) if case.target else None
        self._index = int(index[1]) if index else 0
        return offered.text

    async def act(self, case: Case) -> Act:
        """Act, then have the state built."""
        took, text = await self._peer.act(*self._call(case))
        look = await self._peer.look()
        assert look.offered is not None
        state = look.milliseconds[TOTAL]
        return Act(
            milliseconds={TOTAL: took, KNOWN: took + state}, text=f"{text}\n{look.offered().text}"
        )

    async def check(self, expression: str) -> None:
        """Wait for it in its page."""
        try:
            await self._peer.evaluate(preparing(ready=expression))
        except PeerFailed as error:
            raise PeerFailed(f"The page was waited for in vain: {error}") from error

    def _call(self, case: Case) -> tuple[str, dict[str, Any]]:
        match case.verb:
            case "click":
                return "click", {"index": self._index}
            case "enter_text":
                return "input", {"index": self._index, "text": case.argument}
            case "select_option":
                return "select_dropdown", {"index": self._index, "text": case.argument}
            case "press_key":
                return "send_keys", {"keys": case.argument}
            case "scroll":
                return "scroll", {"down": True, "pages": 1.0}
