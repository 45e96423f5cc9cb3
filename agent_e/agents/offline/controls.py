"""Which control of a page a phrase means, and what using it came to."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

from .changes import Step
from .language import content, coverage, fit, telling, unquoted
from .outline import Line, Page
from .scene import Found, Moves, Report, Scene

_GRAVE = content("add buy remove pay purchase subscribe unsubscribe cancel confirm")
"""Words a control may only have when the task has them: pressing it does more than go there."""
_NOT_PRESSED = frozenset({"textbox", "searchbox", "spinbutton", "slider"})
_ROLE_WORDS = {
    "button": ("button",),
    "link": ("link",),
    "tab": ("tab",),
    "checkbox": ("checkbox",),
    "radio": ("radio",),
}
LITERAL = re.compile(r"[\"“](.+?)[\"”]|(?<!\w)'([^']+)'(?!\w)")
_CROSSES = frozenset(["x", "×", "✕", "✖", "⨯", "close"])
_DOING = (
    "click|press|tap|hit|select|choose|pick|check|tick|open|go to|visit|follow|push|focus|toggle"
)
_KINDS = (
    "button|link|tab|checkbox|check box|radio|radio button|option|menu|menu item|item|icon|page|"
    "field|folder|file"
)
_SUBMIT = re.compile(
    r"\b(?:submit|send|save|continue|confirm|apply|proceed|finish|ok|go|next|place|pay|update|register|create|sign|log|search|post)\b",
    re.I,
)
_COMPLAINT = re.compile(r"(?:choose|select|pick|enter|fill in|provide|tell us)\b", re.I)
"""What a message asks for that came of something: it was missing."""
_TELLING = ("alert", "status")
_AWAY = re.compile(r"\b(?:cancel|reset|back|clear|close|help|search)\b", re.I)
_TROUBLE = re.compile(
    r"\b(?:error|invalid|incorrect|wrong|failed|unsuccessful|required|must be|cannot|"
    r"can't|could not|not (?:match|valid|found|available|allowed|recogni[sz]ed)|"
    r"unable|denied|out of stock|sold out|"
    r"please (?:enter|choose|select|fill|correct|try))\b",
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
    return [
        line for _score_, _index, line in sorted(scored, key=lambda each: each[:2], reverse=True)
    ]


def _score(query: str, line: Line, page: Page | None) -> float:
    if not (content(line.name) & _GRAVE) <= content(query):
        return 0.0
    literal = LITERAL.search(query)
    wanted = (literal[1] or literal[2]).strip() if literal else bare(query)
    alike = _literally(wanted, line.name.strip(), part=literal is not None)
    if literal or alike:
        return alike
    if not (content(query) & content(line.name)):
        return 0.0
    alone = fit(query, line.name)
    if coverage(query, line.name) < 0.6 and coverage(line.name, query) < 0.99:
        alone = 0.0
    around = " ".join(above.name for above in page.above(line) if above.name) if page else ""
    together = (
        0.85 * fit(query, f"{around} {line.name}")
        if around and coverage(query, f"{around} {line.name}") >= 0.99
        else 0.0
    )
    asked = [roles for word, roles in _ROLE_WORDS.items() if re.search(rf"\b{word}\b", query, re.I)]
    bonus = 0.15 if asked and any(line.role in roles for roles in asked) else 0.0
    return max(alone, together) + (bonus if max(alone, together) else 0.0)


def _literally(wanted: str, name: str, *, part: bool) -> float:
    """How well a name is the very words that were given; ``part``: it may have more of them."""
    if not wanted or not name:
        return 0.0
    if wanted == name:
        return 2.1
    one, other = wanted.casefold(), name.casefold()
    if one == other or (one in _CROSSES and (other in _CROSSES or other.startswith("close"))):
        return 2.0
    if part and re.search(rf"(?<!\w){re.escape(one)}(?!\w)", other):
        return 1.2
    return 1.0 if part and one in other else 0.0


def bare(query: str) -> str:
    """The words that name a control: without what is done with it and what kind it is."""
    plain = re.sub(rf"^(?:{_DOING})\b(?:\s+(?:on|at|into|in)\b)?", "", query.strip(), flags=re.I)
    kinds = rf"(?:{_KINDS})(?: (?:{_KINDS}))?"
    plain = re.sub(
        rf"^(?:\s*the\b)?(?:\s+{kinds}\b(?:\s+(?:named|called|labell?ed))?)?", "", plain, flags=re.I
    )
    return unquoted(re.sub(rf"\s+{kinds}$", "", plain, flags=re.I).strip())


def best(lines: Iterable[Line], *queries: str, page: Page | None = None) -> Line | None:
    """The control a phrase means most likely."""
    return next(iter(ranked(lines, *queries, page=page)), None)


def submit_button(page: Page, near: Line | None = None) -> Line | None:
    """The button that sends the form a field is in; without a field, the page's main one."""
    scopes: list[Sequence[Line]] = []
    if near is not None:
        scopes += [page.under(above) for above in page.above(near)]
        scopes.append(page.lines[near.index :])
    scopes += [page.under(line) for line in page.lines if line.role in ("dialog", "form", "main")]
    scopes.append(page.lines)
    for scope in scopes:
        buttons = [
            line
            for line in scope
            if line.role == "button" and line.mmid is not None and not line.disabled
        ]
        sending = [
            line for line in buttons if _SUBMIT.search(line.name) and not _AWAY.search(line.name)
        ]
        if sending:
            return sending[0]
    return None


