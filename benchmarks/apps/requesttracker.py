"""Request Tracker: the tickets of a city's libraries."""

from __future__ import annotations

import base64
import csv
import html
import json
import quopri
import re
import sqlite3
from contextlib import closing
from datetime import UTC, date, datetime, timedelta
from pathlib import Path
from typing import Any

from agent_e.benchmarks.tasks.record import TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .app import Account, App, Copy, Screen, Service
from .installing import execute

SHARED = Path("/usr/share/request-tracker5")
PASSWORD = "Leuchtturm-26"
MAIN = "lena.hofer"
_HERE = Path(__file__).parent

STAFF = {
    "lena.hofer": "Lena Hofer",
    "tom.berger": "Tom Berger",
    "priya.nair": "Priya Nair",
    "jonas.weiss": "Jonas Weiß",
    "johannes.weiss": "Johannes Weiss",
    "dieter.kranz": "Dieter Kranz",
    "sofia.marin": "Sofía Marín",
    "emil.sorensen": "Emil Sørensen",
    "yuki.tanaka": "Yuki Tanaka",
}
READERS = {
    "claire.dubois": "Claire Dubois",
    "claire.dubosc": "Claire Dubosc",
    "marta.keller": "Marta Keller",
    "anselm.vogt": "Anselm Vogt",
    "amrei.vogt": "Amrei Vogt",
    "nadia.rossi": "Nadia Rossi",
    "peter.oconnor": "Peter O'Connor",
    "heike.brandt": "Heike Brandt",
    "samuel.okafor": "Samuel Okafor",
}
GROUPS = {
    "Service Desk Team": ("tom.berger", "priya.nair", "jonas.weiss"),
    "Building Team": ("dieter.kranz", "sofia.marin"),
    "Acquisitions Team": ("emil.sorensen", "yuki.tanaka"),
    "Weekend Shift": ("tom.berger", "sofia.marin"),
    "First Aiders": ("priya.nair", "dieter.kranz", "yuki.tanaka"),
}
QUEUES = {
    "SD": ("Service Desk", "Computers, network, accounts", "Service Desk Team"),
    "BU": ("Buildings", "Rooms, heating, doors, cleaning", "Building Team"),
    "AC": ("Acquisitions", "Orders, licences, donations", "Acquisitions Team"),
    "PE": ("Personnel", "Colleagues who come, go and change", "Service Desk Team"),
}
SITES = ("Altstadt", "Depot", "Hafen", "Nordring", "Universität")
_TAGS = {"SD": "Asset tag", "AC": "Supplier"}
ACTIVE = ("new", "open", "stalled")
SEARCHES = {
    "Urgent and unfinished": "Priority = 100 AND Status = '__Active__'",
    "Nobody has taken it": "Owner = 'Nobody' AND Status = '__Active__'",
    "Stalled tickets": "Status = 'stalled'",
    "Harbour branch": "'CF.{Site}' = 'Hafen'",
}
DASHBOARD = "Morning round"

_FIRST_REPLIES = (
    "Thank you for writing. I have a look at it today and come back to you.",
    "Danke für die Meldung! Ich bin morgen ohnehin bei euch im Haus und sehe es mir an.",
    "I could not see the trouble from here. Does it happen to your colleagues, too?",
    "Merci pour le message. Je commande la pièce et je vous tiens au courant.",
    "I have tried a first thing from a distance. Please tell me whether it has changed anything.",
)
_SECOND_REPLIES = (
    "It is a bit better, but not good. Mornings are the worst.",
    "Yes, two colleagues have seen it as well.",
    "Bei uns hat sich leider nichts geändert.",
    "Thanks, we manage for now 👍",
)
_CLOSING = (
    "Done. Please write again if it comes back.",
    "Erledigt. Bitte meldet euch, falls es wieder auftritt.",
    "This is repaired, I have tried it three times.",
)
_WAITING = "I wait for an answer of the supplier and put this on hold until then."
ROOF_DAY = date(2026, 4, 14)
_ROOF_REPORT = """Report after today's visit with the roofer, Mr Paulsen.

1. The water does not come in above the cabinets. It enters at the chimney of the old boiler,
runs about nine metres along a beam and drips where the beam ends. That is why we looked for
the hole in the wrong place for two weeks.
2. The sheet metal around the chimney is torn on the side of the weather. Somebody repaired it
with tar before, probably in the nineties, and the tar has become brittle.
3. For the time being Mr Paulsen has nailed a tarpaulin over it. It holds until a strong storm.
4. For the proper repair he needs a scaffold in the yard. It is put up on 14 April 2026 and
stays for eight days. The van has to be parked in the street then.
5. He reckons with 6,480 euros without the scaffold, and with 1,150 euros for the scaffold. The
written offer comes by post.
6. The maps: cabinets 3 to 8 may stay. Cabinets 1 and 2 should not come back before the wood
is dry; Mr Paulsen says end of May, I would say June.

I have taken pictures and can send them to whoever needs them.
"""
TYPO = "I will come on Tusday afternoon and bring another lamp for the projector."
_EXTRA = {
    11: ("Correspond", TYPO),
    41: (
        "Comment",
        "The maker's man comes for 190 euros an hour. Let us ask for the warranty first.",
    ),
    42: ("Correspond", _ROOF_REPORT),
}
_REFERS = {5: 4, 46: 45}


