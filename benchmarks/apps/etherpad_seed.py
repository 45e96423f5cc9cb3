"""Etherpad's seed data: the authors, 27 pads with all changes to them, chats.

A text is given as it was after each change. A line that starts with ``- `` is a list item; text
between two ``**`` is bold. Each text ends with an empty line, where a new one is begun.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta

PEOPLE = {
    "Mira Okafor": 0,
    "Ines Albrecht": 5,
    "Inés Alvarado": 9,
    "Jonas Weidner": 12,
    "Jonah Weidmann": 17,
    "Gökhan Aydın": 22,
    "Élodie Perrin": 28,
    "Wilhelmine Kraft": 33,
}
"""The authors, with the number of their colour."""
MIRA, INES, INES_A, JONAS, JONAH, GOEKHAN, ELODIE, WILMA = PEOPLE


Talk = tuple[tuple[str, str], ...]


@dataclass(frozen=True, kw_only=True, slots=True)
class Change:
    """A text as somebody left it; ``keep`` is its name if saved as a version."""

    person: str
    moment: datetime
    text: str
    keep: str = ""


@dataclass(frozen=True, kw_only=True, slots=True)
class Pad:
    """A pad with its history and its chat, by person and text."""

    name: str
    changes: tuple[Change, ...]
    talk: Talk = ()

    @property
    def text(self) -> str:
        """Its current text."""
        return self.changes[-1].text


def _pad(name: str, day: str, *texts: tuple[str, ...], talk: Talk = ()) -> Pad:
    begun = datetime.fromisoformat(day).replace(tzinfo=UTC)
    changes = []
    for number, (person, text, *keep) in enumerate(texts):
        moment = begun + timedelta(hours=number * 29, minutes=number * 13)
        full = text.strip("\n") + "\n\n"
        changes.append(Change(person=person, moment=moment, text=full, keep="".join(keep)))
    return Pad(name=name, changes=tuple(changes), talk=talk)


TEAM = (MIRA, INES, INES_A, JONAS, GOEKHAN, ELODIE, WILMA)
MEETINGS = tuple(date(2026, 1, 8) + timedelta(weeks=week) for week in range(14))
_TOPICS = (
    ("Water meter", "The pipe to the lower beds froze; we drain it until March."),
    ("Tool shed", "Two spades are missing. Everybody looks in their own cellar, bitte."),
    ("Compost", "The third bay stays closed until it has cooled down."),
    ("Neighbours", "Frau Lohse asks that nobody saws on Sundays 🙏."),
    ("Bees", "Both hives came through the frost; the small one is fed."),
    ("Insurance", "The new policy covers the trampoline only with a net."),
    ("Visite de Lyon", "Nos amis viennent en mai; on cherche six lits."),
)
_DECISIONS = (
    "buy seed potatoes together",
    "paint the gate in June, not before",
    "lend the wheelbarrow only against a deposit of 10 euros",
    "keep the fire bowl locked away in dry weeks",
    "ask the school for its old benches",
)


def present(week: int) -> tuple[str, ...]:
    """Return who attended the team's meeting of a week."""
    return tuple(
        person
        for place, person in enumerate(TEAM)
        if (week * 5 + place * 3) % 7 not in (1, 4) or (place + week) % 5 == 0
    )


def _minutes(week: int, day: date) -> Pad:
    there = present(week)
    apart = [person for person in TEAM if person not in there]
    topic, topic_text = _TOPICS[week % 7]
    other, also = _TOPICS[(week * 3 + 2) % 7]
    head = f"**Team meeting of {day:%d.%m.%Y}**\nPresent: {', '.join(there)}\n"
    absent = f"Excused: {', '.join(apart) or 'nobody'}\n"
    agenda = f"\n**{topic}**\n{topic_text}\n"
    first = head + absent + agenda
    tasks = f"\n**Tasks**\n- {there[0]}: write to everybody\n- {there[-1]}: bring the key\n"
    decided = f"\n**Decided**\n- We {_DECISIONS[week % 5]}.\n"
    whole = first + f"\n**{other}**\n{also}\n" + decided + tasks
    return _pad(
        f"Team-{day}",
        f"{day}T18:30",
        (there[0], head),
        (there[1], first),
        (there[0], whole, "As sent round" if week % 4 == 0 else ""),
        talk=((there[1], "I cannot stay longer than eight."),) if week % 3 else (),
    )


