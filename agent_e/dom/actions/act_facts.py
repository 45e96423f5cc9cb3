"""Reads from the active page what an action would do: the facts for its risk."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any, get_args

from agent_e.browser import BrowserSession
from agent_e.dom.worlds.registry import FrameGone, IsolatedWorld, WorldRegistry, worlds_of
from agent_e.errors import DialogOpen, ElementGone, SkillError
from agent_e.types import ActFacts, FieldKind, FormFacts, InputMethod, Sending

_KINDS = frozenset(get_args(FieldKind))


class ActReader:
    """Reads the facts of an action on a session's active page."""

    def __init__(self, session: BrowserSession) -> None:
        self._session = session

    async def read(self, mmid: int | None, way: InputMethod) -> ActFacts:
        """Return what acting on an element would do; ``None`` means the focused one.

        Never raises: if the page cannot be read, the facts are ``unread``; for an element that is
        gone they are ``unknown``, as nothing can be done to it.
        """
        tab = self._session.active
        blank = ActFacts(page=tab.url, frame=tab.url, unknown=True)
        # Without one of its own, the answer goes to another tab's.
        asked = [each.dialog.message for each in (tab, *self._session.tabs) if each.dialog]
        if asked and (tab.dialog or mmid is None):
            message = asked[0] if tab.dialog else " ".join(asked)
            return ActFacts(page=tab.url, frame=tab.url, role="dialog", around=message)
        try:
            both = await _found(worlds_of(tab), mmid, way, shows=False)
        except SkillError as error:
            # Acting on an element that is gone or behind a dialog fails anyway.
            fails = mmid is not None and isinstance(error, ElementGone | FrameGone | DialogOpen)
            return blank if fails else replace(blank, unread=True)
        if both is None:
            # Without a focus a key goes to the page itself, which is no control.
            return blank if mmid is not None else ActFacts(page=tab.url, frame=tab.url)
        return replace(_facts(tab.url, both[1]), socket=tab.socket)

    async def sending(self, mmid: int | None, way: InputMethod) -> Sending:
        """Return what acting on it shows and would send; empty if it is not there."""
        both = await _found(worlds_of(self._session.active), mmid, way, shows=True)
        if both is None or both[1].get("inner"):
            return Sending()
        world, found = both
        left, top = await world.locate()
        x, y, width, height = found["box"]
        box = (x + left, y + top, width, height) if width and height else None
        return Sending(values=tuple(map(tuple, found["values"])), box=box)


async def _found(
    worlds: WorldRegistry, mmid: int | None, way: InputMethod, *, shows: bool
) -> tuple[IsolatedWorld, dict[str, Any]] | None:
    """A script's answer for the element or the focused one, and the world with it."""
    now = worlds.now(mmid) if mmid is not None else 0
    inner = False
    for world in [worlds.of(now)] if mmid is not None else worlds.all:
        # The limit of any observation: what cannot be read in time needs approval.
        found = await world.call("act_facts", mmid=now, way=way, shows=shows)
        if found and not (mmid is None and found.get("inner")):
            return world, found
        inner = inner or found is not None
    if inner and not shows:
        raise SkillError("What has the focus is in a frame that nobody has looked into.")
    return None


def _facts(page: str, found: dict[str, Any]) -> ActFacts:
    form = found.pop("form")
    held = hashlib.sha256(found.pop("held").encode("utf-8", "replace")).hexdigest()[:16]
    if form is not None:
        kinds = tuple(kind for kind in form["kinds"] if kind in _KINDS)
        form = FormFacts(**{**form, "kinds": kinds, "ticks": tuple(form["ticks"])})
    near = tuple(kind for kind in found.pop("near") if kind in _KINDS)
    lists: dict[str, Any] = {name: tuple(found.pop(name)) for name in ("amounts", "beside")}
    entries = tuple(map(tuple, found.pop("entries")))
    return ActFacts(**found, **lists, near=near, page=page, form=form, held=held, entries=entries)
