"""Acts of which no rule says what they do, by what they declare to send or open. Pure."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from agent_e.types import ActFacts, Risk, Tier

from .addresses import bare, leads, reads_as_effect
from .element_risk import enters, seeks
from .request_shape import names_address, names_item
from .risk_terms import can_read, plain_icon


def sends_unknown(facts: ActFacts, risk: Risk) -> bool:
    """Whether an act sends a form of which no rule says what it does."""
    form = facts.form if facts.sends and risk.tier < Tier.CRITICAL else None
    if form is None or form.method == "post":
        return form is not None
    # A page that asks itself shows something else of the same.
    return not (seeks(facts) or bare(form.target) == bare(facts.frame))


def may_use_socket(action: str, facts: ActFacts, arguments: Mapping[str, Any]) -> bool:
    """Whether an act may send through a socket, where nothing is held, what no name tells."""
    searches = facts.kind == "search" or facts.role == "searchbox"
    if not facts.socket or searches or facts.sends or leads(facts):
        return False
    return enters(action, arguments) or (action == "click" and is_opaque(facts))


def opens_unknown(url: str) -> bool:
    """Whether opening an address that no page offers may do something, by what it looks like."""
    return "?" in url or names_item(url) or reads_as_effect(url)


def leads_unknown(action: str, facts: ActFacts, risk: Risk) -> bool:
    """Whether an act follows a link by which a site may do something, as far as its words tell."""
    if not _follows(action, facts) or risk.tier == Tier.CRITICAL:
        return False
    # Of a link with a query there are usually several, as of the pages of a list.
    acts = "?" in facts.href or names_item(facts.href) or reads_as_effect(facts.href)
    strange = not facts.in_navigation and not names_address(facts.name, facts.href)
    return acts or strange or is_opaque(facts) or not can_read(facts.name, facts.language)


def is_critical_by_name(action: str, facts: ActFacts, risk: Risk) -> bool:
    """Whether nothing but its name makes a link critical: titles name acts as well."""
    by_one = len(risk.reasons) == 1 and bool(risk.kinds) and not risk.unclear
    return risk.tier == Tier.CRITICAL and by_one and _follows(action, facts)


def is_opaque(facts: ActFacts) -> bool:
    """Whether neither words nor a usual picture say what a control does."""
    return facts.unknown or bool(facts.icon and not plain_icon(facts.icon))


def _follows(action: str, facts: ActFacts) -> bool:
    return action in ("click", "press_key") and not facts.sends and leads(facts)
