"""Reads from the active page what an act would do: the facts that its risk is told by."""

from __future__ import annotations

import hashlib
from typing import Any, get_args

from agent_e.browser import BrowserSession
from agent_e.errors import SkillError
from agent_e.types import ActFacts, FieldKind, FormFacts, Way

from .world import World, worlds_of

_TIMEOUT_S = 2.0
_KINDS = frozenset(get_args(FieldKind))


class ActReader:
    """Reads the facts of an act on the active page of a session."""

    def __init__(self, session: BrowserSession) -> None:
        self._session = session

    async def read(self, mmid: int | None, way: Way) -> ActFacts:
        """Say what acting on an element would do; ``None`` stands for what has the focus.

        Never raises: where the page cannot be read, the facts are ``unknown``.
        """
        tab = self._session.active
        blank = ActFacts(page=tab.url, frame=tab.url, unknown=True)
        if tab.dialog:
            return ActFacts(page=tab.url, frame=tab.url, role="dialog", around=tab.dialog.message)
        try:
            found = await self._found(worlds_of(tab), mmid, way)
        except SkillError:
            return blank
        if found is None:
            # Without a focus a key goes to the page at large, which is no control.
            return blank if mmid is not None else ActFacts(page=tab.url, frame=tab.url)
        return _facts(tab.url, found)

    async def _found(self, worlds: Any, mmid: int | None, way: Way) -> dict[str, Any] | None:
        if mmid is not None:
            now = worlds.now(mmid)
            return await _ask(worlds.of(now), now, way)
        for world in worlds.all:
            if found := await _ask(world, 0, way):
                return found
        return None


async def _ask(world: World, mmid: int, way: Way) -> dict[str, Any] | None:
    found: dict[str, Any] | None = await world.call(
        "act_facts", timeout_s=_TIMEOUT_S, mmid=mmid, way=way
    )
    return found


def _facts(page: str, found: dict[str, Any]) -> ActFacts:
    form = found.pop("form")
    held = hashlib.sha256(found.pop("held").encode("utf-8", "replace")).hexdigest()[:16]
    if form is not None:
        kinds = tuple(kind for kind in form["kinds"] if kind in _KINDS)
        form = FormFacts(**{**form, "kinds": kinds, "ticks": tuple(form["ticks"])})
    return ActFacts(
        **{**found, "amounts": tuple(found["amounts"])}, page=page, form=form, held=held
    )
