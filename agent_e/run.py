"""The composition root: one task from words to a ``TaskResult``."""

from __future__ import annotations

import asyncio
import os
import platform
import re
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, AsyncExitStack, nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any, Protocol, Self

import jsonschema

from agent_e.agents import grounding
from agent_e.agents.budget import Budget
from agent_e.agents.clients import default_spec, environment, fallback_settings, make_model
from agent_e.agents.fenced import PROMPT as FENCE
from agent_e.agents.fenced import fenced
from agent_e.agents.kit import Earlier, Kit
from agent_e.agents.model import Model
from agent_e.agents.redacted import RedactedModel
from agent_e.agents.spare import WithSpare, names_of
from agent_e.agents.table import cost_of
from agent_e.agents.verifier import ROLE as VERIFIER
from agent_e.architectures import ARCHITECTURES, Answer, Architecture, with_preset
from agent_e.browser.addresses import resolve as resolve_address
from agent_e.browser.downloads import DownloadLimits
from agent_e.browser.pdf import PdfDocuments
from agent_e.browser.session import BrowserSession
from agent_e.config import BrowserSettings, ModelSettings, SafetySettings, Settings
from agent_e.dom import (
    ActReader,
    DrawnPage,
    LinkedPage,
    PageActor,
    PageObserver,
    SummarizedPage,
    Veil,
    last_seen,
)
from agent_e.ending import failure, success
from agent_e.errors import AgentEError, BadArgument, ConfigError, LimitReached, Stopped
from agent_e.human import TerminalAsker
from agent_e.journal import Journal, new_run_dir
from agent_e.memory.profile import Profile, load_profile
from agent_e.prompts import digest
from agent_e.safety import (
    Fence,
    RiskGate,
    Rules,
    Situation,
    TaskGuard,
    Uploads,
    UrlCheck,
    granted_place,
    read_guard,
    read_pattern,
    read_uploads,
    site_at,
    url_check,
)
from agent_e.safety.secrets import Redactor, TypedPasswords, Vault, Wallet
from agent_e.skills import Skill, SkillContext, load_skills
from agent_e.types import Fact, Node, Task, TaskResult, Usage
from agent_e.vision import Camera, Eyes

Listener = Callable[[Mapping[str, Any]], None]


class Opener(Protocol):
    """Opens the browser session of an agent, such as ``BrowserSession.open``."""

    def __call__(
        self, settings: BrowserSettings, *, downloads_dir: Path, on_event: Callable[..., None]
    ) -> AbstractAsyncContextManager[BrowserSession]:
        """Open a session that lives as long as the block."""


_ADDRESS = re.compile(r"https?://[^\s'\"<>]+")
_PACKAGES = ("autogen-agentchat", "openai", "playwright")


