"""Records of a page as nodes, look after look."""

from __future__ import annotations

import random
from collections.abc import Sequence

import pytest

from agent_e.dom.observe.decoder import ObservationDecoder, Place
from agent_e.dom.worlds.registry import worlds_of
from agent_e.types import Node
from tests.agent_e.dom.seeing import Lookout

HEADING = "0\x7f0\x7f\x7fNews\x7fheading\x7fh1\x7f2\x7f\x7f"
BUTTON = (
    "1\x7f0\x7f\x7fBuy\x7fbutton\x7fbutton"
    + "\x7f" * 4
    + "7"
    + "\x7f" * 4
    + "10\x7f20\x7f30\x7f40\x7f1"
)
INSERTED = """
<ul id=list></ul><p>The end</p>
<script>
  const insert = (at, html) => {
    const item = document.createElement("li");
    item.innerHTML = html;
    list.insertBefore(item, list.children[at] ?? null);
  };
</script>
"""
WORDS = "1\x7f0\x7f+\x7fonly today"


def read(
    reader: ObservationDecoder,
    *records: str,
    head: int = 0,
    tail: int = 0,
    frame: int = 0,
    x: int = 0,
) -> Sequence[Node]:
    look = reader.look(Place(frame=frame, x=x))
    return reader.nodes({"rows": "\x92".join(records), "head": head, "tail": tail}, look)


def test_a_page_without_records_has_no_nodes():
    assert list(read(ObservationDecoder())) == []


def test_what_is_as_it_was_is_the_same_node():
    reader = ObservationDecoder()
    before = read(reader, HEADING, BUTTON, WORDS)
    after = read(reader, BUTTON.replace("Buy", "Sold"), head=1, tail=1)
    assert after[0] is before[0]
    assert after[2] is before[2]
    assert (before[1].name, after[1].name) == ("Buy", "Sold")


def test_what_says_the_same_in_another_place_is_the_same_node():
    reader = ObservationDecoder()
    before = read(reader, HEADING, BUTTON, WORDS)
    after = read(reader, WORDS, BUTTON, HEADING)
    assert all(one is other for one, other in zip(after, reversed(before), strict=True))


def test_what_is_gone_leaves_nothing():
    reader = ObservationDecoder()
    read(reader, HEADING, BUTTON, WORDS)
    assert [node.name for node in read(reader, head=1)] == ["News"]
    assert list(read(reader)) == []


def test_a_frame_that_moved_or_has_another_number_is_read_anew():
    reader = ObservationDecoder()
    read(reader, BUTTON)
    assert reader.look(Place(x=100)).options["known"] == 0
    moved = read(reader, BUTTON, x=100)
    assert moved[0].bbox == (110, 20, 30, 40)
    later = read(reader, BUTTON, frame=2, x=100)
    assert (later[0].frame, later[0].bbox) == (2, (110, 20, 30, 40))


def test_an_answer_that_nobody_heard_of_is_not_built_upon():
    reader = ObservationDecoder()
    heard = reader.look(Place())
    reader.nodes({"rows": HEADING, "head": 0, "tail": 0}, heard)
    lost, again = reader.look(Place()), reader.look(Place())
    assert lost.options["known"] == again.options["known"] == heard.options["look"]
    assert len({look.options["look"] for look in (heard, lost, again)}) == 3


def test_a_line_that_stands_twice_is_there_twice():
    assert [node.name for node in read(ObservationDecoder(), WORDS, HEADING, WORDS)] == [
        "only today",
        "News",
        "only today",
    ]


@pytest.mark.browser
@pytest.mark.asyncio(loop_scope="session")
async def test_a_page_that_changes_is_read_as_one_that_is_seen_for_the_first_time(
    out: Lookout,
) -> None:
    """Whatever is put in, taken out or changed between two looks, and whatever answer was lost."""
    chance = random.Random(5)
    await out.write(INSERTED)
    main = worlds_of(out.session.active).main
    for step in range(40):
        at = chance.randrange(12)
        await out.script(
            chance.choice(
                [
                    f"insert({at}, '<button>{step}</button> of {at}')",
                    f"list.children[{at}]?.remove()",
                    f"list.children[{at}]?.append(' and {step}')",
                    f"list.style.marginTop = '{at}px'",
                    "0",
                ]
            )
        )
        if chance.random() < 0.2:
            # An answer that was given up.
            await main.call_numbering("observe", mostRows=1000, patience=1000, look=-step, known=0)
        await out.look()
        changed = out.page.nodes
        main.rows = ObservationDecoder()
        await out.look()
        assert changed == out.page.nodes
