"""Etherpad: texts that several people write at the same time, with their history and a chat."""

from __future__ import annotations

import json
import re
import shutil
import time
from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher
from pathlib import Path
from typing import Any

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click

from .app import Account, App, Copy, Screen, Service
from .etherpad_seed import PADS, PEOPLE, Pad
from .installing import node_packages

_PACKAGE = "ep_etherpad-lite"
_KEY_EVERY = 100
"""Number of revisions between two for which the whole text is stored."""
_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_BULLET = (("insertorder", "first"), ("list", "bullet1"), ("lmkr", "1"), ("start", "1"))

# Etherpad asks npm what is installed beside it, at each start and for ten seconds; its bundled npm
# does not run on current Node.js.
_NPM = """\
#!/usr/bin/env node
const found = {version: '%s', path: `${process.cwd()}/node_modules/ep_etherpad-lite`};
console.log(process.argv[2] === 'ls'
  ? JSON.stringify({dependencies: {'ep_etherpad-lite': found}}) : '0');
"""

Mark = tuple[str, str]
Char = tuple[str, tuple[Mark, ...]]


class Pool:
    """The attributes of a pad, by number."""

    def __init__(self) -> None:
        """Start empty."""
        self._numbers: dict[Mark, int] = {}

    def name(self, marks: Sequence[Mark]) -> str:
        """Return marks as written in a changeset."""
        numbers = sorted(self._numbers.setdefault(mark, len(self._numbers)) for mark in marks)
        return "".join(f"*{base36(number)}" for number in numbers)

    def record(self) -> dict[str, Any]:
        """Return it as Etherpad stores it."""
        stored = {str(number): list(mark) for mark, number in self._numbers.items()}
        return {"numToAttrib": stored, "nextNum": len(stored)}


def base36(number: int) -> str:
    """Return a number as Etherpad writes it."""
    head, rest = divmod(number, 36)
    return (base36(head) if head else "") + _DIGITS[rest]


def size(text: str) -> int:
    """Return the length of a text in JavaScript, which counts rare characters twice."""
    return len(text.encode("utf-16-le")) // 2


def spelled(chars: Sequence[Char], sign: str, pool: Pool | None) -> str:
    """Return the operations on these characters; lines and the rest after them are separate."""
    words = []
    for marks, text in _runs(chars, keep_marks=pool is not None):
        named = pool.name(marks) if pool else ""
        lines, end = text[: text.rfind("\n") + 1], text[text.rfind("\n") + 1 :]
        if lines:
            words.append(f"{named}|{base36(lines.count(chr(10)))}{sign}{base36(size(lines))}")
        if end:
            words.append(f"{named}{sign}{base36(size(end))}")
    return "".join(words)


def _runs(chars: Sequence[Char], *, keep_marks: bool) -> Iterator[tuple[tuple[Mark, ...], str]]:
    held: tuple[Mark, ...] | None = None
    text = ""
    for char, own in chars:
        marks = own if keep_marks else ()
        if marks != held and text:
            yield held or (), text
            text = ""
        held = marks
        text += char
    if text:
        yield held or (), text


def lettered(text: str, author: str) -> list[list[Char]]:
    """Return a text as lines of characters, each with its author and style."""
    lines = []
    for line in text.splitlines():
        chars: list[Char] = []
        if line.startswith("- "):
            line = line[2:]
            chars.append(("*", (("author", author), *_BULLET)))
        for number, part in enumerate(line.split("**")):
            marks = (("author", author), *((("bold", "true"),) if number % 2 else ()))
            chars += [(char, marks) for char in part]
        lines.append([*chars, ("\n", (("author", author),))])
    return lines


def _look(line: Sequence[Char]) -> tuple[Any, ...]:
    """Return what is visible of a line, regardless of its author."""
    return tuple((char, tuple(m for m in marks if m[0] != "author")) for char, marks in line)


def records(pad: Pad) -> Iterator[tuple[str, Any]]:
    """Yield the database records of a pad."""
    pool = Pool()
    # The last line break exists from the beginning and is never touched.
    lines: list[list[Char]] = []
    saved = []
    for number, change in enumerate(pad.changes):
        author = author_id(change.person)
        target = lettered(change.text, author)[:-1]
        changeset, lines = _changed(lines, target, pool)
        stamp = int(change.moment.timestamp() * 1000)
        chars = [char for line in lines for char in line] + [("\n", ())]
        whole = {"text": "".join(c for c, _ in chars), "attribs": spelled(chars, "+", pool)}
        meta: dict[str, Any] = {"author": author, "timestamp": stamp}
        if number % _KEY_EVERY == 0:
            meta |= {"pool": pool.record(), "atext": whole}
        yield f"pad:{pad.name}:revs:{number}", {"changeset": changeset, "meta": meta}
        if change.keep:
            saved.append({"revNum": number, "savedById": author, "label": change.keep,
                          "timestamp": stamp, "id": f"{number:016}"})  # fmt: skip
    for number, (person, line) in enumerate(pad.talk):
        moment = stamp + number * 95_000
        yield (
            f"pad:{pad.name}:chat:{number}",
            {"text": line, "userId": author_id(person), "time": moment},
        )
    yield f"pad:{pad.name}", {
        "atext": whole,
        "pool": pool.record(),
        "head": len(pad.changes) - 1,
        "chatHead": len(pad.talk) - 1,
        "publicStatus": False,
        "savedRevisions": saved,
    }  # fmt: skip


