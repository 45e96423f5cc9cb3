"""Fill several fields."""

from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from agent_e.types import Node, SkillResult

from .context import SkillContext
from .spec import ElementRef
from .wording import id_of, label


def _text(value: object) -> object:
    # Ticks come as true and amounts as numbers, which the fields of a page hold as text.
    return str(value).lower() if isinstance(value, bool) else str(value) if _plain(value) else value


def _plain(value: object) -> bool:
    return isinstance(value, int | float)


class _Entry(BaseModel):
    model_config = ConfigDict(extra="forbid")

    mmid: ElementRef
    value: Annotated[str, BeforeValidator(_text)]


async def fill_form(
    ctx: SkillContext,
    fields: Annotated[list[_Entry], "Text, option, YYYY-MM-DD, or true/false for a tick."],
    submit: Annotated[ElementRef | None, "Button to click then."] = None,
) -> SkillResult:
    """Fill several fields in one call; stops if the form changes."""
    nodes = [await ctx.actor.resolve(entry.mmid) for entry in fields]
    button = await ctx.actor.resolve(submit) if submit is not None else None
    said = [_said(node, entry.value) for node, entry in zip(nodes, fields, strict=True)]
    async with ctx.action("fill_form", button, fields=said) as action:
        for node, entry in zip(nodes, fields, strict=True):
            if "password" in node.states:
                action.permit.typing(entry.value)
        filled = await ctx.actor.fill_form(
            [(id_of(node), entry.value) for node, entry in zip(nodes, fields, strict=True)],
            id_of(button) if button else None,
            sure=partial(action.permit.hold, filled=True),
            choosing=action.permit.choosing,
        )
        action.stopped = bool(filled.problem)
    count = len(filled.done)
    if not filled.problem:
        done = f"Filled {count} field{'' if count == 1 else 's'}"
        done += f" and clicked {label(button)}." if button else "."
        return action.result(" ".join([done, *filled.notes]))
    done = f"Filled {_ids(filled.done)}, then stopped" if count else "Stopped"
    left = f" Not filled: {_ids(filled.left)}." if filled.left else ""
    unsent = f" {label(button)} was not clicked." if button else ""
    result = action.result(" ".join([f"{done}: {filled.problem}{left}{unsent}", *filled.notes]))
    return SkillResult(
        text=result.text, report=result.report, stop="the fill_form before it stopped halfway."
    )


def _said(node: Node, value: str) -> dict[str, Any]:
    secret = "password" in node.states
    shown = f"a password of {len(value)} characters" if secret else value
    return {"mmid": node.mmid, "role": node.role, "name": node.name, "value": shown}


def _ids(mmids: tuple[int, ...]) -> str:
    return ", ".join(f"[{mmid}]" for mmid in mmids)
