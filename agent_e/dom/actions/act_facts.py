"""Reads from the active page what an act would do: the facts that its risk is told by."""

from __future__ import annotations

import hashlib
from dataclasses import replace
from typing import Any, get_args

from agent_e.browser import BrowserSession
from agent_e.dom.worlds.registry import FrameGone, IsolatedWorld, worlds_of
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
            said = asked[0] if tab.dialog else " ".join(asked)
            return ActFacts(page=tab.url, frame=tab.url, role="dialog", around=said)
        try:
            found = await self._found(worlds_of(tab), mmid, way)
        except SkillError as error:
            # Whoever acts on an element that is gone or behind a dialog is told so.
            fails = mmid is not None and isinstance(error, ElementGone | FrameGone | DialogOpen)
            return blank if fails else replace(blank, unread=True)
        if found is None:
            # Without a focus a key goes to the page at large, which is no control.
            return blank if mmid is not None else ActFacts(page=tab.url, frame=tab.url)
        return _facts(tab.url, found)

    async def sending(self, mmid: int | None, way: InputMethod) -> Sending:
        """Say what acting on it shows and would send; nothing where it is not there."""
        worlds = worlds_of(self._session.active)
        now = worlds.now(mmid) if mmid is not None else 0
        for world in [worlds.of(now)] if mmid is not None else worlds.all:
            found = await world.call("act_facts", mmid=now, way=way, shows=True)
            if found and not found.get("inner"):
                left, top = await world.locate()
                x, y, width, height = found["box"]
                box = (x + left, y + top, width, height) if width and height else None
                return Sending(values=tuple(map(tuple, found["values"])), box=box)
        return Sending()

    async def _found(
        self, worlds: Any, mmid: int | None, way: InputMethod
    ) -> dict[str, Any] | None:
        if mmid is not None:
            now = worlds.now(mmid)
            return await _ask(worlds.of(now), now, way)
        inner = False
        for world in worlds.all:
            found = await _ask(world, 0, way)
            if found and not found.get("inner"):
                return found
            inner = inner or found is not None
        if inner:
            raise SkillError("What has the focus is in a frame that nobody has looked into.")
        return None


async def _ask(world: IsolatedWorld, mmid: int, way: InputMethod) -> dict[str, Any] | None:
    # As long as for any other look: what could not be read in time is asked about.
    found: dict[str, Any] | None = await world.call("act_facts", mmid=mmid, way=way, shows=False)
    return found


def _facts(page: str, found: dict[str, Any]) -> ActFacts:
    form = found.pop("form")
    held = hashlib.sha256(found.pop("held").encode("utf-8", "replace")).hexdigest()[:16]
    if form is not None:
        kinds = tuple(kind for kind in form["kinds"] if kind in _KINDS)
        form = FormFacts(**{**form, "kinds": kinds, "ticks": tuple(form["ticks"])})
    near = tuple(kind for kind in found.pop("near") if kind in _KINDS)
    lists: dict[str, Any] = {name: tuple(found.pop(name)) for name in ("amounts", "beside")}
    return ActFacts(**found, **lists, near=near, page=page, form=form, held=held)
