"""JupyterLab: one page of docked panels, menus, editors, and a kernel that answers late."""

from __future__ import annotations

from agent_e.benchmarks.apps.jupyterlab import file_row, new_name, submenu
from agent_e.benchmarks.perf.effects.walk import Walk, leg
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, press, wait_for

WALK: Walk = (
    leg(
        "/lab/tree/reports?reset",
        click("menuitem", "File"),
        press("Escape"),
        click("menuitem", "Settings"),
        submenu("Theme"),
        press("Escape"),
        press("Escape"),
        file_row("2025-q3.md"),
        press("F2"),
        new_name("2025-q3-old.md"),
        press("Enter"),
        click("button", "New Folder"),
        press("Escape"),
        click("button", "Toggle File Filter"),
        click("tab", "Running Terminals and Kernels"),
        press("Control+Shift+C"),
        press("Escape"),
        ready=(wait_for("2025-q3.md"),),
    ),
    leg(
        "/lab/tree/notebooks/turbidity.ipynb?reset",
        click("", "", "[data-command='notebook:insert-cell-below'] >> nth=0"),
        TraceStep(verb="select", role="combobox", name="Cell type", value="Raw"),
        click("menuitem", "Edit"),
        click("menuitem", "Undo Cell Operation Z", ".lm-Menu-item:has-text('Undo Cell Operation')"),
        click("menuitem", "Run"),
        click(
            "menuitem",
            "Run All Cells",
            ".lm-Menu-item:has(.lm-Menu-itemLabel:text-is('Run All Cells'))",
        ),
        click("button", "Restart the kernel"),
        click("button", "Cancel", ".jp-Dialog button:has-text('Cancel')"),
        press("Control+f"),
        enter("", "samples", selector=".jp-DocumentSearch-overlay textarea >> nth=0"),
        ready=(wait_for("| Idle"),),
    ),
)
