"""Trac: tickets, wiki pages and milestones of a software team, in server-rendered pages."""

from __future__ import annotations

import hashlib
import sqlite3
from configparser import ConfigParser
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

from agent_e.benchmarks.tasks.steps import click, enter

from .app import Account, App, Copy, Screen, Service
from .installing import execute, python_packages
from .trac_seed import (
    ADMIN,
    COMPONENTS,
    HARBOURS,
    MILESTONES,
    PAGES,
    PEOPLE,
    START_PAGE,
    TICKETS,
    VERSIONS,
)

PASSWORD = "Fähre-nach-Skarvik-7"
_REALM = "ferry"
_PACKAGES = (
    "Trac==1.6",
    "TracAccountManager==0.6.0",
    # The last ones include what Trac loads its plugins with.
    "setuptools==80.9.0",
    "Jinja2==3.1.6",
    "MarkupSafe==3.0.4",
)
_SETTINGS = {
    "project": {"name": "Fährwerk", "descr": "Software of the ferry line", "footer": ""},
    "header_logo": {"src": "", "link": "/wiki", "alt": "Fährwerk"},
    "trac": {
        "default_timezone": "GMT",
        "default_date_format": "iso8601",
        "default_dateinfo_format": "absolute",
        "check_auth_ip": "disabled",
        "show_full_names": "enabled",
    },
    "logging": {"log_type": "stderr", "log_level": "WARNING"},
    "notification": {"smtp_enabled": "disabled"},
    "query": {"items_per_page": "30"},
    "report": {"items_per_page": "30"},
    "search": {"default_disabled_filters": ""},
    "ticket": {"restrict_owner": "enabled", "default_component": "booking"},
    "ticket-custom": {
        "harbour": "select",
        "harbour.label": "Harbour",
        "harbour.options": "|".join(HARBOURS),
        "hours": "text",
        "hours.label": "Estimated hours",
    },
    "components": {
        "acct_mgr.admin.*": "enabled",
        "acct_mgr.api.*": "enabled",
        "acct_mgr.htfile.HtDigestStore": "enabled",
        "acct_mgr.web_ui.LoginModule": "enabled",
        "acct_mgr.web_ui.AccountModule": "enabled",
        "trac.web.auth.LoginModule": "disabled",
    },
    "account-manager": {
        "password_store": "HtDigestStore",
        "htdigest_file": "conf/users.htdigest",
        "htdigest_realm": _REALM,
        "reset_password": "disabled",
        "allow_delete_account": "disabled",
        "login_attempt_max_count": "0",
        "persistent_sessions": "disabled",
    },
}
_PREFERENCES = ("name", "email", "tz", "dateinfo", "language", "wiki_fullwidth", "ui.use_symbols")


