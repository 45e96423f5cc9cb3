"""Where a quote stands in what was shown."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agent_e.dom.changes.describe import describe
from agent_e.types import (
    BBox,
    ChangeReport,
    Dialog,
    Document,
    ElementChange,
    Material,
    Node,
    Observation,
    Records,
    SkillResult,
)
from agent_e.verification import EvidenceLog

SHOP = "http://shop.test"


def node(
    role: str, name: str = "", mmid: int | None = None, *, depth: int = 0, **more: object
) -> Node:
    return Node(depth=depth, role=role, name=name, mmid=mmid, **more)  # type: ignore[arg-type]


MUG = Observation(
    url=f"{SHOP}/mug",
    title="Blue mug",
    nodes=(
        node("heading", "Blue mug", level=1),
        node("text", "Price: $12.50", bbox=(10, 60, 80, 20)),
        node("link", "Reviews (12)", 3),
        node("text", "Weight: 980 g"),
        node("spinbutton", "Quantity of Mug", 7, value="2"),
        node("text", "Read the ", depth=0),
        node("link", "terms", 8, glue=""),
        node("text", " before you ", glue=""),
        node("link", "sign up", 9, glue=""),
        node("text", ". It costs $5.", glue=""),
    ),
)
TABLE = Observation(
    url=f"{SHOP}/orders",
    title="Orders",
    nodes=(
        node("table", "Orders"),
        node("row", depth=1),
        node("columnheader", "Number", depth=2),
        node("columnheader", "Total", depth=2),
        node("row", depth=1),
        node("cell", "", depth=2),
        node("link", "A-17", 21, depth=3, bbox=(5, 100, 40, 16)),
        node("cell", "1,204.00 €", depth=2, bbox=(60, 100, 70, 16)),
        node("row", depth=1),
        node("cell", "", depth=2),
        node("link", "A-18", 22, depth=3, bbox=(5, 120, 40, 16)),
        node("cell", "12.00 €", depth=2, bbox=(60, 120, 70, 16)),
    ),
)
CART = Observation(
    url=f"{SHOP}/cart",
    title="Basket",
    nodes=(
        node("text", "Price: $12.50"),
        node("text", "Total $25.00"),
        node("text", "温度は二十度です。"),
    ),
)


def log_of(*materials: Material) -> EvidenceLog:
    log = EvidenceLog()
    for step, material in enumerate(materials, 1):
        log.add(SkillResult(data=(material,)), step=step, url="http://open.test/")
    return log


def step_of(log: EvidenceLog, quote: str, claim: str = "") -> int | None:
    place = log.locate(quote, claim)
    return place.evidence.step if place else None


@pytest.mark.parametrize(
    "quote",
    [
        "Blue mug",
        "'Blue mug'",
        "“blue  MUG”",
        "heading 1 'Blue mug'",
        "[3] link 'Reviews (12)'",
        "link 'Reviews (12)'",
        "Reviews (12)",
        "Price: $12.50\n Reviews (12)",
        "Weight: 980 g.",
        "Blue mug, $12.50",
        "Blue mug | Weight: 980 g",
        "[7] spinbutton 'Quantity of Mug' value='2'",
        "spinbutton 'Quantity of Mug' value='2'",
        "Quantity of Mug 2",
        "Read the terms before you sign up.",
        "sign up. It costs $5",
        f"{SHOP}/mug",
    ],
)
def test_a_quote_is_found_however_it_is_copied(quote: str) -> None:
    assert step_of(log_of(MUG, TABLE), quote) == 1


@pytest.mark.parametrize(
    "quote",
    [
        "",
        "…",
        "[3]",
        "The mug weighs 980 g",
        "Price: $12.5",
        "Price: $2.50",
        "Blue mug, $99.00",
        "80 g",
        "Our price today: $12.50 including a hat",
        "Read the terms after you sign up",
        "spinbutton 'Quantity of Mug' value='3'",
        "not Blue mug",
    ],
)
def test_what_was_not_shown_is_not_found(quote: str) -> None:
    assert step_of(log_of(MUG, TABLE), quote) is None


@pytest.mark.parametrize(
    "quote", ["A-17 | 1,204.00 €", "row: [21] link 'A-17' | 1,204.00 €", "A-17 1,204.00 €"]
)
def test_cells_of_a_row_are_one_quote_with_their_boxes(quote: str) -> None:
    place = log_of(TABLE).locate(quote)
    assert place is not None
    boxes: tuple[BBox, ...] = ((5, 100, 40, 16), (60, 100, 70, 16))
    assert set(boxes) <= set(place.boxes)
    assert 21 in place.nodes and 22 not in place.nodes


def test_cells_of_other_rows_are_none() -> None:
    assert step_of(log_of(TABLE), "A-18 | 1,204.00 € | A-17 | 99") is None


def test_of_several_pages_the_newest_is_meant() -> None:
    log = log_of(MUG, CART)
    place = log.locate("Price: $12.50", "the price of the Blue mug")
    assert place is not None
    assert (place.evidence.step, place.evidence.url) == (2, f"{SHOP}/cart")


def test_of_several_places_on_a_page_the_one_by_the_words_of_the_claim_is_meant() -> None:
    filler = [node("text", f"line {number} of other words that say nothing") for number in range(9)]
    shades = [node("text", "Paper shade"), node("text", "$33", bbox=(1, 1, 9, 9)), *filler]
    other = [node("text", "Glass shade"), node("text", "$33", bbox=(1, 500, 9, 9))]
    page = Observation(url=SHOP, title="Shades", nodes=(*shades, *other))
    place = log_of(page).locate("$33", "The glass shade costs $33")
    assert place is not None and place.boxes == ((1, 500, 9, 9),)


def test_scripts_without_blanks_are_found_inside_a_line() -> None:
    assert step_of(log_of(CART), "二十度") == 1
    assert step_of(log_of(CART), "三十度") is None


def test_the_newest_value_of_a_change_is_found_and_its_wording_too() -> None:
    text = node("text", "0 pieces", 5)
    change = ElementChange(node=text, what="name", before="9 pieces", after="0 pieces")
    log = log_of(ChangeReport(changed=(change,)))
    assert step_of(log, "0 pieces") == 1
    assert step_of(log, "'9 pieces' is now '0 pieces'") == 1


def test_what_was_typed_can_be_quoted() -> None:
    log = log_of(ChangeReport(entered="Dear Ann,\nthe lamp is blue.", filled={4: "Re: lamp"}))
    assert step_of(log, "the lamp is blue") == 1
    assert step_of(log, "Re: lamp") == 1


def test_what_a_dialog_said_can_be_quoted() -> None:
    log = log_of(ChangeReport(dialogs=(Dialog(kind="alert", message="Saved 3 rows."),)))
    assert step_of(log, "Saved 3 rows") == 1


@pytest.mark.parametrize(
    "quote",
    [
        r"\n\n== Towns on the river ==\n* [[Ashvelford]]",
        "== Towns on the river ==\n* [[Ashvelford]]",
        '"founded": 1729',
        r"Caf\u00e9 Orl\u00e4n",
        "Café Orlän",
    ],
)
def test_json_is_found_as_it_stands_and_as_it_is_meant(quote: str) -> None:
    raw = r'{"text": "\n\n== Towns on the river ==\n* [[Ashvelford]]", "founded": 1729,'
    raw += r' "inn": "Caf\u00e9 Orl\u00e4n"}'
    page = Observation(url=f"{SHOP}/api", title="", nodes=(node("text", raw),))
    assert step_of(log_of(page), quote) == 1


def test_records_are_found_by_row_and_by_column() -> None:
    rows = (("Ashvelford", "1147"), ("Cormis", "1526"))
    log = log_of(Records(place="table", rows=rows, fields=("town", "founded"), url=f"{SHOP}/towns"))
    for quote in ("Cormis,1526", "town: Cormis; founded: 1526", "Cormis | 1526"):
        place = log.locate(quote)
        assert place is not None and place.evidence.url == f"{SHOP}/towns"
    assert log.locate("Ashvelford,1526") is None


def test_documents_are_found_over_their_lines() -> None:
    log = log_of(Document(url=f"{SHOP}/a.pdf", text="The meeting was\nmoved to 3 May.\nBring tea."))
    place = log.locate("The meeting was moved to 3 May.")
    assert place is not None
    assert place.text.startswith("The meeting was") and "Bring tea." in place.around


def test_the_quote_comes_back_as_the_page_has_it() -> None:
    place = log_of(MUG).locate("price: '$12.50'")
    assert place is not None and place.text == "Price: $12.50"


def test_what_was_shown_last_can_be_pointed_at() -> None:
    place = log_of(MUG, CART).newest()
    assert place is not None
    assert place.evidence.step == 2 and "Price: $12.50" in place.text
    assert EvidenceLog().newest() is None


def test_a_skill_of_ones_own_is_evidence_by_its_text() -> None:
    log = EvidenceLog()
    log.add(SkillResult(text="Rain in Orlan: 12 mm"), step=1, url=SHOP)
    assert step_of(log, "12 mm") == 1


@pytest.mark.parametrize("quote", ["A-18 | 12.00 €", "12.00 € – A-18", "A-18; 12.00 €"])
def test_pieces_are_taken_where_they_stand_nearest_to_each_other(quote: str) -> None:
    place = log_of(TABLE).locate(quote)
    assert place is not None
    assert "A-18" in place.text and "12.00 €" in place.text
    assert "A-17" not in place.text and "1,204" not in place.text


def test_a_line_of_the_outline_comes_back_as_it_stands_there() -> None:
    place = log_of(MUG).locate("[7] spinbutton 'Quantity of Mug' value='2'")
    assert place is not None and place.text == "spinbutton 'Quantity of Mug' value='2'"


@pytest.mark.parametrize("quote", ["row: [21] link 'A-17' | 1,204.00 €", "'A-17' | 1,204.00 €"])
def test_a_line_of_a_page_that_an_action_opened_is_drawn_somewhere(quote: str) -> None:
    place = log_of(ChangeReport(page=TABLE)).locate(quote)
    assert place is not None and (5, 100, 40, 16) in place.boxes


CELLS = st.from_regex(r"[A-Za-zÀ-ÿ0-9]{1,9}( [A-Za-zÀ-ÿ0-9]{1,9}){0,4}", fullmatch=True)


@given(st.lists(CELLS, min_size=1, max_size=8), st.data())
def test_any_words_in_a_row_are_found(texts: list[str], data: st.DataObject) -> None:
    words = " ".join(texts).split()
    begin = data.draw(st.integers(0, len(words) - 1))
    end = data.draw(st.integers(begin + 1, len(words)))
    page = Observation(url=SHOP, title="", nodes=tuple(node("text", text) for text in texts))
    assert step_of(log_of(page), " ".join(words[begin:end])) == 1


@given(st.text(), st.text())
def test_no_text_breaks_it(text: str, quote: str) -> None:
    page = Observation(url=SHOP, title=text, nodes=(node("text", text), node("link", quote, 1)))
    log = EvidenceLog()
    log.add(SkillResult(text=text, data=(page,)), step=1, url=SHOP)
    place = log.locate(quote, text)
    assert place is None or place.evidence.step == 1


@pytest.mark.parametrize(
    "quote",
    [
        "A-18 | 1,204.00 €",
        "A-18: 1,204.00 €",
        "A-17 … 12.00 €",
        "A-17\n12.00 €",
        "Number: 12.00 €",
        "Number: A-17, Total: 12.00 €",
    ],
)
def test_the_name_of_one_row_and_the_value_of_another_are_no_quote(quote: str) -> None:
    assert step_of(log_of(TABLE), quote) is None


@pytest.mark.parametrize(
    "quote",
    [
        "A-17, A-18",
        "1,204.00 €; 12.00 €",
        "A-17 | 1,204.00 €\nA-18 | 12.00 €",
        "Total: 12.00 €",
        "Number: A-18, Total: 12.00 €",
        "Number | Total\nA-18 | 12.00 €",
        "> **A-18** … `12.00 €`",
    ],
)
def test_what_is_alike_in_rows_may_be_listed(quote: str) -> None:
    assert step_of(log_of(TABLE), quote) == 1


@pytest.mark.parametrize(
    ("quote", "found"),
    [
        ("AL: Albanie", True),
        ('{"AL": "Albanie", "DZ": "Algérie"}', True),
        ("AL: Algérie", False),
        ("Albanie, Algérie", True),
        ("DZ … Albanie", False),
    ],
)
def test_members_of_an_answer_are_told_apart(quote: str, found: bool) -> None:
    raw = r'{"countries": {"AL": "Albanie", "DZ": "Alg\u00e9rie"}}'
    page = Observation(url=f"{SHOP}/api", title="", nodes=(node("text", raw),))
    assert (step_of(log_of(page), quote) == 1) is found


def test_what_was_told_can_be_quoted_word_for_word() -> None:
    basket = node("link", "Basket", 3)
    report = ChangeReport(focus=basket, added=(node("text", "1 piece"),), places=("",))
    log = EvidenceLog()
    log.add(SkillResult(report=report, action_text="Clicked [2] button 'Buy'."), step=1, url=SHOP)
    told = describe(report, budget=2_000, page_budget=2_000).text
    assert step_of(log, "Clicked button 'Buy'.") == 1
    assert step_of(log, f"Clicked [2] button 'Buy'. {told}") == 1
    assert step_of(log, "Clicked button 'Sell'.") is None


def test_a_quote_comes_back_without_half_of_the_brackets_around_it() -> None:
    page = Observation(
        url=SHOP, title="", nodes=(node("text", "Swatch (colour #c087eb), last (sold) today"),)
    )
    log = log_of(page)
    for quote in ("#c087eb", "(colour #c087eb)", "last (sold)"):
        place = log.locate(quote)
        assert place is not None and place.text == quote
