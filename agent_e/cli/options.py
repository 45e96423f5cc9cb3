"""Options shared by commands; those of settings are generated from the settings."""

from __future__ import annotations

import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, get_args, get_origin

import typer
from typer.core import TyperCommand, TyperGroup
from typer.main import get_command

from .completion import for_setting

if TYPE_CHECKING:
    from pydantic.fields import FieldInfo

    from agent_e.config import Flag, Loaded, Settings

AGENT = "Agent"
_PANELS = {"human": "Person", "models": AGENT, "grounder": AGENT}
"""Headings of sections that differ from their names; top-level settings are the agent's."""
_COMMON = frozenset(
    (  # noqa: SIM905
        "text start_url plan output_schema as_json as_jsonl help_all help config debug "
        "http host port "
        "architecture model models_base_url mode human_answers human_plan_review "
        "runs_dir browser_headed browser_profile safety_profile "
        "safety_may safety_trust limits_max_steps limits_max_cost limits_seconds"
    ).split()
)
"""Options shown in the short help of a command that has all of them."""
_REMOVED = "no_profile"


@dataclass(slots=True)
class Invocation:
    """Global options of one call of the program; the context's ``obj``.

    Attributes:
        debug: show the traceback of what fails.
        config: the settings file to read instead of the folder's own.
        flags: settings given as options, nested.
        help_all: show the help of rarely needed options too.
    """

    debug: bool = False
    config: Path | None = None
    flags: dict[str, Any] = field(default_factory=dict)
    help_all: bool = False


def option(
    help: str, metavar: str | None = None, *names: str, panel: str | None = None, **more: Any
) -> Any:
    """Return an option of a command, for ``Annotated``; by default named after its parameter."""
    return typer.Option(*names, help=help, metavar=metavar, rich_help_panel=panel, **more)


def flag(name: str, help: str, *, panel: str | None = None) -> Any:
    """Return an option without a value, for ``Annotated``."""
    return typer.Option(name, help=help, rich_help_panel=panel)


def argument(help: str, metavar: str, **more: Any) -> Any:
    """Return an argument of a command, for ``Annotated``."""
    return typer.Argument(help=help, metavar=metavar, **more)


class Group(TyperGroup):
    """A group of commands whose help omits the type of flags."""

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, including the help flag."""
        return _untyped(super().get_params(ctx))


class Command(TyperCommand):
    """A command with ``--debug`` and options of settings, which no function has to list.

    Their values go into the ``Invocation``; ``settings_of`` loads the settings with them. They
    are created on demand: at its start the program needs nothing that settings need.

    Attributes:
        configured: whether it has ``--config``.
        keys: settings it has options for; ``None`` for all that have one.
    """

    configured: ClassVar[bool] = False
    keys: ClassVar[tuple[str, ...] | None] = ()

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters: arguments, settings, the function's own options, shared ones."""
        *own, help_flag = super().get_params(ctx)
        own.sort(key=lambda param: param.param_type_name != "argument")
        first = sum(param.param_type_name == "argument" for param in own)
        own[first:first] = _setting_options(self.keys)
        return _untyped([*own, *_shared_options(self.configured), help_flag])


def configured(*keys: str) -> type[Command]:
    """Return the class of commands with ``--config`` and options for these settings."""
    return type("Configured", (Command,), {"configured": True, "keys": keys})


class ConfiguredByAll(Command):
    """A command with ``--config`` and an option for every setting that has one.

    Its help shows the common ones; ``--help-all`` shows all.
    """

    configured = True
    keys = None

    def get_params(self, ctx: Any) -> Any:
        """Return the parameters, ``--help-all`` before ``--help``."""
        *params, help_flag = super().get_params(ctx)
        return _untyped([*params, *_help_options(), help_flag])

    def format_help(self, ctx: Any, formatter: Any) -> None:
        """Write the help."""
        whole = ctx.obj is not None and ctx.obj.help_all
        for param in self.get_params(ctx):
            if param.param_type_name == "option" and param.name != _REMOVED:
                param.hidden = not whole and param.name not in _COMMON
        super().format_help(ctx, formatter)


def settings_of(context: typer.Context, **flags: Any) -> Settings:
    """Load the settings, including those of the command line.

    Args:
        context: of the command.
        flags: further ones, nested.

    Raises:
        ConfigError: see ``load_settings``.
    """
    return loaded_of(context, **flags).settings


def loaded_of(context: typer.Context, **flags: Any) -> Loaded:
    """Load the settings with the origin of each value.

    Raises:
        ConfigError: see ``load_settings``.
    """
    from agent_e.config import load_settings

    given = invocation(context)
    return load_settings({**given.flags, **flags}, file=given.config)


def invocation(context: typer.Context) -> Invocation:
    """Return the global options of this call of the program."""
    assert isinstance(context.obj, Invocation)
    return context.obj


