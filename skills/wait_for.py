"""Wait for something the page does by itself."""

from typing import Annotated

from agent_e.errors import BadArgument, ElementGone
from agent_e.types import Node, SkillResult

from .click import click
from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef

_MIN_SECONDS = 0.1
_MAX_SECONDS = 60.0


async def wait_for(
    ctx: SkillContext,
    text: Annotated[str, "40..60: any number between."] = "",
    url: Annotated[str, "Part of an address."] = "",
    mmid: ElementRef | None = None,
    gone: bool = False,
    then: Annotated[ElementRef | None, "Click this at once."] = None,
    seconds: Annotated[float, "At most 60."] = 10.0,
) -> SkillResult:
    """Wait for text (with mmid: its value), url or a usable mmid; for none, until calm."""
    if url.strip() and (text.strip() or mmid is not None):
        raise BadArgument("Wait for one thing at a time: an address, or text or mmid.")
    if gone and not text.strip() and mmid is None:
        raise BadArgument("Say what is to be gone: text or mmid.")
    seconds = min(max(seconds, _MIN_SECONDS), _MAX_SECONDS)
    conditions = {"text": text, "url": url, "mmid": mmid, "gone": gone}
    given = {name: value for name, value in conditions.items() if value not in ("", None, False)}
    element = await ctx.actor.resolve(mmid) if mmid is not None and text.strip() else None
    within = id_of(element) if element else None
    if then is not None and text.strip():
        try:
            target = await ctx.actor.resolve(then)
        except ElementGone:
            # It appears together with what is waited for.
            pass
        else:
            saw = ""
            async with ctx.action("click", target, seconds=seconds, **given) as action:
                saw = await ctx.actor.wait_for(
                    text,
                    seconds,
                    gone=gone,
                    within=within,
                    then=id_of(target),
                    # What was approved may have changed in meaning during the wait.
                    sure=action.permit.hold,
                )
            when = f" when it showed '{saw}'" if saw else ""
            return action.result("Clicked ", target, f"{when}.")
    came: tuple[str | Node, ...] = ()
    async with ctx.action("wait_for", **given, seconds=seconds) as action:
        if text.strip():
            await ctx.actor.wait_for(text, seconds, gone=gone, within=within)
            where = (" in ", element) if element else ()
            came = (f"'{text}' is {'gone' if gone else 'there'}", *where, ".")
        elif url.strip():
            came = (f"The address is {await ctx.actor.wait_for_url(url, seconds)}.",)
        elif mmid is not None:
            shown = await ctx.actor.wait_for_element(mmid, seconds, gone=gone)
            came = (shown, " is gone." if gone else " can be used now.")
        else:
            busy = await ctx.actor.wait_until_calm(seconds)
            came = (f"After {seconds:g} s the page {busy}." if busy else "The page is calm.",)
    return await click(ctx, then) if then is not None else action.result(*came)
