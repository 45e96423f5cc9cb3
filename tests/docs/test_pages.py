"""README and the pages of the documentation name only what exists."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import typer
from typer.main import get_command

from agent_e.cli.app import app
from agent_e.config import (
    APPS_VARIABLE,
    BROWSERGYM_VARIABLE,
    DATA_VARIABLE,
    ENV_PREFIX,
    GROUNDER_VARIABLE,
    RUNS_VARIABLE,
    SECRET_PREFIX,
    setting_keys,
)
from agent_e.errors import AgentEError
from agent_e.types import Outcome

ROOT = Path(__file__).parents[2]
README = ROOT / "README.md"
PAGES = [README, *sorted((ROOT / "docs").rglob("*.md"))]
BLOCK = re.compile(r"^( *)```(?:sh|bash|console)\n(.*?)^\1```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"(?<!\\)\]\((?!https?:)([^)#\s]+)")
MAKE = re.compile(r"(?:^|`)make ([a-z][a-z-]*[a-z])(?=$|[`\s])", re.MULTILINE)


def name(page: Path) -> str:
    return str(page.relative_to(ROOT))


def options(command: Any, path: tuple[str, ...]) -> dict[tuple[str, ...], set[str]]:
    """The options of a command and of all below it, by the names of the commands."""
    context = typer.Context(command, info_name=" ".join(path))
    own = {
        each
        for param in command.get_params(context)
        for each in (*param.opts, *param.secondary_opts)
    }
    found = {path: own}
    for sub, each in getattr(command, "commands", {}).items():
        found |= options(each, (*path, sub))
    return found


KNOWN = options(get_command(app), ())


def command_lines(text: str) -> Iterator[str]:
    """Every line of a block that calls agent-e, and every call between backquotes."""
    for block in BLOCK.finditer(text):
        for line in block[2].replace("\\\n", " ").splitlines():
            if re.match(r"\s*(?:\$ )?(?:[A-Z_]+=\S+ )?(?:\.venv/bin/)?agent-e ", line):
                yield line
    yield from (each[1] for each in re.finditer(r"`((?:[A-Z_]+=\S+ )?agent-e [^`\n]+)`", text))


def wrong_with(line: str) -> list[str]:
    words = line.partition("#")[0].split("agent-e ", 1)[1].split()
    path: tuple[str, ...] = ()
    while words and (*path, words[0]) in KNOWN:
        path = (*path, words.pop(0))
    used = [
        word.strip("[]`.,;").partition("=")[0] for word in words if word.startswith(("-", "[-"))
    ]
    problems = [
        f"{line}: no option {each}" for each in used if each not in known(path) and each != "-"
    ]
    is_group = any(each[:-1] == path for each in KNOWN if each)
    if is_group and words and re.fullmatch(r"[a-z]+", words[0]):
        problems.append(f"{line}: no command {words[0]}")
    return problems


def known(path: tuple[str, ...]) -> set[str]:
    return KNOWN[path] | {"-h", "--help"}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_commands_and_their_options_exist(page: Path) -> None:
    lines = list(command_lines(page.read_text(encoding="utf-8")))
    assert [problem for line in lines for problem in wrong_with(line)] == []


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_environment_variables_exist(page: Path) -> None:
    used = set(re.findall(rf"\b{ENV_PREFIX}[A-Z_]*[A-Z]\b", page.read_text(encoding="utf-8")))
    there = {f"{ENV_PREFIX}{key.replace('.', '__').upper()}" for key in setting_keys()}
    there |= {RUNS_VARIABLE, DATA_VARIABLE, APPS_VARIABLE, BROWSERGYM_VARIABLE, GROUNDER_VARIABLE}
    misspelt = "AGENT_E_BROWSER__HEADLES"  # shows the message for it
    assert {each for each in used if not each.startswith(SECRET_PREFIX)} - there <= {misspelt}


@pytest.mark.parametrize("page", PAGES, ids=name)
def test_make_targets_exist(page: Path) -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z-]+):", makefile, re.MULTILINE))
    assert set(MAKE.findall(page.read_text(encoding="utf-8"))) - targets == set()


def test_links_of_the_readme_lead_to_files() -> None:
    links = LINK.findall(README.read_text(encoding="utf-8"))
    assert links
    assert [link for link in links if not (ROOT / link).exists()] == []


def test_readme_is_short_and_names_the_test_command() -> None:
    text = README.read_text(encoding="utf-8")
    assert len(text.splitlines()) <= 150
    assert {"make demo", "make test"} <= set(re.findall(r"^make \w+", text, re.MULTILINE))


def test_every_exit_code_is_explained() -> None:
    text = (ROOT / "docs/reference/exit-codes.md").read_text(encoding="utf-8")
    codes = {int(each) for each in re.findall(r"^\| (\d+) \|", text, re.MULTILINE)}
    assert codes == {*(each.exit_code for each in Outcome), *_error_codes(AgentEError), 143}
    for outcome in Outcome:
        assert f"`{outcome.value}`" in text


def _error_codes(error: type[AgentEError]) -> Iterator[int]:
    yield error.exit_code
    for each in error.__subclasses__():
        yield from _error_codes(each)
