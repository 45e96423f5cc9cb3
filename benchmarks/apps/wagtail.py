"""Wagtail: a town library's site, its editors' admin, and Django's admin for the books."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import asdict
from pathlib import Path
from typing import Any, ClassVar

from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .installing import execute, python_packages
from .wagtail_seed import (
    AUTHORS,
    BOOKS,
    BRANCHES,
    CATEGORIES,
    DOCUMENTS,
    EVENTS,
    IMAGES,
    LOANS,
    MEMBERS,
    NEWS,
    PEOPLE,
    REPORT,
    hours,
)

USER = "helene.kraus"
PASSWORD = "Lesesaal-am-Markt-12"
_PACKAGES = (
    "wagtail==8.0.1", "Django==5.2.19", "django-modelcluster==6.5", "django-treebeard==5.3.1",
    "django-taggit==6.1.0", "django-filter==26.2", "django-ninja==1.7.1",
    "djangorestframework==3.18.3", "django-tasks==0.12.0", "modelsearch==1.3.2",
    "draftjs_exporter==7.3.1", "laces==0.1.2", "telepath==0.3.1", "pillow==13.0.0",
    "Willow==1.12.0",
)  # fmt: skip
_SITE = Path(__file__).with_name("wagtail_site.txt")
_BLOCK_KEY = re.compile(r' data-block-key="\w+"')
_KINDS = ("homepage", "indexpage", "newspage", "eventpage", "branchpage")
_TABLES = {
    "images": "SELECT id, title, description FROM wagtailimages_image",
    "documents": "SELECT id, title FROM wagtaildocs_document",
    "tags": "SELECT name FROM taggit_tag",
    "categories": "SELECT id, name FROM library_category",
    "people": "SELECT id, name, role, telephone, portrait_id FROM library_person",
    "notice": "SELECT text, shown FROM library_notice",
    "redirects": "SELECT r.old_path, r.is_permanent, p.url_path AS page, r.redirect_link AS link "
    "FROM wagtailredirects_redirect r LEFT JOIN wagtailcore_page p ON p.id = r.redirect_page_id",
    "collections": "SELECT name FROM wagtailcore_collection",
    "comments": "SELECT text, page_id FROM wagtailcore_comment",
    "workflows": "SELECT object_id, status FROM wagtailcore_workflowstate",
    "users": "SELECT username, first_name, last_name, email, is_active, is_superuser "
    "FROM auth_user",
    "groups": "SELECT u.username, g.name FROM auth_user_groups m "
    "JOIN auth_user u ON u.id = m.user_id JOIN auth_group g ON g.id = m.group_id",
    "authors": "SELECT id, name FROM library_author",
    "books": "SELECT b.id, b.title, a.name AS author, b.mark, b.year, b.language, b.copies "
    "FROM library_book b JOIN library_author a ON a.id = b.author_id",
    "members": "SELECT id, name, card, street, since, blocked FROM library_member",
    "loans": "SELECT l.id, b.title AS book, m.name AS member, l.taken, l.due, l.returned "
    "FROM library_loan l JOIN library_book b ON b.id = l.book_id "
    "JOIN library_member m ON m.id = l.member_id",
}

_NEWS_LIST, _NEWS_PAGE = "/admin/pages/4/", "/admin/pages/13/edit/"
_EVENT_PAGE, _NEW_EVENT = "/admin/pages/60/edit/", "/admin/pages/add/library/eventpage/5/"


class Wagtail(App):
    """A content management system with a site of about a hundred pages."""

    name = "wagtail"
    summary = "CMS: page tree, StreamField editor, images, snippets; Django's admin for records."
    front = "pages of the server, with Stimulus and React islands, choosers in dialogs"
    version = "8.0.1"
    licence = "BSD-3-Clause"
    ready = "/admin/login/"
    account = Account(
        user=USER,
        password=PASSWORD,
        path="/admin/login/",
        steps=(
            enter("", USER, selector="#id_username"),
            enter("", PASSWORD, selector="#id_password"),
            click("button", "Sign in"),
        ),
    )
    screens: ClassVar[tuple[Screen, ...]] = (
        Screen("log-in", "/admin/login/", guest=True),
        Screen("site home", "/", guest=True),
        Screen("site events", "/events/?page=2", guest=True),
        Screen("dashboard", "/admin/"),
        Screen("tree in the menu", "/admin/", steps=(click("button", "Pages"),)),
        Screen("news in the tree", _NEWS_LIST),
        Screen("editor of news", _NEWS_PAGE),
        Screen("ways to publish", _NEWS_PAGE, steps=(click("button", "More actions"),)),
        Screen(
            "block to insert",
            "/admin/pages/add/library/newspage/4/",
            steps=(click("button", "Insert a block"),),
        ),
        Screen(
            "picture chooser",
            "/admin/pages/add/library/newspage/4/",
            steps=(click("button", "Choose an image"), wait_for("Spiral staircase")),
        ),
        Screen(
            "page chooser",
            _NEW_EVENT,
            steps=(click("button", "Choose a page (Branch page)"), wait_for("Ostend")),
        ),
        Screen("date picker", _NEW_EVENT, steps=(click("textbox", "Date*"),)),
        Screen("status of a page", _NEWS_PAGE, steps=(click("button", "Toggle status"),)),
        Screen("filters of a list", _NEWS_LIST, steps=(click("button", "Show filters"),)),
        Screen("all pages chosen", _NEWS_LIST, steps=(click("checkbox", "Select all"),)),
        Screen("editor of opening hours", "/admin/pages/8/edit/"),
        Screen("editor of an event", _EVENT_PAGE),
        Screen("new page", "/admin/pages/5/add_subpage/"),
        Screen("history of a page", "/admin/pages/13/history/"),
        Screen("page to move", "/admin/pages/13/move/"),
        Screen("search results", "/admin/pages/search/?q=lift"),
        Screen("pictures", "/admin/images/"),
        Screen("picture", "/admin/images/3/"),
        Screen("pictures to upload", "/admin/images/multiple/add/"),
        Screen("people", "/admin/snippets/library/person/"),
        Screen("person", "/admin/snippets/library/person/edit/2/"),
        Screen("redirects", "/admin/redirects/add/"),
        Screen("notice", "/admin/settings/library/notice/2/"),
        Screen("users", "/admin/users/"),
        Screen("django index", "/django-admin/"),
        Screen("django loans", "/django-admin/library/loan/?returned__isempty=1"),
        Screen(
            "django search for a book",
            "/django-admin/library/loan/add/",
            steps=(click("", "", selector=".select2-selection"),),
        ),
        Screen(
            "django date picker",
            "/django-admin/library/loan/add/",
            steps=(click("", "", selector=".field-taken #calendarlink0"),),
        ),
        Screen("django member", "/django-admin/library/member/3/change/"),
    )

    def install(self, home: Path) -> None:
        """Install Wagtail into a virtual environment, with the site's own code beside it."""
        programs = python_packages(home, *_PACKAGES)
        for part in _SITE.read_text(encoding="utf-8").split("=== ")[1:]:
            path, _, code = part.partition("\n")
            file = home / "site" / path
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(code, encoding="utf-8")
        scratch = home / "scratch"
        scratch.mkdir()
        execute(
            [programs / "python", "manage.py", "makemigrations", "library"],
            folder=home / "site",
            environment={"LIBRARY_DATA": str(scratch)},
        )
        shutil.rmtree(scratch)

    def seed(self, copy: Copy) -> None:
        """Create the database, and let Wagtail itself fill it."""
        python, folder = copy.home / "venv/bin/python", copy.home / "site"
        place = {"LIBRARY_DATA": str(copy.data)}
        execute([python, "manage.py", "migrate"], folder=folder, environment=place)
        given = json.dumps(_given(), default=str)
        execute([python, "fill.py"], folder=folder, environment=place, given=given)

    def configure(self, copy: Copy) -> None:
        """Set the site's port, which some of its links contain."""
        with closing(sqlite3.connect(copy.data / "db.sqlite3")) as database:
            database.execute("UPDATE wagtailcore_site SET port = ?", (copy.port,))
            database.commit()

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Django's own server, which also serves scripts and pictures."""
        python = str(copy.home / "venv/bin/python")
        run = (str(copy.home / "site/manage.py"), "runserver", "--noreload", "--insecure")
        place = {"LIBRARY_DATA": str(copy.data), "LIBRARY_URL": copy.url}
        return (Service(command=(python, *run, f"127.0.0.1:{copy.port}"), environment=place),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Live pages, drafts, and the records by kind."""
        path = copy.data / "db.sqlite3"
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True, timeout=20)) as base:
            base.row_factory = sqlite3.Row
            tables = {
                name: [dict(row) for row in base.execute(f"{query} ORDER BY 1, 2")]
                if name not in ("tags", "collections")
                else [row["name"] for row in base.execute(f"{query} ORDER BY 1")]
                for name, query in _TABLES.items()
            }
            return {"pages": _pages(base), **tables}


def _given() -> dict[str, Any]:
    """Return the input of the site's own seeding script."""
    return {
        "users": [
            _user(USER, "Helene", "Kraus", admin=True),
            _user("priya.nair", "Priya", "Nair", "Moderators"),
            _user("yusuf.demir", "Yusuf", "Demir", "Editors"),
            _user("agnieszka.wolska", "Agnieszka", "Wolska", "Editors"),
        ],
        "images": IMAGES,
        "documents": DOCUMENTS,
        "categories": CATEGORIES,
        "people": PEOPLE,
        "report": REPORT,
        "branches": [
            {"title": title, "address": address, "telephone": phone, "hours": hours(title)}
            for title, (address, phone) in BRANCHES.items()
        ],
        "news": [asdict(each) for each in NEWS],
        "events": [asdict(each) for each in EVENTS],
        "authors": AUTHORS,
        "books": [asdict(each) for each in BOOKS],
        "members": [
            {
                "name": name,
                "card": f"L{4100 + 37 * number}",
                "street": f"Lindenweg {number + 1}",
                "since": f"{2010 + number % 15}-0{number % 9 + 1}-14",
                "blocked": number % 11 == 5,
            }
            for number, name in enumerate(MEMBERS)
        ],
        "loans": [asdict(each) for each in LOANS],
    }


def _user(name: str, first: str, last: str, *groups: str, admin: bool = False) -> dict[str, Any]:
    user = {"name": name, "first": first, "last": last, "groups": groups, "admin": admin}
    return {**user, "password": PASSWORD}


def _pages(base: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return all pages; a draft is what the latest version changes in the live page."""
    names = {
        "category": dict(base.execute("SELECT id, name FROM library_category").fetchall()),
        "contact": dict(base.execute("SELECT id, name FROM library_person").fetchall()),
        "picture": dict(base.execute("SELECT id, title FROM wagtailimages_image").fetchall()),
        "branch": dict(base.execute("SELECT id, title FROM wagtailcore_page").fetchall()),
    }
    own = {
        row["page_ptr_id"]: {key.removesuffix("_id"): row[key] for key in dict(row)}
        for kind in _KINDS
        for row in base.execute(f"SELECT * FROM library_{kind}")
    }
    query = (
        "SELECT p.id, p.title, p.slug, p.path, p.url_path AS url, p.live, p.show_in_menus, "
        "p.locked, p.go_live_at, p.expire_at, p.has_unpublished_changes AS pending, r.content "
        "FROM wagtailcore_page p LEFT JOIN wagtailcore_revision r ON r.id = p.latest_revision_id "
        "WHERE p.depth > 1 ORDER BY p.id"
    )
    pages = []
    for row in base.execute(query):
        page = {key: value for key, value in dict(row).items() if key not in ("content", "pending")}
        fields = _fields({"title": row["title"], "slug": row["slug"], **own[row["id"]]}, names)
        draft: dict[str, Any] = {}
        if row["pending"] and row["content"]:
            newest = json.loads(row["content"])
            draft = _fields({key: newest.get(key) for key in (*own[row["id"]], "title")}, names)
        changed = {key: value for key, value in draft.items() if value != fields.get(key)}
        pages.append({**page, **fields, "draft": changed})
    return pages


def _plain(value: Any) -> Any:
    """Return rich text without the editor's internal attributes."""
    return _BLOCK_KEY.sub("", value) if isinstance(value, str) else value


def _fields(values: Mapping[str, Any], names: Mapping[str, Mapping[int, str]]) -> dict[str, Any]:
    """Return a page's fields, with names for references and without block ids."""
    fields: dict[str, Any] = {}
    for key, value in values.items():
        if key == "page_ptr":
            continue
        if key in names:
            value = names[key].get(value, "")
        elif key in ("body", "hours"):
            value = [
                {"type": each["type"], "value": _plain(each["value"])}
                for each in json.loads(value or "[]")
            ]
        elif key == "start":
            value = value[:5]
        elif key == "intro":
            value = _plain(value)
        fields[key] = value
    return fields
