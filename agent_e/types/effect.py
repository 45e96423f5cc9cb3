"""Changes that a run has made outside of it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

AllowedBy = Literal["", "approved", "granted", "notify"]
"""What allowed an act: ``""`` where nobody had to be asked, ``approved`` by the person when asked,
``granted`` by the task or the settings beforehand, ``notify`` where the settings allow it with a
notice."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Effect:
    """An act that may have changed something on a site, or a request that did.

    Attributes:
        step: the model call that led to it, counted over the run.
        kind: ``act`` of tier R2 and above, or a successful ``request`` other than GET; or one that
            the gate let go after its act was over.
        tier: of the act, as in ``R2``; for a request that of its act.
        action: the skill that did it.
        target: what it was done to, as in ``button 'Place order'``.
        page: address of its page, without the values of its query.
        url: address of the request, without the values of its query; ``""`` for an act that sent
            nothing.
        method: of the request, ``""`` without one.
        status: of its answer, ``None`` without one.
        grant: what allowed it, see ``AllowedBy``.
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
