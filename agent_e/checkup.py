"""All checks of ``agent-e doctor``: this machine, MCP servers, the chosen models."""

from __future__ import annotations

import asyncio

from agent_e.browser import doctor
from agent_e.browser.doctor import Check
from agent_e.config import Settings
from agent_e.mcp_client import check_servers, read_servers
from agent_e.models.capability_check import check_model
from agent_e.models.factory import default_spec, environment, fallback_settings


async def check_all(settings: Settings) -> list[Check]:
    """Check everything a run needs; starts a browser, and calls each model three times.

    Raises:
        ConfigError: the file of MCP servers cannot be used.
    """
    found = environment()
    spec, _ = default_spec(found)
    checks = await doctor.checks(settings, environment=found, default_model=spec)
    checks += await check_servers(read_servers(settings.mcp))
    chosen = {settings.planner_model, settings.model or spec}
    model_checks = [
        check_model(each, settings.models, runs_dir=settings.runs_dir, env=found)
        for each in sorted(filter(None, chosen))
    ]
    if other := settings.models.fallback:
        own = fallback_settings(settings.model or spec, settings.models)
        model_checks.append(check_model(other, own, runs_dir=settings.runs_dir, env=found))
    return [*checks, *(check for each in await asyncio.gather(*model_checks) for check in each)]
