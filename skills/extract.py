"""Read what repeats on a page into records."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Annotated, Any

from pydantic import Field

from agent_e.errors import BadArgument, DialogOpen, SkillError
from agent_e.types import Node, Observation, Records, SkillResult

from .context import Extracted, SkillContext
from .formatting import label

_MAX_PAGES = 50
_MAX_RECORDS = 2_000
_HEAD = 600
"""Characters reserved for the text around the table."""


@dataclass(kw_only=True, slots=True)
class _Harvest:
    """The records read so far.

    Attributes:
        pages: the records of each page, without those that the page before already had.
        why: why it ended before all the requested pages.
        by: the element clicked last to continue.
        added: whether that extended the page instead of replacing it.
    """

    pages: list[Records] = field(default_factory=list)
    why: str = ""
    by: Node | None = None
    added: bool = False

    @property
    def count(self) -> int:
        """Records so far."""
        return sum(len(page.rows) for page in self.pages)


async def extract(
    ctx: SkillContext,
    fields: Annotated[list[str], Field(description="Columns wanted, such as name, price, link.")],
    find: Annotated[str, "Words of the table or list meant."] = "",
    pages: Annotated[int, "How many pages, this one and the next ones."] = 1,
    limit: Annotated[int, "Most records."] = 500,
    rows: Annotated[str, "Which to show of many, as 21-40."] = "",
) -> SkillResult:
    """Read a table, or a list of similar things, into rows; also from the pages that follow."""
    limit, count = min(max(limit, 1), _MAX_RECORDS), min(max(pages, 1), _MAX_PAGES)
    first, last = _span(rows)
    asked = tuple(fields), find, count, limit
    known = ctx.last.extracted
    now = _undisturbed(await ctx.observer.observe_cached()) if rows and known else None
    if not (rows and known and known.asked == asked and known.page == now):
        harvest = await _harvested(ctx, fields, find, count, limit)
        known = await _stored(ctx, harvest, asked)
    return _shown(known, first, last, ctx.observer.budget_characters - _HEAD)


async def _harvested(
    ctx: SkillContext, fields: Sequence[str], find: str, count: int, limit: int
) -> _Harvest:
    harvest = _Harvest()
    last: Records | None = None
    while True:
        page = await _read(ctx, fields, find, harvest, last)
        if page is None:
            return harvest
        fresh = _fresh(last.rows if last else (), page.rows)
        if not fresh:
            harvest.why = "the next page shows the same"
            return harvest
        harvest.added = last is not None and len(fresh) < len(page.rows)
        harvest.pages.append(replace(page, rows=tuple(fresh)))
        last = page
        if harvest.count >= limit or len(harvest.pages) >= count:
            return harvest
        if not await _turn(ctx, harvest):
            return harvest


def _undisturbed(page: Observation) -> Observation:
    if page.dialog:
        raise DialogOpen("A dialog is open. Answer it with handle_dialog first.")
    return page


async def _read(
    ctx: SkillContext, fields: Sequence[str], find: str, harvest: _Harvest, last: Records | None
) -> Records | None:
    observation = _undisturbed(await ctx.observer.observe())
    try:
        return ctx.observer.records(observation, fields, find, last)
    except SkillError as error:
        if not harvest.pages:
            raise
        harvest.why = str(error).rstrip(".")
        return None


async def _turn(ctx: SkillContext, harvest: _Harvest) -> bool:
    """Go on to the next page; what was read survives any failure."""
    try:
        target = await ctx.observer.next_page()
        if target is None or target.mmid is None:
            harvest.why = "there is no next page"
            return False
        async with ctx.action("click", target) as action:
            await ctx.actor.click(target.mmid)
    except SkillError as error:
        harvest.why = f"the next page did not come: {error}".rstrip(".")
        return False
    harvest.by = target
    if action.report.none:
        harvest.why = "the link to the next page does nothing"
    return not action.report.none


def _fresh(
    before: Sequence[tuple[str, ...]], rows: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """The new rows; a page may add to earlier ones instead of replacing them."""
    if before and list(rows[: len(before)]) == list(before):
        return list(rows[len(before) :])
    return list(rows)


async def _stored(ctx: SkillContext, harvest: _Harvest, asked: tuple[Any, ...]) -> Extracted:
    """Journal the records and store them for requests for more."""
    fields, _, count, limit = asked
    left, pages = limit, []
    for page in harvest.pages:
        pages.append(replace(page, rows=page.rows[:left]))
        left -= len(pages[-1].rows)
    rows = [row for page in pages for row in page.rows]
    missing = {name: sum(not row[at] for row in rows) for at, name in enumerate(fields)}
    number = ctx.journal.write(
        "extracted",
        fields=list(fields),
        place=pages[0].place,
        records=len(rows),
        pages=len(pages),
        missing=missing,
        url=ctx.navigator.url,
    )
    records = [dict(zip(fields, row, strict=True)) for row in rows]
    # For people: a model asks for more rows.
    ctx.journal.write_file(f"extracts/{number}.json", {"fields": fields, "records": records})
    after = []
    if harvest.count > limit:
        after.append(f"Stopped at the limit of {limit}.")
    elif harvest.why and len(pages) < count:
        after.append(f"Stopped after page {len(pages)}: {harvest.why}.")
    elif count == _MAX_PAGES:
        after.append(f"Stopped after page {count}: more are not read at once.")
    if harvest.by is not None:
        after.append(f"Open now: {ctx.navigator.url}")
    messages = _summary(harvest, pages, missing), "\n".join(after)
    now = await ctx.observer.observe_cached()
    extracted = Extracted(asked=asked, page=now, pages=tuple(pages), messages=messages)
    ctx.last.extracted = extracted
    return extracted


def _summary(harvest: _Harvest, pages: Sequence[Records], missing: dict[str, int]) -> str:
    first, count = pages[0], sum(len(page.rows) for page in pages)
    of = f" from {len(pages)} pages" if len(pages) > 1 else ""
    if harvest.added and harvest.by:
        of += f" ({label(harvest.by)} adds to the list)"
    summary = f"{count} record{'' if count == 1 else 's'}{of}, {first.place}"
    parts = [
        f"{name} = '{column}'"
        for name, column in zip(first.fields, first.columns, strict=True)
        if column
    ]
    never = [name for name, lacking in missing.items() if lacking == count]
    parts += [f"{n} had no {name}" for name, n in missing.items() if 0 < n < count]
    if never:
        parts.append(f"none has {', '.join(never)} (there are: {', '.join(first.offers[:12])})")
    return "; ".join([summary, *parts]) + "."


def _shown(known: Extracted, first: int, last: int | None, room: int) -> SkillResult:
    """Show records ``first`` to ``last``, as many as there is room for; data are those shown."""
    fields = known.pages[0].fields
    rows = [(page, row) for page in known.pages for row in page.rows]
    if first > len(rows):
        raise BadArgument(f"There are {len(rows)} rows: there is no row {first}.")
    selected = rows[first - 1 : last]
    csv_text, count = table(fields, [row for _, row in selected], room)
    end = first - 1 + count
    data = []
    for page in known.pages:
        if shown := tuple(row for owner, row in selected[:count] if owner is page):
            data.append(replace(page, rows=shown))
    summary, after = known.messages
    words = [summary, csv_text]
    if count < len(rows):
        there = f"rows {first}-{end} of {len(rows)}"
        more = f'; rows="{end + 1}-{min(2 * end - first + 1, len(rows))}" for more'
        words.append(f"… {there}{more if end < len(rows) else ''}")
    return SkillResult(text="\n".join(filter(None, [*words, after])), data=tuple(data))


def _span(rows: str) -> tuple[int, int | None]:
    """The requested records: the first, and the last, ``None`` for as many as there are."""
    if not rows.strip():
        return 1, None
    first, dash, last = rows.replace("–", "-").partition("-")
    try:
        begin, end = int(first), int(last) if last.strip() else None
    except ValueError as error:
        raise BadArgument(f"{rows!r} names no rows. Write them as 21-40.") from error
    end = end if dash else begin
    if begin < 1 or (end is not None and end < begin):
        raise BadArgument(f"{rows!r} names no rows. Write them as 21-40.")
    return begin, end


def table(fields: Sequence[str], rows: Sequence[Sequence[str]], room: int) -> tuple[str, int]:
    """Return rows as CSV, as many as there is room for, and their number."""
    lines = [_line(fields)]
    room -= len(lines[0])
    for row in rows:
        line = _line(row)
        room -= len(line) + 1
        if room < 0:
            break
        lines.append(line)
    return "\n".join(lines), len(lines) - 1


def _line(values: Sequence[str]) -> str:
    file = io.StringIO()
    csv.writer(file, lineterminator="").writerow([" ".join(each.split()) for each in values])
    return file.getvalue()
