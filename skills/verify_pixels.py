"""Compare the look of the page before and after an action."""

from typing import Literal

from agent_e.types import ChangeReport, Method, PixelChange, PixelRegion, SkillResult

from .context import SkillContext
from .formatting import id_of, label
from .spec import ElementRef

_EFFECTS = {
    "local": "Changed to the eye",
    "remote": "Changed to the eye, away from that element",
    "global": "Most of the page looks otherwise",
    "address": "Another page is shown",
    "unseen": "Nothing changed to the eye, but the action had an effect that its result tells",
}
_NO_EFFECTS = {
    "none": "Nothing changed to the eye.",
    "focus_lost": "Nothing changed but that a field lost the focus.",
    "only_animation": "Nothing changed but what moves by itself.",
}
_ADVICE = " Do not repeat the action: try another element or another way."


async def verify_pixels(
    ctx: SkillContext,
    when: Literal["before", "after"],
    mmid: ElementRef | None = None,
    method: Method = "tiles",
) -> SkillResult:
    """Tell whether an action changes what is seen: call before it, with its element, and after."""
    if when == "before":
        target = await ctx.actor.resolve(mmid) if mmid is not None else None
        await ctx.eyes().before(id_of(target) if target else None)
        return SkillResult(text="Noted how the page looks. Act now, then call this with after.")
    report = ctx.last.report
    found = await verified(ctx, report, method)
    # What the site has accepted must not be repeated in another way.
    advice = "" if report and report.answered else _ADVICE
    return SkillResult(text=_words(found, advice))


async def verified(
    ctx: SkillContext, report: ChangeReport | None, method: Method = "tiles"
) -> PixelChange:
    """Compare the page with how it looked before the action, and journal the verdict."""
    found = await ctx.eyes().after(report, method=method)
    ctx.journal.write(
        "verified",
        changed=found.changed,
        score=found.score,
        verdict=found.verdict,
        method=found.method,
        regions=[list(region.bbox) for region in found.regions],
        masked=[list(box) for box in found.masked],
    )
    return found


def _words(found: PixelChange, advice: str) -> str:
    if not found.changed:
        return _NO_EFFECTS[found.verdict] + advice
    places = "; ".join(map(_place, found.regions))
    return f"{_EFFECTS[found.verdict]}{f': {places}' if places else ''}."


def _place(region: PixelRegion) -> str:
    x, y, width, height = region.bbox
    near = f" at {', '.join(map(label, region.near))}" if region.near else ""
    return f"{width}x{height} px at ({x}, {y}){near}"
