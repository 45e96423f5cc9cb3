"""Tasks on Request Tracker, in the words of the libraries' staff."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pydantic import JsonValue

from agent_e.benchmarks.apps.requesttracker import (
    ACTIVE,
    GROUPS,
    QUEUES,
    READERS,
    ROOF_DAY,
    RequestTracker,
    tickets,
)
from agent_e.benchmarks.tasks.checks import answers, names, state, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, wait_for

from .task import app_task

_APP = RequestTracker()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve")
_change = partial(app_task, _APP, "change")
_several = partial(app_task, _APP, "several")
_infeasible = partial(app_task, _APP, "infeasible")
_ROWS = tickets()
_EDITOR = "iframe.cke_wysiwyg_frame >> internal:control=enter-frame >> body"


def _ids(**wanted: str) -> list[int]:
    """Return the seed's tickets with these column values."""
    return [
        int(row["id"]) for row in _ROWS if all(row[key] == value for key, value in wanted.items())
    ]


def _id(**wanted: str) -> int:
    (only,) = _ids(**wanted)
    return only


def _ticket(number: int, **rules: JsonValue) -> EvaluatorSpec:
    """The ticket satisfies these rules."""
    return state(_NAME, "tickets", where={"id": number}, contains={"id": number, **rules})


def _others(changed: int, *ignored: str) -> tuple[EvaluatorSpec, ...]:
    """This many tickets are new or changed, and nothing else is."""
    parts = [part for part in ("users", "groups", "queues", "kept") if part not in ignored]
    return (
        state(_NAME, "tickets", new=True, count=changed),
        *(unchanged(_NAME, part) for part in parts),
    )


def _open(path: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}{path}")


def _pick(name: str, value: str) -> TraceStep:
    return TraceStep(verb="select", selector=f"select[name={name}] >> nth=0", value=value)


def _fill(selector: str, value: str) -> TraceStep:
    return TraceStep(verb="type", selector=selector, value=value)


def _press(name: str) -> TraceStep:
    return click("button", name, selector=f"input[type=submit][value='{name}'] >> nth=-1")


_HARBOUR = [
    row
    for row in _ROWS
    if row["queue"] == "SD" and row["site"] == "Hafen" and row["status"] in ACTIVE
]
_DUBOIS = sum(int(row["minutes"]) for row in _ROWS if row["requestor"] == "claire.dubois")
_FIRST, _SECOND = Counter(row["requestor"] for row in _ROWS if row["queue"] == "BU").most_common(2)
assert _FIRST[1] > _SECOND[1]
_PROJECTOR = _id(subject="Projector in the seminar room shows a pink picture", site="Nordring")
_KEY = _id(subject="Replacement key card for the night door")
_GRAFFITI = _id(subject="Graffiti on the south wall")
_LIFT = _id(subject="Lift at Nordring stops between floors")
_JONAS = [
    int(row["id"])
    for row in _ROWS
    if row["queue"] == "SD" and row["owner"] == "jonas.weiss" and row["status"] in ACTIVE
]
_ENCYCLOPEDIA = _id(subject="Licence for the encyclopedia ends in May")
_COURSE = _id(subject="Licence for the language course ends in March")

TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "harbour-count",
        "How many tickets of the Service Desk about the house Hafen are still unfinished, "
        "that is new, open or stalled?",
        checks=(answers("number", len(_HARBOUR)),),
        answer=len(_HARBOUR),
        trace=(
            _open(
                "/Search/Results.html?Query=Queue%20%3D%20%27Service%20Desk%27%20AND%20"
                "Status%20%3D%20%27__Active__%27%20AND%20%27CF.%7BSite%7D%27%20%3D%20%27Hafen%27"
            ),
            wait_for(f"Found {len(_HARBOUR)} tickets"),
        ),
    ),
    _retrieve(
        "pink-projector",
        "What is the asset tag of the projector at Nordring that shows a pink picture?",
        checks=(names(_ROWS[_PROJECTOR - 1]["tag"]),),
        answer=_ROWS[_PROJECTOR - 1]["tag"],
        trace=(
            _open("/Search/Simple.html?q=pink"),
            TraceStep(verb="click", selector=f"a[href$='Display.html?id={_PROJECTOR}'] >> nth=0"),
            wait_for(_ROWS[_PROJECTOR - 1]["tag"]),
        ),
    ),
    _retrieve(
        "dubois-minutes",
        "How many minutes have we worked on all tickets that Claire Dubois asked for, taken "
        "together, finished ones as well?",
        checks=(answers("number", _DUBOIS, unit="minutes"),),
        answer=_DUBOIS,
    ),
    _retrieve(
        "scaffold-day",
        "The roof above the map collection is to be repaired. On which day is the scaffold put up?",
        checks=(answers("date", ROOF_DAY.isoformat()),),
        answer=ROOF_DAY.isoformat(),
    ),
    _retrieve(
        "most-in-buildings",
        f"Who has asked for the most tickets in the queue {QUEUES['BU'][0]}, whatever has become "
        "of them?",
        checks=(names(READERS[_FIRST[0]]),),
        answer=READERS[_FIRST[0]],
    ),
    _change(
        "key-card-ready",
        "Samuel's new key card for the night door has come. Answer him in his ticket that it lies "
        "ready at the front desk, and mark the ticket as resolved.",
        checks=(
            _ticket(_KEY, status="resolved", owner="dieter.kranz", priority=50),
            state(
                _NAME,
                f"tickets.{_KEY - 1}.messages.-1",
                contains={"kind": "Correspond", "by": "lena.hofer"},
                where={"kind": "Correspond"},
            ),
            state(_NAME, f"tickets.{_KEY - 1}.messages.-1.text", matches="(?i)front desk"),
            *_others(1),
        ),
        trace=(
            _open(f"/Ticket/Update.html?id={_KEY}&Action=Respond"),
            _fill(_EDITOR, "Your new card lies ready at the front desk."),
            _pick("Status", "resolved"),
            _press("Update Ticket"),
            wait_for("Status changed from"),
        ),
    ),
    _change(
        "graffiti-owner",
        "Nobody looks after the graffiti on the south wall. Give the ticket to Sofía Marín and "
        "raise its priority to medium.",
        checks=(_ticket(_GRAFFITI, owner="sofia.marin", priority=50), *_others(1)),
        trace=(
            _open(f"/Ticket/Modify.html?id={_GRAFFITI}"),
            _pick("Owner", "sofia.marin (Sofía Marín)"),
            _pick("Priority", "Medium"),
            _press("Save Changes"),
            wait_for("Priority changed from"),
        ),
    ),
    _change(
        "new-ticket",
        "Write a new ticket in the queue Buildings for Heike Brandt "
        "(heike.brandt@stadtbuecherei.example): the subject is 'Broken window in the van garage', "
        "the house is Depot, the category Windows, the priority high.",
        checks=(
            state(
                _NAME,
                "tickets",
                new=True,
                contains={
                    "subject": "Broken window in the van garage",
                    "queue": "Buildings",
                    "requestors": ["heike.brandt"],
                    "priority": 100,
                    "fields": {"Site": "Depot", "Category": "Windows"},
                },
            ),
            *_others(1),
        ),
    ),
    _change(
        "weekend-shift",
        "Johannes Weiss helps out on Saturdays from now on. Put him into the group Weekend Shift.",
        checks=(
            state(
                _NAME,
                "groups.Weekend Shift",
                equals=[*sorted((*GROUPS["Weekend Shift"], "johannes.weiss"))],
            ),
            *(unchanged(_NAME, f"groups.{name}") for name in GROUPS if name != "Weekend Shift"),
            *_others(0, "groups"),
        ),
    ),
    _several(
        "lift-warranty",
        "For the ticket about the lift at Nordring: it is due on 20 December 2026 now, Marta "
        "Keller (marta.keller@stadtbuecherei.example) is to get copies, and leave a comment that "
        "those who asked do not see: 'Warranty has been confirmed.'",
        checks=(
            _ticket(_LIFT, due="2026-12-20", cc=["marta.keller"], status="open"),
            state(
                _NAME,
                f"tickets.{_LIFT - 1}.messages",
                contains={"kind": "Comment", "by": "lena.hofer"},
            ),
            state(
                _NAME,
                f"tickets.{_LIFT - 1}.messages.-1.text",
                matches="(?i)warranty has been confirmed",
            ),
            *_others(1),
        ),
    ),
    _several(
        "jonas-is-ill",
        "Jonas Weiß is ill. Hand all his unfinished tickets of the Service Desk (new, open or "
        "stalled) over to Priya Nair; finished ones and those of other queues stay with him.",
        checks=(*(_ticket(number, owner="priya.nair") for number in _JONAS), *_others(len(_JONAS))),
    ),
    _several(
        "two-licences",
        "Of the two tickets about licences that end, the one about the encyclopedia goes to Emil "
        "Sørensen and waits for the supplier (stalled), the one about the language course is "
        "resolved: the renewal is signed.",
        checks=(
            _ticket(_ENCYCLOPEDIA, owner="emil.sorensen", status="stalled"),
            _ticket(_COURSE, owner="yuki.tanaka", status="resolved"),
            *_others(2),
        ),
        trace=(
            _open(f"/Ticket/Modify.html?id={_ENCYCLOPEDIA}"),
            _pick("Owner", "emil.sorensen (Emil Sørensen)"),
            _pick("Status", "stalled"),
            _press("Save Changes"),
            wait_for("Status changed from"),
            _open(f"/Ticket/Modify.html?id={_COURSE}"),
            _pick("Status", "resolved"),
            _press("Save Changes"),
            wait_for("Status changed from"),
        ),
    ),
    _infeasible(
        "correct-a-reply",
        "In the ticket about the pink projector in the Altstadt, Priya wrote 'Tusday' in one of "
        "her replies. Correct the word there to 'Tuesday', without writing a new message.",
        checks=(),
    ),
)