def _changed(
    before: list[list[Char]], after: list[list[Char]], pool: Pool
) -> tuple[str, list[list[Char]]]:
    """Return the changeset from one text to the next, and the next text with all authors."""
    matcher = SequenceMatcher(None, [_look(x) for x in before], [_look(x) for x in after], False)
    words, bank = "", ""
    result: list[list[Char]] = []
    keep = ""
    for kind, start, end, begin, stop in matcher.get_opcodes():
        old = [char for line in before[start:end] for char in line]
        new = [char for line in after[begin:stop] for char in line]
        if kind == "equal":
            keep = spelled(old, "=", None)
            result += before[start:end]
            continue
        words, keep = words + keep, ""
        words += spelled(old, "-", None) + spelled(new, "+", pool)
        bank += "".join(char for char, _ in new)
        result += after[begin:stop]
    length, now = (
        1 + sum(size(char) for line in lines for char, _ in line) for lines in (before, result)
    )
    sign = "<" if now < length else ">"
    return f"Z:{base36(length)}{sign}{base36(abs(now - length))}{words}${bank}", result


def author_id(person: str) -> str:
    """Return Etherpad's id of a person."""
    return f"a.Stadtgarten{list(PEOPLE).index(person):05}"


_FRAME = " >> internal:control=enter-frame >> "
EDITOR = f"iframe[name=ace_outer]{_FRAME}iframe[name=ace_inner]{_FRAME}#innerdocbody"
"""The text being edited; it is two frames down."""
CHAT = click("", "", "#chaticon")


def _tool(name: str, pad: str, button: str, *more: TraceStep) -> Screen:
    return Screen(name, f"/p/{pad}", steps=(click("button", button), *more))


_ON_ITS_WAY_S = 1.5


