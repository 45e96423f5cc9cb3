"""Verifying by pictures: our tiles beside the seed's mean, on the same actions in the same run.

Scripted actions with and without an effect, on still and moving pages.
``detection`` is the share of effects that were seen, ``false_alarms`` the share of actions without
one for which some was claimed, both by pictures alone.
"""

from __future__ import annotations

import statistics
from collections.abc import Callable, Sequence

from playwright.async_api import Error as PlaywrightError

from agent_e.benchmarks.perf.record import PerfOptions, PerfReport, PerfRow
from agent_e.benchmarks.perf.shared import (
    VIEWPORT,
    check_repeats,
    known,
    load,
    opened_session,
    telling,
)
from agent_e.errors import ConfigError, SkillError

from .cases import CASES, GROUNDS, KINDS, Case
from .trying import Trial, Tried, serve_trial

SEED = "seed's rule"
FUSED = "with the change report"
_EVERY = 12
"""Cases between two progress lines."""


async def measure(options: PerfOptions) -> PerfReport:
    """Run the benchmark; about five minutes.

    Raises:
        ConfigError: a kind of case (``pages``) is unknown, or peers were asked for.
        BrowserError: the browser failed.
    """
    kinds = known("kind of case", options.pages, KINDS) or KINDS
    if options.peers:
        raise ConfigError("The measurement verify has no --peers: the seed's rule is always in it.")
    check_repeats(options)
    load_before = load()
    cases = [case for case in CASES if case.kind in kinds] * (options.repeats or 1)
    tried: list[Tried] = []
    problems: list[PerfRow] = []
    async with opened_session(options) as session, serve_trial() as address:
        trial = Trial(session, address)
        for number, case in enumerate(cases):
            if number % _EVERY == 0:
                telling(options, case.kind)(f"case {number + 1} of {len(cases)}")
            try:
                tried.append(await trial.run(case))
            except (SkillError, PlaywrightError) as error:
                problems.append(_problem(case, str(error)))
        version = session.version
    return PerfReport(
        name="verify",
        rows=(*rows_of(tried), *problems),
        facts={
            "browser": version,
            "viewport": list(VIEWPORT),
            "effects": sum(each.case.effect for each in tried),
            "no_effects": sum(not each.case.effect for each in tried),
            "load_before": load_before,
            "load_after": load(),
        },
    )


def rows_of(tried: Sequence[Tried]) -> list[PerfRow]:
    """Return the figures: of all cases, of each ground and of each kind."""
    rows = _figures("all", tried)
    if tried:
        spent = statistics.median(each.milliseconds for each in tried)
        rows.append(PerfRow("all", "tile comparison", round(spent, 2), "ms"))
    for ground in GROUNDS:
        rows += _figures(ground, [each for each in tried if each.case.ground == ground])
    for kind in KINDS:
        rows += _figures(kind, [each for each in tried if each.case.kind == kind])
    return rows


def _figures(name: str, tried: Sequence[Tried]) -> list[PerfRow]:
    rows = []
    for figure, effect in (("detection", True), ("false_alarms", False)):
        those = [each for each in tried if each.case.effect is effect]
        if not those:
            continue
        wrong = [each.case for each in those if each.change.changed is not effect]
        rows.append(
            PerfRow(
                name,
                figure,
                _share(those, lambda each: each.change.changed),
                "%",
                peer_values={
                    SEED: _share(those, lambda each: each.seed),
                    FUSED: _share(those, lambda each: each.change.changed or each.reported),
                },
                note=_named(wrong),
            )
        )
    return rows


def _share(tried: Sequence[Tried], claims_effect: Callable[[Tried], bool]) -> float:
    return round(100 * sum(map(claims_effect, tried)) / len(tried), 1)


def _named(wrong: Sequence[Case]) -> str:
    if not wrong:
        return ""
    return "wrong: " + ", ".join(f"{case.kind} {case.variant} on {case.ground}" for case in wrong)


def _problem(case: Case, message: str) -> PerfRow:
    words = message.splitlines()[0]
    name = f"{case.kind} {case.variant} on {case.ground}"
    return PerfRow(name, "not done", None, note=words)
