"""What a run has changed outside of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AllowedBy = Literal["", "approved", "granted", "notify"]
"""By what an act was allowed: ``""`` where nobody had to be asked, ``approved`` by the person when
asked, ``granted`` by the task or the settings beforehand, ``notify`` where the settings let it
through with a notice only."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """One act that may have changed something on a site, or one request that did.

    Attributes:
        step: the model call that led to it, counted over the run.
        kind: ``act`` of tier R2 and above, or a ``request`` that is not GET and was answered well.
        tier: of the act, as in ``R2``; of a request that of the act it belongs to.
        action: the skill that did it.
        target: what it was done to, as in ``button 'Place order'``.
        page: address of the page it was done on, without the values of its query.
        url: address that was sent to, without the values of its query; ``""`` for an act that sent
            nothing.
        method: of the request, ``""`` without one.
        status: of its answer, ``None`` without one.
        grant: by what it was allowed, see ``AllowedBy``.
        page_message: what the page said after it, shortened; ``""`` for nothing.
    """

    step: int
    kind: Literal["act", "request"]
    tier: str
    action: str
    target: str
    page: str
    url: str = ""
    method: str = ""
    status: int | None = None
    grant: AllowedBy = ""
    page_message: str = ""
