"""Directus: one page by Vue, lists that filter, fields with menus and dialogs of their own."""

from __future__ import annotations

from agent_e.benchmarks.apps.directus import value_of
from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick
from agent_e.benchmarks.tasks.steps import click, enter, press, wait_for

_LIST = "/admin/content/"
_STATUS = '[data-field="status"] .v-input'


WALK: Walk = (
    leg(
        f"{_LIST}customers",
        click("button", "search"),
        enter("Search Items...", "Maier", role="searchbox"),
        enter("Search Items...", "", role="searchbox"),
        click("button", "filter_list"),
        pick(".filter-input .add-filter, .v-menu .add-filter, .search-input .add-filter"),
        press("Escape"),
        pick("thead .v-checkbox, thead [role=checkbox] >> nth=0"),
        pick("tbody tr:nth-child(2) .v-checkbox, tbody tr:nth-child(2) [role=checkbox] >> nth=0"),
        ready=(wait_for("of 60 Items"),),
    ),
    leg(
        f"{_LIST}devices",
        click("button", "Status arrow_drop_down"),
        click("button", "Sort Descending", "#menu-outlet .v-list-item:has-text('Sort Descending')"),
        click("button", "2", ".v-pagination .page:has-text('2') button"),
        click("button", "Layout Options", "#sidebar button >> nth=0"),
        pick("#sidebar .v-select .v-input >> nth=1"),
        press("Escape"),
        click("button", "Auto Refresh"),
        ready=(wait_for("of 48 Items"),),
    ),
    leg(
        f"{_LIST}bookings/5",
        click("textbox", "Status", _STATUS),
        click("listitem", "Returned", '#menu-outlet .v-list-item:has-text("Returned")'),
        enter("", "Came back late", selector='[data-field="remark"] textarea'),
        click("button", "Ends", value_of("ends")),
        press("Escape"),
        click("button", "Device", value_of("device")),
        press("Escape"),
        click("button", "delete"),
        click("button", "Cancel", "#dialog-outlet button:has-text('Cancel')"),
        click("button", "check"),
        ready=(wait_for("Deposit"),),
    ),
)