class Etherpad(App):
    """The editor Etherpad."""

    name = "etherpad"
    summary = "Texts that several people write at once, with chat, authors' colours and history."
    front = "editor in nested frames, jQuery, Socket.IO"
    version = "1.8.14"
    licence = "Apache-2.0"
    # There are no accounts: people are whoever they say, so nobody logs in.
    account = Account(user="guest", password="", path="/", steps=())
    screens = (
        Screen("first-page", "/"),
        Screen("list-of-pads", "/p/Start"),
        Screen("minutes", "/p/Team-2026-02-12"),
        Screen("no-such-pad-yet", "/p/Nothing-here"),
        Screen("long-text", "/p/Handbuch"),
        Screen("long-list", "/p/Pflanzplan-2026"),
        Screen(
            "text-selected",
            "/p/Budget-2026",
            steps=(
                click("", "", f"{EDITOR} > div:nth-child(3)"),
                TraceStep(verb="press", value="Shift+Home"),
            ),
        ),
        _tool("files-dialog", "Budget-2026", "Import/Export from/to different file formats"),
        _tool("settings-dialog", "Budget-2026", "Settings"),
        _tool("share-dialog", "Press-release", "Share and Embed this pad"),
        _tool("users-menu", "Press-release", "Show the users on this pad"),
        _tool(
            "colour-picker",
            "Press-release",
            "Show the users on this pad",
            click("", "", "#myswatch"),
        ),
        Screen("chat", "/p/Sommerfest-Programm", steps=(CHAT,)),
        Screen(
            "chat-beside-the-text",
            "/p/Sommerfest-Programm",
            steps=(CHAT, click("", "", "#titlesticky")),
        ),
        Screen("history", "/p/Press-release/timeslider"),
        _tool("history-of-a-pad", "Handbuch", "Timeslider"),
        Screen("history-earlier", "/p/Press-release/timeslider#1"),
    )

    def install(self, home: Path) -> None:
        """Install it with the layout of its own releases: it starts from no other."""
        modules = node_packages(home, f"{_PACKAGE}@{self.version}")
        shutil.move(modules / _PACKAGE, home / "src")
        shutil.move(modules, home / "src")
        modules.mkdir()
        (modules / _PACKAGE).symlink_to("../src")
        npm = home / "src/node_modules/.bin/npm"
        npm.unlink()
        npm.write_text(_NPM % self.version, encoding="utf-8")
        npm.chmod(0o755)

    def seed(self, copy: Copy) -> None:
        """Write the database as Etherpad would have after all these changes."""
        pads_of: dict[str, dict[str, int]] = {person: {} for person in PEOPLE}
        rows: list[tuple[str, Any]] = []
        for pad in PADS:
            rows += records(pad)
            for change in pad.changes:
                pads_of[change.person][pad.name] = 1
        for person, color in PEOPLE.items():
            author = {"colorId": color, "name": person, "timestamp": 1_767_600_000_000}
            key = f"globalAuthor:{author_id(person)}"
            rows.append((key, author | {"padIDs": pads_of[person]}))
        lines = (json.dumps({"key": key, "val": value}) + "\n" for key, value in rows)
        (copy.data / "pads.db").write_text("".join(lines), encoding="utf-8")
        (copy.data / "SESSIONKEY.txt").write_text("5" * 64, encoding="utf-8")
        (copy.data / "APIKEY.txt").write_text("7" * 64, encoding="utf-8")

    def configure(self, copy: Copy) -> None:
        """Write the settings, which name the database and the port."""
        settings = {
            "title": "Stadtgarten Ost",
            "ip": "127.0.0.1",
            "port": copy.port,
            "dbType": "dirty",
            "dbSettings": {"filename": str(copy.data / "pads.db")},
            "skinName": "colibris",
            "defaultPadText": "",
            "suppressErrorsInPadText": True,
            "disableIPlogging": True,
            "loglevel": "WARN",
            # Each start would minify all scripts again, which takes longer than to send them.
            "minify": False,
            "importExportRateLimiting": {"windowMs": 1000, "max": 10_000},
            "commitRateLimiting": {"duration": 1, "points": 100_000},
        }
        (copy.data / "settings.json").write_text(json.dumps(settings), encoding="utf-8")

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Return the one server."""
        files = {"settings": "settings.json", "sessionkey": "SESSIONKEY.txt",
                 "apikey": "APIKEY.txt", "credentials": "credentials.json"}  # fmt: skip
        options = [
            word for name, file in files.items() for word in (f"--{name}", str(copy.data / file))
        ]
        command = ("node", str(copy.home / "src/node/server.js"), *options)
        # The nonexistent proxy prevents it from asking its makers for a newer version.
        nowhere = {"NODE_ENV": "production", "HTTPS_PROXY": "http://127.0.0.1:9"}
        return (Service(command=command, environment=nowhere),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return texts, chats (newest message last), saved versions, and marks in texts.

        An empty pad is left out: opening a wrong name creates one.
        """
        # An open editor sends text half a second after typing, and the server writes it later.
        time.sleep(_ON_ITS_WAY_S)
        held: dict[str, Any] = {}
        lines = (copy.data / "pads.db").read_text(encoding="utf-8").split("\n")
        # Anything after the last line break is still being written.
        for record in map(json.loads, filter(None, lines[:-1])):
            held[record["key"]] = record.get("val")
        parts: dict[str, list[dict[str, Any]]] = {"pads": [], "chat": [], "kept": [], "marks": []}
        talk: list[tuple[int, str, dict[str, Any]]] = []
        for key in sorted(held):
            value, (kind, *rest) = held[key], key.split(":")
            if kind != "pad" or not value:
                continue
            if len(rest) == 3 and rest[1] == "chat":
                author = held.get(f"globalAuthor:{value['userId']}") or {}
                entry = {"pad": rest[0], "text": value["text"], "person": author.get("name") or ""}
                talk.append((value["time"], rest[0], entry))
            elif len(rest) == 1 and value["atext"]["text"].strip():
                text, marks = _read(value)
                parts["pads"].append({"name": rest[0], "text": text})
                parts["marks"] += [{"pad": rest[0], **mark} for mark in marks]
                for version in value["savedRevisions"]:
                    saved = {"pad": rest[0], "revision": version["revNum"]}
                    parts["kept"].append(saved | {"label": version["label"]})
        parts["chat"] = [entry for _, _, entry in sorted(talk, key=lambda each: each[:2])]
        return dict(parts)


_OP = re.compile(r"((?:\*[0-9a-z]+)*)(?:\|[0-9a-z]+)?\+([0-9a-z]+)")


def _read(pad: dict[str, Any]) -> tuple[str, list[dict[str, str]]]:
    """Return the text of a pad, list items with a dash, and the marks on its parts."""
    pool = pad["pool"]["numToAttrib"]
    text, marks, place = "", [], 0
    raw = pad["atext"]["text"].encode("utf-16-le")
    for numbers, length in _OP.findall(pad["atext"]["attribs"]):
        end = place + 2 * int(length, 36)
        part = raw[place:end].decode("utf-16-le", "replace")
        place = end
        names = [pool[str(int(number, 36))] for number in numbers.split("*")[1:]]
        if any(name == "lmkr" for name, _ in names):
            part = "- "
        text += part
        for name in ("bold", "italic", "underline", "strikethrough"):
            if [name, "true"] in names:
                marks.append({"mark": name, "text": part})
    return text, marks