class Trac(App):
    """The ticket desk of a team of eight."""

    name = "trac"
    summary = "Issue tracker and wiki: tickets, reports, queries, roadmap, timeline, admin panels."
    front = "pages of the server, long forms, some jQuery"
    version = "1.6"
    licence = "BSD-3-Clause"
    ready = "/wiki"
    account = Account(
        user=ADMIN,
        password=PASSWORD,
        path="/login",
        steps=(enter("Username:", ADMIN), enter("Password:", PASSWORD), click("button", "Login")),
    )
    screens: ClassVar[tuple[Screen, ...]] = (
        Screen("log-in", "/login", guest=True),
        Screen("start page", "/wiki", guest=True),
        Screen("reports", "/report"),
        Screen("active tickets", "/report/1"),
        Screen("query", "/query?status=!closed&component=payments&col=id&col=summary"),
        Screen(
            "query with columns open",
            "/query?status=!closed&group=milestone",
            steps=(click("", "", selector="#columns > legend a"),),
        ),
        Screen(
            "batch changes",
            "/query?status=!closed&component=gate+scanner",
            steps=(click("", "", selector="#batchmod_fieldset > legend a"),),
        ),
        Screen("ticket", "/ticket/12"),
        Screen("ticket being changed", "/ticket/9", steps=(click("link", "Modify Ticket"),)),
        Screen("new ticket", "/newticket"),
        Screen("page", "/wiki/Guide/OnCall"),
        Screen(
            "page being written",
            "/wiki/Release/Checklist?action=edit",
            steps=(click("", "", selector="#sidebyside"),),
        ),
        Screen("history of a page", "/wiki/Guide/OnCall?action=history"),
        Screen("difference", "/wiki/Guide/OnCall?action=diff&version=2"),
        Screen("list of pages", "/wiki/TitleIndex"),
        Screen("roadmap", "/roadmap"),
        Screen(
            "date picker of a milestone",
            "/milestone/2.4%20Easter%20traffic?action=edit",
            steps=(click("", "", selector="#duedate"),),
        ),
        Screen("timeline", "/timeline?from=2026-02-20&daysback=30"),
        Screen("search results", "/search?q=scanner&wiki=on&ticket=on&milestone=on"),
        Screen("file to attach", "/attachment/ticket/12/?action=new"),
        Screen("permissions", "/admin/general/perm"),
        Screen("components", "/admin/ticket/components"),
        Screen("accounts", "/admin/accounts/users"),
        Screen("preferences", "/prefs"),
    )

    def install(self, home: Path) -> None:
        """Install Trac and the plugin with the log-in form into a virtual environment."""
        python_packages(home, *_PACKAGES)

    def seed(self, copy: Copy) -> None:
        """Let Trac create an empty project, then write the rest into its files and database."""
        project = copy.data / "project"
        admin = copy.home / "venv/bin/trac-admin"
        execute([admin, project, "initenv", "Fährwerk", "sqlite:db/trac.db"])
        settings = _settings(project)
        for section, values in _SETTINGS.items():
            if not settings.has_section(section):
                settings.add_section(section)
            for key, value in values.items():
                settings.set(section, key, value)
        with (project / "conf/trac.ini").open("w", encoding="utf-8") as file:
            settings.write(file)
        users = [
            f"{user}:{_REALM}:{hashlib.md5(f'{user}:{_REALM}:{PASSWORD}'.encode()).hexdigest()}\n"
            for user in PEOPLE
        ]
        (project / "conf/users.htdigest").write_text("".join(users), encoding="utf-8")
        with closing(sqlite3.connect(project / "db/trac.db")) as database:
            _fill(database)
            database.commit()

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Trac's own server."""
        program = str(copy.home / "venv/bin/tracd")
        place = ("--hostname", "127.0.0.1", "--port", str(copy.port))
        command = (program, "--single-env", "--http11", *place, str(copy.data / "project"))
        return (Service(command=command, environment={"TZ": "UTC", "LC_ALL": "C.UTF-8"}),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Tickets with their comments, the newest text of each page, and all settings."""
        project = copy.data / "project"
        with closing(sqlite3.connect(f"file:{project / 'db/trac.db'}?mode=ro", uri=True)) as base:
            base.row_factory = sqlite3.Row
            settings = _settings(project)
            return {
                "tickets": _tickets(base),
                "wiki": _pages(base),
                "milestones": [
                    {
                        "name": row["name"],
                        "due": _day(row["due"]),
                        "completed": bool(row["completed"]),
                        "description": row["description"] or "",
                    }
                    for row in base.execute("SELECT * FROM milestone ORDER BY name")
                ],
                "versions": [
                    {"name": row["name"], "day": _day(row["time"]), "description": row[2] or ""}
                    for row in base.execute("SELECT * FROM version ORDER BY name")
                ],
                "components": _rows(base, "SELECT name, owner, description FROM component"),
                "lists": _rows(base, "SELECT type, name, value FROM enum"),
                "reports": _rows(base, "SELECT id, title, query, description FROM report"),
                "attachments": _rows(base, "SELECT type || id AS place, filename FROM attachment"),
                "permissions": _rows(base, "SELECT username, action FROM permission"),
                "preferences": _rows(
                    base,
                    "SELECT sid, name, value FROM session_attribute WHERE authenticated = 1 "
                    f"AND name IN ({', '.join('?' * len(_PREFERENCES))})",
                    _PREFERENCES,
                ),
                "subscriptions": _rows(base, "SELECT sid, class, adverb FROM notify_subscription"),
                "accounts": sorted((project / "conf/users.htdigest").read_text("utf-8").split()),
                "settings": {each: dict(settings[each]) for each in settings.sections()},
            }


def _settings(project: Path) -> ConfigParser:
    settings = ConfigParser(interpolation=None, delimiters=("=",))
    settings.read(project / "conf/trac.ini", encoding="utf-8")
    return settings


def _day(microseconds: int | None) -> str:
    if not microseconds:
        return ""
    return datetime.fromtimestamp(microseconds / 1e6, UTC).date().isoformat()


def _rows(
    base: sqlite3.Connection, query: str, values: tuple[str, ...] = ()
) -> list[dict[str, Any]]:
    return [dict(row) for row in base.execute(f"{query} ORDER BY 1, 2", values)]


def _tickets(base: sqlite3.Connection) -> list[dict[str, Any]]:
    tickets: dict[int, dict[str, Any]] = {}
    for row in base.execute("SELECT * FROM ticket ORDER BY id"):
        fields = {key: value or "" for key, value in dict(row).items()}
        del fields["time"], fields["changetime"]
        fields["description"] = _lines(fields["description"])
        tickets[row["id"]] = {**fields, "comments": []}
    for row in base.execute("SELECT * FROM ticket_custom ORDER BY ticket, name"):
        tickets[row["ticket"]][row["name"]] = row["value"] or ""
    query = "SELECT * FROM ticket_change WHERE field = 'comment' AND newvalue > '' ORDER BY time"
    for row in base.execute(query):
        comment = {"author": row["author"], "text": _lines(row["newvalue"])}
        tickets[row["ticket"]]["comments"].append(comment)
    return list(tickets.values())


def _pages(base: sqlite3.Connection) -> list[dict[str, Any]]:
    """Return the pages; for Trac's own manual only the number of versions."""
    newest = "SELECT name, max(version) AS version, author, text FROM wiki GROUP BY name ORDER BY 1"
    return [
        {
            "name": row["name"],
            "version": row["version"],
            "text": "" if row["author"] == "trac" else _lines(row["text"]),
        }
        for row in base.execute(newest)
    ]


def _lines(text: str) -> str:
    """Normalize what a form adds to a text: browser line ends, trailing blanks."""
    return "\n".join(line.rstrip() for line in text.splitlines()).strip("\n")


def _moment(day: str, hour: int = 9) -> int:
    return int(datetime.fromisoformat(day).replace(hour=hour, tzinfo=UTC).timestamp() * 1e6)


def _fill(database: sqlite3.Connection) -> None:
    write = database.executemany
    for table in ("ticket", "component", "milestone", "version"):
        database.execute(f"DELETE FROM {table}")
    database.execute("UPDATE wiki SET time = ?", (_moment("2026-01-02"),))
    database.execute("INSERT INTO permission VALUES (?, 'TRAC_ADMIN')", (ADMIN,))
    write("INSERT INTO session VALUES (?, 1, 0)", [(user,) for user in PEOPLE])
    write(
        "INSERT INTO session_attribute VALUES (?, 1, ?, ?)",
        [
            (user, key, value)
            for user, name in PEOPLE.items()
            for key, value in (("name", name), ("email", f"{user}@ferry.example"))
        ],
    )
    write(
        "INSERT INTO component VALUES (?, ?, ?)",
        [(name, owner, text) for name, (owner, text) in COMPONENTS.items()],
    )
    write(
        "INSERT INTO milestone VALUES (?, ?, ?, ?)",
        [
            (name, _moment(due, 17) if due else 0, _moment(done, 15) if done else 0, text)
            for name, (due, done, text) in MILESTONES.items()
        ],
    )
    write(
        "INSERT INTO version VALUES (?, ?, '')",
        [(name, _moment(day)) for name, day in VERSIONS.items()],
    )
    start = ("2026-01-07", ADMIN, START_PAGE, "Our own start page")
    for name, texts in {**PAGES, "WikiStart": (start,)}.items():
        first = 2 if name == "WikiStart" else 1
        write(
            "INSERT INTO wiki VALUES (?, ?, ?, ?, ?, ?, 0)",
            [
                (name, version, _moment(day), author, text, comment)
                for version, (day, author, text, comment) in enumerate(texts, first)
            ],
        )
    _fill_tickets(database)


def _fill_tickets(database: sqlite3.Connection) -> None:
    hour = 3_600_000_000
    for one in TICKETS:
        made = int(one.made.timestamp() * 1e6)
        changes: list[tuple[object, ...]] = []
        for number, (author, text) in enumerate(one.comments, 1):
            changes.append((made + number * 5 * hour, author, "comment", str(number), text))
        if not one.open:
            closed, last = made + 30 * hour, str(len(one.comments) + 1)
            changes.append((closed, one.owner, "status", "assigned", "closed"))
            changes.append((closed, one.owner, "resolution", "", one.resolution))
            changes.append((closed, one.owner, "comment", last, ""))
        database.execute(
            f"INSERT INTO ticket VALUES ({', '.join('?' * 17)})",
            (
                *(one.id, one.type, made, changes[-1][0] if changes else made, one.component, ""),
                *(one.priority, one.owner, one.reporter, "", one.version, one.milestone),
                *(one.status, one.resolution, one.summary, one.description, one.keywords),
            ),
        )
        database.executemany(f"INSERT INTO ticket_change VALUES ({one.id}, ?, ?, ?, ?, ?)", changes)
        database.executemany(
            f"INSERT INTO ticket_custom VALUES ({one.id}, ?, ?)",
            [("harbour", one.harbour), ("hours", str(one.hours))],
        )
