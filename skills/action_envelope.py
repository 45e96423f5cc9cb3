"""The envelope of an action: gate, journal, picture, change report, journal, ledger of effects."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, nullcontext
from dataclasses import asdict, dataclass, field
from functools import partial
from typing import TYPE_CHECKING, Any

from agent_e.errors import ActionDenied, BrowserError, Missed, SkillError
from agent_e.safety.permits import Permit
from agent_e.types import ChangeReport, Node, Observation, SkillResult

from .action_hooks import ActionCall, ActionOutcome
from .effect_ledger import Performed
from .formatting import in_short, label, worded
from .journaled_element import journaled

if TYPE_CHECKING:
    from .context import SkillContext

_MAX_REQUESTS = 20
"""Maximum of an action's journaled requests other than GET."""


@dataclass(kw_only=True, slots=True)
class Action:
    """One acting skill in progress.

    ``started`` is the number of its event; ``report`` is set when the page has settled, and worded
    as ``words`` for models, ``sight`` for models that see the page and ``brief`` for one line;
    ``ghost`` is whether nothing changed, ``None`` where that is not checked. A skill that ends
    before it has done what was permitted, such as sending a form, sets ``stopped``, and ``left`` to
    the fields that were not filled. ``holds`` is what elements hold now, where it is not what the
    arguments say.
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
    holds: dict[int, str] = field(default_factory=dict)
    left: tuple[int, ...] = ()

    def result(self, *sentence: str | Node) -> SkillResult:
        """Join the skill's own sentence, with elements as nodes, and the change report."""
        sentence_text, bare = worded(sentence), worded(sentence, number=False)
        return SkillResult(
            text=f"{sentence_text} {self.words}".strip(),
            report=self.report,
            action_text=sentence_text,
            short=f"{in_short(sentence)} {self.brief}".strip(),
            sight=f"{bare} {self.sight}".strip(),
        )


@asynccontextmanager
async def acting(
    context: SkillContext, name: str, target: Node | None, arguments: Mapping[str, Any]
) -> AsyncIterator[Action]:
    """Wrap one action: gate, journal, change observation, settling, journal.

    The intent is written before the page is touched and the outcome in any case, so that a
    journal cut off by a crash still says what may have been done.
    """
    async with _in_journal(context, name, target, arguments) as action:
        await picture(context, action)
        watch = context.observer.watch()
        context.last.report = None
        await watch.start()
        async with action.permit.acting():
            await action.permit.hold()
            try:
                yield action
            except SkillError as error:
                if report := await watch.broken_off():
                    action.report = error.report = report
                    missed = isinstance(error, Missed)
                    say = context.observer.describe if missed else partial(_changed_anyway, context)
                    error.args = (f"{error} {say(report)}",)
                raise
            action.done = not action.stopped
            async with context.vision.sampling() if context.vision else nullcontext():
                action.report = await watch.finish()
        await context.navigator.keep()
        context.last.report = action.report
        if target is not None:
            context.last.at = time.monotonic()
        action.words = context.observer.describe(action.report)
        action.sight = context.observer.describe(action.report, for_eyes=True)
        action.brief = context.observer.brief(action.report)
        action.ghost = action.report.none
        if words := action.permit.refused:
            action.done = False
            changed = "" if action.ghost else f" {_changed_anyway(context, action.report)}"
            denied = ActionDenied(f"{words}{changed}")
            denied.report = action.report
            raise denied


def _changed_anyway(context: SkillContext, report: ChangeReport) -> str:
    return f"It changed the page all the same. {context.observer.describe(report)}"


@asynccontextmanager
async def reading(
    context: SkillContext, name: str, arguments: Mapping[str, Any]
) -> AsyncIterator[Action]:
    """Wrap access without touching the page: gate and journal, as for an action."""
    async with _in_journal(context, name, None, arguments) as action:
        yield action