def tickets() -> list[dict[str, str]]:
    """Return the tickets of the seed, by id from 1."""
    path = _HERE / "requesttracker_tickets.csv"
    with path.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file, delimiter="|"))
    return [{"id": str(number), **row} for number, row in enumerate(rows, 1)]


def _moment(row: dict[str, str], hours: float) -> int:
    start = datetime.fromisoformat(row["date"]).replace(tzinfo=UTC)
    offset = timedelta(hours=8 + hours, minutes=int(row["id"]) * 7 % 60)
    return int((start + offset).timestamp())


def _events(row: dict[str, str]) -> list[dict[str, Any]]:
    """Return the events after a ticket was written, from its last columns."""
    number, found = int(row["id"]), []

    def event(hours: float, by: str, what: str, **more: Any) -> None:
        moment = _moment(row, hours)
        found.append({"ticket": number, "time": moment, "by": by, "what": what, **more})

    if row["priority"] != "0":
        event(1, MAIN, "Priority", value=int(row["priority"]))
    owner = row["owner"]
    if not owner:
        return found
    event(2, MAIN, "Owner", value=owner)
    first = _FIRST_REPLIES[number % len(_FIRST_REPLIES)]
    event(3, owner, "Correspond", text=first, minutes=int(row["minutes"]))
    if number % 3:
        second = _SECOND_REPLIES[number % len(_SECOND_REPLIES)]
        event(26, row["requestor"], "Correspond", text=second, minutes=0)
    if number in _EXTRA:
        what, text = _EXTRA[number]
        event(50, owner, what, text=text, minutes=0)
    if number in _REFERS:
        event(51, owner, "Link", kind="RefersTo", to=_REFERS[number])
    closing = _CLOSING[number % len(_CLOSING)]
    last = {"resolved": ("Correspond", closing), "stalled": ("Comment", _WAITING)}
    if row["status"] in last:
        what, text = last[row["status"]]
        event(98, owner, what, text=text, minutes=0)
    if row["status"] != "open":
        event(99, owner, "Status", value=row["status"])
    if row["priority"] == "100" and row["status"] == "open":
        due = datetime.fromisoformat(row["date"]) + timedelta(days=90)
        event(100, MAIN, "Due", value=f"{due:%Y-%m-%d} 00:00:00")
    return found


def _seed_data() -> dict[str, Any]:
    people = [(name, shown, 1) for name, shown in STAFF.items()]
    people += [(name, shown, 0) for name, shown in READERS.items()]
    rows = tickets()
    return {
        "main": MAIN,
        "users": [
            {
                "Name": name,
                "RealName": shown,
                "EmailAddress": f"{name}@stadtbuecherei.example",
                "Privileged": privileged,
                "Organization": "City Libraries",
                **({"Password": PASSWORD} if name == MAIN else {}),
            }
            for name, shown, privileged in people
        ],
        "groups": [
            {"name": name, "about": "", "members": members} for name, members in GROUPS.items()
        ],
        "queues": [
            {"key": key, "name": name, "about": about, "team": team}
            for key, (name, about, team) in QUEUES.items()
        ],
        "fields": [
            _field("Site", "Which house it is about", tuple(QUEUES), SITES),
            _field("Category", "Kind of thing", tuple(QUEUES), _categories(rows)),
            _field("Asset tag", "On the sticker of the device", ("SD",)),
            _field("Supplier", "Who sells it", ("AC",)),
        ],
        "tickets": [
            {
                "queue": row["queue"],
                "time": _moment(row, 0),
                "subject": row["subject"],
                "requestor": row["requestor"],
                "text": row["text"],
                "fields": fields_of(row),
            }
            for row in rows
        ],
        "events": sorted((each for row in rows for each in _events(row)), key=lambda e: e["time"]),
        "searches": [{"name": name, "query": query} for name, query in SEARCHES.items()],
        "dashboard": DASHBOARD,
    }


