"""JupyterLab's seed data: the files of an invented water laboratory."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any

MONTHS = ("2026-01", "2026-02", "2026-03")
LIMITS = {
    "nitrate_mg_l": 25.0,
    "turbidity_ntu": 4.0,
    "ph_low": 6.5,
    "ph_high": 8.5,
    "temperature_c": 21.5,
}
_NAMES = [
    "Anna Keller", "Anne Keller", "Anna Kehler", "Jonas Weidner", "Jonas Weidener",
    "Miriam Östreich", "Tobias Krämer", "Tobias Kramer", "Élodie Marchand", "Elodie Marchal",
    "Baptiste Lefèvre", "Sofia Lindqvist", "Hanna Brückner", "Hannah Bruckner", "Piotr Zielonka",
    "Ida Vestergaard", "Ruben Castellar", "Lale Demirel", "Conrad Aumüller", "Greta Sonnleitner",
    "Noé Charpentier", "Yara Haddadin", "Fritz Obermoser", "Philippa Dunmore", "Marek Vondra",
    "Swantje Petersen", "Lucía Barranco", "Theo Achterberg", "Nils Grönlund", "Klara Weißhaupt",
    "Odile Fontanel", "Rasmus Thorsø", "Vera Morawetz", "Emil Haslinger", "Jette Claußen",
    "Anatol Brandis",
]  # fmt: skip
_PLACES = [
    "Lauter bei Eschbach", "Lauter bei Eschenbach", "Obere Lauter (Ost)", "Obere Lauter (West)",
    "Untere Lauter", "Auensee Nord", "Auensee Süd", "Auensee Steg 1", "Auensee Steg 2",
    "Ruisseau du Moulin", "Ruisseau du Moulinet", "Étang Vert", "Étang Noir", "Krebsbach",
    "Krebsbachmündung", "Weiße Furt", "Schwarze Furt", "Kiesgrube 3", "Kiesgrube 8", "Alte Mühle",
    "Neue Mühle", "Wehr Hainstadt", "Wehr Hainfeld", "Birkenmoor", "Pont de la Tuilerie",
    "Source des Trois Hêtres", "Mühlkanal oben", "Mühlkanal unten", "Rohrwiese",
    "Fischtreppe Arnau",
]  # fmt: skip
ROLES = ("field", "laboratory", "data", "administration")
PEOPLE = [
    {
        "id": f"P-{number:03}",
        "name": name,
        "role": ROLES[number * 5 % 4],
        "room": f"{'ABC'[number % 3]} {100 + number * 37 % 60}",
        "extension": str(4100 + number * 271 % 887),
    }
    for number, name in enumerate(_NAMES, 1)
]
STATIONS = [
    {
        "id": f"S{number:02}",
        "name": name,
        "water": "lake" if "see" in name or "Étang" in name else "river",
        "depth_m": f"{0.4 + number * 17 % 50 / 10:.1f}",
        "keeper": PEOPLE[(number * 11 + 3) % len(PEOPLE)]["id"],
    }
    for number, name in enumerate(_PLACES, 1)
]


def samples(month: str, count: int = 60) -> list[dict[str, str]]:
    """Return a month's measurements, in the order of its days."""
    start = date.fromisoformat(f"{month}-01")
    offset = start.year * 12 + start.month
    rows = []
    for number in range(count):
        mixed = (number * 7919 + offset * 104729) % 9973
        rows.append(
            {
                "date": str(start + timedelta(days=number * 27 // count)),
                "station": STATIONS[(number * 13 + offset) % len(STATIONS)]["id"],
                "nitrate_mg_l": f"{8 + mixed % 221 / 10:.1f}",
                "turbidity_ntu": f"{0.6 + mixed % 97 / 20:.2f}",
                "ph": f"{6.3 + mixed % 25 / 10:.1f}",
                "temperature_c": f"{3 + mixed % 83 / 10:.1f}",
                "taken_by": PEOPLE[mixed % 12]["id"],
                "remark": _REMARKS[mixed % len(_REMARKS)],
            }
        )
    return rows


_REMARKS = ("", "", "Eis am Ufer", "", "eau trouble", "", "probe B", "", "wind", "", "🐟 seen")


@dataclass(frozen=True, slots=True)
class Meeting:
    """A meeting of the team, twice a week."""

    day: date
    absent: tuple[str, ...]

    @property
    def path(self) -> str:
        """Of its minutes."""
        return f"notes/meeting-{self.day}.md"


TEAM = tuple(_NAMES[:8])


def _meetings() -> Iterable[Meeting]:
    for number in range(26):
        day = date(2026, 1, 5) + timedelta(days=number // 2 * 7 + number % 2 * 3)
        away = {TEAM[number * 3 % 8], TEAM[number * number % 8], TEAM[(number * 5 + 1) % 8]}
        yield Meeting(day, tuple(each for each in TEAM if each in away))


MEETINGS = tuple(_meetings())
_TOPICS = (
    ("Calibration", "Probe B drifts by about two per cent a week; probe A is steady."),
    ("Vans", "The blue van goes to the workshop; field trips take the white one."),
    ("Auensee", "Steg 2 is closed while the boards are renewed. Steg 1 may be used."),
    ("Moulin", "Le ruisseau du Moulin était gelé ; on y retourne la semaine prochaine."),
    ("Bottles", "Brown glass is short. Order forty of half a litre, not of a litre."),
    ("Report", "Each section of the report of the quarter has one writer and one reader."),
    ("Bereitschaft", "Wer am Wochenende Bereitschaft hat, nimmt das rote Telefon mit."),
)
_WORK = ("label the bottles", "check the fridge", "call the workshop", "mail the figures")
REPORT = """# Report of the first quarter

*Draft of 27 March 2026. Not to be passed on.*

## Rivers

Nitrate was over its limit now and then at the Krebsbach and hardly anywhere else.

## Lakes

Both ponds were under ice until the middle of February.

## To do

- [ ] figures of March
- [ ] a map of the stations
"""
REPORT_BY_ANNA = REPORT.replace("hardly anywhere else", "often at the Alte Mühle").replace(
    "Draft of 27 March", "Draft of 24 March, by Anna K."
)
CHECKLIST = """# Checkliste Probenahme

1. Flaschen beschriften
2. Sonde B prüfen
3. Kühlbox mit vier Akkus füllen
4. Rückkehr im Büro melden ☎️
"""
_DECADES = (
    "the first bench stood in the cellar of the town hall, and a boy carried the bottles",
    "the laboratory moved to the old mill, where the floor was never quite dry",
    "two rooms were added, and the first instrument that printed its own figures",
    "the flood took the archive of nine years; what is left of it was dried on the attic",
    "measuring by hand ended, but for the pH, which nobody would leave to a machine",
    "the lakes were taken over from the forestry office together with a rowing boat",
)


def _history() -> str:
    parts = ["# History of the laboratory\n"]
    for number in range(24):
        year = 1962 + number * 2
        parts.append(
            f"## {year}\n\nIn {year} {_DECADES[number % 6]}. There were {5 + number * 7 % 11} "
            f"people at work, {20 + number * 13 % 40} stations, and {900 + number * 137} samples "
            f"in the year. The head of those days wrote in the yearly letter that work had been "
            f"{'hard' if number % 3 else 'pleasant'}, that the money had "
            f"{'not ' if number % 2 else ''}been enough, and that the water was "
            f"{'cleaner' if number % 4 else 'no cleaner'} than two years before.\n"
        )
    return "\n".join(parts)


def _minutes(number: int, meeting: Meeting) -> str:
    present = [each for each in TEAM if each not in meeting.absent]
    topics = [_TOPICS[(number + step) % len(_TOPICS)] for step in (0, 2, 5)]
    lines = [f"# Meeting of {meeting.day:%d.%m.%Y}", "", f"Present: {', '.join(present)}  "]
    lines += [f"Absent: {', '.join(meeting.absent)}", ""]
    for title, text in topics:
        lines += [f"## {title}", "", text, ""]
    lines += ["## Actions", ""]
    for step, who in enumerate(present[:3]):
        lines.append(f"- {who}: {_WORK[(number + step) % len(_WORK)]}")
    return "\n".join(lines) + "\n"


def _table(rows: Sequence[Mapping[str, str]]) -> str:
    text = io.StringIO()
    writer = csv.DictWriter(text, rows[0].keys(), lineterminator="\n")
    writer.writeheader()
    writer.writerows(rows)
    return text.getvalue()


def notebook(name: str, *cells: tuple[str, str] | tuple[str, str, str]) -> str:
    """Return a notebook file's text; a cell is its kind, source and output."""
    written: list[dict[str, Any]] = []
    for number, (kind, source, *printed) in enumerate(cells):
        cell: dict[str, Any] = {
            "cell_type": kind,
            "id": f"{name[:20]}-{number}".replace(" ", "-"),
            "metadata": {},
            "source": source,
        }
        if kind == "code":
            output = [{"name": "stdout", "output_type": "stream", "text": each} for each in printed]
            cell |= {"execution_count": number if output else None, "outputs": output}
        written.append(cell)
    kernel = {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"}
    meta = {"kernelspec": kernel, "language_info": _LANGUAGE}
    book = {"cells": written, "metadata": meta, "nbformat": 4, "nbformat_minor": 5}
    return json.dumps(book, ensure_ascii=False, indent=1) + "\n"


_LANGUAGE = {
    "codemirror_mode": {"name": "ipython", "version": 3},
    "file_extension": ".py",
    "mimetype": "text/x-python",
    "name": "python",
    "nbconvert_exporter": "python",
    "pygments_lexer": "ipython3",
    "version": ".".join(map(str, sys.version_info[:3])),
}
"""The kernel's own metadata: a notebook with other metadata changes on opening."""
READING = """import csv
from pathlib import Path

def read(path):
    with Path("..", path).open(encoding="utf-8") as file:
        return list(csv.DictReader(file))
"""
OVER = """rows = read(f"data/samples-{MONTH}.csv")
over = [row for row in rows if float(row[COLUMN]) > LIMIT]
print(f"{len(over)} of {len(rows)} samples over {LIMIT}")
"""


def settings_cell(month: str, column: str, limit: float) -> str:
    """Return the cell with a notebook's settings."""
    return f'MONTH = "{month}"\nCOLUMN = "{column}"\nLIMIT = {limit}\n'


def over_limit(month: str, column: str, limit: float) -> int:
    """Count the samples of a month that exceed a limit."""
    return sum(float(row[column]) > limit for row in samples(month))


def _over(name: str, title: str, month: str, column: str) -> str:
    limit = LIMITS[column]
    settings = settings_cell(month, column, limit)
    result = f"{over_limit(month, column, limit)} of 60 samples over {limit}\n"
    text = f"# {title}\n\nHow many samples of one month are over the limit."
    return notebook(
        name, ("markdown", text), ("code", READING), ("code", settings), ("code", OVER, result)
    )


def _calibration(probe: str, gain: float, source: str) -> str:
    text = f"# Calibration of probe {probe}\n\nBefore each field trip."
    code = f"GAIN = {gain}\nrows = read('{source}')\nprint(len(rows), 'rows, gain', GAIN)\n"
    return notebook(f"cal-{probe}", ("markdown", text), ("code", READING), ("code", code))


_BARS = """from IPython.display import SVG

parts = [
    f'<rect x="{20 * n}" y="{100 - 4 * v}" width="16" height="{4 * v}" fill="teal"/>'
    for n, v in enumerate((12, 9, 17, 22, 14, 8, 19))
]
SVG(f'<svg xmlns="http://www.w3.org/2000/svg" width="160" height="110">{"".join(parts)}</svg>')
"""
_ARCHIVED = "archive/2025/samples-2025-{:02}.csv"
NOTEBOOKS = {
    "turbidity.ipynb": _over("turbidity", "Turbidity", "2026-01", "turbidity_ntu"),
    "turbidity-lakes.ipynb": _over("turb-lakes", "Turbidity, lakes", "2026-03", "turbidity_ntu"),
    "nitrate.ipynb": _over("nitrate", "Nitrate", "2026-01", "nitrate_mg_l"),
    "temperature.ipynb": _over("temp", "Temperature", "2026-02", "temperature_c"),
    "calibration-A.ipynb": _calibration("A", 1.004, "data/samples-2026-03.csv"),
    "calibration-B.ipynb": _calibration("B", 0.981, "data/samples-2026-03.csv"),
    "calibration-B2.ipynb": _calibration("B2", 0.983, _ARCHIVED.format(11)),
    "calibration-C.ipynb": _calibration("C", 1.017, "data/samples-2026-02.csv"),
    "Jahresvergleich.ipynb": _calibration("D", 1.0, _ARCHIVED.format(4)),
    "bar chart.ipynb": notebook("bars", ("markdown", "# Bars by weekday"), ("code", _BARS)),
    "ideas 💡.ipynb": notebook("ideas", ("markdown", "- a map\n- an alarm by e-mail\n- $x^2$")),
}
OF_ARCHIVE = tuple(name for name, text in NOTEBOOKS.items() if "archive/" in text)


def files() -> dict[str, str]:
    """Return all files by path; folders are implied."""
    found = {
        "README.md": "# Water laboratory Auental\n\nData, notes and notebooks of the team. 💧\n",
        "data/people.csv": _table(PEOPLE),
        "data/stations.csv": _table(STATIONS),
        "config/limits.json": json.dumps(LIMITS, indent=2) + "\n",
        "config/mailing.yaml": "sender: lab@auental.example\nlanguages: [de, fr, en]\n",
        "notes/Checkliste Probenahme.md": CHECKLIST,
        "notes/Notes de terrain.md": "# Notes de terrain\n\nPenser à la clé du portail.\n",
        "notes/history of the laboratory.md": _history(),
        "notes/untitled.txt": "",
        "reports/2026-q1-draft.md": REPORT,
        "reports/2026-q1-draft-anna.md": REPORT_BY_ANNA,
    }
    for month in MONTHS:
        found[f"data/samples-{month}.csv"] = _table(samples(month))
    for number, meeting in enumerate(MEETINGS):
        found[meeting.path] = _minutes(number, meeting)
    for name, text in NOTEBOOKS.items():
        found[f"notebooks/{name}"] = text
    for number in range(1, 13):
        found[_ARCHIVED.format(number)] = _table(samples(f"2025-{number:02}", 20))
    for year in (2024, 2025):
        for quarter in range(1, 5):
            text = (
                f"# Report {year}, quarter {quarter}\n\n{200 + year % 7 + quarter * 9} samples.\n"
            )
            found[f"reports/{year}-q{quarter}.md"] = text
    return found
