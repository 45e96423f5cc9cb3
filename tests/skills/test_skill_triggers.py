"""What of a page's structure lists a rarely needed skill: the same in every language."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from agent_e.skills import OCCASIONS
from agent_e.types import Node, Observation


def page(*nodes: Node, url: str = "https://site.test/") -> Observation:
    return Observation(url=url, title="", nodes=nodes)


def called_for(seen: Observation) -> list[str]:
    return [each.skill.__name__ for each in OCCASIONS if each.page(seen)]


def field(name: str = "", *states: str, role: str = "textbox", value: str = "", hint: str = ""):
    return Node(depth=0, role=role, name=name, mmid=1, value=value, states=states, description=hint)


FILE = Node(depth=0, role="button", name="写真", mmid=1, tag="input", states=("file upload",))
PDF = Node(depth=0, role="link", name="Bericht", mmid=5, href="https://site.test/report.PDF?v=2")
NOT_PDF = Node(depth=0, role="link", name="PDF", mmid=5, href="https://site.test/?file=a.pdf")


def days(numbers: Iterable[object], role: str = "gridcell") -> Iterator[Node]:
    for place, number in enumerate(numbers):
        if place % 7 == 0:
            yield Node(depth=1, role="row")
        yield Node(depth=2, role=role, name=str(number), mmid=100 + place)


FEBRUARY = [*range(26, 32), *range(1, 29), *range(1, 8)]


@pytest.mark.parametrize(
    ("seen", "skills"),
    [
        (page(), []),
        (page(FILE), ["upload_file"]),
        (page(PDF), ["read_pdf"]),
        (page(NOT_PDF), []),
        (page(url="https://site.test/a.pdf"), ["read_pdf"]),
    ],
)
def test_files_and_documents(seen: Observation, skills: list[str]) -> None:
    assert called_for(seen) == skills


@pytest.mark.parametrize(
    "seen",
    [
        page(field("Termin", "date as yyyy-mm-dd")),
        page(field("", "date and time as yyyy-mm-ddThh:mm")),
        page(field(value="31.12.2030")),
        page(field(hint="z. B. 2030-12-31")),
        page(field(hint="(5/12/2030)")),
        page(field("12/31/2030")),
        page(field("Anreise", "opens dialog", role="combobox")),
        page(field("到着", "opens grid")),
        page(*days(FEBRUARY)),
        page(*days(FEBRUARY, role="button")),
        page(*days([f"{day} février 2031" for day in FEBRUARY], role="clickable")),
    ],
)
def test_dates_are_known_by_figures_states_and_grids(seen: Observation) -> None:
    assert called_for(seen) == ["pick_date"]


@pytest.mark.parametrize(
    "seen",
    [
        page(field("Departure date")),
        page(field("Hour", "time as hh:mm")),
        page(field(hint="030-12-31-99")),
        page(field(hint="40.13.2030")),
        page(field(hint="12.31-2030")),
        page(field(value="1.2.2030.4")),
        page(field(value="192.168.12.2030")),
        page(field("When?", "opens listbox")),
        page(field("More", "opens dialog", role="button")),
        page(Node(depth=0, role="text", name="31.12.2030")),
        page(*days(range(1, 28))),
        page(*days([*range(1, 20), *range(21, 40)])),
        page(*(Node(depth=0, role="listitem", name=f"{n}") for n in range(1, 40))),
    ],
)
def test_what_only_looks_like_dates_calls_for_nothing(seen: Observation) -> None:
    assert called_for(seen) == []


def table(count: int, *cells: str) -> Iterator[Node]:
    yield Node(depth=0, role="table")
    for _ in range(count):
        yield Node(depth=1, role="row")
        yield from (Node(depth=2, role="cell", name=cell) for cell in cells)


@pytest.mark.parametrize(("rows", "listed"), [(12, ["extract"]), (11, [])])
def test_a_long_table_is_one_to_extract_from(rows: int, listed: list[str]) -> None:
    assert called_for(page(*table(rows, "a", "b", "c"))) == listed


PICTURES = ["mark_screenshot", "verify_pixels", "som_act"]
CANVAS = Node(depth=0, role="canvas", tag="canvas")


@pytest.mark.parametrize(
    ("node", "drawn"),
    [
        (CANVAS._replace(bbox=(0, 0, 800, 600)), True),
        (CANVAS._replace(states=("622x320, its content cannot be read",)), True),
        (CANVAS._replace(bbox=(0, 0, 30, 30)), False),
        (CANVAS._replace(states=("100x120, its content cannot be read",)), False),
        (CANVAS._replace(role="img", bbox=(0, 0, 800, 600)), False),
    ],
)
def test_pictures_are_for_pages_that_are_drawn(node: Node, drawn: bool) -> None:
    assert called_for(page(node)) == (PICTURES if drawn else [])