def fields_of(row: dict[str, str]) -> dict[str, str]:
    """Return the custom fields of a seed ticket."""
    fields = {"Site": row["site"], "Category": row["category"]}
    if row["tag"]:
        fields[_TAGS[row["queue"]]] = row["tag"]
    return fields


def _categories(rows: list[dict[str, str]]) -> tuple[str, ...]:
    return tuple(sorted({row["category"] for row in rows}))


def _field(
    name: str, about: str, queues: tuple[str, ...], values: tuple[str, ...] = ()
) -> dict[str, Any]:
    kind = ("Select", "Dropdown") if values else ("Freeform", "")
    return {
        "name": name,
        "about": about,
        "type": kind[0],
        "shown": kind[1],
        "queues": queues,
        "values": values,
    }


_CONFIG = """
Set($rtname, 'libraries');
Set($Organization, 'stadtbuecherei.example');
Set($WebDomain, '127.0.0.1');
Set($WebPort, $ENV{RT_COPY_PORT});
Set($WebPath, '');
Set($Timezone, 'UTC');
Set($CorrespondAddress, 'help@stadtbuecherei.example');
Set($CommentAddress, 'help-comment@stadtbuecherei.example');
Set($DatabaseType, 'SQLite');
Set($DatabaseName, "$ENV{RT_COPY_DATA}/rt.db");
Set($WebSessionClass, 'Apache::Session::File');
Set($LogToSyslog, undef);
Set($LogToSTDERR, 'warning');
Set($LogDir, $ENV{RT_COPY_DATA});
Set($MailCommand, 'sendmailpipe');
Set($SendmailPath, '/bin/true');
Set($RecordOutgoingEmail, 0);
Set(%GnuPG, Enable => 0);
Set(%SMIME, Enable => 0);
Set(%FullTextSearch, Enable => 1, Indexed => 0);
$RT::MasonDataDir = "$ENV{RT_COPY_DATA}/mason";
$RT::MasonSessionDir = "$ENV{RT_COPY_DATA}/sessions";
$RT::VarPath = $ENV{RT_COPY_DATA};
1;
"""


