"""Read a PDF."""

from typing import Annotated

from agent_e.types import SkillResult

from .context import SkillContext


async def read_pdf(
    ctx: SkillContext,
    url: Annotated[str, "Address, or name of a downloaded file; empty for the open page."] = "",
    pages: Annotated[str, "Such as 1-3; all if empty."] = "",
    find: Annotated[str, "Only the places with these words."] = "",
) -> SkillResult:
    """Read the text of a PDF."""
    async with ctx.reading("read_pdf", url=url, pages=pages, find=find) as action:
        read = await ctx.documents.read_pdf(url, pages=pages, find=find)
        # The journal has only the file's name; its text goes to the model alone.
        action.words = f"'{read.title}' {read.url}" if read.title else read.url
    return SkillResult(text=read.text, data=(read,))
