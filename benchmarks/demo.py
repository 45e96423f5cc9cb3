"""``make demo``: real tasks on our local sites with the offline model, checked against the sites.

Exits with 1 when an answer is wrong, so that the demonstration is a test as well.
"""

from __future__ import annotations

import asyncio
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rich.console import Console
from rich.rule import Rule

from agent_e.agent import WebAgent
from agent_e.benchmarks.sites import RunningSite, serve_site
from agent_e.config import load_settings
from agent_e.errors import AgentEError
from agent_e.safety import local_site_origins
from agent_e.types import Outcome, TaskResult

State = Mapping[str, Any]


@dataclass(frozen=True, kw_only=True, slots=True)
class Expected:
    """What the site says is right: in words, and whether an answer and the state agree with it."""

    words: str
    holds: Callable[[str, State], bool]


@dataclass(frozen=True, kw_only=True, slots=True)
class DemoTask:
    """A task, and how its result is told right from wrong by what the site says of itself.

    Attributes:
        site: which of the two it begins on.
        text: in the words of a person.
        expected: from the site's state, what must be true, in words and as a check.
    """

    site: str
    text: str
    expected: Callable[[State], Expected]


def _says(value: str) -> Expected:
    """Expect an answer that says the value, as a word of its own."""
    pattern = re.compile(rf"(?<![\w.]){re.escape(value)}(?![\w]|\.\d)")
    return Expected(words=value, holds=lambda answer, state: bool(pattern.search(answer)))


def _third_price(state: State) -> Expected:
    return _says(state["products"][2]["price"])


def _rating_of_most_expensive(state: State) -> Expected:
    score = max(state["products"], key=lambda each: each["amount"])["score"]

    def holds(answer: str, after: State) -> bool:
        return score in [float(number) for number in re.findall(r"\d+(?:\.\d+)?", answer)]

    return Expected(words=f"{score:g}", holds=holds)


def _count(state: State) -> Expected:
    return _says(str(len(state["products"])))


def _two_of_the_cheapest_light(state: State) -> Expected:
    lights = [each for each in state["products"] if each["category"] == "Lighting"]
    cheapest = min(lights, key=lambda each: each["price"])["slug"]

    def holds(answer: str, after: State) -> bool:
        lines = [line for basket in after["baskets"] for line in basket["items"]]
        return [(line["slug"], line["quantity"]) for line in lines] == [(cheapest, 2)]

    return Expected(words=f"2 × {cheapest} in the basket", holds=holds)


TASKS = (
    DemoTask(site="catalog", text="Find the price of the third product.", expected=_third_price),
    DemoTask(
        site="catalog",
        text="Find the rating of the most expensive product.",
        expected=_rating_of_most_expensive,
    ),
    DemoTask(site="catalog", text="Count the total number of products.", expected=_count),
    DemoTask(
        site="shop",
        text=(
            "Go to the Lighting category, open the cheapest "
            "product, set the quantity to 2 and add it to the basket."
        ),
        expected=_two_of_the_cheapest_light,
    ),
)


async def demo(console: Console) -> bool:
    """Run every task; returns whether all answers were right."""
    settings = load_settings({"model": "offline"}).settings
    right = []
    async with serve_site("catalog") as catalog, serve_site("shop") as shop:
        sites = {"catalog": catalog, "shop": shop}
        console.print(f"Sites: catalog at {catalog.url}, shop at {shop.url}")
        for number, task in enumerate(TASKS, 1):
            console.print(Rule(f"Task {number} of {len(TASKS)}", align="left", style="dim"))
            site = sites[task.site]
            # As agent-e site does: what only changes something there needs no model to tell.
            with local_site_origins(site.url):
                # Of its own: the next task must not profit from what this one was told.
                async with WebAgent(settings) as agent:
                    right.append(await _one(console, agent, task, site))
    console.print(Rule(style="dim"))
    console.print(f"{sum(right)} of {len(right)} answers are right by the sites' own state.")
    return all(right)


async def _one(console: Console, agent: WebAgent, task: DemoTask, site: RunningSite) -> bool:
    expected = task.expected(site.state())
    console.print(f"[bold]{task.text}[/bold]", highlight=False)
    result = await agent.run(task.text, start_url=site.url)
    holds = expected.holds(str(result.answer), site.state())
    right = result.outcome is Outcome.SUCCESS and holds
    _print(console, result)
    verdict = "[green]✓ right[/green]" if right else "[red]✗ wrong[/red]"
    console.print(f"  {verdict}  the site says: {expected.words}", highlight=False)
    return right


def _print(console: Console, result: TaskResult) -> None:
    console.print(f"  answer    {result.answer or result.message}", highlight=False, markup=False)
    for fact in result.evidence:
        console.print(
            f'  evidence  step {fact.step}, {fact.claim} — "{fact.quote}"',
            highlight=False,
            markup=False,
        )
    console.print(
        f"  run       {result.steps} model calls, {result.seconds:.1f} s, journal in "
        f"{Path(result.run_dir)}",
        highlight=False,
        markup=False,
    )


def main() -> None:
    """Run the demonstration and exit with 0 if every answer was right."""
    console = Console(soft_wrap=True)
    try:
        sys.exit(0 if asyncio.run(demo(console)) else 1)
    except AgentEError as error:
        sys.exit(f"Error: {error}")


if __name__ == "__main__":
    main()
