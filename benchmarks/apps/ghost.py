"""Ghost: a publisher's single page with an editor that draws itself."""

from __future__ import annotations

import json
import re
import shutil
import sqlite3
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any, ClassVar

import httpx

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .ghost_filling import body, fill, prepare, set_dates, square
from .ghost_seed import SITE_TITLE, STAFF
from .installing import execute
from .newer_node import newer_node, node
from .programs import up_to_seed

_PNPM_VERSION = "12.4.2"
_PASSWORD = "Zwetschge-im-Juni-26"
_CONFIG: dict[str, Any] = {
    "database": {"client": "better-sqlite3", "useNullAsDefault": True, "debug": False},
    "logging": {"level": "error", "transports": ["stdout"]},
    "mail": {"transport": "stub", "options": {}},
    "privacy": {"useTinfoil": True},
    "sendWelcomeEmail": False,
    "security": {"staffDeviceVerification": False},
    "backgroundJobs": {"emailAnalytics": False, "clickTrackingLastSeenAtUpdater": False},
    "emailAnalytics": {"enabled": False},
    "portal": {"url": ""},
    "sodoSearch": {"url": ""},
    "comments": {"url": ""},
    "announcementBar": {"url": ""},
    "adminToolbar": {"url": ""},
    "explore": {"update_url": "", "testimonials_url": ""},
    "server": {"shutdownTimeout": 1000},
    "spam": {
        name: {"minWait": 1, "maxWait": 2, "freeRetries": 10_000}
        for name in ("user_login", "global_block", "global_reset", "email_preview_block")
    },
}
"""It neither accesses the network nor counts log-ins."""

_SHOWN_SETTINGS = (
    "title", "description", "timezone", "locale", "accent_color", "navigation",
    "secondary_navigation", "members_signup_access", "default_content_visibility", "is_private",
    "comments_enabled", "active_theme", "announcement_content", "codeinjection_head",
    "facebook", "twitter", "meta_title", "portal_button",
)  # fmt: skip


def _edit(title: str) -> tuple[TraceStep, ...]:
    """Open a post of a list in the editor."""
    item = f'.gh-posts-list-item:has-text("{title}")'
    return (click("link", "Go to Editor", f'{item} a[href*="editor"] >> nth=-1'), wait_for("words"))


