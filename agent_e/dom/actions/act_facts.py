"""Reads from the active page what an act would do: the facts that its risk is told by."""

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
    """Reads the facts of an act on the active page of a session."""

    def __init__(self, session: BrowserSession) -> None:
        self._session = session

    async def read(self, mmid: int | None, way: InputMethod) -> ActFacts:
        """Say what acting on an element would do; ``None`` stands for what has the focus.

        Never raises: where the page cannot be read, the facts are ``unread``; of an element that
        is gone they are ``unknown``, for nothing can be done to it.
        """
        tab = self._session.active
        blank = ActFacts(page=tab.url, frame=tab.url, unknown=True)
        # With none of its own, the answer goes to another tab's.
        asked = [each.dialog.message for each in (tab, *self._session.tabs) if each.dialog]
        if asked and (tab.dialog or mmid is None):
            message = asked[0] if tab.dialog else " ".join(asked)
            return ActFacts(page=tab.url, frame=tab.url, role="dialog", around=message)
        try:
            both = await _found(worlds_of(tab), mmid, way, shows=False)
        except SkillError as error:
            # Whoever acts on an element that is gone or behind a dialog is told so.
            fails = mmid is not None and isinstance(error, ElementGone | FrameGone | DialogOpen)
            return blank if fails else replace(blank, unread=True)
        if both is None:
            # Without a focus a key goes to the page at large, which is no control.
            return blank if mmid is not None else ActFacts(page=tab.url, frame=tab.url)
        return _facts(tab.url, both[1])

    async def sending(self, mmid: int | None, way: InputMethod) -> Sending:
        """Say what acting on it shows and would send; nothing where it is not there."""
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
    """What a script says of the element, or of what has the focus, and the world that has it."""
    now = worlds.now(mmid) if mmid is not None else 0
    inner = False
    for world in [worlds.of(now)] if mmid is not None else worlds.all:
        # As long as for any other look: what could not be read in time is asked about.
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
    return ActFacts(**found, **lists, near=near, page=page, form=form, held=held)
