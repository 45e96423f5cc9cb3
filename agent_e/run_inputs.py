"""What a run needs before it starts, and the checks of that."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterable, Mapping, Sequence
from contextlib import nullcontext, suppress
from dataclasses import asdict, dataclass, replace
from importlib.metadata import version
from pathlib import Path
from typing import Any

import jsonschema
from pydantic import ValidationError

from agent_e.agents import grounding
from agent_e.agents.effect_classifier import ROLE as SAFETY
from agent_e.agents.task_grants import ROLE as GRANTS
from agent_e.agents.task_grants import grants_of
from agent_e.browser.addresses import resolve as resolve_address
from agent_e.config import BrowserSettings, ModelSettings, Settings
from agent_e.errors import BadArgument, ConfigError
from agent_e.human import Channel, plan_steps_of
from agent_e.mcp_client import ServerSettings
from agent_e.memory.user_profile import Profile
from agent_e.models.factory import (
    check_offline,
    default_spec,
    environment,
    fallback_settings,
    make_model,
)
from agent_e.models.failover import FailoverModel, names_of
from agent_e.models.fence_untrusted import fenced
from agent_e.models.image_fallback import ImageFallback
from agent_e.models.model import Model
from agent_e.models.model_table import cost_of
from agent_e.models.replay import planner_began
from agent_e.models.secret_redaction import Redact, redacted
from agent_e.prompts import digest
from agent_e.safety import TaskGuard, UntrustedContent, Uploads, UrlCheck
from agent_e.safety.secrets import RunSecrets, handles_in
from agent_e.safety.secrets.vault import VARIABLE
from agent_e.skills import ActionHooks, Skill
from agent_e.types import Grant, Task, Usage
from agent_e.verification.judge import ROLE as VERIFIER

_PACKAGES = ("autogen-agentchat", "openai", "playwright")


@dataclass(frozen=True, kw_only=True, slots=True)
class RunInputs:
    """What a run needs; ``opened``: the page to begin on is open, in a tab of the person's."""

    task: Task
    urls: UrlCheck
    wallet: RunSecrets
    guard: TaskGuard
    uploads: Uploads
    allowed: Sequence[Grant]
    fence: UntrustedContent
    models: Mapping[str, Model]
    own_skills: tuple[Skill, ...]
    hooks: ActionHooks
    servers: Mapping[str, ServerSettings]
    notes: tuple[str, ...]
    profile: Profile
    channels: Sequence[Channel]
    opened: bool = False


class ModelPool:
    """The model clients of one agent, each created once and reused from run to run."""

    def __init__(self, redact: Redact, given: Mapping[str, Model] | None = None) -> None:
        """``redact`` removes secrets from what models are sent; ``given`` are used as named."""
        self._redact = redact
        self._given = given or {}
        self._made: dict[tuple[str, str, str], Model] = {}

    async def close(self) -> None:
        """Close their connections."""
        for model in self._made.values():
            await model.close()
        self._made.clear()

    def client(
        self,
        spec: str,
        role: str,
        settings: Settings,
        env: Mapping[str, str],
        fence: UntrustedContent,
    ) -> Model:
        """Return the model of a role, with its fallback, behind all middleware.

        Raises:
            ConfigError: a name, a key or an endpoint is missing or unknown.
        """
        calling = grounding.settings_of(settings, role)

        def wrapped(model: Model) -> Model:
            return ImageFallback(fenced(redacted(model, self._redact), fence))

        model = self._model(spec, role, settings, env, calling)
        if calling.fallback is None:
            return wrapped(model)
        own = fallback_settings(model.name, calling)
        return FailoverModel(
            wrapped(model), wrapped(self._model(calling.fallback, role, settings, env, own))
        )

    def _model(
        self,
        spec: str,
        role: str,
        settings: Settings,
        env: Mapping[str, str],
        calling: ModelSettings,
    ) -> Model:
        """Return the model; one client serves all roles and runs, replays excepted."""
        if spec in self._given:
            return self._given[spec]
        replayed = spec.startswith("replay:")
        key = (spec, role if replayed else "", calling.base_url or "")
        if key not in self._made or replayed:
            self._made[key] = make_model(spec, role, calling, runs_dir=settings.runs_dir, env=env)
        return self._made[key]

    def of_roles(
        self, roles: tuple[str, ...], settings: Settings, fence: UntrustedContent
    ) -> tuple[dict[str, Model], str]:
        """Return the model of each role and of the verifier, and a note for the person.

        Raises:
            ConfigError: as ``client``.
        """
        env = environment()
        spec, note = (settings.model, "") if settings.model else default_spec(env)
        specs = grounding.specs_of(settings, spec)
        if settings.architecture != "reactive" or not settings.reactive.agent_url:
            for role in roles:
                check_offline(specs.get(role, spec), settings.architecture)
        models = {
            role: self.client(specs.get(role, spec), role, settings, env, fence)
            for role in grounding.roles_of(settings, roles)
        }
        if settings.verify != "never":
            # In a replay, only where that run asked the judge too.
            judge = settings.verifier_model or specs["planner"]
            with suppress(ConfigError) if judge.startswith("replay:") else nullcontext():
                models[VERIFIER] = self.client(judge, VERIFIER, settings, env, fence)
        with suppress(ConfigError) if specs["planner"].startswith("replay:") else nullcontext():
            models[GRANTS] = self.client(specs["planner"], GRANTS, settings, env, fence)
        told = settings.safety.model or specs["planner"]
        if told != "offline":
            # As for the judge; rules alone tell nothing more than those of the gate.
            with suppress(ConfigError) if told.startswith("replay:") else nullcontext():
                models[SAFETY] = self.client(told, SAFETY, settings, env, fence)
        return models, note


