import pytest

from agent_e.agents.tool_executor import MAX_CALLS
from agent_e.architectures.link import agent as link
from agent_e.architectures.reactive.policy import messages_for
from agent_e.architectures.som import agent as som
from agent_e.prompts import digest, render, source
from agent_e.types.act_protocol import ACTION_SPACE, BY_LOOKS, ActRequest


def test_variables_are_filled() -> None:
    text = render("planner", today="Monday, timezone UTC", person="")
    assert "Today is Monday, timezone UTC." in text
    assert "{{" not in text


WHOLE = {"today": "x", "person": ""}


@pytest.mark.parametrize("given", [{}, {"today": "x"}, {**WHOLE, "z": "z"}])
def test_a_missing_or_unused_variable_is_an_error(given: dict[str, str]) -> None:
    with pytest.raises(KeyError, match="missing or unused"):
        render("planner", **given)


def test_values_are_not_templates() -> None:
    assert "{{today}}" in render("planner", today="{{today}}", person="$5")


def test_a_digest_tells_prompts_apart() -> None:
    assert digest("planner") != digest("browser_nav")
    assert len(digest("planner")) == 12


def of_reactive(by_looks: bool) -> str:
    space = ACTION_SPACE | (BY_LOOKS if by_looks else {})
    observation = {"url": "http://shop.test/"}
    asked = {"instruction": "Buy.", "observation": observation, "action_space": space}
    return messages_for(ActRequest.model_validate(asked))[0].text


PROMPTS = {
    "som": lambda by_looks: som.prompt_of(by_looks=by_looks),
    "link": lambda by_looks: link.prompt_of("AI", "https://search.test/?q=", by_looks=by_looks),
    "reactive": of_reactive,
}


@pytest.mark.parametrize("name", PROMPTS)
def test_a_click_by_looks_is_one_more_line_where_a_grounder_is(name: str) -> None:
    without, with_it = (PROMPTS[name](by_looks).splitlines() for by_looks in (False, True))
    [line] = [each for each in with_it if "visual_click" in each]
    assert [each for each in with_it if each != line] == without


def test_without_a_grounder_the_table_of_actions_is_the_file_as_it_stands() -> None:
    asked = som.prompt_of(by_looks=False, replies=9)
    assert asked == source("som").replace("{{visual_click}}", "").replace("{{replies}}", "9")
    assert len(asked) <= 2_800
    assert "visual_click" not in render("link_look", visual_click="")


def test_the_navigator_is_told_how_many_calls_a_reply_may_hold() -> None:
    assert f"Several actions, at most {MAX_CALLS}," in render("browser_nav", person="")
