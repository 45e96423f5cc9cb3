"""Turns a new Ghost site into the magazine that `ghost_seed` describes."""

from __future__ import annotations

import json
import sqlite3
import struct
import zlib
from contextlib import closing
from pathlib import Path
from typing import Any

import httpx

from .ghost_seed import ALERTS, LETTER, MEMBERS, POSTS, SITE_ABOUT, STAFF, TAGS, Post
from .installing import AppFailed

_SETTINGS = {
    "description": SITE_ABOUT,
    "cover_image": "",
    "icon": "__GHOST_URL__/content/images/icon.png",
    "navigation": json.dumps([{"label": "Home", "url": "/"}]),
    "social_web": "false",
    "web_analytics": "false",
    "explore_ping": "false",
    "unsplash": "false",
    "pintura": "false",
    "comments_enabled": "off",
    "outbound_link_tagging": "false",
    "timezone": "Etc/UTC",
}
_SEEN = json.dumps(
    {
        "onboarding": {"completedSteps": [], "checklistState": "dismissed"},
        "whatsNew": {"lastSeenDate": "2040-01-01T00:00:00.000+00:00"},
        "nightShift": False,
    }
)


def body(response: httpx.Response) -> dict[str, Any]:
    """Return the data of a response; raises if the request failed."""
    if not response.is_success:
        raise AppFailed(f"Ghost refused {response.request.url.path}: {response.text[:300]}")
    return dict(response.json()) if response.text.startswith("{") else {}


def square(size: int, colour: tuple[int, int, int]) -> bytes:
    """Return a picture for the site; without one Ghost loads its makers' own from their server."""
    rows = (b"\0" + bytes(colour) * size) * size
    header = struct.pack(">2I5B", size, size, 8, 2, 0, 0, 0)
    parts = ((b"IHDR", header), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        for kind, data in parts
    )


def prepare(path: Path) -> None:
    """Remove default content, and add the owner's colleagues, whom only mail could invite."""
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("posts_tags", "posts_authors", "posts_meta", "posts_products", "posts"):
            database.execute(f"DELETE FROM {table}")
        for table in ("tags", "webhooks"):
            database.execute(f"DELETE FROM {table}")
        for key, value in _SETTINGS.items():
            database.execute("UPDATE settings SET value = ? WHERE key = ?", (value, key))
        names = [row[1] for row in database.execute("PRAGMA table_info(users)")]
        row = database.execute("SELECT * FROM users WHERE email = ?", (STAFF[0].email,)).fetchone()
        owner = dict(zip(names, row, strict=True))
        roles = dict(database.execute("SELECT name, id FROM roles").fetchall())
        for number, person in enumerate(STAFF):
            profile = {"name": person.name, "slug": person.slug, "email": person.email}
            profile |= {"bio": person.bio, "accessibility": _SEEN}
            if number == 0:
                sets = ", ".join(f"{key} = ?" for key in profile)
                values = (*profile.values(), owner["id"])
                database.execute(f"UPDATE users SET {sets} WHERE id = ?", values)
                continue
            record = {**owner, **profile, "id": f"{number:024x}"}
            marks = ", ".join("?" * len(record))
            into = f"INSERT INTO users ({', '.join(record)}) VALUES ({marks})"
            database.execute(into, tuple(record.values()))
            link = (f"{number + 100:024x}", roles[person.role], record["id"])
            database.execute(
                "INSERT INTO roles_users (id, role_id, user_id) VALUES (?, ?, ?)", link
            )


def fill(client: httpx.Client) -> None:
    """Add newsletters, tags, posts and members."""
    (first,) = body(client.get("newsletters/"))["newsletters"]
    renamed = {"newsletters": [{"name": LETTER}]}
    body(client.put(f"newsletters/{first['id']}/", json=renamed))
    second = body(client.post("newsletters/", json={"newsletters": [{"name": ALERTS}]}))
    ids = {LETTER: first["id"], ALERTS: second["newsletters"][0]["id"]}
    for name, about in TAGS.items():
        body(client.post("tags/", json={"tags": [{"name": name, "description": about}]}))
    for post in POSTS:
        body(client.post("posts/", json={"posts": [_as_sent(post)]}))
    for member in MEMBERS:
        record = {
            "name": member.name,
            "email": member.email,
            "note": member.note,
            "labels": [{"name": label} for label in member.labels],
            "newsletters": [{"id": ids[letter]} for letter in member.letters],
        }
        body(client.post("members/", json={"members": [record]}))


def _as_sent(post: Post) -> dict[str, Any]:
    record: dict[str, Any] = {
        "title": post.title,
        "lexical": _lexical(post.text),
        "status": post.status,
        "visibility": post.visibility,
        "featured": post.featured,
        "tags": [{"name": tag} for tag in post.tags],
        "authors": [{"email": each.email} for each in STAFF if each.slug == post.author],
    }
    if post.status != "draft":
        record["published_at"] = f"{post.date}T09:00:00.000Z"
    return record


def _lexical(paragraphs: tuple[str, ...]) -> str:
    """Return a text as the editor stores it."""
    block = {"direction": "ltr", "format": "", "indent": 0, "version": 1}
    plain = {"detail": 0, "format": 0, "mode": "normal", "style": "", "version": 1}
    children = [
        {
            "children": [{**plain, "text": each, "type": "extended-text"}],
            "type": "paragraph",
            **block,
        }
        for each in paragraphs
    ]
    return json.dumps({"root": {"children": children, "type": "root", **block}})


def set_dates(path: Path) -> None:
    """Date everything to when it was written, not when it was seeded."""
    start = "2026-01-02 08:00:00"
    with closing(sqlite3.connect(path)) as database, database:
        for table in ("tags", "newsletters", "users", "labels"):
            changes = f"UPDATE {table} SET created_at = ?, updated_at = ?"
            database.execute(changes, (start, start))
        for post in POSTS:
            day = f"{post.date if post.status != 'scheduled' else '2026-05-25'} 09:00:00"
            dated = "UPDATE posts SET created_at = ?, updated_at = ? WHERE title = ?"
            database.execute(dated, (day, day, post.title))
        for member in MEMBERS:
            day = f"{member.date} 10:00:00"
            dated = "UPDATE members SET created_at = ?, updated_at = ? WHERE email = ?"
            database.execute(dated, (day, day, member.email))
            (key,) = database.execute(
                "SELECT id FROM members WHERE email = ?", (member.email,)
            ).fetchone()
            for table in ("created", "status", "subscribe"):
                dated = f"UPDATE members_{table}_events SET created_at = ? WHERE member_id = ?"
                database.execute(dated, (day, key))
        for table in ("actions", "sessions", "post_revisions", "jobs", "brute"):
            database.execute(f"DELETE FROM {table}")
