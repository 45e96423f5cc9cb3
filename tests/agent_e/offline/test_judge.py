"""The offline model as the judge: a no where nothing was done, else no verdict."""

from __future__ import annotations

import json

import pytest

from agent_e.models.model import Message
from agent_e.offline import OfflineModel

SYSTEM = Message(
    role="system", text='Answer {"verdict": "yes", "no" or "cannot_tell", "why": "…"}.'
)


async def judged(asked: str) -> dict[str, str]:
    messages = [SYSTEM, Message(role="user", text=f"Evidence:\n[1] a page\n{asked}")]
    answer: dict[str, str] = json.loads((await OfflineModel().complete(messages)).text)
    return answer


def noted(*kinds: str) -> str:
    return json.dumps({"task": "t", "answer": "a", "notes": [{"kind": kind} for kind in kinds]})


@pytest.mark.parametrize(
    ("asked", "verdict"),
    [
        (noted("nothing_done"), "no"),
        (noted("not_located", "nothing_done"), "no"),
        (noted("limit"), "cannot_tell"),
        (noted(), "cannot_tell"),
        ("no JSON", "cannot_tell"),
        ('["nothing_done"]', "cannot_tell"),
        ('{"notes": [{}]}', "cannot_tell"),
    ],
)
async def test_it_goes_by_the_notes(asked: str, verdict: str) -> None:
    answer = await judged(asked)
    assert answer["verdict"] == verdict and answer["why"].endswith(".")
