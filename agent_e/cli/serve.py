"""``agent-e serve``: put runs, or a stateless agent, behind HTTP."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from agent_e.errors import ConfigError

from .aio import Signals, run_async, until_ended
from .options import flag, invocation, option, settings_of
from .output import print_note, print_out

if TYPE_CHECKING:
    from agent_e.config import Settings

API, ACT = "Runs", "A stateless agent"


def serve(
    context: typer.Context,
    act: Annotated[
        bool, flag("--act", "Answer POST /act instead: one page in, one action out.", panel=ACT)
    ] = False,
    stub: Annotated[
        bool, flag("--stub", "Let the word-matching baseline decide, not a model.", panel=ACT)
    ] = False,
    host: Annotated[str, option("Address to listen on.", "HOST")] = "127.0.0.1",
    port: Annotated[
        int, option("Port to listen on; 0 takes a free one.", "PORT", min=0, max=65535)
    ] = 0,
    workers: Annotated[int, option("Browsers that runs share.", "N", panel=API, min=1, max=64)] = 1,
    max_runs: Annotated[
        int, option("Runs at a time; others wait for their turn.", "N", panel=API, min=1, max=1000)
    ] = 20,
    name: Annotated[
        list[str] | None,
        option(
            "Name that others may call this server by, beside localhost; may be repeated.",
            "HOST",
            panel=API,
        ),
    ] = None,
) -> None:
    """Serve runs over HTTP until Ctrl-C; prints the address, whose /docs describes it."""
    if not act and stub:
        raise ConfigError("--stub decides for POST /act. Give --act too, or leave it out.")
    if stub and {"model", "models"} & invocation(context).flags.keys():
        raise ConfigError("--stub asks no model. Leave --model and --base-url out.")
    settings = settings_of(context)
    if act:
        _serve_act(settings, stub=stub, host=host, port=port)
        return

    async def main(signals: Signals) -> None:
        from agent_e.server.server_file import ADDRESS_FILE
        from agent_e.server.serving import serve_runs

        serving = serve_runs(
            settings,
            host=host,
            port=port,
            workers=workers,
            max_runs=max_runs,
            names=[each.lower() for each in name or ()],
        )
        async with serving as server:
            print_out(server.url)
            print_note(
                f"The token is in {settings.runs_dir / ADDRESS_FILE}; {server.url}/docs says what "
                "there is; agent-e console opens its page. Ctrl-C ends it."
            )
            await until_ended()

    run_async(main)


def _serve_act(settings: Settings, *, stub: bool, host: str, port: int) -> None:
    async def main(signals: Signals) -> None:
        from agent_e.architectures.reactive.policy import ROLE
        from agent_e.benchmarks.green.stub import NAME, StubPolicy
        from agent_e.models.factory import check_offline, default_spec, environment, make_model
        from agent_e.safety.secrets import Redactor, RunSecrets, Vault
        from agent_e.server.act import model_policy, serve_act

        if stub:
            async with serve_act(StubPolicy(), name=NAME, host=host, port=port) as url:
                await _until_ended(url, NAME)
            return
        env = environment()
        spec = settings.model or default_spec(env)[0]
        check_offline(spec, "reactive")
        # Pages of others that show our secrets must not reveal them to a model either.
        secrets = Redactor()
        RunSecrets(Vault(), secrets)
        model = make_model(spec, ROLE, settings.models, runs_dir=settings.runs_dir, env=env)
        try:
            policy = model_policy(model, settings.models, secrets)
            async with serve_act(policy, name=model.name, host=host, port=port) as url:
                await _until_ended(url, model.name)
        finally:
            await model.close()

    run_async(main)


async def _until_ended(url: str, name: str) -> None:
    print_out(url)
    print_note(f"{name} decides. Ctrl-C ends it.")
    await until_ended()
