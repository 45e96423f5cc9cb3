"""What a watched chat makes of arguments and names as models write them."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from agent_e.agents.chat import Chat
from agent_e.benchmarks.scripted import Scripted
from agent_e.loops.call_steps import given
from agent_e.loops.guard import LoopGuard, LoopPolicy
from agent_e.loops.state import LoopState
from agent_e.skills import ElementRef, describe
from agent_e.types import ChangeReport, Node, Observation, SkillResult
from tests.agent_e.conftest import Bench, in_turn

END = Scripted(calls=[("end", {})])
TOO_DEEP, TOO_LONG = "[" * 90_000, '{"mmid": ' + "9" * 5_000 + "}"


class Still:
    """A page that stays as it is."""

    page = Observation(url="http://a/", title="A")

    async def observe_cached(self) -> Observation:
        return self.page

    def restless(self, observation: Observation) -> frozenset[int]:
        return frozenset()


async def look(mmid: int, find: str = "") -> SkillResult:
    """Look."""
    return SkillResult(text="A lamp for $5.")


async def press(mmid: ElementRef) -> SkillResult:
    """Press."""
    return SkillResult(text="Pressed.", report=ChangeReport())


async def end() -> str:
    """End."""
    return "over"


async def chat_of(bench: Bench, *answers: Scripted) -> tuple[Chat, list[str]]:
    context: Any = SimpleNamespace(observer=Still(), lent=lambda: 0)
    noted: list[str] = []
    chat = Chat(
        "navigator",
        await bench.calls(in_turn(*answers)),
        system="You are tested.",
        functions=[describe(look), describe(press), describe(end, ends=True)],
        max_steps=20,
        report_failure=lambda name, error: None,
        note=lambda result: noted.append(result.text),
        loops=LoopGuard(
            context, LoopState(), bench.journal, role="navigator", policy=LoopPolicy(ends_at=9)
        ),
    )
    return chat, noted


def results(bench: Bench) -> list[str]:
    """What the model was told of its calls, all of it."""
    messages = bench.server.requests[-1]["messages"]
    return [message["content"] for message in messages if message["role"] == "tool"]


@pytest.mark.parametrize("arguments", [TOO_DEEP, TOO_LONG])
async def test_arguments_nobody_can_read_are_refused_and_the_chat_goes_on(
    bench: Bench, arguments: str
) -> None:
    chat, _ = await chat_of(bench, Scripted(calls=[("look", arguments)]), END)
    assert await chat.run("go") == "over"
    (told,) = results(bench)
    assert told.startswith("The arguments of look are not valid JSON")


@pytest.mark.parametrize(
    "arguments",
    ["{'mmid': 3}", '{"mmid": "3", "find": null}', '```json\n{"mmid": 3}\n```', '{"MMID": 3,}'],
)
def test_arguments_are_watched_as_the_function_takes_them(arguments: str) -> None:
    assert given(describe(look), arguments) == {"mmid": 3}


async def test_the_same_action_is_known_in_other_letters_and_forms(bench: Bench) -> None:
    again = [("look", '{"mmid": 3}'), ("Look", "{'mmid': '3'}"), ("functions.look", '{"mmid":3,}')]
    chat, noted = await chat_of(bench, *(Scripted(calls=[call]) for call in again), END)
    assert await chat.run("go") == "over"
    (found,) = bench.events("loop.found")
    assert found["rule"] == "repeated"
    assert ["LOOP:" in told for told in results(bench)] == [False, False, True]
    assert noted == ["A lamp for $5."] * 3, "a warning is nothing that a page has shown"


async def test_a_name_and_the_number_of_an_element_are_the_same_action(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    nodes = tuple(Node(depth=0, role="button", name=f"Save {at}", mmid=at) for at in (3, 4))
    page = Observation(url="http://a/", title="A", nodes=nodes)
    monkeypatch.setattr(Still, "page", page)
    names = [3, "button 'Save 3'", "[9] Save 3"]
    chat, _ = await chat_of(
        bench, *(Scripted(calls=[("press", {"mmid": name})]) for name in names), END
    )
    assert await chat.run("go") == "over"
    found = bench.events("loop.found")
    assert [each["rule"] for each in found] == ["no_change", "again"]
    (pair,) = found[-1]["pairs"]
    assert (pair["action"], pair["times"]) == ("press button 'Save 3'", 3)
