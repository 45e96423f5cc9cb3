"""Node-RED: flows drawn as boxes and wires, which run once they are deployed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .installing import node_packages
from .nodered_seed import FROST, HOUSES, IRRIGATION, flows, node_id

_PASSWORD = "Lindenhof-2026"
_PASSWORD_HASH = "$2a$08$aaaaaaaaaaaaaaaaaaaaaO9uFyjNTBQXbzhTtdQxPFU9K9rQevEc2"
_OFF = {"allowInstall": False}
_SETTINGS: dict[str, Any] = {
    "uiHost": "127.0.0.1",
    "flowFile": "flows.json",
    "flowFilePretty": True,
    "credentialSecret": "not a secret of anyone",
    "adminAuth": {
        "type": "credentials",
        "users": [{"username": "gardener", "password": _PASSWORD_HASH, "permissions": "*"}],
    },
    # Catalogues of more nodes are fetched from the network.
    "externalModules": {"palette": {**_OFF, "allowUpload": False}, "modules": _OFF},
    "telemetry": {"enabled": False, "updateNotification": False},
    "editorTheme": {"tours": False, "projects": {"enabled": False}, "palette": {"catalogues": []}},
    "logging": {"console": {"level": "warn", "metrics": False, "audit": False}},
}
_PLACE = ("x", "y", "w", "h")
"""A node's position: a flow does the same wherever its nodes are."""


def opened(*names: str) -> str:
    """Return the path of a flow, or of the dialog of a node in it."""
    place = f"node/{node_id(*names)}/edit" if len(names) > 1 else f"flow/{node_id(*names)}"
    # The editor reads the fragment only on loading, which another query forces.
    return f"/?at={node_id(*names)}#{place}"


def flow_dialog(name: str) -> str:
    """Return the path of a flow's dialog."""
    return f"{opened(name)}/edit"


def _screen(name: str, path: str, *steps: TraceStep) -> Screen:
    return Screen(name, path, steps=(wait_for("Tomaten Nord"), *steps))


def _button(name: str, selector: str) -> TraceStep:
    return TraceStep(verb="click", name=name, selector=selector)


def _menu(*names: str) -> tuple[TraceStep, ...]:
    opener = _button("menu", "#red-ui-header-button-sidemenu")
    return (opener, *(click("link", name) for name in names))


_FIRST = HOUSES[0].name
_HOW_TO_DEPLOY = "#red-ui-header-button-deploy-options"
_RULES = "#node-input-rule-container"
_SEARCHED = (
    enter("search your flows", "vent", selector=".red-ui-search-container input >> nth=0"),
    # It searches on key up.
    TraceStep(verb="press", value="s"),
)


class NodeRed(App):
    """Node-RED's editor behind a log-in; its flows have no external connections."""

    name = "nodered"
    summary = "Flows of a nursery's greenhouses, in the editor of Node-RED."
    front = "single page; jQuery UI, a canvas of SVG, Monaco"
    version = "4.1.8"
    licence = "Apache-2.0"
    account = Account(
        user="gardener",
        password=_PASSWORD,
        path="/",
        steps=(
            enter("Username:", "gardener", selector="#node-dialog-login-username"),
            enter("Password:", _PASSWORD, selector="#node-dialog-login-password"),
            click("button", "Login"),
            wait_for("Tomaten Nord"),
        ),
    )
    screens = (
        Screen("log-in", "/", guest=True),
        _screen("flow", opened(_FIRST)),
        _screen("flow-irrigation", opened(IRRIGATION)),
        _screen("menu", opened(_FIRST), *_menu()),
        _screen("menu-user", opened(_FIRST), _button("user", "#red-ui-header-button-user")),
        _screen("menu-deploy", opened(_FIRST), _button("how to deploy", _HOW_TO_DEPLOY)),
        _screen("search", opened(_FIRST), *_menu("Search flows ctrl-f"), *_SEARCHED),
        _screen("actions", opened(_FIRST), TraceStep(verb="press", value="Control+Shift+p")),
        _screen("import", opened(_FIRST), *_menu("Import ctrl-i")),
        _screen("export", opened(_FIRST), *_menu("Export ctrl-e")),
        _screen("settings", opened(_FIRST), *_menu("Settings ctrl-,")),
        _screen("shortcuts", opened(_FIRST), *_menu("Keyboard shortcuts ⇧?")),
        _screen("shared-nodes", opened(_FIRST), *_menu("Configuration nodes ctrl-g c")),
        _screen("flow-properties", flow_dialog(FROST), wait_for("Edit flow")),
        _screen("function", opened(_FIRST, "read climate"), wait_for("On Message")),
        _screen("switch", opened(_FIRST, "too warm?"), wait_for("Edit switch node")),
        _screen("change", opened(_FIRST, "open vents"), wait_for("Edit change node")),
        _screen("schedule", opened(IRRIGATION, "Dach"), wait_for("Edit inject node")),
        _screen(
            "choose-type",
            opened(_FIRST, "too warm?"),
            wait_for("Edit switch node"),
            _button("type of the value", f"{_RULES} .red-ui-typedInput-type-select >> nth=0"),
        ),
        _screen("publish", opened(_FIRST, "vents"), wait_for("Edit mqtt out node")),
    )

    def install(self, home: Path) -> None:
        """Install Node-RED."""
        node_packages(home, f"node-red@{self.version}")

    def seed(self, copy: Copy) -> None:
        """Write the flows and the settings."""
        text = json.dumps(flows(), ensure_ascii=False, indent=4) + "\n"
        (copy.data / "flows.json").write_text(text, encoding="utf-8")
        settings = f"module.exports = {json.dumps(_SETTINGS, indent=2)};\n"
        (copy.data / "settings.js").write_text(settings, encoding="utf-8")

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Return the one program."""
        program = copy.home / "node_modules/node-red/red.js"
        places = ("--userDir", str(copy.data), "--settings", str(copy.data / "settings.js"))
        command = ("node", str(program), "--port", str(copy.port), *places)
        return (Service(command=command, environment={"HOME": str(copy.data)}),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return what is deployed: the flows, the nodes of each by id, and shared nodes."""
        found = json.loads((copy.data / "flows.json").read_text(encoding="utf-8"))
        tabs = [each for each in found if each["type"] == "tab"]
        nodes: dict[str, list[dict[str, Any]]] = {each["id"]: [] for each in tabs}
        shared: list[dict[str, Any]] = []
        for each in sorted(found, key=lambda node: str(node["id"])):
            if each["type"] != "tab":
                settings = {key: value for key, value in each.items() if key not in _PLACE}
                nodes.get(each.get("z", ""), shared).append(settings)
        return {"tabs": tabs, "nodes": nodes, "shared": shared}
