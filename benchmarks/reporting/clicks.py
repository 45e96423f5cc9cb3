"""Pictures of clicks that missed: where it was right to click, and where the click was."""

from __future__ import annotations

import base64
import io
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from PIL import Image, ImageDraw

from agent_e.benchmarks.episodes.record import EpisodeOutcome, Evidence, read_evidence
from agent_e.benchmarks.evaluators.first_act import FIRST_ACT, FirstActCheck, place_of
from agent_e.benchmarks.tasks.record import BenchTask

from .contents import reason_of
from .pictures import small
from .stored import BenchFolder, Stored

_OF_A_KIND = 8
"""Pictures of a kind of target: some of each, not hundreds of one."""
_RIGHT, _WRONG, _HALO = "#12a150", "#e5243b", "#ffffff"
Box = tuple[float, float, float, float]
Point = tuple[float, float]


@dataclass(frozen=True, kw_only=True, slots=True)
class MissedClick:
    """One failed click; ``picture`` is a ``data:`` URL of what was seen, marked."""

    stored: Stored
    kind: str
    instruction: str
    why: str
    picture: str


def missed_clicks(folder: BenchFolder) -> list[MissedClick]:
    """Return some of the clicks of each kind that missed, in the order of the episodes."""
    found: list[MissedClick] = []
    count: Counter[str] = Counter()
    for each in folder.episodes:
        task, outcome = folder.tasks.get(each.record.task_id), each.record.outcome
        kind = str(each.record.tags.get("kind", ""))
        if task is None or not outcome.counted or outcome is EpisodeOutcome.SUCCESS:
            continue
        if count[kind] >= _OF_A_KIND or not (picture := _picture(each, task)):
            continue
        count[kind] += 1
        found.append(
            MissedClick(
                stored=each,
                kind=kind,
                instruction=str(task.params.get("instruction") or task.intent),
                why=reason_of(each.record),
                picture=f"data:image/webp;base64,{base64.b64encode(picture).decode()}",
            )
        )
    return found


def _picture(stored: Stored, task: BenchTask) -> bytes | None:
    """The marked picture; ``None`` where the task is none of clicks, or nothing is left of it."""
    checks = [FIRST_ACT.read(each) for each in task.evaluators if each.type == FIRST_ACT.name]
    placed = next((each for each in checks if each.selector or each.box), None)
    if placed is None:
        return None
    try:
        evidence = read_evidence(stored.folder)
        file = _file(stored, task, placed, evidence)
        with Image.open(file) as opened:
            image = opened.convert("RGB")
        box, points = _in_window(placed, evidence)
        scale = _scale(placed, evidence, image)
    except (OSError, ValueError, LookupError):  # the report goes without
        return None
    draw = ImageDraw.Draw(image)
    left, top, right, bottom = (each * scale[at % 2] for at, each in enumerate(box))
    for width, colour in ((5, _HALO), (3, _RIGHT)):
        draw.rectangle((left - 3, top - 3, right + 3, bottom + 3), outline=colour, width=width)
    for x, y in points:
        _ring(draw, x * scale[0], y * scale[1])
    into = io.BytesIO()
    image.save(into, format="PNG")
    return small(into.getvalue())


def _file(stored: Stored, task: BenchTask, check: FirstActCheck, evidence: Evidence) -> Path:
    """What was seen: the page, or the picture that was on it."""
    if check.box is not None:
        return Path(str(task.sites[0].options["file"]))
    return stored.folder / evidence.screenshots[-1]


def _in_window(check: FirstActCheck, evidence: Evidence) -> tuple[Box, list[Point]]:
    """The right box and the first click, if any: in the window, or as parts of the picture."""
    acts = _acts(check, evidence)
    if check.box is not None:
        left, top, right, bottom = check.box
        return (left, top, right, bottom), [(act["x"], act["y"]) for act in acts if "x" in act]
    place = place_of(check, evidence)
    (x, y), (left, top, right, bottom) = place["scroll"], place["box"]
    return (left - x, top - y, right - x, bottom - y), [
        (act["x"] - x, act["y"] - y) for act in acts
    ]


def _acts(check: FirstActCheck, evidence: Evidence) -> Iterator[dict[str, float]]:
    state = evidence.state.get(check.site)
    acts = state.get("acts") if isinstance(state, dict) else None
    yield from acts[:1] if isinstance(acts, list) else ()  # type: ignore[misc]


def _scale(check: FirstActCheck, evidence: Evidence, image: Image.Image) -> Point:
    width, height = (1.0, 1.0) if check.box is not None else place_of(check, evidence)["size"]
    return image.width / width, image.height / height


def _ring(draw: ImageDraw.ImageDraw, x: float, y: float) -> None:
    for width, colour in ((7, _HALO), (4, _WRONG)):
        draw.ellipse((x - 13, y - 13, x + 13, y + 13), outline=colour, width=width)
    draw.ellipse((x - 2, y - 2, x + 2, y + 2), fill=_WRONG)
