"""What is asked for in vain is on no other picture, nor like anything on this one."""

from __future__ import annotations

import random

import pytest

from agent_e.training.data.instructions import Instructions
from agent_e.training.data.screening import Element
from agent_e.training.records import ClickRecord


def element(picture: str, name: str, text: str = "") -> Element:
    record = ClickRecord(
        id=name,
        image=picture,
        width=640,
        height=360,
        box=(10, 10, 90, 30),
        source=picture,
        name=name,
        text=text,
    )
    return Element(record=record, picture=picture)


@pytest.mark.parametrize(
    ("others", "asked"),
    [
        ([("b", "Invoice")], True),
        ([("b", "save")], False),
        ([("b", "Save all")], False),
        ([("b", "Next"), ("c", "NEXT")], False),
        ([("a", "Open")], False),
    ],
)
def test_asked_for_in_vain(others, asked):
    here = element("a", "Save")
    found = [element(*each) for each in others]
    labels: dict[str, list[ClickRecord]] = {}
    for each in (here, *found):
        labels.setdefault(each.picture, []).append(each.record)
    ask = Instructions(labels).elsewhere(here, found, "do", random.Random(0))
    assert (ask is not None) is asked
    if ask:
        assert "Invoice" in ask.words
