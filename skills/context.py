"""What a skill is given: the page to see and act on, the person to ask, the envelope to act in."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass, field, replace
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
from agent_e.errors import ActionDenied, BrowserError, Missed, SkillError
from agent_e.human import RunControl
from agent_e.safety.permits import Permit
from agent_e.safety.secrets import RunSecrets
from agent_e.types import ChangeReport, Node, Observation, Records, SkillResult
from agent_e.vision import PageImages

from .effect_ledger import Effects, Performed
from .formatting import in_short, label, worded
from .protocols import Asker, Gate, Grounder, Journal

_SAVED_S = 1.5
"""After which pages that save by themselves have sent what was last done there."""
_TOLD_REQUESTS = 20
"""Requests other than GET of one action that are journaled."""


@dataclass(kw_only=True, slots=True)
class Action:
    """One acting skill in progress.

    ``started`` is the number of its event; ``report`` is filled when the page has settled, and put
    into ``words`` for models, ``sight`` for those who see the page and ``brief`` for one line;
    ``ghost`` is whether nothing changed, ``None`` where that is not looked at. A skill that ends
    before it has done what it had leave for, such as to send a form, sets ``stopped``.
    """

    name: str
    started: int
    permit: Permit
    page: str = ""
    url: str = ""
    target: Node | None = None
    report: ChangeReport = field(default_factory=ChangeReport)
    words: str = ""
    brief: str = ""
    sight: str = ""
    ghost: bool | None = None
    stopped: bool = False
    done: bool = False

    def result(self, *sentence: str | Node) -> SkillResult:
        """Join what the skill says it did, the elements in it as they are, with what came of it."""
        said, bare = worded(sentence), worded(sentence, number=False)
        return SkillResult(
            text=f"{said} {self.words}".strip(),
            report=self.report,
            said=said,
            short=f"{in_short(sentence)} {self.brief}".strip(),
            sight=f"{bare} {self.sight}".strip(),
        )


@dataclass(frozen=True, kw_only=True, slots=True)
class Extracted:
    """Records that were read, so that more of them can be told.

    Attributes:
        asked: by what arguments.
        page: the page then, or the last one of several.
        pages: the records of each page.
        told: what is said of them all, and what is said after them.
    """

    asked: tuple[Any, ...]
    page: Observation
    pages: tuple[Records, ...]
    told: tuple[str, str]


@dataclass(kw_only=True, slots=True)
class Last:
    """What the skill before has left for the next one.

    ``report`` is that of the last action, for whoever verifies it; ``extracted`` are the records
    that were read last; ``at`` is when an element was acted on, on the clock of ``monotonic``.
    """

    report: ChangeReport | None = None
    extracted: Extracted | None = None
    at: float = float("-inf")


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillContext:
    """Everything a skill may use; made once per run. ``last`` and ``effects`` change in it.

    With ``pictures`` the journal gets one of the page before every action. ``redact`` takes secrets
    out of JSON that leaves by another way than a model or the journal. ``turn`` is entered by who
    uses the browser, and waits while it is the person's; ``lent`` is how often it was theirs.
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
    secrets: RunSecrets | None = None
    demonstrations: Demonstrations | None = None
    turn: Callable[[], AbstractAsyncContextManager[None]] = nullcontext
    lent: Callable[[], int] = lambda: 0
    redact: Callable[[Any], Any] = lambda value: value
    last: Last = field(default_factory=Last)
    effects: Effects = field(default_factory=Effects)
    pictures: bool = False

    def eyes(self) -> PageImages:
        """Return what makes pictures; ``SkillError`` where there is none."""
        if self.vision is None:
            raise SkillError("No pictures can be taken here. Look with get_dom.")
        return self.vision

    def saved_secrets(self, page: Observation, by: str = "fill_secret") -> str:
        """Name the secrets of the page's site and its frames', as a line; ``""`` without any.

        ``by`` says how the agent's actions fill one in.
        """
        if self.secrets is None:
            return ""
        urls = [page.url, *(frame.url for frame in page.frames)]
        told = dict.fromkeys(filter(None, (self.secrets.told(url, by) for url in urls)))
        return "".join(f"\n{words}" for words in told)

    async def demonstrate(self, question: str) -> SkillResult:
        """Ask the person to do something in the window, and say what they did.

        Raises:
            SkillError: nobody can be asked, or there is no window to be seen.
            NeedsPerson: nobody answers.
        """
        asker = self.asker
        if asker is None or self.demonstrations is None:
            raise SkillError("There is no window that the person could show it in. Ask in words.")
        given, shown = await self.demonstrations.look_on(lambda: asker.ask("demonstrate", question))
        said = "The person has shown it." if given.value == "done" else "The person did not do it."
        words = f'{said} They say: "{given.note}"' if given.note else said
        return replace(shown, note=words)

    async def saved(self) -> None:
        """Wait until the page may have saved what was last done: editors do so a moment later."""
        await asyncio.sleep(max(0.0, self.last.at + _SAVED_S - time.monotonic()))

    @asynccontextmanager
    async def action(
        self, name: str, target: Node | None = None, /, **arguments: Any
    ) -> AsyncIterator[Action]:
        """Wrap one action: gate, journal, change observation, settling, journal.

        The intent is written before the page is touched and the outcome whatever happens, so that a
        journal cut off by a crash still says what may have been done.
        """
        async with self._journaled(name, target, arguments) as action:
            await self.picture(action)
            watch = self.observer.watch()
            self.last.report = None
            await watch.start()
            async with action.permit.acting():
                await action.permit.hold()
                try:
                    yield action
                except SkillError as error:
                    if report := await watch.broken_off():
                        action.report = error.report = report
                        missed = isinstance(error, Missed)
                        say = self.observer.describe if missed else self._all_the_same
                        error.args = (f"{error} {say(report)}",)
                    raise
                action.done = not action.stopped
                async with self.vision.sampling() if self.vision else nullcontext():
                    action.report = await watch.finish()
            self.last.report = action.report
            if target is not None:
                self.last.at = time.monotonic()
            action.words = self.observer.describe(action.report)
            action.sight = self.observer.describe(action.report, for_eyes=True)
            action.brief = self.observer.brief(action.report)
            action.ghost = action.report.none
            if words := action.permit.refused:
                action.done = False
                changed = "" if action.ghost else f" {self._all_the_same(action.report)}"
                denied = ActionDenied(f"{words}{changed}")
                denied.report = action.report
                raise denied

    def _all_the_same(self, report: ChangeReport) -> str:
        return f"It changed the page all the same. {self.observer.describe(report)}"

    @asynccontextmanager
    async def reading(self, name: str, /, **arguments: Any) -> AsyncIterator[Action]:
        """Wrap what reaches out without touching the page: gate and journal, as for an action."""
        async with self._journaled(name, None, arguments) as action:
            yield action

    async def picture(self, action: Action | None = None) -> None:
        """Journal what the page looks like before an action, or at the end of the run.

        That none can be taken, such as behind a dialog, is journaled and never an error.
        """
        if not self.pictures or self.vision is None or self.navigator.url == "about:blank":
            return
        started = action.started if action else None
        before = time.perf_counter()
        try:
            shot = await self.vision.glimpse()
        except (SkillError, BrowserError) as error:
            self.journal.write("pictured", started=started, error=str(error))
            return
        spent = (time.perf_counter() - before) * 1000
        box = action.target.bbox if action and action.target else None
        name = f"shots/{f'{started:04d}' if started else 'end'}.{shot.suffix}"
        self.journal.write_bytes(name, shot.data)
        self.journal.write(
            "pictured",
            started=started,
            file=name,
            width=shot.width,
            height=shot.height,
            viewport=[round(shot.viewport_width), round(shot.viewport_height)],
            box=box and list(map(round, (*shot.to_image(*box[:2]), *shot.to_image(*box[2:])))),
            url=self.navigator.url,
            milliseconds=round(spent, 1),
        )

    @asynccontextmanager
    async def _journaled(
        self, name: str, target: Node | None, arguments: Mapping[str, Any]
    ) -> AsyncIterator[Action]:
        if self.control is not None:
            await self.control.acting()
        permit = await self.gate.check(name, target, arguments)
        if self.control is not None:
            # The gate may have asked, which takes as long as it takes.
            await self.control.acting()
        async with self.turn():
            if self.control is not None:
                # It may have had to wait until the person was done with the window.
                self.control.unspoken()
            action = self._started(name, target, arguments, permit)
            try:
                yield action
            except BaseException as error:
                status, words = "broken", f"{type(error).__name__}: {error}"
                if isinstance(error, SkillError):
                    status, error.journaled = "refused", True
                number = action.started
                self.journal.write("action.ended", started=number, status=status, error=words)
                self._enter(action)
                raise
            self._ended(action)
            self._enter(action)

    def _started(
        self, name: str, target: Node | None, arguments: Mapping[str, Any], permit: Permit
    ) -> Action:
        number = self.journal.write(
            "action.started", action=name, target=_journaled(target), arguments=arguments
        )
        return Action(
            name=name,
            started=number,
            permit=permit,
            page=self.navigator.url,
            url=str(arguments.get("url", "")),
            target=target,
        )

    def _ended(self, action: Action) -> None:
        self.journal.write(
            "action.ended",
            started=action.started,
            status="done",
            ghost=action.ghost,
            cause=action.report.cause,
            words=action.words,
            brief=action.brief,
            url=self.navigator.url,
            requests=[
                {"method": each.method, "url": each.url, "status": each.status}
                for each in action.report.requests[:_TOLD_REQUESTS]
            ],
            milliseconds=dict(action.report.milliseconds),
        )

    def _enter(self, action: Action) -> None:
        """Put what the action did into the ledger and the journal."""
        permit = action.permit
        performed = Performed(
            action=action.name,
            target=label(action.target, number=False) if action.target else permit.target,
            page=action.page,
            url=action.url,
            tier=permit.tier,
            grant=permit.grant,
            report=action.report,
            done=action.done,
        )
        for effect in self.effects.add(performed):
            self.journal.write("effect", started=action.started, effect=asdict(effect))


def _journaled(target: Node | None) -> dict[str, Any] | None:
    """The element of an action as its event names it; one without a name has a hint."""
    if target is None:
        return None
    named = {"mmid": target.mmid, "role": target.role, "name": target.name}
    hint = "" if target.name or "invalid" in target.states else target.description
    return {**named, "hint": hint} if hint else named
