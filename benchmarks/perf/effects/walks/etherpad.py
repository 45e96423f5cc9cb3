"""Etherpad: an editor in nested frames, with dialogs and a chat beside it."""

from __future__ import annotations

from agent_e.benchmarks.apps.etherpad import CHAT, EDITOR
from agent_e.benchmarks.perf.effects.walk import Walk, leg, pick
from agent_e.benchmarks.tasks.steps import click, enter, press

_NAME = "#myusernameedit"


WALK: Walk = (
    leg(
        "/p/Sommerfest-Programm",
        CHAT,
        enter("", "Who brings the lights?", selector="#chatinput"),
        press("Enter"),
        pick("#titlecross"),
    ),
    leg(
        "/p/Budget-2026",
        click("button", "Settings"),
        click("checkbox", "Line numbers", "label[for=options-linenoscheck]"),
        click("checkbox", "Show Chat and Users", "label[for=options-chatandusers]"),
        click("checkbox", "Show Chat and Users", "label[for=options-chatandusers]"),
        press("Escape"),
        click("button", "Import/Export from/to different file formats"),
        press("Escape"),
    ),
    leg(
        "/p/Press-release",
        click("button", "Share and Embed this pad"),
        click("checkbox", "Read only", "label[for=readonlyinput]"),
        click("button", "Show the users on this pad", ".buttonicon-showusers"),
        enter("", "Petra Lindner", selector=_NAME),
        press("Enter"),
        pick("#myswatch"),
        click("button", "Save", "#mycolorpickersave"),
    ),
    leg(
        "/p/Press-release/timeslider#4",
        click("button", "Go back a revision in this Pad"),
        click("button", "Export"),
        click("button", "Go back a revision in this Pad"),
    ),
    leg(
        "/p/Press-release",
        pick(f"{EDITOR} > div:nth-child(2)"),
        press("End"),
        press("Enter"),
        click("button", "Unordered List (Ctrl+Shift+L)"),
        press("a"),
        click("button", "Undo (Ctrl+Z)"),
        click("button", "Save Revision"),
    ),
)
