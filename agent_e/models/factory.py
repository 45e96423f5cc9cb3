"""Creates models from specifications: ``provider:model``, a name, ``offline``, ``replay:RUN``."""

from __future__ import annotations

import difflib
import os
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

from dotenv import dotenv_values

from agent_e.config import ModelSettings
from agent_e.errors import ConfigError
from agent_e.models.model import Model

from .model_table import COMPATIBLE, ModelRow, find_row, rows, unknown_row

DEFAULT_OPENAI_MODEL = "openai:gpt-5.4-mini"
OFFLINE = "offline"
DEFAULT_ANTHROPIC_MODEL = "anthropic:claude-sonnet-5-5"
_KEYS = {
    "openai": "OPENAI_API_KEY",
    "azure": "AZURE_OPENAI_API_KEY",
    "anthropic": "ANTHROPIC_API_KEY",
    COMPATIBLE: "OPENAI_API_KEY",
}
_HOSTED = {
    "gemini": ("https://generativelanguage.googleapis.com/v1beta/openai/", "GEMINI_API_KEY"),
    "bedrock": (
        "https://bedrock-runtime.{AWS_REGION}.amazonaws.com/openai/v1",
        "AWS_BEARER_TOKEN_BEDROCK",
    ),
    "mistral": ("https://api.mistral.ai/v1", "MISTRAL_API_KEY"),
    "openrouter": ("https://openrouter.ai/api/v1", "OPENROUTER_API_KEY"),
    "ollama": ("http://127.0.0.1:11434/v1", ""),
}
"""Providers that speak OpenAI's protocol: their address, with variables, and that of their key,
``""`` where none is needed."""
_PROVIDERS = (*_KEYS, *_HOSTED)


def environment() -> Mapping[str, str]:
    """Environment variables, completed by a ``.env`` file in the working directory."""
    from_file = {key: value for key, value in dotenv_values(".env").items() if value}
    return {**from_file, **os.environ}


def default_spec(env: Mapping[str, str]) -> tuple[str, str]:
    """Return the model used when none is named, and a note for the person (``""`` for none)."""
    if env.get("OPENAI_API_KEY"):
        return DEFAULT_OPENAI_MODEL, ""
    if env.get("ANTHROPIC_API_KEY"):
        return DEFAULT_ANTHROPIC_MODEL, ""
    return OFFLINE, (
        "No model key is set: the rule-based offline model answers. "
        "Set OPENAI_API_KEY or ANTHROPIC_API_KEY, or name a model with --model, "
        "for more than simple tasks."
    )


def check_offline(spec: str, architecture: str) -> None:
    """Refuse the offline model for an architecture that it has no rules for.

    Raises:
        ConfigError: the architecture is not ``hierarchical``.
    """
    if spec == OFFLINE and architecture != "hierarchical":
        raise ConfigError(
            f"The offline model cannot be used with the architecture {architecture}: name a model "
            "with --model, or play a recorded run with --model replay:FILE."
        )


def fallback_settings(spec: str, settings: ModelSettings) -> ModelSettings:
    """Return the settings for the fallback of the model ``spec``.

    An endpoint that was set for another protocol does not apply to it.
    """
    same = _speaks_anthropic(spec) == _speaks_anthropic(settings.fallback or "")
    own = settings.fallback_base_url or (settings.base_url if same else None)
    return settings.model_copy(update={"base_url": own})


def _speaks_anthropic(spec: str) -> bool:
    found = find_row(spec)
    return spec.startswith("anthropic:") or (found is not None and found[1].provider == "anthropic")


def make_model(
    spec: str, role: str, settings: ModelSettings, *, runs_dir: Path, env: Mapping[str, str]
) -> Model:
    """Build the model that ``spec`` names.

    Args:
        spec: such as ``openai:gpt-4.1-mini``, ``gpt-4.1-mini``, ``azure:deployment``,
            ``anthropic:claude-sonnet-5-5``, ``offline``, ``replay:RUN`` (a run folder, its id,
            ``latest``, or a file of events), or a name in ``configs/models.yaml``.
        role: whose replies a replay gives.
        settings: endpoint and limits of calls.
        runs_dir: where run ids are looked up.
        env: keys and endpoints under the providers' usual names.

    Raises:
        ConfigError: the name, the key or the endpoint is missing or unknown.
    """
    if spec == OFFLINE:
        from agent_e.offline import OfflineModel

        return OfflineModel()
    if spec.startswith("replay:"):
        from agent_e.models.replay import ReplayModel

        return ReplayModel(spec.partition(":")[2], role, runs_dir=runs_dir)
    provider, name = _provided(spec, settings)
    access = _access(provider, name, settings, env)
    found = find_row(name)
    # Providers beside OpenAI take the older names of members.
    row = found[1] if found else unknown_row(COMPATIBLE if provider in _HOSTED else provider)
    if provider == "anthropic":
        return _anthropic_model(name, row, settings, access)
    return _openai_model(provider, name, row, settings, access)


