"""What a run says of its model calls against what their server saw; and a server that refuses."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any

import pytest

from agent_e.benchmarks.episodes.record import EpisodeOutcome, EpisodeRecord
from agent_e.benchmarks.runner.store import BenchStore
from agent_e.benchmarks.scripted import Scripted, ScriptedServer, scripted_server
from agent_e.benchmarks.summary import summarise
from agent_e.config import Settings

from .benching import run, tasks

pytestmark = [pytest.mark.browser, pytest.mark.timeout(300)]

MODEL = "openai:gpt-5.4-mini"
DOLLARS = {"input": 0.75e-6, "cached": 0.075e-6, "output": 4.5e-6}
"""The model's price of a token, by configs/models.yaml."""
CACHED = 16
ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth")
PRICE = re.compile(r"[$€£]\d[\d,.]*|\d+\.\d\d USD")
TOO_MANY = Scripted(status=429, headers={"retry-after": "0"})


def play(body: Mapping[str, Any]) -> Scripted:
    """Open the nth product and report its price: all of it read from the request alone."""
    words = "\n".join(str(message.get("content")) for message in body["messages"][1:])
    offered = {tool["function"]["name"] for tool in body["tools"]}
    answers = [message for message in body["messages"] if message["role"] == "tool"]
    prices = PRICE.findall("\n".join(str(each["content"]) for each in answers))
    task = next(line for line in words.splitlines() if "price of the" in line)
    calls: list[tuple[str, dict[str, Any]]]
    if "finish" in offered:
        calls = [("browse", {"sub_task": task, "expect": "a price"})]
        if answers:
            done = {"status": "done", "answer": prices[-1], "evidence": [1]}
            calls = [("finish", done)]
    elif not answers:
        calls = [("get_dom", {})]
    elif not prices:
        nth = next(place for place, word in enumerate(ORDINALS) if f" {word} " in task)
        ids = re.findall(r"\[(\d+)\] (?:link|button) '", str(answers[-1]["content"]))
        calls = [("click", {"mmid": int(ids[nth])})]
    else:
        fact = {"claim": "its price", "quote": prices[-1]}
        calls = [("report", {"status": "done", "summary": prices[-1], "facts": [fact]})]
    return Scripted(calls=calls, cached_tokens=CACHED)


class Busy:
    """Plays, but refuses every request ``refusals`` times before."""

    def __init__(self, refusals: float) -> None:
        self.refusals = refusals
        self.refused: Counter[str] = Counter()

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        key = json.dumps(body["messages"])
        if self.refused[key] < self.refusals:
            self.refused[key] += 1
            return TOO_MANY
        return play(body)


def asking(server: ScriptedServer) -> Settings:
    models = {"base_url": server.base_url, "attempts": 3, "first_retry_wait_s": 0}
    return Settings.model_validate({"model": MODEL, "models": models})


def sums(records: list[EpisodeRecord]) -> Counter[str]:
    """Calls and tokens of all episodes and roles."""
    found: Counter[str] = Counter()
    for record in records:
        for usage in record.usage.values():
            found.update(usage.model_dump())
    return found


def seen_by(server: ScriptedServer) -> Counter[str]:
    """The same by the server's own log, in the words of records."""
    return Counter(
        calls=len(server.usage),
        input_tokens=sum(each["prompt_tokens"] for each in server.usage),
        output_tokens=sum(each["completion_tokens"] for each in server.usage),
        cached_tokens=sum(each["prompt_tokens_details"]["cached_tokens"] for each in server.usage),
    )


def price(used: Counter[str]) -> float:
    fresh = used["input_tokens"] - used["cached_tokens"]
    return (
        fresh * DOLLARS["input"]
        + used["cached_tokens"] * DOLLARS["cached"]
        + used["output_tokens"] * DOLLARS["output"]
    )


def check_sums(records: list[EpisodeRecord], server: ScriptedServer) -> None:
    told = seen_by(server)
    assert told["calls"] > 2 * len(records)
    assert told["cached_tokens"] == CACHED * told["calls"]
    assert +sums(records) == told
    costs = [record.cost_usd for record in records]
    assert sum(cost or 0.0 for cost in costs) == pytest.approx(price(told), rel=1e-9)
    for name, total in (("steps", told["calls"]), *told.items()):
        if name != "calls" and name in records[0].metrics:
            assert sum(record.metrics[name] or 0 for record in records) == total, name
    whole = summarise(records)
    usage: Counter[str] = Counter()
    for role in whole.usage.values():
        usage.update(role.model_dump())
    assert +usage == told
    assert whole.calls.sum == told["calls"]
    assert whole.cost.spread.sum == pytest.approx(price(told), rel=1e-9)


@pytest.mark.slow
async def test_what_episodes_say_they_used_is_what_the_model_server_gave(tmp_path):
    async with scripted_server(play) as server:
        records = await run(
            tmp_path, tasks("price-of-nth--[13]"), agent="own", settings=asking(server)
        )
        check_sums(records, server)
    assert [record.outcome for record in records] == [EpisodeOutcome.SUCCESS] * 2, records


@pytest.mark.slow
async def test_side_by_side_and_with_refusals_the_sums_are_the_same(tmp_path):
    some = tasks("price-of-nth--[01345]", 5)
    async with scripted_server(Busy(1)) as server:
        records = await run(tmp_path, some, agent="own", workers=2, settings=asking(server))
        check_sums(records, server)
        assert len(server.requests) == 2 * len(server.usage)
    assert [record.outcome for record in records] == [EpisodeOutcome.SUCCESS] * 5, records
    assert sum(record.metrics["retries_rate_limit"] or 0 for record in records) == len(server.usage)


@pytest.mark.slow
async def test_a_server_that_never_has_time_is_no_failure_of_the_agent(tmp_path):
    some = tasks("price-of-nth--3")
    busy = Busy(float("inf"))
    async with scripted_server(busy) as server:
        plan: dict[str, Any] = {"agent": "own", "retries": 0, "settings": asking(server)}
        (record,) = await run(tmp_path, some, **plan)
        assert record.outcome is EpisodeOutcome.INFRA_ERROR
        assert not record.outcome.counted
        assert "Tried 3 times" in record.message
        assert len(server.requests) == 3
        assert record.cost_usd == 0 and not sums([record])["output_tokens"]
        busy.refusals = 0
        (record,) = await run(tmp_path, some, **plan)
    assert (record.outcome, record.attempt) == (EpisodeOutcome.SUCCESS, 2), record.message
    assert [kept.attempt for kept in BenchStore(tmp_path).records()] == [2]
