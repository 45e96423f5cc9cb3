"""``reward``: what a MiniWoB page reported about itself."""

from __future__ import annotations

from typing import Any

from .base import Case, EvaluationError, Finding, Keys, pure, show, unseen
from .values import MISSING, at_path


class RewardCheck(Keys):
    """Keys of ``reward``."""

    site: str
    path: str
    """To a result ``{done, raw, reason?}`` or a list of them, whose last one counts."""


def _rule(keys: RewardCheck, case: Case) -> Finding:
    if case.is_elsewhere(keys.site):
        return unseen(keys.site)
    if keys.site not in case.evidence.state:
        raise EvaluationError(
            f"The evidence of {case.folder} has no state of the site {keys.site}. "
            "Run the episode again."
        )
    value: Any = at_path(case.evidence.state[keys.site], keys.path)
    if isinstance(value, list):
        value = value[-1] if value else MISSING
    if value is MISSING or value is None:
        return Finding(passed=False, reason="The page posted no result.")
    raw = value.get("raw") if isinstance(value, dict) else None
    if raw is not None and (isinstance(raw, bool) or not isinstance(raw, int | float)):
        raise EvaluationError(f"The reward of {case.folder} is no number: {show(value)}.")
    if not isinstance(value, dict) or "done" not in value:
        raise EvaluationError(f"The result of {case.folder} has no done: {show(value)}.")
    if value["done"] is not True or raw is None:
        return Finding(passed=False, reason="The page was not done.", evidence=show(value))
    why = f" ({value['reason']})" if value.get("reason") else ""
    return Finding(
        passed=raw > 0,
        reason=f"The page's reward is {raw:g}{why}.",
        evidence=show(value),
        score=min(max(float(raw), 0.0), 1.0),
    )


REWARD = pure("reward", 1, RewardCheck, _rule)
