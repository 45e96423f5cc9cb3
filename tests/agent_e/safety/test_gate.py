"""Decisions of the gate: what is asked, what is remembered, what a yes holds for."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from agent_e.errors import ActionDenied, NeedsPerson
from agent_e.safety import RiskGate, Rules, read_pattern
from agent_e.types import ActFacts, ApprovalRequest, FormFacts, Node, Way

PAGE = "https://shop.example/checkout"
ORDER = ActFacts(
    page=PAGE,
    frame=PAGE,
    role="button",
    name="Place order",
    kind="submit",
    sends=True,
    form=FormFacts(method="post", target="https://shop.example/order", button="Place order"),
    amounts=("$30.00",),
    held="0123",
)
NOTE = replace(ORDER, role="textbox", name="Note", kind="text")
SAVE = replace(
    ORDER, name="Save", form=FormFacts(method="post", target="https://shop.example/draft")
)
TARGET = Node(depth=0, role="button", name="Place order", mmid=7)

pytestmark = pytest.mark.asyncio(loop_scope="session")


class Person:
    def __init__(self, answer: bool | Exception = True, wait_s: float = 0) -> None:
        self.asked: list[ApprovalRequest] = []
        self._answer = answer
        self._wait_s = wait_s

    async def approve(self, request: ApprovalRequest) -> bool:
        self.asked.append(request)
        await asyncio.sleep(self._wait_s)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


class Desk:
    """A gate, the page it reads and what it journals."""

    def __init__(self, facts: ActFacts, person: Person | None = None, **rules: Any) -> None:
        self.facts = facts
        self.person = person
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.gate = RiskGate(Rules(**rules), self.read, self.write, approver=person)

    async def read(self, mmid: int | None, way: Way) -> ActFacts:
        return self.facts

    def write(self, kind: str, /, **fields: Any) -> int:
        self.events.append((kind, fields))
        return len(self.events)

    async def click(self) -> Any:
        return await self.gate.check("click", TARGET, {})


@pytest.mark.parametrize(
    ("profile", "facts", "asked"),
    [
        ("balanced", ORDER, 1),
        ("balanced", SAVE, 0),
        ("strict", ORDER, 1),
        ("strict", SAVE, 1),
    ],
)
async def test_the_profile_says_what_is_asked(profile: str, facts: ActFacts, asked: int) -> None:
    desk = Desk(facts, Person(), profile=profile)
    await (await desk.click()).hold()
    assert len(desk.person.asked) == asked  # type: ignore[union-attr]


async def test_nobody_is_asked_in_ci_and_the_answer_is_no() -> None:
    desk = Desk(ORDER, Person(), profile="ci")
    with pytest.raises(ActionDenied, match="profile ci"):
        await desk.click()
    assert desk.person.asked == []  # type: ignore[union-attr]


async def test_a_question_says_what_is_done_where_and_for_how_much() -> None:
    desk = Desk(ORDER, Person())
    await desk.click()
    request = desk.person.asked[0]  # type: ignore[union-attr]
    assert request.sentence == "click button 'Place order', which sends its form on shop.example"
    assert request.amounts == ("$30.00",)
    assert request.sent_to == "https://shop.example/order"
    assert [kind for kind, _ in desk.events] == [
        "gate.judged",
        "approval.asked",
        "approval.answered",
    ]


async def test_without_anybody_to_ask_it_is_refused_and_the_run_knows() -> None:
    desk = Desk(ORDER)
    with pytest.raises(ActionDenied, match="none can be asked"):
        await desk.click()
    assert desk.gate.needed_person
    closed = Desk(ORDER, Person(NeedsPerson("Nobody is there.")))
    with pytest.raises(ActionDenied, match="none is there"):
        await closed.click()
    assert closed.gate.needed_person


async def test_a_refusal_holds_for_another_way_to_the_same_act() -> None:
    desk = Desk(ORDER, Person(False))
    with pytest.raises(ActionDenied, match="the person refused it"):
        await desk.click()
    desk.facts = NOTE
    with pytest.raises(ActionDenied, match="refused before"):
        await desk.gate.check("press_key", TARGET, {"key": "Enter"})
    assert len(desk.person.asked) == 1  # type: ignore[union-attr]


async def test_an_answer_that_comes_too_late_is_a_no() -> None:
    desk = Desk(ORDER, Person(True, wait_s=5), deadline_s=0.01)
    with pytest.raises(ActionDenied, match="nobody answered"):
        await desk.click()


@pytest.mark.parametrize(
    "change",
    [
        {"amounts": ("$3,000.00",)},
        {"held": "9999"},
        {"name": "Place two orders"},
        {"form": FormFacts(method="post", target="https://evil.example/order")},
    ],
)
async def test_a_yes_holds_only_for_what_was_shown(change: dict[str, Any]) -> None:
    desk = Desk(ORDER, Person())
    permit = await desk.click()
    await permit.hold()
    desk.facts = replace(ORDER, **change)
    with pytest.raises(ActionDenied, match="has changed since"):
        await permit.hold()


async def test_a_trusted_site_is_not_asked_about_unless_the_form_leaves_it() -> None:
    trusted = (read_pattern("shop.example"),)
    desk = Desk(ORDER, Person(), trusted=trusted)
    await desk.click()
    assert desk.person.asked == []  # type: ignore[union-attr]
    away = replace(ORDER, form=FormFacts(method="post", target="https://evil.example/"))
    elsewhere = Desk(away, Person(), trusted=trusted)
    await elsewhere.click()
    assert len(elsewhere.person.asked) == 1  # type: ignore[union-attr]
