"""Bring dates of old questions up to date: ``shift``, ``shift:DAY``, ``months:8`` or ``keep``."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Literal

from agent_e.benchmarks.tasks.date_grammar import is_planned, stale_reason
from agent_e.benchmarks.tasks.date_text import Mention, find_mentions, is_ambiguous, rewrite, write
from agent_e.benchmarks.tasks.placeholders import add_months
from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.errors import ConfigError

HORIZON = timedelta(days=330)
"""How far ahead flights are sold: a date moved beyond that would make its task impossible."""
_WEEKS = timedelta(weeks=8)
_HOLIDAYS = re.compile(r"christmas|new year|valentine|easter|halloween|thanksgiving", re.IGNORECASE)
_TODAY = re.compile(r"\btoday(?:'s date)?\s*[(,:]?\s*$", re.IGNORECASE)

DateKind = Literal["shifted", "current", "fact", "unsaved"]


@dataclass(frozen=True, kw_only=True)
class DateRule:
    """How past dates are treated; ``day`` is what they are moved relative to, else today."""

    name: Literal["shift", "months", "keep"] = "shift"
    months: int = 0
    day: date | None = None


@dataclass(frozen=True, kw_only=True)
class DateNote:
    """The result for one date of one task.

    Attributes:
        task: id of the task.
        kind: shifted; current (needs no change); fact (asks about that time, so it stays); unsaved
            (out of date, and still so).
        text: as originally written.
        became: as written now.
        reason: why, in a few words.
    """

    task: str
    kind: DateKind
    text: str
    became: str
    reason: str


@dataclass(frozen=True)
class DateReport:
    """The results for all dates of a suite."""

    notes: tuple[DateNote, ...] = ()

    def tasks(self, kind: DateKind) -> tuple[str, ...]:
        """Return the ids of tasks with a date of this kind, in order, each once."""
        return tuple(dict.fromkeys(note.task for note in self.notes if note.kind == kind))

    def of(self, tasks: Iterable[BenchTask]) -> DateReport:
        """Return the results for the dates of these tasks alone."""
        ids = {task.id for task in tasks}
        return DateReport(tuple(note for note in self.notes if note.task in ids))

    def summary(self) -> str:
        """Return a one-line summary."""
        words = {
            "shifted": "moved",
            "current": "needed no change",
            "fact": "ask about that time and stay",
            "unsaved": "are out of date and stay so",
        }
        kinds: tuple[DateKind, ...] = ("shifted", "current", "fact", "unsaved")
        counts = ", ".join(f"{len(self.tasks(kind))} {words[kind]}" for kind in kinds)
        return f"Tasks with dates: {counts}."


def parse_date_rule(text: str) -> DateRule:
    """Read ``shift``, ``shift:2026-12-01``, ``keep`` or ``months:8``.

    Raises:
        ConfigError: it is something else.
    """
    if text == "shift":
        return DateRule()
    if text == "keep":
        return DateRule(name="keep")
    name, _, value = text.partition(":")
    try:
        if name == "shift":
            return DateRule(day=date.fromisoformat(value))
        if name == "months" and 0 < int(value) < 1000:
            return DateRule(name="months", months=int(value))
    except ValueError:
        pass  # said below
    raise ConfigError(
        f"{text!r} is no rule for dates. Give shift, keep or a number of months such as months:8; "
        "shift:2026-12-01 is as of that day."
    )


def apply_dates(
    tasks: Iterable[BenchTask], rule: DateRule, today: date
) -> tuple[list[BenchTask], DateReport]:
    """Bring the dates of all tasks up to date, and report the result for each.

    Tasks with dates get the tag ``out_of_date``: reports list those that stay so separately.
    """
    done: list[BenchTask] = []
    notes: list[DateNote] = []
    for task in tasks:
        changed, its_notes = _apply(task, rule, rule.day or today)
        if changed.valid_until and changed.valid_until < today:
            its_notes = [_expired(note) for note in its_notes]
        if its_notes:
            over = any(note.kind == "unsaved" for note in its_notes)
            tags = {**changed.tags, "out_of_date": over}
            changed = changed.model_copy(update={"tags": tags})
        done.append(changed)
        notes += its_notes
    return done, DateReport(tuple(notes))


def _expired(note: DateNote) -> DateNote:
    """Return what is to be said where the day that dates were moved relative to is long past."""
    if note.kind != "shifted":
        return note
    return replace(note, kind="unsaved", reason="the day that it was moved to is over as well")


def _apply(task: BenchTask, rule: DateRule, today: date) -> tuple[BenchTask, list[DateNote]]:
    mentions = find_mentions(task.intent, today.year)
    planned = [mention for mention in mentions if is_planned(mention, _site(task))]
    notes = [_note_rest(task, mention, today) for mention in mentions if mention not in planned]
    if not planned:
        return task, notes
    if any(is_ambiguous(mention) for mention in planned):
        reason = "day and month cannot be told apart"
        return task, notes + [_note(task, "unsaved", one, one.text, reason) for one in planned]
    moved = _move(task.intent, planned, rule, today)
    if moved is None:
        kind, reason = _why_not_moved(planned, rule, today)
        notes += [_note(task, kind, one, one.text, reason) for one in planned]
        return _with_end(task, planned), notes
    return _rewritten(
        task, planned, _with_years_where_needed(task.intent, moved, today), rule, today, notes
    )


def _rewritten(
    task: BenchTask,
    planned: Sequence[Mention],
    moved: Sequence[Mention],
    rule: DateRule,
    today: date,
    notes: list[DateNote],
) -> tuple[BenchTask, list[DateNote]]:
    still = any(one.known and one.day < today for one in moved if one.kind == "day")
    still = still or any(one.last < today for one in moved if one.known)
    kind: DateKind = "unsaved" if still else "shifted"
    reason = f"moved by {rule.months} months and still over" if still else ""
    notes += [
        _note(task, kind, one, write(new), reason) for one, new in zip(planned, moved, strict=True)
    ]
    notice = "The dates of the question were moved; this answer is of the old ones."
    reference = task.reference.model_copy(
        update={"kind": "possible", "notice": f"{task.reference.notice.strip()} {notice}".strip()}
    )
    intent = rewrite(task.intent, moved)
    changed = task.model_copy(update={"intent": intent, "reference": reference})
    return _with_end(changed, moved), notes


def _with_years_where_needed(
    intent: str, moved: Sequence[Mention], today: date
) -> Sequence[Mention]:
    """Write out missing years, where the days would now be read as others."""
    meant = [(one.day, one.last) for one in moved if one.known]
    text = rewrite(intent, moved)
    read = [(one.day, one.last) for one in find_mentions(text, today.year)]
    if all(days in read for days in meant):
        return moved
    return [replace(one, dated=True) if one.known else one for one in moved]


def _move(
    intent: str, planned: Sequence[Mention], rule: DateRule, today: date
) -> list[Mention] | None:
    """Return the mentions with their new days; None where none changes."""
    if rule.name == "keep":
        return None
    if rule.name == "months":
        return [
            replace(
                one, day=add_months(one.day, rule.months), last=add_months(one.last, rule.months)
            )
            for one in planned
        ]
    offset = _offset(intent, planned, today)
    if not offset:
        return None
    return [_moved_by(one, offset) for one in planned]


def _moved_by(mention: Mention, offset: timedelta) -> Mention:
    if mention.kind == "month":
        # From its middle, so that a few days' difference does not change the month.
        first = (mention.day.replace(day=15) + offset).replace(day=1)
        return replace(mention, day=first, last=add_months(first, 1) - timedelta(days=1))
    return replace(mention, day=mention.day + offset, last=mention.last + offset)


def _offset(intent: str, planned: Sequence[Mention], today: date) -> timedelta:
    """Return by how much all days of a question move; nothing if they need not.

    Whole years, so that season and holidays stay; about eight weeks less where that would be
    more than ``HORIZON`` ahead; plus some days to the weekday or weekend the question names.
    """
    anchored = next((one for one in planned if _says_today(intent, one)), None)
    if anchored is not None:
        return today - anchored.day
    named = next((one for one in planned if one.weekday), None)
    if not any(one.known for one in planned):
        return _offset_of_weekday(named, today) if named else timedelta()
    first = min(one.day for one in planned)
    stay = max(one.last for one in planned) - first
    if not any(one.last < today or one.day < today and one.kind == "day" for one in planned):
        return timedelta()
    years = today.year - first.year
    years += add_months(first, 12 * years) <= today
    target = add_months(first, 12 * years)
    if not _HOLIDAYS.search(intent):
        while target + stay > today + HORIZON and target - _WEEKS > today:
            target -= _WEEKS
        target = _on_weekday(intent, first, target, stay, today, named=named is not None)
    return target - first


def _on_weekday(
    intent: str, first: date, target: date, stay: timedelta, today: date, *, named: bool
) -> date:
    weekday = first.weekday()
    if not named:
        if not re.search(r"\bweekend\b", intent, re.IGNORECASE):
            return target
        weekday = 5 if stay.days < 2 else 4  # Saturday; for two nights and more Friday
    days = (weekday - target.weekday() + 3) % 7 - 3
    nearest = target + timedelta(days=days)
    return nearest if nearest > today else nearest + timedelta(weeks=1)


def _offset_of_weekday(named: Mention, today: date) -> timedelta:
    """Move a day like "Saturday, January 6", whose weekday implies its year."""
    weekday = ("mon", "tue", "wed", "thu", "fri", "sat", "sun").index(named.weekday[:3].lower())
    year = today.year if named.day.replace(year=today.year) > today else today.year + 1
    next_one = named.day.replace(year=year)
    days = (weekday - next_one.weekday() + 3) % 7 - 3
    nearest = next_one + timedelta(days=days)
    nearest += timedelta(weeks=1) if nearest <= today else timedelta()
    return timedelta() if days == 0 else nearest - named.day


def _says_today(intent: str, mention: Mention) -> bool:
    return mention.kind == "day" and _TODAY.search(intent[: mention.match.start()]) is not None


def _why_not_moved(planned: Sequence[Mention], rule: DateRule, today: date) -> tuple[DateKind, str]:
    if not any(one.known for one in planned):
        return "current", "without a year it is always the next one"
    if rule.name == "keep" and any(one.day < today for one in planned):
        return "unsaved", "it is over, and dates are kept"
    return "current", "it is still to come"


def _note_rest(task: BenchTask, mention: Mention, today: date) -> DateNote:
    reason = stale_reason(mention, _site(task), today)
    if reason:
        return _note(task, "unsaved", mention, mention.text, reason)
    return _note(task, "fact", mention, mention.text, "")


def _note(task: BenchTask, kind: DateKind, mention: Mention, became: str, reason: str) -> DateNote:
    return DateNote(task=task.id, kind=kind, text=mention.text, became=became, reason=reason)


def _with_end(task: BenchTask, planned: Sequence[Mention]) -> BenchTask:
    known = [one.day if one.kind == "day" else one.last for one in planned if one.known]
    return task.model_copy(update={"valid_until": min(known)}) if known else task


def _site(task: BenchTask) -> str:
    return str(task.tags.get("site", ""))
