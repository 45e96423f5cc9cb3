"""Tasks of BrowserGym as a suite: ``browsergym:`` and the name of one, or of a benchmark of its."""

from __future__ import annotations

from agent_e.benchmarks.browsergym.environment import SITE, registered
from agent_e.benchmarks.suites.suite import Suite, SuiteOptions
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, SiteUse

PREFIX = "browsergym:"
_SEEDS = (1,)
_MINIWOB = "miniwob."


def browsergym_suite(name: str) -> Suite:
    """Return the suite of a task, such as ``miniwob.click-test-2``, or of all below ``miniwob``."""
    suite = f"{PREFIX}{name}"

    def read(options: SuiteOptions) -> list[BenchTask]:
        seeds = options.seeds or _SEEDS
        return [_task(suite, each, seed) for each in registered(name) for seed in seeds]

    return Suite(
        name=suite,
        summary=f"BrowserGym's {name}: its own setup and reward, in its own browser.",
        licence="that of the benchmark",
        read=read,
    )


def _task(suite: str, name: str, seed: int) -> BenchTask:
    return BenchTask(
        id=f"{name}--{seed}",
        suite=suite,
        intent="Do what the task of BrowserGym says once it is set up.",
        # The pages of MiniWoB are ours to serve; other benchmarks know their sites.
        sites=(SiteUse(name="miniwob"),) if name.startswith(_MINIWOB) else (),
        template_id=name,
        browsergym=name,
        seed=seed,
        evaluators=(EvaluatorSpec.model_validate({"type": "reward", "site": SITE, "path": ""}),),
        source="BrowserGym",
    )
