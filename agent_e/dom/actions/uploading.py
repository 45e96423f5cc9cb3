"""Uploading files: into a file field, through a chooser, or by a drop."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import FileChooser

from agent_e.browser import Tab, mapped_errors
from agent_e.dom.changes.tab_state import begin, trace_of
from agent_e.errors import BadArgument, ElementBlocked, SkillError

from . import file_chooser, pointer
from .block_reasons import named
from .files import check_fitting, found_files
from .input import send
from .targets import Point, Target, Targets

QUIET_MS = 60
FIRST_MS = 500
"""How long a click must have no effect to count as opening no chooser."""

_HELD = "field => [...field.files].map(file => file.name)"


async def upload_file(targets: Targets, target: Target, paths: Sequence[str]) -> str:
    """Give files to the page by means of the element; return the outcome.

    Tries, in order: the file field that the element is, labels or contains; the file chooser that a
    click on it opens; a drop onto it. Relative paths refer to the downloads or the working folder.

    ``BadArgument`` if a file cannot be used, does not fit, or the element takes none;
    ``ActionDenied`` if the page may not have one of the files.
    """
    files = found_files(paths, (targets.session.downloads_dir, Path.cwd()))
    if targets.may_upload is not None:
        targets.may_upload(files, (await targets.call(target, "secret_target"))["origin"])
    found = await targets.call(target, "file_field")
    who = named(target.mmid, found)
    if found["fields"] > 1:
        raise BadArgument(f"{who} holds {found['fields']} file fields. Give the number of one.")
    if found["fields"]:
        return await _fill_field(target, found, files, who)
    outcome = await _through_chooser(targets, target, files, who)
    return outcome or await _drop(targets, target, files, who)


async def _fill_field(
    target: Target, found: dict[str, Any], files: Sequence[Path], who: str
) -> str:
    if found["disabled"]:
        raise ElementBlocked(f"{who} is disabled. Something else may have to be done first.")
    asked = {each: found[each] for each in ("accept", "multiple", "folder")}
    check_fitting(files, who, **asked)
    tab, world = target.tab, target.world
    await begin(tab, world, target.mmid, found)
    field = await world.handle("file_input")
    if not field:
        raise ElementBlocked(f"The file field of {who} is not on the page any more. Look again.")
    with mapped_errors(f"giving files to [{target.mmid}]"):
        options = {"files": [str(file) for file in files], "objectId": field}
        await tab.guard(world.session.send("DOM.setFileInputFiles", options))
    held: list[str] | None = None
    # Processing the files may open a dialog or another page.
    with suppress(SkillError):
        held = await world.call("files_held")
    return _outcome(tab, held)


async def _through_chooser(
    targets: Targets, target: Target, files: Sequence[Path], who: str
) -> str | None:
    """Click the element and answer the file chooser; ``None`` if none opens."""
    tab = target.tab
    loading = tab.network.in_flight
    with file_chooser.expected(tab) as come:
        await pointer.click(targets, target)
        chooser = await _chooser(target, come, loading)
    if chooser is None:
        return None
    field = chooser.element
    with mapped_errors(f"giving files to [{target.mmid}]"):
        accept = await tab.guard(field.get_attribute("accept")) or ""
        folder = await tab.guard(field.get_attribute("webkitdirectory")) is not None
        multiple = chooser.is_multiple()
        check_fitting(files, who, accept=accept, multiple=multiple, folder=folder)
        await tab.guard(chooser.set_files(list(files)))
    held: list[str] | None = None
    # The page's handling of the files may open a dialog or another page.
    with suppress(PlaywrightError, SkillError):
        held = await tab.guard(field.evaluate(_HELD))
    return _outcome(tab, held)


async def _chooser(
    target: Target, come: asyncio.Future[FileChooser], loading: int
) -> FileChooser | None:
    """Wait until the file chooser opens, or the page is calm without requests.

    ``loading``: requests in flight before.
    """
    tab, loop = target.tab, asyncio.get_running_loop()
    end = loop.time() + file_chooser.ACTIVATION_S
    again = False
    while not come.done() and loop.time() < end:
        options = {"quiet": QUIET_MS, "first": FIRST_MS, "cap": FIRST_MS, "again": again}
        calm = asyncio.ensure_future(target.world.call("watch_quiet", mutation=False, **options))
        try:
            await asyncio.wait({calm, come}, return_when=asyncio.FIRST_COMPLETED)
            if calm.done() and not calm.result()["unsettled"] and tab.network.in_flight <= loading:
                break
        finally:
            calm.cancel()
        again = True
    return come.result() if come.done() else None


async def _drop(targets: Targets, target: Target, files: Sequence[Path], who: str) -> str:
    """Drop the files onto the element from outside, if the page accepts them."""
    tab = target.tab
    at = await targets.aim(target)
    await targets.call(target, "drop_watch")
    with mapped_errors(f"dropping files onto [{target.mmid}]"):
        for kind in ("dragEnter", "dragOver"):
            await _drag_event(tab, kind, at, files)
        if not await target.world.call("drop_taken"):
            await _drag_event(tab, "dragCancel", at, files)
            raise BadArgument(
                f"{who} takes no files: it is no file field, a click on it opens no file chooser, "
                "and nothing can be dropped on it. Look with get_dom for what does."
            )
        await _drag_event(tab, "drop", at, files)
    return f"The page had {_listed([file.name for file in files])} dropped onto it."


async def _drag_event(tab: Tab, kind: str, at: Point, files: Sequence[Path]) -> None:
    data = {"items": [], "files": [str(file) for file in files], "dragOperationsMask": 1}
    event = {"type": kind, "x": at.x, "y": at.y, "data": data}
    await send(tab, tab.cdp.send("Input.dispatchDragEvent", event))


def _outcome(tab: Tab, held: Sequence[str] | None) -> str:
    """Say what the field holds; ``held`` is ``None`` if it is gone or cannot be read."""
    if not held:
        return "The page took what it was given." + " The field is empty again." * (held == [])
    trace_of(tab).acted.entered = ", ".join(held)
    return f"The field now holds {_listed(held)}."


def _listed(names: Sequence[str]) -> str:
    return ", ".join(f"'{name}'" for name in names)
