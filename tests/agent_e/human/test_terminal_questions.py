from __future__ import annotations

import pytest

from agent_e.errors import BadArgument
from agent_e.human.terminal_questions import _option


@pytest.mark.parametrize("line", ["y", "yes", "a", "accept"])
def test_a_plan_is_accepted_by_a_yes(line: str) -> None:
    assert _option(line, ["accept", "edit", "back"]) == ("accept", "")


def test_a_no_to_a_plan_says_what_is_wrong() -> None:
    assert _option("no, reviews first", ["accept", "edit", "back"]) == ("back", "reviews first")
    with pytest.raises(BadArgument, match="Say what is wrong"):
        _option("n", ["accept", "edit", "back"])


def test_a_yes_is_no_answer_elsewhere() -> None:
    with pytest.raises(BadArgument, match="Type more or stop"):
        _option("yes", ["more", "stop"])
