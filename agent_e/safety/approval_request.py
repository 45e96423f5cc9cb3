"""Questions to a person before a risky act, and the fingerprint that ties the answer to it."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import Mapping
from typing import Any, Protocol

from agent_e.types import ActFacts, Answer, ApprovalRequest, Risk

from .origins import read_place
from .risk import REMOTE, kind_of


class Approver(Protocol):
    """Asks the person for a yes or no."""

    async def approve(
        self, request: ApprovalRequest, until: asyncio.Future[str] | None = None
    ) -> Answer:
        """Ask until the request's deadline, or until the question is over.

        Args:
            request: what to ask.
            until: completes with why no answer is needed any more.

        Raises:
            NeedsPerson: nobody can answer.
            Interrupted: ``until`` has completed, or the person has said something else instead.
        """
        ...


def request_of(
    action: str, facts: ActFacts | None, arguments: Mapping[str, Any], risk: Risk, deadline_s: float
) -> ApprovalRequest:
    """Build the question about an act."""
    place = read_place(facts.frame or facts.page) if facts else None
    return ApprovalRequest(
        sentence=in_words(action, facts, arguments),
        risk=risk,
        amounts=facts.amounts if facts else (),
        sent_to=facts.form.target if facts and facts.sends and facts.form else "",
        fingerprint=fingerprint(action, facts, arguments),
        deadline_s=deadline_s,
        kind=kind_of(risk, facts.frame or facts.page) if facts else "",
        origin=place.shown if place else "",
    )


def fingerprint(action: str, facts: ActFacts | None, arguments: Mapping[str, Any]) -> str:
    """Identify an act by everything its approval rests on: element, values, amounts, target."""
    form = facts.form if facts else None
    parts = [
        action,
        {key: value for key, value in arguments.items() if key != "mmid"},
        [facts.frame, facts.role, facts.name, facts.tag, facts.href] if facts else None,
        [form.method, form.target] if form else None,
        [facts.held, sorted(facts.amounts)] if facts else None,
        facts.around if facts and facts.role == "dialog" else None,
    ]
    text = json.dumps(parts, default=str, ensure_ascii=True)
    return hashlib.sha256(text.encode()).hexdigest()[:24]


def in_words(action: str, facts: ActFacts | None, arguments: Mapping[str, Any]) -> str:
    """Describe an act in our own words; the model's description plays no part."""
    if action in ("open_url", "read_pdf"):
        return f"open {str(arguments.get('url', ''))[:200]}"
    if action == "handle_dialog":
        question = facts.around[:200] if facts else ""
        return f"say yes to the dialog '{question}'"
    if action.startswith(REMOTE):
        given = json.dumps(arguments.get("given"), ensure_ascii=False)
        return f"call the tool {action.removeprefix(REMOTE)} with {given[:400]}"
    if facts is None:
        return action.replace("_", " ")
    verb = {"click": "click", "press_key": "press a key on", "enter_text": "write into"}
    what = f"{facts.role or 'the page'} '{facts.name[:80]}'" if facts.name else facts.role or "it"
    sends = ", which sends its form" if facts.sends else ""
    button = facts.form.button if facts.sends and facts.form else ""
    sends += f" by '{button[:80]}'" if button and button != facts.name else ""
    place = read_place(facts.frame) or read_place(facts.page)
    where = place.shown if place and place.host else "this page"
    if action == "select_option":
        return f"choose '{str(arguments.get('option', ''))[:80]}' in {what}{sends} on {where}"
    return f"{verb.get(action, action.replace('_', ' '))} {what}{sends} on {where}"
