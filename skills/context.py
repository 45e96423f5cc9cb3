"""The context of a skill: the page, the person, and the envelope for actions."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager, nullcontext
from dataclasses import dataclass, field, replace
from typing import Any

from agent_e.browser import BrowserSession
from agent_e.browser.pdf import PdfDocuments
from agent_e.dom import (
    ClickableBoxes,
    Demonstrations,
    PageActor,
    PageObserver,
    PagesBeside,
    SelectorSummary,
)
from agent_e.errors import SkillError
from agent_e.human import RunControl
from agent_e.safety.secrets import RunSecrets
from agent_e.safety.secrets.wallet import BY_NAME
from agent_e.types import ChangeReport, Node, Observation, Records, SkillResult
from agent_e.vision import PageImages

from .action_envelope import Action, acting, picture, reading
from .action_hooks import ActionHooks
from .effect_ledger import Effects
from .protocols import Asker, Gate, Grounder, Journal

_SAVED_S = 1.5
"""Seconds after which pages with automatic saving have sent the last change."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Extracted:
    """Records that were read, kept so that more of them can be shown.

    Attributes:
        asked: the arguments.
        page: the page at that time, or the last one of several.
        pages: the records of each page.
        messages: text before and after the records.
    """

    asked: tuple[Any, ...]
    page: Observation
    pages: tuple[Records, ...]
    messages: tuple[str, str]


@dataclass(kw_only=True, slots=True)
class Last:
    """What the last skill leaves for the next one.

    ``report`` is that of the last action, for verification; ``extracted`` are the records
    read last; ``at`` is when an element was acted on, by ``time.monotonic``.
    """

    report: ChangeReport | None = None
    extracted: Extracted | None = None
    at: float = float("-inf")


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillContext:
    """Everything a skill may use; created once per run. ``last`` and ``effects`` change in it.

    With ``pictures`` the journal gets one of the page before every action. ``redact`` removes
    secrets from JSON that leaves by another way than a model or the journal. ``turn`` is entered
    for using the browser, and waits while the person has it; ``lent`` counts their turns.
    ``hooks`` are called around every action. ``fallback_grounder`` is what finds things by their
    looks where the settings name no ``grounder``: only pages that are drawn call for it.
    """

    observer: PageObserver
    actor: PageActor
    navigator: BrowserSession
    gate: Gate
    journal: Journal
    documents: PdfDocuments
    pages: PagesBeside | None = None
    asker: Asker | None = None
    control: RunControl | None = None
    vision: PageImages | None = None
    selectors: SelectorSummary | None = None
    links: ClickableBoxes | None = None
    grounder: Grounder | None = None
    fallback_grounder: Grounder | None = None
    secrets: RunSecrets | None = None
    demonstrations: Demonstrations | None = None
    turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    lent: Callable[[], int] = lambda: 0
    redact: Callable[[Any], Any] = lambda value: value
    last: Last = field(default_factory=Last)
    effects: Effects = field(default_factory=Effects)
    pictures: bool = False
    hooks: ActionHooks = field(default_factory=ActionHooks)

    def eyes(self) -> PageImages:
        """Return the source of pictures; ``SkillError`` where there is none."""
        if self.vision is None:
            raise SkillError("No pictures can be taken here. Look with get_dom.")
        return self.vision

    def saved_secrets(self, page: Observation, by: str = BY_NAME) -> str:
        """List the secrets of the page's site and its frames, as a line; ``""`` without any.

        ``by`` says how the agent's actions fill one in.
        """
        if self.secrets is None:
            return ""
        urls = [page.url, *(frame.url for frame in page.frames)]
        lines = dict.fromkeys(filter(None, (self.secrets.prompt_lines(url, by) for url in urls)))
        return "".join(f"\n{words}" for words in lines)

    async def demonstrate(self, question: str) -> SkillResult:
        """Ask the person to do something in the window, and report what they did.

        Raises:
            SkillError: nobody can be asked, or there is no visible window.
            NeedsPerson: nobody answers.
        """
        asker = self.asker
        if asker is None or self.demonstrations is None:
            raise SkillError("There is no window that the person could show it in. Ask in words.")
        given, shown = await self.demonstrations.look_on(lambda: asker.ask("demonstrate", question))
        note = "The person has shown it." if given.value == "done" else "The person did not do it."
        words = f'{note} They say: "{given.note}"' if given.note else note
        return replace(shown, note=words)

    async def saved(self) -> None:
        """Wait until the page may have saved the last change: editors do so a moment later."""
        await asyncio.sleep(max(0.0, self.last.at + _SAVED_S - time.monotonic()))

    def action(
        self, name: str, target: Node | None = None, /, **arguments: Any
    ) -> AbstractAsyncContextManager[Action]:
        """Wrap one action: gate, journal, change observation, settling, journal."""
        return acting(self, name, target, arguments)

    def reading(self, name: str, /, **arguments: Any) -> AbstractAsyncContextManager[Action]:
        """Wrap access without touching the page: gate and journal, as for an action."""
        return reading(self, name, arguments)

    async def picture(self) -> None:
        """Journal a picture of the page at the end of the run."""
        await picture(self)
