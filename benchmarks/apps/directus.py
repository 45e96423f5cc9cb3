"""Directus: a data studio, one page in Vue over tables of one's own."""

from __future__ import annotations

import json
import sqlite3
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, ClassVar

import httpx

from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .directus_seed import (
    BOOKINGS,
    COLLEAGUES,
    COLLECTIONS,
    COLUMNS,
    CUSTOMERS,
    DASHBOARD,
    DEVICES,
    RELATIONS,
    WIDTHS,
)
from .installing import AppFailed, execute
from .newer_node import newer_node, node
from .programs import up_to_seed

_ISOLATED_VM = "6.2.0"
_PASSWORD = "Zwetschge-im-Juni-26"
_ADMIN = "admin@example.com"


def value_of(field: str) -> str:
    """Return the selector of a field's value: its label is a separate button."""
    return f'[data-field="{field}"] .v-list-item >> nth=0'


class Directus(App):
    """Directus on SQLite, the books of a shop that rents out tools."""

    name: ClassVar[str] = "directus"
    summary: ClassVar[str] = "Customers, devices and bookings of a rental shop, in Directus."
    front: ClassVar[str] = "Vue single page, generated forms and tables"
    version: ClassVar[str] = "11.17.4"
    licence: ClassVar[str] = "BUSL-1.1 (free below a turnover; used here for tests only)"
    debian: ClassVar[tuple[str, ...]] = ("g++", "make")
    ready: ClassVar[str] = "/server/ping"
    patience_s: ClassVar[float] = 180.0
    account: ClassVar[Account] = Account(
        user=_ADMIN,
        password=_PASSWORD,
        path="/admin/login",
        steps=(
            enter("", _ADMIN, selector='input[type="email"]'),
            enter("", _PASSWORD, selector='input[type="password"]'),
            click("button", "Sign In"),
            wait_for("Customers"),
        ),
    )
    screens: ClassVar[tuple[Screen, ...]] = (
        Screen("log-in", "/admin/login", guest=True),
        Screen("customers", "/admin/content/customers", steps=(wait_for("of 60 Items"),)),
        Screen("bookings", "/admin/content/bookings", steps=(wait_for("of 120 Items"),)),
        Screen(
            "filter",
            "/admin/content/bookings",
            steps=(
                click("button", "filter_list"),
                click("button", "Add Filter", ".filter-input .add-filter, .v-menu .add-filter"),
            ),
        ),
        Screen(
            "search",
            "/admin/content/customers",
            steps=(click("button", "search"), enter("Search Items...", "Maier", role="searchbox")),
        ),
        Screen(
            "column-menu",
            "/admin/content/devices",
            steps=(click("button", "Status arrow_drop_down"),),
        ),
        Screen(
            "columns",
            "/admin/content/devices",
            steps=(click("button", "Layout Options", "#sidebar button >> nth=0"),),
        ),
        Screen("customer", "/admin/content/customers/24", steps=(wait_for("Notes"),)),
        Screen("device", "/admin/content/devices/5", steps=(wait_for("Purchased"),)),
        Screen("new-booking", "/admin/content/bookings/+", steps=(wait_for("Deposit"),)),
        Screen(
            "date-picker",
            "/admin/content/bookings/5",
            steps=(click("button", "Ends", value_of("ends")),),
        ),
        Screen(
            "dropdown",
            "/admin/content/bookings/5",
            steps=(click("textbox", "Status", '[data-field="status"] .v-input'),),
        ),
        Screen(
            "item-picker",
            "/admin/content/bookings/5",
            steps=(click("button", "Device", value_of("device")), wait_for("Select Item")),
        ),
        Screen(
            "delete-dialog",
            "/admin/content/bookings/5",
            steps=(click("button", "delete"), wait_for("Are you sure")),
        ),
        Screen(
            "comments",
            "/admin/content/devices/5",
            steps=(click("button", "chat_bubble_outline Comments chevron_left"),),
        ),
        Screen("dashboard", f"/admin/insights/{DASHBOARD['id']}"),
        Screen("users", "/admin/users"),
        Screen("files", "/admin/files"),
        Screen("settings", "/admin/settings/project"),
        Screen("data-model", "/admin/settings/data-model/bookings"),
    )

    def install(self, home: Path) -> None:
        """Install the package, with a sandbox for scripts that comes compiled."""
        environment = newer_node(home)
        package = home / "directus"
        package.mkdir()
        manifest = {
            "private": True,
            "dependencies": {"directus": self.version},
            "overrides": {"isolated-vm": _ISOLATED_VM},
        }
        (package / "package.json").write_text(json.dumps(manifest), encoding="utf-8")
        quiet = ("--no-audit", "--no-fund", "--loglevel=error")
        execute(
            ["npm", "install", "--ignore-scripts", *quiet], folder=package, environment=environment
        )
        # The only part that is neither plain JavaScript nor shipped compiled.
        execute(["npm", "rebuild", *quiet, "sqlite3"], folder=package, environment=environment)

    def seed(self, copy: Copy) -> None:
        """Create its own tables, then the shop's through its API."""
        for name in ("uploads", "extensions"):
            (copy.data / name).mkdir()
        (service,) = self.services(copy)
        first = {"ADMIN_EMAIL": _ADMIN, "ADMIN_PASSWORD": _PASSWORD}
        execute(
            [*service.command[:-1], "bootstrap"],
            folder=copy.data,
            environment={**service.environment, **first},
        )
        with up_to_seed(self, copy), httpx.Client(base_url=copy.url, timeout=120) as client:
            credentials = {"email": _ADMIN, "password": _PASSWORD}
            token = _checked(client.post("/auth/login", json=credentials))["access_token"]
            client.headers["Authorization"] = f"Bearer {token}"
            _fill(client)
        _tidy(_database(copy))

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """The only program; its entry point skips the check for a newer version."""
        program = copy.home / "directus/node_modules/@directus/api/dist/cli/run.js"
        environment = {
            "NODE_ENV": "production",
            # SQLite has no dates: they are stored as midnights of the zone.
            "TZ": "UTC",
            "HOST": "127.0.0.1",
            "PORT": str(copy.port),
            "PUBLIC_URL": copy.url,
            "SECRET": "talgrund-rents-out-tools-since-2026",
            "DB_CLIENT": "sqlite3",
            "DB_FILENAME": str(_database(copy)),
            "STORAGE_LOCATIONS": "local",
            "STORAGE_LOCAL_ROOT": str(copy.data / "uploads"),
            "EXTENSIONS_PATH": str(copy.data / "extensions"),
            "ACCESS_TOKEN_TTL": "1d",
            "SESSION_COOKIE_TTL": "1d",
            "TELEMETRY": "false",
            "CACHE_ENABLED": "false",
            "RATE_LIMITER_ENABLED": "false",
            "WEBSOCKETS_ENABLED": "false",
            "EMAIL_VERIFY_SETUP": "false",
            "AI_ENABLED": "false",
            "MCP_ENABLED": "false",
            "LOG_LEVEL": "warn",
        }
        return (Service(command=(node(copy.home), str(program), "start"), environment=environment),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """The shop's tables, and what has been built around them."""
        address = f"file:{_database(copy)}?mode=ro"
        with closing(sqlite3.connect(address, uri=True, timeout=10)) as database:
            database.row_factory = sqlite3.Row
            return _state(database)


def _database(copy: Copy) -> Path:
    return copy.data / "directus.db"


def _checked(response: httpx.Response) -> Any:
    """Return the data of a response; raises if the request failed."""
    if not response.is_success:
        raise AppFailed(f"Directus refused {response.request.url.path}: {response.text[:300]}")
    return response.json()["data"] if response.content else None


def _fill(client: httpx.Client) -> None:
    for collection in COLLECTIONS:
        _checked(client.post("/collections", json=collection))
    for relation in RELATIONS:
        _checked(client.post("/relations", json=relation))
    for name, items in (("customers", CUSTOMERS), ("devices", DEVICES), ("bookings", BOOKINGS)):
        _checked(client.post(f"/items/{name}?limit=1", json=list(items)))
        shown = {"fields": COLUMNS[name], "limit": 25, "sort": ["id"]}
        preset = {
            "collection": name,
            "layout": "tabular",
            "layout_query": {"tabular": shown},
            "layout_options": {"tabular": {"widths": WIDTHS}},
        }
        _checked(client.post("/presets", json=preset))
    _checked(client.post("/dashboards", json=DASHBOARD))
    role = _checked(client.get("/users/me?fields=role"))["role"]
    for first, last in COLLEAGUES:
        plain = f"{first}.{last}".lower().replace("é", "e")
        person = {"first_name": first, "last_name": last, "email": f"{plain}@example.com"}
        _checked(client.post("/users", json={**person, "role": role, "password": _PASSWORD}))
    named = {"first_name": "Ida", "last_name": "Talgrund", "appearance": "light"}
    _checked(client.patch("/users/me", json=named))
    _checked(client.patch("/settings", json={"project_name": "Verleih Talgrund"}))


def _tidy(path: Path) -> None:
    """Remove traces of seeding, and its question about who owns it."""
    with closing(sqlite3.connect(path)) as database, database:
        database.execute("PRAGMA foreign_keys = OFF")
        for table in ("activity", "revisions", "sessions", "notifications"):
            database.execute(f"DELETE FROM directus_{table}")
        database.execute("UPDATE directus_users SET last_access = NULL, last_page = NULL")
        owner = ("personal", _ADMIN)
        database.execute("UPDATE directus_settings SET project_usage = ?, project_owner = ?", owner)


def _state(database: sqlite3.Connection) -> dict[str, Any]:
    def rows(query: str) -> list[dict[str, Any]]:
        return [dict(row) for row in database.execute(query)]

    panels: dict[str, list[Any]] = {}
    for row in rows("SELECT dashboard, name, type, options FROM directus_panels ORDER BY name, id"):
        row["options"] = json.loads(row["options"] or "{}")
        panels.setdefault(row.pop("dashboard"), []).append(row)
    dashboards = rows("SELECT id, name, note FROM directus_dashboards ORDER BY name")
    for dashboard in dashboards:
        dashboard["panels"] = panels.get(dashboard.pop("id"), [])
    return {
        "customers": [_dated(row, "since") for row in rows("SELECT * FROM customers ORDER BY id")],
        "devices": [
            _dated(row, "purchased") | {"daily_rate": float(row["daily_rate"])}
            for row in rows("SELECT * FROM devices ORDER BY id")
        ],
        "bookings": [
            _dated(row, "starts", "ends") | {"deposit": float(row["deposit"])}
            for row in rows(
                "SELECT bookings.id, customers.name AS customer, devices.name AS device, starts,"
                " ends, bookings.status, deposit, remark FROM bookings"
                " LEFT JOIN customers ON customers.id = customer"
                " LEFT JOIN devices ON devices.id = device ORDER BY bookings.id"
            )
        ],
        "dashboards": dashboards,
        "users": rows(
            "SELECT first_name, last_name, email, title, location, status"
            " FROM directus_users ORDER BY email"
        ),
        "comments": rows("SELECT collection, item, comment FROM directus_comments ORDER BY id"),
        "files": rows("SELECT title, filename_download FROM directus_files ORDER BY title"),
        "bookmarks": rows(
            "SELECT bookmark, collection, search FROM directus_presets"
            " WHERE bookmark IS NOT NULL ORDER BY bookmark"
        ),
        "fields": rows(
            "SELECT collection, field, interface FROM directus_fields ORDER BY collection, field"
        ),
        "flows": rows("SELECT name, status FROM directus_flows ORDER BY name"),
        "project": rows("SELECT project_name, default_language FROM directus_settings"),
    }


def _dated(row: dict[str, Any], *fields: str) -> dict[str, Any]:
    """Return a record with its days as dates."""
    days = {
        each: datetime.fromtimestamp(row[each] / 1000, UTC).date().isoformat()
        for each in fields
        if row[each] is not None
    }
    return row | days
