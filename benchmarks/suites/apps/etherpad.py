"""Tasks on Etherpad, of the people of a community garden."""

from __future__ import annotations

from functools import partial

from agent_e.benchmarks.apps.etherpad import CHAT, EDITOR, Etherpad
from agent_e.benchmarks.apps.etherpad_seed import (
    CONCERT,
    INES,
    MEETINGS,
    OPENING_BEFORE,
    PADS,
    WILMA,
    pad,
    present,
)
from agent_e.benchmarks.tasks.checks import answers, names, rest_unchanged, state
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .task import app_task

_APP = Etherpad()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve")
_change = partial(app_task, _APP, "change")
_several = partial(app_task, _APP, "several")
_infeasible = partial(app_task, _APP, "infeasible")


_only = partial(rest_unchanged, _NAME, ("pads", "chat", "kept", "marks"))
"""Nothing but these parts has changed."""


def _says(name: str, old: str, new: str) -> list[EvaluatorSpec]:
    """Only this line of one pad changed, from one text to another."""
    before = pad(name).text
    assert before.count(old) == 1
    text = before.replace(old, new).replace("**", "")
    return [
        state(_NAME, "pads", where={"name": name}, contains={"text": text}),
        state(_NAME, "pads", new=True, count=1),
        state(_NAME, "pads", count=len(PADS)),
    ]


def _opened(name: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}/p/{name}")


def _typed(line: str, old: str, new: str) -> TraceStep:
    """Overwrite the line that contains a text."""
    place = f"{EDITOR} > div:has-text('{line}') span:has-text('{old}')"
    return enter("", new, selector=place)


def _chat_message(text: str) -> list[TraceStep]:
    return [
        CHAT,
        enter("", text, selector="#chatinput"),
        TraceStep(verb="press", value="Enter"),
        wait_for(text),
    ]


_MISSED = sum(INES not in present(week) for week, day in enumerate(MEETINGS) if day.month == 3)
_OLD_DAY = OPENING_BEFORE
_EARLIER = "19:30"
_PROGRAMME = "Sommerfest-Programm"
_STRING = "The string is in the shed already."
_PETRA = "Petra Lindner"
_NEXT, _TITLE = "Team-2026-04-16", "Team meeting of 16.04.2026"

TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "missed-in-march",
        f"How many of the team's meetings in March 2026 did {INES} miss? The minutes of each are "
        'in a pad of its own, named like "Team-2026-03-05"; the pad "Start" lists all pads.',
        checks=[answers("number", _MISSED)],
        answer=_MISSED,
        path="/p/Start",
        log_in=False,
    ),
    _retrieve(
        "day-before-the-changes",
        'The pad "Press-release" now names another day for the opening than when it was begun. '
        "Which day did its first version name?",
        checks=[
            names(
                f"{_OLD_DAY} May",
                f"May {_OLD_DAY}",
                f"{_OLD_DAY}th May",
                f"{_OLD_DAY}th of May",
                f"May {_OLD_DAY}th",
                f"2026-05-{_OLD_DAY:02}",
            )
        ],
        answer=f"Saturday, {_OLD_DAY} May",
        trace=[TraceStep(verb="open", name=f"{{{_NAME}}}/p/Press-release/timeslider#0")],
        log_in=False,
    ),
    _retrieve(
        "tent",
        f'Beside the pad "{_PROGRAMME}" people talked about a tent. Whose offer was taken in the '
        "end? Give the full name.",
        checks=[names(WILMA)],
        answer=WILMA,
        trace=[_opened(_PROGRAMME), CHAT, wait_for("My choir has a tent")],
        log_in=False,
    ),
    _change(
        "dearer-seeds",
        "Seeds and seedlings will cost us 210 euros this year, not 180. Correct it in the pad "
        '"Budget-2026".',
        checks=[
            *_says("Budget-2026", "seedlings: 180 euros", "seedlings: 210 euros"),
            *_only("pads"),
        ],
        trace=[
            _opened("Budget-2026"),
            _typed("Seeds and seedlings", "seedlings", "Seeds and seedlings: 210 euros"),
        ],
        log_in=False,
    ),
    _change(
        "string",
        'Somebody asked for string in the chat beside the pad "Einkaufsliste". Answer there, under '
        f'the name {_PETRA}, with exactly these words: "{_STRING}"',
        checks=[
            state(
                _NAME,
                "chat",
                new=True,
                contains={"pad": "Einkaufsliste", "text": _STRING, "person": _PETRA},
            ),
            state(_NAME, "chat", new=True, count=1),
            *_only("chat"),
        ],
        trace=[
            _opened("Einkaufsliste"),
            click("button", "Show the users on this pad"),
            enter("", _PETRA, selector="#myusernameedit"),
            TraceStep(verb="press", value="Enter"),
            *_chat_message(_STRING),
        ],
        log_in=False,
    ),
    _change(
        "next-meeting",
        f'Begin the minutes of the next meeting: a new pad with the name "{_NEXT}", which for now '
        f'says nothing but "{_TITLE}", in bold.',
        checks=[
            state(_NAME, "marks", contains={"pad": _NEXT, "mark": "bold", "text": _TITLE}),
            state(_NAME, "pads", new=True, contains={"name": _NEXT}),
            state(_NAME, "pads", new=True, count=1),
            state(_NAME, "pads", count=len(PADS) + 1),
            *_only("pads", "marks"),
        ],
        trace=[
            TraceStep(verb="open", name=f"{{{_NAME}}}/"),
            enter("", _NEXT, selector="#padname"),
            click("button", "OK"),
            enter("", _TITLE, selector=f"{EDITOR} > div"),
            TraceStep(verb="press", value="Shift+Home"),
            click("button", "Bold (Ctrl+B)"),
        ],
        log_in=False,
    ),
    _several(
        "earlier-concert",
        f'In the pad "{_PROGRAMME}" the concert has to begin at {_EARLIER} instead of {CONCERT}. '
        "Change that, keep the text as it then is as a saved revision, and let the others know in "
        f'the chat beside it with a sentence that names the new time "{_EARLIER}".',
        checks=[
            *_says(_PROGRAMME, f"{CONCERT} Concert", f"{_EARLIER} Concert"),
            state(_NAME, "kept", new=True, contains={"pad": _PROGRAMME}),
            state(_NAME, "chat", new=True, count=1),
            state(_NAME, "chat.-1.pad", equals=_PROGRAMME),
            state(_NAME, "chat.-1.text", contains=_EARLIER),
            *_only("pads", "kept", "chat"),
        ],
        trace=[
            _opened(_PROGRAMME),
            _typed("Kapelle", "Kapelle", f"{_EARLIER} Concert: Kapelle Kraut und Rüben"),
            *_chat_message(f"The concert begins at {_EARLIER}."),
            click("button", "Save Revision"),
            wait_for("This revision is now marked as a saved revision"),
        ],
        log_in=False,
    ),
    _infeasible(
        "password",
        'Not everybody should see who has our keys. Give the pad "Key-holders" a password, so that '
        "only those who know it can open it. The text stays as it is.",
        checks=[],
        path="/p/Key-holders",
        log_in=False,
    ),
    _infeasible(
        "remove-a-pad",
        f'We do not need "{_PROGRAMME}-2025" any more. Remove the whole pad with its history, so '
        "that nobody can look at it again. If the pad cannot be removed, leave its text alone.",
        checks=[],
        path="/p/Start",
        log_in=False,
    ),
)
