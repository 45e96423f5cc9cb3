"""Settings of an architecture's preset: the contents of ``configs/<architecture>.yaml``."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any, TypeVar

from pydantic import BaseModel

from agent_e.config import Settings
from agent_e.configs import has_config, load_config
from agent_e.errors import ConfigError

Section = TypeVar("Section", bound=BaseModel)


def presets_of(architecture: str) -> dict[str, Mapping[str, Any]]:
    """Return the settings of each preset by name; there is always a ``default``."""
    return {"default": {}, **(load_config(architecture) if has_config(architecture) else {})}


def with_preset(settings: Settings, known: Collection[str]) -> Settings:
    """Return the settings, with those of the chosen preset where nothing else was set.

    Args:
        settings: as the person gave them.
        known: names of the architectures there are.

    Raises:
        ConfigError: there is no such architecture, or it has no such preset.
    """
    if settings.architecture not in known:
        names = ", ".join(known)
        raise ConfigError(f"There is no architecture {settings.architecture}. There are: {names}.")
    name = settings.preset
    presets = presets_of(settings.architecture)
    if name not in presets:
        names = ", ".join(presets)
        raise ConfigError(
            f"The architecture {settings.architecture} has no preset {name}. It has: {names}."
        )
    return _with_steps(_filled(settings, presets[name]), settings)


def _with_steps(settings: Settings, given: Settings) -> Settings:
    """Apply a run's step limit to its architecture, where only that was given."""
    name = settings.architecture
    section: Any = getattr(settings, name, None)
    if "max_steps" not in given.limits.model_fields_set or not hasattr(section, "max_steps"):
        return settings
    if "max_steps" in getattr(given, name).model_fields_set:
        return settings
    steps = {"max_steps": given.limits.max_steps}
    return settings.model_copy(update={name: section.model_copy(update=steps)})


def _filled(section: Section, values: Mapping[str, Any]) -> Section:
    """Set the fields that are unset."""
    changes: dict[str, Any] = {}
    for key, value in values.items():
        now = getattr(section, key)
        if isinstance(now, BaseModel):
            changes[key] = _filled(now, value)
        elif key not in section.model_fields_set:
            changes[key] = value
    return section.model_copy(update=changes)
