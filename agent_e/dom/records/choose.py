"""Finds the repeated content with the requested fields, and its records. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from agent_e.errors import BadArgument, SkillError
from agent_e.types import Node, Observation, Records

from .fields import LETTERS, MIN_LIKE, kinds, labels, link, name, value
from .groups import Group, groups, text_of
from .words import kind, likeness

_ASIDE = 1.5
"""Penalty for being in a navigation bar or footer, in fields."""
_RICH = 0.02
_GUESSED = 0.3
"""Weight of a field whose column was guessed by position."""
_MAX_OFFERED = 12
_PLACES_TOLD = 3

Rows = tuple[tuple[str, ...], ...]


@dataclass(frozen=True, slots=True)
class _Choice:
    group: Group
    rows: Rows
    score: float
    columns: tuple[str, ...] = ()


def records(
    observation: Observation, fields: Sequence[str], find: str = "", *, like: Records | None = None
) -> Records:
    """Read records from the table or list with the most of the fields.

    Values are left as the page shows them. ``link`` or ``url`` means an entry's target; others are
    matched to column names, labels, and kinds of values such as prices. ``find`` restricts it to
    tables or lists whose title or words contain it; ``like``, records of the page before, to their
    continuation, even a single one.

    ``BadArgument`` if no fields are requested, ``SkillError`` if nothing repeats or has any of the
    fields; the message says what there is.
    """
    if not [each for each in fields if each.strip()]:
        raise BadArgument("Say which fields to extract, such as name and price.")
    found = _named(groups(observation.nodes, minimum=1 if like else 2), "" if like else find)
    if not found:
        where = f" with '{find}'" if find.strip() else ""
        raise SkillError(f"No table or list{where} is on this page. Look at it with get_dom.")
    choices = [_judged(group, fields) for group in found]
    if like:
        choices = _going_on(choices, like)
    best = max(choices, key=lambda each: each.score)
    filled = _filled(best.rows)
    known = any(not column for at, column in enumerate(best.columns) if at in filled)
    # A guess helps if the rest was found, or if it is all that was requested.
    if not filled or not (known or len(filled) == len(fields)):
        raise SkillError(
            f"Nothing on this page has the fields {', '.join(fields)}. {_there(found)}"
        )
    return Records(
        place=best.group.place,
        rows=tuple(row for row in best.rows if any(row)),
        offers=_offers(best.group),
        fields=tuple(fields),
        url=observation.url,
        columns=best.columns,
    )


def _named(found: list[Group], find: str) -> list[Group]:
    """Those with the words in the title, or else anywhere."""
    wanted = " ".join(find.casefold().split())
    titled = [each for each in found if wanted in each.place.casefold()]
    return titled or [each for each in found if wanted in " ".join(each.words.split())]


def _going_on(choices: Sequence[_Choice], like: Records) -> list[_Choice]:
    """Those that may be the same list on the next page: same place, or as complete."""
    had = _filled(like.rows)
    same = [each for each in choices if each.group.place == like.place and any(map(any, each.rows))]
    found = same or [each for each in choices if had <= _filled(each.rows) and not each.group.aside]
    if not found:
        raise SkillError("The next page has no such list.")
    return found


def _filled(rows: Rows) -> set[int]:
    """Fields present in any row."""
    return {at for row in rows for at, value in enumerate(row) if value}


def _judged(group: Group, fields: Sequence[str]) -> _Choice:
    rows, columns = (_by_columns if group.columns else _by_labels)(group, fields)
    shares = [sum(bool(row[at]) for row in rows) / len(rows) for at in range(len(fields))]
    parts = sum(len(entry.parts) for entry in group.entries) / len(group.entries)
    score = sum(
        min(1.0, 0.5 + share / 2) * (_GUESSED if column else 1.0)
        for share, column in zip(shares, columns, strict=True)
        if share
    )
    score += _RICH * min(parts, 15) + _RICH * min(len(rows), 15)
    return _Choice(group, rows, score - (_ASIDE if group.aside else 0.0), columns)


def _by_labels(group: Group, fields: Sequence[str]) -> tuple[Rows, tuple[str, ...]]:
    rows = [[value(field, entry) for field in fields] for entry in group.entries]
    columns = [""] * len(fields)
    at = _first_unknown(fields, [at for at in range(len(fields)) if any(row[at] for row in rows)])
    if at is not None:
        columns[at] = "name"
        for row, entry in zip(rows, group.entries, strict=True):
            row[at] = name(entry.parts)
    return tuple(map(tuple, rows)), tuple(columns)


def _first_unknown(fields: Sequence[str], found: Sequence[int]) -> int | None:
    """The first unmatched field that may mean an entry's title."""
    if any(kind(fields[at]) == "name" for at in found):
        return None
    unknown = (at for at, field in enumerate(fields) if at not in found)
    return next((at for at in unknown if kind(fields[at]) in ("", "name")), None)


