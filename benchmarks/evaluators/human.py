"""``human``: verdicts of people who looked at the episode; see ``judging/people.py``."""

from __future__ import annotations

from pydantic import Field

from agent_e.benchmarks.judging.people import verdicts_of

from .base import Case, Finding, Keys, pure


class HumanCheck(Keys):
    """Keys of ``human``."""

    people: int = Field(default=1, ge=1)
    """Number of people that must have looked."""


def _rule(keys: HumanCheck, case: Case) -> Finding:
    verdicts = verdicts_of(case.run_dir, case.key)
    votes = {each.who: each for each in verdicts if each.verdict != "skip"}
    right = sum(each.verdict == "success" for each in votes.values())
    if not votes:
        return Finding(passed=None, reason="Nobody has looked at it yet.")
    if len(votes) < keys.people:
        reason = f"Only {len(votes)} of {keys.people} people have looked at it yet."
        return Finding(passed=None, reason=reason)
    evidence = "; ".join(f"{each.who}: {each.verdict} {each.reason}" for each in votes.values())
    if right * 2 == len(votes):
        return Finding(passed=None, reason="People disagree.", evidence=evidence)
    passed = right * 2 > len(votes)
    words = "success" if passed else "failure"
    return Finding(passed=passed, reason=f"People say {words}.", evidence=evidence)


HUMAN = pure("human", 1, HumanCheck, _rule)
