"""Fill several fields."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import Annotated, Any

from pydantic import BaseModel, BeforeValidator, ConfigDict

from agent_e.dom.actions.secrets import Reveal
from agent_e.dom.render.node_context import clipped
from agent_e.safety.secrets import handle_in
from agent_e.types import Node, SkillResult

from .context import SkillContext
from .formatting import id_of, in_short
from .spec import ElementRef


def _text(value: object) -> object:
    # Ticks arrive as booleans and amounts as numbers; a page's fields hold them as text.
    if isinstance(value, bool):
        return str(value).lower()
    return str(value) if isinstance(value, int | float) else value


class Entry(BaseModel):
    """A field and its new value."""

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
    journaled = [_journaled(node, entry.value) for node, entry in zip(nodes, fields, strict=True)]
    async with ctx.action("fill_form", button, fields=journaled) as action:
        for node, entry in zip(nodes, fields, strict=True):
            if "password" in node.states and not handle_in(entry.value):
                action.permit.typing(entry.value)
        filled = await ctx.actor.fill_form(
            [(id_of(n), _given(ctx, e.value)) for n, e in zip(nodes, fields, strict=True)],
            id_of(button) if button else None,
            sure=partial(action.permit.hold, filled=True),
            choosing=action.permit.choosing,
        )
        action.holds |= filled.chosen
        action.stopped, action.left = bool(filled.problem), filled.left
    pairs = list(zip(nodes, fields, strict=True))
    notes = f" {' '.join(filled.notes)}" if filled.notes else ""
    if not filled.problem:
        clicked = (" and clicked ", button) if button else ()
        done = _joined([(_name(node), _with(node, entry.value)) for node, entry in pairs])
        return action.result("Filled ", *done, *clicked, f".{notes}")
    replacements = action.report.replacements
    given = [(n, entry) for n, entry in pairs if n.mmid in filled.done]
    done = _joined([(_now(node, replacements), _with(node, entry.value)) for node, entry in given])
    left = _joined([(_now(n, replacements),) for n, entry in pairs if n.mmid in filled.left])
    result = action.result(
        *(("Filled ", *done, ", then stopped: ") if done else ("Stopped: ",)),
        filled.problem,
        *((" Not filled: ", *left, ".") if left else ()),
        *((" ", _now(button, replacements), " was not clicked.") if button else ()),
        notes,
    )
    # The reason names elements by their numbers.
    far = ("Filled ", *done, ", then stopped.") if done else ("Stopped before the first field.",)
    why = "not all fields before it were filled."
    return replace(result, short=f"{in_short(far)} {action.brief}".strip(), stop=why)


def _name(node: Node) -> str | Node:
    """The name of a field; one without a name is described by its role."""
    return f"'{clipped(node.name)}'" if node.name else node


def _given(ctx: SkillContext, value: str) -> str | Reveal:
    """What a field gets: the text, or what a secret's name stands for."""
    handle = handle_in(value)
    return partial(ctx.secrets.reveal, handle) if handle and ctx.secrets is not None else value


def _with(node: Node, value: str) -> str:
    if handle := handle_in(value):
        return f" with the secret '{handle}'"
    return " with a password" if "password" in node.states else f" with '{clipped(value)}'"


def _now(node: Node, replacements: Mapping[int, int]) -> Node:
    """The element with its current number, where the page has recreated it."""
    return node._replace(mmid=replacements.get(node.mmid or 0, node.mmid))


def _joined(parts: Sequence[tuple[str | Node, ...]]) -> list[str | Node]:
    found: list[str | Node] = []
    for at, each in enumerate(parts):
        found += [", ", *each] if at else each
    return found


def _journaled(node: Node, value: str) -> dict[str, Any]:
    secret = "password" in node.states and not handle_in(value)
    shown = f"a password of {len(value)} characters" if secret else value
    return {"mmid": node.mmid, "role": node.role, "name": node.name, "value": shown}
