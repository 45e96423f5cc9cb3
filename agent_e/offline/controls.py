"""The control that a phrase means, and the outcome of using it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from textwrap import shorten

from .language import content, coverage, fit, unquoted
from .page import Line, Page, Step
from .scene import Found, Moves, Report, Scene

_GRAVE = content("add buy remove pay purchase subscribe unsubscribe cancel confirm")
"""Words a control may only have when the task has them: pressing it has consequences."""
_NOT_PRESSED = frozenset({"textbox", "searchbox", "spinbutton", "slider"})
_ROLES = ("button", "link", "tab", "checkbox", "radio")
_LITERAL = re.compile(r"[\"“](.+?)[\"”]|(?<!\w)'([^']+)'(?!\w)")
_DOING = "click|press|tap|select|choose|pick|check|tick|open|go to|visit|follow"
_KINDS = "button|link|tab|checkbox|radio|radio button|option|menu item|item|page|field"
_TELLING = ("alert", "status")
_TROUBLE = re.compile(
    r"\b(?:error|invalid|incorrect|wrong|failed|required|must be|cannot|can't|could not"
    r"|not (?:match|valid|found|available|allowed)|out of stock|sold out"
    r"|please (?:enter|choose|select|fill|correct|try))\b",
    re.I,
)


def ranked(lines: Iterable[Line], *queries: str, page: Page | None = None) -> list[Line]:
    """Controls that a phrase could mean, best first; with a page, names around them count too."""
    scored = []
    for line in lines:
        if line.mmid is None or line.role in _NOT_PRESSED:
            continue
        score = max((_score(query, line, page) for query in queries), default=0.0)
        if score >= 0.5:
            scored.append((score - 0.3 * line.disabled, -line.index, line))
    ordered = sorted(scored, key=lambda each: each[:2], reverse=True)
    return [line for _, _, line in ordered]


def _score(query: str, line: Line, page: Page | None) -> float:
    if not (content(line.name) & _GRAVE) <= content(query):
        return 0.0
    literal = _LITERAL.search(query)
    wanted = (literal[1] or literal[2]).strip() if literal else _bare(query)
    alike = _literally(wanted, line.name.strip(), part=literal is not None)
    if literal or alike:
        return alike
    if not (content(query) & content(line.name)):
        return 0.0
    alone = fit(query, line.name)
    if coverage(query, line.name) < 0.6 and coverage(line.name, query) < 0.99:
        alone = 0.0
    if page is not None:
        around = " ".join([*(above.name for above in page.above(line)), line.name])
        if coverage(query, around) >= 0.99:
            alone = max(alone, 0.85 * fit(query, around))
    asked = [role for role in _ROLES if re.search(rf"\b{role}\b", query, re.I)]
    return alone + 0.15 * (alone > 0 and line.role in asked)


def _literally(wanted: str, name: str, *, part: bool) -> float:
    """How well a name matches the given words verbatim; ``part``: it may have more of them."""
    if not wanted or not name:
        return 0.0
    one, other = wanted.casefold(), name.casefold()
    if one == other:
        return 2.0 + 0.1 * (wanted == name)
    if part and re.search(rf"(?<!\w){re.escape(one)}(?!\w)", other):
        return 1.2
    return 1.0 if part and one in other else 0.0


def _bare(query: str) -> str:
    """The words that name a control: without the verb and the kind of control."""
    plain = re.sub(rf"^(?:{_DOING})\b(?:\s+(?:on|at|into|in)\b)?", "", query.strip(), flags=re.I)
    kinds = rf"(?:{_KINDS})"
    lead = rf"^(?:\s*the\b)?(?:\s+{kinds}\b(?:\s+(?:named|called))?)?"
    return unquoted(re.sub(rf"\s+{kinds}$", "", re.sub(lead, "", plain, flags=re.I), flags=re.I))


def best(lines: Iterable[Line], *queries: str) -> Line | None:
    """The control a phrase most likely means."""
    return next(iter(ranked(lines, *queries)), None)


def best_field(lines: Iterable[Line], label: str) -> Line | None:
    """The field, list or slider a label means."""
    lists = ("combobox", "listbox")
    fields = [n for n in lines if n.field or (n.mmid is not None and n.role in lists)]
    scored = [(fit(label, line.name), -line.index, line) for line in fields if not line.disabled]
    top = max(scored, key=lambda each: each[:2], default=None)
    return top[2] if top and top[0] >= 0.5 else None


def outcome(step: Step, did: str) -> Report:
    """Judge an action by its outcome: trouble reported by the page, an effect, or none."""
    if step.error:
        why = shorten(step.text, 200, placeholder=" …")
        return Report(status="failed", summary=f"{did}, but it was refused: {why}")
    if not step.changed:
        return Report(status="failed", summary=f"{did}, but nothing on the page changed.")
    fresh = step.page if step.navigated else Page(lines=step.fresh)
    short = [n for n in fresh.lines if n.name and len(n.name) < 200 and n.mmid is None]
    # Everything new on the same page counts; on a new page only its messages.
    messages = [n for n in short if n.role in _TELLING or fresh.within(n, *_TELLING)]
    candidates = messages if step.navigated else short
    trouble = next((line for line in candidates if _TROUBLE.search(line.name)), None)
    if trouble is not None:
        fact = Found(claim=f"the page says: {trouble.name}", quote=trouble.name)
        return Report(status="failed", summary=f"{did}, but {fact.claim}", facts=(fact,))
    shown = next(iter([*candidates, *(line for line in fresh.lines if line.heading)]), None)
    claim = f"after that the page shows: {shown.name}" if shown else ""
    facts = (Found(claim=claim, quote=shown.name),) if shown else ()
    where = f" Now at '{step.page.title}'." if step.navigated and step.page.title else ""
    return Report(status="done", summary=f"{did}.{where}", facts=facts)


def press(scene: Scene, lines: Sequence[Line], did: str) -> Moves[Report]:
    """Click the best of some controls."""
    if not lines:
        return Report(status="failed", summary=f"{did}, but there was nothing to press.")
    step = yield from scene.click(lines[0])
    return outcome(step, f"{did} ({lines[0].role} '{lines[0].name}')")
