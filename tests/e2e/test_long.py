"""A task of two hundred steps fits a context of 32,000 tokens, and most of it comes from caches."""

import json
import os
import random
from collections.abc import Iterator, Mapping, Sequence
from http.server import BaseHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest

from agent_e import Outcome
from agent_e.benchmarks.reporting import render_run
from agent_e.benchmarks.scripted import Scripted
from agent_e.journal import read_run
from agent_e.memory.tokens import text_tokens
from tests.agent_e.dom.serving import served

from .conftest import Workbench, browse, finish, mmid_of, offered, report

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.timeout(1800)]

BUDGET = 32_000
PARTS = int(os.environ.get("AGENT_E_LONG_STEPS", "200"))
NOUNS = [
    "lamp",
    "desk",
    "blanket",
    "kettle",
    "basket",
    "stool",
    "mirror",
    "rug",
    "shelf",
    "clock",
    "vase",
    "tray",
]


class Parts(BaseHTTPRequestHandler):
    """A list in very many parts, each another one, with a long head that is always the same."""

    def log_message(self, format: str, *args: Any) -> None:
        return

    def do_GET(self) -> None:
        number = self.path.partition("?")[0].strip("/")
        body = page(int(number)).encode() if number.isdecimal() else b""
        self.send_response(200 if body else 404)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


def page(number: int) -> str:
    dice = random.Random(number)
    menu = "".join(f'<a href="/1?{noun}">All about every {noun}</a> ' for noun in NOUNS)
    items = "".join(
        f'<li><a href="/{number}?{at}">{dice.choice(NOUNS).title()} no. {number}-{at}</a> '
        f"<span>${dice.randint(5, 900)}.{dice.randint(10, 99)}</span></li>"
        for at in range(25)
    )
    return (
        f"<!doctype html><title>Part {number}</title><header><nav>{menu}</nav></header>"
        f"<main><h1>Part {number} of the list</h1><p>The word of part {number} is "
        f"{word(number)}.</p><ul>{items}</ul><a href='/{number + 1}'>Next part</a></main>"
    )


def word(number: int) -> str:
    return f"{random.Random(number).choice(NOUNS)}{number * 7}"


@pytest.fixture
def parts() -> Iterator[str]:
    with served(Parts) as address:
        yield address


def script(body: Mapping[str, Any]) -> Scripted:
    names = offered(body)
    results = [m for m in body["messages"] if m["role"] == "tool"]
    if "finish" in names:
        return finish(word(3), 1) if results else browse("Go through all parts.")
    last = str(body["messages"][-1]["content"]) + (str(results[-1]["content"]) if results else "")
    if f"Part {PARTS} of" in last or names == ["report"]:
        return report("All seen.", ("the word of part 3", f"The word of part 3 is {word(3)}."))
    return Scripted(calls=[("click", {"mmid": mmid_of(body, "link 'Next part'")})])


def pieces(body: Mapping[str, Any]) -> list[str]:
    """What a provider's cache sees, in its order."""
    return [json.dumps(body.get("tools", [])), *(json.dumps(m) for m in body["messages"])]


def cached_share(bodies: Sequence[Mapping[str, Any]]) -> float:
    """The share of input tokens that begins as the request before did, after ten of them."""
    cached = total = 0
    for before, now in zip(bodies[9:], bodies[10:], strict=False):
        same = True
        for old, new in zip(pieces(before), pieces(now), strict=False):
            same = same and old == new
            cached += text_tokens(new) * same
        total += sum(map(text_tokens, pieces(now)))
    return cached / total


@pytest.mark.parametrize("model", ["openai:gpt-4.1-mini", "anthropic:claude-haiku-4-5"])
async def test_two_hundred_steps_fit_the_context(
    workbench: Workbench, parts: str, model: str
) -> None:
    limits = {"max_steps": 2 * PARTS, "navigator_steps": 2 * PARTS, "seconds": 1700}
    agent = await workbench.agent(
        script,
        model=model,
        limits=limits,
        context={"budget_tokens": BUDGET},
        journal={"screenshots": "none"},
        models={"timeout_s": 60},
    )
    result = await agent.run("What is the word of part 3?", start_url=f"{parts}/1")
    assert (result.outcome, result.answer) == (Outcome.SUCCESS, word(3)), result
    # What was shown two hundred steps ago, and is out of the conversation, can still be quoted.
    assert [fact.found for fact in result.evidence] == [True]
    assert result.evidence[0].step <= 4
    assert result.steps >= PARTS
    record = read_run(Path(result.run_dir))
    sizes = [event["tokens"] for event in record.events if event["kind"] == "model.called"]
    shortened = [event for event in record.events if event["kind"] == "context.shortened"]
    assert len(shortened) >= 3
    assert max(sizes) <= BUDGET
    given = [usage.get("prompt_tokens") or _input(usage) for usage in workbench.server.usage]
    assert max(given) <= BUDGET
    share = cached_share(workbench.asked("navigator"))
    by_server = result.usage["navigator"].cached_tokens / result.usage["navigator"].input_tokens
    print(
        f"{model}: {len(sizes)} calls, largest {max(sizes):,} (server: {max(given):,}), "
        f"mean {sum(given) / len(given):,.0f}, {len(shortened)} times shortened, "
        f"cached {share:.1%} (server: {by_server:.1%}), {result.run_dir}"
    )
    assert share >= 0.7
    if model.startswith("anthropic"):
        assert by_server >= 0.7
    assert "shortened before this step" in render_run(record)


def _input(usage: Mapping[str, int]) -> int:
    return sum(usage[name] for name in usage if "input" in name)