class Ghost(App):
    """Ghost on SQLite, the magazine of a valley."""

    name: ClassVar[str] = "ghost"
    summary: ClassVar[str] = "A magazine with posts, tags, members and staff, in Ghost."
    front: ClassVar[str] = "Ember and React single page, Lexical editor"
    version: ClassVar[str] = "6.65.0"
    licence: ClassVar[str] = "MIT"
    debian: ClassVar[tuple[str, ...]] = ("g++", "make")
    ready: ClassVar[str] = "/ghost/api/admin/site/"
    account: ClassVar[Account] = Account(
        user=STAFF[0].email,
        password=_PASSWORD,
        path="/ghost/#/signin",
        steps=(
            enter("Email address", STAFF[0].email),
            enter("Password", _PASSWORD),
            click("button", "Sign in →"),
            wait_for("Posts"),
        ),
    )
    screens: ClassVar[tuple[Screen, ...]] = (
        Screen("sign-in", "/ghost/#/signin", guest=True),
        Screen("front", "/", guest=True),
        Screen("long-post", "/two-hundred-years-of-the-mill-race/", guest=True),
        Screen("posts", "/ghost/#/posts"),
        Screen("posts-by-author", "/ghost/#/posts", steps=(click("button", "Author filter"),)),
        Screen("drafts", "/ghost/#/posts?type=draft"),
        Screen(
            "editor",
            "/ghost/#/posts?tag=archive",
            steps=(*_edit("Two hundred years of the mill race"),),
        ),
        Screen(
            "editor-settings",
            "/ghost/#/posts?type=draft",
            steps=(*_edit("Hedgehogs in May"), click("button", "Settings"), wait_for("Post URL")),
        ),
        Screen(
            "editor-date",
            "/ghost/#/posts?type=draft",
            steps=(
                *_edit("Hedgehogs in May"),
                click("button", "Settings"),
                click("textbox", "Date Picker"),
            ),
        ),
        Screen(
            "publish",
            "/ghost/#/posts?type=draft",
            steps=(*_edit("Hedgehogs in May"), click("button", "Publish"), wait_for("Continue")),
        ),
        Screen("members", "/ghost/#/members"),
        Screen("member-filter", "/ghost/#/members", steps=(click("button", "Filter"),)),
        Screen(
            "member",
            "/ghost/#/members",
            steps=(
                enter("Search members", "georg.brand@post.example"),
                click("link", "Georg Brand"),
                wait_for("Signup info"),
                click("button", "Actions"),
            ),
        ),
        Screen("tags", "/ghost/#/tags"),
        Screen("tag", "/ghost/#/tags/garten"),
        Screen(
            "search",
            "/ghost/#/tags",
            steps=(
                click("button", "Search site Ctrl+K"),
                enter("", "swallows", selector='input[placeholder^="Search"] >> nth=-1'),
            ),
        ),
        Screen("settings", "/ghost/#/settings"),
        Screen("settings-zone", "/ghost/#/settings", steps=(click("combobox", "Site timezone"),)),
        Screen("settings-person", "/ghost/#/settings/staff/marta"),
        Screen(
            "settings-design", "/ghost/#/settings/design/edit", steps=(wait_for("Accent color"),)
        ),
        Screen("newsletters", "/ghost/#/settings/newsletters"),
    )

    def install(self, home: Path) -> None:
        """Unpack the package and install its locked dependencies, as its own installer does."""
        environment = newer_node(home, f"pnpm@{_PNPM_VERSION}")
        execute(["npm", "pack", "--loglevel=error", f"ghost@{self.version}"], folder=home)
        packed = home / f"ghost-{self.version}.tgz"
        with tarfile.open(packed) as archive:
            archive.extractall(home, filter="data")
        packed.unlink()
        package = home / "package"
        _leave_out_re2(package / "pnpm-workspace.yaml")
        store = home / "store"
        execute(
            ["pnpm", "install", "--prod", "--frozen-lockfile", f"--store-dir={store}"],
            folder=package,
            environment=environment,
        )
        shutil.rmtree(store)
        _leave_out_fonts(package / "core/built/admin/assets")

    def seed(self, copy: Copy) -> None:
        """Set up the site as on its own first visit, and fill it through its API."""
        content = copy.data / "content"
        for name in ("images", "media", "files", "settings", "logs", "data", "public"):
            (content / name).mkdir(parents=True)
        (content / "images/icon.png").write_bytes(square(60, (122, 62, 110)))
        shutil.copytree(copy.home / "package/content/themes/source", content / "themes/source")
        with self._client(copy) as client:
            owner = {"name": STAFF[0].name, "email": STAFF[0].email, "password": _PASSWORD}
            setup = {"setup": [{**owner, "blogTitle": SITE_TITLE}]}
            body(client.post("authentication/setup/", json=setup))
        prepare(_database(copy))
        with self._client(copy) as client:
            body(client.post("session/", json={"username": owner["email"], "password": _PASSWORD}))
            fill(client)
        set_dates(_database(copy))

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """The one program."""
        environment = {
            # It checks for updates in the environments it knows.
            "NODE_ENV": "agent-e",
            **_flat(_CONFIG),
            "url": copy.url,
            "server__host": "127.0.0.1",
            "server__port": str(copy.port),
            "paths__contentPath": str(copy.data / "content"),
            "database__connection__filename": str(_database(copy)),
        }
        command = (node(copy.home), str(copy.home / "package/index.js"))
        # It looks for its own version in its working directory.
        return (Service(command=command, environment=environment, folder=copy.home / "package"),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Posts, pages, tags, members, newsletters, staff and settings."""
        address = f"file:{_database(copy)}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=10)) as database:
            database.row_factory = sqlite3.Row
            return _state(database)

    @contextmanager
    def _client(self, copy: Copy) -> Iterator[httpx.Client]:
        """Run a copy while it is seeded, and yield a client for it."""
        headers = {"Origin": copy.url, "Accept-Version": "v6.0"}
        base = f"{copy.url}/ghost/api/admin/"
        with (
            up_to_seed(self, copy),
            httpx.Client(base_url=base, headers=headers, timeout=60) as one,
        ):
            yield one


def _leave_out_re2(workspace: Path) -> None:
    """Skip compiling a slow-building matcher for link previews: there is a plain one."""
    text = workspace.read_text(encoding="utf-8")
    text = re.sub(r"^(  re2@\S+): true$", r"\1: false", text, flags=re.MULTILINE)
    workspace.write_text(text, encoding="utf-8")


def _leave_out_fonts(assets: Path) -> None:
    """Remove remote fonts from the settings: these do not open when the fonts fail."""
    for sheet in assets.glob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        plain = re.sub(r'@import "https://[^"]*";', "", text)
        if plain != text:
            sheet.write_text(plain, encoding="utf-8")


def _flat(config: Mapping[str, Any], before: str = "") -> dict[str, str]:
    """Return settings as environment variables, the words of their paths joined."""
    found: dict[str, str] = {}
    for key, value in config.items():
        if isinstance(value, Mapping) and value:
            found |= _flat(value, f"{before}{key}__")
        else:
            found[before + key] = value if isinstance(value, str) else json.dumps(value)
    return found


def _database(copy: Copy) -> Path:
    return copy.data / "content/data/ghost.db"


def _state(database: sqlite3.Connection) -> dict[str, Any]:
    def rows(query: str) -> list[dict[str, Any]]:
        return [dict(row) for row in database.execute(query)]

    def grouped(query: str) -> dict[str, list[str]]:
        found: dict[str, list[str]] = {}
        for key, name in database.execute(query):
            found.setdefault(key, []).append(name)
        return found

    tags = grouped(
        "SELECT post_id, name FROM posts_tags JOIN tags ON tags.id = tag_id ORDER BY sort_order"
    )
    authors = grouped(
        "SELECT post_id, name FROM posts_authors JOIN users ON users.id = author_id"
        " ORDER BY sort_order"
    )
    posts = rows(
        "SELECT id, type, title, slug, status, visibility, featured, published_at,"
        " custom_excerpt AS excerpt, plaintext AS text FROM posts ORDER BY title, id"
    )
    for post in posts:
        key = post.pop("id")
        post |= {"tags": tags.get(key, []), "authors": authors.get(key, [])}
        post["featured"] = bool(post["featured"])
        # A post that was never published gets a date when first saved.
        if post["status"] == "draft":
            post["published_at"] = None
    labels = grouped(
        "SELECT member_id, name FROM members_labels"
        " JOIN labels ON labels.id = label_id ORDER BY name"
    )
    letters = grouped(
        "SELECT member_id, name FROM members_newsletters"
        " JOIN newsletters ON newsletters.id = newsletter_id ORDER BY name"
    )
    members = rows("SELECT id, name, email, status, note FROM members ORDER BY email")
    for member in members:
        key = member.pop("id")
        member |= {"labels": labels.get(key, []), "newsletters": letters.get(key, [])}
    named = ", ".join(f"'{key}'" for key in _SHOWN_SETTINGS)
    settings = f"SELECT key, value FROM settings WHERE key IN ({named}) ORDER BY key"
    return {
        "posts": [post for post in posts if post.pop("type") == "post"],
        "pages": rows("SELECT title, slug, status FROM posts WHERE type = 'page' ORDER BY title"),
        "tags": rows("SELECT name, slug, description, visibility FROM tags ORDER BY name"),
        "labels": [row["name"] for row in rows("SELECT name FROM labels ORDER BY name")],
        "members": members,
        "newsletters": rows("SELECT name, status, description FROM newsletters ORDER BY name"),
        "staff": rows(
            "SELECT users.name, email, users.status, roles.name AS role, bio, location, website"
            " FROM users JOIN roles_users ON users.id = user_id JOIN roles ON roles.id = role_id"
            " ORDER BY email"
        ),
        "invitations": rows("SELECT email, status FROM invites ORDER BY email"),
        "offers": rows("SELECT name, code FROM offers ORDER BY name"),
        "settings": {row["key"]: row["value"] for row in rows(settings)},
    }
