"""Reads what the words of a task allow, as a run does it, before there is a run."""

from __future__ import annotations

from agent_e.agents.task_grants import ROLE, ask_grants, grants_of
from agent_e.composition import saved_logins, task_sites
from agent_e.config import Settings
from agent_e.errors import ConfigError, RunError
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.factory import default_spec, environment
from agent_e.models.failover import FailoverModel
from agent_e.run_inputs import ModelPool, check_address, without_secrets
from agent_e.safety import UntrustedContent
from agent_e.safety.secrets import Redactor, RunSecrets, Vault
from agent_e.types import Task

from ..grants import GrantRow
from ..unwritten import Unwritten
from .start_models import GrantGiven, GrantsAsked, GrantsGiven


async def read_task(settings: Settings, asked: GrantsAsked) -> GrantsGiven:
    """Return what the words of a task allow, and which saved logins it may use.

    Raises:
        ConfigError: the start page is no address, or the vault cannot be read.
    """
    secrets = Redactor()
    wallet = RunSecrets(Vault(), secrets, keep_task=settings.safety.keep_task)
    url = check_address(asked.start_url) if asked.start_url else None
    task, _ = without_secrets(Task(text=asked.task, start_url=url), wallet)
    sites = task_sites(task)
    named = " or ".join(sorted(sites))
    pool = ModelPool(secrets)
    error, found = "", []
    try:
        found = grants_of(await ask_grants(_client(pool, settings, asked.model), task), task.text)
    except (ConfigError, RunError) as failure:
        error = str(failure)
    finally:
        await pool.close()
    return GrantsGiven(
        grants=[
            *(
                GrantGiven(text=each.describe(named), by="task", row=GrantRow.of(each))
                for each in found
            ),
            *(
                GrantGiven(text=each.describe(), by="vault", row=None)
                for each in saved_logins(wallet, sites)
                if settings.safety.saved_logins
            ),
        ],
        error=error,
    )


def _client(pool: ModelPool, settings: Settings, model: str | None) -> ModelClient:
    spec = model or settings.planner_model or settings.model or default_spec(environment())[0]
    named = pool.client(spec, ROLE, settings, environment(), UntrustedContent())
    return ModelClient(
        named,
        ROLE,
        settings=settings.models,
        journal=Unwritten(),
        budget=Budget(max_steps=1),
        spare=named if isinstance(named, FailoverModel) else None,
    )
