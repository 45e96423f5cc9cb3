"""What is said of actions with known consequences, and of those without any."""

from __future__ import annotations

import re

import pytest
import pytest_asyncio

from agent_e.dom.changes.describe import describe
from agent_e.types import ChangeReport, Node

from .reports import Reader, Script, on_stage, reads_as, scripts

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

MAX_LENGTH = 1_500
CHANGES = [
    script
    for page in ("opening", "forms", "lists", "feedback", "leaving")
    for script in scripts(page)
]
NOTHING = scripts("still")


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def reader(chromium, tmp_path_factory):
    async with on_stage(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


def _named(script: Script) -> str:
    return f"{script.page}: {script.name}"


@pytest.mark.parametrize("script", CHANGES, ids=_named)
async def test_what_an_action_did_is_told_beside_what_moves(reader: Reader, script: Script):
    await _follow(reader, script)


@pytest.mark.parametrize("script", NOTHING, ids=_named)
async def test_an_action_without_effect_says_so_beside_what_moves(reader: Reader, script: Script):
    await _follow(reader, script)


async def _follow(reader: Reader, script: Script) -> None:
    await reader.ready(script)
    done = False
    try:
        for step, words in script.steps:
            said = await reader.do(step)
            if not reads_as(said, words):
                assert said == words, step
            assert reader.turned or len(reader.raw) <= MAX_LENGTH
            await reader.check_ids()
        done = True
    finally:
        if not done:
            # What comes next begins with the page as it was.
            reader.leave()


async def test_there_are_as_many_as_were_asked_for():
    assert len([step for script in CHANGES for step in script.steps if step[1]]) >= 70
    assert len(NOTHING) >= 20


async def test_a_report_of_everything_at_once_is_no_longer_than_allowed():
    added = tuple(
        Node(depth=0, role="link", name="a long name " * 9, mmid=n) for n in range(1, 200)
    )
    gone = tuple(node._replace(mmid=node.mmid and node.mmid + 500) for node in added)
    late = ChangeReport(added=added, places=("list 'X'",) * len(added), removed=gone)
    report = ChangeReport(
        added=added[:50] + gone[50:],
        places=tuple(f"list '{n}'" for n in range(len(added))),
        removed=gone[:50],
        earlier=late,
        unsettled="The page still waits for data.",
    )
    said = describe(report, budget=MAX_LENGTH, page_budget=MAX_LENGTH)
    assert MAX_LENGTH / 2 < len(said.text) <= MAX_LENGTH
    told = {int(mmid) for mmid in re.findall(r"\[(\d+)\] link", said.text)}
    assert told
    assert said.text.count("use get_dom") >= 1
