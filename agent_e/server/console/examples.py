"""Tasks on our local sites for the offline model: to see a run, and what a person is asked."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, Literal
from urllib.parse import urlsplit

from agent_e.benchmarks.sites import serve_site
from agent_e.models.factory import OFFLINE
from agent_e.safety import local_site_origins
from agent_e.types import Task

from ..managed_run import ManagedRun
from ..runs import Runs

_OPTIONS: Mapping[str, Mapping[str, Any]] = {"flights": {"today": "2030-03-01"}}
"""So that a task may name a day, whenever it is done."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Example:
    """A task on a local site.

    Attributes:
        title: short name for people.
        about: what it shows.
        site: name of the site.
        task: in words.
        profile: setting ``safety.profile``.
        human: settings of asking the person; ``None`` where the run asks nothing.
    """

    title: str
    about: str
    site: str
    task: str
    profile: Literal["strict", "balanced"] = "balanced"
    human: Mapping[str, Any] | None = None


EXAMPLES: Mapping[str, Example] = {
    "rating": Example(
        title="Look something up",
        about="Reads a catalogue, and answers with words of the page as evidence.",
        site="catalog",
        task="Which product has the best rating, and what does it cost?",
    ),
    "flight": Example(
        title="Search and compare",
        about="Fills in a search form and compares what is found.",
        site="flights",
        task="What does the cheapest one-way flight from Helsinki to London Gatwick on 1 April "
        "2030 cost?",
    ),
    "approval": Example(
        title="Ask before a change",
        about="Every change needs your yes here: you are asked before it fills the basket.",
        site="shop",
        task="Add the Waffle Bath Towel to the basket.",
        profile="strict",
        human={},
    ),
    "plan": Example(
        title="Review plan and answer",
        about="You are shown the plan before it begins, and the answer before it ends.",
        site="shop",
        task="Go to the Lighting category, open the cheapest product, set the quantity to 2 and "
        "add it to the basket.",
        human={"plan_review": True, "review": True},
    ),
}


async def start_example(example: Example, runs: Runs, sites: LocalSites) -> ManagedRun:
    """Begin the run of an example; nothing leaves this machine, whatever the settings are.

    Raises:
        ConfigError: the site or the run cannot begin.
    """
    url = await sites.url(example.site)
    changes = {
        "architecture": "hierarchical",
        "preset": "default",
        "model": OFFLINE,
        "planner_model": None,
        "verifier_model": None,
        "models": {"fallback": None},
        "grounder": {"model": None},
        "about_me": False,
        "mode": "autonomous" if example.human is None else "human",
        "human": {"plan_review": False, "review": False, "answers": None, **(example.human or {})},
        "safety": {
            "profile": example.profile,
            "model": None,
            "allow": [urlsplit(url).netloc],
            **{"trust": [], "may": [], "on": [], "act_on": [], "load": []},
        },
    }
    return await runs.create(Task(text=example.task, start_url=url), changes)


class LocalSites:
    """Serves local sites: each from when it is first asked for until the server ends."""

    def __init__(self, closing: asyncio.Event) -> None:
        """Create the collection; ``closing`` ends them."""
        self._closing = closing
        self._begun: dict[str, asyncio.Future[str]] = {}
        self._serving: set[asyncio.Task[None]] = set()

    async def url(self, name: str) -> str:
        """Return the address of a site.

        Raises:
            ConfigError: it cannot be served.
        """
        if name not in self._begun:
            begun = self._begun[name] = asyncio.get_running_loop().create_future()
            serving = asyncio.create_task(self._serve(name, begun))
            self._serving.add(serving)
            serving.add_done_callback(self._serving.discard)
        return await asyncio.shield(self._begun[name])

    async def _serve(self, name: str, begun: asyncio.Future[str]) -> None:
        try:
            async with serve_site(name, **_OPTIONS.get(name, {})) as site:
                # As agent-e site does: what only changes something there needs no model to tell.
                with local_site_origins(site.url):
                    begun.set_result(site.url)
                    await self._closing.wait()
        except Exception as error:
            if begun.done():
                raise
            begun.set_exception(error)
        finally:
            # The next one who asks gets a new try.
            del self._begun[name]
            begun.cancel()
