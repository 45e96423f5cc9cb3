"""Choose a date."""

import datetime
from typing import Annotated

from agent_e.errors import BadArgument
from agent_e.types import SkillResult

from .context import SkillContext
from .formatting import id_of
from .spec import ElementRef


async def pick_date(
    ctx: SkillContext,
    mmid: ElementRef,
    date: Annotated[str, "YYYY-MM-DD"],
    end: Annotated[str, "Last day, where a range is chosen."] = "",
) -> SkillResult:
    """Choose a date in a date field or its calendar, whatever month that shows."""
    first, last = _day(date), _day(end) if end else None
    target = await ctx.actor.resolve(mmid)
    holds = date
    async with ctx.action("pick_date", target, date=date, end=end) as action:
        holds = await ctx.actor.pick_date(id_of(target), first, last)
        action.holds = {id_of(target): holds} if holds != date else {}
    span = f"{first} to {last}" if last else str(first)
    shows = f", which now shows '{holds}'" if holds != str(first) else ""
    return action.result(f"Chose {span} in ", target, f"{shows}.")


def _day(text: str) -> datetime.date:
    try:
        return datetime.date.fromisoformat(text.strip())
    except ValueError as error:
        raise BadArgument(f"{text!r} is no date. Write it as 2030-12-31.") from error
