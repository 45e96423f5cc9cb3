"""Trac's seed data: people, tickets, pages and milestones of a ferry line's software team."""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import TypeVar

T = TypeVar("T")

ADMIN = "petra.vogel"
PEOPLE = {
    ADMIN: "Petra Vogel",
    "mara.lindqvist": "Mara Lindqvist",
    "maria.lindquist": "Maria Lindquist",
    "jonas.brandt": "Jonas Brandt",
    "jonah.brand": "Jonah Brand",
    "amelie.roux": "Amélie Roux",
    "tomasz.gil": "Tomasz Gil",
    "nils.aagaard": "Nils Aagaard",
}
COMPONENTS = {
    "booking": ("amelie.roux", "Web shop, carts, group bookings"),
    "timetable": ("tomasz.gil", "Departures, seasons, cancellations"),
    "gate scanner": ("jonas.brandt", "Handheld and fixed scanners on the piers"),
    "payments": ("mara.lindqvist", "Cards, vouchers, refunds, tills"),
    "mobile app": ("maria.lindquist", "Passenger app for phones"),
    "crew roster": ("nils.aagaard", "Shifts, swaps, rest times"),
    "reports": ("jonah.brand", "Figures for the office and the port authorities"),
    "translations": ("amelie.roux", "German, French and Norwegian texts"),
}
VERSIONS = {"2.2": "2025-09-15", "2.3": "2026-01-19", "2.4-beta": "2026-02-23"}
MILESTONES: dict[str, tuple[str, str, str]] = {
    "2.3 Winter timetable": ("2026-01-16", "2026-01-19", "Shipped. //Merci à tous !//"),
    "2.4 Easter traffic": ("2026-03-27", "", "All that has to hold on the **Easter** weekend."),
    "2.5 Summer season": ("2026-06-12", "", "Longer days, more sailings, the Port-Brisard line."),
    "2.5.1 Midsummer fixes": ("2026-06-30", "", "Only small repairs, no new functions."),
    "Someday": ("", "", "Ideas without a date."),
}
HARBOURS = ("all", "Harlesund", "Skarvik", "Skarnvik", "Port-Brisard", "Kaltenhafen")
PRIORITIES = ("blocker", "critical", "major", "minor", "trivial")

