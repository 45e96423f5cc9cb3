"""Assembles the parts of a run: what its skills are given, and what they may do."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict
from typing import Any

from agent_e.agents.effect_classifier import ROLE as SAFETY
from agent_e.agents.effect_classifier import ModelClassifier
from agent_e.agents.grounding import fallback_grounder
from agent_e.agents.run_context import PreviousTask
from agent_e.agents.run_grants import RunGrants
from agent_e.agents.task_grants import ROLE as GRANTS
from agent_e.browser.downloads import DownloadLimits
from agent_e.browser.pdf import PdfDocuments
from agent_e.browser.session import BrowserSession
from agent_e.config import SafetySettings, Settings
from agent_e.dom import (
    ActReader,
    ClickableBoxes,
    Demonstrations,
    ElementLayout,
    PageActor,
    PageObserver,
    PagesBeside,
    SelectorSummary,
    SensitiveRegions,
    WindowHandover,
)
from agent_e.human import BrokerApprover, Channel, QuestionBroker, RunControl
from agent_e.journal import Journal, ResumeState
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.failover import FailoverModel
from agent_e.models.limit_extension import LimitExtender
from agent_e.safety import (
    ApprovalSettings,
    EffectClass,
    EffectClassifier,
    Grants,
    GrantSource,
    OngoingAction,
    RiskGate,
    Situation,
    Taint,
    UncertainActs,
    UnclearEffect,
    read_pattern,
    read_place,
    served_places,
    site_at,
)
from agent_e.safety.secrets import OutputRedactor, Redactor, RunSecrets
from agent_e.skills import SkillContext
from agent_e.skills.effect_ledger import Effects
from agent_e.skills.protocols import Grounder
from agent_e.types import AllowedBy, Grant, Observation, Outgoing, PersonRequest, Task, Tier
from agent_e.vision import Camera, PageImages

from .approval_evidence import ApprovalEvidence
from .run_inputs import RunInputs

_ADDRESS = re.compile(r"https?://[^\s'\"<>]+")


def desk_of(
    settings: Settings,
    channels: Sequence[Channel],
    journal: Journal,
    control: RunControl,
    asking: Callable[[], AbstractContextManager[None]],
    budget: Budget,
    redact: Callable[[Any], Any],
    wallet: RunSecrets,
) -> QuestionBroker | None:
    """Return the broker that asks the person; ``None`` where the agents are on their own."""
    if settings.mode != "human":
        return None

    @contextmanager
    def waiting() -> Iterator[None]:
        with control.waits.waiting(), asking():
            yield

    def keep(request: PersonRequest, value: str) -> str:
        evidence = request.evidence
        return wallet.keep(evidence["keeps"], evidence["site"], value)

    broker = QuestionBroker(
        journal.run_dir.name,
        journal.write,
        channels=channels,
        on_ask=settings.human.on_ask,
        deadline_s=settings.human.deadline_s,
        redact=redact,
        keep=keep,
        withhold=wallet.withhold,
        step=lambda: budget.used,
        waiting=waiting,
        changed=control.changed,
    )
    control.use_broker(broker)
    budget.use_extender(LimitExtender(broker, budget, journal.write, control.extend_time_limit))
    return broker


def skill_context(
    session: BrowserSession,
    inputs: RunInputs,
    settings: Settings,
    *,
    gate: RiskGate,
    journal: Journal,
    desk: QuestionBroker | None,
    control: RunControl,
    redactor: Redactor,
    taint: Taint,
    grounder: Grounder | None,
    effects: Effects,
) -> SkillContext:
    """Return what the skills of a run are given."""

    def on_seen(page: Observation) -> None:
        taint.look(page)
        gate.backstop.traffic.look(page)

    observer = PageObserver(session, settings.dom, on_seen=on_seen)
    actor = PageActor(
        session,
        observer,
        settings.browser.action_timeout_s,
        typing_delay_ms=settings.browser.typing_delay_ms,
        may_upload=inputs.uploads.check,
    )
    lent = _lent_window(session, observer, settings, control)
    drawn = ElementLayout(session, observer, actor.hover)
    veil = SensitiveRegions(session, lambda: redactor.source)
    return SkillContext(
        observer=observer,
        actor=actor,
        navigator=session,
        gate=gate,
        journal=journal,
        documents=PdfDocuments(
            session, budget_characters=settings.dom.budget_characters, on_text=taint.read
        ),
        pages=PagesBeside(session, observer, on_text=taint.read),
        asker=desk,
        control=control,
        vision=PageImages(Camera(session, veil.boxes), drawn, settings.vision),
        secrets=inputs.wallet,
        redact=redactor.value,
        selectors=SelectorSummary(session, observer),
        links=ClickableBoxes(session),
        grounder=grounder,
        fallback_grounder=fallback_grounder(settings),
        demonstrations=Demonstrations(lent, journal.write)
        if lent is not None and has_window(settings)
        else None,
        turn=session.lending.turn,
        lent=lambda: session.lending.times,
        effects=effects,
        pictures=settings.journal.screenshots == "steps",
        hooks=inputs.hooks,
    )


def has_window(settings: Settings) -> bool:
    """Whether the person sees the browser, or may: an attached one is theirs."""
    return settings.browser.headed or settings.browser.cdp_url is not None


def _lent_window(
    session: BrowserSession, observer: PageObserver, settings: Settings, control: RunControl
) -> WindowHandover | None:
    if not has_window(settings) and session.remote is None:
        return None
    lent = WindowHandover(session, observer)
    control.show(lent, settings.human.take_over_s)
    return lent


def task_sites(task: Task) -> frozenset[str]:
    """Return the sites that a person's task begins on or names."""
    if not task.by_person:
        return frozenset()
    named = [*_ADDRESS.findall(task.text), *filter(None, [task.start_url])]
    return frozenset(filter(None, map(site_at, named)))


