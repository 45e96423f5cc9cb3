"""agent-e inside Inspect: a solver, our evaluators as a scorer, and our suites as tasks.

``inspect eval agent_e/suite -T suite=catalog -T model=offline --model none/none`` does a suite.
"""

from .scorer import evaluators
from .solver import web_agent
from .tasks import suite

__all__ = ["evaluators", "suite", "web_agent"]
