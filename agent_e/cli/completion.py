"""Shell completion; every list is made on demand."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping

Complete = Callable[[str], list[str]]


def among(values: Callable[[], Iterable[str]]) -> Complete:
    """Return a completer for one of some values."""

    def complete(incomplete: str) -> list[str]:
        return [each for each in values() if each.startswith(incomplete)]

    return complete


def run_ids() -> list[str]:
    """Ids of the runs in the folder of the settings, newest first, after ``latest``."""
    from agent_e.config import load_settings
    from agent_e.errors import ConfigError

    try:
        root = load_settings().settings.runs_dir
    except ConfigError:
        # The command itself reports the error; the shell would only show it as a candidate.
        return []
    return ["latest", *sorted((path.parent.name for path in root.glob("*/run.json")), reverse=True)]


def suite_names() -> list[str]:
    """Names of the suites."""
    from agent_e.benchmarks.suites import SUITES

    return list(SUITES)


def site_names() -> list[str]:
    """Names of the local sites."""
    from agent_e.benchmarks.sites import SITES

    return list(SITES)


def app_names() -> list[str]:
    """Names of the applications, and ``all``."""
    from agent_e.benchmarks.apps import APPS

    return [*APPS, "all"]


def secret_names() -> list[str]:
    """Names of the kept secrets."""
    from agent_e.safety.secrets import Vault

    return [entry.name for entry in Vault().entries()]


def saved_logins() -> list[str]:
    """Names of the saved logins."""
    from agent_e.browser.profiles import profile_names

    return profile_names()


def _architectures() -> list[str]:
    from agent_e.architectures import ARCHITECTURES

    return list(ARCHITECTURES)


def _models() -> list[str]:
    from agent_e.models.factory import OFFLINE
    from agent_e.models.model_table import rows

    return [OFFLINE, *rows()]


_SETTINGS: Mapping[str, Callable[[], Iterable[str]]] = {
    "architecture": _architectures,
    "browser.profile": saved_logins,
    "grounder.model": _models,
    "model": _models,
    "models.fallback": _models,
    "planner_model": _models,
    "verifier_model": _models,
    "safety_model": _models,
}


def for_setting(key: str) -> Complete | None:
    """Return the completer for a setting; ``None`` where its type says it all."""
    return among(_SETTINGS[key]) if key in _SETTINGS else None
