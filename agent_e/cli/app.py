"""The commands and their order in the help; imports are deferred until a command runs."""

from __future__ import annotations

from typing import Annotated

import typer

from agent_e import __version__
from agent_e.errors import ConfigError

from . import (
    about_me,
    apps,
    bench,
    config,
    doctor,
    login,
    mcp,
    open_console,
    run,
    runs,
    secret,
    serve,
    site,
    snapshot,
    train,
)
from .options import Command, ConfiguredByAll, Debug, Group, configured

EPILOG = (
    'Begin with: agent-e doctor, then agent-e run "find the cheapest mug" --start-url URL, or '
    "agent-e console for a page in your browser."
)

app = typer.Typer(
    name="agent-e",
    cls=Group,
    help="A web agent: it does tasks on real pages for you.",
    epilog=EPILOG,
    no_args_is_help=True,
    rich_markup_mode="rich",
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)


def _show_version(value: bool) -> None:
    if value:
        print(f"agent-e {__version__}")
        raise typer.Exit


@app.callback()
def _common(
    version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
    debug: Debug = False,
) -> None:
    pass


@app.command(
    "profile",
    hidden=True,
    cls=Command,
    context_settings={"ignore_unknown_options": True, "allow_extra_args": True},
)
def _profile() -> None:
    """Refuse the command by its old name."""
    raise ConfigError("What agent-e may know of you is kept by agent-e about-me set|show|forget.")


app.command("run", cls=ConfiguredByAll)(run.run)
app.command("snapshot", cls=configured())(snapshot.snapshot)
app.add_typer(runs.app, name="runs")
app.add_typer(bench.app, name="bench")
app.command(
    "console",
    cls=configured("model", "models.base_url", "runs_dir"),
    epilog=open_console.EPILOG,
)(open_console.console)
app.command("serve", cls=configured("model", "models.base_url", "runs_dir"))(serve.serve)
app.command("mcp", cls=ConfiguredByAll)(mcp.mcp)
app.command("site", cls=Command)(site.site)
app.add_typer(apps.app, name="apps")
app.add_typer(train.app, name="train")
app.command("login", cls=configured())(login.login)
app.add_typer(about_me.app, name="about-me")
app.add_typer(secret.app, name="secret")
app.command("doctor", cls=configured("model", "models.base_url", "mcp"))(doctor.doctor)
app.add_typer(config.app, name="config")