def _untyped(params: Any) -> Any:
    for param in params:
        if getattr(param, "is_flag", False):
            param.metavar = ""
    return params


def _set_debug(context: typer.Context, value: bool) -> bool:
    if value and isinstance(context.obj, Invocation):
        context.obj.debug = True
    return value


def _show_all_help(context: typer.Context, value: bool) -> None:
    if value:
        if isinstance(context.obj, Invocation):
            context.obj.help_all = True
        print(context.get_help())
        raise typer.Exit


def _refuse_removed(value: bool) -> None:
    if value:
        raise typer.BadParameter("it is --no-about-me now", param_hint="--no-profile")


def _set_config(context: typer.Context, value: Path | None) -> Path | None:
    if value is not None and isinstance(context.obj, Invocation):
        context.obj.config = value
    return value


ConfigFile = Annotated[
    Path | None,
    typer.Option(
        "--config",
        metavar="FILE",
        help="Settings file to read instead of ./agent-e.yaml.",
        callback=_set_config,
        expose_value=False,
    ),
]
Debug = Annotated[
    bool,
    typer.Option(
        "--debug",
        help="Show the traceback when something fails.",
        callback=_set_debug,
        expose_value=False,
    ),
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


HelpAll = Annotated[
    bool,
    typer.Option(
        "--help-all",
        help="Show every option.",
        callback=_show_all_help,
        is_eager=True,
        expose_value=False,
    ),
]
NoProfile = Annotated[
    bool, typer.Option("--no-profile", hidden=True, callback=_refuse_removed, expose_value=False)
]


@cache
def _help_options() -> list[Any]:
    return _options(
        [_parameter(_REMOVED, NoProfile, False), _parameter("help_all", HelpAll, False)]
    )


@cache
def _shared_options(with_config: bool) -> list[Any]:
    config = [_parameter("config", ConfigFile)] if with_config else []
    return _options([*config, _parameter("debug", Debug, False)])


@cache
def _setting_options(keys: tuple[str, ...] | None) -> list[Any]:
    return [] if keys == () else _options(_setting_parameters(keys))


def _setting_parameters(keys: tuple[str, ...] | None) -> Iterator[inspect.Parameter]:
    from agent_e.config import Flag, setting_fields

    for key, info in setting_fields():
        flag = next((each for each in info.metadata if isinstance(each, Flag)), None)
        if flag is None or (keys is not None and key not in keys):
            continue
        section, _, name = key.rpartition(".")
        option = typer.Option(
            f"--{flag.name or name.replace('_', '-')}",
            metavar=flag.metavar,
            help=_help(info, flag),
            rich_help_panel=flag.panel or _PANELS.get(section, section.capitalize() or AGENT),
            callback=_keeper(section, name, info, flag),
            expose_value=False,
            autocompletion=for_setting(key),
        )
        kind = str if flag.parse else info.annotation
        default = False if kind is bool else None
        yield _parameter(key.replace(".", "_"), Annotated[_option_type(kind), option], default)


def _option_type(of_setting: Any) -> Any:
    if get_origin(of_setting) is tuple:
        return list[get_args(of_setting)[0]] | None  # type: ignore[misc]
    return bool if of_setting is bool else of_setting | None


def _help(info: FieldInfo, flag: Flag) -> str:
    words = " ".join((flag.help or info.description or "").split())
    default = info.default
    if flag.help or isinstance(default, bool) or not isinstance(default, int | float | Path):
        return words
    return f"{words.removesuffix('.')} (default: {default})."


def _keeper(section: str, name: str, info: FieldInfo, flag: Flag) -> Callable[..., Any]:
    """Return a callback that stores a value; an omitted one leaves it to files and environment."""

    def keep(context: typer.Context, value: Any) -> None:
        if value is None or value is False or value == []:
            return
        values = _parsed(flag, value) or {name: not info.default if value is True else value}
        flags = invocation(context).flags
        into = flags.setdefault(section, {}) if section else flags
        into.update({each: given for each, given in values.items() if given is not None})

    return keep


def _parsed(flag: Flag, value: Any) -> Mapping[str, Any]:
    try:
        return flag.parse(value) if flag.parse else {}
    except ValueError as error:
        raise typer.BadParameter(f"{error}", param_hint=f"--{flag.name}") from None


def _parameter(name: str, annotation: Any, default: Any = None) -> inspect.Parameter:
    return inspect.Parameter(
        name, inspect.Parameter.KEYWORD_ONLY, default=default, annotation=annotation
    )


def _options(parameters: Iterable[inspect.Parameter]) -> list[Any]:
    """Create options as typer does for a function with these parameters."""

    def function(**_: Any) -> None:
        pass

    function.__signature__ = inspect.Signature(list(parameters))  # type: ignore[attr-defined]
    app = typer.Typer(add_completion=False)
    app.command()(function)
    return list(get_command(app).params)