class RequestTracker(App):
    """Request Tracker 5 of Debian on SQLite, run by its own server."""

    name = "requesttracker"
    summary = "Tickets of a city's libraries: queues, people, searches, custom fields."
    front = "pages drawn by the server, with jQuery, Bootstrap and a rich-text editor in a frame"
    version = "5.0.3"
    licence = "GPL-2.0-only"
    debian = (
        "dbconfig-no-thanks",
        "msmtp-mta",
        "rt5-db-sqlite",
        "rt5-standalone",
        "request-tracker5",
    )
    ready = "/NoAuth/Login.html"
    account = Account(
        user=MAIN,
        password=PASSWORD,
        path="/",
        steps=(
            enter("Username", MAIN, selector="input[name=user]"),
            enter("Password", PASSWORD, selector="input[name=pass]"),
            click("button", "Login", selector="input[type=submit][value=Login]"),
            wait_for("Logged in as"),
        ),
    )

    screens = (
        Screen("log-in", "/", guest=True),
        Screen("home", "/"),
        Screen("own-page", "/", steps=(TraceStep(verb="click", selector="#preferences"),)),
        Screen(
            "actions-menu",
            "/Ticket/Display.html?id=42",
            steps=(TraceStep(verb="click", selector="#page-actions"),),
        ),
        Screen("ticket", "/Ticket/Display.html?id=42"),
        Screen(
            "edit-in-place",
            "/Ticket/Display.html?id=11",
            steps=(
                TraceStep(verb="click", selector=".ticket-info-basics .inline-edit-toggle.edit"),
            ),
        ),
        Screen("history", "/Ticket/History.html?id=42"),
        Screen("reply", "/Ticket/Update.html?id=47&Action=Respond"),
        Screen(
            "status-list",
            "/Ticket/Update.html?id=47&Action=Respond",
            steps=(TraceStep(verb="click", selector=".bootstrap-select:has(select[name=Status])"),),
        ),
        Screen(
            "date-picker",
            "/Ticket/ModifyDates.html?id=41",
            steps=(TraceStep(verb="click", selector="input[name=Due_Date]"),),
        ),
        Screen(
            "person-picker",
            "/Ticket/ModifyPeople.html?id=41",
            steps=(TraceStep(verb="click", selector="input[name=WatcherAddressEmail1]"),),
        ),
        Screen("new-ticket", "/", steps=(click("button", "Create new ticket"),)),
        Screen("jumbo", "/Ticket/ModifyAll.html?id=41"),
        Screen("query-builder", "/Search/Build.html?NewQuery=1"),
        Screen(
            "results-page-2",
            "/Search/Results.html?Query=id%3E0",
            steps=(
                TraceStep(verb="click", selector=".pagenum a >> nth=0"),
                wait_for("Mouse pointer jumps"),
            ),
        ),
        Screen(
            "bulk-update",
            "/Search/Results.html?Query=Owner%20%3D%20%27jonas.weiss%27",
            steps=(TraceStep(verb="click", selector="#page-bulk"),),
        ),
        Screen("chart", "/Search/Chart.html?Query=id%3E0&GroupBy=Status&ChartStyle=bar%2Btable"),
        Screen("simple-search", "/Search/Simple.html?q=pink"),
        Screen(
            "dashboard",
            "/Dashboards/index.html",
            steps=(
                click("link", DASHBOARD, selector=f"a:text-is('{DASHBOARD}') >> nth=-1"),
                wait_for("Stalled tickets"),
            ),
        ),
        Screen("groups", "/Admin/Groups/index.html"),
        Screen("custom-fields", "/Admin/CustomFields/index.html"),
        Screen("settings", "/Prefs/Other.html"),
    )

    def install(self, home: Path) -> None:
        """Write its settings; the programs are Debian's."""
        (home / "RT_SiteConfig.pm").write_text(_CONFIG, encoding="utf-8")
        (home / "site.d").mkdir()

    def seed(self, copy: Copy) -> None:
        """Create the database, then fill it through its own classes at set times."""
        (copy.data / "sessions").mkdir()
        (copy.data / "mason").mkdir()
        words = self._words(copy)
        setup = ("rt-setup-database-5", "--action", "init", "--force", "--dba-password", "")
        execute(setup, environment=words, folder=copy.data)
        given = json.dumps(_seed_data())
        script = _HERE / "requesttracker_seed.pl"
        execute(("perl", script), environment=words, folder=copy.data, given=given)

    def services(self, copy: Copy) -> tuple[Service, ...]:
        """Several workers of its own server."""
        server = str(SHARED / "libexec/rt-server")
        where = ("--host", "127.0.0.1", "--port", str(copy.port))
        command = (server, *where, "--max-workers", "4")
        return (Service(command=command, environment=self._words(copy)),)

    def state(self, copy: Copy) -> dict[str, Any]:
        """Return tickets with their messages, people, groups, searches, dashboards."""
        with closing(sqlite3.connect(f"file:{copy.data}/rt.db?mode=ro", uri=True)) as base:
            base.row_factory = sqlite3.Row
            return _read(base)

    @staticmethod
    def _words(copy: Copy) -> dict[str, str]:
        return {
            "RT_SITE_CONFIG": str(copy.home / "RT_SiteConfig.pm"),
            "RT_SITE_CONFIG_DIR": str(copy.home / "site.d"),
            "RT_COPY_DATA": str(copy.data),
            "RT_COPY_PORT": str(copy.port),
        }


