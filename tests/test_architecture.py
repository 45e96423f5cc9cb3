"""Who may import whom, checked on the source; and that importing agent_e does nothing else."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

import agent_e

ROOT = Path(__file__).parent.parent
LINKS = ("skills", "prompts", "configs", "benchmarks")

# Left to right: a layer imports what stands to the right of it, never its siblings.
# agent_e/__init__.py is the door in front of `agent`; of it, only the version is for everybody.
LAYERS: tuple[tuple[str, ...], ...] = (
    ("__main__",),
    ("cli",),
    ("mcp", "autogen", "inspect"),
    ("driven_browser",),
    ("server", "training"),
    ("benchmarks",),
    ("__init__",),
    ("agent",),
    ("agent_session",),
    ("workspace", "snapshot"),
    ("run",),
    ("composition",),
    ("run_inputs", "outcome", "output_type", "approval_evidence", "checkup"),
    ("architectures",),
    ("agents",),
    ("loops",),
    ("verification",),
    ("models",),
    ("offline", "mcp_client", "recordings"),
    ("skills",),
    ("dom", "vision", "memory", "safety", "human"),
    ("browser",),
    ("journal", "parsing"),
    ("config", "prompts", "configs"),
    ("types", "errors", "text", "urls"),
)
RANK = {part: rank for rank, layer in enumerate(LAYERS) for part in layer}
FOR_EVERYBODY = "agent_e.__version__"

# Third-party packages (the start of their names) and the parts that may import them.
CONFINED = {
    "autogen": {"agent", "agents", "autogen", "models"},
    "inspect_ai": {"inspect"},
    "pyautogen": {"agents"},
    "mcp": {"mcp", "mcp_client"},
    "torch": {"training"},
    "transformers": {"training"},
    "peft": {"training"},
    "onnxruntime": {"vision", "training"},
    # A session hands out Playwright's own page.
    "playwright": {"agent_session", "browser", "dom", "vision", "benchmarks"},
}


class Import(NamedTuple):
    line: int
    target: str


def modules(package: Path) -> Iterator[tuple[str, Path]]:
    """Dotted name and file of every module, through the links."""
    for folder, subfolders, files in os.walk(package, followlinks=True):
        subfolders[:] = sorted(set(subfolders) - {"__pycache__"})
        for file in sorted(files):
            if file.endswith(".py"):
                path = Path(folder, file)
                dotted = path.relative_to(package.parent).with_suffix("").parts
                yield ".".join(dotted), path


def imports(name: str, source: str) -> Iterator[Import]:
    """Everything a module imports, wherever it does so, with relative names made absolute."""
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                yield from (Import(node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                base = name.split(".")[:-level] if level else []
                base += module.split(".") if module else []
                yield from (Import(node.lineno, ".".join([*base, a.name])) for a in names)
            case ast.Call(
                func=ast.Attribute(attr="import_module")
                | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(target)), *_],
            ):
                yield Import(node.lineno, target)


def verdict(here: str, target: str) -> str | None:
    """What is wrong with an import by part `here`, or None."""
    top, _, rest = target.partition(".")
    if top in LINKS:
        return f"{target} must be called agent_e.{target}"
    for package, allowed in CONFINED.items():
        if top.startswith(package) and here not in allowed:
            return f"{top} is for {', '.join(sorted(allowed))} only"
    if top != "agent_e" or target == FOR_EVERYBODY:
        return None
    there = rest.split(".")[0]
    if there not in RANK:
        there = "__init__"
    if here == there or RANK[here] < RANK[there]:
        return None
    relation = "its sibling" if RANK[here] == RANK[there] else "to the left of it"
    return f"{here} imports {target}, which is {relation}"


def violations(package: Path) -> list[str]:
    found = []
    for name, path in modules(package):
        here = name.split(".")[1]
        file = path.relative_to(package.parent)
        if here not in RANK:
            found.append(f"{file}: {here} has no place in LAYERS")
            continue
        for line, target in imports(name, path.read_text(encoding="utf-8")):
            if wrong := verdict(here, target):
                found.append(f"{file}:{line}: {wrong}")
    return found


def test_imports_only_go_right() -> None:
    assert not violations(ROOT / "agent_e")


@pytest.mark.parametrize("name", LINKS)
def test_link_leads_to_its_root_folder(name: str) -> None:
    link = ROOT / "agent_e" / name
    assert link.is_symlink(), f"{link} is no link; on Windows, clone with core.symlinks=true"
    assert link.readlink() == Path("..", name)
    assert link.resolve() == (ROOT / name).resolve()


def plant(root: Path, files: dict[str, str]) -> Path:
    """Write a small tree with the four links."""
    for file, source in files.items():
        path = root / file
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(source, encoding="utf-8")
    package = root / "agent_e"
    package.mkdir(exist_ok=True)
    for link in LINKS:
        (root / link).mkdir(exist_ok=True)
        (package / link).symlink_to(Path("..", link))
    return package


BAD = {
    "to the left": ("agent_e/browser/tabs.py", "from agent_e.dom import observe"),
    "to the left, whole package": ("agent_e/browser/tabs.py", "from agent_e import dom"),
    "to the left, relative": ("agent_e/browser/tabs.py", "from ..dom.observe import x"),
    "to the left, from a package file": ("agent_e/browser/__init__.py", "from ..dom import x"),
    "to the left, through a link": ("skills/click.py", "import agent_e.agents.chat"),
    "to the left, relative through a link": ("skills/click.py", "from ..agents import chat"),
    "to the left, for typing only": (
        "agent_e/types/task.py",
        "from typing import TYPE_CHECKING\nif TYPE_CHECKING:\n    from agent_e.dom import x",
    ),
    "to the left, inside a function": (
        "agent_e/journal/log.py",
        "def f():\n    from agent_e.dom import x",
    ),
    "to the left, by name": (
        "agent_e/journal/log.py",
        "import importlib\nimportlib.import_module('agent_e.dom')",
    ),
    "sibling": ("agent_e/memory/window.py", "from ..dom import observe"),
    "sibling, types and errors": ("agent_e/errors.py", "from .types import x"),
    "door": ("agent_e/agents/chat.py", "from agent_e import WebAgent"),
    "part without a place": ("agent_e/utils.py", ""),
    "autogen": ("agent_e/architectures/som/__init__.py", "import autogen_core.models"),
    "playwright": ("skills/click.py", "from playwright.async_api import Page"),
    "bare name": ("benchmarks/suites.py", "from skills import click"),
}

GOOD = {
    "agent_e/__init__.py": "from .agent import WebAgent\n__version__ = '0'\n",
    "agent_e/__main__.py": "from agent_e.cli import main\n",
    "agent_e/cli/__init__.py": "from agent_e import WebAgent\nfrom agent_e.server import app\n",
    "agent_e/server/__init__.py": "from agent_e import benchmarks\nfrom . import app\n",
    "agent_e/server/app.py": "import agent_e.benchmarks.suites\n",
    "agent_e/agent.py": "from . import agents, types\n",
    "agent_e/agents/__init__.py": "from autogen_core import x\nfrom ..skills.context import y\n",
    "agent_e/dom/__init__.py": "import playwright\nfrom agent_e.browser import x\n",
    "agent_e/dom/act.py": "from . import observe\nfrom .observe import x\n",
    "agent_e/dom/observe/observer.py": "",
    "agent_e/browser/__init__.py": "",
    "agent_e/journal/__init__.py": "from agent_e import __version__\n",
    "agent_e/types/__init__.py": "from .task import Task\n",
    "agent_e/types/task.py": "import dataclasses\n",
    "skills/__init__.py": "from .context import x\n",
    "skills/context.py": "from ..dom import act\nfrom agent_e.types import Task\n",
    "benchmarks/suites.py": "from playwright import x\nfrom agent_e import WebAgent\n",
}


def test_checker_accepts_a_good_tree(tmp_path: Path) -> None:
    assert violations(plant(tmp_path, GOOD)) == []


@pytest.mark.parametrize("case", BAD)
def test_checker_finds(case: str, tmp_path: Path) -> None:
    file, source = BAD[case]
    [found] = violations(plant(tmp_path, GOOD | {file: source}))
    assert found.split(":")[0].removeprefix("agent_e/") == file.removeprefix("agent_e/")


def test_public_names_are_sorted_and_real() -> None:
    names = agent_e.__all__
    assert names == sorted(names)
    assert [name for name in names if not hasattr(agent_e, name)] == []


# Run in a fresh interpreter: an audit hook sees what no list of modules would show.
PROBE = """
import json, sys
seen = []
sys.addaudithook(lambda event, _: seen.append(event) if event.startswith(
    ("socket.", "subprocess.", "os.exec", "os.fork", "os.posix_spawn", "os.mkdir", "os.remove")
) else None)
import agent_e
print(json.dumps({"modules": sorted(sys.modules), "events": seen}))
"""
HEAVY = ("autogen", "playwright", "openai", "anthropic", "httpx", "requests", "fastapi", "torch")


def test_importing_agent_e_has_no_side_effects() -> None:
    run = subprocess.run(
        [sys.executable, "-B", "-c", PROBE], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stderr == ""
    seen = json.loads(run.stdout)
    assert [name for name in seen["modules"] if name.startswith(HEAVY)] == []
    assert seen["events"] == []
