"""The ledger of effects: what the acts of a run may have changed outside, as records."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from agent_e.dom.render.node_context import clipped
from agent_e.safety import site_at
from agent_e.types import SAFE_METHODS, AllowedBy, ChangeReport, Effect, RequestSeen, Tier

_VALUE = re.compile(r"=[^&;]*")
_MAX_SAID = 160
_MAX_NAME = 80
_MAX_URL = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Performed:
    """One act of a skill, once it is over.

    Attributes:
        action: name of the skill's action.
        target: what it was done to, as in ``button 'Send'``; ``""`` for nothing in particular.
        page: address of the page it was done on.
        url: address that it opened by itself, ``""`` for none.
        tier: of the act and of what it was let send.
        grant: by what that was allowed.
        report: what it changed.
        done: whether all of it was done; an act that stopped halfway counts by what it sent only.
    """

    action: str
    target: str
    page: str
    tier: Tier
    report: ChangeReport
    url: str = ""
    grant: AllowedBy = ""
    done: bool = True


class Effects:
    """The ledger of one run.

    An act of tier R2 or above is entered when it was done, even if it sent nothing that can be
    seen: WebSocket messages, for one, cannot. Where the page asks first, by a dialog, the answer is
    the act. After an act comes each request that its page sent with a method other than GET, HEAD
    and OPTIONS and that was answered well before the act was over. Forms are always entered.

    The method alone does not tell a change from a question, nor from traffic that the page has in
    any case. So of what scripts send this is left out:

    - beacons and violation reports, whose answer no page waits for;
    - requests during acts of tier R0, which only look, and those of a page that the act opened: it
      sends them to every visitor;
    - requests to another site during acts below R2;
    - requests to an address that this run has seen called in one of the last two ways, during acts
      below R2 or to another site: analytics and polling.

    What is left can still be too much, such as a list that a harmless click fetches by POST, and
    too little, such as a change that a page makes while it loads. What the person does in the
    window is not the agent's and is never entered.
    """

    def __init__(self, step: Callable[[], int] = lambda: 0, before: Iterable[Effect] = ()) -> None:
        """``step`` tells the number of model calls so far; ``before`` is of a run cut off."""
        self._step = step
        self._all = list(before)
        self._routine: set[str] = set()

    @property
    def all(self) -> tuple[Effect, ...]:
        """Every effect so far, in order; the requests of an act follow it."""
        return tuple(self._all)

    def add(self, act: Performed) -> tuple[Effect, ...]:
        """Enter what an act did; returns the effects that are new."""
        requests = [each for each in act.report.requests if self._counts(each, act)]
        sent = requests or act.report.navigation
        new: list[Effect] = []
        if act.tier >= Tier.WRITES and (sent or (act.done and not _waits(act.report))):
            new.append(self._effect(act))
        new += [self._effect(act, each) for each in requests]
        self._all += new
        return tuple(new)

    def _counts(self, seen: RequestSeen, act: Performed) -> bool:
        bad = bool(seen.failure) or seen.status is None or seen.status >= 400
        if seen.method in SAFE_METHODS or bad:
            return False
        if seen.by != "script":
            return seen.by == "document"
        address = f"{seen.method} {seen.url.partition('?')[0]}"
        away = site_at(seen.url) != site_at(act.page)
        slight = act.tier < Tier.WRITES
        if seen.on_load or act.tier == Tier.READ or (away and slight):
            self._routine.add(address)
            return False
        return not ((away or slight) and address in self._routine)

    def _effect(self, act: Performed, sent: RequestSeen | None = None) -> Effect:
        return Effect(
            step=self._step(),
            kind="request" if sent else "act",
            tier=str(act.tier),
            action=act.action,
            target=act.target,
            page=without_values(act.page),
            url=without_values(sent.url if sent else act.url),
            method=sent.method if sent else "",
            status=sent.status if sent else None,
            grant=act.grant,
            page_message=said_after(act.report),
        )


def _waits(report: ChangeReport) -> bool:
    """Whether the page asks first: what comes of it then is an effect of the answer."""
    return report.dialog_open and bool(report.dialogs) and report.dialogs[-1].kind != "alert"


def without_values(url: str) -> str:
    """Return an address without user, password and the values of its query: ``?id=…``."""
    try:
        parts = urlsplit(url)
    except ValueError:
        # No browser opens such an address; nothing of it is worth keeping.
        return ""
    if parts.scheme not in ("http", "https"):
        return clipped(url, _MAX_NAME) if parts.scheme in ("about", "file") else parts.scheme
    bare = parts._replace(
        netloc=parts.netloc.rpartition("@")[2],
        query=_VALUE.sub("=…", parts.query),
        fragment=_VALUE.sub("=…", parts.fragment),
    )
    return clipped(bare.geturl(), _MAX_URL)


def said_after(report: ChangeReport) -> str:
    """Return what the page said after an act, shortened; ``""`` for nothing.

    That is the newest message (roles alert, status and log), else that of a dialog, else the title
    of the page that opened.
    """
    page, navigation = report.page, report.navigation
    if report.messages:
        words = " ".join(report.messages)
    elif report.dialogs:
        words = report.dialogs[-1].message
    else:
        words = page.title if page else navigation.title if navigation else ""
    return clipped(words, _MAX_SAID)
