"""Elements given by name: one reply of the model over several pages."""

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.scripted import Scripted
from agent_e.benchmarks.sites import RunningSite
from agent_e.benchmarks.sites.shop.seed import DEMO_EMAIL, DEMO_PASSWORD
from agent_e.journal import read_run

from .conftest import Workbench, browse, finish, mmid_of, offered, report, seen

pytestmark = pytest.mark.browser


FOUND = report("Tried.", ("it wants a password", "Log in"))


def fields(*given: tuple[str, str]) -> list[dict[str, str]]:
    return [{"mmid": name, "value": value} for name, value in given]


@pytest.mark.slow
async def test_a_login_over_page_loads_is_one_reply(
    workbench: Workbench, shop: RunningSite
) -> None:
    data = fields(("textbox 'Email'", DEMO_EMAIL), ("textbox 'Password'", DEMO_PASSWORD))
    batch: list[tuple[str, Any]] = [
        ("click", {"mmid": "link 'Log in' in navigation"}),
        ("fill_form", {"fields": data, "submit": "button 'Log in'"}),
        ("click", {"mmid": "link 'Basket'"}),
        ("click", {"mmid": "link 'orders' in navigation 'Your account'"}),
        ("click", {"mmid": "link in row '14 March 2025'"}),
        ("get_dom", {"find": "Total"}),
    ]
    navigator = iter([Scripted(calls=batch), report("In.", ("it came to", "$98.80"))])
    planner = iter([browse("log in and open the order"), finish("$98.80", 1)])
    agent = await workbench.agent(
        lambda body: next(planner if "finish" in offered(body) else navigator)
    )
    result = await agent.run("What did the order of 14 March 2025 cost?", start_url=shop.url)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "$98.80")
    _, last = workbench.asked("navigator")
    assert "Not run" not in seen(last)
    # Pages that the reply has left again are told in short, the last one whole.
    *passed, order, _ = [
        str(message["content"]) for message in last["messages"] if message["role"] == "tool"
    ]
    assert len(passed) == 4
    assert all("It was left again." in text and "[" not in text for text in passed)
    assert "row" in order and "[" in order
    record = read_run(Path(result.run_dir))
    acts = [event for event in record.events if event["kind"] == "action.started"]
    names = [(event["target"]["role"], event["target"]["name"]) for event in acts[1:]]
    assert names[0] == ("link", "Log in")
    assert names[1] == ("button", "Log in")
    assert names[4] == ("link", "24817")
    replied = [event for event in record.events if event["kind"] == "model.replied"]
    assert DEMO_PASSWORD not in str([event["calls"] for event in replied])


@pytest.mark.slow
async def test_several_stop_the_batch_and_their_numbers_can_be_used_at_once(
    workbench: Workbench, shop: RunningSite
) -> None:
    vague: list[tuple[str, Any]] = [
        ("open_url", {"url": f"{shop.url}/login"}),
        ("enter_text", {"mmid": "textbox 'Email'", "text": DEMO_EMAIL}),
        ("click", {"mmid": "Log in"}),
        ("click", {"mmid": "button 'Log in'"}),
    ]

    def chosen(body: Mapping[str, Any]) -> Scripted:
        return Scripted(calls=[("click", {"mmid": mmid_of(body, "button 'Log in'")})])

    navigator = iter([lambda body: Scripted(calls=vague), chosen, lambda body: FOUND])
    planner = iter([browse("log in"), finish("It wants a password.", 1)])
    agent = await workbench.agent(
        lambda body: next(planner) if "finish" in offered(body) else next(navigator)(body)
    )
    result = await agent.run("Log in.", start_url=shop.url)
    assert result.outcome is Outcome.SUCCESS
    told = seen(workbench.asked("navigator")[1])
    assert "2 elements could be Log in: [" in told
    assert " in navigation 'Your account'; [" in told
    assert "Not run: the click before it failed." in told
