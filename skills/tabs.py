"""List, switch and close tabs."""

from typing import Literal

from agent_e.errors import BadArgument
from agent_e.text import cut
from agent_e.types import SkillResult, TabInfo

from .context import SkillContext

_MAX_TITLE_LENGTH = 80


async def tabs(
    ctx: SkillContext, do: Literal["list", "switch", "close"] = "list", tab: int | None = None
) -> SkillResult:
    """List tabs, or switch to one or close it by number."""
    if do == "list":
        listed = [_words(each) for each in await ctx.navigator.list_tabs()]
        return SkillResult(text="\n".join(listed))
    if tab is None:
        raise BadArgument(f"Say which tab to {do}: its number in the list of tabs.")
    known = {each.number: each for each in await ctx.navigator.list_tabs()}
    async with ctx.action("tabs", do=do, tab=tab) as action:
        if do == "switch":
            await ctx.navigator.switch_tab(tab)
        else:
            await ctx.navigator.close_tab(tab)
    if do == "close":
        left = ", ".join(str(number) for number in known if number != tab)
        return action.result(f"Closed tab {tab}; still open: {left}.")
    if known[tab].active:
        return action.result(f"Tab {tab} was the active one already.")
    return action.result(f"Switched to tab {tab}.")


def _words(tab: TabInfo) -> str:
    notes = ["active"] if tab.active else []
    notes += [f"opened by tab {tab.opener}"] if tab.opener is not None else []
    title = cut(tab.title, _MAX_TITLE_LENGTH)
    noted = f" ({', '.join(notes)})" if notes else ""
    return f"tab {tab.number}{noted}: '{title}' {tab.url}"
