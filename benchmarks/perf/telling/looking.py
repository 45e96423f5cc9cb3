"""An independent look at the open page: what a person meets on it, and all that it has rendered."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path

from playwright.async_api import Error as PlaywrightError
from playwright.async_api import Frame, Page

_SCRIPT = Path(__file__).with_name("page.js")


@dataclass(frozen=True, slots=True)
class Text:
    """A piece of text; ``place`` is the way to it by tags and ids.

    ``seen`` is false where nobody could see it, not even by scrolling.
    """

    text: str
    place: str
    seen: bool = True


@dataclass(frozen=True, slots=True)
class Control:
    """Something to act on.

    Attributes:
        key: stays its own in all looks.
        names: what it is or may be called, the best first.
        place: the way to it by tags and ids.
        states: such as ``{"checked": "true", "value": "3"}``.
        seen: false where nobody could see it, not even by scrolling.
    """

    key: str
    names: tuple[str, ...]
    place: str
    states: Mapping[str, str] = field(default_factory=dict)
    seen: bool = True


@dataclass(frozen=True, kw_only=True, slots=True)
class Look:
    """One look.

    Attributes:
        texts: all pieces of text that are rendered, in document order.
        controls: all controls, likewise.
        labels: words that are not written but said of something, such as of a picture.
        met_texts: the pieces that are in view.
        met: the controls that are in view, by a key that stays theirs.
    """

    url: str
    title: str
    texts: tuple[Text, ...] = ()
    controls: tuple[Control, ...] = ()
    labels: tuple[Text, ...] = ()
    met_texts: tuple[Text, ...] = ()
    met: Mapping[str, Control] = field(default_factory=dict)


async def look(page: Page) -> Look:
    """Look at a page, all its frames."""
    texts: list[Text] = []
    controls: list[Control] = []
    labels: list[Text] = []
    script = _SCRIPT.read_text(encoding="utf-8").rstrip().rstrip(";")
    for frame in page.frames:
        if not await _is_shown(frame):
            continue
        try:
            found = await frame.evaluate(script)
        except PlaywrightError:
            # It was replaced meanwhile; the next look has what came instead.
            continue
        texts += [Text(**each) for each in found["texts"]]
        controls += [Control(**each) for each in found["controls"]]
        labels += [Text(**each) for each in found["labels"]]
    return Look(
        url=page.url,
        title=await page.title(),
        texts=tuple(texts),
        controls=tuple(controls),
        labels=tuple(labels),
        met_texts=tuple(each for each in texts if each.seen),
        met={each.key: each for each in controls if each.seen},
    )


async def _is_shown(frame: Frame) -> bool:
    if frame.parent_frame is None:
        return True
    try:
        return await (await frame.frame_element()).is_visible()
    except PlaywrightError:
        return False
