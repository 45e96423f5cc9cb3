"""Request Tracker: pages of a server with Bootstrap, parts edited in place, menus by hovering."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick, select
from agent_e.benchmarks.tasks.steps import click, enter, hover, press, wait_for

_BASICS = ".ticket-info-basics"


WALK: Walk = (
    leg(
        "/",
        hover("link", "Search"),
        click("link", "Bookmarked Tickets(Found 0 tickets)"),
        click("button", "Create new ticket"),
        press("Escape"),
        pick("#preferences"),
    ),
    leg("/", click("link", "Take", "a:text-is('Take') >> nth=0")),
    leg(
        "/Ticket/Display.html?id=11",
        click("link", "Actions"),
        pick(f"{_BASICS} .inline-edit-toggle.edit"),
        select(f"{_BASICS} select[name=Status]", "stalled"),
        click("button", "Save", f"{_BASICS} input[type=submit]"),
        enter("", "Call them", selector="input[name=NewReminder-Subject]"),
    ),
    leg(
        "/Ticket/Update.html?id=47&Action=Respond",
        pick(".bootstrap-select:has(select[name=Status])"),
        press("Escape"),
        select("select[name=Status]", "resolved"),
        pick("input[name=TxnSendMailToAll] >> nth=0"),
    ),
    leg(
        "/Ticket/ModifyDates.html?id=41",
        pick("input[name=Due_Date]"),
        click("link", "12", ".ui-datepicker-calendar a:text-is('12')"),
        press("Escape"),
        click("button", "Save Changes"),
    ),
    leg(
        "/Ticket/ModifyPeople.html?id=41",
        enter("", "heike", selector="input[name=WatcherAddressEmail1]"),
        click("checkbox", "All recipients"),
        enter("", "weiss", selector="input[name=UserString]"),
        click("button", "Go!", "input[name=OnlySearchForPeople]"),
    ),
    leg(
        "/Search/Build.html?NewQuery=1",
        select("select[name=ValueOfStatus]", "open"),
        enter("", "lift", selector="input[name=ValueOfAttachment]"),
        click("button", "Add these terms", "input[name=AddClause]"),
    ),
    leg(
        "/Search/Results.html?Query=id%3E0",
        click("link", "Subject", ".collection-as-table th a:text-is('Subject')"),
        pick(".pagenum a >> nth=0"),
    ),
    leg(
        # By its address alone it is refused, as a request that another site may have forged.
        "/Search/Results.html?Query=Owner%20%3D%20%27jonas.weiss%27",
        click("button", "Clear All"),
        click("button", "Check All"),
        pick(".collection-as-table tbody input[type=checkbox] >> nth=1"),
        ready=(click("link", "Bulk Update"), wait_for("Update multiple tickets")),
    ),
)
