"""From a saved page to the record of it."""

from __future__ import annotations

import re
import time
from itertools import count

from agent_e.dom.change.phrases import left_out
from agent_e.types import Frame, Node, Observation

from .clickable import stands_for
from .decode import decode
from .fields import options
from .help import description, hint
from .judge import without_repeats
from .parse import MOST_ELEMENTS
from .sheet import Row
from .states import states
from .values import value
from .walk import Walk
from .words import squeeze

_LONGEST_TITLE = 300
_SPEAKS = re.compile(r"[^\W_]")


def read_saved(html: str | bytes, *, url: str = "") -> Observation:
    """Read stored HTML as it is, without a browser.

    The nodes mean what they mean in a browser's observation and stand in the same order. ``mmid``
    numbers what could be acted on from 1, to name lines by: nothing can act on a saved page. There
    are no boxes (``bbox`` and ``reachable`` are None), no focus, no scroll position, and no states
    that depend on where something is drawn. A frame whose page is not written into this one
    (``srcdoc``) is a line with the problem "not saved". Of a page that is too large the beginning
    is read, with a note that says so.

    Args:
        html: the page; the encoding of bytes is found out.
        url: where it comes from, for its relative links.

    Raises:
        ConfigError: it is an MHTML archive, or no text at all.
    """
    started = time.perf_counter()
    walk = Walk(url)
    document = walk.read(decode(html))
    rows = without_repeats(walk.sheet.settle())
    numbers = count(1)
    nodes = tuple(_node(row, numbers, walk.frames) for row in rows)
    return Observation(
        url=url,
        title=squeeze(document.title[:_LONGEST_TITLE]),
        nodes=nodes,
        frames=tuple(walk.frames),
        notes=_notes(walk),
        milliseconds=(time.perf_counter() - started) * 1000,
    )


def _notes(walk: Walk) -> tuple[str, ...]:
    notes: list[str] = []
    if not walk.whole and walk.work.elements > MOST_ELEMENTS:
        notes.append(f"The page is huge: only its first {MOST_ELEMENTS} elements were read.")
    elif not walk.whole:
        lines = len(walk.sheet.rows)
        notes.append(f"The page is huge: only its first {lines} lines were read.")
    if walk.illegible:
        notes.append(left_out(walk.illegible))
    return tuple(notes)


def _node(row: Row, numbers: count[int], frames: list[Frame]) -> Node:
    element = row.element
    tag = element.tag if element else ""
    if element is None or not row.why:
        bar = element is not None and row.role in ("progressbar", "meter")
        words = states(element) if element and element.attributes else []
        if row.role == "frame" and frames[row.frame].origin != frames[0].origin:
            words = ["other origin"]
        return Node(
            depth=row.depth,
            role=row.role,
            name=row.name,
            tag=tag,
            value=value(element) if element and bar else None,
            states=tuple(words),
            level=row.level or None,
            frame=row.frame,
            glue=row.glue,
        )
    source = stands_for(element) or element if row.why == "stands for" else element
    help_ = "" if _SPEAKS.search(row.name) else hint(element, row.href)
    described = description(source)
    return Node(
        depth=row.depth,
        role=row.role,
        name=row.name,
        mmid=next(numbers),
        tag=source.tag,
        value=value(source),
        states=tuple(states(source)),
        level=row.level or None,
        description="; ".join(part for part in (help_, described) if part),
        options=tuple(options(source)),
        href=row.href or None,
        frame=row.frame,
        glue=row.glue,
    )
