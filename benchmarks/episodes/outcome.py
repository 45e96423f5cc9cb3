"""How an episode ended: the agent's claim about its own work, and whether it is true.

An episode has one outcome. In this order: faults of the environment are never the agent's
(``infra_error``); a pass is a ``success``, whatever was claimed; what could not be judged is
``unjudged``; then ``blocked``, ``fail_limit`` and ``fail_invalid`` by how the run ended; then
``fail_self_aware`` where the agent admitted failure, else ``fail_oblivious``: an agent that just
stops does not mention a failure, and so was not aware of one.
"""

from __future__ import annotations

import re
from typing import Any, Literal

from agent_e.benchmarks.tasks.record import BenchTask
from agent_e.types import Outcome, TaskResult

from .record import Claim, ClaimSource, EpisodeOutcome, EpisodeRecord, Score

End = Literal["answered", "limit", "invalid", "blocked", "infra"]
"""How a run ended, whatever it achieved."""

_BAD_REPLY = "BadReply"
_MAX_LENGTH = 500
"""Characters of a sentence that are searched for a refusal."""
_QUOTED = re.compile(r"\"[^\"]*\"|“[^”]*”|„[^“”]*[“”]|«[^»]*»|`[^`]*`")
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_TURN = re.compile(
    r"\b(?:but|however|instead|nevertheless|though|aber|jedoch|stattdessen|mais|pero|"
    r"sin embargo)\b",
    re.IGNORECASE,
)
_DO = (
    r"(?:find|found|locate|complete|finish|fulfil+|determine|identify|access|perform|accomplish|do|"
    r"get|obtain|retrieve|verify|answer|book|order|buy|see|provide|carry|proceed|reach|log|sign)"
)
_DONE = r"(?:done|found|completed|fulfilled|performed|determined|located|accomplished|answered|met)"
_CANNOT = r"(?:could\s+not|couldn't|cannot|can\s+not|can't)"
_REFUSALS = re.compile(
    rf"""
      \b(?:i|we|it)\s+(?:was|were|am|are|is)\s+(?:not|n't)\s+able\s+to\b
    | \b(?:i|we)(?:\s+(?:was|were|am|are)|'m|'re)?\s+unable\s+to\b
    | (?:^|[.!?:]\s+)(?:unfortunately,?\s+)?(?:sorry,?\s+)?unable\s+to\s+{_DO}\b
    | \b(?:i|we)\s+(?:wasn't|weren't|isn't|aren't)\s+able\s+to\b
    | \b(?:i|we)\s+(?:{_CANNOT}|did\s+not|didn't)\s+(?:be\s+able\s+to\s+)?(?:\w+ly\s+)?{_DO}\b
    | \b{_CANNOT}\s+be\s+{_DONE}\b
    | \b(?:is|was|it's)\s+(?:not|n't)\s+possible\s+to\b
    | \b(?:is|was|it's)\s+impossible\b
    | \b(?:i|we)\s+(?:have\s+)?failed\s+to\b
    | (?:^|[.!?:]\s+)failed\s+to\s+{_DO}\b
    | \b(?:i|we)\s+(?:found|see|saw)\s+(?:nothing\b|none\b
        |no\s+(?:\w+\s+){{1,4}}(?:that|which|matching|with|called|named|on)\b)
    | \bno\s+such\s+[\w\s-]{{1,40}}?\b(?:exists?
        |(?:is|are|was|were|could\s+be)\s+(?:found|there|listed|available|offered))
    | \bthere\s+(?:is|are|was|were|isn't|aren't)\s+(?:no|any)\s+such\b
    | \b(?:does|do|did)(?:\s+not|n't)\s+(?:seem\s+to\s+)?exist\b
    | \bno\s+(?:\w+\s+){{0,3}}(?:results?|match(?:es)?|products?|items?|flights?|orders?|pages?)\s+
        (?:\w+\s+){{0,3}}(?:was|were|could\s+be|can\s+be)?\s*(?:found|exists?)\b
    | \b(?:i|we)\s+(?:give|gave|am\s+giving)\s+up\b
    | \b(?:the|this)\s+task\s+(?:is|was)\s+
        (?:infeasible|impossible|not\s+(?:feasible|possible|achievable))\b
    | \b(?:ich|wir)\s+(?:konnte|konnten|kann|können)\b[^.!?]{{0,80}}\bnicht\b
    | \b(?:ist|war)\s+nicht\s+möglich\b | \bkonnten?\s+nicht\s+gefunden\s+werden\b
    | \bexistiert\s+nicht\b | \bes\s+gibt\s+kein(?:e|en|es)?\s+(?:solche\w*|passende\w*)
    | \bje\s+n'ai\s+pas\s+(?:pu|trouvé|réussi)\b | \bn'existe\s+pas\b
    | \b(?:est|était)\s+impossible\b | \bimpossible\s+de\s+\w+
    | \bno\s+(?:he\s+podido|pude|puedo|encontré|he\s+encontrado)\b | \bno\s+existe\b
    | \bes\s+imposible\b | \bnon\s+(?:ho\s+trovato|sono\s+riuscit[oa]|esiste)\b
    | \bn[ãa]o\s+(?:consegui|encontrei|foi\s+possível|existe)\b
    | 无法|找不到|不存在|見つかりません|できません
    """,
    re.IGNORECASE | re.VERBOSE,
)