_SUMMARIES = {
    "booking": """Group of 21 is charged as two groups of 10 and one single
        Cart forgets the dog when the date is changed
        Show the price for cyclists before the departure is chosen
        Confirmation page lists the return sailing first
        Booking for 29 February lands on 1 March
        Let travel agencies hold 40 seats for a week
        Umlauts in Straßenname are lost on the invoice
        Button "Weiter" stays grey after the back button
        Cart forgets the pram when the date is changed
        Ask for the height of camper vans
        Remove the fax number from the order form
        Waiting list for full sailings 🚢""",
    "timetable": """Last sailing of the day is missing on Sundays
        Import tide tables for 2027
        Cancelled sailing still counts down on the pier display
        Public holidays of Port-Brisard are those of Harlesund
        Print timetable on one A3 page
        Delay of 5 minutes is announced as 5 hours
        Mark sailings without vehicle deck
        Timetable filter forgets the harbour on reload
        Season ends a day early in the export
        Add the extra evening boat for the lantern festival
        Departure 24:00 cannot be saved
        Copy a week of sailings to another week""",
    "gate scanner": """Scanner beeps twice for return tickets
        Gate does not open for prams in Skarvik
        Gate does not open for prams in Skarnvik
        Scanner refuses tickets whose QR code is cracked
        Battery level is shown upside down
        Scanner accepts yesterday's ticket until 3 a.m.
        Count passengers without ticket by age group
        Two beeps when a return ticket is scanned
        Vibrate in addition to the beep
        Scanner clock runs ahead after the firmware update
        Order ten spare holsters
        Offline mode keeps no more than 200 tickets""",
    "payments": """Refund of a voucher is paid out in cash
        Till in Kaltenhafen is short by one cent every evening
        Card terminal times out behind the steel door
        Voucher code with the letter O is taken for zero
        Receipts show the old VAT rate
        Let people pay with two vouchers at once
        Refund fee is charged twice for couples
        Rechnungskopie per E-Mail kommt leer an
        Reconcile the tills of January
        Tip jar button for the café on board
        Terminal prints the receipt in Norwegian in Port-Brisard
        Paying by invoice for school classes""",
    "mobile app": """App shows the wrong pier after the switch to night mode
        Push message arrives after the boat has left
        Ticket vanishes when the phone has no signal
        Map of Kaltenhafen is mirrored
        Larger type for the boarding time
        Share a ticket with a fellow traveller
        App asks for the location on each start
        Login with passkey fails on tablets
        Write the accessibility statement
        Wallet pass has the wrong colour
        Let children's tickets be sorted by name
        App crashes on the emoji in a ship's name ⛴️""",
    "crew roster": """Swap of shifts needs two approvals instead of one
        Rest time of 11 hours is not enforced over midnight
        Captain is listed twice on the Lachmöwe
        Export of the roster to the calendar shifts by an hour
        Show birthdays on the roster
        Planifier les remplacements pendant les vacances
        Deckhands can see the salaries of others
        Roster cannot be printed in landscape
        Clean up shifts of people who left
        Standby list ignores part-time staff
        Remind of expiring sea medical certificates
        Night bonus is missing for 1 January""",
    "reports": """Monthly figures count crew as passengers
        Chart of vehicles has no legend
        Figures for the port authority are sent as one column
        Average load is over 100 percent in July
        Report of lost property by ship
        Compare two weeks side by side
        CSV uses a comma as decimal sign and separator
        Weekly mail goes to people who left
        Delete figures older than ten years
        Report on cancelled sailings leaves out Skarnvik
        Percentages do not add up to 100
        Heat map of the busiest hours""",
    "translations": """"Fähre" is translated as "fairy"
        French page says "bateau à moteur" for all ships
        Missing plural in German cancellation notice
        Norwegian texts cut off on small screens
        Agree on one word for pier, quay and jetty
        Date format in French mails is American
        Formal or informal address in German?
        Placeholder {ship} shown in the Norwegian mail
        Collect texts for the screen reader
        Spelling of Port-Brisard differs in five places
        Translate the safety leaflet
        English page says "Weiter" on the button""",
}
_NOTES = (
    "Seen again this morning on pier 2.",
    "I cannot repeat it with a fresh account. Which browser was it?",
    "Talked to the harbour master: not urgent, but //bitte nicht vergessen//.",
    "A first version is on the test machine.",
    "The cause is an old table of codes; a repair takes half a day.",
    "D'accord. Please add a test for it.",
)
_REASONS = (
    "It was reported by two passengers and the crew of the Lachmöwe.",
    "Steps:\n 1. Open the page.\n 1. Choose a departure.\n 1. Look at the total.",
    "Found while preparing the figures for the board.\n\n{{{\nERR 4711: value out of range\n}}}",
    "A colleague asked for it. See wiki:Guide/Glossary for the words that we use.",
)
_WISHES = re.compile(
    "Add|Agree|Ask|Clean|Collect|Compare|Copy|Count|Delete|Formal|Heat|Import|Larger|Let |Mark|"
    "Order|Paying|Planifier|Print|Reconcile|Remind|Remove|Report of|Share|Show|Tip|Translate|"
    "Vibrate|Waiting|Write"
)
"""First words of tickets that are not defects."""
DOUBLE = "Two beeps when a return ticket is scanned"
ORIGINAL = "Scanner beeps twice for return tickets"


@dataclass(frozen=True, kw_only=True, slots=True)
class Ticket:
    """One ticket of the seed."""

    id: int
    type: str
    component: str
    priority: str
    milestone: str
    version: str
    owner: str
    reporter: str
    status: str
    resolution: str
    summary: str
    description: str
    keywords: str
    harbour: str
    hours: int
    made: datetime
    comments: tuple[tuple[str, str], ...]

    @property
    def open(self) -> bool:
        """Whether it is unresolved."""
        return self.status != "closed"


def _pick(options: Sequence[T], *key: object) -> T:
    """Choose by a checksum: the same on every machine and Python version."""
    return options[zlib.crc32("|".join(map(str, key)).encode()) % len(options)]


def _tickets() -> Iterator[Ticket]:
    pairs = [(part, line.strip()) for part in _SUMMARIES for line in _SUMMARIES[part].splitlines()]
    pairs.sort(key=lambda pair: zlib.crc32(pair[1].encode()))
    ids = {summary: number for number, (_, summary) in enumerate(pairs, 1)}
    for number, (component, summary) in enumerate(pairs, 1):
        milestone = _pick(list(MILESTONES), "milestone", summary)
        closed = bool(MILESTONES[milestone][1]) or _pick((False, False, True), "done", summary)
        status, resolution = "closed", _pick(("fixed", "fixed", "wontfix", "invalid"), "r", summary)
        notes = [
            (_pick(list(PEOPLE), "who", summary, each), _pick(_NOTES, "note", summary, each))
            for each in range(_pick(range(4), "notes", summary))
        ]
        owner = COMPONENTS[component][0]
        if _pick((True, False, False), "lent", summary):
            owner = _pick(list(PEOPLE), "owner", summary)
        if summary == ORIGINAL:
            closed, milestone, owner = False, "2.4 Easter traffic", "maria.lindquist"
        if summary == DOUBLE:
            closed, resolution, owner = True, "duplicate", "mara.lindqvist"
            notes.append(("tomasz.gil", f"The same as #{ids[ORIGINAL]}; let us go on there."))
        if not closed:
            status, resolution = _pick(("new", "new", "assigned", "accepted"), "s", summary), ""
        yield Ticket(
            id=number,
            type=_pick(("enhancement", "task"), "type", summary)
            if _WISHES.match(summary)
            else "defect",
            component=component,
            priority=_pick((*PRIORITIES[1:], "major", "minor"), "priority", summary),
            milestone=milestone,
            version=_pick(list(VERSIONS), "version", summary),
            owner=owner,
            reporter=_pick(list(PEOPLE), "reporter", summary),
            status=status,
            resolution=resolution,
            summary=summary,
            description=_pick(_REASONS, "reason", summary),
            keywords=_pick(("", "", "passengers", "crew easter", "passengers pier"), "k", summary),
            harbour=next((each for each in HARBOURS if each in summary), "")
            or _pick(HARBOURS, "harbour", summary),
            hours=_pick((1, 2, 3, 4, 5, 8, 12, 16, 24), "hours", summary),
            made=datetime(2026, 1, 5, 8, 30, tzinfo=UTC) + timedelta(hours=13 * number),
            comments=tuple(notes),
        )


