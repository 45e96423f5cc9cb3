"""Pages and workers that ran before requests were intercepted: theirs would go unseen.

A renderer keeps the loaders it was given at its start. The browser gives it new ones, which the
interceptor of the whole browser sees, when ``Fetch`` is switched on for that target alone.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterable
from typing import Any

from playwright.async_api import CDPSession

from .background_tasks import done_within

_ANSWER_S = 3.0
_COMMANDS: tuple[tuple[str, Any], ...] = (
    ("Fetch.enable", {"patterns": [{"urlPattern": "none:"}]}),
    ("Fetch.disable", {}),
)
"""It pauses nothing itself."""


async def give_new_loaders(browser: CDPSession, targets: Iterable[str]) -> None:
    """Have the requests of these targets seen from now on.

    Args:
        browser: session of the whole browser, whose ``Fetch`` is on.
        targets: their ids; one that has ended, or does not answer in time, is left out.
    """
    await asyncio.gather(*(done_within(_ANSWER_S, _renew(browser, each)) for each in targets))


async def _renew(browser: CDPSession, target: str) -> None:
    # Playwright has no session for workers, and none sends to a session of another's.
    attached = await browser.send("Target.attachToTarget", {"targetId": target, "flatten": False})
    session, answered = {"sessionId": attached["sessionId"]}, asyncio.Event()

    def heard(event: Any) -> None:
        last = json.loads(event["message"]).get("id") == len(_COMMANDS)
        if last and event["sessionId"] == session["sessionId"]:
            answered.set()

    browser.on("Target.receivedMessageFromTarget", heard)
    try:
        for number, (method, parameters) in enumerate(_COMMANDS, start=1):
            message = json.dumps({"id": number, "method": method, "params": parameters})
            await browser.send("Target.sendMessageToTarget", {**session, "message": message})
        await answered.wait()
    finally:
        browser.remove_listener("Target.receivedMessageFromTarget", heard)
        await browser.send("Target.detachFromTarget", session)
