"""Look at a picture of the page."""

from typing import Literal

from agent_e.types import MarkedPage, SkillResult

from .context import SkillContext


async def mark_screenshot(
    ctx: SkillContext, show: Literal["both", "image", "text"] = "both"
) -> SkillResult:
    """See the page as a picture, the numbers of its elements in red on it, with a legend."""
    seen = await ctx.eyes().mark()
    journal_marks(ctx, seen, show)
    pictures = () if show == "text" else (seen.screenshot.picture,)
    text = f"A picture of the page with {len(seen.marked)} numbers follows."
    return SkillResult(
        text=text if show == "image" else seen.legend, pictures=pictures, data=(seen.page,)
    )


def journal_marks(ctx: SkillContext, seen: MarkedPage, show: str) -> None:
    """Journal a picture with marks; ``numbers`` are the ids in the order of the shown numbers."""
    shot = seen.screenshot
    number = ctx.journal.write(
        "marked",
        show=show,
        url=seen.page.url,
        marks=len(seen.marked),
        numbers=list(seen.numbers.values()),
        media_type=shot.media_type,
        width=shot.width,
        height=shot.height,
        bytes=len(shot.data),
        milliseconds=dict(seen.milliseconds),
    )
    ctx.journal.write_bytes(f"shots/{number}.{shot.suffix}", shot.data)
