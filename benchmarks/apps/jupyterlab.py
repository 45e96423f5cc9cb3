"""JupyterLab: notebooks, tables and texts of a laboratory, in one page with tabs and menus."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, wait_for

from .app import Account, App, Copy, Screen, Service
from .installing import python_packages
from .jupyterlab_seed import files

_PASSWORD = "Auental-2026"
_SALT = "0a1b2c3d4e5f"
_FIRST_DAY = datetime(2026, 1, 7, 8, 30, tzinfo=UTC)


def _enter_password() -> TraceStep:
    # A password field has no role.
    return TraceStep(
        verb="type", name="Password:", value=_PASSWORD, selector="input#password_input"
    )


def press(keys: str) -> TraceStep:
    """Press keys."""
    return TraceStep(verb="press", value=keys)


def menu(*names: str) -> tuple[TraceStep, ...]:
    """Return the steps through the menu bar to an entry; its shortcut is part of its name."""
    return tuple(click("menuitem", name) for name in names)


def submenu(name: str) -> TraceStep:
    """Open a menu within a menu, whose entry has no role of its own."""
    selector = f".lm-Menu-item[data-type=submenu]:has(.lm-Menu-itemLabel:text-is('{name}'))"
    return TraceStep(verb="click", name=name, selector=selector)


def file_row(name: str) -> TraceStep:
    """Choose a file in the list of its folder; size and dates are part of the row's name."""
    return TraceStep(
        verb="click", name=name, selector=f".jp-DirListing-item[title^='Name: {name}']"
    )


def new_name(name: str) -> TraceStep:
    """Type the new name of a file or folder over its old one."""
    selector = "input.jp-DirListing-editor"
    return TraceStep(verb="type", name="new name", value=name, selector=selector)


def editor(text: str, number: int = 0) -> TraceStep:
    """Replace an editor's text; the editors of a page are counted from 0."""
    selector = f":nth-match(.jp-MainAreaWidget .cm-content, {number + 1})"
    return TraceStep(verb="type", name="editor", value=text, selector=selector)


def _screen(name: str, path: str, *steps: TraceStep) -> Screen:
    """Return a separate screen: anything open before is closed."""
    return Screen(name, f"/lab{path}?reset", steps=steps)


_UP = wait_for("README.md")
_LONG = "notes/history%20of%20the%20laboratory.md"


class JupyterLab(App):
    """JupyterLab with one kernel of Python, behind a password."""

    name = "jupyterlab"
    summary = "Notebooks, tables and notes of a laboratory, in JupyterLab."
    front = "single page; Lumino widgets, CodeMirror, tables on a canvas"
    version = "4.6.6"
    licence = "BSD-3-Clause"
    ready = "/login"
    account = Account(
        user="lab",
        password=_PASSWORD,
        path="/login?next=%2Flab%3Freset",
        steps=(_enter_password(), click("button", "Log in"), wait_for("README.md")),
    )
    screens = (
        Screen("log-in", "/login", guest=True),
        _screen("launcher", "", wait_for("Show Contextual Help")),
        _screen("folder", "/tree/notes", wait_for("untitled.txt")),
        _screen("notebook", "/tree/notebooks/turbidity.ipynb", wait_for("samples over")),
        _screen("table", "/tree/data/samples-2026-02.csv", wait_for("Delimiter")),
        _screen("json-tree", "/tree/config/limits.json", wait_for("turbidity_ntu")),
        _screen("editor", f"/tree/{_LONG}", wait_for("cellar of the town hall")),
        _screen("menu-file", "", _UP, *menu("File")),
        _screen("menu-theme", "", _UP, *menu("Settings"), submenu("Theme")),
        _screen("menu-of-a-file", "/tree/reports", file_row("2025-q3.md"), press("Shift+F10")),
        _screen("rename", "/tree/reports", file_row("2025-q3.md"), press("F2")),
        _screen("commands", "", _UP, press("Control+Shift+C")),
        _screen("open-path", "", _UP, *menu("File", "Open from Path…")),
        _screen(
            "save-as",
            "/tree/reports/2026-q1-draft.md",
            wait_for("Draft of 27"),
            *menu("File", "Save Markdown File As… Ctrl+Shift+S"),
        ),
        _screen(
            "find-and-replace",
            "/tree/notebooks/nitrate.ipynb",
            wait_for("samples over"),
            *menu("Edit", "Find and Replace… Ctrl+H"),
        ),
        _screen(
            "choose-kernel",
            "/tree/notebooks/bar%20chart.ipynb",
            wait_for("| Idle"),
            *menu("Kernel", "Change Kernel…"),
        ),
        _screen("settings", "", _UP, *menu("Settings", "Settings Editor Ctrl+,")),
        _screen("running", "", _UP, *menu("View", "Sessions and Tabs Ctrl+Shift+B")),
        _screen("shortcuts", "", _UP, *menu("Help", "Show Keyboard Shortcuts… Ctrl+Shift+H")),
    )

    def install(self, home: Path) -> None:
        """Install JupyterLab and its kernel."""
        python_packages(
            home,
            f"jupyterlab=={self.version}",
            "jupyter_server==2.21.1",
            "jupyterlab_server==2.28.1",
            "jupyter_client==8.10.0",
            "ipykernel==7.4.0",
            "nbformat==5.11.1",
        )

    def seed(self, copy: Copy) -> None:
        """Write the laboratory's files and the settings of the server and its pages."""
        root = copy.data / "work"
        for number, (path, text) in enumerate(sorted(files().items())):
            file = root / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text, encoding="utf-8")
            _date(file, number)
        for number, folder in enumerate(sorted(filter(Path.is_dir, root.rglob("*")))):
            _date(folder, number)
        for name, keys in _SETTINGS.items():
            file = copy.data / "config" / name
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(json.dumps(keys, indent=2) + "\n", encoding="utf-8")

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Return the only server; it starts kernels itself."""
        own = {
            "JUPYTER_CONFIG_DIR": "config",
            "JUPYTER_DATA_DIR": "share",
            "JUPYTER_RUNTIME_DIR": "runtime",
            "JUPYTERLAB_SETTINGS_DIR": "settings",
            "JUPYTERLAB_WORKSPACES_DIR": "workspaces",
            "IPYTHONDIR": "ipython",
            "HOME": "user",
        }
        environment = {name: str(copy.data / folder) for name, folder in own.items()}
        command = (
            str(copy.home / "venv/bin/jupyter-lab"),
            f"--ServerApp.port={copy.port}",
            f"--ServerApp.root_dir={copy.data / 'work'}",
        )
        return (Service(command=command, environment=environment),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return the files by top folder, all folders, and the changed settings."""
        root = copy.data / "work"
        found: dict[str, list[dict[str, Any]]] = {
            each.name: [] for each in sorted(root.iterdir()) if each.is_dir() and _shown(each, root)
        }
        found["top"] = []
        folders = []
        for path in sorted(root.rglob("*")):
            if not _shown(path, root):
                continue
            inner = path.relative_to(root)
            if path.is_dir():
                folders.append(str(inner))
            else:
                top = inner.parts[0] if len(inner.parts) > 1 else "top"
                found[top].append({"path": str(inner), **_content(path)})
        return {"files": found, "folders": folders, "settings": dict(_made_settings(copy))}