def check_access(spec: str, settings: ModelSettings, env: Mapping[str, str]) -> None:
    """Check, without a request, that the key and the address of a model are set.

    Raises:
        ConfigError: the name, the key or the endpoint is missing or unknown.
    """
    if spec != OFFLINE and not spec.startswith("replay:"):
        _access(*_provided(spec, settings), settings, env)


def _provided(spec: str, settings: ModelSettings) -> tuple[str, str]:
    """Return a model's provider, and its name there."""
    provider, _, name = spec.partition(":")
    if provider in _PROVIDERS and name:
        return provider, name
    found = find_row(spec)
    if found is not None:
        return found[1].provider, found[0]
    if settings.base_url:
        return "openai", spec
    known = [*rows(), OFFLINE]
    near = difflib.get_close_matches(spec, known, n=1)
    hint = f"Did you mean {near[0]}?" if near else _no_provider(spec)
    raise ConfigError(f"There is no model {spec}. {hint}")


def _no_provider(spec: str) -> str:
    """Name the known providers, and how to reach another one."""
    provider, colon, name = spec.partition(":")
    known = ", ".join(_PROVIDERS)
    if not colon or provider in _PROVIDERS:
        return f"Write provider:model, such as openai:gpt-4.1-mini; providers are {known}."
    return (
        f"{provider} is none of the providers {known}. If it has an endpoint as of OpenAI: "
        f"--model {COMPATIBLE}:{name} --base-url its address, which ends mostly with /v1, with its "
        "key in OPENAI_API_KEY."
    )


@dataclass(frozen=True, kw_only=True, slots=True)
class _Access:
    """How a model is reached; ``None`` is the SDK's own address."""

    key: str
    key_variable: str
    base_url: str | None
    azure_endpoint: str | None = None
    azure_api_version: str = ""


def _access(provider: str, name: str, settings: ModelSettings, env: Mapping[str, str]) -> _Access:
    if provider == "anthropic":
        base_url = settings.base_url or env.get("ANTHROPIC_BASE_URL")
        key = _key(provider, name, env, needed=not base_url)
        return _Access(key=key, key_variable=_KEYS[provider], base_url=base_url)
    base_url = settings.base_url or _endpoint(provider, name, env)
    if provider == COMPATIBLE and not base_url:
        raise ConfigError(
            f"The model {name} runs on a server of your own: give its address with --base-url, "
            "such as http://127.0.0.1:8000/v1."
        )
    hosted = provider in _HOSTED and bool(_key_variable(provider))
    key = _key(provider, name, env, needed=provider == "azure" or hosted or not base_url)
    endpoint = env.get("AZURE_OPENAI_ENDPOINT")
    if provider == "azure" and not endpoint:
        raise ConfigError(f"The model azure:{name} needs AZURE_OPENAI_ENDPOINT to be set.")
    return _Access(
        key=key,
        key_variable=_key_variable(provider),
        base_url=base_url,
        azure_endpoint=endpoint if provider == "azure" else None,
        azure_api_version=env.get("OPENAI_API_VERSION", "2024-10-21"),
    )


def _openai_model(
    provider: str, name: str, row: ModelRow, settings: ModelSettings, access: _Access
) -> Model:
    from agent_e.models.openai_client import OpenAIModel

    return OpenAIModel(
        name=f"{provider}:{name}",
        model_id=name,
        row=row,
        api_key=access.key,
        key_variable=access.key_variable,
        base_url=access.base_url,
        azure_endpoint=access.azure_endpoint,
        azure_api_version=access.azure_api_version,
        timeout_s=settings.timeout_s,
        temperature=settings.temperature,
        max_output_tokens=settings.max_output_tokens,
    )


def _endpoint(provider: str, name: str, env: Mapping[str, str]) -> str | None:
    """The address of a provider; ``None`` for that of the SDK.

    Raises:
        ConfigError: a variable that is a part of it is not set.
    """
    if provider not in _HOSTED:
        return env.get("OPENAI_BASE_URL")
    address, _ = _HOSTED[provider]
    try:
        return address.format_map(env)
    except KeyError as error:
        raise ConfigError(
            f"The model {provider}:{name} needs {error.args[0]} to be set, in the environment or "
            "in .env."
        ) from error


def _anthropic_model(name: str, row: ModelRow, settings: ModelSettings, access: _Access) -> Model:
    from agent_e.models.anthropic_client import AnthropicModel

    return AnthropicModel(
        name=f"anthropic:{name}",
        model_id=name,
        row=row,
        api_key=access.key,
        base_url=access.base_url,
        timeout_s=settings.timeout_s,
        temperature=settings.temperature,
        max_output_tokens=settings.max_output_tokens,
    )


def _key(provider: str, name: str, env: Mapping[str, str], *, needed: bool) -> str:
    variable = _key_variable(provider)
    key = env.get(variable)
    if not key and needed:
        raise ConfigError(
            f"The model {provider}:{name} needs a key: set {variable} in the environment or "
            "in .env, or use --model offline."
        )
    # A server of one's own needs no key, but the SDKs do not start without one.
    return key or "not-needed"


def _key_variable(provider: str) -> str:
    return _HOSTED[provider][1] if provider in _HOSTED else _KEYS[provider]
