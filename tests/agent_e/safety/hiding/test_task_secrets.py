"""Which secrets are found in a person's words: a table of phrasings, half of which hold none."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from agent_e.safety.secrets.task_secrets import find_secrets, withheld

ROWS: list[dict[str, Any]] = yaml.safe_load(
    Path(__file__).with_name("task_secrets.yaml").read_text(encoding="utf-8")
)


def kept(text: str) -> tuple[str, dict[str, str]]:
    values: dict[str, str] = {}
    for each in find_secrets(text):
        if each.value not in values.values():
            taken = sum(name.startswith(f"task_{each.kind}") for name in values)
            values[f"task_{each.kind}" + (f"_{taken + 1}" if taken else "")] = each.value
    return withheld(
        text, lambda kind, value: next(n for n, v in values.items() if v == value)
    ), values


@pytest.mark.parametrize("row", ROWS, ids=[row["text"][:60] for row in ROWS])
def test_what_stands_in_a_task(row: dict[str, Any]) -> None:
    text, values = kept(row["text"])
    assert values == row["secrets"]
    for name, value in values.items():
        assert f"{{secret:{name}}}" in text
        assert value not in text
    if not values:
        assert text == row["text"]
    assert kept(text) == (text, {})
