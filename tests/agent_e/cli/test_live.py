from __future__ import annotations

import io
from typing import Any

import pytest
from rich.console import Console

from agent_e.cli.live import HEIGHT, LiveView
from agent_e.types import Usage

from .feed import START, events


def screen(fed: list[dict[str, Any]], *, width: int = 100, height: int = 30) -> list[str]:
    """What the view draws after these events, without its trailing spaces."""
    drawn = Console(file=io.StringIO(), width=width, height=height)
    view = LiveView(
        Console(file=io.StringIO(), width=width, height=height, force_terminal=True),
        max_steps=100,
        pricer=lambda usage, models: sum((used for used in usage.values()), Usage()).calls / 1000,
        clock=lambda: START + 9.0,
    )
    with view:
        for event in fed:
            view(event)
        drawn.print(view.render())
    output = drawn.file
    assert isinstance(output, io.StringIO)
    return [line.rstrip() for line in output.getvalue().splitlines()]


def test_shows_task_plan_actions_and_figures() -> None:
    lines = screen(events()[:21])
    assert lines[:12] == [
        "Find the cheapest mug in the shop and tell me its price",
        "hierarchical · openai:gpt-4.1, openai:gpt-4.1-mini · http://127.0.0.1:41234/",
        "",
        "  ✓ Open the shop",
        "  ▸ Find the cheapest mug",
        "  · Report its price",
        "",
        "    ✓ open_url http://127.0.0.1:41234/  "
        'The page changed: now "Corner Shop" at http://127.0.0.1:412…',
        "  ▸ List the mugs by price",
        "    ✓ enter_text searchbox 'Search' \"mug\"  "
        'The page changed: now "7 results" at http://127.0.0.1:41…',
        "    ! model  The provider is overloaded.",
        "    ! click button 'Sort by price'  "
        "'Sort by price' is covered by dialog 'Cookies'; close it first.",
    ]
    assert lines[12:14] == ["    ✓ click button 'Accept all'  The dialog 'Cookies' closed.", ""]
    assert lines[14].endswith(
        "working · step 4/100 · 5 model calls · 15,122 tokens · $0.0040 · 9.0 s"
    )
    assert len(lines) == 15


def test_says_who_is_thinking() -> None:
    assert "planner is thinking · step 1/100 · 1 model call" in screen(events()[:4])[-1]


def test_the_end_leaves_no_status_line_and_every_tick() -> None:
    lines = screen(events())
    assert "  ✓ Report its price" in lines
    assert not any("tokens" in line for line in lines)


@pytest.mark.parametrize(("width", "height"), [(100, 30), (40, 12), (20, 6), (200, 60)])
def test_fits_every_terminal_at_every_moment(width: int, height: int) -> None:
    for count in range(1, len(events()) + 1):
        lines = screen(events()[:count], width=width, height=height)
        assert len(lines) <= HEIGHT
        assert all(len(line) <= width for line in lines)


def test_a_narrow_terminal_keeps_steps_and_time() -> None:
    status = screen(events()[:21], width=40)[-1]
    assert "step 4/100" in status
    assert status.endswith("9.0 s")


def test_a_long_plan_shows_the_steps_around_the_current_one() -> None:
    steps = [{"text": f"Step {n}", "status": "done" if n < 8 else "pending"} for n in range(1, 13)]
    steps[7]["status"] = "current"
    lines = screen([events()[0], {"seq": 2, "time": START, "kind": "plan.updated", "steps": steps}])
    assert lines[3:8] == [
        "  ✓ 6 steps done",
        "  ✓ Step 7",
        "  ▸ Step 8",
        "  · Step 9",
        "  · 3 more steps",
    ]


def test_text_of_pages_is_shown_as_it_is_and_harmless() -> None:
    target = {"mmid": 1, "role": "button", "name": "[red]Buy[/red] \x1b[2J :smile:"}
    click = {
        "seq": 2,
        "time": START,
        "kind": "action.started",
        "action": "click",
        "target": target,
        "arguments": {},
    }
    assert "    ▸ click button '[red]Buy[/red] [2J :smile:'" in screen([events()[0], click])


def test_whoever_talks_has_the_terminal_to_themselves() -> None:
    output = io.StringIO()
    hidden, shown = "\x1b[?25l", "\x1b[?25h"
    with LiveView(Console(file=output, width=80, force_terminal=True)) as view:
        view(events()[0])
        with view.lent():
            assert output.getvalue().rfind(shown) > output.getvalue().rfind(hidden)
            with view.lent():
                drawn = output.getvalue()
            view({"seq": 2, "time": START, "kind": "control.steered", "by": "http", "words": "x"})
            assert output.getvalue() == drawn
        assert output.getvalue().rfind(hidden) > output.getvalue().rfind(shown)
        view({"seq": 3, "time": START, "kind": "run.ended", "outcome": "success"})
        with view.lent():
            pass
        assert output.getvalue().rfind(shown) > output.getvalue().rfind(hidden)


def test_says_that_the_person_is_waited_for() -> None:
    state = {"seq": 2, "time": START, "kind": "control.state", "state": "awaiting_human"}
    assert "waiting for you" in screen([events()[0], state])[-1]
    assert "paused" in screen([events()[0], {**state, "state": "paused"}])[-1]


def test_what_nobody_was_asked_about_is_said_at_once() -> None:
    effect = {"kind": "act", "action": "click", "target": "button 'Buy'", "grant": "notify"}
    fed = [*events()[:9], {"seq": 10, "time": START, "kind": "effect", "effect": effect}]
    assert "    ! done without asking (notify): clicked button 'Buy'" in screen(fed)
