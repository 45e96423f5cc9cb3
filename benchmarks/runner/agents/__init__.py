"""The measured agents: ours, an external one, and baselines."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agent_e.benchmarks.runner.environment import Place
from agent_e.benchmarks.runner.plan import BenchPlan
from agent_e.errors import ConfigError
from agent_e.types import TaskResult

from .baselines import do_nothing, random_actions
from .clicking import grounder_agent, middle_point
from .gated import gated_oracle
from .oracle import oracle
from .own import REPLAY, foreign_agent, obedient_agent, own_agent, replaying_agent

BenchAgent = Callable[[Place, BenchPlan], Awaitable[TaskResult]]

AGENTS: dict[str, BenchAgent] = {
    "own": own_agent,
    "obedient": obedient_agent,
    "do-nothing": do_nothing,
    "random": random_actions,
    "oracle": oracle,
    "grounder": grounder_agent,
    "point": middle_point,
}


def find_agent(name: str, *, trusting: bool = True) -> BenchAgent:
    """Return the agent of a name, ``replay:DIR`` or an address.

    Args:
        name: the agent's.
        trusting: whether no approval is needed on the suite's own sites.

    Raises:
        ConfigError: there is no such agent.
    """
    if name == "oracle" and not trusting:
        return gated_oracle
    if name in AGENTS:
        return AGENTS[name]
    if name.startswith(REPLAY):
        return replaying_agent
    if name.startswith(("http://", "https://")):
        return foreign_agent
    raise ConfigError(
        f"There is no agent {name}. There are: {', '.join(AGENTS)}, replay:DIR, or the address of "
        "a white agent such as http://127.0.0.1:8000/act."
    )
