"""Formats the ledger of effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass

from agent_e.text import clean, format_count
from agent_e.types import Effect
from agent_e.urls import origin_of

from .events import EffectMade, read_effect
from .formatting import format_aside

MAX_LINES = 20
"""Lines of a ledger that a model is given."""
_MAX_REQUESTS = 3
"""Different requests named on one line."""
_DONE = {
    "click": "clicked",
    "drag": "dragged",
    "enter_text": "wrote into",
    "fill_form": "filled in the form, then clicked",
    "fill_secret": "filled a secret into",
    "handle_dialog": "accepted",
    "open_url": "opened",
    "pick_date": "picked a date in",
    "press_key": "pressed a key on",
    "select_option": "chose in",
    "upload_file": "gave a file to",
}
_DONE_TO_NOTHING = {
    "fill_form": "filled in a form",
    "handle_dialog": "accepted a dialog",
    "press_key": "pressed a key",
}
_GRANTS = {
    "notify": "without asking",
    "approved": "approved by you",
    "granted": "allowed beforehand",
    "": "",
}


@dataclass(frozen=True, kw_only=True, slots=True)
class Deed:
    """One act with the requests that it caused; below R2 the ledger has the requests alone.

    ``act`` is the effect that names it: of kind ``act``, else the first request.
    """

    act: Effect
    requests: tuple[Effect, ...]

    @property
    def done(self) -> str:
        """The act and its target, such as ``clicked button 'Send'``."""
        act = self.act
        if not act.action:
            return "the page acted by itself"
        target = act.target or (act.url if act.kind == "act" else "")
        if target:
            verb = _DONE.get(act.action, f"did {act.action} on")
            return clean(f"{verb} {target}")
        return clean(_DONE_TO_NOTHING.get(act.action, f"did {act.action}"))

    @property
    def sent(self) -> str:
        """The requests in short, such as ``POST /orders 303``; ``""`` for none."""
        page = origin_of(self.act.page)
        counted = Counter(
            f"{each.method} {_within(each.url, page)} {each.status or ''}".rstrip()
            for each in self.requests
        )
        words = [f"{name} ×{n}" if n > 1 else name for name, n in counted.items()]
        more = len(words) - _MAX_REQUESTS
        return clean(", ".join(words[:_MAX_REQUESTS]) + (f" and {more} more" if more > 0 else ""))

    @property
    def page_message(self) -> str:
        """What the page said after it, on one line."""
        return clean(self.act.page_message)

    @property
    def granted(self) -> str:
        """What allowed it, for the person; ``""`` where nobody had to be asked."""
        return _GRANTS.get(self.act.grant, "")


def deeds(effects: Iterable[Effect]) -> list[Deed]:
    """Group requests with the act they belong to, in order."""
    groups: list[list[Effect]] = []
    for effect in effects:
        if effect.kind == "act" or not groups or _act(groups[-1][0]) != _act(effect):
            groups.append([])
        groups[-1].append(effect)
    return [
        Deed(act=group[0], requests=tuple(each for each in group if each.kind == "request"))
        for group in groups
    ]


def format_effects(effects: Iterable[Effect]) -> list[str]:
    """Format the ledger for a model, one line per act; those beyond 20 lines are counted."""
    lines = list(map(_line, deeds(effects)))
    if len(lines) > MAX_LINES:
        # The newest ones describe the current state.
        left = len(lines) - MAX_LINES + 1
        lines = [f"{format_count(left, 'earlier act')} left out", *lines[left:]]
    return lines


def format_deed(deed: Deed) -> str:
    """Format an act for the person: what was done, what was sent, what the page said."""
    aside = ", ".join(filter(None, (deed.sent, deed.granted)))
    quoted = f' — "{deed.page_message}"' if deed.page_message else ""
    return f"{deed.done}{f' ({aside})' if aside else ''}{quoted}"


@format_aside.register
def _format_notified(event: EffectMade) -> str:
    """Format what was allowed with a notice only: an act, or a request after its end."""
    effect = event.made
    if effect is None or effect.grant != "notify" or not (event.late or effect.kind == "act"):
        return ""
    deed = Deed(act=effect, requests=(effect,) if event.late else ())
    sent = f" ({deed.sent}, later)" if event.late else ""
    said = f' — "{deed.page_message}"' if deed.page_message else ""
    why = "--trust" if effect.tier == "R3" else "notify"
    return f"done without asking ({why}): {deed.done}{sent}{said}"


def read_effects(rows: Iterable[object]) -> tuple[Effect, ...]:
    """Read effects from their JSON form, as in ``result.json``; invalid ones are skipped."""
    return tuple(filter(None, map(read_effect, rows)))


def _act(effect: Effect) -> tuple[object, ...]:
    return effect.step, effect.action, effect.target, effect.page, effect.tier


def _line(deed: Deed) -> str:
    act = deed.act
    allowed = ", ".join(filter(None, (act.tier, act.grant)))
    parts = [f"step {act.step}: {deed.done} ({allowed})", *filter(None, [deed.sent])]
    return "; ".join(
        [*parts, *([f'then the page said "{deed.page_message}"'] if deed.page_message else [])]
    )


def _within(url: str, origin: str) -> str:
    """An address shown beside its page: the path alone where the origin is the same."""
    return url.removeprefix(origin) if url.startswith(f"{origin}/") else url
