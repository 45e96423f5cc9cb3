"""Tasks on a magazine in Ghost."""

from __future__ import annotations

from functools import partial
from typing import Any

from agent_e.benchmarks.apps.ghost import Ghost
from agent_e.benchmarks.apps.ghost_seed import (
    ALERTS,
    LETTER,
    LEVELS_CM,
    MEMBERS,
    POSTS,
    SITE_TITLE,
    STAFF,
    TAGS,
)
from agent_e.benchmarks.suites.apps.task import app_task
from agent_e.benchmarks.tasks.checks import answers, rest_unchanged, state
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

APP = Ghost()
_retrieve = partial(app_task, APP, "retrieve", path="/ghost/")
_change = partial(app_task, APP, "change", path="/ghost/")
_several = partial(app_task, APP, "several", path="/ghost/")
_infeasible = partial(app_task, APP, "infeasible", path="/ghost/")

_FROM, _TO = 9, 18
_HIGHEST_CM = max(LEVELS_CM[_FROM - 1 : _TO])
_MARTA = next(each for each in STAFF if each.slug == "marta")
_BIRDS = [
    post
    for post in POSTS
    if post.author == _MARTA.slug and "Birds" in post.tags and post.status == "published"
]
_UNREACHED = sorted(
    each.name for each in MEMBERS if "Volunteer" in each.labels and not each.letters
)
_MARKET = next(post for post in POSTS if post.title.startswith("Herbstmarkt"))
_GEORG = next(each for each in MEMBERS if each.name == "Georg Brand")
_NOTE = "Asked for it by phone on 20 May."
_DRAFT = "Footbridge: what was decided"
_DRAFT_TEXT = "The council voted nine to four for the wooden bridge."
_OFFLINE = "Market moves to Thursdays"
_MEMBERS_ONLY = "Council votes on the footbridge"
_NEW_TAG, _NEW_ABOUT = "Ruisseau", "Le ruisseau, ses moulins et ses truites."
_ABOUT = "News, plums, birds and water levels from a small valley"
_NAMING = '[data-testid="title-and-description"]'
_PARTS = (
    "posts", "pages", "tags", "labels", "members", "newsletters", "staff", "invitations",
    "offers", "settings",
)  # fmt: skip


_others = partial(rest_unchanged, APP.name, _PARTS)
"""Everything not named is unchanged."""


def _only(part: str, count: int, *records: dict[str, Any]) -> list[EvaluatorSpec]:
    """Only these records of a list are new, and the list has this length."""
    return [
        state(APP.name, part, count=count),
        state(APP.name, part, new=True, count=len(records)),
        *(state(APP.name, part, new=True, contains=record) for record in records),
    ]


def _opened(path: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{APP.name}}}/ghost/#{path}")


def _edited(title: str) -> tuple[TraceStep, ...]:
    """Open a published post in the editor."""
    item = f'.gh-posts-list-item:has-text("{title}")'
    return (
        _opened("/posts?type=published&tag=news"),
        wait_for(title),
        click("link", "Go to Editor", f'{item} a[href*="editor"] >> nth=-1'),
        wait_for("words"),
    )


TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "highest-level",
        f"Look through the reports on the water level of weeks {_FROM} to {_TO}. "
        "How high did the brook stand at its highest, in cm?",
        checks=(answers("number", _HIGHEST_CM, unit="cm"),),
        answer=f"{_HIGHEST_CM} cm",
    ),
    _retrieve(
        "birds-by-marta",
        f"How many of the posts that are online under the tag Birds are by {_MARTA.name}?",
        checks=(answers("number", len(_BIRDS)),),
        answer=str(len(_BIRDS)),
        trace=(
            _opened(f"/posts?type=published&author={_MARTA.slug}&tag=birds"),
            wait_for(_BIRDS[0].title),
        ),
    ),
    _retrieve(
        "unreached-volunteers",
        "Which of our members with the label Volunteer get none of our newsletters? Name them all.",
        checks=(answers("set", list(_UNREACHED)),),
        answer=list(_UNREACHED),
    ),
    _retrieve(
        "market-date",
        "On which day will the programme of the Herbstmarkt go online?",
        checks=(answers("date", _MARKET.date),),
        answer=_MARKET.date,
        trace=(
            _opened("/posts?type=scheduled"),
            click("heading", _MARKET.title),
            click("button", "Settings"),
            wait_for("Scheduled date"),
        ),
    ),
    _change(
        "new-draft",
        f"Begin a new post, “{_DRAFT}”, with this one sentence in it: {_DRAFT_TEXT} "
        "It must not be published yet.",
        checks=(
            *_only(
                "posts", len(POSTS) + 1, {"title": _DRAFT, "status": "draft", "text": _DRAFT_TEXT}
            ),
            *_others("posts"),
        ),
        trace=(
            _opened("/editor/post"),
            enter("Post title", _DRAFT),
            enter("", _DRAFT_TEXT, selector='[data-kg="editor"] [contenteditable="true"] >> nth=0'),
            TraceStep(verb="press", value="Control+s"),
            wait_for("Draft - Saved"),
        ),
    ),
    _change(
        "other-letter",
        f"{_GEORG.name} no longer wants {LETTER} but {ALERTS} instead. Change that, and put "
        f"this in the note on him: {_NOTE}",
        checks=(
            *_only(
                "members",
                len(MEMBERS),
                {
                    "email": _GEORG.email,
                    "name": _GEORG.name,
                    "newsletters": [ALERTS],
                    "note": _NOTE,
                    "labels": sorted(_GEORG.labels),
                },
            ),
            *_others("members"),
        ),
        trace=(
            _opened("/members"),
            enter("Search members", _GEORG.email),
            click("link", _GEORG.name),
            click("switch", f"Subscribe to {LETTER}"),
            click("switch", f"Subscribe to {ALERTS}"),
            enter("Note (not visible to member)", _NOTE),
            click("button", "Save"),
            wait_for("Saved"),
        ),
    ),
    _change(
        "rename-tag",
        f"The tag Rivière is to be called {_NEW_TAG} from now on; the posts keep it. Let its "
        f"description be: {_NEW_ABOUT}",
        checks=(
            *_only("tags", len(TAGS), {"name": _NEW_TAG, "description": _NEW_ABOUT}),
            state(APP.name, "tags", where={"name": "Rivière"}, count=0),
            state(APP.name, "posts", changed=False, ignore=["tags"]),
            state(APP.name, "posts", new=True, count=sum("Rivière" in each.tags for each in POSTS)),
            *_others("posts", "tags"),
        ),
        trace=(
            _opened("/tags/riviere"),
            enter("Name", _NEW_TAG),
            enter("Description", _NEW_ABOUT),
            click("button", "Save"),
            wait_for("Saved"),
        ),
    ),
    _several(
        "offline-and-members",
        f"Take “{_OFFLINE}” off the site, but keep it as a draft, and let only members "
        f"read “{_MEMBERS_ONLY}”.",
        checks=(
            *_only(
                "posts",
                len(POSTS),
                {"title": _OFFLINE, "status": "draft", "visibility": "public"},
                {"title": _MEMBERS_ONLY, "status": "published", "visibility": "members"},
            ),
            *_others("posts"),
        ),
        trace=(
            *_edited(_OFFLINE),
            click("button", "Unpublish"),
            click("button", "Unpublish and revert to private draft →"),
            wait_for("Post reverted to a draft."),
            *_edited(_MEMBERS_ONLY),
            click("button", "Settings"),
            TraceStep(
                verb="select", role="combobox", value="Members only", selector="select >> nth=0"
            ),
            click("button", "Update"),
            wait_for("Updated"),
        ),
    ),
    _several(
        "description-and-zone",
        f"In the settings of the site change its description to “{_ABOUT}” and its timezone to "
        "that of Berlin.",
        checks=(
            state(APP.name, "settings.description", equals=_ABOUT),
            # The only choice that names Berlin.
            state(APP.name, "settings.timezone", equals="Europe/Amsterdam"),
            state(APP.name, "settings.title", equals=SITE_TITLE),
            state(APP.name, "settings", changed=False, ignore=["description", "timezone"]),
            # A scheduled post keeps its hour, in the new zone.
            state(APP.name, "posts", changed=False, ignore=["published_at"]),
            *_others("settings", "posts"),
        ),
        trace=(
            _opened("/settings"),
            click("combobox", "Site timezone"),
            enter("", "Berlin", selector='input[placeholder^="Search timezones"]'),
            click("option", "(GMT +1:00) Amsterdam, Berlin, Rome, Stockholm, Vienna"),
            click("button", "Save", '[data-testid="timezone"] button:has-text("Save")'),
            click("button", "Edit", f'{_NAMING} button:has-text("Edit")'),
            enter("Site description", _ABOUT),
            click("button", "Save", f'{_NAMING} button:has-text("Save")'),
        ),
    ),
    _infeasible(
        "merge-members",
        "Anna Brand and Anna Brandt are the same reader. Merge the two members into one that "
        "has the newsletters, labels and history of both.",
        checks=(),
    ),
)
