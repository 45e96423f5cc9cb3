"""Node-RED: one page with a canvas of SVG, trays that slide in, lists that are sorted."""

from __future__ import annotations

from agent_e.benchmarks.apps.nodered import opened
from agent_e.benchmarks.apps.nodered_seed import HOUSES, IRRIGATION
from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick, select
from agent_e.benchmarks.tasks.steps import click, enter, press, wait_for

_FIRST = HOUSES[0].name
_UP = (wait_for("Tomaten Nord"),)
_RULES = "#node-input-rule-container"
_DONE = "#node-dialog-ok"


WALK: Walk = (
    leg(
        opened(_FIRST),
        pick("#red-ui-header-button-sidemenu"),
        click("link", "Settings ctrl-,"),
        click("link", "Palette", ".red-ui-tab:has-text('Keyboard') a"),
        press("Escape"),
        pick("#red-ui-header-button-deploy-options"),
        press("Escape"),
        enter("filter nodes", "mqtt"),
        enter("filter nodes", ""),
        click("link", "Gurken"),
        ready=_UP,
    ),
    leg(
        opened(_FIRST, "too warm?"),
        click(
            "button",
            "add",
            f"{_RULES} ~ .red-ui-editableList-addButton, .red-ui-editableList-addButton >> nth=0",
        ),
        select(f"{_RULES} select >> nth=0", "<"),
        pick(f"{_RULES} .red-ui-typedInput-type-select >> nth=0"),
        press("Escape"),
        click("checkbox", "recreate message sequences", "#node-input-repair"),
        enter("Name", "too hot?", selector="#node-input-name"),
        click("button", "Done", _DONE),
        ready=(wait_for("Edit switch node"),),
    ),
    leg(
        opened(IRRIGATION, "Dach"),
        select("#inject-time-type-select", "interval"),
        click("checkbox", "Inject once after", "#node-input-once"),
        click("button", "Done", _DONE),
        pick("#red-ui-header-button-deploy"),
        ready=(wait_for("Edit inject node"),),
    ),
)
