"""Approvals asked by a desk: what is shown, and what a yes, a no and nothing come to."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from agent_e.errors import AnswerConflict, NeedsPerson
from agent_e.human import BrokerApprover, QuestionBroker
from agent_e.types import Answer, ApprovalRequest, PersonRequest, Refusal, Risk, Tier

from .journals import Journal
from .test_question_broker import Person

pytestmark = pytest.mark.asyncio(loop_scope="session")

REQUEST = ApprovalRequest(
    sentence="click button 'Pay' on shop.example",
    risk=Risk(tier=Tier.CRITICAL, reasons=("it may spend money",)),
    amounts=("$30",),
    sent_to="https://shop.example/pay",
    fingerprint="f00",
    deadline_s=300,
    origin="shop.example",
    values=(("Note", "soon"),),
)


class Noted(Person):
    """Says one thing with a note."""

    async def show(self, request: PersonRequest, reply: Any) -> None:
        self.shown.append(request)
        reply(self.says[0], self.says[1])


async def asked(person: Person | None, **more: Any) -> Answer:
    desk = QuestionBroker("r", Journal(), channels=[person] if person else [], **more)
    return await BrokerApprover(desk).approve(REQUEST)


async def test_a_question_shows_what_is_known_of_the_act() -> None:
    async def beside(request: ApprovalRequest) -> Mapping[str, Any]:
        return {"picture": "shots/a.jpg", "values": [{"name": "Note", "value": "soon, please"}]}

    person = Person("yes")
    desk = QuestionBroker("r", Journal(), channels=[person])
    assert await BrokerApprover(desk, beside).approve(REQUEST) is True
    (shown,) = person.shown
    assert shown.question == "May I click button 'Pay' on shop.example?"
    assert shown.evidence == {
        "origin": "shop.example",
        "sent_to": "https://shop.example/pay",
        "values": [{"name": "Note", "value": "soon, please"}],
        "amounts": ["$30"],
        "reasons": ["it may spend money"],
        "tier": "R3",
        "fingerprint": "f00",
        "picture": "shots/a.jpg",
    }


async def test_a_no_has_its_reason() -> None:
    assert await asked(Noted("no", "")) == Refusal()
    refusal = await asked(Noted("no", "too dear"))
    assert refusal == Refusal(why="the person refused it and says: 'too dear'", words=True)


async def test_nothing_is_never_a_yes() -> None:
    with pytest.raises(NeedsPerson):
        await asked(None)
    with pytest.raises(NeedsPerson):
        await asked(None, on_ask="default")
    assert await asked(None, on_ask="deny") == Refusal(why="nobody can be asked", by_person=False)


async def test_a_yes_that_comes_too_late_conflicts() -> None:
    person = Person()
    desk = QuestionBroker("r", Journal(), channels=[person], on_ask="default")
    late = ApprovalRequest(
        sentence="pay", risk=REQUEST.risk, amounts=(), sent_to="", fingerprint="", deadline_s=0.01
    )
    answer = await BrokerApprover(desk).approve(late)
    assert answer == Refusal(why="nobody answered within 0.01 s", by_person=False)
    with pytest.raises(AnswerConflict, match="went on without it"):
        desk.answer(person.shown[0].id, "yes", by="http")
