"""Resolves addresses that the model names, for skills that read without opening."""

from __future__ import annotations

import re
from collections.abc import Sequence

from agent_e.dom import PagesBeside
from agent_e.errors import ActionDenied, BadArgument, SkillError

from .context import SkillContext
from .formatting import label

_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*:|[/?#]|\.\.?/", re.I)
_HOST = re.compile(r"[^\s/?#]+(\.[^\s/?#]+|:\d+)([/?#].*)?")
_NUMBER = re.compile(r"\[?(\d+)\]?")


def pages_of(ctx: SkillContext) -> PagesBeside:
    """Return the background page reader; ``SkillError`` where there is none."""
    if ctx.pages is None:
        raise SkillError("Pages cannot be read in the background here. Use open_url.")
    return ctx.pages


async def hrefs_of(ctx: SkillContext, links: Sequence[str | int]) -> tuple[list[str], list[str]]:
    """Return the addresses meant, each once, and the problems of the others.

    Args:
        ctx: of the skill.
        links: of the open page, by number or name, or addresses.

    Raises:
        SkillError: none of them is valid; it says what there is instead.
    """
    found: dict[str, None] = {}
    wrong: list[str] = []
    for link in links:
        try:
            found[await _href(ctx, link)] = None
        except SkillError as error:
            wrong.append(str(error))
            if len(wrong) == len(links):
                raise
    return list(found), wrong


async def _href(ctx: SkillContext, target: str | int) -> str:
    words = str(target).strip()
    if _ADDRESS.match(words):
        return pages_of(ctx).address(words)
    number = _NUMBER.fullmatch(words)
    try:
        node = await ctx.actor.resolve(int(number[1]) if number else words)
    except SkillError:
        if _HOST.fullmatch(words):
            return pages_of(ctx).address(words)
        raise
    if not node.href:
        raise BadArgument(f"{label(node)} leads nowhere. Give a link or an address.")
    return pages_of(ctx).address(node.href)


async def admitted(ctx: SkillContext, urls: Sequence[str]) -> dict[str, str]:
    """Judge addresses as ``open_url`` does; returns the reasons why some may not be read.

    Raises:
        ActionDenied: all are refused.
    """
    if ctx.control is not None:
        await ctx.control.before_action()
    refused: dict[str, str] = {}
    for url in urls:
        try:
            await ctx.gate.check("open_url", None, {"url": url})
        except ActionDenied as error:
            refused[url] = str(error)
            if len(refused) == len(urls):
                raise
    return refused
