"""A skill's action broken down into steps, one for each element it acts on."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from agent_e.types import MASK, ActFacts, InputMethod, Risk

from .approval_request import fingerprint
from .key_effects import way_of
from .secrets import handle_in
from .typed_values import is_said
from .uncertain_acts import act_marks

UNSEEN = frozenset({"history", "tabs", "scroll", "wait_for", "extract", "open_url", "read_pdf"})
"""Actions without an element, so without facts to read."""
_TOGGLES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_PRIVATE = frozenset({"password", "code", "card"})
_WHO = frozenset({"personal", "card"})
"""Fields by whose content a site knows whom something is for, or who pays."""
_LISTS = frozenset({"combobox", "listbox", "radiogroup"})


@dataclass(frozen=True, kw_only=True, slots=True)
class ElementAction:
    """One step on one element, or on none."""

    action: str
    mmid: int | None
    arguments: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class AssessedAction:
    """A step with its risk assessment."""

    step: ElementAction
    facts: ActFacts | None
    risk: Risk

    @property
    def places(self) -> tuple[str, ...]:
        """Addresses the step happens at and sends to; none without an element."""
        facts = self.facts
        if facts is None:
            return ()
        goal = facts.form.target if facts.sends and facts.form else facts.frame
        return (facts.page, facts.frame, goal)

    @property
    def marks(self) -> frozenset[str]:
        """What it is known by when it comes again."""
        return act_marks(self.step.action, self.facts, self.risk)

    @property
    def private(self) -> bool:
        """Whether it types something that no other site should receive."""
        if self.step.action == "fill_secret":
            return True
        types = self.step.action == "enter_text"
        return types and self.facts is not None and self.facts.asks in _PRIVATE

    @property
    def typed(self) -> str | None:
        """The text it types, where known; never a password."""
        text = self.step.arguments.get("text")
        hidden = self.facts is not None and self.facts.asks == "password"
        return text if isinstance(text, str) and not hidden else None

    def unsaid(self, said: str) -> bool:
        """Whether it types somebody's name or address that is not in what the person said.

        A user's name beside a password is for signing in.
        """
        text, facts = self.typed, self.facts
        if text is None or facts is None or facts.passwords == 1:
            return False
        if facts.asks not in _WHO:
            text = " ".join(each for each in text.split() if "@" in each and facts.tag == "input")
        return not is_said(text, said)

    @property
    def filled(self) -> tuple[str, str] | None:
        """Name and text of the field it fills in; secret text is masked."""
        given = self.step.arguments
        value = given.get("text") or given.get("option") or given.get("handle")
        if self.facts is None or self.step.mmid is None or not isinstance(value, str):
            return None
        return self.facts.name, MASK if self.facts.asks in _PRIVATE else value

    def mark(self, filled: bool) -> str:
        """Identify it by all that its approval rests on; ``filled`` leaves out field contents."""
        facts = self.facts
        if filled and facts is not None:
            facts = replace(facts, held="")
        return fingerprint(self.step.action, facts, self.step.arguments)


def steps_of(action: str, mmid: int | None, arguments: Mapping[str, Any]) -> list[ElementAction]:
    """Return the steps: one, or for a form one for each field and one for its button."""
    if action != "fill_form":
        return [ElementAction(action=action, mmid=mmid, arguments=arguments)]
    fields = arguments.get("fields", ())
    steps = [_field(field) for field in fields]
    if mmid is not None:
        steps.append(ElementAction(action="click", mmid=mmid, arguments={"fields": fields}))
    return steps or [ElementAction(action=action, mmid=None, arguments=arguments)]


def way(step: ElementAction) -> InputMethod:
    """Return how a step acts on its element."""
    match step.action:
        case "enter_text":
            return "enter" if step.arguments.get("submit") else "type"
        case "press_key":
            return way_of(step.arguments)
        case "select_option" | "pick_date":
            return "choose"
        case "fill_secret":
            return "type"
        case _:
            return "click"


def _field(field: Mapping[str, Any]) -> ElementAction:
    role, mmid, value = str(field.get("role", "")), field.get("mmid"), field.get("value", "")
    if handle := handle_in(value):
        return ElementAction(action="fill_secret", mmid=mmid, arguments={"handle": handle})
    if role in _TOGGLES:
        return ElementAction(action="click", mmid=mmid, arguments={"value": value})
    if role in _LISTS:
        return ElementAction(action="select_option", mmid=mmid, arguments={"option": value})
    return ElementAction(action="enter_text", mmid=mmid, arguments={"text": value})
