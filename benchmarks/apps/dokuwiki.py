"""DokuWiki: a wiki whose pages are files; its forms are server-rendered."""

from __future__ import annotations

import base64
import gzip
import hashlib
import os
import shutil
import struct
import zlib
from pathlib import Path
from typing import Any, ClassVar

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .debian_files import moved, settled, unpack
from .dokuwiki_seed import MEDIA, PEOPLE, PERSON, groups, login, moment, revisions
from .installing import execute

_VERSION = "0.0.20220731.a-2"
_LIBRARIES = (
    "php-geshi=1.0.9.1-1",
    "libphp-simplepie=1.3.1+dfsg-5",
    "php-phpseclib",  # without a version, as security updates replace it
    "libjs-jquery=3.6.1+dfsg+~3.5.14-1",
    "libjs-jquery-cookie=12-4",
    "libjs-jquery-ui=1.13.2+dfsg-1",
)
_WORKERS = "4"
"""Worker processes: a page requests its styles, scripts and pictures at once."""

ADMIN = PERSON["lindner_mara"]
PASSWORD = "Wasser-Rad-17"

_PRELOAD = """<?php
define('DOKU_CONF', getenv('WIKI_DATA') . '/conf/');
"""
_SETTINGS = """<?php
$conf['title'] = 'Quellmann Pumpen';
$conf['tagline'] = 'staff wiki';
$conf['license'] = '';
$conf['useheading'] = '1';
$conf['youarehere'] = 1;
$conf['showuseras'] = 'username';
$conf['subscribers'] = 1;
"""
_PROTECTED = """<?php
$conf['savedir'] = dirname(DOKU_CONF) . '/data';
$conf['useacl'] = 1;
$conf['superuser'] = '@admin';
$conf['passcrypt'] = 'ssha';
$conf['autopasswd'] = 0;
$conf['disableactions'] = 'register,resendpwd';
$conf['recent_days'] = 36500;
$conf['dnslookups'] = 0;
$conf['updatecheck'] = 0;
$conf['mailfrom'] = '';
$conf['auth_security_timeout'] = 0;
"""
_PLUGINS = """<?php
$plugins['popularity'] = 0;
$plugins['safefnrecode'] = 0;
$plugins['testing'] = 0;
"""
_REQUIRED = """<?php
$plugins['authplain'] = 1;
$plugins['extension'] = 0;
"""
_ACL = """# acl.auth.php
# <?php exit()?>
*               @ALL        0
wiki:*          @ALL        1
wiki:*          @user       8
*               @user       8
handbook:*      @user       1
handbook:*      @human_resources  16
"""
_FOLDERS = ("attic", "cache", "index", "locks", "log", "media", "media_attic", "media_meta", "meta",
            "pages", "tmp")  # fmt: skip


def _press(key: str) -> TraceStep:
    return TraceStep(verb="press", value=key)


def _pick(selector: str) -> TraceStep:
    return click("", "", selector)


