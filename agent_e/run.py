"""The run controller: one task from words to a ``TaskResult``."""

from __future__ import annotations

import asyncio
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from contextlib import (
    AbstractAsyncContextManager,
    AbstractContextManager,
    AsyncExitStack,
    nullcontext,
)
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, Self

from agent_e.agents.answer import Kept
from agent_e.agents.budget import Budget
from agent_e.agents.fenced import PROMPT as FENCE
from agent_e.agents.grounding import grounder_of
from agent_e.agents.kit import Earlier, Kit
from agent_e.agents.quotes import Shown
from agent_e.agents.verifier import ROLE as VERIFIER
from agent_e.architectures import ARCHITECTURES, Answer, Architecture, with_preset
from agent_e.browser.session import BrowserSession
from agent_e.config import BrowserSettings, Settings
from agent_e.dom import last_seen
from agent_e.ending import failure, success
from agent_e.errors import (
    AgentEError,
    ConfigError,
    Interrupted,
    LimitReached,
    Stopped,
    Unexpected,
)
from agent_e.human import Channel, Desk, RunControl, TerminalChannel, read_answers
from agent_e.journal import Journal, Unfinished, new_run_dir
from agent_e.memory.profile import Profile, load_profile
from agent_e.safety import (
    Fence,
    Taint,
    TaskGuard,
    UrlCheck,
    granted_place,
    read_guard,
    read_uploads,
    url_check,
)
from agent_e.safety.secrets import Hidden, TypedPasswords, Vault, Wallet
from agent_e.skills import SkillContext, load_skills
from agent_e.types import Fact, Node, Task, TaskResult

from .preparing import (
    Models,
    Prepared,
    check_address,
    check_prices,
    check_schema,
    run_info,
    with_person,
    with_plan,
)
from .wiring import desk_of, download_limits, risk_gate, skill_context

Listener = Callable[[Mapping[str, Any]], None]


Reach = Callable[[Path, RunControl], AbstractAsyncContextManager[object]]
"""Lets others reach a run, by its folder and its control, as long as the block runs."""


