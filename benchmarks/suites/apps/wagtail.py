"""Tasks on the site of a town's library, as its director would give them."""

from __future__ import annotations

from collections import Counter
from functools import partial

from pydantic import JsonValue

from agent_e.benchmarks.apps.wagtail import Wagtail
from agent_e.benchmarks.apps.wagtail_seed import BOOKS, BRANCHES, EVENTS, LOANS, NEWS, hours
from agent_e.benchmarks.tasks.checks import answers, names, rest_unchanged, state
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .task import app_task

_SITE = Wagtail()
_retrieve = partial(app_task, _SITE, "retrieve", path="/admin/")
_change = partial(app_task, _SITE, "change", path="/admin/")
_several = partial(app_task, _SITE, "several", path="/admin/")
_infeasible = partial(app_task, _SITE, "infeasible", path="/admin/")
_PARTS = (
    *("pages", "images", "documents", "categories", "people", "notice", "redirects", "users"),
    *("groups", "authors", "books", "members", "loans"),
)
_FIRST_NEWS = 13
_PAGES = len(("home", "news", "events", "branches", "archive", *BRANCHES, *NEWS, *EVENTS))


_others_unchanged = partial(rest_unchanged, "wagtail", _PARTS)


def _pages_changed(number: int, more: int = 0) -> list[EvaluatorSpec]:
    """This many pages changed, some of them new, and none was removed."""
    return [
        state("wagtail", "pages", new=True, count=number),
        state("wagtail", "pages", count=_PAGES + more),
    ]


def _is(where: dict[str, JsonValue]) -> EvaluatorSpec:
    return state("wagtail", "pages", where=where, count=1)


def _open(path: str) -> TraceStep:
    return TraceStep(verb="open", name="{wagtail}" + path)


def _news(title: str) -> int:
    """Return the number of a news page."""
    return _FIRST_NEWS + [each.title for each in NEWS].index(title)


def _unique_top(counts: Counter[str]) -> str:
    (name, most), (_, second) = counts.most_common(2)
    if most == second:
        raise AssertionError(f"{name} is not the only one with {most}")
    return name


_PUBLISH = (click("button", "More actions"), click("button", "Publish"))
_SEATS = sum(each.seats for each in EVENTS if each.branch == "Südstadt" and each.day.month == 3)
_BORROWER = _unique_top(Counter(each.member for each in LOANS if each.returned is None))
_DRAFTS = [each for each in NEWS if not each.live]
_OLDEST = min((each for each in BOOKS if each.language == "German"), key=lambda each: each.year)
_LATER: list[JsonValue] = [
    {"day": day, "opens": opens, "closes": "19:30" if day == "Thursday" else closes}
    for day, opens, closes in hours("Market Square")
]
_BUS = "Bus stops of the book bus change in March"
_SNOW = "Book bus in the snow"
_LIFT, _STILL = "The lift in Ostend is out of order", "The lift in Ostend is still out of order"
_WORKS, _NOTICE = "The lift in Ostend works again", "The lift in Ostend works again, thank you."
_EASTER = "Holiday hours at Easter"
_BACK = next(
    each
    for each in LOANS
    if each.returned is None
    and sum((one.book, one.member) == (each.book, each.member) for one in LOANS) == 1
    and sum(one.book == each.book and one.returned is None for one in LOANS) > 1
)
_BACK_ID = LOANS.index(_BACK) + 1
_LOAN: dict[str, JsonValue] = {
    "id": _BACK_ID,
    "book": _BACK.book,
    "member": _BACK.member,
    "due": str(_BACK.due),
}

TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "seats-in-march",
        "How many seats are there in total at our events in the Südstadt branch in March 2026? "
        "Give the number of seats.",
        answer=_SEATS,
        checks=[answers("number", _SEATS)],
        trace=[_open("/events/?page=3")],
        path="/",
        log_in=False,
    ),
    _retrieve(
        "most-not-returned",
        "Which member of the library has the most books that have not been brought back? The loans "
        "are in the records at /django-admin/.",
        answer=_BORROWER,
        checks=[names(_BORROWER)],
        trace=[_open("/django-admin/library/loan/?returned__isempty=1")],
        path="/",
    ),
    _retrieve(
        "drafts",
        "How many of our news pages are not published, and which of those has the latest date on "
        "it? Give the number and the title.",
        answer=f"{len(_DRAFTS)}: {_DRAFTS[-1].title}",
        checks=[names(_DRAFTS[-1].title), names(str(len(_DRAFTS)), "five")],
        trace=[_open("/admin/pages/4/?ordering=live")],
    ),
    _retrieve(
        "oldest-german",
        "What is the shelf mark of the oldest German book in our catalogue? The books are in the "
        "records at /django-admin/.",
        answer=_OLDEST.mark,
        checks=[names(_OLDEST.mark)],
        trace=[_open("/django-admin/library/book/?language__exact=German&o=4")],
        path="/",
    ),
    _change(
        "thursday-longer",
        "From now on Market Square is open until 19:30 on Thursdays. Change that on the page of "
        "the branch, and let everybody see it.",
        checks=[
            _is(
                {
                    "title": "Market Square",
                    "live": 1,
                    "hours": [{"type": "hours", "value": each} for each in _LATER],
                    "draft": {},
                }
            ),
            *_pages_changed(1),
            *_others_unchanged("pages"),
        ],
        trace=[
            _open("/admin/pages/8/edit/"),
            enter("", "19:30", selector="#hours-3-value-closes"),
            *_PUBLISH,
        ],
    ),
    _change(
        "snow-for-bus",
        f"Take the picture “{_SNOW}” for the news “{_BUS}”, and publish it. Nothing else on that "
        "page changes.",
        checks=[
            _is({"id": _news(_BUS), "title": _BUS, "picture": _SNOW, "live": 1, "draft": {}}),
            *_pages_changed(1),
            *_others_unchanged("pages"),
        ],
        trace=[
            _open(f"/admin/pages/{_news(_BUS)}/edit/"),
            click("button", "Actions", selector='.image-chooser button[aria-label="Actions"]'),
            click("button", "Change image"),
            click("link", f"{_SNOW} {_SNOW}"),
            *_PUBLISH,
        ],
    ),
    _change(
        "book-back",
        f"{_BACK.member} brought “{_BACK.book}” back on 9 March 2026. Enter that in the loans at "
        "/django-admin/.",
        checks=[
            state("wagtail", "loans", where={**_LOAN, "returned": "2026-03-09"}, count=1),
            state("wagtail", "loans", new=True, count=1),
            state("wagtail", "loans", count=len(LOANS)),
            *_others_unchanged("loans"),
        ],
        trace=[
            _open(f"/django-admin/library/loan/{_BACK_ID}/change/"),
            enter("Returned:", "2026-03-09"),
            click("button", "Save"),
        ],
        path="/",
    ),
    _change(
        "calligraphy",
        "Put a new event on the site: “Calligraphy for left hands”, on 8 May 2026 at 18:30 in the "
        "Südtor branch, 16 seats, contact Ines Morgenroth. It is to be public at once.",
        checks=[
            state(
                "wagtail",
                "pages",
                new=True,
                contains={
                    "title": "Calligraphy for left hands",
                    "day": "2026-05-08",
                    "start": "18:30",
                    "branch": "Südtor",
                    "seats": 16,
                    "contact": "Ines Morgenroth",
                    "live": 1,
                },
            ),
            state("wagtail", "pages.-1.url", matches="^/home/events/"),
            *_pages_changed(1, more=1),
            *_others_unchanged("pages"),
        ],
        trace=[
            _open("/admin/pages/add/library/eventpage/5/"),
            enter("Title*", "Calligraphy for left hands"),
            # The pickers of date and time cover the rest for a moment.
            click("button", "Choose a page (Branch page)"),
            click("link", "Südtor"),
            click("button", "Choose person"),
            click("link", "Ines Morgenroth"),
            enter("Date*", "2026-05-08"),
            enter("Start*", "18:30"),
            enter("Seats*", "16", role="spinbutton"),
            *_PUBLISH,
        ],
    ),
    _change(
        "easter-to-archive",
        f"Easter is over: move the page “{_EASTER}” from the news to the archive.",
        checks=[
            state(
                "wagtail",
                "pages",
                where={"id": _news(_EASTER), "title": _EASTER},
                contains={"url": "/home/archive/holiday-hours-at-easter/"},
            ),
            *_pages_changed(1),
            *_others_unchanged("pages", "redirects"),
        ],
        trace=[
            _open(f"/admin/pages/{_news(_EASTER)}/move/7/confirm/"),
            click("button", "Yes, move this page"),
        ],
    ),
    _several(
        "lift-works",
        f"The lift works again. Take “{_LIFT}” off the site without deleting it, give the page "
        f"“{_STILL}” the title “{_WORKS}” and publish that, and have the notice “{_NOTICE}” shown "
        "on top of all pages.",
        checks=[
            _is({"id": _news(_LIFT), "title": _LIFT, "live": 0}),
            _is({"id": _news(_STILL), "title": _WORKS, "live": 1, "draft": {}}),
            state("wagtail", "notice", equals=[{"text": _NOTICE, "shown": 1}]),
            *_pages_changed(2),
            *_others_unchanged("pages", "notice", "redirects"),
        ],
        trace=[
            _open(f"/admin/pages/{_news(_LIFT)}/unpublish/"),
            click("button", "Yes, unpublish it"),
            _open(f"/admin/pages/{_news(_STILL)}/edit/"),
            enter("Title*", _WORKS),
            *_PUBLISH,
            wait_for("published"),
            _open("/admin/settings/library/notice/2/"),
            enter("", _NOTICE, selector="#id_text"),
            TraceStep(verb="click", selector="#id_shown"),
            click("button", "Save"),
        ],
    ),
    _infeasible(
        "remind-by-mail",
        "Send every member who has a book that is overdue a reminder by e-mail from our system.",
        checks=[],
        path="/",
    ),
)
