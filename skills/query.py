"""Compute something from pages by a function that can only read."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agent_e.dom.query.evidence import strings_of
from agent_e.errors import BadArgument, SkillError
from agent_e.types import Data, Document, PageValue, QueryAnswer, SkillResult

from .addresses import admitted, hrefs_of, pages_of
from .context import SkillContext

_MAX_ADDRESSES = 40
_ROOM = 4_000
_SHOWN = 3


async def query(
    ctx: SkillContext,
    code: Annotated[str, "JavaScript (doc, url) => value; a JSON page is the object itself."],
    urls: Annotated[
        list[str], Field(description="Up to 40, or numbers of links; none: the open page.")
    ] = [],  # noqa: B006
    combine: Annotated[str, "(values) => value, over all."] = "",
    page: Annotated[int, "Part of the rows."] = 1,
) -> SkillResult:
    """Run a function on each page's HTML for JSON; no script of it runs."""
    if len(urls) > _MAX_ADDRESSES:
        raise BadArgument(f"Give at most {_MAX_ADDRESSES} addresses, not {len(urls)}.")
    pages = pages_of(ctx)
    addresses, wrong = await hrefs_of(ctx, urls)
    refused = await admitted(ctx, addresses)
    allowed = [url for url in addresses if url not in refused]
    async with ctx.reading("query", code=code, urls=allowed, combine=combine) as action:
        answer = await pages.query(code, allowed, combine, again=page > 1)
        # For text found both on a page and in the computed value, the page is the newer evidence.
        data: list[Data] = [*_computed(answer)]
        if urls:
            data += [each.document for each in answer.pages if each.document is not None]
        else:
            data.append(await ctx.observer.observe_cached())
        action.words = f"Ran on {len(answer.pages)} pages."
    denied = [PageValue(url=url, problem=why) for url, why in refused.items()]
    answer = replace(answer, pages=(*answer.pages, *denied))
    if not answer.good:
        raise SkillError("\n".join(filter(None, [*_problems(answer), answer.instead, *wrong])))
    return SkillResult(text="\n".join([_format(answer, page), *wrong]), data=tuple(data))


def _format(answer: QueryAnswer, page: int) -> str:
    rows = _rows(answer)
    parts = _parts(rows)
    if not 1 <= page <= len(parts):
        raise BadArgument(f"There is no part {page}: the rows have {len(parts)}.")
    shown = parts[page - 1]
    head = f"{len(rows)} rows" if len(rows) != 1 else "1 row"
    if len(answer.pages) > 1:
        head += f" from {len(answer.good)} of {len(answer.pages)} pages"
    text = [f"{head}:", *shown]
    if len(parts) > 1:
        first = sum(map(len, parts[: page - 1]))
        left = len(rows) - len(shown)
        text.append(f"… {left} other rows; these are {first + 1}-{first + len(shown)}")
        if page < len(parts):
            text[-1] += f": page={page + 1} goes on"
    text += _remarks(answer)
    return "\n".join(text)


def _rows(answer: QueryAnswer) -> list[tuple[str, str]]:
    """The result rows, each with its page where there are several."""
    if answer.combined:
        (value,) = answer.combined
        return [("", _line(each)) for each in _items(value)]
    several = len(answer.pages) > 1
    return [
        (each.url if several else "", _line(item))
        for each in answer.good
        for item in _items(each.value)
    ]


def _items(value: Any) -> list[Any]:
    return value if isinstance(value, list) and value else [value]


def _line(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _parts(rows: Sequence[tuple[str, str]]) -> list[list[str]]:
    """The rows in parts: the first of a page with its address, the others below it."""
    parts: list[list[str]] = [[]]
    room, before = _ROOM, ""
    for url, row in rows:
        if len(row) > _ROOM:
            row = f"{row[: _ROOM - 60]}… ({len(row) - _ROOM + 60} characters more)"
        if len(row) + len(url) + 3 > room and parts[-1]:
            parts.append([])
            room, before = _ROOM, ""
        start = "" if not url else "  " if url == before else f"{url}: "
        parts[-1].append(start + row)
        room -= len(start + row) + 1
        before = url
    return parts


def _computed(answer: QueryAnswer) -> Iterator[Document]:
    """The function's values as evidence, without rows that have a string found on no page.

    Numbers and member names are its own, as counts, sums and comparisons are.
    """
    good = answer.good
    given = [(each.url, each.value, each.unlocated) for each in good]
    if answer.combined:
        given = [(good[0].url, answer.combined[0], answer.unlocated)]
    for url, value, nowhere in given:
        looked_up = {*strings_of(value)} - {*nowhere}
        rows = [each for each in _items(value) if {*strings_of(each)} <= looked_up]
        yield Document(url=url, text=_line(rows))


def _remarks(answer: QueryAnswer) -> list[str]:
    remarks = []
    if answer.problem:
        remarks.append(f"combine failed: {answer.problem}")
    remarks += _problems(answer)
    nowhere = answer.unlocated or tuple(
        each for page in answer.pages if not answer.combined for each in page.unlocated
    )
    if nowhere:
        named = _first([f"'{each[:60]}'" for each in nowhere])
        remarks.append(f"Put together by the function, so no quotes: {named}.")
    if answer.instead:
        remarks.append(answer.instead)
    return remarks


def _problems(answer: QueryAnswer) -> list[str]:
    """Why pages gave nothing, each reason once."""
    by: dict[str, list[str]] = {}
    for each in answer.pages:
        if each.problem:
            by.setdefault(each.problem.replace(each.url, "it"), []).append(each.url)
    return [f"{_first(urls)}: {why}" for why, urls in by.items()]


def _first(each: Sequence[str]) -> str:
    more = f" and {len(each) - _SHOWN} more" if len(each) > _SHOWN else ""
    return ", ".join(each[:_SHOWN]) + more
