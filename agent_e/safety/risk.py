"""The risk of an act, judged from facts of the page alone. Rules only raise a tier.

Source: threat model, section 5.2. The model's description of an act plays no part, nor do the
page's assurances; what a page says can make an act look worse, never better.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from agent_e.types import ActFacts, ActKind, Risk, Tier

from .effect_class import EffectClass
from .ip_ranges import is_address
from .key_effects import EDITING, by_access_key, presses, removes, way_of
from .origins import read_place, site_of
from .request_shape import names_address, names_item
from .risk_terms import (
    ActClass,
    Reading,
    can_read,
    mentions,
    plain_icon,
    read_icon,
    read_name,
    signs_in,
)

_READS = frozenset(
    {"get_dom", "history", "tabs", "scroll", "hover", "wait_for", "extract", "mark_screenshot"}
    # Each of their addresses is judged like that of ``open_url``.
    | {"read_pages", "query"}
)
_SAYS: Mapping[ActKind, str] = {
    "sign_in": "it signs in",
    "account": "it changes what the site knows of you, or reaches you by",
    "upload": "it uploads a file",
    "money": "it may spend money",
    "message": "it may send or publish something",
    "delete": "it may delete or cancel something",
    "credentials": "it signs in or changes who can",
    "consent": "it agrees to terms in your name",
    "permission": "it gives others access",
}
_REPEATED = {
    _SAYS["message"]: "send or publish things on ",
    _SAYS["delete"]: "delete or cancel things on ",
}
"""Acts that tasks repeat, by the reason for asking: one yes may cover all on a site.

Acts that move money or let somebody in are each asked about separately."""
FIELD_ACTS: Mapping[str, ActClass] = {
    "password": "credentials", "code": "credentials", "card": "money",
}  # fmt: skip
"""Acts that the content of a field is for, by what it asks for."""
_CHOICES = frozenset({"checkbox", "radio", "switch", "tab", "option", "menuitemradio", "treeitem"})
_TICKED = frozenset({"checkbox", "radio"})
"""Kinds of inputs that only hold a choice, whatever role they have."""
_FIELDS = frozenset({*EDITING, "listbox", "radio", "radiogroup", "slider"})
_FILLS = frozenset({"enter_text", "fill_secret"})
_NOWHERE = frozenset({"", "!", "0", "void"})
_HARMLESS_GET = frozenset({"search", "choice"})
_DOES = "delete|remove|unsubscribe|confirm|approve|transfer|pay"
_ORDERED = rf"[?&;](?:do|act|action|op|cmd|command|method|task|event)=[^&;]*\b(?:{_DOES})"
_EFFECT = re.compile(rf"(?:^|[/_-])(?:{_DOES})\b[^?]*(?:\?|$)|{_ORDERED}")
"""Words of an address that hint that a mere visit has an effect."""
_DOES_IT = re.compile(rf"/(?:{_DOES})(?:/[\w-]*\d[\w-]*)?/?\?.|{_ORDERED}")
"""The same with verb and object, which titles of pages do not have."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Situation:
    """State of the run that raises the risk of an act.

    Attributes:
        sites: where the task began or which it names, as ``site_at`` returns them.
        task: the person's task, in their words.
        tainted: why content read since the person last spoke may steer the agent, ``""`` if it
            may not.
        unbound: names of the task's secrets that no site has got yet.
    """

    sites: frozenset[str] = frozenset()
    task: str = ""
    tainted: str = ""
    unbound: frozenset[str] = frozenset()


