"""True answers in the forms that people give them are not refused; like ones that are wrong are."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from agent_e.agents.quotes import Shown
from agent_e.agents.verifier import held

SAID = yaml.safe_load(Path(__file__).with_name("true_answers.yaml").read_text("utf-8"))
PAGES = {name: Shown(step=1, **page) for name, page in SAID["pages"].items()}
TRUE = [(each["shown"], *item) for each in SAID["true"] for item in each["answers"].items()]
REFUSED = {"contradicted", "not_shown"}


def refused(task: str, answer: Any, shown: list[str]) -> bool:
    verdicts = held(task, answer, [PAGES[name] for name in shown])
    return bool({verdict.said for verdict in verdicts} & REFUSED)


@pytest.mark.parametrize(("shown", "task", "answers"), TRUE, ids=[each[1] for each in TRUE])
def test_what_is_true_is_not_refused(shown: list[str], task: str, answers: list[Any]) -> None:
    assert [answer for answer in answers if refused(task, answer, shown)] == []


@pytest.mark.parametrize(
    ("shown", "task", "answer"),
    [
        ("mugs, mug", "List the mugs with prices.", "Red Mug ($9.90), Blue Mug ($12.50)"),
        ("mugs, mug", "List the mugs with prices.", "1. Red Mug: $12.50\n2. Blue Mug: $8.00"),
        ("mugs, mug", "List the mugs.", "| Mug | Price |\n|---|---|\n| Red Mug | $8.00 |"),
        ("mugs, mug", "Price of the Red Mug?", '{"name": "Red Mug", "price": 9.9}'),
        ("mugs, mug", "Which is the third cheapest mug?", "Red Mug, $12.55"),
        ("mugs, mug", "When was the Red Mug made?", "2024"),
        ("mugs, mug", "When was the Red Mug made?", "June 2025"),
        ("flights", "How long does flight BW 802 take?", "2h45"),
        ("flights", "How long does flight BW 802 take?", "two hours and 45 minutes"),
        ("flights", "What does the cheapest flight cost?", "approximately 118 euros"),
        ("flights", "Which is the cheapest direct flight?", "BW 802, €129.76"),
        ("bottles", "What does the second product cost?", "Steel Bottle 750 ml, $21.50"),
        ("flights, fare", "What does the flight cost in the Flex fare?", "€76.92"),
        ("trip", "On what day and at what time does my flight leave?", "1979-11-02, 08:15"),
        ("mugs, order", "How much did the delivery of my order of 14 March 2025 cost?", "$12.50"),
        ("mugs, mug, four, four added", "Put 4 Red Mugs in my basket.", "Added 3 Red Mugs."),
        ("cups", "How many reviews does the Ash Cup have?", "about 1.9k"),
        ("hours", "How many visitors has it had since 1987?", "13.5 million"),
        ("tickets", "Who opened T-1002, and when?", "Jo Park, 2 March 2030, 09:12"),
    ],
)
def test_what_is_like_it_and_wrong_is(shown: str, task: str, answer: Any) -> None:
    assert refused(task, answer, shown.split(", "))