@dataclass(frozen=True, kw_only=True, slots=True)
class _Prepared:
    """What a run needs and what can be wrong before it starts."""

    task: Task
    urls: UrlCheck
    wallet: Wallet
    guard: TaskGuard
    uploads: Uploads
    fence: Fence
    models: Mapping[str, Model]
    own_skills: tuple[Skill, ...]
    notes: tuple[str, ...]
    profile: Profile


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
    ) -> None:
        """Make an agent.

        Args:
            settings: all of them; files and environment are read by ``config.load_settings`` only.
            listener: called with every journal event as it is written.
            opener: of its browser session; by default each agent has a browser of its own.
            vault: where secrets are kept; by default the keyring and the environment.
        """
        self.settings = settings or Settings()
        self._listener = listener
        self._opener = opener
        self._vault = vault
        self._redactor = Redactor()
        self._resources = AsyncExitStack()
        self._models: dict[tuple[str, str, str], Model] = {}
        self._session: BrowserSession | None = None
        self._journal: Journal | None = None
        self._earlier: list[Earlier] = []
        self._own_places: set[tuple[str, int]] = set()
        self._first_url: str | None = None
        self._running: asyncio.Task[Answer] | None = None
        self._stopped: Stopped | None = None

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
            for model in self._models.values():
                await model.close()
            self._models.clear()

    def stop(self, exit_code: int = 130) -> None:
        """Stop the run in progress: it ends within 2 s with the outcome ``stopped``.

        May be called from a signal handler of the event loop; without a run it does nothing.
        """
        self._stopped = Stopped("The run was stopped.", exit_code=exit_code)
        if self._running is not None:
            self._running.cancel()

    async def run(
        self,
        task: str | Task,
        *,
        start_url: str | None = None,
        output_schema: Mapping[str, Any] | None = None,
    ) -> TaskResult:
        """Carry out one task.

        Args:
            task: in words, or a ``Task`` (then the other arguments are not used).
            start_url: the page to begin on.
            output_schema: JSON Schema the answer must meet.

        Raises:
            ConfigError: something is wrong before the run starts; nothing was done then. Whatever
                goes wrong later is told by the result.
        """
        if isinstance(task, str):
            task = Task(text=task, start_url=start_url, output_schema=output_schema)
        prepared = self._prepare(task)
        run_dir = new_run_dir(self.settings.runs_dir)
        typed = TypedPasswords(self._is_password, self._any_password)
        journal = Journal(run_dir, redact=lambda text: typed.redactor(self._redactor(text)))
        journal.mask = typed.masked
        if self._listener is not None:
            journal.subscribe(self._listener)
        self._journal = journal
        self._stopped = None
        try:
            return await self._journaled(prepared, journal)
        finally:
            self._journal = None
            journal.close()

    def _prepare(self, task: Task) -> _Prepared:
        settings = self.settings = with_preset(self.settings, ARCHITECTURES)
        if not task.text.strip():
            raise ConfigError("The task is empty. Say in words what to do.")
        urls = self._url_check(task.start_url)
        if task.output_schema is not None:
            _check_schema(task.output_schema)
        env, fence = environment(), Fence()
        spec, note = (settings.model, "") if settings.model else default_spec(env)
        specs = grounding.specs_of(settings, spec)
        models = {
            role: self._asked(specs.get(role, spec), role, env, fence)
            for role in grounding.roles_of(settings, self._architecture.roles)
        }
        if settings.verify:
            # Of a replay only where that run asked it too; the offline model cannot judge.
            checker = settings.verifier_model or specs["planner"]
            if checker != "offline":
                with suppress(ConfigError) if checker.startswith("replay:") else nullcontext():
                    models[VERIFIER] = self._asked(checker, VERIFIER, env, fence)
        _check_prices(settings, [name for model in models.values() for name in names_of(model)])
        return _Prepared(
            task=task,
            urls=urls,
            wallet=self._wallet(urls),
            guard=read_guard(settings.safety.refused_tasks),
            uploads=read_uploads(settings.safety.uploads, self._first_url),
            fence=fence,
            models=models,
            own_skills=load_skills(settings.skills),
            notes=(note,) if note else (),
            profile=load_profile() if settings.profile else Profile(),
        )

    def _wallet(self, urls: UrlCheck) -> Wallet:
        def granted(host: str, port: int) -> bool:
            return (host, port) in urls.policy.granted

        return Wallet(self._vault or Vault(), self._redactor, granted=granted)

    def _url_check(self, start_url: str | None) -> UrlCheck:
        """Return what decides on addresses; those of the person's own stay for later tasks."""
        address = _check_address(start_url) if start_url is not None else "about:blank"
        if place := granted_place(address):
            self._own_places.add(place)
            self._first_url = self._first_url or address
        check = url_check(self.settings.safety, self._own_places)
        if not (decision := check.now(address)).allowed:
            raise ConfigError(f"The start page cannot be opened. {decision.sentence}")
        return check

    @property
    def _architecture(self) -> Architecture:
        return ARCHITECTURES[self.settings.architecture]

    def _model(
        self, spec: str, role: str, env: Mapping[str, str], settings: ModelSettings | None = None
    ) -> Model:
        """Return the model; one client serves every role and run, replays excepted."""
        settings = settings or self.settings.models
        replayed = spec.startswith("replay:")
        key = (spec, role if replayed else "", settings.base_url or "")
        if key not in self._models or replayed:
            self._models[key] = make_model(
                spec, role, settings, runs_dir=self.settings.runs_dir, env=env
            )
        return self._models[key]

    def _asked(self, spec: str, role: str, env: Mapping[str, str], fence: Fence) -> Model:
        """Return what a role asks: a model, and its spare, told no secrets and pages apart."""
        settings = grounding.settings_of(self.settings, role)
        model = self._model(spec, role, env, settings)
        told = RedactedModel(fenced(model, fence), self._redactor)
        if settings.fallback is None:
            return told
        own = fallback_settings(model.name, settings)
        spare = self._model(settings.fallback, role, env, own)
        return WithSpare(told, RedactedModel(fenced(spare, fence), self._redactor))

    async def _journaled(self, prepared: _Prepared, journal: Journal) -> TaskResult:
        """Run, and write the folder's first and last file around it."""
        start = time.perf_counter()
        settings = self.settings
        budget = Budget.of_run(settings.limits)
        names = {role: model.name for role, model in prepared.models.items()}
        prompts = (*self._architecture.prompts, FENCE)
        if VERIFIER in prepared.models:
            prompts = (*prompts, VERIFIER)
        journal.write_file("run.json", _run_info(prepared, settings, names, prompts))
        journal.write(
            "run.started",
            task=prepared.task.text,
            start_url=prepared.task.start_url,
            architecture=settings.architecture,
            mode=settings.mode,
            models=names,
            notes=list(prepared.notes),
        )
        facts: list[Any] = []
        cancelled = False
        try:
            result = await self._until_stopped(self._carry_out(prepared, journal, budget, facts))
        except AgentEError as error:
            result = failure(error, facts)
        except asyncio.CancelledError:
            cancelled = True
            result = failure(Stopped("The run was cancelled."), facts)
        result = replace(
            result,
            usage=dict(budget.usage),
            cost_usd=budget.cost_usd if budget.priced else None,
            steps=budget.used,
            seconds=time.perf_counter() - start,
            run_dir=str(journal.run_dir),
            answer=self._redactor.value(result.answer),
            message=self._redactor(result.message),
            evidence=tuple(_redacted(fact, self._redactor) for fact in result.evidence),
        )
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

    async def _until_stopped(self, work: Any) -> TaskResult:
        """Await the work; ``stop`` and the time limit end it early with the error that says so."""
        seconds = self.settings.limits.seconds
        self._running = asyncio.ensure_future(work)
        try:
            async with asyncio.timeout(seconds):
                answer = await self._running
        except TimeoutError as error:
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
        self, prepared: _Prepared, journal: Journal, budget: Budget, facts: list[Any]
    ) -> Answer:
        prepared.guard.check(prepared.task.text)
        session = await self._browser(journal)
        await session.keep_within(prepared.urls)
        observer = PageObserver(session, self.settings.dom)
        actor = PageActor(
            session,
            observer,
            self.settings.browser.action_timeout_s,
            typing_delay_ms=self.settings.browser.typing_delay_ms,
            may_upload=prepared.uploads.check,
        )
        asker = TerminalAsker() if self.settings.mode == "human" else None
        gate = self._gate(ActReader(session), prepared.task, journal, asker)
        drawn = DrawnPage(session, observer, actor.hover)
        veil = Veil(session, lambda: self._redactor.source)
        context = SkillContext(
            observer=observer,
            actor=actor,
            navigator=session,
            gate=gate,
            journal=journal,
            documents=PdfDocuments(session, budget_characters=self.settings.dom.budget_characters),
            asker=asker,
            vision=Eyes(Camera(session, veil.boxes), drawn, self.settings.vision),
            secrets=prepared.wallet,
            redact=self._redactor.value,
            selectors=SummarizedPage(session, observer),
            links=LinkedPage(session),
            grounder=grounding.grounder_of(prepared.models, self.settings, journal, budget),
            pictures=self.settings.journal.screenshots == "steps",
        )
        if prepared.task.start_url:
            await _open_start(context, prepared.task.start_url)
        kit = Kit(
            task=prepared.task,
            settings=self.settings,
            journal=journal,
            budget=budget,
            context=context,
            own_skills=prepared.own_skills,
            models=prepared.models,
            facts=facts,
            profile=prepared.profile,
            earlier=tuple(self._earlier),
        )
        try:
            answer = await self._architecture.run(kit)
            return replace(answer, needs_person=gate.needed_person)
        finally:
            # One that is told to stop has no time for it.
            if self._stopped is None:
                await context.picture()

    def _gate(
        self, reader: ActReader, task: Task, journal: Journal, approver: TerminalAsker | None
    ) -> RiskGate:
        safety = self.settings.safety
        named = [*_ADDRESS.findall(task.text), *filter(None, [task.start_url])]
        situation = Situation(sites=frozenset(filter(None, map(site_at, named))))
        return RiskGate(
            Rules(
                profile=safety.profile,
                trusted=tuple(map(read_pattern, safety.trust)),
                deadline_s=safety.approval_timeout_s,
            ),
            reader.read,
            journal.write,
            approver=approver,
            situation=lambda: situation,
        )

    async def _browser(self, journal: Journal) -> BrowserSession:
        """Return the browser, opened if this is the first run or the last one lost it."""
        downloads = journal.run_dir / "downloads"
        if self._session is None:
            self._session = await self._resources.enter_async_context(
                self._opener(
                    self.settings.browser, downloads_dir=downloads, on_event=self._browser_event
                )
            )
        self._session.downloads_dir = downloads
        self._session.limit_downloads(download_limits(self.settings.safety))
        return self._session

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