_PRESS = """**The garden opens again**
For the press, free from 1 April 2026.

After a winter of building, the Stadtgarten Ost opens its gate on Saturday, {day} May, {hour}
There will be seedlings, cake and a tour in German and Turkish every hour. Entrance is free.

{quote}

Questions: press@example.org
"""
_QUOTE = '"We have doubled the beds for children", says {who} of the board.'
_PROGRAMME = """**Summer party on 11 July 2026**

14:00 Gate opens, Kuchenbuffet
14:30 Puppet theatre: Der Igel und der Mond
15:30 Seed swap at the long table
16:30 {tour}
18:00 Grill is lit 🔥
{concert} Concert: Kapelle Kraut und Rüben
22:00 End, quiet please

Helpers are on the pad Sommerfest-Helfer.
"""
_HELPERS = """**Helpers for the summer party**
- Gate: Jonas Weidner, Wilhelmine Kraft
- Cake: {cake}
- Grill: Gökhan Aydın
- Children: Élodie Perrin, Inés Alvarado
- Tidying up: {tidy}
"""
BUDGET = """**Budget {year}**
- Seeds and seedlings: {seeds} euros
- Water: 420 euros
- Tools: {tools} euros
- Insurance: 265 euros
- Summer party: {party} euros
- Reserve: 150 euros
"""
_BUDGET_NOW = {"year": 2026, "seeds": 180, "tools": 240, "party": 350}
_SHOPPING = """**Shopping for the work day**
- 3 sacks of lime
- 12 m of hose, half an inch
- {nails}
- Coffee, oat milk
"""
_HANDBOOK_PARTS = (
    ("Beds", "Each bed has a number on its corner post. Who leaves a bed for more than six weeks "
     "tells the team, so that somebody waters it. Beds 1 to 24 lie in the sun, 25 to 40 in the "
     "shade of the lime trees; the four beds by the gate are for everybody."),
    ("Water", "Water before ten or after seven. The pump is switched off at the grey box. In a "
     "drought the pond comes first, then seedlings, then everything else."),
    ("Compost", "No meat, no bread, no citrus peel, no bags at all. Turn the second bay on the "
     "first Saturday of a month. Der dritte Verschlag ruht ein Jahr."),
    ("Keys", "Six keys are out. Who has one is written on the pad Key-holders. A lost key costs 45 "
     "euros, because all locks must be changed."),
    ("Tools", "Clean them, oil them, hang them where their shadow is painted. Machines only after "
     "an introduction by Gökhan or Wilhelmine."),
    ("Guests", "Guests are welcome whenever a member is there. Dogs on a lead, please 🐕."),
    ("Animals", "Slugs are carried over the railway. The hedgehogs under the shed are left alone, "
     "also when they are loud. Les ruches ne s'ouvrent qu'avec Élodie."),
)  # fmt: skip


def _handbook(parts: int) -> str:
    return "**Handbook of the Stadtgarten Ost**\n" + "".join(
        f"\n**{number}. {title}**\n{text}\n"
        for number, (title, text) in enumerate(_HANDBOOK_PARTS[:parts], 1)
    )


