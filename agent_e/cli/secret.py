"""``agent-e secret``: what runs may fill in without the model knowing it."""

from __future__ import annotations

import getpass
import sys
from typing import Annotated

import typer

from agent_e.errors import ConfigError

from .completion import among, secret_names
from .options import Command, Group, Json, argument, option
from .output import print_json, print_note, print_out

app = typer.Typer(
    cls=Group,
    help="Keep passwords and one-time codes that runs may fill in unseen.",
    no_args_is_help=True,
)

Name = Annotated[str, argument("Name of the secret.", "NAME")]
Kept = Annotated[str, argument("Name of the secret.", "NAME", autocompletion=among(secret_names))]


@app.command("set", cls=Command)
def put(
    name: Name,
    site: Annotated[str, option("Site it belongs to, such as example.org.", "HOST")],
    kind: Annotated[str, option("password, code (a seed of such) or text.", "KIND")] = "password",
) -> None:
    """Keep a secret in the keyring; its value is asked for, or read from a pipe."""
    from agent_e.safety.secrets import Vault

    entry = Vault().put(name, site, kind, _value())
    print_note(f"Kept {entry.name}, a {entry.kind} of {entry.site}.")


@app.command("list", cls=Command)
def show(as_json: Json = False) -> None:
    """List the secrets, without their values."""
    from agent_e.safety.secrets import Vault

    entries = Vault().entries()
    if as_json:
        print_json(
            [{"name": e.name, "site": e.site, "kind": e.kind, "source": e.source} for e in entries]
        )
        return
    for entry in entries:
        print_out(f"{entry.name}  {entry.kind}  {entry.site}  ({entry.source})")
    if not entries:
        print_note("No secrets are kept. Keep one with: agent-e secret set NAME --site HOST")


@app.command("rm", cls=Command)
def remove(name: Kept) -> None:
    """Forget a secret of the keyring."""
    from agent_e.safety.secrets import Vault

    Vault().remove(name)
    print_note(f"Forgot {name}.")


@app.command("test", cls=Command)
def test(
    name: Kept,
    url: Annotated[str | None, option("Say whether it may be filled in there.", "URL")] = None,
) -> None:
    """Say whether a secret can be read, and where it may be filled in."""
    from agent_e.safety.secrets import Redactor, RunSecrets, Vault

    wallet = RunSecrets(Vault(), Redactor())
    entry = next((each for each in wallet.entries if each.name == name.lower()), None)
    if entry is None:
        raise ConfigError(f"There is no secret {name!r}. agent-e secret list says which are.")
    if url is not None and entry not in wallet.handles(url):
        raise ConfigError(f"{entry.name} belongs to {entry.site} and is not filled in at {url}.")
    where = f"may be filled in at {url}" if url else f"may be filled in on {entry.site}"
    print_out(f"{entry.name} can be read and {where}.")


def _value() -> str:
    """Ask for the value without showing it, or read it from a pipe; never from a flag."""
    if sys.stdin is not None and sys.stdin.isatty():
        return getpass.getpass("Value (not shown): ")
    return (sys.stdin.read() if sys.stdin is not None else "").rstrip("\r\n")