def with_order(settings: Settings) -> Settings:
    """Return the settings; for a replay, with the planner as in the recorded run.

    Raises:
        ConfigError: there is no such run.
    """
    kind, _, run = (settings.model or "").partition(":")
    if kind != "replay" or settings.architecture != "hierarchical":
        return settings
    began = planner_began(run, runs_dir=settings.runs_dir)
    return settings.model_copy(update={"planner": "always" if began else "auto"})


def check_address(url: str) -> str:
    """Return the complete address of a start page.

    Raises:
        ConfigError: it is no address.
    """
    try:
        return resolve_address(url, current="about:blank")
    except BadArgument as error:
        raise ConfigError(f"The start page cannot be opened. {error}") from error


def check_prices(settings: Settings, models: Iterable[Model]) -> None:
    """Refuse a cost limit that cannot be enforced."""
    limits = settings.limits
    if limits.max_cost is None and limits.navigator_cost is None:
        return
    if settings.architecture == "reactive" and settings.reactive.agent_url:
        raise ConfigError(
            f"What the agent at {settings.reactive.agent_url} costs is not known: --max-cost "
            "cannot be kept. Leave it out, or limit its steps with --max-steps."
        )
    for name in (name for model in models for name in names_of(model)):
        if cost_of(name, Usage()) is None:
            raise ConfigError(
                f"The price of {name} is not known: --max-cost cannot be kept. "
                "Limit its tokens with --max-tokens, or name a model with a price, such as "
                "gpt-4.1-mini."
            )


def with_person(settings: Settings, task: Task, *, answered: bool = False) -> Settings:
    """Return the settings, in human mode where one of them needs a person.

    ``answered``: the program that runs the agent answers questions.

    Raises:
        ConfigError: another mode was set explicitly, or there is no plan to review or follow.
    """
    review = settings.human.plan_review
    if (review or task.plan) and settings.architecture != "hierarchical":
        option = "--plan-review" if review else "--plan"
        raise ConfigError(
            f"{option} is for a planner that goes by a plan, and the architecture "
            f"{settings.architecture} has none. Leave one of them out."
        )
    needs = {
        "--plan-review": review,
        "--review": settings.human.review,
        "--answers": settings.human.answers,
        "on_question": answered,
    }
    option = next((name for name, given in needs.items() if given), "")
    if not option or settings.mode == "human":
        return settings
    if "mode" in settings.model_fields_set:
        raise ConfigError(f"{option} is for --mode human. Leave out --mode autonomous.")
    return settings.model_copy(update={"mode": "human"})


