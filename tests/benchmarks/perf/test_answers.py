"""Quotes copied and falsified, and what is counted of them; no browser."""

from __future__ import annotations

from random import Random

from agent_e.benchmarks.perf.answering.copying import quotes_of
from agent_e.benchmarks.perf.answering.evidence import Run, Shown
from agent_e.benchmarks.perf.answering.misquoting import KINDS, misquotes_of
from agent_e.benchmarks.perf.answers import Tally, count, rows_for
from agent_e.dom.render import render
from agent_e.types import Node, Observation, SkillResult

GOODS = [("Red Mug", "$12.50", "4"), ("Blue Mug", "$9.90", "11"), ("Oak Lamp", "$45.00", "7")]
NODES = [
    Node(0, "heading", "All our goods of this spring", level=1),
    Node(0, "text", "We send every parcel within three working days to your door."),
    Node(0, "table", "Goods"),
]
for name, price, stock in GOODS:
    NODES += [Node(1, "row"), *(Node(2, "cell", text) for text in (name, price, stock))]
PAGE = Observation(url="http://shop.test/", title="Goods", nodes=tuple(NODES))
SHOWN = Shown(result=SkillResult(text=render(PAGE).text, data=(PAGE,)), url=PAGE.url)
RUN = Run(id="goods", source="local", task="What is there?", answer="Mugs", shown=(SHOWN,))


def test_quotes_are_copied_in_many_styles_and_false_ones_of_every_kind() -> None:
    styles = {quote.style.partition(",")[0] for quote in quotes_of(SHOWN, Random(1))}
    assert {"line", "words", "row", "cells of a row", "title", "section"} <= styles
    made = {
        quote.style for seed in range(9) for quote in misquotes_of("goods", [SHOWN], Random(seed))
    }
    assert made == set(KINDS)


def test_right_quotes_are_located_and_false_ones_are_not() -> None:
    tally = Tally()
    count(tally, RUN)
    assert tally.quotes["local"] >= 8 and tally.quotes["false"] >= 8
    assert tally.located["local"] == tally.quotes["local"], tally.missed
    assert tally.located["false"] == 0, tally.wrong
    rows = {(row.case, row.figure): row.value for row in rows_for(tally)}
    assert rows["quotes, local", "located"] == 100
    assert rows["false quotes", "located"] == 0