def claim_from_words(answer: Any) -> Claim:
    """Infer from an answer's wording whether it says that the task could not be done.

    Only its beginning and end count, quotations are ignored, and "I could not find A, but B" is
    an answer.
    """
    if answer is None or answer in ("", [], {}):
        return "none"
    if not isinstance(answer, str):
        return "success"
    words = _QUOTED.sub(" ", answer.replace("\u2019", "'")).strip()
    if not words:
        return "success" if answer.strip() else "none"
    sentences = [each for each in _SENTENCE.split(words) if each.strip()]
    for index in sorted({0, 1, len(sentences) - 1} & set(range(len(sentences)))):
        match = _REFUSALS.search(sentences[index][:_MAX_LENGTH])
        rest = " ".join([sentences[index][match.end() :], *sentences[index + 1 :]]) if match else ""
        if match and not _TURN.search(rest):
            return "cannot"
    return "success"


def claim_of(result: TaskResult) -> tuple[Claim, ClaimSource]:
    """Return an agent's claim about its work: by its status, or by its words if those deny it.

    A run ended by a limit or an error claims nothing.
    """
    if result.outcome in (Outcome.GAVE_UP, Outcome.DENIED):
        return "cannot", "status"
    if result.outcome not in (Outcome.SUCCESS, Outcome.UNVERIFIED):
        return "none", "none"
    words = claim_from_words(result.answer)
    if words == "cannot":
        # Models end with "done" and an answer that says that there is none.
        return "cannot", "lexicon"
    return "success", "status"


def end_of(result: TaskResult) -> End:
    """Return how a run ended, by its exit code and the error that ended it."""
    if result.exit_code == 6 and result.error == _BAD_REPLY:
        return "invalid"
    ends: dict[int, End] = {3: "blocked", 5: "limit", 8: "invalid"}
    if result.exit_code in ends:
        return ends[result.exit_code]
    return "infra" if result.exit_code in (2, 6, 7, 130, 143) else "answered"


def classify(task: BenchTask, result: TaskResult, score: Score | None) -> EpisodeOutcome:
    """Return the outcome of an episode.

    Args:
        task: the task.
        result: how the agent's run ended.
        score: from the checks; ``None`` where they could not be run.
    """
    claim, _ = claim_of(result)
    return outcome_of(end_of(result), claim, score.passed if score is not None else None)


def outcome_of(end: End, claim: Claim, passed: bool | None) -> EpisodeOutcome:
    """Combine a run's end, claim and verdict; see the module."""
    if end == "infra":
        return EpisodeOutcome.INFRA_ERROR
    if passed:
        return EpisodeOutcome.SUCCESS
    if passed is None:
        return EpisodeOutcome.UNJUDGED
    by_end = {
        "blocked": EpisodeOutcome.BLOCKED,
        "limit": EpisodeOutcome.FAIL_LIMIT,
        "invalid": EpisodeOutcome.FAIL_INVALID,
    }
    if end in by_end:
        return by_end[end]
    return EpisodeOutcome.FAIL_SELF_AWARE if claim == "cannot" else EpisodeOutcome.FAIL_OBLIVIOUS


def end_of_record(record: EpisodeRecord) -> End:
    """Return how the run of a stored episode ended, as far as its outcome shows it.

    A fault without a score is one of judging, not of the run: it can be judged again.
    """
    if record.outcome is EpisodeOutcome.INFRA_ERROR and record.score is not None:
        return "infra"
    ends: dict[EpisodeOutcome, End] = {
        EpisodeOutcome.BLOCKED: "blocked",
        EpisodeOutcome.FAIL_LIMIT: "limit",
        EpisodeOutcome.FAIL_INVALID: "invalid",
    }
    return ends.get(record.outcome, "answered")
