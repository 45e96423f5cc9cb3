"""Wait for something the page does by itself."""

from typing import Annotated

from agent_e.errors import BadArgument
from agent_e.types import Node, SkillResult

from .context import SkillContext
from .spec import ElementRef

_SHORTEST_S = 0.1
_LONGEST_S = 60.0


async def wait_for(
    ctx: SkillContext,
    text: str = "",
    url: Annotated[str, "Part of an address."] = "",
    mmid: ElementRef | None = None,
    gone: Annotated[bool, "Wait until text or element is not there any more."] = False,
    seconds: Annotated[float, "Longest wait, at most 60."] = 10.0,
) -> SkillResult:
    """Wait for a text, an address, or an element that can be used; for none, until nothing changes.

    Actions wait for the page by themselves.
    """
    if sum((bool(text.strip()), bool(url.strip()), mmid is not None)) > 1:
        raise BadArgument("Wait for one thing at a time: text, url or mmid.")
    if gone and not text.strip() and mmid is None:
        raise BadArgument("Say what is to be gone: text or mmid.")
    seconds = min(max(seconds, _SHORTEST_S), _LONGEST_S)
    wanted = {"text": text, "url": url, "mmid": mmid, "gone": gone}
    asked = {name: value for name, value in wanted.items() if value not in ("", None, False)}
    came: tuple[str | Node, ...] = ()
    async with ctx.action("wait_for", **asked, seconds=seconds) as action:
        if text.strip():
            await ctx.actor.wait_for(text, seconds, gone=gone)
            came = (f"'{text}' is {'gone' if gone else 'there'}.",)
        elif url.strip():
            came = (f"The address is {await ctx.actor.wait_for_url(url, seconds)}.",)
        elif mmid is not None:
            element = await ctx.actor.wait_for_element(mmid, seconds, gone=gone)
            came = (element, " is gone." if gone else " can be used now.")
        else:
            busy = await ctx.actor.wait_until_calm(seconds)
            came = (f"After {seconds:g} s the page {busy}." if busy else "The page is calm.",)
    return action.result(*came)
