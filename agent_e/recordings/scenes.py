"""The scenes of a video of a run, from its journal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass

from agent_e.journal import RunRecord
from agent_e.journal.events import ActionStarted, Pictured, SubTaskStarted
from agent_e.journal.formatting import format_action, format_result
from agent_e.text import clean

_READ_S = 0.04
"""Seconds that a character takes to be read."""
_SHORTEST_S, _LONGEST_S, _END_S = 2.0, 7.0, 4.0


@dataclass(frozen=True, kw_only=True, slots=True)
class Scene:
    """One picture with a caption.

    Attributes:
        label: ``3/8`` for an action, or what else it is.
        words: the action, or the answer.
        note: the sub-task, and why an action was not done.
        title: stands in place of a picture.
        shot: the picture of the journal, if there is one; with ``aimed`` it is of the same moment.
    """

    label: str
    words: str
    note: str = ""
    title: str = ""
    shot: Pictured | None = None
    aimed: bool = False
    at_least_s: float = _SHORTEST_S

    @property
    def seconds(self) -> float:
        """How long it is shown."""
        read = _READ_S * len(self.words + self.note + self.title)
        return min(max(self.at_least_s, read), _LONGEST_S)


def scenes_of(record: RunRecord) -> list[Scene]:
    """Return the task, every action with the picture before it, and the answer."""
    task = Scene(label="Task", words="", title=clean(record.task), note=record.run_id)
    return [task, *_actions(record), _end(record)]


def _actions(record: RunRecord) -> Iterator[Scene]:
    transcript = record.transcript
    shots = [shot for shot in transcript.of(Pictured) if shot.file]
    count, number, sub_task = len(transcript.of(ActionStarted)), 0, ""
    for event in transcript.events:
        if isinstance(event, SubTaskStarted):
            sub_task = clean(event.sub_task)
        if not isinstance(event, ActionStarted):
            continue
        number += 1
        end = transcript.ends.get(event.seq)
        failed = f"Not done: {format_result(end)}" if end and end.status != "done" else ""
        yield Scene(
            label=f"{number}/{count}",
            words=format_action(event),
            note=failed or sub_task,
            title=format_action(event),
            # Of a blank page there is none: the next one shows what was opened in it.
            shot=next((shot for shot in shots if shot.seq > event.seq), None),
            aimed=any(shot.started == event.seq for shot in shots),
        )


def _end(record: RunRecord) -> Scene:
    result = record.result or {}
    answer = result.get("answer") or result.get("message") or "The run has no result."
    words = answer if isinstance(answer, str) else json.dumps(answer, ensure_ascii=False)
    shots = [shot for shot in record.transcript.of(Pictured) if shot.file]
    return Scene(
        label=str(result.get("outcome") or "end").replace("_", " "),
        words=clean(words),
        title=clean(words),
        shot=shots[-1] if shots else None,
        at_least_s=_END_S,
    )
