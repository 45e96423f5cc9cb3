"""Tasks on Trac, as the lead of a ferry line's software team would give them."""

from __future__ import annotations

from collections import Counter
from functools import partial
from urllib.parse import quote, quote_plus

from agent_e.benchmarks.apps.trac import Trac
from agent_e.benchmarks.apps.trac_seed import (
    CHECKLIST,
    COMPONENTS,
    DOUBLE,
    MILESTONES,
    ORIGINAL,
    PEOPLE,
    ROTA_BEFORE,
    TICKETS,
    Ticket,
)
from agent_e.benchmarks.tasks.checks import answers, names, rest_unchanged, state
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import choose, click, enter

from .task import app_task

_TRAC = Trac()
_retrieve = partial(app_task, _TRAC, "retrieve")
_change = partial(app_task, _TRAC, "change")
_several = partial(app_task, _TRAC, "several")
_infeasible = partial(app_task, _TRAC, "infeasible")
_PARTS = (
    *("tickets", "wiki", "milestones", "versions", "components", "lists", "reports"),
    *("attachments", "permissions", "accounts", "settings"),
)


_others_unchanged = partial(rest_unchanged, "trac", _PARTS)


def _ticket(summary: str) -> Ticket:
    return next(each for each in TICKETS if each.summary == summary)


def _tickets_changed(number: int) -> list[EvaluatorSpec]:
    """This many tickets changed, and none was added or removed."""
    return [
        state("trac", "tickets", new=True, count=number),
        state("trac", "tickets", count=len(TICKETS)),
    ]


def _is(ticket: Ticket, **fields: str) -> EvaluatorSpec:
    return state("trac", "tickets", where={"id": ticket.id, **fields}, count=1)


def _page(path: str) -> TraceStep:
    return TraceStep(verb="open", name="{trac}" + path)


_SUMMER = "2.5 Summer season"
_EASTER = "2.4 Easter traffic"
_MIDSUMMER = "2.5.1 Midsummer fixes"
_HOURS = sum(each.hours for each in TICKETS if each.open and each.milestone == _SUMMER)
_DEFECTS = Counter(each.component for each in TICKETS if each.open and each.type == "defect")
_ORIGINAL = _ticket(ORIGINAL)
_PRAMS = _ticket("Gate does not open for prams in Skarvik")
_EASTER_LEFT = [each for each in TICKETS if each.open and each.milestone == _EASTER]
_JONAS_LEFT = [each for each in TICKETS if each.open and each.owner == "jonas.brandt"]
_FULL = "Bicycle deck is sold twice on the evening boat"
_STEP = " * Hang up the new timetable on the piers"


def _top() -> tuple[str, int]:
    (name, most), (_, second) = _DEFECTS.most_common(2)
    if most == second:
        raise AssertionError("two components have equally many open defects")
    return name, most


_WORST, _WORST_COUNT = _top()

TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "hours-of-summer",
        f"How many hours of work are estimated in total for the tickets of the milestone "
        f"“{_SUMMER}” that are not closed yet? Answer with the number of hours.",
        answer=_HOURS,
        checks=[answers("number", _HOURS)],
        trace=[_page(f"/query?status=!closed&milestone={quote_plus(_SUMMER)}&col=id&col=hours")],
        log_in=False,
    ),
    _retrieve(
        "most-defects",
        "Which component has the most defects that are still open, and how many are they?",
        answer=f"{_WORST}: {_WORST_COUNT}",
        checks=[names(_WORST), answers("number", _WORST_COUNT)],
        trace=[_page("/query?status=!closed&type=defect&group=component&max=200")],
        log_in=False,
    ),
    _retrieve(
        "duplicate-of",
        f"The complaint “{DOUBLE}” was closed as a duplicate. Who is the owner of the ticket that "
        "it duplicates?",
        answer=PEOPLE[_ORIGINAL.owner],
        checks=[names(PEOPLE[_ORIGINAL.owner], _ORIGINAL.owner)],
        trace=[_page(f"/ticket/{_ticket(DOUBLE).id}"), _page(f"/ticket/{_ORIGINAL.id}")],
        log_in=False,
    ),
    _retrieve(
        "on-call-before",
        "Our on-call page in the wiki was changed once: someone else took over the week of 9 "
        "March. Who had been down for that week before?",
        answer=ROTA_BEFORE,
        checks=[names(ROTA_BEFORE)],
        trace=[_page("/wiki/Guide/OnCall?version=1")],
        log_in=False,
    ),
    _change(
        "prams-urgent",
        f"The ticket “{_PRAMS.summary}” has become a blocker. Change its priority to that, and say "
        "in a comment: Needed before Easter.",
        checks=[
            _is(_PRAMS, priority="blocker", status=_PRAMS.status, owner=_PRAMS.owner),
            state(
                "trac",
                f"tickets.{_PRAMS.id - 1}.comments",
                new=True,
                contains={"text": "Needed before Easter."},
            ),
            *_tickets_changed(1),
            *_others_unchanged("tickets"),
        ],
        trace=[
            _page(f"/ticket/{_PRAMS.id}"),
            click("link", "Modify Ticket"),
            choose("Priority:", "blocker"),
            enter("", "Needed before Easter.", selector="#comment"),
            click("button", "Submit changes"),
        ],
    ),
    _change(
        "report-bicycles",
        f"Create a ticket for a critical defect in booking: “{_FULL}”. It concerns Port-Brisard, "
        f"is to be repaired for {_SUMMER}, and I estimate 6 hours. No description needed.",
        checks=[
            state(
                "trac",
                "tickets",
                new=True,
                contains={
                    "summary": _FULL,
                    "type": "defect",
                    "priority": "critical",
                    "component": "booking",
                    "milestone": _SUMMER,
                    "harbour": "Port-Brisard",
                    "hours": "6",
                    "status": "new",
                },
            ),
            state("trac", "tickets", new=True, count=1),
            state("trac", "tickets", count=len(TICKETS) + 1),
            *_others_unchanged("tickets"),
        ],
        trace=[
            _page("/newticket"),
            enter("Summary:", _FULL),
            choose("Priority:", "critical"),
            choose("Component:", "booking"),
            choose("Milestone:", _SUMMER),
            choose("Harbour:", "Port-Brisard"),
            enter("Estimated hours:", "6"),
            click("button", "Create ticket"),
        ],
    ),
    _change(
        "checklist-step",
        "Add a last item to the list on our release checklist in the wiki: “Hang up the new "
        "timetable on the piers”. Leave the rest of the page as it is.",
        checks=[
            state(
                "trac",
                "wiki",
                where={"name": "Release/Checklist", "text": f"{CHECKLIST}\n{_STEP}"},
                count=1,
            ),
            state("trac", "wiki", new=True, count=1),
            *_others_unchanged("wiki"),
        ],
        trace=[
            _page("/wiki/Release/Checklist?action=edit"),
            enter("", f"{CHECKLIST}\n{_STEP}", selector="#text"),
            click("button", "Submit changes"),
        ],
    ),
    _several(
        "easter-done",
        f"We are done with “{_EASTER}”. Mark the milestone as completed and move what is still "
        f"open in it to “{_MIDSUMMER}”. What is closed stays where it is.",
        checks=[
            state("trac", "milestones", where={"name": _EASTER, "completed": True}, count=1),
            state("trac", "milestones", where={"completed": True}, count=2),
            state("trac", "milestones", count=len(MILESTONES)),
            *(_is(each, milestone=_MIDSUMMER, status=each.status) for each in _EASTER_LEFT),
            *_tickets_changed(len(_EASTER_LEFT)),
            *_others_unchanged("tickets", "milestones"),
        ],
        trace=[
            _page(f"/milestone/{quote(_EASTER)}?action=edit"),
            click("checkbox", "Completed:"),
            TraceStep(verb="select", value=_MIDSUMMER, selector="#target"),
            click("button", "Submit changes"),
        ],
    ),
    _several(
        "jonas-leaves",
        "Jonas Brandt leaves us. Give all tickets of his that are not closed to Mara Lindqvist, "
        "and make her the owner of the component “gate scanner”, too.",
        checks=[
            *(_is(each, owner="mara.lindqvist", summary=each.summary) for each in _JONAS_LEFT),
            *(_is(each, priority=each.priority, resolution="") for each in _JONAS_LEFT),
            *_tickets_changed(len(_JONAS_LEFT)),
            state(
                "trac",
                "components",
                where={"name": "gate scanner", "owner": "mara.lindqvist"},
                count=1,
            ),
            state("trac", "components", new=True, count=1),
            state("trac", "components", count=len(COMPONENTS)),
            *_others_unchanged("tickets", "components"),
        ],
        trace=[
            _page("/query?status=!closed&owner=jonas.brandt"),
            TraceStep(verb="click", selector="th.sel input"),
            TraceStep(verb="click", selector="#batchmod_fieldset > legend a"),
            TraceStep(verb="click", selector="#action_reassign"),
            TraceStep(
                verb="select", value="mara.lindqvist", selector="#action_reassign_reassign_owner"
            ),
            click("button", "Change tickets"),
            _page("/admin/ticket/components/gate%20scanner"),
            choose("Owner:", "mara.lindqvist"),
            click("button", "Submit changes"),
        ],
    ),
    _infeasible(
        "hide-ticket",
        "The ticket “Deckhands can see the salaries of others” is confidential: set it so that "
        "only Maria Lindquist and I can see it. All other tickets stay visible to everybody, and "
        "no text may be taken out of it.",
        checks=[],
    ),
)
