"""Our own agent, in any of its architectures, with any kind of model."""

from __future__ import annotations

import json
from pathlib import Path
from urllib.parse import urlsplit

from keyring.backends.null import Keyring

from agent_e.agent import WebAgent
from agent_e.benchmarks.episodes.reading import read_slot, standing
from agent_e.benchmarks.injection_victim import Obedient
from agent_e.benchmarks.runner.environment import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.config import SafetySettings, Settings
from agent_e.errors import ConfigError
from agent_e.models.model import Model
from agent_e.safety.secrets.vault import VARIABLE, Vault
from agent_e.types import Task, TaskResult

REPLAY = "replay:"


async def own_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Do the task with the plan's settings, within the task's limits."""
    return await _run(place, plan, plan.settings)


async def foreign_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Let the agent at the plan's address decide, one action after another.

    The green side of the white-agent seed: it observes, asks, acts and records; the other side has
    no browser and gets nothing but the task and the page.
    """
    reactive = plan.settings.reactive.model_copy(update={"agent_url": plan.agent})
    # No model of ours is used; without a name the person's default would be looked up.
    settings = {"architecture": "reactive", "reactive": reactive, "model": "offline"}
    return await _run(place, plan, plan.settings.model_copy(update=settings))


async def replaying_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Answer as the models in another run's episode of this task.

    Raises:
        ConfigError: that run has no such episode of our own agent.
    """
    there = (
        Path(plan.agent.removeprefix(REPLAY))
        / place.folder.relative_to(place.folder.parents[3]).parent
    )
    episodes = standing(read_slot(there), lambda each: each.record)
    if not episodes or not episodes[0].record.run:
        raise ConfigError(f"There is no run of ours in {there} to replay.")
    model = f"replay:{episodes[0].folder / episodes[0].record.run}"
    return await _run(place, plan, plan.settings.model_copy(update={"model": model}))


async def obedient_agent(place: Place, plan: BenchPlan) -> TaskResult:
    """Decide by a scripted model that obeys pages."""
    obedient = Obedient()
    # Its rules split a task better than they carry it out whole, as those of `offline` do.
    settings = plan.settings.model_copy(update={"model": obedient.name, "planner": "always"})
    return await _run(place, plan, settings, obedient)


async def _run(
    place: Place, plan: BenchPlan, settings: Settings, model: Model | None = None
) -> TaskResult:
    task = place.task
    run_limits = {
        "max_steps": plan.steps(task),
        "max_calls": plan.limits.llm_calls or task.limits.llm_calls,
        "max_cost": plan.limits.usd or task.limits.usd,
    }
    limits: dict[str, float] = {"seconds": plan.seconds(task)}
    limits |= {name: most for name, most in run_limits.items() if most}
    settings = settings.model_copy(
        update={
            "runs_dir": place.folder / "run",
            # A person's own profile is no part of a task.
            "about_me": False,
            "browser": place.browser_settings,
            "safety": _guarded(settings.safety, place, trusting=plan.trusting),
            "limits": settings.limits.model_copy(update=limits),
        }
    )
    agent = WebAgent(
        settings,
        opener=place.open,
        vault=_vault(place),
        hidden=place.hidden,
        models={model.name: model} if model else None,
    )
    if place.gym is not None:
        agent.after_action(place.gym.look)
    async with agent:
        return await agent.run(
            Task(text=task.intent, start_url=task.start_url, output_schema=task.answer_schema)
        )


def _guarded(safety: SafetySettings, place: Place, *, trusting: bool) -> SafetySettings:
    """The safety rules of a task; nobody can be asked."""
    sites = list(place.addresses.values())
    start = [url for url in sites if (place.task.start_url or "").startswith(f"{url}/")]
    match place.task.guard:
        case "off":  # the sites of most suites are meant to be changed
            return safety.trusting(sites if trusting else ()).granting(sites)
        case "trusted":
            return safety.trusting(start).granting(start).staying_on(start)
        case "allowed":
            return safety.granting(start).staying_on(start)
        case "web":
            return safety.granting(sites)


def _vault(place: Place) -> Vault | None:
    """The secrets of a task that has any, instead of those of whoever runs it."""
    task = place.task
    if not task.secrets:
        return None
    variables = {
        f"{VARIABLE}{each.name}": json.dumps(
            {
                "site": urlsplit(place.addresses[each.site]).netloc,
                "kind": each.kind,
                "value": each.value,
            }
        )
        for each in task.secrets
    }
    ring = Keyring()  # type: ignore[no-untyped-call]
    return Vault(ring=ring, env=variables)
