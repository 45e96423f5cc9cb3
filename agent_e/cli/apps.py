"""``agent-e apps``: real applications to try the agent on, on this machine."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

import typer

from agent_e.errors import ConfigError

from .completion import among, app_names
from .options import Command, Group, Json, argument, option
from .output import print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.benchmarks.apps import App

app = typer.Typer(
    cls=Group, help="Try the agent on real applications, installed on this machine.",
    no_args_is_help=True,
)  # fmt: skip

Names = Annotated[
    list[str],
    argument("Applications, or all; see the list.", "NAME...", autocompletion=among(app_names)),
]


@app.command("list", cls=Command)
def list_apps(as_json: Json = False) -> None:
    """Print which applications there are, and where those are that are up."""
    from agent_e.benchmarks.apps import APPS, port_in_use

    from .console import new_table, print_table

    rows = [
        {
            "name": each.name,
            "version": each.version,
            "front": each.front,
            "licence": each.licence,
            "url": f"http://127.0.0.1:{port}" if (port := port_in_use(each)) else None,
            "summary": each.summary,
        }
        for each in APPS.values()
    ]
    if as_json:
        print_json({"schema_version": 1, "apps": rows})
        return
    whole = ("application", "version", "up at")
    table = new_table("application", "version", "front end", "up at", whole=whole)
    keys = ("name", "version", "front", "url")
    print_table(table, ([str(row[key] or "") for key in keys] for row in rows))


@app.command("up", cls=Command)
def up(
    names: Names,
    port: Annotated[int, option("For one; 0 takes a free port.", "PORT", min=0, max=65535)] = 0,
) -> None:
    """Install what is missing, start from the seed and print the addresses."""
    from agent_e.benchmarks.apps import RunningApp, is_prepared, port_in_use, standing

    chosen = _chosen(names)
    if port and len(chosen) > 1:
        raise ConfigError("A port is for one application. Name one, or leave out --port.")
    for each in chosen:
        if there := port_in_use(each):
            print_note(f"{each.name} is up already; agent-e apps reset {each.name} takes it back.")
            _tell(each, f"http://127.0.0.1:{there}")
            continue
        if not is_prepared(each):
            print_note(f"Installing {each.name} {each.version} and filling it: some minutes.")
        running = RunningApp(each, standing(each), port)
        running.start()
        _tell(each, running.url)


@app.command("reset", cls=Command)
def reset(names: Names) -> None:
    """Take those that are up back to their seed; their addresses stay."""
    from agent_e.benchmarks.apps import RunningApp, port_in_use, standing

    for each in _chosen(names):
        if there := port_in_use(each):
            RunningApp(each, standing(each), there).start()
            print_note(f"{each.name} is as it was seeded.")
        else:
            print_note(f"{each.name} is not up.")


@app.command("down", cls=Command)
def down(names: Names) -> None:
    """Stop; what was done there is lost."""
    from agent_e.benchmarks.apps import clear, port_in_use, standing

    for each in _chosen(names):
        was_up = port_in_use(each)
        clear(standing(each))
        print_note(f"{each.name} is down." if was_up else f"{each.name} was not up.")


def _chosen(names: list[str]) -> list[App]:
    from agent_e.benchmarks.apps import APPS

    unknown = [name for name in names if name not in APPS and name != "all"]
    if unknown:
        raise ConfigError(f"There is no application {unknown[0]}. There are: {', '.join(APPS)}.")
    return [each for each in APPS.values() if "all" in names or each.name in names]


def _tell(each: App, url: str) -> None:
    print_out(f"{each.name} {url}")
    account = each.account
    door = f" Log in as {account.user} with {account.password}." if account.password else ""
    print_note(f"{each.summary}{door}")