def _read(database: sqlite3.Connection) -> dict[str, Any]:
    def rows(query: str) -> list[sqlite3.Row]:
        return database.execute(query).fetchall()

    names = {row["id"]: row["Name"] for row in rows("SELECT id, Name FROM Users")}
    queues = {row["id"]: row["Name"] for row in rows("SELECT id, Name FROM Queues")}
    roles: dict[tuple[int, str], list[str]] = {}
    for row in rows(
        "SELECT g.Instance, g.Name, m.MemberId FROM Groups g JOIN GroupMembers m"
        " ON m.GroupId = g.id WHERE g.Domain = 'RT::Ticket-Role' AND g.Name != 'Owner'"
    ):
        who = names.get(row["MemberId"], str(row["MemberId"]))
        roles.setdefault((row["Instance"], row["Name"]), []).append(who)
    fields: dict[int, dict[str, str]] = {}
    for row in rows(
        "SELECT v.ObjectId, f.Name, v.Content FROM ObjectCustomFieldValues v JOIN CustomFields f"
        " ON f.id = v.CustomField WHERE v.ObjectType = 'RT::Ticket'"
        " AND v.Disabled = 0 ORDER BY v.id"
    ):
        fields.setdefault(row["ObjectId"], {})[row["Name"]] = row["Content"]
    links: dict[int, list[str]] = {}
    for row in rows("SELECT LocalBase, Type, LocalTarget FROM Links ORDER BY Type, LocalTarget"):
        links.setdefault(row["LocalBase"], []).append(f"{row['Type']} {row['LocalTarget']}")
    messages: dict[int, list[dict[str, str]]] = {}
    for row in rows(
        "SELECT t.ObjectId, t.Type, t.Creator, a.Content, a.ContentEncoding, a.ContentType"
        " FROM Transactions t JOIN Attachments a ON a.TransactionId = t.id"
        " WHERE t.ObjectType = 'RT::Ticket' AND t.Type IN ('Create', 'Correspond', 'Comment')"
        " AND a.ContentType IN ('text/plain', 'text/html') ORDER BY t.id, a.id"
    ):
        messages.setdefault(row["ObjectId"], []).append(
            {"kind": row["Type"], "by": names[row["Creator"]], "text": _text(row)}
        )
    return {
        "tickets": [
            {
                "id": row["id"],
                "queue": queues[row["Queue"]],
                "subject": row["Subject"],
                "status": row["Status"],
                "owner": names[row["Owner"]],
                "priority": row["Priority"],
                "due": _day(row["Due"]),
                "minutes": row["TimeWorked"],
                "left": row["TimeLeft"],
                "requestors": sorted(roles.get((row["id"], "Requestor"), [])),
                "cc": sorted(roles.get((row["id"], "Cc"), [])),
                "admin_cc": sorted(roles.get((row["id"], "AdminCc"), [])),
                "fields": fields.get(row["id"], {}),
                "links": links.get(row["id"], []),
                "merged_into": row["EffectiveId"] if row["EffectiveId"] != row["id"] else None,
                "messages": messages.get(row["id"], []),
            }
            for row in rows("SELECT * FROM Tickets ORDER BY id")
        ],
        "users": [
            dict(row)
            for row in rows(
                "SELECT Name AS name, RealName AS real_name, EmailAddress AS mail,"
                " Organization AS organization FROM Users ORDER BY id"
            )
        ],
        "groups": {
            row["Name"]: sorted(
                names.get(member["MemberId"], str(member["MemberId"]))
                for member in rows(f"SELECT MemberId FROM GroupMembers WHERE GroupId = {row['id']}")
            )
            for row in rows("SELECT id, Name FROM Groups WHERE Domain = 'UserDefined'")
        },
        "queues": [
            {"name": row["Name"], "about": row["Description"], "disabled": bool(row["Disabled"])}
            for row in rows("SELECT * FROM Queues ORDER BY id")
        ],
        "kept": sorted(
            f"{row['Name']}: {row['Description']}"
            for row in rows(
                "SELECT Name, Description FROM Attributes"
                " WHERE Name IN ('SavedSearch', 'Dashboard') AND ObjectType != 'RT::System'"
            )
        ),
    }


def _day(moment: str | None) -> str:
    """Return the day of a database timestamp; the empty text stands for never."""
    return "" if not moment or moment.startswith("1970") else moment[:10]


def _text(row: sqlite3.Row) -> str:
    content = row["Content"] or ""
    plain = content.encode() if isinstance(content, str) else bytes(content)
    match row["ContentEncoding"]:
        case "quoted-printable":
            plain = quopri.decodestring(plain)
        case "base64":
            plain = base64.b64decode(plain)
    text = plain.decode("utf-8", "replace")
    if row["ContentType"] == "text/html":
        text = html.unescape(re.sub(r"<[^>]+>", " ", text))
    return " ".join(text.split())
