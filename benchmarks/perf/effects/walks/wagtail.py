"""Wagtail: its editors' admin, and Django's admin behind it."""

from __future__ import annotations

from agent_e.benchmarks.perf.effects.walk import Walk, leg
from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import choose, click, enter, hover, press

_NEWS = "/admin/pages/4/"
_EDITOR = "/admin/pages/13/edit/"
_LOANS = "/django-admin/library/loan/"

WALK: Walk = (
    leg(
        "/admin/",
        click("button", "Pages"),
        click("link", "View child pages of 'Town Library'"),
        press("Escape"),
        click("button", "Reports"),
        press("Escape"),
        click("button", "Toggle sidebar"),
        enter("Search term", "lift"),
    ),
    leg(
        _NEWS,
        enter("Search term", "painting"),
        enter("Search term", ""),
        click("button", "Show filters"),
        click("button", "Page type"),
        press("Escape"),
        click("checkbox", "Select all"),
        click("checkbox", "", 'tbody tr:nth-child(2) input[type="checkbox"]'),
        click("button", "More options for 'Microfilm readers repaired'"),
        press("Escape"),
        click("link", "Title"),
    ),
    leg(
        "/admin/images/",
        click("radio", "List layout"),
        TraceStep(verb="select", role="combobox", name="Sort by", value="Oldest"),
    ),
    leg(
        _EDITOR,
        click("button", "More actions"),
        press("Escape"),
        click("button", "Toggle status"),
        click("button", "Change privacy"),
        press("Escape"),
        click("tab", "Promote"),
        enter("Search description", "Lamps of 2026", selector="#id_search_description"),
        click("tab", "Content"),
        click("button", "Toggle section", "#panel-child-content-intro-section [data-panel-toggle]"),
        click("button", "Move down", 'section [title="Move down"]:not([disabled]) >> nth=0'),
        click("button", "Duplicate", 'section [title="Duplicate"] >> nth=0'),
        click("button", "Delete", 'section [title="Delete"] >> nth=1'),
        click("button", "Collapse all"),
        click("button", "Toggle preview"),
        click("button", "Save draft"),
    ),
    leg(
        "/admin/pages/add/library/newspage/4/",
        click("button", "Insert a block"),
        press("Escape"),
        click("button", "Choose an image"),
        click("tab", "Upload"),
        click("tab", "Search"),
        click("link", "Spiral staircase", ".modal a:has-text('Spiral staircase') >> nth=0"),
        click("textbox", "Date*"),
        click("button", "Save draft"),
    ),
    leg(
        f"{_LOANS}?returned__isempty=1",
        click("link", "Due"),
        click("checkbox", "Select all objects on this page for an action"),
        choose("Action:", "Delete selected loans"),
        enter("Filter navigation items", "Bo", role="searchbox"),
        click("button", "Toggle navigation"),
        click("link", "2", selector=".paginator a >> nth=0"),
    ),
    leg(
        f"{_LOANS}add/",
        click("", "", ".select2-selection"),
        enter("", "Clouds", role="searchbox", selector=".select2-search__field"),
        press("Enter"),
        click("", "", ".field-taken #calendarlink0"),
        click("link", "12", ".calendarbox:visible a:text-is('12')"),
        click("link", "Today", ".field-due .datetimeshortcuts a >> nth=0"),
        click("button", "Save"),
        hover("button", "Save"),
    ),
)