def with_plan(task: Task) -> Task:
    """Return the task with its plan normalised.

    Raises:
        ConfigError: it is no plan.
    """
    if not task.plan:
        return task
    try:
        return replace(task, plan=plan_steps_of(task.plan))
    except BadArgument as error:
        raise ConfigError(f"The plan cannot be used. {error}") from error


def without_secrets(task: Task, wallet: RunSecrets) -> tuple[Task, list[str]]:
    """Return the task with its secrets kept in the wallet, and what the person is told of them."""
    kept = replace(
        task, text=wallet.withhold(task.text), plan=tuple(map(wallet.withhold, task.plan))
    )
    # The browser needs it as it is; outputs hide it from now on.
    wallet.withhold(task.start_url or "")
    written, named = (handles_in("\n".join([each.text, *each.plan])) for each in (task, kept))
    notes = []
    if names := [f"{{secret:{name}}}" for name in named if name not in written]:
        what = "a secret: it is" if len(names) == 1 else f"{len(names)} secrets: they are"
        notes.append(
            f"The task holds {what} kept as {', '.join(names)} and never written or sent to the "
            "model. With --keep-task it stays as it is."
        )
    known = {entry.name for entry in wallet.entries}
    notes += [
        f"The secret {name} is not known here: set {VARIABLE}{name.upper()}, or run it with "
        "--mode human and give it when you are asked."
        for name in named
        if name not in known
    ]
    return kept, notes


def check_grants(task: Task) -> None:
    """Refuse confirmed grants that do not rest on the task's words: none may be dropped unseen.

    Raises:
        ConfigError: one does not.
    """
    rows = task.grants or ()
    if len(grants_of(rows, task.text)) < len(rows):
        raise ConfigError(
            "What the task allows was read from other words than it has now. Have it read again."
        )


def check_schema(schema: Mapping[str, Any]) -> None:
    """Refuse an invalid output schema."""
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.SchemaError as error:
        where = "/".join(str(part) for part in error.absolute_path) or "the top"
        raise ConfigError(
            f"The output schema is not a JSON Schema: {where}: {error.message}."
        ) from error


def read_run_info(info: Mapping[str, Any], runs_dir: Path) -> tuple[Task, Settings]:
    """Return task and settings of an interrupted run, from its ``run.json``, to resume it.

    Args:
        info: what the file holds.
        runs_dir: the parent of its folder, wherever that is now.

    Raises:
        ConfigError: the file is of another version or damaged.
    """
    try:
        task = {**info["task"], "plan": tuple(info["task"].get("plan", ()))}
        if task.get("grants") is not None:
            task["grants"] = tuple(task["grants"])
        settings = {**info["settings"], "runs_dir": runs_dir}
        return Task(**task), Settings.model_validate(settings)
    except (KeyError, TypeError, ValidationError) as error:
        raise ConfigError(
            f"What run.json says of the run cannot be used ({type(error).__name__}). "
            "Run its task again."
        ) from error


def run_info(
    inputs: RunInputs, settings: Settings, models: Mapping[str, str], prompts: Sequence[str]
) -> dict[str, Any]:
    """Return what ``run.json`` says: the resolved configuration, versions, prompts."""
    from agent_e import __version__

    return {
        "task": asdict(inputs.task),
        "pid": os.getpid(),
        "settings": settings.model_dump(mode="json"),
        "models": dict(models),
        "fence": inputs.fence.mark,
        "prompts": {name: digest(name) for name in prompts},
        "versions": {
            "agent-e": __version__,
            "python": platform.python_version(),
            **{package: version(package) for package in _PACKAGES},
        },
    }


def network_note(settings: BrowserSettings) -> str:
    """Return what a run's browser lacks without the proxy, ``""`` if it has one."""
    if settings.proxy and settings.cdp_url is None:
        return ""
    whose = (
        "An attached browser" if settings.cdp_url is not None else "With --no-proxy, the browser"
    )
    return (
        f"{whose} connects without agent-e's proxy: the addresses of pages are checked, not those "
        "of what pages load or send in the background."
    )
