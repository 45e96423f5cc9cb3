"""Tools of servers as functions of an agent, through the gate and into the journal."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any

import jsonschema
from pydantic import AfterValidator, RootModel

from agent_e.safety import REMOTE
from agent_e.skills import Function, SkillContext
from agent_e.text import cut
from agent_e.types import Document, SkillResult

from .servers import RemoteTool


def function_of(
    tool: RemoteTool, context: SkillContext, on_text: Callable[[str, str], None]
) -> Function:
    """Return a tool as a function.

    Args:
        tool: the tool.
        context: of the run.
        on_text: told each text that a server gives, and its source.
    """

    def fitting(values: dict[str, Any]) -> dict[str, Any]:
        errors = jsonschema.Draft202012Validator(tool.schema).iter_errors(values)
        if error := jsonschema.exceptions.best_match(errors):
            raise ValueError(error.message)
        return values

    class Arguments(RootModel[Annotated[dict[str, Any], AfterValidator(fitting)]]):
        """The arguments of the tool."""

    async def run(root: dict[str, Any]) -> SkillResult:
        async with context.reading(f"{REMOTE}{tool.name}", hint=tool.hint, given=root) as action:
            text = cut(await tool.call(root), context.observer.budget_characters)
            action.words, action.done = f"Called {tool.name}.", True
        source = f"{REMOTE}{tool.server}"
        on_text(text, source)
        shown = Document(url=source, title=tool.name, text=text)
        return SkillResult(text=text or "It gave nothing.", data=(shown,))

    return Function(
        name=tool.name,
        description=tool.description,
        parameters=tool.schema,
        arguments=Arguments,
        run=run,
    )
