"""An independent look at the open page: what is visible to a person, and all that is rendered."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

from agent_e.benchmarks.perf.sight.grid import Grid
from agent_e.benchmarks.perf.sight.grid import look as met_on

_SCRIPT = Path(__file__).with_name("page.js")


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text; ``place`` is its path of tags and ids.

    ``seen`` is false where it is invisible even after scrolling, ``accessible`` where its
    author hides it from assistive technology.
    """

    text: str
    place: str
    seen: bool = True
    accessible: bool = True

    @property
    def counts(self) -> bool:
        """Whether it is a figure that is not read out, such as a line number in an editor."""
        return not self.accessible and not any(each.isalpha() for each in self.text)


@dataclass(frozen=True, slots=True)
class Control:
    """Something to act on.

    Attributes:
        key: stable over all looks.
        names: its possible names, the best first.
        place: its path of tags and ids.
        around: keys of the boxes around it, the innermost first.
        states: such as ``{"checked": "true", "value": "3"}``.
        seen: false where it is invisible even after scrolling.
    """

    key: str
    names: tuple[str, ...]
    place: str
    around: Sequence[str] = ()
    states: Mapping[str, str] = field(default_factory=dict)
    seen: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """One look.

    Attributes:
        document: differs for each document that the tab shows.
        texts: all rendered pieces of text, in document order.
        controls: all controls, likewise.
        keys: number of keys given by each document in it, by the first part of its keys.
        labels: words that are not written but describe something, such as a picture.
        grid: what is met in view; ``None`` where not requested.
    """

    document: str
    texts: tuple[Text, ...] = ()
    controls: tuple[Control, ...] = ()
    keys: Mapping[str, int] = field(default_factory=dict)
    labels: tuple[Text, ...] = ()
    grid: Grid | None = None

    def knows(self, key: str) -> bool:
        """Whether the element of a key existed."""
        document, _, number = key.rpartition("-")
        return int(number) < self.keys.get(document, 0)


async def look(page: Page, *, grid: bool = True) -> Look:
    """Look at a page with all its frames; without ``grid`` only at what is rendered.

    Raises:
        PlaywrightError: it is replaced again and again.
    """
    for last in (False, True):
        try:
            return await _look(page, grid=grid)
        except PlaywrightError:
            if last:
                raise
            await page.wait_for_load_state()
    raise AssertionError("the second attempt returns or raises")


async def _look(page: Page, *, grid: bool) -> Look:
    texts: list[Text] = []
    controls: list[Control] = []
    labels: list[Text] = []
    script = _SCRIPT.read_text(encoding="utf-8").rstrip().rstrip(";")
    keys: dict[str, int] = {}
    for frame in page.frames:
        if not await _is_shown(frame):
            continue
        found = await frame.evaluate(script)
        keys[found["token"]] = found["keys"]
        texts += [Text(**each) for each in found["texts"]]
        controls += [Control(**each) for each in found["controls"]]
        labels += [Text(**each) for each in found["labels"]]
    return Look(
        document=next(iter(keys)),
        texts=tuple(texts),
        controls=tuple(controls),
        keys=keys,
        labels=tuple(labels),
        grid=await met_on(page) if grid else None,
    )


async def _is_shown(frame: Frame) -> bool:
    if frame.parent_frame is None:
        return True
    try:
        return await (await frame.frame_element()).is_visible()
    except PlaywrightError:
        return False
