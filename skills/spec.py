"""Converts an async function to what a model is offered: schema, validation, binding.

The docstring is the description the model reads, ``Annotated[..., "..."]`` describes a parameter,
and the first parameter (the ``SkillContext``) is hidden.
"""

from __future__ import annotations

import difflib
import inspect
import re
import reprlib
from collections.abc import Awaitable, Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Annotated, Any, get_args

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    ValidationError,
    WithJsonSchema,
    create_model,
)
from pydantic.fields import FieldInfo
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaValue
from pydantic_core import core_schema

from agent_e.errors import BadArgument, ConfigError
from agent_e.types import SkillResult

from .coerce import arguments_in
from .context import SkillContext

_QUOTED = 80
_NUMBER = re.compile(r"\s*\[?\s*(\d{1,15})(?:\.0+)?\s*\]?\s*", re.ASCII)
Skill = Callable[..., Awaitable[SkillResult]]


def _bare_id(value: object) -> object:
    # Small models copy the outline's brackets along with the number.
    return value.strip().strip("[]") if isinstance(value, str) else value


def _number_or_name(value: object) -> object:
    if isinstance(value, list) and len(value) == 1:
        value = value[0]
    if not isinstance(value, str):
        return value
    if not value.strip():
        raise ValueError("an element is given by its number, or by role and name")
    number = _NUMBER.fullmatch(value)
    return int(number[1]) if number else value


class _ElementMark:
    """Marks annotations of values that refer to an element."""


_ELEMENT = _ElementMark()

Mmid = Annotated[int, BeforeValidator(_bare_id), _ELEMENT]
"""An element's number, for functions that accept nothing else."""

ElementRef = Annotated[
    int | str,
    BeforeValidator(_number_or_name),
    # One plain type costs the fewest tokens, and every provider's strict form allows it.
    WithJsonSchema({"type": "string"}),
    _ELEMENT,
]
"""An element by its number, or by role and name (``"button 'Log in'"``).

The number is an ``int`` once the arguments are parsed. Most skills take one, so the system prompt
explains it and no schema does.
"""


@dataclass(frozen=True, kw_only=True, slots=True)
class Function:
    """A function offered to a model.

    Attributes:
        parameters: its JSON Schema.
        informs: whether its result is news to the model, so that nothing may be concluded
            in the same reply.
        ends: whether a successful call ends the conversation.
        follows_acts: for one that ends: whether it may be the last call of a reply that acts.
    """

    name: str
    description: str
    parameters: Mapping[str, Any]
    arguments: type[BaseModel]
    run: Callable[..., Awaitable[Any]]
    informs: bool = True
    ends: bool = False
    follows_acts: bool = False

    async def __call__(self, arguments: str) -> Any:
        """Validate a model's JSON text and run the function with it.

        Raises:
            BadArgument: it is not JSON or does not fit the schema; the sentence says how.
        """
        model = self._read(arguments)
        return await self.run(**{name: getattr(model, name) for name in type(model).model_fields})

    def numbers(self, arguments: str) -> list[int]:
        """Return the element numbers in a call, which are valid on this page only.

        Unreadable arguments have none: the call itself reports what is wrong with them.
        """
        try:
            return [each for each in _elements(self._read(arguments)) if isinstance(each, int)]
        except BadArgument:
            return []

    def _read(self, arguments: str) -> BaseModel:
        try:
            values = arguments_in(arguments, self.parameters)
        except (ValueError, RecursionError) as error:
            start = " ".join(arguments.split())[:_QUOTED]
            raise BadArgument(
                f"The arguments of {self.name} are not valid JSON: {error}: {start}. "
                "Send the call again."
            ) from error
        try:
            return self.arguments.model_validate(values)
        except ValidationError as error:
            raise BadArgument(self._misfit(error)) from error

    def _misfit(self, error: ValidationError) -> str:
        allowed = list(self.parameters["properties"])
        problems = "; ".join(_problem(each, allowed) for each in error.errors()[:3])
        takes = ", ".join(allowed) or "no arguments"
        return f"The arguments of {self.name} do not fit: {problems}. It takes: {takes}."


def _elements(values: BaseModel) -> Iterator[int | str]:
    """Every element that the arguments of a call name, nested ones included."""
    for name, field in type(values).model_fields.items():
        value = getattr(values, name)
        marked = _ELEMENT in field.metadata or _is_marked(field.annotation)
        for each in value if isinstance(value, list | tuple) else [value]:
            if isinstance(each, BaseModel):
                yield from _elements(each)
            elif marked and each is not None:
                yield each


