"""Write a run folder.

    runs/<id>/
        run.json       resolved configuration, versions, prompt hashes; written first
        events.jsonl   one event a line, in order, each written before the effect it announces
        result.json    written last: its presence is the only sign that the run came to an end
        shots/         pictures of the page, by number of their event
        downloads/     files the browser saved, by number
        extracts/      records that were too many to be told, by number of their event

Kinds of event (fields beside ``seq``, ``time`` and ``kind``):

    run.started        task, start_url, architecture, mode, models
    run.continued      like run.started: a run that was cut off goes on, in a new browser
    plan.updated       version, steps: [{text, status}], by (planner|person)
    subtask.started    number, sub_task, expect
    subtask.ended      number, status, summary, facts, steps, url
    model.called       role, model, messages (those new since this conversation's last call), tools,
                       spare (those that may be called though they may not be among ``tools``),
                       tokens (of the whole request, estimated)
    model.replied      role, call, model, text, calls, usage, milliseconds; repairs, where something
                       had to be mended to read it
    model.retried      role, call, reason (rate_limits|server_errors|timeouts|connections|other),
                       error, wait_s
    model.replaced     role, call, model, by (the model that is asked from now on), error
    model.failed       role, call, type, error
    context.shortened  role, before, after (estimated tokens), exchanges (replies taken out), text
                       (what the model is told in their place)
    limit.told         role, told (near|last), limit, whose (run|sub-task|an agent), used, most
    limit.raised       limit, whose, by (how much more of it the person gave)
    observed           view, characters, nodes, milliseconds
    action.started     action, target, arguments
    action.ended       started, status (done|refused|broken), words or error, url, milliseconds;
                       done: ghost (nothing changed; null: not looked at), cause (why nothing did),
                       requests: [{method, url, status}] it led to, other than GET
    effect             started (of the action), effect: {step, kind (act|request), tier, action,
                       target, page, url, method, status, grant, said}: see ``types.Effect``
    pictured           started (of the action that comes next; null at the end of the run), file,
                       width, height, viewport (what it shows: width, height in CSS pixels), box (of
                       its target: x, y, width, height in the picture), url, milliseconds; or error,
                       where none could be taken
    extracted          fields, place, records, pages, missing, url
    loop.found         role, rule, level (1: told; higher: refused, ended), step (of the role's own
                       actions or sub-tasks), pairs: [{action, led_to, times}], words
    skill.failed       skill, type, error (refused before it acted, or a bug with its traceback)
    answer.checked     facts (how many are cited), notes: [{kind, what}] on what is missing,
                       verdict of the judge (yes|no|cannot_tell; empty where it was not asked), why,
                       verified
    step.judged        step, component, right, reason (by an architecture that checks its parts)
    person.asked       request: {id, run, step, kind, question, schema, default, evidence, deadline,
                       on_timeout, sensitivity}
    person.answered    id, action (answered|declined|defaulted|unanswered|withdrawn), value (of a
                       secret the name it is kept by), note, by (channel)
    person.missed      id, by (channel), error (why the question could not be put to them so)
    control.state      state (planning|awaiting_plan|running|paused|awaiting_human|stopping)
    control.paused     by; control.resumed and control.stopped likewise
    control.steered    words, by
    browser.event      what, ... (tab, dialog, download, crash)
    gate.judged        action, act (in words), tier (R0-R3), decision (notify|ask|deny), reasons
    approval.answered  act, allowed, fingerprint (what the gate took the person's answer for)
    security.blocked   url, rule, sentence, where (call|page|frame|window) it was to be opened
    security.tainted   signal (hidden|orders|marks|unseen letters), quote, url: what was read may
                       steer the agent
    approval.repeated  act, like (what the person said yes to for the whole run)
    request.judged     act (in words), method, url, by (document|script|ping|other), carries (what
                        was typed: text|private), tier, decision (notify|ask|deny), reasons: it
                        waited until then
    security.blocked   url, rule, sentence, where (call|page|frame|window) it was to be opened, or
                        request, which was not sent
    run.broken         type, traceback (of an exception that nobody foresaw)
    run.ended          outcome, answer, message, usage, cost_usd, seconds
"""