class DokuWiki(App):
    """The wiki of a pump manufacturer."""

    name: ClassVar[str] = "dokuwiki"
    summary: ClassVar[str] = "A wiki: pages in namespaces, old revisions, files, users and rights."
    front: ClassVar[str] = "server-drawn PHP, jQuery UI"
    version: ClassVar[str] = _VERSION
    licence: ClassVar[str] = "GPL-2"
    debian: ClassVar[tuple[str, ...]] = ("php-cli", "php-gd", "php-mbstring", "php-xml")
    ready: ClassVar[str] = "/doku.php"
    account: ClassVar[Account] = Account(
        user=login(ADMIN),
        password=PASSWORD,
        path="/doku.php?id=start&do=login",
        steps=(
            enter("Username", login(ADMIN)),
            enter("Password", PASSWORD, selector="input[name=p]"),
            click("button", "Log In"),
            wait_for("Logged in as"),
        ),
    )
    screens: ClassVar[tuple[Screen, ...]] = (
        Screen("log-in", "/doku.php?id=start&do=login", guest=True),
        Screen("start", "/doku.php?id=start"),
        Screen("minutes", "/doku.php?id=meetings:2026-02-16"),
        Screen("long-page", "/doku.php?id=handbook:rules"),
        Screen("search", "/doku.php?do=search&q=Weber"),
        Screen(
            "search-tools",
            "/doku.php?do=search&q=seals",
            steps=(
                _pick("button.toggleAssistant"),
                _pick(".advancedOptions .toggle:nth-of-type(3) .current"),
            ),
        ),
        Screen(
            "quick-search",
            "/doku.php?id=start",
            steps=(
                _pick("#qsearch__in"),
                *(_press(key) for key in "vasseur"),
                wait_for("Matching pagenames"),
            ),
        ),
        Screen("recent-changes", "/doku.php?id=start&do=recent"),
        Screen("revisions", "/doku.php?id=handbook:travel&do=revisions"),
        Screen("difference", "/doku.php?id=handbook:travel&do=diff"),
        Screen("sitemap", "/doku.php?id=team:start&do=index"),
        Screen("backlinks", "/doku.php?id=team:weber_jonas&do=backlink"),
        Screen("editor", "/doku.php?id=howto:badge&do=edit"),
        Screen(
            "editor-headings",
            "/doku.php?id=howto:badge&do=edit",
            steps=(click("button", "Select Headline"),),
        ),
        Screen(
            "editor-smileys",
            "/doku.php?id=howto:badge&do=edit",
            steps=(click("button", "Smileys"),),
        ),
        Screen(
            "editor-link",
            "/doku.php?id=howto:badge&do=edit",
            steps=(click("button", "Internal Link [L]"), wait_for("Link Wizard")),
        ),
        Screen("preview", "/doku.php?id=howto:crane&do=edit", steps=(click("button", "Preview"),)),
        Screen("new-page", "/doku.php?id=howto:new_machine&do=edit"),
        Screen("media", "/doku.php?id=start&do=media&ns=photos"),
        Screen("file", "/doku.php?id=start&do=media&ns=plans&image=plans:site_2026.png"),
        Screen("file-picker", "/lib/exe/mediamanager.php?ns=photos&edid=wiki__text"),
        Screen("subscription", "/doku.php?id=howto:crane&do=subscribe"),
        Screen("profile", "/doku.php?id=start&do=profile"),
        Screen("administration", "/doku.php?id=start&do=admin"),
        Screen("users", "/doku.php?id=start&do=admin&page=usermanager"),
        Screen("rights", "/doku.php?id=handbook:rules&do=admin&page=acl"),
        Screen("settings", "/doku.php?id=start&do=admin&page=config"),
    )

    def install(self, home: Path) -> None:
        """Unpack Debian's files, and let the wiki find its settings by the environment."""
        unpack(home, (f"dokuwiki={_VERSION}", *_LIBRARIES))
        settled(home)
        moved(home, "/usr/share/")
        (_programs(home) / "inc/preload.php").write_text(_PRELOAD, encoding="utf-8")

    def seed(self, copy: Copy) -> None:
        """Write pages, files and accounts as the wiki itself would, then its search index."""
        data = copy.data / "data"
        for name in _FOLDERS:
            (data / name).mkdir(parents=True)
        (copy.data / "sessions").mkdir()
        conf = copy.data / "conf"
        shutil.copytree(copy.home / "etc/dokuwiki", conf)
        for name, text in {
            "local.php": _SETTINGS,
            "local.protected.php": _PROTECTED,
            "plugins.local.php": _PLUGINS,
            "plugins.required.php": _REQUIRED,
            "acl.auth.php": _ACL,
            "users.auth.php": "".join(_account_lines()),
        }.items():
            (conf / name).unlink(missing_ok=True)
            (conf / name).write_text(text, encoding="utf-8")
        _write_pages(data)
        _write_media(data)
        execute(
            ["php", _programs(copy.home) / "bin/indexer.php", "--quiet"],
            environment=_environment(copy),
            folder=copy.data,
        )

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """One server, PHP's own."""
        command = (
            "php",
            *("-d", f"session.save_path={copy.data / 'sessions'}"),
            *("-d", "date.timezone=UTC", "-d", "display_errors=0", "-d", "sendmail_path=/bin/true"),
            *("-S", f"127.0.0.1:{copy.port}", "-t", str(_programs(copy.home))),
        )
        return (Service(command=command, environment=_environment(copy)),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return pages, files, accounts, rights, subscriptions and settings."""
        data, conf = copy.data / "data", copy.data / "conf"
        return {
            "pages": {
                _wiki_id(data / "pages", file, ".txt"): {
                    "text": plain_page(file.read_text(encoding="utf-8")),
                    "last": _last_change(data, _wiki_id(data / "pages", file, ".txt")),
                }
                for file in sorted((data / "pages").rglob("*.txt"))
            },
            "media": [
                {
                    "id": _wiki_id(data / "media", file, ""),
                    "digest": hashlib.sha256(file.read_bytes()).hexdigest()[:16],
                }
                for file in sorted((data / "media").rglob("*"))
                if file.is_file()
            ],
            "users": _accounts((conf / "users.auth.php").read_text(encoding="utf-8")),
            "rights": _rights((conf / "acl.auth.php").read_text(encoding="utf-8")),
            "subscriptions": [
                {"of": _wiki_id(data / "meta", file, ".mlist"), "who": line.split()}
                for file in sorted((data / "meta").rglob("*.mlist"))
                for line in file.read_text(encoding="utf-8").splitlines()
            ],
            "settings": (conf / "local.php").read_text(encoding="utf-8").splitlines(),
        }


def _programs(home: Path) -> Path:
    return home / "usr/share/dokuwiki"


def _environment(copy: Copy) -> dict[str, str]:
    return {"WIKI_DATA": str(copy.data), "PHP_CLI_SERVER_WORKERS": _WORKERS}


def _account_lines() -> list[str]:
    lines = ["# users.auth.php\n# <?php exit()?>\n"]
    for each in PEOPLE:
        user = login(each)
        salt = hashlib.sha256(user.encode()).digest()[:4]
        secret = PASSWORD if each is ADMIN else f"{PASSWORD}-{user}"
        digest = hashlib.sha1(secret.encode() + salt).digest()
        hashed = "{SSHA}" + base64.b64encode(digest + salt).decode()
        mail = f"{user}@quellmann.example"
        lines.append(f"{user}:{hashed}:{each.name}:{mail}:{','.join(groups(each))}\n")
    return lines


def _write_pages(data: Path) -> None:
    held: dict[str, str] = {}
    whole = []
    for each in revisions():
        path = each.page.replace(":", "/")
        kind = "E" if each.page in held else "C"
        size = len(each.text.encode()) - len(held.get(each.page, "").encode())
        line = (
            f"{each.when}\t127.0.0.1\t{kind}\t{each.page}\t{each.user}\t{each.summary}\t\t{size}\n"
        )
        whole.append(line)
        held[each.page] = each.text
        page = data / f"pages/{path}.txt"
        old = data / f"attic/{path}.{each.when}.txt.gz"
        changes = data / f"meta/{path}.changes"
        for file in (page, old, changes):
            file.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(each.text, encoding="utf-8")
        old.write_bytes(gzip.compress(each.text.encode(), mtime=0))
        for file in (page, old):
            # A file whose time differs from its change counts as an external edit.
            os.utime(file, (each.when, each.when))
        with changes.open("a", encoding="utf-8") as log:
            log.write(line)
    (data / "meta/_dokuwiki.changes").write_text("".join(whole), encoding="utf-8")


def _write_media(data: Path) -> None:
    whole = []
    for minute, (id, (day, width, height, colour)) in enumerate(MEDIA.items()):
        when = moment(day, 12, minute)
        path = id.replace(":", "/")
        line = f"{when}\t127.0.0.1\tC\t{id}\t{login(ADMIN)}\tcreated\t\t0\n"
        whole.append((when, line))
        file, changes = data / f"media/{path}", data / f"media_meta/{path}.changes"
        for each in (file, changes):
            each.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(_picture(width, height, colour))
        os.utime(file, (when, when))
        changes.write_text(line, encoding="utf-8")
    text = "".join(line for _, line in sorted(whole))
    (data / "meta/_media.changes").write_text(text, encoding="utf-8")


def _picture(width: int, height: int, colour: tuple[int, int, int]) -> bytes:
    """A PNG of one colour with a darker frame."""
    dark = bytes(part // 2 for part in colour)
    edge = b"\0" + dark * width
    row = b"\0" + dark * 6 + bytes(colour) * (width - 12) + dark * 6
    pixels = edge * 6 + row * (height - 12) + edge * 6

    def chunk(kind: bytes, body: bytes) -> bytes:
        checked = kind + body
        return struct.pack(">I", len(body)) + checked + struct.pack(">I", zlib.crc32(checked))

    header = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    parts = chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")
    return b"\x89PNG\r\n\x1a\n" + parts


def _wiki_id(root: Path, file: Path, suffix: str) -> str:
    return file.relative_to(root).as_posix().removesuffix(suffix).replace("/", ":")


def plain_page(text: str) -> str:
    """Return a page without insignificant differences: repeated spaces, trailing lines."""
    return "\n".join(" ".join(line.split()) for line in text.strip().splitlines())


def _last_change(data: Path, page: str) -> dict[str, str]:
    """Return who last changed a page, and how."""
    file = data / f"meta/{page.replace(':', '/')}.changes"
    if not file.exists():
        return {}
    _, _, kind, _, user, summary, *_ = file.read_text(encoding="utf-8").splitlines()[-1].split("\t")
    return {"kind": kind, "user": user, "summary": summary}


def _accounts(text: str) -> list[dict[str, Any]]:
    """Return accounts with a hash of the password, which reveals changes."""
    found = []
    for line in text.splitlines():
        if line.strip() and not line.startswith("#"):
            user, secret, name, mail, member = line.split(":")
            found.append(
                {
                    "user": user,
                    "name": name,
                    "mail": mail,
                    "groups": sorted(member.split(",")),
                    "secret": hashlib.sha256(secret.encode()).hexdigest()[:12],
                }
            )
    return sorted(found, key=lambda each: str(each["user"]))


def _rights(text: str) -> list[dict[str, Any]]:
    rows = [line.split() for line in text.splitlines() if line.strip() and not line.startswith("#")]
    return [{"of": of, "who": who, "level": int(level)} for of, who, level in rows]