OPENING_BEFORE, OPENING_NOW = 9, 30
CONCERT = "20:00"
_TENT = (
    (MIRA, "Do we have anything against the rain?"),
    (JONAH, "The pavilion broke last year."),
    (GOEKHAN, "My cousin rents out tents, 80 euros a day."),
    (ELODIE, "Trop cher 😬"),
    (JONAS, "I can ask the fire brigade, but they need theirs that weekend, I fear."),
    (WILMA, "My choir has a tent of 6 by 4 m. We lend it to you for nothing, and I bring it."),
    (JONAS, "The fire brigade says no."),
    (MIRA, "Then we take the one that is offered. Thank you!"),
    (INES, "Who brings the fairy lights?"),
    (INES_A, "Me."),
)
_KEYS = "**Key holders**\n" + "".join(
    f"- Key {number}: {person}\n"
    for number, person in enumerate((MIRA, JONAS, WILMA, GOEKHAN, INES_A, ELODIE), 1)
)
_CROPS = ("beans", "kale", "Mangold", "carrots", "courgettes", "fèves")
_PLAN = "**Planting plan 2026**\n" + "".join(
    f"- Bed {number}: {_CROPS[number * 5 % 6]} ({tuple(PEOPLE)[number * 3 % 8]})\n"
    for number in range(1, 41)
)
_OTHERS = (
    _pad(
        "Press-release",
        "2026-03-02T09:10",
        (MIRA, _PRESS.format(day=OPENING_BEFORE, hour="11 a.m.", quote="")),
        (JONAS, _PRESS.format(day=OPENING_BEFORE, hour="10 a.m.", quote=""), "Draft for the board"),
        (MIRA, _PRESS.format(day=16, hour="10 a.m.", quote=_QUOTE.format(who=INES))),
        (INES, _PRESS.format(day=OPENING_NOW, hour="10 a.m.", quote=_QUOTE.format(who=INES))),
        (INES, _PRESS.format(day=OPENING_NOW, hour="2 p.m.", quote=_QUOTE.format(who=WILMA)),
         "Final"),
        talk=((INES, "The mayor has time on the 30th only."), (MIRA, "Then the 30th it is.")),
    ),
    _pad(
        "Sommerfest-Programm",
        "2026-03-20T20:05",
        (WILMA, _PROGRAMME.format(tour="Tour of the beds", concert="19:00")),
        (ELODIE, _PROGRAMME.format(tour="Tour of the beds, en français aussi", concert="19:00")),
        (MIRA, _PROGRAMME.format(tour="Tour of the beds, en français aussi", concert=CONCERT)),
        talk=_TENT,
    ),
    _pad(
        "Sommerfest-Programm-2025",
        "2026-01-04T12:00",
        (MIRA, _PROGRAMME.replace("11 July 2026", "12 July 2025").format(
            tour="Tour of the hives", concert="18:30")),
    ),
    _pad(
        "Sommerfest-Helfer",
        "2026-03-22T19:40",
        (WILMA, _HELPERS.format(cake="?", tidy="?")),
        (INES, _HELPERS.format(cake="Ines Albrecht", tidy="?")),
        (JONAS, _HELPERS.format(cake="Ines Albrecht", tidy="Jonas Weidner, Jonah Weidmann")),
    ),
    _pad(
        "Budget-2026",
        "2026-01-12T17:00",
        (JONAS, BUDGET.format(**{**_BUDGET_NOW, "tools": 200})),
        (MIRA, BUDGET.format(**_BUDGET_NOW), "Agreed on 15 January"),
        talk=((JONAS, "Water is a guess, the bill comes in April."),),
    ),
    _pad(
        "Budget-2025",
        "2026-01-05T17:00",
        (JONAS, BUDGET.format(year=2025, seeds=160, tools=310, party=290)),
    ),
    _pad(
        "Einkaufsliste",
        "2026-03-27T08:15",
        (GOEKHAN, _SHOPPING.format(nails="200 nails, 80 mm")),
        (GOEKHAN, _SHOPPING.format(nails="200 nails, 80 mm\n- Gloves in S and XL")),
        talk=((GOEKHAN, "I drive on Friday at three."), (WILMA, "Bring string, too, please.")),
    ),
    _pad(
        "Handbuch",
        "2026-02-01T10:00",
        *((person, _handbook(parts)) for parts, person in enumerate(TEAM, 1)),
    ),
    _pad("Key-holders", "2026-01-20T18:00", (MIRA, _KEYS)),
    _pad("Pflanzplan-2026", "2026-02-15T16:20", (ELODIE, _PLAN)),
    _pad(
        "Fete-du-printemps",
        "2026-03-05T21:30",
        (ELODIE, "**Fête du printemps, 18 avril 2026**\n- Salade de pommes de terre: Élodie\n"
         "- Musique: on verra 🎶\n- Boissons: chacun apporte les siennes\n"),
        (JONAH, "**Fête du printemps, 18 avril 2026**\n- Salade de pommes de terre: Élodie\n"
         "- Musique: Jonah, accordéon\n- Boissons: chacun apporte les siennes\n"),
    ),
)  # fmt: skip


def _start(pads: tuple[Pad, ...]) -> Pad:
    names = "".join(f"- {pad.name}\n" for pad in pads)
    text = "**Stadtgarten Ost: our pads**\nOpen them by their name on the first page.\n\n" + names
    return _pad("Start", "2026-04-10T09:00", (MIRA, text))


_ALL = tuple(_minutes(week, day) for week, day in enumerate(MEETINGS)) + _OTHERS
PADS: tuple[Pad, ...] = (*_ALL, _start(_ALL))
"""All pads; the one listing the others comes last."""


def pad(name: str) -> Pad:
    """Return the pad of this name."""
    return next(each for each in PADS if each.name == name)
