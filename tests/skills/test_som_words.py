"""What skills say, in the words of who acts by the actions of ``som``."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from agent_e.skills import OCCASIONS, SKILLS
from agent_e.skills.som_act import in_own_words
from agent_e.vision.action_formats.som_json import ACTIONS

ROOT = Path(__file__).parents[2]
PLACES = ("agent_e/dom/actions", "agent_e/dom/changes", "skills")
OTHERS = {"read_pages.py", "addresses.py", "ask_user.py", "fill_form.py", "som_act.py"}
"""Of skills that no action of som calls, or calls with one field only."""
NAMES = {skill.__name__ for skill in SKILLS} | {each.skill.__name__ for each in OCCASIONS}
FOREIGN = re.compile(rf"\b({'|'.join(n for n in NAMES - set(ACTIONS) if '_' in n)})\b")
DEFINED = (ast.Module, ast.ClassDef, ast.FunctionDef, ast.AsyncFunctionDef)


def sentences(path: Path) -> Iterator[str]:
    """Texts with blanks in them, docstrings left aside."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    docs = {ast.get_docstring(node, clean=False) for node in ast.walk(tree)
            if isinstance(node, DEFINED)}  # fmt: skip
    for node in ast.walk(tree):
        value = node.value if isinstance(node, ast.Constant) else None
        if isinstance(value, str) and " " in value and value not in docs:
            yield value


def test_no_refusal_names_a_function_that_is_no_action_here() -> None:
    every = [words for path in (ROOT / PLACES[0]).rglob("*.py") for words in sentences(path)]
    assert any(map(FOREIGN.search, every)), "there are some to begin with"
    told = [
        f"{path.name}: {words}"
        for place in PLACES
        for path in sorted((ROOT / place).rglob("*.py"))
        if path.name not in OTHERS
        for words in sentences(path)
        if FOREIGN.search(in_own_words(words))
    ]
    assert told == []


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("[15] button 'Buy' is disabled.", "button 'Buy' is disabled."),
        ("[8] link is covered by [20] dialog 'Hi'.", "link is covered by dialog 'Hi'."),
        ("It says 'see [12]'.", "It says 'see [12]'."),
        ("There is no element [9] that is.", "There is no element that is."),
    ],
)
def test_elements_go_by_their_names(said: str, told: str) -> None:
    assert in_own_words(said, numbers=False) == told
    assert in_own_words(said) == said
