"""Functions that are not listed at first: got, called at once, and named where one is unknown."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from agent_e.agents.chat import Chat
from agent_e.agents.offered import Offered
from agent_e.benchmarks.scripted import Scripted
from agent_e.memory.tokens import schema_tokens
from agent_e.models.model import GET_FUNCTION, spare_names
from agent_e.models.text_tool_calls import calls_in
from agent_e.skills import OCCASIONS, SKILLS, Function, bind, describe, select_skills
from agent_e.types import Observation, SkillResult
from tests.agent_e.conftest import Bench, in_turn

CONTEXT: Any = None
RAN: list[str] = []


async def look() -> SkillResult:
    """Look."""
    return SkillResult(text="seen")


async def drag(mmid: int, dx: Annotated[int, "Pixels right."] = 0) -> SkillResult:
    """Drag it."""
    RAN.append(f"drag {mmid} {dx}")
    return SkillResult(text="dragged")


async def read_pdf(url: str) -> SkillResult:
    """Read a PDF."""
    return SkillResult(text=f"read {url}")


async def end(status: str) -> str:
    """End."""
    return status


LISTED = (describe(look), describe(end, ends=True))
SPARE = (describe(drag), describe(read_pdf))
AT_FIRST = ["look", "end", GET_FUNCTION]
END = Scripted(calls=[("end", {"status": "done"})])


def calling(name: str, /, **arguments: Any) -> Scripted:
    return Scripted(calls=[(name, arguments)])


async def held(bench: Bench, *answers: Scripted, spare: tuple[Function, ...] = SPARE) -> None:
    RAN.clear()
    chat = Chat(
        "navigator",
        await bench.calls(in_turn(*answers, END)),
        system="You are tested.",
        functions=LISTED,
        spare=spare,
        max_steps=9,
        report_failure=lambda name, error: None,
    )
    assert await chat.run("go") == "done"


def sent(bench: Bench) -> list[list[str]]:
    """The functions that each request lists."""
    return [[t["function"]["name"] for t in body["tools"]] for body in bench.server.requests]


def told(bench: Bench) -> str:
    answer: str = bench.server.requests[-1]["messages"][-1]["content"]
    return answer


async def test_a_function_is_listed_from_the_call_after_it_was_got(bench: Bench) -> None:
    await held(bench, calling("look"), calling(GET_FUNCTION, name="drag"), calling("drag", mmid=3))
    assert sent(bench) == [AT_FIRST, AT_FIRST, [*AT_FIRST, "drag"], [*AT_FIRST, "drag"]]
    assert RAN == ["drag 3 0"]
    answer = bench.server.requests[2]["messages"][-1]["content"]
    assert answer == "Call drag(mmid: integer; dx?: Pixels right.). Drag it."
    first, *_, last = bench.server.requests
    # What was sent before stays as it was: the list only grows.
    assert last["tools"][: len(first["tools"])] == first["tools"]


async def test_one_that_is_called_at_once_runs_and_is_listed(bench: Bench) -> None:
    await held(bench, calling("drag", mmid=3, dx=5), calling("functions.Read_PDF", url="a"))
    assert RAN == ["drag 3 5"]
    assert sent(bench) == [AT_FIRST, [*AT_FIRST, "drag"], [*AT_FIRST, "drag", "read_pdf"]]
    assert [event["spare"] for event in bench.events("model.called")] == [["drag", "read_pdf"]] * 3


async def test_called_wrongly_it_is_explained_and_listed(bench: Bench) -> None:
    await held(bench, calling("drag", element=3))
    assert "mmid is missing" in told(bench) and "It takes: mmid, dx." in told(bench)
    assert sent(bench)[-1] == [*AT_FIRST, "drag"]


async def test_one_that_was_not_run_is_not_listed(bench: Bench) -> None:
    await held(bench, Scripted(calls=[("jump", {}), ("drag", {"mmid": 3})]))
    assert RAN == []
    assert sent(bench)[-1] == AT_FIRST


@pytest.mark.parametrize("name", ["jump", "drags"])
async def test_one_that_is_neither_is_unknown(bench: Bench, name: str) -> None:
    await held(bench, calling(name))
    hint = " Did you mean drag?" if name == "drags" else ""
    known = "There are: look, end, get_function, drag, read_pdf."
    assert told(bench) == f"There is no function {name}.{hint} {known}"


async def test_only_spare_ones_can_be_got(bench: Bench) -> None:
    await held(bench, calling(GET_FUNCTION, name="look"))
    assert "Input should be 'drag' or 'read_pdf'" in told(bench)
    assert sent(bench)[-1] == AT_FIRST


async def test_without_spare_ones_there_is_nothing_to_get(bench: Bench) -> None:
    await held(bench, calling(GET_FUNCTION, name="drag"), spare=())
    assert told(bench) == "There is no function get_function. There are: look, end."


async def test_on_the_last_step_the_end_alone_is_listed(bench: Bench) -> None:
    looks = [calling("look")] * 7
    await held(bench, calling("drag", mmid=3), *looks)
    assert sent(bench)[-1] == ["end"]


def test_the_same_calls_list_the_same() -> None:
    def listed(*names: str) -> list[str]:
        offered = Offered(LISTED, SPARE)
        for name in names:
            function = offered.find(name)
            assert function is not None
            offered.list_from_now(function)
        return [schema.name for schema in offered.schemas]

    assert listed("drag", "look", "drag") == listed("drag") == [*AT_FIRST, "drag"]
    assert listed("read_pdf", "drag") == [*AT_FIRST, "read_pdf", "drag"]


def test_a_function_of_ones_own_stands_for_a_spare_one_of_its_name() -> None:
    offered = Offered(LISTED, [describe(look)])
    assert [schema.name for schema in offered.schemas] == ["look", "end"]


@pytest.mark.parametrize(
    "text", ['{"name": "drag", "arguments": {"mmid": 3}}', "drag(mmid=3)", 'drag({"mmid": 3})']
)
def test_a_spare_one_is_read_from_words_too(text: str) -> None:
    schemas = Offered(LISTED, SPARE).schemas
    assert spare_names(schemas) == ("drag", "read_pdf")
    (call,) = calls_in(text, schemas).calls
    assert call.name == "drag"
    assert not calls_in(text, schemas[:2]).calls


@pytest.mark.parametrize("sees", [False, True])
def test_what_is_spare_costs_few_tokens(sees: bool) -> None:
    offered = select_skills(
        SKILLS, OCCASIONS, page=Observation(url="http://a/", title=""), sees=sees
    )
    spare = [bind(each, CONTEXT) for each in offered.spare]
    functions: list[Function] = [bind(skill, CONTEXT) for skill in offered.listed]
    last = Offered(functions, spare).schemas[-1]
    assert last.name == GET_FUNCTION
    assert schema_tokens(last) <= 150 < sum(schema_tokens(_schema(each)) for each in spare) / 2


def _schema(function: Function) -> Any:
    return Offered([function]).schemas[0]
