"""The websight architecture: by scripts for its four roles, and in loops."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome, TaskResult
from agent_e.agents.grounding import sight_of
from agent_e.benchmarks.metrics import failing_component
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.journal import read_run
from agent_e.journal.events import read_all
from tests.agent_e.dom.seeing import pages
from tests.agent_e.vision.looking import PAGES
from tests.skills.test_visual_click import MODELS, answered

from .conftest import Workbench, seen
from .test_visual_click import private

pytestmark = pytest.mark.browser

ROLES = {"<step>": "planner", "<reasoning>": "reasoner", "<advanced>": "judge"}


@pytest.fixture
def site() -> Iterator[str]:
    with pages(PAGES) as address:
        yield address


def role_of(body: Mapping[str, Any]) -> str:
    system = str(body["messages"][0]["content"]) if body["messages"][0]["role"] == "system" else ""
    return next((role for tag, role in ROLES.items() if tag in system), "actor")


class Cast:
    """Plays the four roles from lists; who has none left says the last again."""

    def __init__(self, **roles: Sequence[str | Callable[[Mapping[str, Any]], str]]) -> None:
        self.asked: list[tuple[str, Mapping[str, Any]]] = []
        self._left = {role: list(replies) for role, replies in roles.items()}
        self._left.setdefault("planner", ["<step>Do it</step>"])
        self._left.setdefault(
            "judge", ["<advanced>yes</advanced><state>Something is done.</state>"]
        )

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        role = role_of(body)
        self.asked.append((role, body))
        replies = self._left[role]
        said = replies.pop(0) if len(replies) > 1 else replies[0]
        return Scripted(text=said if isinstance(said, str) else said(body))

    def of(self, role: str) -> list[Mapping[str, Any]]:
        return [body for name, body in self.asked if name == role]


def acting(words: str) -> str:
    return f"<reasoning>It is there.</reasoning>\n<action>{words}</action>"


def at(x: float, y: float) -> str:
    """A click in the coordinates a model of which nothing is known is told of: 0 to 1000."""
    return f"Action: click(point='<point>{x / 1.28:.0f} {y / 0.72:.0f}</point>')"


def events(result: TaskResult, kind: str) -> list[dict[str, Any]]:
    return [dict(each) for each in read_run(Path(result.run_dir)).events if each["kind"] == kind]


# A drawing, by pictures alone.


async def drawn(
    workbench: Workbench, url: str, model: str, driver: str = "openai:scripted", **settings: Any
) -> tuple[TaskResult, Cast]:
    """Let ``driver`` hit what is green on a drawing, with ``model`` to point."""

    def eye(body: Mapping[str, Any]) -> Scripted:
        return Scripted(text=answered(body, sight_of(model)))

    def reasoner(body: Mapping[str, Any]) -> str:
        # A frame may not be drawn yet when the page is looked at first.
        hit = "You hit green." in seen(body)
        return acting("FINISHED You hit green." if hit else "Click the green square")

    cast = Cast(
        reasoner=[reasoner],
        judge=["<advanced>yes</advanced><state>Green was hit.</state><fact>You hit green.</fact>"],
    )
    async with scripted_server(eye) as grounding:
        grounder = {"model": model, "base_url": grounding.base_url}
        web = await workbench.agent(
            cast,
            model=driver,
            architecture="websight",
            grounder=grounder,
            safety=private(url),
            **settings,
        )
        result = await web.run("Click the green square and say what it says.", start_url=url)
        assert len(grounding.requests) >= 1
    return result, cast


async def test_a_drawing_is_operated_by_pictures_alone(site: str, workbench: Workbench) -> None:
    result, cast = await drawn(workbench, f"{site}/canvas.html", MODELS[0])
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "You hit green."), result
    assert not result.assisted
    assert [role for role, _ in cast.asked] == ["planner", "reasoner", "judge", "reasoner"]
    assert {name: usage.calls for name, usage in result.usage.items()} == {
        "planner": 1,
        "reasoner": 2,
        "actor": 1,
        "judge": 1,
    }
    [judge] = cast.of("judge")
    parts = judge["messages"][1]["content"]
    assert sum(part["type"] == "image_url" for part in parts) == 2
    last = seen(cast.of("reasoner")[-1])
    assert "1. Click the green square -> Clicked at" in last
    assert "- You hit green." in last
    [judged] = events(result, "step.judged")
    assert (judged["right"], judged["component"]) == (True, "")


SLOW = [name for name in MODELS[1:] if name != "zero to one"]


@pytest.mark.slow
@pytest.mark.parametrize("page", ["canvas", "canvas_frames", "canvas_elsewhere"])
@pytest.mark.parametrize("model", SLOW)
async def test_so_it_is_in_every_space_and_inside_of_frames(
    page: str, model: str, site: str, workbench: Workbench
) -> None:
    result, _ = await drawn(workbench, f"{site}/{page}.html", model)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "You hit green."), result


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS[:2])
async def test_so_it_is_with_two_pixels_for_one(
    model: str, site: str, workbench: Workbench
) -> None:
    device = {"device": "Desktop Chrome HiDPI"}
    result, _ = await drawn(workbench, f"{site}/canvas.html", model, browser=device)
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, "You hit green."), result


# What the actor can do.

DOING = """<!doctype html><title>Doing</title><style>
body{margin:0;font:16px sans-serif;height:3000px}
div{position:absolute;width:160px;height:60px;background:#ddd}</style>
<div style="left:20px;top:20px" ondblclick="n.textContent+='twice '">twice</div>
<div style="left:220px;top:20px" oncontextmenu="n.textContent+='right ';return false">right</div>
<div id=d style="left:420px;top:20px" onpointerdown="this.d=event.clientX"
 onpointerup="n.textContent+='up '">drag</div>
<input style="position:absolute;left:20px;top:120px;width:200px"
 onchange="n.textContent+='typed:'+value+' '"
 onkeydown="if(event.key=='Enter')n.textContent+='enter '">
<select style="position:absolute;left:320px;top:120px"
 onchange="n.textContent+='chose:'+value+' '">
<option>S<option>M</select>
<p id=n style="position:absolute;top:200px;left:20px"></p>
<script>addEventListener('keydown',e=>{if(e.key=='b'&&e.ctrlKey)n.textContent+='bold '})</script>"""


@pytest.mark.slow
async def test_every_action_of_the_actor_is_done(workbench: Workbench, tmp_path: Path) -> None:
    def place(x: float, y: float) -> str:
        return f"<point>{x / 1.28:.0f} {y / 0.72:.0f}</point>"

    actions = [
        f"left_double(point='{place(100, 50)}')",
        f"right_single(point='{place(300, 50)}')",
        f"drag(start_point='{place(500, 50)}', end_point='{place(560, 60)}')",
        "hotkey(key='ctrl b')",
        f"click(point='{place(100, 130)}')",
        r"type(content='it\'s \"so\"\n')",
        f"click(point='{place(340, 130)}')",
        "type(content='M')",
        f"scroll(point='{place(600, 600)}', direction='down')",
        "wait()",
        "finished(content='STUCK')",
    ]
    cast = Cast(
        reasoner=[*(acting(f"Thing {number}") for number in range(11)), acting("FINISHED Done")],
        actor=[f"Thought: so.\nAction: {action}" for action in actions],
    )
    (tmp_path / "doing.html").write_text(DOING, encoding="utf-8")
    with pages(tmp_path) as address:
        web = await workbench.agent(cast, architecture="websight", websight={"wait_s": 0.1})
        result = await web.run("Do it all.", start_url=f"{address}/doing.html")
    told = seen(cast.of("reasoner")[-1])
    for said in ("twice", "right", "up", "bold", "typed:it", "enter", "chose:M"):
        assert said in told, (said, told)
    assert "That is a list of: S; M. No picture shows it open" in told
    assert not any("That is a list" in seen(body) for body in cast.of("judge"))
    assert not any("without effect:" in seen(body) for body in cast.of("actor"))
    assert "Scrolled down" in told
    assert "Waited 0.1 s." in told
    assert "Not done: The actor does not see how: STUCK" in told
    assert result.metrics["actions"] == 11
    entered = [e for e in events(result, "action.started") if e["action"] == "enter_text"]
    assert [e["arguments"]["text"] for e in entered] == ['it\'s "so"']


async def test_an_address_is_opened_without_the_actor(site: str, workbench: Workbench) -> None:
    cast = Cast(
        reasoner=[
            acting(f"Navigate to {site}/form.html."),
            acting("Go back"),
            acting("FINISHED Cannot: it was only a test"),
        ]
    )
    web = await workbench.agent(cast, architecture="websight")
    result = await web.run("Look around.", start_url=f"{site}/canvas.html")
    assert not cast.of("actor")
    names = [event["action"] for event in events(result, "action.started")]
    assert names == ["open_url", "open_url", "history"]
    assert (result.outcome, result.answer) == (Outcome.GAVE_UP, "it was only a test")


# Loops: caught by step 6, planned anew, given up by name, with whose fault it is.

LOOPING = """<!doctype html><title>Loops</title>
<style>body{margin:0;height:2000px}button{position:absolute;left:20px;width:160px;height:40px}</style>
<button style="top:20px">Useless</button><button style="top:80px">Idle</button>
<a style="position:absolute;left:20px;top:140px" href="HERE">Over there</a>"""


def loop_site(folder: Path) -> None:
    one = LOOPING.replace("HERE", "two.html")
    (folder / "one.html").write_text(one, encoding="utf-8")
    two = LOOPING.replace("HERE", "one.html").replace("Loops", "Two")
    (folder / "two.html").write_text(two.replace("Over there", "Back again"), encoding="utf-8")


USELESS, IDLE, LINK = at(100, 40), at(100, 100), at(50, 148)
SCROLL = "Action: scroll(point='<point>500 500</point>', direction='down')"
LOOPS = {
    "the same click": ([acting("Click the Useless button")], [USELESS], "reasoner"),
    "one and the other": (
        [acting("Click the Useless button"), acting("Click the Idle button")] * 30,
        [USELESS, IDLE] * 30,
        "reasoner",
    ),
    "scrolling for ever": ([acting("Click the Order button")], [SCROLL], "actor"),
    "back and forth": (
        [acting("Click the link to the other page")],
        [LINK],
        "planner",
    ),
}


@pytest.mark.parametrize(
    "name",
    ["the same click", *(pytest.param(each, marks=pytest.mark.slow) for each in [*LOOPS][1:])],
)
@pytest.mark.slow
async def test_a_loop_is_caught_planned_around_and_given_up(
    name: str, workbench: Workbench, tmp_path: Path
) -> None:
    reasoner, actor, component = LOOPS[name]
    cast = Cast(reasoner=reasoner, actor=actor)
    loop_site(tmp_path)
    with pages(tmp_path) as address:
        web = await workbench.agent(cast, architecture="websight")
        result = await web.run("Order it.", start_url=f"{address}/one.html")
    found = events(result, "loop.found")
    assert found[0]["step"] <= 6, found
    assert [each["level"] for each in found] == [1, 2, 3]
    assert result.outcome is Outcome.GAVE_UP
    assert "It went round in a loop" in result.message
    assert len(cast.of("planner")) >= 3
    if name == "the same click":
        told = [seen(body) for body in cast.of("actor")]
        assert "without effect:" not in told[0]
        assert any("Done without effect: click(" in each for each in told[1:])
    assert any("forbidden now" in seen(body) for body in cast.of("planner"))
    assert any("Change the plan" in seen(body) for body in cast.of("planner"))
    judged = events(result, "step.judged")
    assert failing_component(read_all(judged)) == component, judged
    assert f"The {component} went wrong first." in str(result.answer), result.answer
