"""What an agent was shown, as the data behind the shown text."""

from __future__ import annotations

from dataclasses import dataclass

from .change import ChangeReport
from .observation import BBox, Observation
from .records import Records


@dataclass(frozen=True, kw_only=True, slots=True)
class Document:
    """The text of something that was read without being opened, such as a PDF or a JSON answer.

    Attributes:
        url: its source.
        title: its name, ``""`` for none.
        text: the shown part of it, verbatim.
    """

    url: str
    text: str
    title: str = ""


Material = Observation | ChangeReport | Records | Document
"""What the result of a skill can be made from."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Evidence:
    """One thing an agent was shown.

    Attributes:
        step: the model call after which it was shown, counted over the run.
        url: the page it was seen on.
        at: seconds since the epoch.
        material: the source of its text.
    """

    step: int
    url: str
    at: float
    material: Material


@dataclass(frozen=True, kw_only=True, slots=True)
class Reference:
    """Where a quote was located.

    Attributes:
        evidence: the newest one that contains it.
        text: the quote as it appears there.
        around: the surrounding text there, the quote included.
        nodes: ids of the elements it spans.
        boxes: of these nodes, CSS pixels of the viewport; empty where unknown.
        typed: whether it is the content of a field or typed text, and not the page's own words.
    """

    evidence: Evidence
    text: str
    around: str = ""
    nodes: tuple[int, ...] = ()
    boxes: tuple[BBox, ...] = ()
    typed: bool = False
