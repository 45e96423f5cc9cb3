"""Puts answers to the judge as the product does, and records and replays its verdicts."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import AsyncIterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError
from agent_e.journal.effects import format_effects
from agent_e.models.fence_untrusted import fenced
from agent_e.models.model import Message, Model
from agent_e.safety import UntrustedContent
from agent_e.verification import notes_for
from agent_e.verification.judge import ANSWER, Judgement, messages_for, read_reply

from .evidence import Case, facts_of, log_of

VERDICTS = Path(__file__).with_name("verdicts.json")
_CHANGING = re.compile(r"(?<=127\.0\.0\.1):\d+|(?<=/drafts/)[\w-]+|(?<=/booking/)[\w-]+")
"""Variable parts of addresses: ports, and the flights site's ids of unfinished bookings."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Request:
    """A request to the judge; ``hash`` is of its text without variable addresses."""

    case: Case
    messages: tuple[Message, ...]
    notes: int
    hash: str

    @property
    def size(self) -> int:
        """Characters, including the prompt."""
        return sum(len(message.words) for message in self.messages)


def request_of(case: Case) -> Request:
    """Return the request for an answer, with or without notes."""
    log = log_of(case.shown)
    facts = facts_of(case, log)
    notes = notes_for(case.answer, facts, log=log, effects=case.effects, had_to_act=case.had_to_act)
    done = format_effects(case.effects)
    messages = tuple(messages_for(case.task, case.answer, facts, notes, done, log))
    words = _CHANGING.sub("", "\n".join(message.words for message in messages))
    digest = hashlib.sha256(words.encode()).hexdigest()[:16]
    return Request(case=case, messages=messages, notes=len(notes), hash=digest)


async def judged(
    requests: Sequence[Request], model: Model, known: Mapping[str, Judgement]
) -> AsyncIterator[dict[str, Judgement]]:
    """Ask a model about each unknown one; yields all verdicts so far, by hash, each time.

    Raises:
        ModelError: the model does not answer.
    """
    fenced_model = fenced(model, UntrustedContent(mark="page"))
    found = dict(known)
    for request in requests:
        if request.hash not in found:
            reply = await fenced_model.complete(request.messages, (), schema=ANSWER)
            found[request.hash] = read_reply(reply.text)
        yield found


def write_requests(requests: Sequence[Request], file: Path) -> None:
    """Write the requests without the known answers, to be judged by hand."""
    rows = [
        {
            "hash": request.hash,
            "messages": [{"role": m.role, "content": m.words} for m in request.messages],
        }
        for request in requests
    ]
    file.write_text(json.dumps(rows, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def write_verdicts(
    requests: Sequence[Request], verdicts: Mapping[str, Judgement], model: str, file: Path
) -> None:
    """Write the verdicts with their subjects, in the format of ``read_verdicts``."""
    rows = [
        {
            "hash": request.hash,
            "case": request.case.id,
            "verdict": verdicts[request.hash].verdict,
            "why": verdicts[request.hash].why,
        }
        for request in requests
        if request.hash in verdicts
    ]
    recorded = {"model": model, "verdicts": rows}
    file.write_text(json.dumps(recorded, ensure_ascii=False, indent=1) + "\n", encoding="utf-8")


def read_verdicts(file: Path) -> tuple[str, dict[str, Judgement]]:
    """Return the judge's name, and the verdicts by the hashes of the requests.

    Raises:
        ConfigError: the file cannot be read as verdicts.
    """
    try:
        recorded: Any = json.loads(file.read_text(encoding="utf-8"))
        rows = recorded["verdicts"]
        found = {row["hash"]: Judgement(verdict=row["verdict"], why=row["why"]) for row in rows}
        return str(recorded["model"]), found
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{file} holds no recorded verdicts ({type(error).__name__}: {error}). Record some "
            "with agent-e bench perf answers --model MODEL --out FILE."
        ) from error
