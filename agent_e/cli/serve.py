"""``agent-e serve``: put the agent behind HTTP."""

from __future__ import annotations

import asyncio
from typing import Annotated

import typer

from agent_e.errors import ConfigError

from .aio import Signals, run_async
from .options import ConfigFile, Debug, nested
from .output import print_note, print_out


def serve(
    act: Annotated[
        bool, typer.Option("--act", help="Answer POST /act: one page in, one action out.")
    ] = False,
    stub: Annotated[
        bool, typer.Option("--stub", help="Let the word-matching baseline decide, not a model.")
    ] = False,
    model: Annotated[
        str | None, typer.Option(metavar="NAME", help="Model, as provider:model, or offline.")
    ] = None,
    base_url: Annotated[
        str | None,
        typer.Option(metavar="URL", help="Endpoint to use instead of the provider's own."),
    ] = None,
    host: Annotated[str, typer.Option(metavar="HOST", help="Address to listen on.")] = "127.0.0.1",
    port: Annotated[
        int,
        typer.Option(
            metavar="PORT", min=0, max=65535, help="Port to listen on; 0 takes a free one."
        ),
    ] = 0,
    config: ConfigFile = None,
    debug: Debug = False,
) -> None:
    """Serve the agent until Ctrl-C; prints the address to post to."""
    if not act:
        raise ConfigError("Say what to serve: agent-e serve --act.")
    if stub and (model or base_url):
        raise ConfigError("--stub asks no model. Leave --model and --base-url out.")
    from agent_e.config import load_settings

    flags = nested({"model": model, "models.base_url": base_url})
    settings = load_settings(flags, file=config).settings

    async def main(signals: Signals) -> None:
        from agent_e.agents.clients import default_spec, environment, make_model
        from agent_e.agents.reactive import ROLE
        from agent_e.benchmarks.green.stub import NAME, StubPolicy
        from agent_e.safety.secrets import Redactor, Vault, Wallet
        from agent_e.server.act import model_policy, serve_act

        if stub:
            async with serve_act(StubPolicy(), name=NAME, host=host, port=port) as url:
                await _until_ended(url, NAME)
            return
        env = environment()
        spec, note = (settings.model, "") if settings.model else default_spec(env)
        if note:
            print_note(note)
        # What others' pages show of our secrets is told no model either.
        secrets = Redactor()
        Wallet(Vault(), secrets)
        asked = make_model(spec, ROLE, settings.models, runs_dir=settings.runs_dir, env=env)
        try:
            policy = model_policy(asked, settings.models, secrets)
            async with serve_act(policy, name=asked.name, host=host, port=port) as url:
                await _until_ended(url, asked.name)
        finally:
            await asked.close()

    run_async(main)


async def _until_ended(url: str, name: str) -> None:
    print_out(url)
    print_note(f"{name} decides. Ctrl-C ends it.")
    await asyncio.get_running_loop().create_future()