class Opener(Protocol):
    """Opens the browser session of an agent, such as ``BrowserSession.open``."""

    def __call__(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AbstractAsyncContextManager[BrowserSession]:
        """Open a session that lives as long as the block."""


_TRACEBACK = "The journal has its traceback, which --debug prints."


class WebAgent:
    """Carries out tasks in one browser.

        async with WebAgent() as agent:
            result = await agent.run("Find the price of the third product", start_url="http://…")

    The browser is opened by the first run and kept for the next ones. Agents share nothing with
    each other; one agent carries out one task at a time.
    """

    def __init__(
        self,
        settings: Settings | None = None,
        *,
        listener: Listener | None = None,
        opener: Opener = BrowserSession.open,
        vault: Vault | None = None,
        hidden: Hidden | None = None,
        channels: Sequence[Channel] | None = None,
        reach: Reach | None = None,
        info: Mapping[str, Any] | None = None,
    ) -> None:
        """Make an agent.

        Args:
            settings: all of them; files and environment are read by ``config.load_settings`` only.
            listener: called with every journal event as it is written.
            opener: of its browser session; by default each agent has a browser of its own.
            vault: where secrets are kept; by default the keyring and the environment.
            hidden: told of what no output may show, for who writes outputs of their own.
            channels: by which the person is asked in human mode; by default the terminal.
            reach: lets other processes reach each run as long as it is under way.
            info: what ``run.json`` says besides.
        """
        self.settings = settings or Settings()
        self._listener = listener
        self._opener = opener
        self._vault = vault
        self._hidden = hidden or Hidden()
        self._channels = channels
        self._reach = reach or (lambda run_dir, control: nullcontext())
        self._info = info or {}
        self._left = False
        self._resources = AsyncExitStack()
        self._models = Models(self._hidden.secrets)
        self._session: BrowserSession | None = None
        self._journal: Journal | None = None
        self._earlier: list[Earlier] = []
        self._own_places: set[tuple[str, int]] = set()
        self._first_url: str | None = None
        self._running: asyncio.Task[Answer] | None = None
        self._stopped: Stopped | None = None
        self._control: RunControl | None = None

    @property
    def control(self) -> RunControl | None:
        """Of the run in progress: to pause it, steer it, answer what it asks."""
        return self._control

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def close(self) -> None:
        """Close the browser and the connections to models."""
        self._session = None
        try:
            await self._resources.aclose()
        finally:
            await self._models.close()

    def stop(self, exit_code: int = 130) -> None:
        """Stop the run in progress: it ends within 2 s with the outcome ``stopped``.

        May be called from a signal handler of the event loop; without a run it does nothing.
        """
        if self._control is not None and self._control.state != "ended":
            self._control.stop(exit_code=exit_code)

    def leave(self) -> None:
        """Let go of the run in progress as if the process had died; it can be continued.

        ``run`` is cancelled, and no result is written.
        """
        self._left = True
        self._stop(130)

    def _stop(self, exit_code: int) -> None:
        self._stopped = Stopped("The run was stopped.", exit_code=exit_code)
        if self._running is not None:
            self._running.cancel()

    async def run(
        self,
        task: str | Task,
        *,
        start_url: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
        plan: Sequence[str] = (),
        run_dir: Path | None = None,
        before: Unfinished | None = None,
    ) -> TaskResult:
        """Carry out one task.

        Args:
            task: in words, or a ``Task`` (then the other arguments are not used).
            start_url: the page to begin on.
            output_schema: JSON Schema the answer must meet.
            plan: steps to go by; empty leaves it to the planner.
            run_dir: folder of the run, made by ``new_run_dir``; by default a new one.
            before: what was done of it in that folder before it was cut off.

        Raises:
            ConfigError: something is wrong before the run starts; nothing was done then. Whatever
                goes wrong later is told by the result.
        """
        if isinstance(task, str):
            task = Task(
                text=task, start_url=start_url, output_schema=output_schema, plan=tuple(plan)
            )
        try:
            return await self._run(task, run_dir, before)
        except Exception as error:
            self._hidden.clean(error)
            raise

    async def _run(self, task: Task, run_dir: Path | None, before: Unfinished | None) -> TaskResult:
        prepared = self._prepare(task)
        run_dir = run_dir or new_run_dir(self.settings.runs_dir)
        typed = TypedPasswords(self._is_password, self._any_password, self._hidden.typed)
        journal = Journal(run_dir, redact=self._hidden.value)
        journal.mask = typed.masked
        if self._listener is not None:
            journal.subscribe(self._listener)
        self._journal = journal
        self._stopped = None
        self._control = RunControl(journal.write, stop=self._stop)
        try:
            async with self._reach(run_dir, self._control):
                return await self._journaled(prepared, journal, self._control, before)
        finally:
            self._journal = self._control = None
            journal.close()

    def _prepare(self, task: Task) -> Prepared:
        settings = self.settings = with_person(with_preset(self.settings, ARCHITECTURES), task)
        if not task.text.strip():
            raise ConfigError("The task is empty. Say in words what to do.")
        guard = read_guard(settings.safety.refused_tasks)
        urls = self._url_check(task.start_url, guard)
        if task.output_schema is not None:
            check_schema(task.output_schema)
        fence = Fence()
        models, note = self._models.of_roles(self._architecture.roles, settings, fence)
        check_prices(settings, models.values())
        return Prepared(
            task=with_plan(task),
            urls=urls,
            wallet=self._wallet(urls),
            guard=guard,
            uploads=read_uploads(settings.safety.uploads, self._first_url),
            fence=fence,
            models=models,
            own_skills=load_skills(settings.skills),
            notes=(note,) if note else (),
            profile=load_profile() if settings.profile else Profile(),
            channels=self._asked_by(settings.human.answers),
        )

    def _asked_by(self, answers: Path | None) -> Sequence[Channel]:
        """The channels by which the person is asked, those first that answer at once.

        Raises:
            ConfigError: the file cannot be read.
        """
        channels = [TerminalChannel()] if self._channels is None else self._channels
        return channels if answers is None else [read_answers(answers), *channels]

    def _wallet(self, urls: UrlCheck) -> Wallet:
        def granted(host: str, port: int) -> bool:
            return (host, port) in urls.policy.granted

        return Wallet(self._vault or Vault(), self._hidden.secrets, granted=granted)

    def _url_check(self, start_url: str | None, guard: TaskGuard) -> UrlCheck:
        """Return what decides on addresses; those of the person's own stay for later tasks."""
        address = check_address(start_url) if start_url is not None else "about:blank"
        if place := granted_place(address):
            self._own_places.add(place)
            self._first_url = self._first_url or address
        check = url_check(self.settings.safety, self._own_places)
        # Of a task that the guard refuses the run says so.
        if not (decision := check.now(address)).allowed and not guard.bars(address):
            raise ConfigError(f"The start page cannot be opened. {decision.sentence}")
        return check

    @property
    def _architecture(self) -> Architecture:
        return ARCHITECTURES[self.settings.architecture]

    async def _journaled(
        self,
        prepared: Prepared,
        journal: Journal,
        control: RunControl,
        before: Unfinished | None,
    ) -> TaskResult:
        """Run, and write the folder's first and last file around it."""
        start = time.perf_counter()
        settings = self.settings
        budget = Budget.of_run(settings.limits, control.waits.now)
        names = {role: model.name for role, model in prepared.models.items()}
        prompts = (*self._architecture.prompts, FENCE)
        if VERIFIER in prepared.models:
            prompts = (*prompts, VERIFIER)
        info = run_info(prepared, settings, names, prompts)
        journal.write_file("run.json", {**info, **self._info})
        journal.write(
            "run.continued" if before else "run.started",
            task=prepared.task.text,
            start_url=prepared.task.start_url,
            architecture=settings.architecture,
            mode=settings.mode,
            models=names,
            notes=list(prepared.notes),
        )
        kept = Kept(facts=list(before.facts) if before else [])
        cancelled = False
        try:
            result = await self._until_stopped(
                self._carry_out(prepared, journal, budget, kept, control, before), control
            )
        except AgentEError as error:
            result = failure(error, kept)
        except Exception as error:  # whatever it is, a run has a result
            written = "".join(traceback.format_exception(error))
            journal.write("run.broken", type=type(error).__name__, traceback=written)
            result = failure(Unexpected(error, hint=_TRACEBACK), kept)
        except asyncio.CancelledError:
            cancelled = True
            result = failure(Stopped("The run was cancelled."), kept)
        if self._left:
            raise asyncio.CancelledError
        result = replace(
            result,
            usage=dict(budget.usage),
            cost_usd=budget.cost_usd if budget.priced else None,
            steps=budget.used,
            seconds=time.perf_counter() - start,
            run_dir=str(journal.run_dir),
            answer=self._hidden.value(result.answer),
            message=self._hidden(result.message),
            evidence=tuple(_hidden(fact, self._hidden) for fact in result.evidence),
        )
        control.ended()
        journal.write(
            "run.ended",
            outcome=result.outcome,
            answer=result.answer,
            message=result.message,
            usage={role: usage.to_json() for role, usage in result.usage.items()},
            cost_usd=result.cost_usd,
            seconds=round(result.seconds, 3),
        )
        journal.write_file("result.json", result.to_json())
        if cancelled:
            raise asyncio.CancelledError
        self._earlier.append(Earlier(task=prepared.task.text, answer=str(result.answer)))
        return result

    async def _until_stopped(self, work: Any, control: RunControl) -> TaskResult:
        """Await the work; ``stop`` and the time limit end it early with the error that says so."""
        seconds = self.settings.limits.seconds
        self._running = asyncio.ensure_future(work)
        if self._stopped is not None:
            # A listener has told it to stop before there was anything to stop.
            self._running.cancel()
        try:
            async with control.waits.limit(seconds) as limit:
                control.lengthen = partial(control.waits.extend, limit)
                answer = await self._running
        except TimeoutError as error:
            if not limit.expired():
                raise
            raise LimitReached(
                f"The run took longer than its {seconds:g} s. Raise --timeout to go on longer.",
                limit="seconds",
                value=seconds,
            ) from error
        except asyncio.CancelledError:
            if self._stopped is not None:
                raise self._stopped from None
            raise
        finally:
            self._running = None
        return success(answer)

    async def _carry_out(
        self,
        prepared: Prepared,
        journal: Journal,
        budget: Budget,
        kept: Kept,
        control: RunControl,
        before: Unfinished | None,
    ) -> Answer:
        prepared.guard.check(prepared.task.text, prepared.task.start_url or "")
        settings, task = self.settings, prepared.task
        desk = desk_of(
            settings,
            prepared.channels,
            journal,
            control,
            self._asking,
            budget,
            self._hidden.value,
            prepared.wallet,
        )
        if before is not None:
            control.plan.recall(before.events)
            before = await _answered(before, desk)
        session = await self._browser(journal)
        await session.keep_within(prepared.urls)
        taint = Taint(journal.write, detector=settings.safety.detector)
        gate = risk_gate(
            session,
            task,
            settings.safety,
            ask_s=settings.human.deadline_s,
            journal=journal,
            desk=desk,
            hidden=self._hidden,
            taint=taint,
        )
        context = skill_context(
            session,
            prepared,
            settings,
            gate=gate,
            journal=journal,
            desk=desk,
            control=control,
            redactor=self._hidden.secrets,
            taint=taint,
            grounder=grounder_of(prepared.models, settings, journal, budget),
        )
        if task.start_url:
            await _open_start(context, task.start_url)
        kit = Kit(
            task=_continued(task, before, settings.architecture),
            settings=settings,
            journal=journal,
            budget=budget,
            context=context,
            control=control,
            own_skills=prepared.own_skills,
            models=prepared.models,
            kept=kept,
            shown=[Shown(step=fact.step, url=fact.url, text=fact.quote) for fact in kept.facts],
            profile=prepared.profile,
            earlier=tuple(self._earlier),
            before=before,
        )
        try:
            answer = await self._architecture.run(kit)
            return replace(answer, needs_person=gate.needed_person)
        finally:
            control.close()
            session.hold_back(None)
            await control.drop_window()
            # One that is told to stop has no time for it; what is the person's is not kept.
            if self._stopped is None and not session.lending.lent:
                await context.picture()

    async def _browser(self, journal: Journal) -> BrowserSession:
        """Return the browser, opened if this is the first run or the last one lost it."""
        downloads = journal.run_dir / "downloads"
        if self._session is None:
            self._session = await self._resources.enter_async_context(
                self._opener(
                    self.settings.browser, downloads_dir=downloads, on_event=self._browser_event
                )
            )
        # The last run may have ended while the window was the person's.
        self._session.take_back()
        self._session.downloads_dir = downloads
        self._session.redact = self._hidden.secrets.value
        self._session.limit_downloads(download_limits(self.settings.safety))
        return self._session

    def _asking(self) -> AbstractContextManager[None]:
        """Say to the browser, once there is one, that a person is waited for."""
        return self._session.patience.asking() if self._session else nullcontext()

    def _is_password(self, mmid: int) -> bool:
        node = self._seen().get(mmid)
        return node is not None and "password" in node.states

    def _any_password(self) -> bool:
        return any("password" in node.states for node in self._seen().values())

    def _seen(self) -> Mapping[int, Node]:
        return last_seen(self._session.active) if self._session is not None else {}

    def _browser_event(self, what: str, **fields: Any) -> None:
        if self._journal is None:
            return
        if what == "blocked":
            self._journal.write("security.blocked", **fields)
        else:
            self._journal.write("browser.event", what=what, **fields)


def _hidden(fact: Fact, hidden: Hidden) -> Fact:
    return replace(fact, claim=hidden(fact.claim), quote=hidden(fact.quote), url=hidden(fact.url))


async def _answered(before: Unfinished, desk: Desk | None) -> Unfinished:
    """Wait for the answers to questions that waited when the run was cut off."""
    asked = before.pending
    if desk is None or not asked:
        return before
    answers = await asyncio.gather(*map(desk.ask_again, asked), return_exceptions=True)
    for request, given in zip(asked, answers, strict=True):
        if isinstance(given, BaseException):
            # What the person says instead of an answer is told with the next model call.
            if not isinstance(given, Interrupted):
                raise given
        else:
            before = before.answered(request, given)
    return before


def _continued(task: Task, before: Unfinished | None, architecture: str) -> Task:
    """The task as the agents get it: planners are told apart what was before."""
    if before is None or architecture == "hierarchical":
        return task
    return replace(task, text=f"{task.text}\n{before.told}")


async def _open_start(context: SkillContext, url: str) -> None:
    """Open the start page through the envelope, like any other action."""
    async with context.action("open_url", url=url):
        await context.navigator.goto(url)
