"""phpMyAdmin: a tree beside pages that are fetched, grids that are edited in place, dialogs."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, press, wait_for

_ROWS = "/index.php?route=/sql&db=radkontor&table="
_TABLE = "/index.php?route=/table"
_STRUCTURE = "/index.php?route=/database/structure&db=radkontor"


WALK: Walk = (
    leg(
        f"{_ROWS}customers",
        enter("", "Lyon", selector=".filter_rows >> nth=0"),
        enter("", "", selector=".filter_rows >> nth=0"),
        click("link", "company", "th[data-column='company'] a >> nth=0"),
        click("button", ">", "input[name=navig] >> nth=0"),
        click("link", "Edit inline"),
        click("button", "Cancel", "#sql_query_edit_cancel, input[value=Cancel] >> nth=0"),
        TraceStep(
            verb="double_click",
            selector=".table_results tbody tr:nth-child(2) td.grid_edit >> nth=1",
        ),
        press("Escape"),
        click("checkbox", "", ".table_results tbody tr:nth-child(3) input.checkall"),
        click("checkbox", "Check all", "#resultsForm_1 .checkall_box, .checkall_box >> nth=0"),
        click("button", "More", "#topmenu a.dropdown-toggle"),
        ready=(wait_for("Showing rows"),),
    ),
    leg(
        _STRUCTURE,
        pick("#pma_navigation_tree a.expander:has(img) >> nth=-1"),
        pick("a.drop_table_anchor >> nth=0"),
        click("button", "Cancel"),
        enter("", "ord", selector="#filterText"),
        click("button", "Recent"),
        pick("#pma_console .toolbar .switch_button, #pma_console .console_switch >> nth=0"),
    ),
    leg(
        f"{_TABLE}/change&db=radkontor&table=suppliers",
        enter("", "Selles Royan", selector="#field_2_3"),
        click("button", "Preview SQL"),
        click("button", "Close", ".modal.show .modal-footer button >> nth=0"),
        enter("", "3", selector="#insert_rows"),
        press("Enter", selector="#insert_rows"),
    ),
    leg(
        f"{_TABLE}/change&db=radkontor&table=complaints",
        pick(".ui-datepicker-trigger >> nth=0"),
        click("link", "12", ".ui-datepicker-calendar a:text-is('12')"),
    ),
    leg(
        f"{_TABLE}/search&db=radkontor&table=customers",
        enter("", "Radhaus%", selector="input[name='criteriaValues[1]']"),
        pick("#tbl_search_form input[type=submit]"),
        click("link", "Show search criteria", "#togglesearchformlink"),
    ),
    leg(
        f"{_TABLE}/sql&db=radkontor&table=orders",
        click("button", "Clear"),
        click("button", "SELECT *", "#selectall"),
        click("button", "Go", "#button_submit_query"),
    ),
)