def _by_columns(group: Group, fields: Sequence[str]) -> tuple[Rows, tuple[str, ...]]:
    of, guessed = _columns(group, fields)
    rows = []
    for entry in group.entries:
        row = []
        for field in fields:
            at = of.get(field)
            cell = entry.cells[at] if at is not None and at < len(entry.cells) else ()
            if kind(field) == "link":
                target = link(cell) or next((n.href for n in cell if n.href), "")
                row.append(target or text_of(cell) or (link(entry.parts) if at is None else ""))
            else:
                row.append(text_of(cell))
        rows.append(tuple(row))
    names = (group.columns[of[field]] if field in guessed else "" for field in fields)
    return tuple(rows), tuple(names)


def _columns(group: Group, fields: Sequence[str]) -> tuple[dict[str, int], set[str]]:
    """The column of each field that has one, and the fields guessed by position.

    No column serves two fields, except for its link.
    """
    columns = group.columns
    ranked = sorted(
        (-_fits(field, column), number, at)
        for number, field in enumerate(fields)
        for at, column in enumerate(columns)
        if _fits(field, column) >= MIN_LIKE
    )
    of: dict[str, int] = {}
    taken: set[int] = set()
    for _, number, at in ranked:
        field = fields[number]
        if field not in of and (at not in taken or kind(field) == "link"):
            of[field] = at
            if kind(field) != "link":
                taken.add(at)
    guessed: set[str] = set()
    known = bool(of)
    unknown = [f for f in fields if f not in of and kind(f) in ("", "name")]
    # Match row titles first, then fields in the order requested.
    unknown.sort(key=lambda field: kind(field) != "name")
    title = _title_column(group)
    if unknown and title not in taken:
        of[unknown[0]] = title
        taken.add(title)
        guessed.add(unknown.pop(0))
    left = [at for at, column in enumerate(columns) if column and at not in of.values()]
    if len(unknown) == len(left) == 1 and known:
        of[unknown[0]] = left[0]
        guessed.add(unknown[0])
    return of, guessed


def _title_column(group: Group) -> int:
    """The first column mostly of headings or links, else the first of words."""
    least = len(group.entries) / 2
    for speaks in (_is_title, _has_words):
        for at in range(len(group.columns)):
            cells = [entry.cells[at] for entry in group.entries if at < len(entry.cells)]
            if sum(any(map(speaks, cell)) for cell in cells) > least:
                return at
    return 0


def _is_title(node: Node) -> bool:
    return _has_words(node) and bool(node.href or node.role == "heading" or node.level)


def _has_words(node: Node) -> bool:
    return LETTERS.search(node.name) is not None


def _fits(field: str, column: str) -> float:
    """How well a column matches a field; "name link" is the link in column "name"."""
    like = likeness(field, column)
    return like if kind(field) != "link" or kind(column) == "link" or " " in field else 0.0


def _offers(group: Group) -> tuple[str, ...]:
    if group.columns:
        return tuple(column for column in group.columns if column)
    there: dict[str, None] = {}
    for entry in group.entries:
        there.update(dict.fromkeys([*labels(entry.parts), *kinds(entry.parts)]))
    return tuple(there)


def _there(found: Sequence[Group]) -> str:
    """Describe the largest tables and lists of a page."""
    largest = sorted(found, key=lambda each: (each.aside, -len(each.entries)))
    offered: dict[str, str] = {}
    for group in largest:
        offers = ", ".join(_offers(group)[:_MAX_OFFERED]) or name(group.entries[0].parts)
        offered.setdefault(group.place, f"{len(group.entries)} in {group.place} have: {offers}")
    return "; ".join(list(offered.values())[:_PLACES_TOLD]) + "."