def _date(path: Path, number: int) -> None:
    changed = (_FIRST_DAY + timedelta(hours=26 * number)).timestamp()
    os.utime(path, (changed, changed))


def _shown(path: Path, root: Path) -> bool:
    """Whether people see it: the server stores the last saved version in hidden folders."""
    return not any(part.startswith(".") for part in path.relative_to(root).parts)


def _content(path: Path) -> dict[str, Any]:
    text = path.read_text(encoding="utf-8", errors="replace")
    try:
        if path.suffix == ".ipynb":
            return {"cells": [_cell(each) for each in json.loads(text)["cells"]]}
        if path.suffix == ".json":
            return {"value": json.loads(text)}
    except (ValueError, KeyError):
        pass
    return {"text": text}


def _cell(cell: dict[str, Any]) -> dict[str, Any]:
    """Return the readable part of a cell, without when or how often it ran."""
    texts = [_text(each) for each in cell.get("outputs", [])]
    return {"kind": cell["cell_type"], "source": _joined(cell["source"]), "output": "".join(texts)}


def _text(output: dict[str, Any]) -> str:
    if output["output_type"] == "error":
        return f"{output['ename']}: {output['evalue']}"
    shown = output["text"] if "text" in output else output["data"].get("text/plain", "")
    return _joined(shown)


def _joined(text: str | list[str]) -> str:
    return text if isinstance(text, str) else "".join(text)


def _made_settings(copy: Copy) -> Iterator[tuple[str, Any]]:
    """Yield people's settings of each part of the page, without comments in the files."""
    for file in sorted((copy.data / "settings").rglob("*.jupyterlab-settings")):
        lines = file.read_text(encoding="utf-8").splitlines()
        text = "\n".join(line for line in lines if not line.lstrip().startswith("//"))
        yield file.stem, json.loads(text)


_HASH = hashlib.sha256(f"{_PASSWORD}{_SALT}".encode()).hexdigest()
_SETTINGS: dict[str, dict[str, Any]] = {
    "jupyter_server_config.json": {
        "ServerApp": {
            "ip": "127.0.0.1",
            "port_retries": 0,
            "open_browser": False,
            "allow_root": True,
            # A system shell is more than the tasks need.
            "terminals_enabled": False,
            "quit_button": False,
        },
        "IdentityProvider": {"token": ""},
        "PasswordIdentityProvider": {
            "hashed_password": f"sha256:{_SALT}:{_HASH}",
            "allow_password_change": False,
        },
        # The desktop's trash is outside the copy.
        "FileContentsManager": {"delete_to_trash": False},
        "LabApp": {"extension_manager": "readonly", "news_url": None},
    },
    "labconfig/page_config.json": {
        "disabledExtensions": {
            "@jupyterlab/apputils-extension:announcements": True,
            "@jupyterlab/extensionmanager-extension": True,
        }
    },
    "labconfig/default_setting_overrides.json": {
        # Unsaved changes of a visitor must not get into the files.
        "@jupyterlab/docmanager-extension:plugin": {"autosave": False}
    },
}