def download_limits(safety: SafetySettings) -> DownloadLimits:
    """Return how much the downloads of a run may take."""
    return DownloadLimits(
        one=round(safety.max_download_mb * 1_000_000),
        all=round(safety.max_downloads_mb * 1_000_000),
        number=safety.max_downloads,
    )


def _redacted(fact: Fact, redact: Redactor) -> Fact:
    return replace(fact, claim=redact(fact.claim), quote=redact(fact.quote), url=redact(fact.url))


async def _open_start(context: SkillContext, url: str) -> None:
    """Open the start page through the envelope, like any other action."""
    async with context.action("open_url", url=url):
        await context.navigator.goto(url)


def _check_address(url: str) -> str:
    try:
        return resolve_address(url, current="about:blank")
    except BadArgument as error:
        raise ConfigError(f"The start page cannot be opened. {error}") from error


def _check_prices(settings: Settings, models: Sequence[str]) -> None:
    """Refuse a limit of money that nobody could keep."""
    limits = settings.limits
    if limits.max_cost is None and limits.navigator_cost is None:
        return
    if settings.architecture == "reactive" and settings.reactive.agent_url:
        raise ConfigError(
            f"What the agent at {settings.reactive.agent_url} costs is not known: --max-cost "
            "cannot be kept. Leave it out, or limit its steps with --max-steps."
        )
    for name in models:
        if cost_of(name, Usage()) is None:
            raise ConfigError(
                f"The price of {name} is not known: --max-cost cannot be kept. "
                "Limit its tokens with --max-tokens, or name a model with a price, such as "
                "gpt-4.1-mini."
            )


def _check_schema(schema: Mapping[str, Any]) -> None:
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        where = "/".join(str(part) for part in error.absolute_path) or "the top"
        raise ConfigError(
            f"The output schema is not a JSON Schema: {where}: {error.message}."
        ) from error


def _run_info(
    prepared: _Prepared, settings: Settings, models: Mapping[str, str], prompts: Sequence[str]
) -> dict[str, Any]:
    from agent_e import __version__

    return {
        "task": asdict(prepared.task),
        "pid": os.getpid(),
        "settings": settings.model_dump(mode="json"),
        "models": dict(models),
        "fence": prepared.fence.mark,
        "prompts": {name: digest(name) for name in prompts},
        "versions": {
            "agent-e": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in _PACKAGES},
        },
    }