@dataclass(slots=True)
class Raised:
    """A tier that rules raise, with the reasons."""

    tier: Tier
    reasons: list[str] = field(default_factory=list)
    marks: set[str] = field(default_factory=set)
    kinds: set[ActKind] = field(default_factory=set)
    unclear: bool = False

    def at_least(
        self, tier: Tier, reason: str, kind: ActKind | None = None, *, by_site: bool = False
    ) -> None:
        """Raise the tier; the reason counts unless the tier is higher already.

        Args:
            tier: lower bound.
            reason: for people.
            kind: of the act, where the reason is one.
            by_site: the reason is the site, which grants are looked up by in any case.
        """
        if tier == Tier.CRITICAL and kind is not None:
            self.kinds.add(kind)
        elif tier == Tier.CRITICAL and not by_site:
            self.unclear = True
        if tier > self.tier:
            self.tier = tier
        if tier == self.tier and reason not in self.reasons:
            self.reasons.append(reason)

    @classmethod
    def of(cls, risk: Risk) -> Raised:
        """Return a risk, to be raised further."""
        return cls(risk.tier, [*risk.reasons], {*risk.marks}, {*risk.kinds}, risk.unclear)

    def frozen(self) -> Risk:
        """Return the current state."""
        return Risk(
            tier=self.tier,
            reasons=tuple(self.reasons),
            marks=frozenset(self.marks),
            kinds=frozenset(self.kinds),
            unclear=self.unclear,
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
        _element(risk, action, facts, arguments)
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
        away = _away(facts, situation)
        most = Tier.CRITICAL if away else max(risk.tier, Tier.WRITES)
        risk.at_least(Tier(min(risk.tier + 1, most)), situation.tainted, by_site=not away)
    return risk.frozen()


def with_effect(risk: Risk, effect: EffectClass, url: str) -> Risk:
    """Return a risk raised by the class of its effect on the site of ``url``."""
    raised = Raised.of(risk)
    match effect:
        case "read":
            return risk
        case "write":
            raised.at_least(Tier.WRITES, "it changes something")
        case "unclear":
            raised.at_least(Tier.CRITICAL, "nobody can tell beforehand what it does")
        case kind:
            raised.at_least(Tier.CRITICAL, _SAYS[kind], kind)
            raised.marks.add(f"{kind} {site_at(url)}")
    return raised.frozen()


def sends_unknown(facts: ActFacts, risk: Risk) -> bool:
    """Whether an act sends a form of which no rule says what it does."""
    form = facts.form if facts.sends and risk.tier < Tier.CRITICAL else None
    if form is None or form.method == "post":
        return form is not None
    # A page that asks itself shows something else of the same.
    return not (_seeks(facts) or bare(form.target) == bare(facts.frame))


def may_use_socket(action: str, facts: ActFacts, arguments: Mapping[str, Any]) -> bool:
    """Whether an act may send through a socket, where nothing is held, what no name tells."""
    searches = facts.kind == "search" or facts.role == "searchbox"
    if not facts.socket or searches or facts.sends or _leads(facts):
        return False
    return _enters(action, arguments) or (action == "click" and is_opaque(facts))


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


def _follows(action: str, facts: ActFacts) -> bool:
    return action in ("click", "press_key") and not facts.sends and _leads(facts)


def is_opaque(facts: ActFacts) -> bool:
    """Whether neither words nor a usual picture say what a control does."""
    return facts.unknown or bool(facts.icon and not plain_icon(facts.icon))


def of_class(risk: Raised, tier: Tier, act: ActClass, facts: ActFacts | None) -> None:
    """Raise a risk by a class of act that is done to, or by, the element with these facts."""
    risk.at_least(tier, _SAYS[act], "sign_in" if act == "credentials" and _signs_in(facts) else act)
    if facts is not None:
        risk.marks.add(f"{act} {site_at(facts.frame) or site_at(facts.page)}")


def kind_of(risk: Risk, url: str) -> str:
    """Return the kind that an act may repeat on an address's site; ``""`` if it is riskier."""
    if len(risk.reasons) != 1 or not (site := site_at(url)):
        return ""
    words = _REPEATED.get(risk.reasons[0], "")
    return f"{words}{site}" if words else ""


def is_away(url: str, situation: Situation) -> bool:
    """Whether an address is on a site that the task does not begin on or name."""
    return bool(situation.sites) and site_at(url) not in situation.sites


def site_at(url: str) -> str:
    """Return the site of an address: its registrable domain, or a numeric address with port."""
    place = read_place(url)
    if place is None:
        return ""
    return site_of(place.host) if "." in place.host and not is_address(place.host) else place.shown


def _acts(facts: ActFacts | None) -> bool:
    """Whether the act is on a control that may do something rather than on a field."""
    return facts is not None and (facts.sends or not facts.form or facts.kind in ("button", ""))


def _address(risk: Raised, url: str, situation: Situation) -> None:
    if place := read_place(url):
        risk.marks |= {_address_mark(place.href), _visit_mark(place.href)}
    if reads_as_effect(url):
        risk.at_least(Tier.WRITES, "its address reads as if a visit did something")
    if situation.tainted and is_away(url, situation):
        query = "?" in url
        risk.at_least(
            Tier.CRITICAL if query else Tier.WRITES,
            f"{situation.tainted}, and it leads to another site" + (" with data" if query else ""),
        )


def reads_as_effect(url: str, pattern: re.Pattern[str] = _EFFECT) -> bool:
    """Whether the words of an address hint that a mere visit does something."""
    try:
        parts = urlsplit(url)
    except ValueError:
        # The browser does not open it either.
        return False
    return pattern.search(f"{parts.path}?{parts.query}".casefold()) is not None


def _address_mark(url: str) -> str:
    return f"address {url.partition('#')[0]}"


def _visit_mark(url: str) -> str:
    return f"address of a form {bare(url)}"


def bare(url: str) -> str:
    """Return an address without its query."""
    return url.partition("#")[0].partition("?")[0]


def _leads(facts: ActFacts) -> bool:
    """Whether it is a link to somewhere, not one that a script turns into a button."""
    base, mark, rest = facts.href.partition("#")
    script = facts.href.casefold().startswith("javascript:")
    stays = bool(mark) and rest in _NOWHERE and base == facts.frame.partition("#")[0]
    return bool(facts.href) and not script and not stays


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


def _element(risk: Raised, action: str, facts: ActFacts, arguments: Mapping[str, Any]) -> None:
    """Judge an act on an element: submitting its form, choosing, or what its name says."""
    writes = _only_writes(action, facts, arguments)
    if facts.unread:
        risk.at_least(Tier.CRITICAL, "the page did not let what it does be read")
    elif facts.unknown and not writes and action != "select_text":
        risk.at_least(Tier.WRITES, "nothing tells what it does")
    if facts.sends:
        _sending(risk, facts)
    elif _enters(action, arguments):
        _entering(risk, facts)
    if writes or (facts.kind in _TICKED and not facts.sends):
        _ticking(risk, facts)
        return
    if _leads(facts):
        risk.marks.add(_address_mark(facts.href))
    readings = _readings(facts, action, arguments)
    for reading in readings:
        _named(risk, reading, facts)
    if facts.href and reads_as_effect(facts.href):
        # A name about something else is there to have it followed.
        sure = not readings and reads_as_effect(facts.href, _DOES_IT)
        tier = Tier.CRITICAL if sure else Tier.WRITES
        risk.at_least(tier, "its address reads as if a visit did something")


def _only_writes(action: str, facts: ActFacts, arguments: Mapping[str, Any]) -> bool:
    """Whether the act only changes what a field holds."""
    if facts.sends:
        return False
    match action:
        case "press_key":
            return facts.role in EDITING or not presses(arguments, facts.role)
        case "pick_date":
            # At any other field it clicks, to open a calendar.
            return facts.role in _FIELDS
        case _:
            return action in _FILLS


def _enters(action: str, arguments: Mapping[str, Any]) -> bool:
    if action == "press_key":
        return way_of(arguments) in ("enter", "submit")
    return action == "enter_text" and bool(arguments.get("submit"))


def _entering(risk: Raised, facts: ActFacts) -> None:
    """Judge Enter in a field without a form: a script sends the text, or searches for it."""
    if facts.role not in EDITING or facts.kind == "search" or facts.role == "searchbox":
        return
    for words in facts.beside:
        for reading in read_name(words) or read_icon(words):
            if reading.act in ("message", "money"):
                of_class(risk, Tier.CRITICAL, reading.act, facts)


def _readings(facts: ActFacts, action: str, arguments: Mapping[str, Any]) -> tuple[Reading, ...]:
    """Return what the control says it does, by its name or its picture."""
    name = facts.form.button if facts.sends and facts.form and facts.kind != "submit" else ""
    found = [each for words in (name or facts.name).split(" / ") for each in read_name(words)]
    if action == "select_option" and (facts.tag != "select" or facts.sends):
        # Choosing in a menu acts at once, and so does a list that submits its form.
        found += read_name(str(arguments.get("option", "")))
    if _seeks(facts):
        found = [each for each in found if each.sure]
    if found:
        return tuple(dict.fromkeys(found))
    # A symbol in place of a name counts as a picture too.
    sign = "" if any(letter.isalpha() for letter in facts.name) else facts.name
    return read_icon(facts.icon) or read_icon(sign)


def _seeks(facts: ActFacts) -> bool:
    """Whether it submits a form that only asks for something: a search, with what narrows it."""
    form = facts.form if facts.sends else None
    return (
        form is not None
        and form.method == "get"
        and "search" in form.kinds
        and set(form.kinds) <= _HARMLESS_GET
    )


def _named(risk: Raised, reading: Reading, facts: ActFacts) -> None:
    leads = _leads(facts)
    if reading.act == "credentials" and leads:
        # A control with this name leads to the form that does it.
        return
    # A mere choice bears the name of what it chooses, as a tab 'Buy' or a filter 'Book' does.
    chooses = facts.role in _CHOICES and not facts.sends
    # By convention of all systems, what ends in an ellipsis opens a dialog that does it.
    leads = leads or facts.name.endswith(("…", "..."))
    sure = reading.sure or not (leads or (chooses and reading.act != "delete"))
    if (chooses and reading.act == "consent") or _opens_sign_in(reading, facts):
        sure = False
    of_class(risk, Tier.CRITICAL if sure else Tier.WRITES, reading.act, facts)


def _opens_sign_in(reading: Reading, facts: ActFacts) -> bool:
    """Whether it is named for signing in, with nothing here to sign in with."""
    has_form = facts.sends or any(FIELD_ACTS.get(kind) == "credentials" for kind in facts.near)
    return reading.act == "credentials" and not has_form and signs_in(facts.name)


def _sending(risk: Raised, facts: ActFacts) -> None:
    form = facts.form
    assert form is not None
    risk.marks.add(f"form {form.method} {bare(form.target)}")
    if bare(form.target) != bare(facts.frame):
        # Servers often do on a GET too what they do on a form submission.
        risk.marks.add(_visit_mark(form.target))
    for kind in form.kinds:
        if kind in FIELD_ACTS:
            of_class(risk, Tier.CRITICAL, FIELD_ACTS[kind], facts)
    if "file" in form.kinds:
        risk.at_least(Tier.CRITICAL, _SAYS["upload"], "upload")
    if form.method == "post":
        risk.at_least(Tier.WRITES, "it sends a form that changes something")
        if any("consent" in mentions(tick) for tick in form.ticks):
            of_class(risk, Tier.CRITICAL, "consent", facts)


def _ticking(risk: Raised, facts: ActFacts) -> None:
    if facts.role in _CHOICES and any(each.act == "consent" for each in read_name(facts.name)):
        of_class(risk, Tier.WRITES, "consent", facts)


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


def _signs_in(facts: ActFacts | None) -> bool:
    """Whether a form asks for what the user already has: no new password, no payment."""
    if facts is None or facts.passwords:
        return facts is not None and facts.passwords == 1
    return "code" in facts.near and not facts.amounts


def _away(facts: ActFacts | None, situation: Situation) -> bool:
    """Whether an act happens, or sends something, outside the task's sites."""
    if facts is None:
        return True
    here = site_at(facts.frame) or site_at(facts.page)
    goal = site_at(facts.form.target) if facts.sends and facts.form else here
    return not {here, goal} <= situation.sites