TICKETS = tuple(_tickets())

_ROTA = (
    ("9", "23 February", "Jonas Brandt", "4471"),
    ("10", "2 March", "Amélie Roux", "4475"),
    ("11", "9 March", "Maria Lindquist", "4473"),
    ("12", "16 March", "Tomasz Gil", "4476"),
    ("13", "23 March", "Mara Lindqvist", "4472"),
)
_EARLIER_ROTA = (_ROTA[0], _ROTA[1], ("11", "9 March", "Nils Aagaard", "4477"), *_ROTA[3:])
ROTA_BEFORE = _EARLIER_ROTA[2][2]


def _rota(rows: Sequence[tuple[str, str, str, str]]) -> str:
    lines = ["||=Week =||=From =||=Person =||=Telephone =||"]
    lines += [f"||{week} ||{day} ||{who} ||{phone} ||" for week, day, who, phone in rows]
    table = "\n".join(lines)
    return f"= On call\n\nWho is called when a pier stands still.\n\n{table}\n\nSwaps: write here."


CHECKLIST = """= Release checklist

 * Freeze the texts a week before
 * Ask Skarvik and Skarnvik for a quiet hour
 * Back up the tills
 * Install on the test pier first
 * Tell the crews: //kurz und freundlich//"""
PAGES: dict[str, tuple[tuple[str, str, str, str], ...]] = {
    "Guide/OnCall": (
        ("2026-01-12", "nils.aagaard", _rota(_EARLIER_ROTA), "Weeks 9 to 13"),
        ("2026-02-18", "petra.vogel", _rota(_ROTA), "Swapped a week"),
    ),
    "Release/Checklist": (("2026-01-20", "tomasz.gil", CHECKLIST, "After 2.3"),),
    "Release/Notes": (
        ("2026-01-19", "petra.vogel", "= 2.3\n\n * Winter timetable\n * New tills", "2.3"),
    ),
    "Guide/Glossary": (
        (
            "2026-01-08",
            "amelie.roux",
            "= Glossary\n\n||=English =||=Deutsch =||=Français =||\n||pier ||Anleger ||quai ||\n"
            "||ferry ||Fähre ||bac ||\n||crew ||Besatzung ||équipage ||\n"
            "||voucher ||Gutschein ||bon ||",
            "",
        ),
    ),
    "Guide/GateScanner": (
        (
            "2026-01-09",
            "jonas.brandt",
            "= Gate scanner\n\n"
            + "\n\n".join(
                f"== Step {each}\n\nHold the scanner a hand's width above the code, wait for the "
                f"green light and the short tone, and let the passenger pass. If lamp {each} stays "
                "dark, put the scanner into its cradle, count to ten and begin again; on the "
                "second time take the spare one and write down the number on its back."
                for each in range(1, 13)
            ),
            "Written down at last 😀",
        ),
    ),
    "Meetings/2026-02-04": (
        ("2026-02-04", "petra.vogel", "= 4 February\n\n * Easter: freeze on 20 March", ""),
    ),
    "Meetings/2026-02-18": (
        ("2026-02-18", "petra.vogel", "= 18 February\n\n * Easter: freeze moved to 18 March", ""),
    ),
}
START_PAGE = """= Fährwerk

The software of the ferry line, from the web shop to the gate.

 * [wiki:Guide/OnCall On call]
 * [wiki:Guide/GateScanner Gate scanner]
 * [wiki:Guide/Glossary Glossary]
 * [wiki:Release/Checklist Release checklist]
 * [wiki:Release/Notes Release notes]
 * [wiki:Meetings/2026-02-04 Meeting of 4 February], [wiki:Meetings/2026-02-18 18 February]

Milestones are on the [/roadmap roadmap]."""
