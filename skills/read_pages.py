"""Read several pages beside the open one."""

from collections.abc import Sequence
from typing import Annotated

from pydantic import Field

from agent_e.errors import BadArgument, SkillError
from agent_e.types import Data, Observation, ReadPage, SkillResult

from .addresses import admitted, hrefs_of, pages_of
from .context import SkillContext
from .extract import table
from .spec import ElementRef

_MAX_PAGES = 10
_ROOM = 1.5
"""Room for all pages together, in rooms of one page: a further call would cost more."""
_MIN_CHARACTERS = 300
"""Minimum characters of each page."""
_MORE = 40
"""Room for a line with the number of rows."""
_REST = "left out: open_url shows them"


async def read_pages(
    ctx: SkillContext,
    links: Annotated[
        list[ElementRef], Field(description="Up to 10 numbers or names of links, or addresses.")
    ],
    find: Annotated[str, "Only around these words."] = "",
    fields: Annotated[list[str], Field(description="Columns of rows to read.")] = [],  # noqa: B006
) -> SkillResult:
    """Read pages without leaving the open one."""
    if not 1 <= len(links) <= _MAX_PAGES:
        raise BadArgument(f"Give 1 to {_MAX_PAGES} links, not {len(links)}.")
    addresses, wrong = await hrefs_of(ctx, links)
    refused = await admitted(ctx, addresses)
    allowed = [url for url in addresses if url not in refused]
    async with ctx.reading("read_pages", urls=allowed, find=find, fields=fields) as action:
        read = dict(zip(allowed, await pages_of(ctx).read(allowed), strict=True))
        failed = sum(bool(page.problem) for page in read.values())
        action.words = f"Read {len(read) - failed} of {len(links)} pages."
    for url, why in refused.items():
        read[url] = ReadPage(url=url, problem=why)
    return _result(ctx, [read[url] for url in addresses], wrong, find, fields)


def _result(
    ctx: SkillContext,
    pages: Sequence[ReadPage],
    wrong: Sequence[str],
    find: str,
    fields: Sequence[str],
) -> SkillResult:
    problems = [f"Page: {each.url}\n{each.problem}" for each in pages if each.problem]
    problems += wrong
    seen = [(each, each.page) for each in pages if each.page is not None]
    whole = int(_ROOM * ctx.observer.budget_characters)
    room = whole - sum(len(each) + 2 for each in problems)
    data: list[Data] = []
    texts = (
        _records(ctx, seen, find, fields, room, data) if fields else _texts(ctx, seen, find, room)
    )
    data += [page for _, page in seen]
    return SkillResult(text="\n\n".join([*texts, *problems]), data=tuple(data))


def _texts(
    ctx: SkillContext, seen: Sequence[tuple[ReadPage, Observation]], find: str, room: int
) -> list[str]:
    contents = [page if find.strip() else pages_of(ctx).content(page) for _, page in seen]

    def text(at: int, budget: int) -> str:
        budget = max(budget, _MIN_CHARACTERS)
        text_of_page = ctx.observer.render(
            contents[at], view="text_only", find=find, budget=budget, rest=_REST
        )
        return text_of_page + _notes(seen[at][0])

    whole = [text(at, room) for at in range(len(seen))]
    shares = _shares([len(each) for each in whole], room)
    return [
        each if len(each) <= share else text(at, share - len(_notes(seen[at][0])))
        for at, (each, share) in enumerate(zip(whole, shares, strict=True))
    ]


def _records(
    ctx: SkillContext,
    seen: Sequence[tuple[ReadPage, Observation]],
    find: str,
    fields: Sequence[str],
    room: int,
    data: list[Data],
) -> list[str]:
    sections: list[str] = []
    texts: list[tuple[str, Sequence[tuple[str, ...]]]] = []
    for read, page in seen:
        head = f"Page: {page.title}\nURL: {page.url}"
        try:
            found = ctx.observer.records(page, fields, find)
        except SkillError as error:
            texts.append((f"{head}\n{error}{_notes(read)}", ()))
            continue
        data.append(found)
        texts.append((f"{head}\n{found.place}{_notes(read)}", found.rows))
    whole = [len(head) + _MORE + len(table(fields, rows, 1 << 30)[0]) for head, rows in texts]
    for (head, rows), share in zip(texts, _shares(whole, room), strict=True):
        if not rows:
            sections.append(head)
            continue
        lines, shown = table(fields, rows, share - len(head) - _MORE)
        more = f"\n… {len(rows) - shown} more rows left out" if shown < len(rows) else ""
        sections.append(f"{head}\n{lines}{more}")
    return sections


def _notes(read: ReadPage) -> str:
    notes = []
    if read.status is not None and read.status >= 400:
        notes.append(f"HTTP status {read.status}.")
    if read.unsent:
        notes.append(
            f"{read.unsent} requests other than GET were not sent: if it lacks something, "
            "open it with open_url."
        )
    return "".join(f"\nNote: {each}" for each in notes)


def _shares(sizes: Sequence[int], room: int) -> list[int]:
    """Distribute the room: what one page does not need goes to the others."""
    shares = [0] * len(sizes)
    for left, at in enumerate(sorted(range(len(sizes)), key=sizes.__getitem__)):
        shares[at] = min(sizes[at], max(room, 0) // (len(sizes) - left))
        room -= shares[at] + 2
    return shares
