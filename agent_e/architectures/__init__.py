"""The ways to put an agent together, by name.

One folder each; every one takes a ``RunContext`` and gives an ``Answer``.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass

from agent_e.agents.answer import Answer
from agent_e.agents.run_context import RunContext

from .hierarchical.planner import Planner
from .link.agent import LinkAgent
from .presets import with_preset
from .reactive import reactive
from .som.agent import SomAgent
from .websight.agent import WebSightAgent


@dataclass(frozen=True, kw_only=True, slots=True)
class Architecture:
    """An agent architecture.

    Attributes:
        run: carries out a task.
        roles: of its models.
        prompts: names of those it uses.
    """

    run: Callable[[RunContext], Awaitable[Answer]]
    roles: tuple[str, ...]
    prompts: tuple[str, ...]


ARCHITECTURES: dict[str, Architecture] = {
    "hierarchical": Architecture(
        run=lambda context: Planner(context).run(),
        roles=("planner", "navigator"),
        prompts=("planner", "browser_nav", "ask_person"),
    ),
    "som": Architecture(
        run=lambda context: SomAgent(context).run(),
        roles=("som",),
        prompts=("som", "som_visual_click"),
    ),
    "websight": Architecture(
        run=lambda context: WebSightAgent(context).run(),
        roles=("planner", "reasoner", "actor", "judge"),
        prompts=("websight_planner", "websight_reasoner", "websight_actor", "websight_judge"),
    ),
    "link": Architecture(
        run=lambda context: LinkAgent(context).run(),
        roles=("link",),
        prompts=("link", "link_look", "link_visual_click"),
    ),
    "reactive": Architecture(run=reactive, roles=("reactive",), prompts=("reactive",)),
}

__all__ = ["ARCHITECTURES", "Answer", "Architecture", "RunContext", "with_preset"]