def best_field(lines: Iterable[Line], label: str) -> Line | None:
    """The field, list or slider a label means."""
    fields = [
        n
        for n in lines
        if n.field or (n.mmid is not None and n.role in ("combobox", "listbox", "slider"))
    ]
    scored = [(fit(label, line.name), -line.index, line) for line in fields if not line.disabled]
    top = max(scored, key=lambda each: each[:2], default=None)
    return top[2] if top and top[0] >= 0.5 else None


def password_field(page: Page) -> Line | None:
    """The field for a password, if the page has one."""
    fields = [line for line in page.lines if line.field]
    hidden = next((line for line in fields if "password" in line.states), None)
    return hidden or next((line for line in fields if "password" in content(line.name)), None)


def messages(page: Page, lines: Iterable[Line]) -> list[Line]:
    """Those of some lines with which the page tells what came of something."""
    said = (line for line in lines if line.name and line.mmid is None)
    return [n for n in said if n.role in _TELLING or page.within(n, *_TELLING)]


def outcome(step: Step, did: str) -> Report:
    """Judge an action by what came of it: trouble the page tells of, an effect, or none."""
    if step.error:
        return Report(status="failed", summary=f"{did}, but it was refused: {step.text[:200]}")
    if not step.changed:
        return Report(status="failed", summary=f"{did}, but nothing on the page changed.")
    fresh = step.page if step.navigated else Page(lines=step.fresh)
    short = [
        line for line in fresh.lines if line.name and len(line.name) < 200 and line.mmid is None
    ]
    told = messages(fresh, short)
    heard = told if step.navigated else short
    trouble = next((line for line in heard if _TROUBLE.search(line.name)), None)
    trouble = trouble or next((line for line in told if _COMPLAINT.match(line.name)), None)
    wrong = next((line for line in fresh.lines if line.field and "invalid" in line.states), None)
    if trouble is not None or wrong is not None:
        said = _complaint(trouble, wrong)
        return Report(status="failed", summary=f"{did}, but {said.claim}", facts=(said,))
    shown = next(iter([*told, *(line for line in fresh.lines if line.heading)]), None)
    facts = (
        (Found(claim=f"after that the page shows: {shown.name}", quote=shown.name),)
        if shown
        else ()
    )
    where = f" Now at '{step.page.title}'." if step.navigated and step.page.title else ""
    return Report(status="done", summary=f"{did}.{where}", facts=facts)


def _complaint(trouble: Line | None, wrong: Line | None) -> Found:
    """What a page finds wrong: in its own words, or by the field that it marks."""
    if trouble is not None or wrong is None:
        words = trouble.name if trouble is not None else ""
        return Found(claim=f"the page says: {words}", quote=words)
    told = wrong.hint
    return Found(claim=f"the page says of '{wrong.name}': {told or 'invalid'}", quote=wrong.name)


def press(scene: Scene, lines: Sequence[Line], did: str) -> Moves[Report]:
    """Click the best of some controls; when it has no effect, the second best once."""
    report = Report(status="failed", summary=f"{did}, but there was nothing to press.")
    for line in lines[:2]:
        step = yield from scene.click(line)
        report = outcome(step, f"{did} ({line.role} '{line.name}')")
        if step.changed or not telling(line.name):
            break
    return report
