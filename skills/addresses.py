"""Addresses that the model names, for skills that read without opening."""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence

from agent_e.errors import ActionDenied, BadArgument, SkillError

from .context import SkillContext
from .protocols import Pages

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|[/?#]|\.\.?/", re.I)
_HOST = re.compile(r"[^\s/]+(\.[^\s/]+|:\d+)(/\S*)?")
_NUMBER = re.compile(r"\[?(\d+)\]?")
_SHOWN = 5


def pages_of(ctx: SkillContext) -> Pages:
    """Return what reads pages; ``SkillError`` where there is none."""
    if ctx.pages is None:
        raise SkillError("Pages cannot be read in the background here. Use open_url.")
    return ctx.pages


async def href_of(ctx: SkillContext, target: str | int) -> str:
    """Return the address of a link of the open page, named by number or words, or of an address.

    Raises ``BadArgument`` with what there is instead.
    """
    number = _NUMBER.fullmatch(target.strip()) if isinstance(target, str) else None
    if number is not None:
        target = int(number[1])
    if isinstance(target, int):
        node = await ctx.actor.resolve(target)
        if not node.href:
            raise BadArgument(f"[{target}] {node.role} '{node.name}' leads nowhere.")
        return pages_of(ctx).address(node.href)
    words = target.strip()
    if _ADDRESS.match(words):
        return pages_of(ctx).address(words)
    page = await ctx.observer.current()
    links = [(node.name, node.href) for node in page.nodes if node.href and node.name.strip()]
    found = (href for name, href in links if _plain(name) == _plain(words))
    named = list(dict.fromkeys(found))
    if not named and _HOST.fullmatch(words):
        return pages_of(ctx).address(words)
    if len(named) == 1:
        return pages_of(ctx).address(named[0])
    if named:
        raise BadArgument(
            f"{len(named)} links are called '{words}': {', '.join(named[:_SHOWN])}. "
            "Give a number or an address."
        )
    near = difflib.get_close_matches(words, {name for name, _ in links}, n=_SHOWN, cutoff=0.4)
    hint = f" There are: {', '.join(repr(each) for each in near)}." if near else ""
    raise BadArgument(f"No link of the open page is called '{words}'.{hint}")


async def admitted(ctx: SkillContext, urls: Sequence[str]) -> dict[str, str]:
    """Judge addresses as ``open_url`` is judged; returns why some may not be read.

    Raises:
        ActionDenied: none may be.
    """
    if ctx.control is not None:
        await ctx.control.acting()
    refused: dict[str, str] = {}
    for url in urls:
        try:
            await ctx.gate.check("open_url", None, {"url": url})
        except ActionDenied as error:
            refused[url] = str(error)
            if len(refused) == len(urls):
                raise
    return refused


def _plain(words: str) -> str:
    return " ".join(words.split()).casefold()
