import pytest

from agent_e.prompts import digest, render


def test_variables_are_filled() -> None:
    text = render("planner", today="Monday", timezone="UTC", person="")
    assert "Today is Monday, timezone UTC." in text
    assert "{{" not in text


WHOLE = {"today": "x", "timezone": "y", "person": ""}


@pytest.mark.parametrize("given", [{}, {"today": "x"}, {**WHOLE, "z": "z"}])
def test_a_missing_or_unused_variable_is_an_error(given: dict[str, str]) -> None:
    with pytest.raises(KeyError, match="missing or unused"):
        render("planner", **given)


def test_values_are_not_templates() -> None:
    assert "{{today}}" in render("planner", today="{{today}}", timezone="$5", person="")


def test_a_digest_tells_prompts_apart() -> None:
    assert digest("planner") != digest("browser_nav")
    assert len(digest("planner")) == 12
