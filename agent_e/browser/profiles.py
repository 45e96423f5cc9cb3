"""Saved logins: Playwright's storage state, as files that only their owner can read."""

from __future__ import annotations

import difflib
import json
import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from agent_e.config import BrowserSettings, user_config_dir
from agent_e.errors import ConfigError

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,63}")


def profile_path(name: str) -> Path:
    """The path of the profile with this name.

    Raises:
        ConfigError: the name is invalid.
    """
    if not _NAME.fullmatch(name):
        raise ConfigError(
            f"{name!r} cannot be the name of a profile. Use letters, digits, dots, dashes and "
            "underscores, 64 at most."
        )
    return user_config_dir() / "profiles" / f"{name}.json"


def profile_names() -> list[str]:
    """Names of the saved profiles, sorted."""
    return sorted(path.stem for path in (user_config_dir() / "profiles").glob("*.json"))


def storage_state_to_load(settings: BrowserSettings) -> Path | None:
    """The validated file of cookies and local storage that the settings load.

    Raises:
        ConfigError: there is no such profile or file, or it is not a storage state.
    """
    if settings.profile is not None:
        path = profile_path(settings.profile)
        if not path.exists():
            known = profile_names()
            near = difflib.get_close_matches(settings.profile, known, n=1)
            hint = f" Did you mean {near[0]}?" if near else ""
            raise ConfigError(
                f"There is no profile {settings.profile!r} (saved: {', '.join(known) or 'none'})."
                f"{hint} Make one with: agent-e login URL --profile {settings.profile}."
            )
    elif settings.storage_state is not None:
        path = settings.storage_state
    else:
        return None
    try:
        value = json.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise ConfigError(f"The storage state {path} cannot be read: {error}") from error
    if not isinstance(value, dict) or not isinstance(value.get("cookies", []), list):
        raise ConfigError(f"{path} holds no storage state: cookies and origins are expected.")
    return path


def write_storage_state(path: Path, state: Mapping[str, Any]) -> None:
    """Write the file atomically, readable by its owner only: it is as good as a password.

    Raises:
        ConfigError: it cannot be written.
    """
    temporary = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        temporary.unlink(missing_ok=True)
        file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(file, "w", encoding="utf-8") as stream:
            json.dump(state, stream, ensure_ascii=False, indent=1)
        temporary.replace(path)
    except OSError as error:
        raise ConfigError(
            f"The storage state {path} cannot be written: {error.strerror}."
        ) from error
