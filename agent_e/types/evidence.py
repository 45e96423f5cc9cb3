"""What an agent was shown, as the data that the shown text was made from."""

from __future__ import annotations

from dataclasses import dataclass

from .change import ChangeReport
from .observation import BBox, Observation
from .records import Records


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """The text of something that was read without being opened, such as a PDF or a JSON answer.

    Attributes:
        url: where it was read from.
        title: its name, ``""`` for none.
        text: what was shown of it, as it stands there.
    """

    url: str
    text: str
    title: str = ""


Material = Observation | ChangeReport | Records | Document
"""What a result of a skill can be made from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One thing an agent was shown.

    Attributes:
        step: the model call after which it was shown, counted over the run.
        url: the page it was seen on.
        at: seconds since the epoch.
        material: what its text was made from.
    """

    step: int
    url: str
    at: float
    material: Material


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """Where a quote was located.

    Attributes:
        evidence: the newest one that has it.
        text: the quote as it stands there.
        around: the text that surrounds it there, the quote included.
        nodes: ids of the elements it spans.
        boxes: where these nodes are drawn, CSS pixels of the viewport; empty where that is unknown.
        typed: whether it stands in a field or is what was entered, and not the page's own words.
    """

    evidence: Evidence
    text: str
    around: str = ""
    nodes: tuple[int, ...] = ()
    boxes: tuple[BBox, ...] = ()
    typed: bool = False
