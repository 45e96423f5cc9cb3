"""What one chat offers its model: functions that are listed, and spare ones within reach.

The schema of a spare function is sent on request only: ``get_function`` names them all and
lists one, and so does a call of one by its name. The list only grows, and always in the same way
from the same calls, so that a replayed run is offered the same.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

from pydantic import ConfigDict, create_model

from agent_e.models.model import GET_FUNCTION, ToolSchema
from agent_e.skills import Function
from agent_e.types import SkillResult

_GET = "Get one more function, to be called next."


class Offered:
    """The functions of one chat."""

    def __init__(self, functions: Iterable[Function], spare: Sequence[Function] = ()) -> None:
        """List functions, and ``get_function`` where there are spare ones."""
        self._listed = {function.name: function for function in functions}
        self._spare = {each.name: each for each in spare if each.name not in self._listed}
        if self._spare:
            self._listed[GET_FUNCTION] = self._getter(list(self._spare))
        self._schemas = tuple(_schema(function) for function in self._listed.values())

    @property
    def schemas(self) -> tuple[ToolSchema, ...]:
        """Schemas of the functions listed so far, in the order of their listing."""
        return self._schemas

    @property
    def ending(self) -> str:
        """The name of the function that ends the chat."""
        return next(function.name for function in self._listed.values() if function.ends)

    def find(self, name: str) -> Function | None:
        """The function of this name, listed or not, however it is spelled."""
        known = self._known
        exact = known.get(name)
        if exact is not None:
            return exact
        same = [each for each in known if _letters(each) == _letters(name)]
        return known[same[0]] if len(same) == 1 else None

    def unknown(self, name: str) -> str:
        """Say that there is no such function, and which there are."""
        known = self._known
        near = difflib.get_close_matches(name, known, n=1)
        hint = f" Did you mean {near[0]}?" if near else ""
        return f"There is no function {name}.{hint} There are: {', '.join(known)}."

    def list_from_now(self, function: Function) -> None:
        """Send a function's schema from the next call on, if it was spare."""
        if self._spare.pop(function.name, None) is not None:
            self._listed[function.name] = function
            self._schemas += (_schema(function),)

    @property
    def _known(self) -> Mapping[str, Function]:
        return self._listed | self._spare

    def _getter(self, names: Sequence[str]) -> Function:
        """The function that lists a spare one; it does not change once it has."""
        one_of: Any = Literal[tuple(names)]
        return Function(
            name=GET_FUNCTION,
            description=_GET,
            parameters={
                "type": "object",
                "properties": {"name": {"type": "string", "enum": list(names)}},
                "required": ["name"],
            },
            arguments=create_model(
                GET_FUNCTION, __config__=ConfigDict(extra="forbid"), name=(one_of, ...)
            ),
            run=self._get,
        )

    async def _get(self, name: str) -> SkillResult:
        function = self._known[name]
        self.list_from_now(function)
        return SkillResult(note=f"Call {_usage(function)}")


def _usage(function: Function) -> str:
    """How a function is called: its parameters, which are optional, and what it does."""
    required = function.parameters.get("required", ())
    takes = [
        f"{name}{'' if name in required else '?'}: {schema.get('description') or schema['type']}"
        for name, schema in function.parameters["properties"].items()
    ]
    return f"{function.name}({'; '.join(takes)}). {function.description}"


def _schema(function: Function) -> ToolSchema:
    return ToolSchema(
        name=function.name, description=function.description, parameters=function.parameters
    )


def _letters(name: str) -> str:
    return re.sub(r"[\W_]", "", name.removeprefix("functions")).lower()
