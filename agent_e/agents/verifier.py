"""The verifier: holds an answer against what its run was shown, before it is accepted.

By code first (``verifying/by_code.py``); what code cannot tell is asked of the role ``verifier`` in
one call, where there is a model for it. What nobody can tell is neither a pass nor a fail: the
answer is accepted, and the journal says so.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from .kit import Kit
from .quotes import Shown
from .verifying.by_code import hold
from .verifying.by_model import ask
from .verifying.case import Case, Verdict
from .verifying.claims import claims_of
from .verifying.reading import scene_of

ROLE = "verifier"
_LONGEST = 160


@dataclass(frozen=True, kw_only=True, slots=True)
class Checked:
    """What came of it: a verdict for each claim."""

    verdicts: tuple[Verdict, ...] = ()

    @property
    def doubt(self) -> str:
        """The first claim that does not hold, and why, as a sentence; ``""`` when none is."""
        for verdict in self.verdicts:
            if verdict.said in ("contradicted", "not_shown"):
                claim = " ".join(verdict.claim.split())[:_LONGEST]
                why = verdict.why or "nothing that was shown says so"
                return f'"{claim}" does not hold: {why.rstrip(".")}.'
        return ""


class Verifier:
    """Checks the answers of one run."""

    def __init__(self, kit: Kit) -> None:
        self._kit = kit
        self._sent_back = False

    async def check(self, answer: Any) -> Checked:
        """Hold an answer against everything shown so far, and journal what came of it."""
        kit = self._kit
        if not kit.settings.verify:
            return Checked()
        # By code an answer is held against what is asked for now, not against what it replaces.
        said = kit.control.said[: kit.control.taken]
        verdicts = held("\n".join(said) or kit.task.text, answer, kit.shown)
        unclear = [verdict for verdict in verdicts if verdict.said == "unclear"]
        if unclear and ROLE in kit.models:
            decided = iter(await ask(kit.calls(ROLE), kit.wanted, unclear, kit.shown))
            verdicts = [next(decided) if each.said == "unclear" else each for each in verdicts]
        kit.journal.write("answer.checked", claims=[_to_json(verdict) for verdict in verdicts])
        return Checked(verdicts=tuple(verdicts))

    def may_send_back(self, *, last: bool) -> bool:
        """Whether the agent may mend its answer: once, and not on its ``last`` step."""
        first, self._sent_back = not self._sent_back, True
        return first and not last and self._kit.budget.allows()


def held(task: str, answer: Any, shown: Sequence[Shown]) -> list[Verdict]:
    """Hold each claim of an answer against what was shown, by code alone."""
    claims = claims_of(answer, task)
    if not claims:
        return []
    case = Case(task, scene_of(shown), shown)
    return [hold(case, claim) for claim in claims]


def _to_json(verdict: Verdict) -> dict[str, Any]:
    shown = verdict.shown
    return {
        "claim": verdict.claim,
        "verdict": verdict.said,
        "by": verdict.by,
        "why": verdict.why,
        "step": shown.step if shown else None,
        "url": shown.url if shown else "",
    }
