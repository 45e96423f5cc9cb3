"""The ledger of effects: records of what the acts of a run may have changed outside."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from agent_e.dom.render.node_context import clipped
from agent_e.safety import OngoingAction, site_at
from agent_e.types import (
    SAFE_METHODS,
    AllowedBy,
    ChangeReport,
    Effect,
    Outgoing,
    RequestSeen,
    Tier,
)

_VALUE = re.compile(r"=[^&;]*")
_MAX_LENGTH = 160
_MAX_NAME = 80
_MAX_URL = 200


@dataclass(frozen=True, kw_only=True, slots=True)
class Performed:
    """One act of a skill, once it is over.

    Attributes:
        action: name of the skill's action.
        target: its object, as in ``button 'Send'``; ``""`` for nothing in particular.
        page: address of its page.
        url: address that it opened by itself, ``""`` for none.
        tier: of the act and of the requests it was permitted.
        grant: what allowed that.
        report: what it changed.
        done: whether it was completed; an act that stopped halfway counts only by its requests.
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

    An act of tier R2 or above is entered when it was done, even without a visible request:
    WebSocket messages, for one, cannot be seen. Where the page asks first, by a dialog, the answer
    is the act. An act is followed by each request that its page sent with a method other than GET,
    HEAD and OPTIONS and that succeeded before the act was over. Forms are always entered; so is
    what the gate lets go later, of tier R2 or above.

    The method alone does not tell a change from a query, nor from background traffic.
    So of script requests these are left out:

    - beacons and violation reports, whose response no page waits for;
    - requests during acts of tier R0, which only look, and those of a page that the act opened, as
      it sends them to every visitor;
    - requests to another site during acts below R2;
    - requests to an address that was called in one of the last two ways in this run, during acts
      below R2 or to another site: analytics and polling.

    The rest can still be too much, such as a list that a harmless click fetches by POST, and
    too little, such as a change that a page makes while it loads. What the person does in the
    window is not the agent's and is never entered.
    """

    def __init__(self, step: Callable[[], int] = lambda: 0, before: Iterable[Effect] = ()) -> None:
        """``step`` returns the number of model calls so far; ``before`` an interrupted run's."""
        self._step = step
        self._all = list(before)
        self._routine: set[str] = set()

    @property
    def all(self) -> tuple[Effect, ...]:
        """Every effect so far, in order; the requests of an act follow it."""
        return tuple(self._all)

    def add(self, act: Performed) -> tuple[Effect, ...]:
        """Enter the effects of an act; returns the new ones."""
        requests = [each for each in act.report.requests if self._counts(each, act)]
        sent = requests or act.report.navigation
        new: list[Effect] = []
        if act.tier >= Tier.WRITES and (sent or (act.done and not _waits(act.report))):
            new.append(self._effect(act))
        new += [self._effect(act, each) for each in requests]
        self._all += new
        return tuple(new)

    def add_late(
        self, sent: Outgoing, after: OngoingAction | None, tier: Tier, grant: AllowedBy
    ) -> Effect:
        """Enter a request that a page sends after the act that led to it; returns the new effect.

        Its answer is not awaited.
        """
        effect = Effect(
            step=self._step(),
            kind="request",
            tier=str(tier),
            action=after.action if after else "",
            target=after.target if after else "",
            page=without_values(sent.page),
            url=without_values(sent.url),
            method=sent.method,
            grant=grant,
        )
        self._all.append(effect)
        return effect

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
            page_message=message_after(act.report),
        )


def _waits(report: ChangeReport) -> bool:
    """Whether the page asks first: the outcome is then an effect of the answer."""
    return report.dialog_open and bool(report.dialogs) and report.dialogs[-1].kind != "alert"


def without_values(url: str) -> str:
    """Return an address without user, password and the values of its query: ``?id=…``."""
    try:
        parts = urlsplit(url)
    except ValueError:
        # No browser opens such an address, so nothing of it needs recording.
        return ""
    if parts.scheme not in ("http", "https"):
        return clipped(url, _MAX_NAME) if parts.scheme in ("about", "file") else parts.scheme
    bare = parts._replace(
        netloc=parts.netloc.rpartition("@")[2],
        query=_VALUE.sub("=…", parts.query),
        fragment=_VALUE.sub("=…", parts.fragment),
    )
    return clipped(bare.geturl(), _MAX_URL)


def message_after(report: ChangeReport) -> str:
    """Return the page's message after an act, shortened; ``""`` for none.

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
    return clipped(words, _MAX_LENGTH)
