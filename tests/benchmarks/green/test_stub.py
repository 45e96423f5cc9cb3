"""The baseline: words it finds again, and one thing after another."""

from agent_e.benchmarks.green.stub import StubPolicy
from agent_e.types.act_protocol import Action, Click, Stop
from tests.agent_e.agents.acting import request

LINKS = [(f"#l{n}", "a", "link", f"Thing {n}") for n in range(2)]
PRICE = [("dt", "dt", "term", "Price"), ("dd", "dd", "definition", "$5")]


async def decided(*rows: tuple[str, str, str, str], step: int = 0) -> Action:
    asked = request("Find the price of the third product", *rows, step=step)
    return (await StubPolicy().decide(asked)).action


async def test_what_stands_after_a_word_of_the_task_is_the_answer() -> None:
    assert await decided(*LINKS, *PRICE) == Stop(type="stop", reason="$5")
    assert await decided((".price", "p", "text", "$7")) == Stop(type="stop", reason="$7")
    assert await decided(("p", "p", "text", "Price: $8")) == Stop(type="stop", reason="Price: $8")


async def test_else_everything_is_pressed_in_order() -> None:
    for step in range(2):
        pressed = await decided(*LINKS, PRICE[0], step=step)
        assert pressed == Click(type="click", selector=f"#l{step}")
    end = await decided(*LINKS, step=2)
    assert isinstance(end, Stop) and end.reason.startswith("Cannot:")
