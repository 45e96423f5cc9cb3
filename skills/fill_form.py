"""Fill several fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from agent_e.dom.render.node_context import clipped
from agent_e.types import Node, SkillResult

from .context import SkillContext
from .formatting import id_of, in_short
from .spec import ElementRef


def _text(value: object) -> object:
    # Ticks come as true and amounts as numbers, which the fields of a page hold as text.
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


class Entry(BaseModel):
    """A field and what goes into it."""

    model_config = ConfigDict(extra="forbid")

    mmid: ElementRef
    value: Annotated[str, BeforeValidator(_text)]


async def fill_form(
    ctx: SkillContext,
    fields: Annotated[list[Entry], "Text, option, YYYY-MM-DD, or true/false for a tick."],
    submit: Annotated[ElementRef | None, "Button to click then."] = None,
) -> SkillResult:
    """Fill several fields; stops if the form changes."""
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
    asked = list(zip(nodes, fields, strict=True))
    notes = f" {' '.join(filled.notes)}" if filled.notes else ""
    if not filled.problem:
        clicked = (" and clicked ", button) if button else ()
        done = _joined([(_name(node), _with(node, entry.value)) for node, entry in asked])
        return action.result("Filled ", *done, *clicked, f".{notes}")
    anew = action.report.replacements
    given = [(n, entry) for n, entry in asked if n.mmid in filled.done]
    done = _joined([(_now(node, anew), _with(node, entry.value)) for node, entry in given])
    left = _joined([(_now(n, anew),) for n, entry in asked if n.mmid in filled.left])
    result = action.result(
        *(("Filled ", *done, ", then stopped: ") if done else ("Stopped: ",)),
        filled.problem,
        *((" Not filled: ", *left, ".") if left else ()),
        *((" ", _now(button, anew), " was not clicked.") if button else ()),
        notes,
    )
    # What stopped it names elements by their numbers.
    far = ("Filled ", *done, ", then stopped.") if done else ("Stopped before the first field.",)
    why = "not all fields before it were filled."
    return replace(result, short=f"{in_short(far)} {action.brief}".strip(), stop=why)


def _name(node: Node) -> str | Node:
    """What a field is called; one without a name is told as what it is."""
    return f"'{clipped(node.name)}'" if node.name else node


def _with(node: Node, value: str) -> str:
    return " with a password" if "password" in node.states else f" with '{clipped(value)}'"


def _now(node: Node, anew: Mapping[int, int]) -> Node:
    """The element under the number that it has now, where the page made it anew."""
    return node._replace(mmid=anew.get(node.mmid or 0, node.mmid))


def _joined(parts: Sequence[tuple[str | Node, ...]]) -> list[str | Node]:
    found: list[str | Node] = []
    for at, each in enumerate(parts):
        found += [", ", *each] if at else each
    return found


def _said(node: Node, value: str) -> dict[str, Any]:
    secret = "password" in node.states
    shown = f"a password of {len(value)} characters" if secret else value
    return {"mmid": node.mmid, "role": node.role, "name": node.name, "value": shown}