from __future__ import annotations

import itertools
import json
import os
import secrets
import time
from collections.abc import Callable, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError

from .reader import read_lines

Listener = Callable[[Mapping[str, Any]], None]
Redact = Callable[[Any], Any]
Mask = Callable[[Mapping[str, Any]], Mapping[str, Any]]
"""Returns an event as it may be written."""


def new_run_dir(root: Path) -> Path:
    """Make and return ``root/<id>``; the id sorts by time and is unique.

    Raises:
        ConfigError: the folder cannot be written to.
    """
    name = f"{datetime.now():%Y%m%d-%H%M%S}-{secrets.token_hex(2)}"
    path = root / name
    try:
        path.mkdir(parents=True, exist_ok=False)
    except OSError as error:
        raise ConfigError(
            f"The run folder {path} cannot be made: {error.strerror}. "
            "Give another place with --out."
        ) from error
    return path


class Journal:
    """Append events to a run folder and pass each on to listeners such as the live view.

    In a folder that has events already, of a run that was cut off, numbers go on after the last.
    A line is one ``write`` of the operating system: a process killed at any moment leaves at most
    one torn line, at the end, which readers skip.

    Attributes:
        mask: applied to every event first, where what is secret can be told by the event alone.
    """

    def __init__(self, run_dir: Path, *, redact: Redact | None = None) -> None:
        self.run_dir = run_dir
        self.mask: Mask | None = None
        self._redact = redact
        self._listeners: list[Listener] = []
        self._numbers = itertools.count(_mended(run_dir / "events.jsonl") + 1)
        try:
            self._file = os.open(
                run_dir / "events.jsonl", os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o644
            )
        except OSError as error:
            raise ConfigError(
                f"The journal in {run_dir} cannot be written: {error.strerror}. "
                "Give another place with --out."
            ) from error

    def subscribe(self, listener: Listener) -> None:
        """Call ``listener`` with every event written from now on."""
        self._listeners.append(listener)

    def write(self, kind: str, /, **fields: Any) -> int:
        """Append one event and return its number."""
        event: Mapping[str, Any]
        number = next(self._numbers)
        event = {"seq": number, "time": round(time.time(), 4), "kind": kind, **fields}
        if self.mask is not None:
            event = self.mask(event)
        # Views and event streams must show no more than the file does.
        event = self._redacted(event)
        line = json.dumps(event, ensure_ascii=False, default=str)
        os.write(self._file, line.encode("utf-8", "backslashreplace") + b"\n")
        for listener in self._listeners:
            listener(event)
        return number

    def write_file(self, name: str, value: Mapping[str, Any]) -> None:
        """Write a JSON file of the run folder whole, or not at all."""
        kept = self._redacted(value)
        text = json.dumps(kept, ensure_ascii=False, indent=2, default=str) + "\n"
        self.write_bytes(name, text.encode("utf-8", "backslashreplace"))

    def write_bytes(self, name: str, data: bytes) -> None:
        """Write a file of the run folder, such as a picture, whole or not at all."""
        path = self.run_dir / name
        path.parent.mkdir(exist_ok=True)
        temporary = path.with_name(f".{path.name}.tmp")
        temporary.write_bytes(data)
        temporary.replace(path)

    def _redacted(self, value: Mapping[str, Any]) -> Mapping[str, Any]:
        # Value by value: a number of the text, such as the time, must stay one.
        return self._redact(value) if self._redact is not None else value

    def close(self) -> None:
        """Flush to disk and close; further writes fail."""
        os.fsync(self._file)
        os.close(self._file)


def _mended(path: Path) -> int:
    """Return the number of the last event, 0 without one; a torn one is taken out.

    It would spoil the next line.
    """
    lines = path.read_bytes().splitlines(keepends=True) if path.exists() else []
    if not lines:
        return 0
    try:
        json.loads(lines[-1])
    except ValueError:
        os.truncate(path, path.stat().st_size - len(lines[-1]))
    else:
        if not lines[-1].endswith(b"\n"):
            with path.open("ab") as file:
                file.write(b"\n")
    return max((int(event["seq"]) for event in read_lines(path)), default=0)
