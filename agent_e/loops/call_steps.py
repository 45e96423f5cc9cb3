"""A call of an agent and its outcome, as a step of a trace."""

from __future__ import annotations

from collections.abc import Mapping
from textwrap import shorten
from typing import Any

from pydantic import ValidationError

from agent_e.memory.addresses import address_key
from agent_e.skills import Function
from agent_e.skills.coerce import arguments_in
from agent_e.types import ChangeReport, SkillResult

from .actions import Action
from .page_visits import PageVisit
from .steps import Kind, Step

_WAITS = ("wait", "wait_for")
_ITEMS = frozenset({"listitem", "row", "article"})
_MAX_END_LENGTH = 120


def given(function: Function, arguments: str) -> Mapping[str, Any]:
    """Return a call's arguments as the function parses them; unchanged where it cannot."""
    try:
        values = arguments_in(arguments, function.parameters)
    except (ValueError, RecursionError):
        return {"arguments": arguments}
    try:
        model = function.arguments.model_validate(values)
    except ValidationError:
        return values if isinstance(values, dict) else {"arguments": arguments}
    return model.model_dump(exclude_defaults=True)


def kind_of(verb: str, report: ChangeReport | None, *, refused: bool) -> Kind:
    """Return what to expect of a call, by its name, its report or its refusal."""
    if verb in _WAITS:
        return "wait"
    return "act" if report is not None or refused else "read"


def step_of(
    action: Action,
    kind: Kind,
    before: PageVisit,
    after: PageVisit,
    *,
    result: SkillResult | None,
    error: str,
    effect: bool,
) -> Step:
    """Put together what an action was and what it led to, from one state to another.

    ``result`` is ``None`` for a failure, described by ``error``; ``effect`` is whether it had
    an effect that no state shows.
    """
    report = result.report if result else None
    return Step(
        before=before.number,
        action=action.key,
        after=after.number,
        words=action.words,
        like=action.kind,
        kind=kind,
        led_to=_led_to(result, error),
        new=after.new,
        turned=after.content != before.content,
        effect=effect,
        news=after.news,
        fresh=after.fresh,
        counted=after.counted,
        items=_items(report),
        way=_way(report),
    )


def _led_to(result: SkillResult | None, error: str) -> str:
    report = result.report if result else None
    if error:
        words = f"refused: {error}"
    elif report is not None and report.page is not None:
        words = f"page '{report.page.title}'"
    elif report is not None and report.none:
        words = "nothing"
    else:
        words = result.text if result else ""
    return shorten(words, _MAX_END_LENGTH, placeholder=" …")


def _way(report: ChangeReport | None) -> tuple[str, str]:
    if report is None or report.navigation is None:
        return "", ""
    return address_key(report.navigation.from_url), address_key(report.navigation.to_url)


def _items(report: ChangeReport | None) -> int:
    if report is None:
        return 0
    nodes = report.page.nodes if report.page else report.added
    return sum(node.role in _ITEMS for node in nodes)
