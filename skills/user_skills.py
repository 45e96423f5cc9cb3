"""Skills brought by users."""

from __future__ import annotations

import asyncio
import importlib.util
import inspect
import json
from collections.abc import Callable, Iterable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from agent_e.errors import ConfigError
from agent_e.types import SkillResult

from .context import SkillContext
from .spec import Skill, describe

ENTRY_POINTS = "agent_e.skills"


def load_skills(files: Iterable[Path]) -> tuple[Skill, ...]:
    """Return the skills of installed packages, one an entry point, and of files.

    Raises:
        ConfigError: as ``given_skills``.
    """
    installed = [
        as_skill(point.load(), f" of the entry point {point.value}")
        for point in entry_points(group=ENTRY_POINTS)
    ]
    return (*installed, *given_skills(files))


def given_skills(given: Iterable[Path | Callable[..., Any]]) -> list[Skill]:
    """Return functions as skills, and those of files.

    A file gives its ``SKILLS`` tuple, or, without one, every public async function it defines.

    Raises:
        ConfigError: a file is missing or broken, or something is not a skill.
    """
    skills: list[Skill] = []
    for each in given:
        if isinstance(each, Path):
            skills += [_of_file(found, each) for found in _from_module(_import_file(each), each)]
        else:
            skills.append(as_skill(each))
    return skills


def as_skill(function: Any, where: str = "") -> Skill:
    """Return a function as a skill.

    One whose first parameter is a ``SkillContext`` may use the page, and is async. Any other gets
    its arguments only, and what it returns is told to the model: text as it is, a ``SkillResult``,
    or anything else as JSON. If it is not async it runs in a thread.

    Args:
        function: with a docstring and typed parameters.
        where: it comes from, for the message.

    Raises:
        ConfigError: it is no function, or lacks one of these.
    """
    name = getattr(function, "__name__", "")
    if not inspect.isfunction(function) or not name.isidentifier():
        raise ConfigError(
            f"{function!r}{where} is no skill. Give a function with a name and a docstring."
        )
    try:
        signature = inspect.signature(function, eval_str=True)
    except NameError as error:
        raise ConfigError(f"An annotation of {name}{where} cannot be read: {error}.") from error
    first, *others = [_is_context(each) for each in signature.parameters.values()] or [False]
    if any(others):
        raise ConfigError(f"The SkillContext of {name}{where} has to be its first parameter.")
    if first and not inspect.iscoroutinefunction(function):
        raise ConfigError(f"{name}{where} takes a SkillContext. Write: async def {name}(…).")
    skill = function if first else _without_context(function, signature)
    try:
        describe(skill, skip=1)
    except ConfigError as error:
        raise ConfigError(f"{name}{where} is no skill. {error}") from error
    return cast(Skill, skill)


def _is_context(parameter: inspect.Parameter) -> bool:
    kind = parameter.annotation
    return isinstance(kind, type) and issubclass(kind, SkillContext)


def _without_context(function: Callable[..., Any], signature: inspect.Signature) -> Skill:
    async def skill(ctx: SkillContext, /, **arguments: Any) -> SkillResult:
        async with ctx.reading(function.__name__, **arguments):
            if inspect.iscoroutinefunction(function):
                value = await function(**arguments)
            else:
                value = await asyncio.to_thread(function, **arguments)
        if isinstance(value, SkillResult):
            return value
        plain = isinstance(value, str)
        return SkillResult(
            text=value if plain else json.dumps(value, ensure_ascii=False, default=str)
        )

    context = inspect.Parameter("_ctx", inspect.Parameter.POSITIONAL_ONLY, annotation=SkillContext)
    parameters = [
        each.replace(kind=inspect.Parameter.KEYWORD_ONLY) for each in signature.parameters.values()
    ]
    skill.__name__, skill.__doc__ = function.__name__, function.__doc__
    skill.__signature__ = inspect.Signature([context, *parameters])  # type: ignore[attr-defined]
    return skill


def _import_file(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(f"agent_e_user_skills_{file.stem}", file)
    if spec is None or spec.loader is None or not file.is_file():
        raise ConfigError(f"The skill file {file} is not a Python file. Check --skills.")
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    except Exception as error:  # a user's file may fail in any way; all are reported alike
        raise ConfigError(
            f"The skill file {file} cannot be imported: {type(error).__name__}: {error}."
        ) from error
    return module


def _of_file(function: Any, file: Path) -> Skill:
    if not inspect.iscoroutinefunction(function):
        name = getattr(function, "__name__", repr(function))
        # It is more likely a helper of the others.
        raise ConfigError(
            f"{name} in {file} is no async function. Write async def {name}(…), or _{name} for "
            "one that is no skill."
        )
    return as_skill(function, f" in {file}")


def _from_module(module: ModuleType, file: Path) -> list[Any]:
    listed = getattr(module, "SKILLS", None)
    if listed is not None:
        return list(listed)
    found = [
        value
        for name, value in vars(module).items()
        if inspect.isfunction(value)
        and value.__module__ == module.__name__
        and not name.startswith("_")
    ]
    if not any(map(inspect.iscoroutinefunction, found)):
        raise ConfigError(f"The skill file {file} defines no public async function.")
    return found
