"""Compute something from pages by a function that can only read."""

import json
from collections.abc import Sequence
from dataclasses import replace
from typing import Annotated, Any

from pydantic import Field

from agent_e.errors import BadArgument, SkillError
from agent_e.types import Data, PageValue, QueryAnswer, SkillResult

from .addresses import admitted, pages_of
from .context import SkillContext

_MOST = 40
_ROOM = 4_000
_SHOWN = 3


async def query(
    ctx: SkillContext,
    code: Annotated[str, "JavaScript (doc, url) => value; a JSON page is the object itself."],
    urls: Annotated[list[str], Field(description="Up to 40; none for the open page.")] = [],  # noqa: B006
    combine: Annotated[str, "JavaScript (values) => value, once over all."] = "",
    page: Annotated[int, "Which part of the rows."] = 1,
) -> SkillResult:
    """Run a function on each page's HTML and get JSON. Its scripts do not run; nothing is sent."""
    if len(urls) > _MOST:
        raise BadArgument(f"Give at most {_MOST} addresses, not {len(urls)}.")
    pages = pages_of(ctx)
    asked = list(dict.fromkeys(pages.address(url) for url in urls))
    refused = await admitted(ctx, asked)
    allowed = [url for url in asked if url not in refused]
    async with ctx.reading("query", code=code, urls=allowed, combine=combine) as action:
        answer = await pages.query(code, allowed, combine, again=page > 1)
        data: list[Data] = [each.document for each in answer.pages if each.document is not None]
        if not urls:
            data = [await ctx.observer.current()]
        action.words = f"Ran on {len(answer.pages)} pages."
    denied = [PageValue(url=url, problem=why) for url, why in refused.items()]
    answer = replace(answer, pages=(*answer.pages, *denied))
    if all(each.problem for each in answer.pages):
        raise SkillError(_failures(answer))
    return SkillResult(text=_told(answer, page), data=tuple(data))


def _told(answer: QueryAnswer, page: int) -> str:
    rows = _rows(answer)
    parts = _parts(rows)
    if not 1 <= page <= len(parts):
        raise BadArgument(f"There is no part {page}: the rows have {len(parts)}.")
    shown = parts[page - 1]
    good = [each for each in answer.pages if not each.problem]
    head = f"{len(rows)} rows" if len(rows) != 1 else "1 row"
    if len(answer.pages) > 1:
        head += f" from {len(good)} of {len(answer.pages)} pages"
    text = [f"{head}:", *shown]
    if len(parts) > 1:
        first = sum(map(len, parts[: page - 1]))
        left = len(rows) - len(shown)
        text.append(f"… {left} other rows; these are {first + 1}-{first + len(shown)}")
        if page < len(parts):
            text[-1] += f": page={page + 1} goes on"
    text += _remarks(answer)
    return "\n".join(text)


def _rows(answer: QueryAnswer) -> list[str]:
    """What is told, one row a line: what was combined, else each page's with its address."""
    if answer.combined:
        (value,) = answer.combined
        return _lines(value)
    good = [each for each in answer.pages if not each.problem]
    if len(answer.pages) == 1:
        return _lines(good[0].value)
    rows = []
    for each in good:
        lines = _lines(each.value)
        rows += [f"{each.url}: {line}" for line in lines]
    return rows


def _lines(value: Any) -> list[str]:
    items = value if isinstance(value, list) and value else [value]
    return [json.dumps(each, ensure_ascii=False) for each in items]


def _parts(rows: Sequence[str]) -> list[list[str]]:
    parts: list[list[str]] = [[]]
    room = _ROOM
    for row in rows:
        if len(row) > _ROOM:
            row = f"{row[: _ROOM - 60]}… ({len(row) - _ROOM + 60} characters more)"
        if len(row) + 1 > room and parts[-1]:
            parts.append([])
            room = _ROOM
        parts[-1].append(row)
        room -= len(row) + 1
    return parts


def _remarks(answer: QueryAnswer) -> list[str]:
    said = []
    if answer.problem:
        said.append(f"combine failed: {answer.problem}")
    said += _problems(answer)
    nowhere = answer.unlocated or tuple(
        each for page in answer.pages if not answer.combined for each in page.unlocated
    )
    if nowhere:
        named = ", ".join(f"'{each[:60]}'" for each in nowhere[:_SHOWN])
        more = f" and {len(nowhere) - _SHOWN} more" if len(nowhere) > _SHOWN else ""
        said.append(f"Not on the pages in these words: {named}{more}.")
    if answer.instead:
        said.append(answer.instead)
    return said


def _problems(answer: QueryAnswer) -> list[str]:
    """Why pages gave nothing, the same reason once."""
    by: dict[str, list[str]] = {}
    for each in answer.pages:
        if each.problem:
            by.setdefault(each.problem.replace(each.url, "it"), []).append(each.url)
    said = []
    for why, urls in by.items():
        named = ", ".join(urls[:_SHOWN])
        more = f" and {len(urls) - _SHOWN} more" if len(urls) > _SHOWN else ""
        said.append(f"{named}{more}: {why}")
    return said


def _failures(answer: QueryAnswer) -> str:
    return "\n".join([*_problems(answer), *filter(None, [answer.instead])])
