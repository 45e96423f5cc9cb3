"""DokuWiki: pages of a server with jQuery UI, an editor of text, a media manager."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, press, wait_for

_USERS = "#user__manager"


WALK: Walk = (
    leg(
        "/doku.php?id=handbook:rules",
        click("heading", "Table of Contents"),
        click("heading", "Table of Contents"),
        enter("[F]", "vasseur"),
        press("Enter"),
        TraceStep(verb="back"),
    ),
    leg(
        "/doku.php?do=search&q=seals",
        click("button", "Toggle Search Tools"),
        pick(".advancedOptions .toggle:nth-of-type(3) .current"),
        pick(".advancedOptions .toggle:nth-of-type(4) .current"),
        click("link", "Sort by last modified"),
    ),
    leg("/doku.php?id=start&do=index", click("link", "howto"), click("link", "howto")),
    leg(
        "/doku.php?id=handbook:travel&do=revisions",
        pick("#page__revisions li:nth-child(1) input[type=checkbox]"),
        pick("#page__revisions li:nth-child(3) input[type=checkbox]"),
        click("button", "Show differences between selected revisions"),
        TraceStep(verb="select", value="Inline", selector="select[name=difftype]"),
    ),
    leg(
        "/doku.php?id=howto:badge&do=edit",
        click("button", "Select Headline"),
        click("button", "Level 3 Headline [3]"),
        click("button", "Special Chars"),
        click("button", "Special Chars"),
        enter("Edit summary", "badge of 2026"),
        click("checkbox", "Minor Changes"),
        click("button", "Preview"),
        click("button", "Save"),
    ),
    leg(
        "/doku.php?id=howto:crane&do=edit",
        click("button", "Internal Link [L]"),
        enter("", "team:", selector="#link__wiz_entry"),
        pick("#link__wiz_result a:has-text('team:adler_kurt')"),
    ),
    leg(
        "/doku.php?id=start&do=media&ns=photos",
        click("radio", "Rows"),
        click("radio", "Date"),
        click("link", "crate_damaged.png", ".filelist dd.name a >> nth=1"),
        click("link", "History"),
        click("link", "plans"),
        click("link", "Upload"),
    ),
    leg(
        "/doku.php?id=start&do=admin&page=usermanager",
        pick(f"{_USERS} tbody tr:nth-child(4) input[type=checkbox]"),
        click("button", "next"),
        enter("", "Weber", selector=f"{_USERS} thead input[name=username]"),
        pick("input[name='fn[search][new]']"),
        click("link", "j.weber"),
    ),
    leg(
        "/doku.php?id=handbook:rules&do=admin&page=acl",
        click("link", "howto"),
        TraceStep(verb="select", value="User:", selector="#acl__user select"),
    ),
    leg(
        "/doku.php?id=start&do=profile",
        enter("Real name", "Mara L."),
        click("button", "Reset"),
        enter("E-Mail", ""),
        click("button", "Save"),
    ),
    leg(
        "/doku.php?id=start",
        *(press(key, selector="#qsearch__in") for key in "vas"),
        ready=(wait_for("Suppliers"),),
    ),
)
