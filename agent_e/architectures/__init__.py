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
from .presets import presets_of, with_preset
from .reactive import reactive
from .som.agent import SomAgent
from .websight.agent import WebSightAgent


@dataclass(frozen=True, kw_only=True, slots=True)
class Architecture:
    """An agent architecture.

    Attributes:
        about: when to use it, for people.
        needs_vision: whether it is made for models that see; others get pages in words.
        run: carries out a task.
        roles: of its models.
        prompts: names of those it uses.
    """

    about: str
    needs_vision: bool
    run: Callable[[RunContext], Awaitable[Answer]]
    roles: tuple[str, ...]
    prompts: tuple[str, ...]


ARCHITECTURES: dict[str, Architecture] = {
    "hierarchical": Architecture(
        about="For almost everything: planner and navigator, pages as text.",
        needs_vision=False,
        run=lambda context: Planner(context).run(),
        roles=("planner", "navigator"),
        prompts=("planner", "browser_nav", "ask_person"),
    ),
    "som": Architecture(
        about="For pages that say little in text: numbered marks on screenshots.",
        needs_vision=True,
        run=lambda context: SomAgent(context).run(),
        roles=("som",),
        prompts=("som", "som_visual_click"),
    ),
    "websight": Architecture(
        about="For when only the picture counts, and to test small vision models.",
        needs_vision=True,
        run=lambda context: WebSightAgent(context).run(),
        roles=("planner", "reasoner", "actor", "judge"),
        prompts=("websight_planner", "websight_reasoner", "websight_actor", "websight_judge"),
    ),
    "link": Architecture(
        about="To look things up behind links: cheap, but it cannot type.",
        needs_vision=True,
        run=lambda context: LinkAgent(context).run(),
        roles=("link",),
        prompts=("link", "link_look", "link_visual_click"),
    ),
    "reactive": Architecture(
        about="For short tasks, and to compare agents behind HTTP.",
        needs_vision=False,
        run=reactive,
        roles=("reactive",),
        prompts=("reactive",),
    ),
}

__all__ = ["ARCHITECTURES", "Answer", "Architecture", "RunContext", "presets_of", "with_preset"]
