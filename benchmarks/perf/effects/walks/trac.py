"""Trac: pages of a server that fold, count and preview by jQuery."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick, select
from agent_e.benchmarks.tasks.steps import choose, click, enter, press

WALK: Walk = (
    leg(
        "/report/1",
        click("link", "Owner"),
        click("link", "→", "a:text-is('→') >> nth=0"),
        enter("Search:", "gate"),
        click("button", "Search"),
    ),
    leg(
        "/query?status=!closed&component=gate+scanner",
        click("link", "Columns"),
        click("checkbox", "Version"),
        click("link", "Filters"),
        click("link", "Filters"),
        select("select[name^='add_filter'] >> nth=0", "Owner"),
        click("button", "–", "#filters input[type=button] >> nth=0"),
        click("checkbox", "Toggle group"),
        click("link", "Batch Modify"),
        click("radio", "reassign", "#action_reassign"),
        choose("Group results by", "Priority"),
        click("button", "Update", "input[name=update]"),
    ),
    leg(
        "/ticket/12",
        click("link", "Attachments (0)"),
        click("link", "Change History (2)"),
        click("link", "Change History (2)"),
        click("radio", "Newest first"),
        click("checkbox", "Show comments"),
        click("link", "Modify Ticket"),
        choose("Priority:", "blocker"),
        enter("", "Needed before Easter.", selector="#comment"),
        click("button", "Submit changes"),
    ),
    leg(
        "/newticket",
        enter("Summary:", "Bicycle deck is sold twice"),
        choose("Type:", "task"),
        enter("Description:", "On //the// evening boat", selector="#field-description"),
        click("link", "Bold text: **Example**"),
        click("checkbox", "I have files to attach to this ticket"),
        click("button", "Preview"),
    ),
    leg(
        "/milestone/2.4%20Easter%20traffic?action=edit",
        pick("#duedate"),
        click("link", "Next", ".ui-datepicker-next"),
        click("link", "14"),
        click("checkbox", "Completed:"),
        press("Escape"),
    ),
    leg(
        "/admin/general/perm",
        click("checkbox", "LOG_VIEW"),
        click("checkbox", "LOG_VIEW"),
        click("cell", "authenticated"),
    ),
    leg(
        "/prefs",
        enter("Full name:", "Petra V."),
        click("button", "Save changes"),
        click("link", "Localization"),
    ),
    leg(
        "/wiki/Release/Checklist?action=edit",
        pick("#sidebyside"),
        enter("", "= Another list", selector="#text"),
        click("button", "Review Changes"),
    ),
)
