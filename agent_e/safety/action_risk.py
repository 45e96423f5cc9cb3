"""The risk of an act, judged from facts of the page alone. Rules only raise a tier.

Source: threat model, section 5.2. The model's description of an act plays no part, nor do the
page's assurances; what a page says can make an act look worse, never better.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.types import ActFacts, Risk, Tier

from .addresses import reads_as_effect, site_at
from .element_risk import address_mark, raise_for_element, visit_mark
from .key_effects import EDITING, by_access_key, removes
from .origins import read_place
from .risk import REMOTE, Raised, Situation, is_away, of_class
from .risk_terms import mentions, read_icon

_READS = frozenset(
    {"get_dom", "history", "tabs", "scroll", "hover", "wait_for", "extract", "mark_screenshot"}
    # Each of their addresses is judged like that of ``open_url``.
    | {"read_pages", "query"}
)


def assess(
    action: str, facts: ActFacts | None, arguments: Mapping[str, Any], situation: Situation
) -> Risk:
    """Assess the tier of an act.

    Args:
        action: name of the skill's action.
        facts: of the element acted on; ``None`` without one.
        arguments: of the action.
        situation: of the run.
    """
    if action.startswith(REMOTE):
        return _remote(action, str(arguments["hint"]), situation)
    return _on_page(action, facts, arguments, situation)


def _on_page(
    action: str, facts: ActFacts | None, arguments: Mapping[str, Any], situation: Situation
) -> Risk:
    risk = Raised(Tier.READ if action in _READS else Tier.REVERSIBLE)
    match action:
        case "open_url" | "read_pdf":
            _address(risk, str(arguments.get("url", "")), situation)
        case "upload_file":
            risk.at_least(Tier.WRITES, "it hands a file to the page")
        case "handle_dialog":
            _dialog(risk, facts, accepted=bool(arguments.get("accept")))
        case "drag":
            goal = str(arguments.get("to") or "")
            for act in (*mentions(goal), *(each.act for each in read_icon(goal))):
                of_class(risk, Tier.CRITICAL, act, facts)
        case "press_key":
            _keys(risk, facts, arguments)
    if facts is not None and action not in ("open_url", "read_pdf", "handle_dialog", *_READS):
        raise_for_element(risk, action, facts, arguments)
        _elsewhere(risk, facts, situation)
        if (
            arguments.get("handle") in situation.unbound
            and site_at(facts.frame) not in situation.sites
        ):
            risk.at_least(
                Tier.CRITICAL, "it gives a secret to a site that the task does not name", "sign_in"
            )
    if situation.tainted and risk.tier >= Tier.REVERSIBLE and _acts(facts):
        # On the task's own sites only notify: else one sentence of a page could stop any task.
        away = _is_away_from_task(facts, situation)
        most = Tier.CRITICAL if away else max(risk.tier, Tier.WRITES)
        risk.at_least(Tier(min(risk.tier + 1, most)), situation.tainted, by_site=not away)
    return risk.frozen()


def _acts(facts: ActFacts | None) -> bool:
    """Whether the act is on a control that may do something rather than on a field."""
    return facts is not None and (facts.sends or not facts.form or facts.kind in ("button", ""))


def _remote(tool: str, hint: str, situation: Situation) -> Risk:
    """Assess by what the server says of its tool; the person has chosen the server."""
    if hint == "reads":
        return Risk(tier=Tier.READ)
    risk = Raised(Tier.WRITES, ["its server does not say that it only reads"], {f"tool {tool}"})
    if hint == "destroys":
        risk.at_least(Tier.CRITICAL, "its server says that it may do what cannot be taken back")
    elif situation.tainted:
        risk.at_least(Tier.CRITICAL, situation.tainted)
    return risk.frozen()


def _address(risk: Raised, url: str, situation: Situation) -> None:
    if place := read_place(url):
        risk.marks |= {address_mark(place.href), visit_mark(place.href)}
    if reads_as_effect(url):
        risk.at_least(Tier.WRITES, "its address reads as if a visit did something")
    if situation.tainted and is_away(url, situation):
        query = "?" in url
        risk.at_least(
            Tier.CRITICAL if query else Tier.WRITES,
            f"{situation.tainted}, and it leads to another site" + (" with data" if query else ""),
        )


def _keys(risk: Raised, facts: ActFacts | None, arguments: Mapping[str, Any]) -> None:
    if by_access_key(arguments):
        risk.at_least(Tier.CRITICAL, "the key may press a button that it is a shortcut for")
    if facts is not None and not facts.edits and facts.role not in EDITING and removes(arguments):
        of_class(risk, Tier.CRITICAL, "delete", facts)


def _dialog(risk: Raised, facts: ActFacts | None, *, accepted: bool) -> None:
    if not accepted:
        risk.tier = Tier.READ
        return
    risk.at_least(Tier.WRITES, "it says yes to the page's question")
    for act in mentions(facts.around) if facts else ():
        of_class(risk, Tier.CRITICAL, act, facts)


def _elsewhere(risk: Raised, facts: ActFacts, situation: Situation) -> None:
    """Raise the tier of writing to a site that the task did not mention."""
    here = site_at(facts.frame) or site_at(facts.page)
    goal = site_at(facts.form.target) if facts.sends and facts.form else here
    if facts.sends and goal and goal != here and risk.tier >= Tier.WRITES:
        risk.at_least(
            Tier.CRITICAL, f"it sends what was entered to another site, {goal}", by_site=True
        )
    foreign = situation.sites and not ({here, goal} & situation.sites)
    if foreign and risk.tier == Tier.WRITES:
        risk.at_least(
            Tier.CRITICAL, f"it is on {here}, which the task did not begin on or name", by_site=True
        )


def _is_away_from_task(facts: ActFacts | None, situation: Situation) -> bool:
    """Whether an act happens, or sends something, outside the task's sites."""
    if facts is None:
        return True
    here = site_at(facts.frame) or site_at(facts.page)
    goal = site_at(facts.form.target) if facts.sends and facts.form else here
    return not {here, goal} <= situation.sites