def _is_marked(annotation: Any) -> bool:
    """Whether an annotation, or a part of it such as of a union, refers to an element."""
    if _ELEMENT in getattr(annotation, "__metadata__", ()):
        return True
    return any(map(_is_marked, get_args(annotation)))


def _problem(error: Any, allowed: Sequence[str]) -> str:
    """One misfit, as text."""
    where = ".".join(map(str, error["loc"])) or "arguments"
    if error["type"] == "missing":
        return f"{where} is missing"
    if error["type"] == "extra_forbidden":
        near = difflib.get_close_matches(where, allowed, n=1, cutoff=0.5)
        return f"there is no {where}" + (f" (did you mean {near[0]}?)" if near else "")
    given = reprlib.repr(error["input"])
    return f"{where}: {error['msg']}, not {given}"


def describe(
    function: Callable[..., Awaitable[Any]],
    *,
    skip: int = 0,
    informs: bool = True,
    ends: bool = False,
    follows_acts: bool = False,
) -> Function:
    """Build the ``Function`` of an async function, leaving out its first ``skip`` parameters.

    Raises:
        ConfigError: it is not async, lacks a docstring, or a parameter lacks a type.
    """
    plain = getattr(function, "__func__", function)
    described = _described(plain, skip + (plain is not function))
    return replace(described, run=function, informs=informs, ends=ends, follows_acts=follows_acts)


@lru_cache(maxsize=256)
def _described(function: Callable[..., Awaitable[Any]], skip: int) -> Function:
    # The same ones are offered again for every sub-task, and a model of pydantic takes its time
    # and 100 kB.
    name = function.__name__
    description = inspect.getdoc(function) or ""
    if not inspect.iscoroutinefunction(function) or not description:
        raise ConfigError(f"The skill {name} must be an async function with a docstring.")
    signature = inspect.signature(function, eval_str=True)
    fields: dict[str, Any] = {}
    for parameter in list(signature.parameters.values())[skip:]:
        if parameter.annotation is parameter.empty:
            raise ConfigError(f"The parameter {parameter.name} of the skill {name} needs a type.")
        required = parameter.default is parameter.empty
        fields[parameter.name] = (
            _with_description(parameter.annotation),
            ... if required else parameter.default,
        )
    arguments = create_model(name, __config__=ConfigDict(extra="forbid"), **fields)
    return Function(
        name=name,
        description=description,
        parameters=_schema_of(arguments),
        arguments=arguments,
        run=function,
    )


def bind(skill: Skill, context: SkillContext) -> Function:
    """Prepare a skill for offering: its first parameter is filled with ``context``."""
    described = _described(skill, 1)

    async def run(**arguments: Any) -> SkillResult:
        return await skill(context, **arguments)

    return replace(described, run=run)


def _with_description(annotation: Any) -> Any:
    """Turn the bare strings of ``Annotated[int, "words"]`` into pydantic fields."""
    metadata = getattr(annotation, "__metadata__", ())
    words = [item for item in metadata if isinstance(item, str)]
    if not words or any(isinstance(item, FieldInfo) for item in metadata):
        return annotation
    return Annotated[annotation, Field(description=words[0])]


class _PlainSchema(GenerateJsonSchema):
    """Omits what costs tokens and says little: titles, null alternatives, defaults."""

    def field_title_should_be_set(self, schema: Any) -> bool:
        return False

    def nullable_schema(self, schema: core_schema.NullableSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])

    def default_schema(self, schema: core_schema.WithDefaultSchema) -> JsonSchemaValue:
        return self.generate_inner(schema["schema"])


def _schema_of(arguments: type[BaseModel]) -> dict[str, Any]:
    schema = arguments.model_json_schema(schema_generator=_PlainSchema)
    definitions = schema.pop("$defs", {})
    inlined: dict[str, Any] = _inline(schema, definitions)
    return inlined


def _inline(value: Any, definitions: Mapping[str, Any]) -> Any:
    """Replace references by their definitions: small models lose track of them."""
    if isinstance(value, list):
        return [_inline(item, definitions) for item in value]
    if not isinstance(value, dict):
        return value
    if "$ref" in value:
        return _inline(definitions[value["$ref"].rsplit("/", 1)[1]], definitions)
    dropped = ("additionalProperties",)
    plain = {key: _inline(item, definitions) for key, item in value.items() if key not in dropped}
    if plain.get("type") == "object" and isinstance(plain.get("title"), str):
        del plain["title"]
    return plain
