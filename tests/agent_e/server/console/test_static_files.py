"""The console's files: what it is built with, and what its page loads beforehand."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[4]
VENDOR = ROOT / "agent_e" / "server" / "static" / "console" / "vendor"
FILES = {
    "preact.js": ("preact", "dist/preact.mjs"),
    "hooks.js": ("preact", "hooks/dist/hooks.mjs"),
    "htm.js": ("htm", "dist/htm.mjs"),
}


@pytest.mark.parametrize("name", FILES)
def test_a_vendored_module_is_the_package(name: str) -> None:
    package, path = FILES[name]
    head, _, code = (VENDOR / name).read_text().partition("\n")
    version = json.loads((ROOT / "package.json").read_text())["devDependencies"][package]
    assert head.startswith(f"/* {package} {version}, ")
    published = (ROOT / "node_modules" / package / path).read_text()
    published = re.sub(r"//# sourceMappingURL.*", "", published).replace(
        'from"preact"', 'from"./preact.js"'
    )
    assert code.strip() == published.strip()


def test_the_page_loads_every_module_at_once() -> None:
    """Modules that import each other would be fetched one after another."""
    folder = VENDOR.parent
    modules = {each.relative_to(folder).as_posix() for each in folder.rglob("*.js")}
    page = (folder / "index.html").read_text()
    loaded = set(re.findall(r'modulepreload" href="console/static/([\w./]+)"', page))
    assert loaded == modules - {"app.js"}
