"""Loads settings: files, environment and flags, merged into one."""

from __future__ import annotations

import difflib
import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from pydantic import BaseModel, ValidationError
from pydantic.fields import FieldInfo

from agent_e.errors import ConfigError

from .sections import Settings

ENV_PREFIX = "AGENT_E_"
SECRET_PREFIX = "AGENT_E_SECRET_"
"""Prefix of variables with secrets instead of settings."""
PROJECT_FILE = "agent-e.yaml"
RUNS_VARIABLE = "AGENT_E_RUNS"
"""Also read for ``Settings.runs_dir``, under its short name."""
DATA_VARIABLE = "AGENT_E_BENCH_DATA"
"""Where the public data of suites is; not a setting of a run."""
APPS_VARIABLE = "AGENT_E_APPS"
"""Where applications to try the agent on are; not a setting of a run."""
BROWSERGYM_VARIABLE = "AGENT_E_BROWSERGYM"
"""The Python of BrowserGym's virtual environment; not a setting of a run."""
GROUNDER_VARIABLE = "AGENT_E_SMALL_GROUNDER"
"""The file of weights of the small grounder; not a setting of a run."""
_NO_SETTINGS = (DATA_VARIABLE, APPS_VARIABLE, BROWSERGYM_VARIABLE, GROUNDER_VARIABLE)


_RENAMED = {"profile": "about_me"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Layer:
    """One source of settings: its location and its values."""

    origin: str
    values: Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Loaded:
    """Settings with the origin of each value that is not a default, by dotted key."""

    settings: Settings
    origins: Mapping[str, str] = field(default_factory=dict)


def user_config_dir() -> Path:
    """Folder of the user's own settings and saved profiles."""
    import platformdirs

    return Path(platformdirs.user_config_dir("agent-e", appauthor=False))


def load_settings(flags: Mapping[str, Any] | None = None, *, file: Path | None = None) -> Loaded:
    """Read every layer and validate the whole.

    Args:
        flags: nested values from the command line; they win.
        file: a settings file to read instead of ``./agent-e.yaml``.

    Raises:
        ConfigError: a file cannot be read, a key is unknown or a value does not fit.
    """
    if file is not None and not file.exists():
        raise ConfigError(f"The settings file {file} does not exist. Check --config.")
    layers = [
        _file_layer(user_config_dir() / "config.yaml"),
        _file_layer(file or Path(PROJECT_FILE)),
        _environment_layer(os.environ),
        Layer(origin="flag", values=flags or {}),
    ]
    merged: dict[str, Any] = {}
    origins: dict[str, str] = {}
    for layer in layers:
        _check_keys(layer)
        for path, value in _flatten(layer.values):
            origins[".".join(path)] = layer.origin
            _put(merged, path, value)
    try:
        return Loaded(settings=Settings.model_validate(merged), origins=origins)
    except ValidationError as error:
        first = error.errors()[0]
        key = ".".join(str(part) for part in first["loc"])
        origin = next(
            (name for dotted, name in origins.items() if key.startswith(dotted)), "settings"
        )
        # What is written nowhere, as it may hold a token, is not printed either.
        unseen = [each for each, info in setting_fields() if info.exclude or not info.repr]
        hidden = any(f"{key}.".startswith(f"{each}.") for each in unseen)
        given = "…" if hidden else repr(first["input"])
        raise ConfigError(f"{key} = {given} ({origin}) does not fit: {first['msg']}.") from error


def setting_fields(
    model: type[BaseModel] = Settings, prefix: str = ""
) -> Iterator[tuple[str, FieldInfo]]:
    """Yield every settable field with its dotted key, sections before their contents."""
    for name, info in model.model_fields.items():
        yield f"{prefix}{name}", info
        if section := _section_of(info.annotation):
            yield from setting_fields(section, f"{prefix}{name}.")


def setting_keys() -> list[str]:
    """Every dotted key that can be set."""
    return [key for key, info in setting_fields() if _section_of(info.annotation) is None]


def _section_of(annotation: Any) -> type[BaseModel] | None:
    candidates = [annotation, *getattr(annotation, "__args__", ())]
    return next((c for c in candidates if isinstance(c, type) and issubclass(c, BaseModel)), None)


def _file_layer(path: Path) -> Layer:
    if not path.exists():
        return Layer(origin=str(path), values={})
    try:
        values = yaml.safe_load(path.read_text(encoding="utf-8"))
    except (OSError, yaml.YAMLError) as error:
        raise ConfigError(f"The settings file {path} cannot be read: {error}") from error
    if values is not None and not isinstance(values, dict):
        raise ConfigError(
            f"The settings file {path} must hold keys and values, such as `model: offline`."
        )
    return Layer(origin=str(path), values=values or {})


def _environment_layer(environment: Mapping[str, str]) -> Layer:
    values: dict[str, Any] = {}
    for variable, text in sorted(environment.items()):
        if variable == RUNS_VARIABLE:
            values["runs_dir"] = text
        elif variable in _NO_SETTINGS or variable.startswith(SECRET_PREFIX):
            continue
        elif variable.startswith(ENV_PREFIX):
            path = variable.removeprefix(ENV_PREFIX).lower().split("__")
            _put(values, tuple(path), yaml.safe_load(text) if text[:1] in "{[" else text)
    return Layer(origin="environment", values=values)


def _check_keys(layer: Layer) -> None:
    known = setting_keys()
    sections = {key.rsplit(".", 1)[0] for key in known if "." in key}
    for path, _ in _flatten(layer.values):
        key = ".".join(path)
        if key in known or key in sections:
            continue
        near = difflib.get_close_matches(key, [*known, *sections], n=1, cutoff=0.5)
        hint = f" Did you mean {near[0]}?" if near else " See agent-e config show."
        if key in _RENAMED:
            hint = f" It is {_RENAMED[key]} now."
        raise ConfigError(f"There is no setting {key} ({layer.origin}).{hint}")


def _flatten(
    values: Mapping[str, Any], prefix: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    for key, value in values.items():
        path = (*prefix, str(key))
        if isinstance(value, Mapping) and value:
            yield from _flatten(value, path)
        else:
            yield path, value


def _put(target: dict[str, Any], path: tuple[str, ...], value: Any) -> None:
    for part in path[:-1]:
        inner = target.get(part)
        if not isinstance(inner, dict):
            inner = target[part] = {}
        target = inner
    target[path[-1]] = value
