"""Benchmarks of speed: each measures us beside a peer or a limit in the same run."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from agent_e.errors import ConfigError

from .record import PerfOptions, PerfReport, PerfRow


async def _action(options: PerfOptions) -> PerfReport:
    from .action import measure

    return await measure(options)


async def _answers(options: PerfOptions) -> PerfReport:
    from .answers import measure

    return await measure(options)


async def _effects(options: PerfOptions) -> PerfReport:
    from .effects import measure

    return await measure(options)


async def _framework(options: PerfOptions) -> PerfReport:
    from .framework import measure

    for name in ("peers", "pages", "repeats"):
        if getattr(options, name) is not None:
            raise ConfigError(f"The measurement framework has no --{name}.")
    return await measure()


async def _observation(options: PerfOptions) -> PerfReport:
    from .observation import measure

    return await measure(options)


async def _marks(options: PerfOptions) -> PerfReport:
    from .marks import measure

    return await measure(options)


async def _reach(options: PerfOptions) -> PerfReport:
    from .reach import measure

    return await measure(options)


async def _runner(options: PerfOptions) -> PerfReport:
    from .runner import measure

    return await measure(options)


async def _network(options: PerfOptions) -> PerfReport:
    from .network import measure

    return await measure(options)


async def _sight(options: PerfOptions) -> PerfReport:
    from .sight import measure

    return await measure(options)


async def _soak(options: PerfOptions) -> PerfReport:
    from .soak import measure

    return await measure(options)


async def _stopping(options: PerfOptions) -> PerfReport:
    from .stopping import measure

    return await measure(options)


async def _verify(options: PerfOptions) -> PerfReport:
    from .verify import measure

    return await measure(options)


PERF: dict[str, Callable[[PerfOptions], Awaitable[PerfReport]]] = {
    "action": _action,
    "answers": _answers,
    "effects": _effects,
    "framework": _framework,
    "marks": _marks,
    "network": _network,
    "observation": _observation,
    "reach": _reach,
    "runner": _runner,
    "sight": _sight,
    "soak": _soak,
    "stopping": _stopping,
    "verify": _verify,
}
"""By name; a benchmark is imported when it is run."""

__all__ = ["PERF", "PerfOptions", "PerfReport", "PerfRow"]
