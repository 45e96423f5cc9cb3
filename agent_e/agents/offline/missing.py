"""Has the person say what a form still wants: fields it finds wrong, and a choice not made."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from agent_e.human.questions import field_name
from agent_e.types import PersonAnswer

from .asking import ASK
from .controls import messages, password_field, press, submit_button
from .filling import entry
from .outline import Line, Page
from .parts import main_lines
from .replay import Call
from .scene import Moves, Report, Scene

_CHOOSING = re.compile(r"\b(?:choose|select|pick|option)\b", re.I)


@dataclass(frozen=True, kw_only=True, slots=True)
class Missing:
    """What a form wants: values for ``fields``, and one of ``options``, which are boxes."""

    fields: tuple[Line, ...] = ()
    options: tuple[Line, ...] = ()
    about: str = ""


def find_missing(page: Page) -> Missing | None:
    """What the form on a page was sent without, if it says so."""
    if password_field(page) is not None:
        return None
    lines = main_lines(page)
    wrong = [n for n in lines if n.field and n.name and "invalid" in n.states]
    if len({n.name for n in wrong}) < len(wrong):
        return None
    if any(_CHOOSING.search(told.name) for told in messages(page, lines)):
        for line in lines:
            boxes = tuple(n for n in page.under(line) if n.role == "radio" and n.mmid is not None)
            names = {box.name for box in boxes}
            open_yet = len(boxes) > 1 and not any(box.checked for box in boxes)
            if line.role in ("group", "radiogroup") and open_yet and len(names) == len(boxes):
                return Missing(fields=tuple(wrong), options=boxes, about=line.name)
    return Missing(fields=tuple(wrong)) if wrong else None


def supply(scene: Scene, missing: Missing, report: Report) -> Moves[Report]:
    """Ask for what is missing, enter it and send the form again; ``report`` is how it was."""
    why = f"The form '{scene.page.title}' was not taken."
    if missing.fields:
        labels = [line.name for line in missing.fields]
        asked = yield from scene.do(
            ASK, question=f"{why} What shall stand in it?", kind="form", options=labels
        )
        calls = [] if asked.error else _entries(missing.fields, asked.answer)
        if not calls:
            return report
        steps = yield tuple(calls)
        if any(step.error for step in steps):
            return report
    if missing.options:
        names = [line.name for line in missing.options]
        asked = yield from scene.do(
            ASK, question=f"{why} {missing.about}: which one?", kind="choice", options=names
        )
        box = None if asked.error else _chosen(missing.options, asked.answer)
        if box is None or (yield from scene.click(box)).error:
            return report
    button = submit_button(scene.page, [*missing.fields, *missing.options][-1])
    if button is None:
        return report
    return (yield from press(scene, [button], "Sent what the person gave"))


def _entries(fields: Sequence[Line], said: PersonAnswer | None) -> list[Call]:
    given = said.value if said is not None and isinstance(said.value, Mapping) else {}
    values = {str(name).casefold(): str(value) for name, value in given.items() if value}
    wanted = ((line, values.get(field_name(line.name).casefold())) for line in fields)
    return [entry(line, value) for line, value in wanted if value]


def _chosen(boxes: Sequence[Line], said: PersonAnswer | None) -> Line | None:
    wanted = str(said.value).casefold() if said is not None and said.given else ""
    return next((box for box in boxes if box.name.casefold() == wanted), None)
