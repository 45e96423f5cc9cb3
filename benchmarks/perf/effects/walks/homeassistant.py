"""Home Assistant: one page of web components, with states that the house itself reports."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import press, wait_for


def _fill(selector: str, value: str) -> TraceStep:
    return TraceStep(verb="type", selector=selector, value=value)


WALK: Walk = (
    leg(
        "/lovelace/0",
        pick("hui-toggle-entity-row:has-text('Terrace light') ha-switch"),
        pick("hui-toggle-entity-row:has-text('Terrace light') state-badge"),
        pick("ha-more-info-dialog ha-icon-button >> nth=0"),
        press("e"),
        press("Escape"),
        ready=(wait_for("Buffet light"),),
    ),
    leg(
        "/todo?entity_id=todo.guest_rooms",
        _fill("hui-todo-list-card ha-textfield input", "Air the cellar"),
        press("Enter"),
        pick("ha-check-list-item:has-text('bed linen in Amsel') mwc-checkbox"),
        pick("text=Iron the curtains"),
        press("Escape"),
        ready=(wait_for("Completed"),),
    ),
    leg(
        "/calendar",
        pick("ha-full-calendar mwc-button, ha-full-calendar ha-icon-button-next >> nth=0"),
        pick("text=Add event"),
        press("Escape"),
        ready=(wait_for("Paper bin"),),
    ),
    leg(
        "/config/automation/dashboard",
        pick("ha-icon-overflow-menu ha-icon-button >> nth=0"),
        press("Escape"),
        _fill("hass-tabs-subpage-data-table search-input input >> visible=true >> nth=0", "garage"),
        pick("text=Create automation"),
        press("Escape"),
        ready=(wait_for("Close the garage"),),
    ),
    leg(
        "/config/helpers",
        pick("text=House mode"),
        press("Escape"),
        pick("text=Create helper"),
        ready=(wait_for("Egg timer"),),
    ),
)
