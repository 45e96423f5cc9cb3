"""Read what repeats on a page into records."""

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Annotated

from pydantic import Field

from agent_e.errors import DialogOpen, SkillError
from agent_e.types import ChangeReport, Records, SkillResult

from .context import SkillContext
from .wording import label

_MOST_PAGES = 50
_MOST_RECORDS = 2_000
_HEAD = 600
"""Characters kept for the words around the table."""


@dataclass(kw_only=True, slots=True)
class _Harvest:
    """What was read so far.

    Attributes:
        why: what ended it before all the pages asked for.
        by: what was clicked last to get on.
        added: whether that added to the page instead of replacing it.
    """

    rows: list[tuple[str, ...]] = field(default_factory=list)
    pages: int = 0
    place: str = ""
    offers: tuple[str, ...] = ()
    why: str = ""
    report: ChangeReport | None = None
    by: str = ""
    added: bool = False


async def extract(
    ctx: SkillContext,
    fields: Annotated[list[str], Field(description="Columns wanted, such as name, price, link.")],
    find: Annotated[str, "Words of the table or list meant."] = "",
    pages: Annotated[int, "How many pages, this one and the next ones."] = 1,
    limit: Annotated[int, "Most records."] = 500,
) -> SkillResult:
    """Read a table, or a list of similar things, into rows; also from the pages that follow."""
    limit = min(max(limit, 1), _MOST_RECORDS)
    harvest = _Harvest()
    last: Records | None = None
    asked = min(max(pages, 1), _MOST_PAGES)
    while True:
        page = await _read(ctx, fields, find, harvest, last)
        if page is None:
            break
        fresh = _fresh(last.rows if last else (), page.rows)
        if not fresh:
            harvest.why = "the next page shows the same"
            break
        harvest.added = last is not None and len(fresh) < len(page.rows)
        harvest.rows += fresh
        harvest.pages += 1
        last = page
        if len(harvest.rows) >= limit or harvest.pages >= asked:
            break
        if not await _turn(ctx, harvest):
            break
    return _told(ctx, fields, harvest, limit, asked)


async def _read(
    ctx: SkillContext,
    fields: Sequence[str],
    find: str,
    harvest: _Harvest,
    last: Records | None,
) -> Records | None:
    observation = await ctx.observer.observe()
    if observation.dialog:
        raise DialogOpen("A dialog is open. Answer it with handle_dialog first.")
    try:
        found = ctx.observer.records(observation, fields, find, last)
    except SkillError as error:
        if not harvest.pages:
            raise
        harvest.why = str(error).rstrip(".")
        return None
    harvest.place = harvest.place or found.place
    harvest.offers = harvest.offers or found.offers
    return found


async def _turn(ctx: SkillContext, harvest: _Harvest) -> bool:
    """Go on to the next page; what was read is kept whatever happens."""
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
    harvest.report, harvest.by = action.report, label(target)
    if action.report.none:
        harvest.why = "the link to the next page does nothing"
    return not action.report.none


def _fresh(
    before: Sequence[tuple[str, ...]], rows: Sequence[tuple[str, ...]]
) -> list[tuple[str, ...]]:
    """The rows that are new; a page may add to the ones there were instead of replacing them."""
    if before and list(rows[: len(before)]) == list(before):
        return list(rows[len(before) :])
    return list(rows)


def _told(
    ctx: SkillContext, fields: Sequence[str], harvest: _Harvest, limit: int, asked: int
) -> SkillResult:
    rows = harvest.rows[:limit]
    counts = {name: sum(not row[at] for row in rows) for at, name in enumerate(fields)}
    number = ctx.journal.write(
        "extracted",
        fields=list(fields),
        place=harvest.place,
        records=len(rows),
        pages=harvest.pages,
        missing=counts,
        url=ctx.navigator.url,
    )
    told, shown = table(fields, rows, ctx.observer.budget_characters - _HEAD)
    words = [_summary(harvest, rows, counts), told]
    if shown < len(rows):
        name = f"extracts/{number}.json"
        records = [dict(zip(fields, row, strict=True)) for row in rows]
        ctx.journal.write_file(name, {"fields": list(fields), "records": records})
        words.append(
            f"… {len(rows) - shown} more; all {len(rows)} are in {name} of the run folder."
        )
    if len(harvest.rows) > limit:
        words.append(f"Stopped at the limit of {limit}.")
    elif harvest.why and harvest.pages < asked:
        words.append(f"Stopped after page {harvest.pages}: {harvest.why}.")
    elif asked == _MOST_PAGES:
        words.append(f"Stopped after page {asked}: more are not read at once.")
    if harvest.report is not None:
        words.append(f"Open now: {ctx.navigator.url}")
    return SkillResult(text="\n".join(words), report=harvest.report)


def _summary(harvest: _Harvest, rows: Sequence[tuple[str, ...]], counts: dict[str, int]) -> str:
    of = f" from {harvest.pages} pages" if harvest.pages > 1 else ""
    of += f" ({harvest.by} adds to the list)" if harvest.added else ""
    said = f"{len(rows)} record{'' if len(rows) == 1 else 's'}{of}, {harvest.place}"
    never = [name for name, lacking in counts.items() if lacking == len(rows)]
    some = [f"{n} had no {name}" for name, n in counts.items() if 0 < n < len(rows)]
    if never:
        there = ", ".join(harvest.offers[:12])
        some.append(f"none has {', '.join(never)} (there are: {there})")
    return "; ".join([said, *some]) + "."


def table(fields: Sequence[str], rows: Sequence[tuple[str, ...]], room: int) -> tuple[str, int]:
    """Return the rows as CSV, as many as there is room for, and how many these are."""
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
