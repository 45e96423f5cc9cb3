"""Skills brought by users."""

from __future__ import annotations

import importlib.util
import inspect
from collections.abc import Iterable
from importlib.metadata import entry_points
from pathlib import Path
from types import ModuleType
from typing import Any, cast

from agent_e.errors import ConfigError

from .context import SkillContext
from .spec import Skill, describe

ENTRY_POINTS = "agent_e.skills"


def load_skills(files: Iterable[Path]) -> tuple[Skill, ...]:
    """Return the skills of installed packages and of ``files``.

    An entry point names one skill. A file gives its ``SKILLS`` tuple, or, without one, every public
    async function it defines.

    Raises:
        ConfigError: a file is missing or broken, or something in it is not a skill.
    """
    skills: list[Skill] = [point.load() for point in entry_points(group=ENTRY_POINTS)]
    for file in files:
        skills += [_checked(each, file) for each in _from_module(_import_file(file), file)]
    for skill in skills:
        describe(skill, skip=1)
    return tuple(skills)


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


def _checked(skill: Any, file: Path) -> Skill:
    """Validate a function of a file as a skill.

    Raises:
        ConfigError: it is not async, or its first parameter is not the context.
    """
    name = getattr(skill, "__name__", repr(skill))
    if not inspect.iscoroutinefunction(skill):
        raise ConfigError(f"{name} in {file} is no async function. Write: async def {name}(…).")
    try:
        parameters = list(inspect.signature(skill, eval_str=True).parameters.values())
    except NameError as error:
        raise ConfigError(f"An annotation of {name} in {file} cannot be read: {error}.") from error
    first = parameters[0].annotation if parameters else None
    if not (isinstance(first, type) and issubclass(first, SkillContext)):
        raise ConfigError(
            f"The first parameter of {name} in {file} is not the context of the run. Write: "
            f"from agent_e.skills import SkillContext, and async def {name}(ctx: SkillContext, …)."
        )
    return cast(Skill, skill)


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
