"""Replace lines such as ``<!-- generated: settings -->`` by what the code says."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from textwrap import indent
from typing import Any, get_args

import typer
from pydantic import BaseModel
from typer.main import get_command

from agent_e.cli.app import app
from agent_e.config import ENV_PREFIX, RUNS_VARIABLE, Flag, Settings, setting_fields
from agent_e.journal.events import event_kinds
from agent_e.skills import OCCASIONS, SKILLS, Skill, ask_user, describe, fill_secret, visual_click

_MARKER = re.compile(r"^<!-- generated: ([a-z]+) -->$", re.MULTILINE)
_EXAMPLES = Path(__file__).parents[1] / "examples"
_PROGRAM = re.compile(r"\[([\w.]+\.(py|sh))\]\(")
_LINK = re.compile(r"\[([\w./]+)\]\([\w./]+\)")
_CODE = re.compile(r"``([^`]+)``")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Replace the markers of a page; MkDocs calls it for each."""
    return _MARKER.sub(lambda match: "\n".join(GENERATORS[match[1]]()), markdown)


def _table(heads: Sequence[str], rows: Iterable[Sequence[str]]) -> Iterator[str]:
    yield ""
    for cells in (heads, ["---"] * len(heads), *rows):
        yield f"| {' | '.join(_text(cell).replace('|', '&#124;') for cell in cells)} |"
    yield ""


def _text(docstring: str) -> str:
    """Put a docstring on one line, with Markdown's marks for code."""
    return _CODE.sub(r"`\1`", " ".join(docstring.split()))


def _code(text: object) -> str:
    # A bar would end a cell, and its entity is not read between backquotes.
    return f"<code>{str(text).replace('<', '&lt;')}</code>" if "|" in str(text) else f"`{text}`"


def _settings() -> Iterator[str]:
    known = dict(setting_fields())
    sections: dict[str, type[BaseModel]] = {"": Settings}
    sections |= {key: model for key in known if (model := _section(known[key].annotation))}
    for name, model in sections.items():
        yield f"## {name or 'Top level'}\n\n{_text(model.__doc__ or '')}\n"
        rows = (
            (_names(key), _flag(key, info.metadata), _default(info.default), info.description or "")
            for key, info in known.items()
            if key.rpartition(".")[0] == name and key not in sections
        )
        yield from _table(("Setting, environment variable", "Flag", "Default", "Meaning"), rows)


def _section(annotation: Any) -> type[BaseModel] | None:
    kinds = (each for each in (annotation, *get_args(annotation)) if isinstance(each, type))
    return next((each for each in kinds if issubclass(each, BaseModel)), None)


def _names(key: str) -> str:
    variable = ENV_PREFIX + key.replace(".", "__").upper()
    return f"{_code(key)}<br>{_code(RUNS_VARIABLE if key == 'runs_dir' else variable)}"


def _flag(key: str, metadata: Sequence[object]) -> str:
    flag = next((each for each in metadata if isinstance(each, Flag)), None)
    name = key.rpartition(".")[2].replace("_", "-")
    return _code(f"--{flag.name or name}") if flag else ""


def _default(value: object) -> str:
    value = json.dumps(value) if isinstance(value, bool) else value
    return "" if value in (None, (), "") else _code(value)


def _commands() -> Iterator[str]:
    root = typer.Context(get_command(app), info_name="agent-e")
    for name, command in root.command.commands.items():  # type: ignore[attr-defined]
        yield from _command(typer.Context(command, info_name=name, parent=root), depth=2)


def _command(context: typer.Context, depth: int) -> Iterator[str]:
    command: Any = context.command
    if command.hidden:
        return
    yield f"{'#' * depth} {context.command_path}\n\n{command.help or ''}\n"
    for name, each in getattr(command, "commands", {}).items():
        yield from _command(typer.Context(each, info_name=name, parent=context), depth + 1)
    if not hasattr(command, "commands"):
        usage = [context.command_path, *command.collect_usage_pieces(context)]
        yield f"```text\n{' '.join(usage)}\n```\n"
        rows = [_parameter(each) for each in command.get_params(context) if each.name != "help"]
        yield from _table(("Argument or option", "Default", "Meaning"), rows)


def _parameter(parameter: Any) -> tuple[str, str, str]:
    default = parameter.show_default
    if not isinstance(default, str):
        default = parameter.default if default and isinstance(parameter.default, str | int) else ""
    shown = "required" if parameter.required else _default(default or None)
    if parameter.param_type_name == "argument":
        return _code(parameter.metavar or parameter.name.upper()), shown, parameter.help or ""
    choices = "|".join(map(str, get_args(parameter.type_descriptor.annotation)))
    value = "" if parameter.is_flag else f" {parameter.metavar or choices}"
    return _code(", ".join(sorted(parameter.opts, key=len)) + value), shown, parameter.help or ""


def _skills() -> Iterator[str]:
    yield "## Always offered\n"
    for skill in SKILLS:
        yield from _skill(skill)
    yield "## Offered when the run or the page needs them\n"
    yield from _skill(ask_user, "Offered in human mode.")
    yield from _skill(fill_secret, "Offered in human mode, and where a secret is saved for a site.")
    yield from _skill(visual_click, "Offered when the settings name a grounder.")
    for each in OCCASIONS:
        seen = "For models that accept images. " if each.sees else ""
        yield from _skill(each.skill, f"{seen}The condition on the page: {each.page.__doc__}")


def _skill(skill: Skill, when: str = "") -> Iterator[str]:
    function = describe(skill, skip=1)
    yield f"### {function.name}\n\n{_text(function.description)}\n\n{when}\n"
    required = function.parameters.get("required", ())
    rows = [
        (_code(name + " *" * (name in required)), _type(each), each.get("description", ""))
        for name, each in function.parameters["properties"].items()
    ]
    yield from _table(("Parameter (* is required)", "Type", "Meaning"), rows) if rows else ()


def _type(schema: Mapping[str, Any]) -> str:
    if "items" in schema:
        return f"list of {_type(schema['items'])}"
    parts = map(_code, schema["enum"]) if "enum" in schema else map(_type, schema.get("anyOf", ()))
    members = ", ".join(map(_code, schema.get("properties", ())))
    return ", ".join(parts) or f"{schema.get('type', 'any')} {f'({members})' if members else ''}"


def _events() -> Iterator[str]:
    for event, kinds in event_kinds().items():
        yield f"## {', '.join(kinds)}\n\n{_text((event.__doc__ or '').partition('Attributes:')[0])}"
        yield f"\nMembers: {', '.join(map(_code, event.__annotations__))}\n"


def _examples() -> Iterator[str]:
    """The list of examples, with the code of each program below its line."""
    text = (_EXAMPLES / "README.md").read_text("utf-8").partition("\n")[2]
    for paragraph in text.split("\n\n"):
        yield _LINK.sub(r"`\1`", paragraph) + "\n"
        if program := _PROGRAM.match(paragraph):
            kind = {"py": "python", "sh": "bash"}[program[2]]
            code = (_EXAMPLES / program[1]).read_text("utf-8")
            yield f'??? example "{program[1]}"\n'
            yield indent(f"```{kind}\n{code}```\n", "    ")


GENERATORS: dict[str, Callable[[], Iterable[str]]] = {
    name.__name__.removeprefix("_"): name
    for name in (_settings, _commands, _skills, _events, _examples)
}
