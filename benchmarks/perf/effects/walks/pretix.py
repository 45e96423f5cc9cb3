"""pretix: a shop front, and a control area with Bootstrap and lists that search."""

from __future__ import annotations

from agent_e.benchmarks.apps.pretix import CONTROL
from agent_e.benchmarks.apps.pretix_data import JAZZ, ORGANIZER, PAPER
from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick
from agent_e.benchmarks.tasks.steps import choose, click, enter, press

_PAPER = f"{CONTROL}/{PAPER}"
_SHOP = f"/{ORGANIZER}/{JAZZ}/"


WALK: Walk = (
    leg(
        _SHOP,
        click("button", "Show variants"),
        click(
            "button", "Increase quantity", "button[data-step='1'], .input-item-count-inc >> nth=0"
        ),
        click("button", "Add to cart"),
        click("button", "Proceed with checkout"),
        click("button", "Continue"),
    ),
    leg(
        f"{_PAPER}/",
        pick(".context-selector > a.dropdown-toggle"),
        enter("Search for events", "jazz"),
        press("Escape"),
        click("button", "Create QR code"),
        press("Escape"),
        click("link", "Orders", "#side-menu li:has(> a:text('Orders')) a.arrow"),
        enter("Internal comment", "Ask the printers"),
        click("button", "Update comment"),
    ),
    leg(
        f"{_PAPER}/orders/",
        click("checkbox", "select all rows for batch-operation"),
        pick("button:has-text('Select action')"),
        press("Escape"),
        choose("Order status", "Paid or confirmed"),
        click("button", "Filter"),
        click("link", "Advanced search"),
    ),
    leg(
        f"{_PAPER}/items/11/",
        click("tab", "Availability"),
        click("tab", "General"),
        click("checkbox", "Active"),
        click("link", "Use a different name internally"),
        click("button", "Save"),
    ),
    leg(
        f"{_PAPER}/vouchers/add",
        pick(".select2-selection"),
        enter("", "Tote", selector=".select2-search__field"),
        press("Enter"),
        choose("Price effect", "Set product price to"),
        click("button", "Save"),
    ),
    leg(
        f"{CONTROL}/{JAZZ}/settings/",
        click("tab", "Timeline"),
        pick("#id_presale_end_0"),
        press("Escape"),
    ),
)