async def picture(context: SkillContext, action: Action | None = None) -> None:
    """Journal a picture of the page before an action, or at the end of the run.

    Failure to take one, such as behind a dialog, is journaled and never an error.
    """
    if not context.pictures or context.vision is None or context.navigator.url == "about:blank":
        return
    started = action.started if action else None
    before = time.perf_counter()
    try:
        shot = await context.vision.glimpse()
    except (SkillError, BrowserError) as error:
        context.journal.write("pictured", started=started, error=str(error))
        return
    spent = (time.perf_counter() - before) * 1000
    box = action.target.bbox if action and action.target else None
    name = f"shots/{f'{started:04d}' if started else 'end'}.{shot.suffix}"
    context.journal.write_bytes(name, shot.data)
    context.journal.write(
        "pictured",
        started=started,
        file=name,
        width=shot.width,
        height=shot.height,
        viewport=[round(shot.viewport_width), round(shot.viewport_height)],
        box=box and list(map(round, (*shot.to_image(*box[:2]), *shot.to_image(*box[2:])))),
        url=context.navigator.url,
        milliseconds=round(spent, 1),
    )


@asynccontextmanager
async def _in_journal(
    context: SkillContext, name: str, target: Node | None, arguments: Mapping[str, Any]
) -> AsyncIterator[Action]:
    """Wrap it in the hooks, which may use the browser, the gate and the journal."""
    if context.control is not None:
        await context.control.before_action()
    call = ActionCall(name=name, target=target, arguments=arguments, url=context.navigator.url)
    await context.hooks.run_before(call, context.journal)
    permit = await context.gate.check(name, target, arguments)
    if context.control is not None:
        # The gate may have asked the person, for any length of time.
        await context.control.before_action()
    try:
        async with context.turn():
            if context.control is not None:
                # It may have waited until the person returned the window.
                context.control.raise_if_superseded()
            action = _started(context, name, target, arguments, permit)
            async with _outcome_journaled(context, action):
                yield action
    except SkillError as error:
        await _tell(context, call, error=str(error))
        raise
    await _tell(context, call, change=action.words)


async def _tell(
    context: SkillContext, call: ActionCall, *, error: str = "", change: str = ""
) -> None:
    """Tell the hooks what became of an action."""
    outcome = ActionOutcome(call=call, error=error, change=change, url=context.navigator.url)
    await context.hooks.run_after(outcome, context.journal)


@asynccontextmanager
async def _outcome_journaled(context: SkillContext, action: Action) -> AsyncIterator[None]:
    try:
        yield
    except BaseException as error:
        status, words = "broken", f"{type(error).__name__}: {error}"
        if isinstance(error, SkillError):
            status, error.journaled = "refused", True
        number = action.started
        context.journal.write("action.ended", started=number, status=status, error=words)
        _enter(context, action)
        raise
    _ended(context, action)
    _enter(context, action)


def _started(
    context: SkillContext,
    name: str,
    target: Node | None,
    arguments: Mapping[str, Any],
    permit: Permit,
) -> Action:
    marks = {"marks": sorted(permit.marks)} if permit.marks else {}
    page = context.observer.last
    others = {} if page is None else _others(page, arguments)
    number = context.journal.write(
        "action.started",
        action=name,
        target=journaled(target, page) if target else None,
        arguments=arguments,
        tab=context.navigator.active.number,
        **({"elements": others} if others else {}),
        **marks,
    )
    return Action(
        name=name,
        started=number,
        permit=permit,
        page=context.navigator.url,
        url=str(arguments.get("url", "")),
        target=target,
    )


def _others(page: Observation, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """The journal's form of a form's fields, or of where something is dragged to."""
    # Those of tables are names of columns.
    fields = [each for each in arguments.get("fields", ()) if isinstance(each, Mapping)]
    mmids = [each["mmid"] for each in fields] + [arguments.get("onto")]
    nodes = [page.node(mmid) for mmid in mmids if mmid is not None]
    return {str(node.mmid): journaled(node, page) for node in nodes if node is not None}


def _ended(context: SkillContext, action: Action) -> None:
    stopped = {"stopped": True, "left": action.left} if action.stopped else {}
    holds = {"holds": {str(mmid): text for mmid, text in action.holds.items()}}
    context.journal.write(
        "action.ended",
        started=action.started,
        status="done",
        ghost=action.ghost,
        cause=action.report.cause,
        words=action.words,
        brief=action.brief,
        url=context.navigator.url,
        requests=[
            {"method": each.method, "url": each.url, "status": each.status}
            for each in action.report.requests[:_MAX_REQUESTS]
        ],
        milliseconds=dict(action.report.milliseconds),
        **(holds if action.holds else {}),
        **stopped,
    )


def _enter(context: SkillContext, action: Action) -> None:
    """Enter the action's effects into the ledger and the journal."""
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
    for effect in context.effects.add(performed):
        context.journal.write("effect", started=action.started, effect=asdict(effect))
