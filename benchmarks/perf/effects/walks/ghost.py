"""Ghost: an editor and lists by Ember and React, settings edited in place."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, press, wait_for

_NAMING = '[data-testid="title-and-description"]'


WALK: Walk = (
    leg(
        "/ghost/#/posts",
        click("button", "Author filter"),
        press("Escape"),
        click("button", "Sort filter"),
        click("option", "Oldest first"),
        TraceStep(verb="right_click", selector=".gh-posts-list-item >> nth=1"),
        press("Escape"),
        ready=(wait_for("Author"),),
    ),
    leg(
        "/ghost/#/members",
        enter("Search members", "georg.brand@post.example"),
        click("button", "Filter"),
        press("Escape"),
        click("link", "Georg Brand"),
        click("button", "Actions"),
        press("Escape"),
        enter("Note (not visible to member)", "By phone"),
        click("button", "Save"),
        ready=(wait_for("Georg"),),
    ),
    leg(
        "/ghost/#/tags/garten",
        enter("Name", "Garten 2026"),
        enter("Name", ""),
        click("button", "Save"),
        ready=(wait_for("Description"),),
    ),
    leg(
        "/ghost/#/settings",
        click("combobox", "Site timezone"),
        press("Escape"),
        click("button", "Edit", f'{_NAMING} button:has-text("Edit")'),
        enter("Site description", "News of the valley"),
        click("button", "Save", f'{_NAMING} button:has-text("Save")'),
        ready=(wait_for("Site timezone"),),
    ),
)