def saved_logins(wallet: RunSecrets, sites: Collection[str]) -> list[Grant]:
    """Return leave to sign in on those of these sites that the vault holds a secret for."""
    bound = {each.site for each in wallet.entries if site_at(f"https://{each.site}") in sites}
    return [Grant(kind="sign_in", site=site, times=None, by="vault") for site in sorted(bound)]


def run_grants(
    inputs: RunInputs,
    settings: Settings,
    journal: Journal,
    budget: Budget,
    before: ResumeState | None,
) -> RunGrants:
    """Return what the task, the settings and the vault allow beforehand."""
    sites = task_sites(inputs.task)
    saved = saved_logins(inputs.wallet, sites) if settings.safety.saved_logins else ()
    given = Grants(
        [*inputs.allowed, *saved],
        on_task_site=lambda url: site_at(url) in sites,
    )
    client = None
    model = inputs.models.get(GRANTS)
    if model is not None and inputs.task.by_person:
        spare = model if isinstance(model, FailoverModel) else None
        client = ModelClient(
            model, GRANTS, settings=settings.models, journal=journal, budget=budget, spare=spare
        )
    transcript = before.transcript if before else None
    named = " or ".join(sorted(sites))
    return RunGrants(client, inputs.task, given, journal, transcript, sites=named)


def effect_classifier(
    inputs: RunInputs, settings: Settings, journal: Journal, budget: Budget
) -> EffectClassifier:
    """Return what tells the class of effects that no rule tells."""
    if model := inputs.models.get(SAFETY):
        client = ModelClient(
            model, SAFETY, settings=settings.models, journal=journal, budget=budget
        )
        return ModelClassifier(client, journal)
    ours = served_places()

    async def without_model(effect: UnclearEffect) -> EffectClass:
        place = read_place(effect.url)
        return "write" if place and (place.host, place.port) in ours else "unclear"

    return without_model


def risk_gate(
    session: BrowserSession,
    inputs: RunInputs,
    safety: SafetySettings,
    *,
    earlier: Sequence[PreviousTask],
    ask_s: float | None,
    grants: GrantSource,
    classify: EffectClassifier,
    journal: Journal,
    desk: QuestionBroker | None,
    hidden: OutputRedactor,
    taint: Taint,
    effects: Effects,
    before: ResumeState | None,
) -> RiskGate:
    """Return the gate that judges every action of a run, and requests it causes, beforehand."""
    task, wallet = inputs.task, inputs.wallet
    own_words = [each.task for each in earlier]
    own_words += [task.text, *task.plan] if task.by_person else []
    own_words += inputs.profile.fields.values()

    def situation() -> Situation:
        return Situation(
            sites=task_sites(task),
            task=task.text if task.by_person else "",
            said="\n".join([*own_words, *(desk.said if desk is not None else ())]),
            tainted=taint.reason,
            unbound=wallet.unbound,
        )

    reader = ActReader(session)
    camera = Camera(session, SensitiveRegions(session, lambda: hidden.secrets.source).boxes)
    beside = ApprovalEvidence(reader, camera, journal, hidden.value)

    def enter_late(
        sent: Outgoing, after: OngoingAction | None, tier: Tier, grant: AllowedBy
    ) -> None:
        effect = effects.add_late(sent, after, tier, grant)
        journal.write("effect", effect=asdict(effect), late=True)

    gate = RiskGate(
        ApprovalSettings(
            profile=safety.profile,
            trusted=tuple(map(read_pattern, safety.trust)),
            act_on=tuple(map(read_pattern, safety.act_on)),
            deadline_s=min(safety.approval_timeout_s, ask_s or safety.approval_timeout_s),
        ),
        reader.read,
        journal.write,
        approver=BrokerApprover(desk, beside) if desk is not None else None,
        grants=grants,
        situation=situation,
        secret=hidden.secrets,
        intercept=session.intercept,
        patience=session.patience.asking,
        classify=classify,
        late=enter_late,
        document=lambda: session.active.document_id,
        received=session.received,
        uncertain=UncertainActs(before.transcript.uncertain_acts if before else ()),
    )
    session.set_request_policy(gate.backstop)
    return gate


def download_limits(safety: SafetySettings) -> DownloadLimits:
    """Return the limits of a run's downloads."""
    return DownloadLimits(
        one=round(safety.max_download_mb * 1_000_000),
        all=round(safety.max_downloads_mb * 1_000_000),
        number=safety.max_downloads,
    )
