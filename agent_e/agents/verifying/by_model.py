"""Asking a model about claims that code could not tell: one call for all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace

from agent_e.agents.calls import ModelCalls
from agent_e.agents.model import AnswerSchema, Message
from agent_e.agents.pace import need_of
from agent_e.agents.quotes import Shown
from agent_e.errors import ActionParseError, LimitReached, ModelError
from agent_e.prompts import render
from agent_e.vision.dialects.jsons import chosen
from agent_e.vision.dialects.texts import bare

from .case import Said, Verdict
from .wording import stems

_MOST_CHARACTERS = 24_000
_LONGEST = 6_000
_SAYS: dict[str, Said] = {
    "supported": "supported",
    "contradicted": "contradicted",
    "not_shown": "not_shown",
}
_ROW = {
    "claim": {"type": "integer"},
    "verdict": {"type": "string", "enum": list(_SAYS)},
    "why": {"type": "string"},
}
_ROWS = {
    "type": "array",
    "items": {"type": "object", "properties": _ROW, "required": list(_ROW)},
}
ANSWER = AnswerSchema(
    name="verdicts",
    schema={"type": "object", "properties": {"verdicts": _ROWS}, "required": ["verdicts"]},
)


async def ask(
    calls: ModelCalls, task: str, unclear: Sequence[Verdict], shown: Sequence[Shown]
) -> list[Verdict]:
    """Have the model decide; what it does not, or not readably, stays ``unclear``.

    It is no step of the agents. A provider that fails, or a run that may not use as much any more,
    leaves them all so: the check must not end what the agents have brought to its end.
    """
    messages = messages_for(task, unclear, shown)
    if not calls.budget.allows(need_of(calls, calls.tokens(messages, ())), step=False):
        return list(unclear)
    try:
        reply = await calls.complete(messages, (), step=False, schema=ANSWER)
    except (ModelError, LimitReached):
        return list(unclear)
    said = read_reply(reply.text)
    decided = []
    for number, verdict in enumerate(unclear, 1):
        word, why = said.get(number, ("", ""))
        known = _SAYS.get(word)
        decided.append(
            replace(verdict, said=known, why="" if known == "supported" else why, by="model")
            if known
            else verdict
        )
    return decided


def messages_for(task: str, unclear: Sequence[Verdict], shown: Sequence[Shown]) -> list[Message]:
    """The prompt, and the claims with what was shown: all but the task comes from pages."""
    claims = "\n".join(f"{number}. {each.claim}" for number, each in enumerate(unclear, 1))
    texts = "\n\n".join(
        f"[step {each.step}, {'change' if each.acted else 'page'}, {each.url}]\n"
        f"{each.text[:_LONGEST]}"
        for each in chosen_texts(f"{task} {claims}", shown)
    )
    return [
        Message(role="system", text=render("verifier")),
        Message(role="user", text=f"Task: {task}", page=f"Claims:\n{claims}\n\nShown:\n{texts}"),
    ]


def chosen_texts(words: str, shown: Sequence[Shown]) -> list[Shown]:
    """The texts that bear on some words, as many as a model is told, in their order."""
    wanted = stems(words)
    ranked = sorted(
        enumerate(shown),
        key=lambda each: (len(stems(each[1].text) & wanted), each[0]),
        reverse=True,
    )
    # How things stood at the end is always told.
    order = dict.fromkeys([len(shown) - 1, *(at for at, _ in ranked)]) if shown else {}
    room, kept = _MOST_CHARACTERS, []
    for at in order:
        room -= min(len(shown[at].text), _LONGEST)
        if room < 0:
            break
        kept.append(at)
    return [shown[at] for at in sorted(kept)]


def read_reply(text: str) -> Mapping[int, tuple[str, str]]:
    """What a reply says of each claim, by number; nothing of what cannot be read."""
    try:
        found = chosen(bare(text), _usable).value
    except ActionParseError:
        return {}
    rows = found.get("verdicts", [found]) if isinstance(found, Mapping) else found
    said: dict[int, tuple[str, str]] = {}
    for place, row in enumerate(rows if isinstance(rows, list) else [rows], 1):
        if not isinstance(row, Mapping):
            continue
        number = row.get("claim", row.get("number", place))
        number = int(number) if str(number).strip().isdigit() else place
        word = str(row.get("verdict", "")).strip().casefold().replace(" ", "_").replace("-", "_")
        if said.get(number, (word, ""))[0] != word:
            # Two answers to one question are none.
            word = ""
        said[number] = word, str(row.get("why") or "")
    return said


def _usable(value: object) -> bool:
    if isinstance(value, list):
        return any(isinstance(each, Mapping) and "verdict" in each for each in value)
    return isinstance(value, Mapping) and ("verdicts" in value or "verdict" in value)
