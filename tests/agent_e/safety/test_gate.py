"""Decisions of the gate: what is asked, what is remembered, what a yes holds for."""

from __future__ import annotations

import asyncio
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import pytest

from agent_e.errors import ActionDenied, NeedsPerson
from agent_e.safety import (
    ApprovalSettings,
    EffectClass,
    RiskGate,
    UnclearEffect,
    read_pattern,
)
from agent_e.safety.approval_policy import REFUSALS
from agent_e.safety.key_effects import way_of
from agent_e.safety.permits import Permit
from agent_e.safety.uncertain_acts import UNCERTAIN, UncertainActs
from agent_e.types import (
    ActFacts,
    Answer,
    ApprovalRequest,
    FormFacts,
    InputMethod,
    Node,
    Refusal,
    Tier,
)

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
    def __init__(self, answer: Answer | Exception = True) -> None:
        self.asked: list[ApprovalRequest] = []
        self._answer = answer

    async def approve(self, request: ApprovalRequest, until: Any = None) -> Answer:
        self.asked.append(request)
        await asyncio.sleep(0)
        if isinstance(self._answer, Exception):
            raise self._answer
        return self._answer


class QuestionBroker:
    """A gate, the page it reads and what it journals."""

    def __init__(
        self,
        facts: ActFacts,
        person: Person | None = None,
        *,
        uncertain: Iterable[frozenset[str]] = (),
        **rules: Any,
    ) -> None:
        self.facts = facts
        self.person = person
        self.events: list[tuple[str, dict[str, Any]]] = []
        self.effect: EffectClass = "write"
        self.gate = RiskGate(
            ApprovalSettings(**rules),
            self.read,
            self.write,
            approver=person,
            classify=self.classify,
            uncertain=UncertainActs(uncertain),
        )

    async def classify(self, effect: UnclearEffect) -> EffectClass:
        return self.effect

    async def read(self, mmid: int | None, way: InputMethod) -> ActFacts:
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
    desk = QuestionBroker(facts, Person(), profile=profile)
    await (await desk.click()).hold()
    assert len(desk.person.asked) == asked  # type: ignore[union-attr]


async def test_nobody_is_asked_in_ci_and_the_answer_is_no() -> None:
    desk = QuestionBroker(ORDER, Person(), profile="ci")
    with pytest.raises(ActionDenied, match="profile ci"):
        await desk.click()
    assert desk.person.asked == []  # type: ignore[union-attr]


async def test_a_question_says_what_is_done_where_and_for_how_much() -> None:
    desk = QuestionBroker(ORDER, Person())
    await desk.click()
    request = desk.person.asked[0]  # type: ignore[union-attr]
    assert request.sentence == "click button 'Place order', which sends its form on shop.example"
    assert request.amounts == ("$30.00",)
    assert request.sent_to == "https://shop.example/order"
    assert (request.origin, request.mmid, request.way) == ("shop.example", 7, "click")
    assert [kind for kind, _ in desk.events] == ["gate.judged", "approval.answered"]


async def test_without_anybody_to_ask_it_is_refused_and_the_run_knows() -> None:
    desk = QuestionBroker(ORDER)
    with pytest.raises(ActionDenied, match="none can be asked"):
        await desk.click()
    assert desk.gate.unasked
    closed = QuestionBroker(ORDER, Person(NeedsPerson("Nobody is there.")))
    with pytest.raises(ActionDenied, match="none is there"):
        await closed.click()
    assert closed.gate.unasked


async def test_a_refusal_holds_for_another_way_to_the_same_act() -> None:
    desk = QuestionBroker(ORDER, Person(False))
    with pytest.raises(ActionDenied, match="the person refused it"):
        await desk.click()
    desk.facts = NOTE
    with pytest.raises(ActionDenied, match="refused before"):
        await desk.gate.check("press_key", TARGET, {"key": "Enter"})
    assert len(desk.person.asked) == 1  # type: ignore[union-attr]


async def test_the_reason_of_a_no_is_told() -> None:
    desk = QuestionBroker(ORDER, Person(Refusal(why="the person says: 'too much'")))
    with pytest.raises(ActionDenied, match=r"was refused, because the person says: 'too much'\."):
        await desk.click()
    assert desk.events[-1][1]["allowed"] is False


async def test_a_no_with_words_is_to_this_one_and_not_to_its_kind() -> None:
    other = replace(
        ORDER, form=FormFacts(method="post", target="https://shop.example/second", button="Order")
    )
    for words, asked in ((True, 2), (False, 1)):
        desk = QuestionBroker(
            ORDER, Person(Refusal(why="the person says: 'not this'", words=words))
        )
        for facts in (ORDER, other, ORDER):
            desk.facts = facts
            with pytest.raises(ActionDenied):
                await desk.click()
        assert len(desk.person.asked) == asked  # type: ignore[union-attr]


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
    desk = QuestionBroker(ORDER, Person())
    permit = await desk.click()
    await permit.hold()
    desk.facts = replace(ORDER, **change)
    with pytest.raises(ActionDenied, match="has changed since"):
        await permit.hold()


async def test_a_trusted_site_is_not_asked_about_unless_the_form_leaves_it() -> None:
    trusted = (read_pattern("shop.example"),)
    desk = QuestionBroker(ORDER, Person(), trusted=trusted)
    await desk.click()
    assert desk.person.asked == []  # type: ignore[union-attr]
    away = replace(ORDER, form=FormFacts(method="post", target="https://evil.example/"))
    elsewhere = QuestionBroker(away, Person(), trusted=trusted)
    await elsewhere.click()
    assert len(elsewhere.person.asked) == 1  # type: ignore[union-attr]


async def test_a_refused_link_is_not_opened_by_its_address() -> None:
    away = "https://shop.example/items/3/drop"
    link = ActFacts(page=PAGE, frame=PAGE, role="link", tag="a", name="Delete forever", href=away)
    desk = QuestionBroker(link, Person(False))
    with pytest.raises(ActionDenied, match="the person refused it"):
        await desk.click()
    with pytest.raises(ActionDenied, match="refused before"):
        await desk.gate.check("open_url", None, {"url": away})
    await desk.gate.check("open_url", None, {"url": "https://shop.example/items"})


@pytest.mark.parametrize(
    ("keys", "role", "refused"),
    [
        ("Tab Enter", "searchbox", True),
        ("Tab Tab Space", "link", True),
        ("ArrowDown Return", "button", True),
        ("ArrowDown Return", "combobox", False),
        ("Tab Tab", "link", False),
    ],
)
async def test_keys_that_press_what_nobody_has_looked_at_are_not_pressed(
    keys: str, role: str, refused: bool
) -> None:
    desk = QuestionBroker(ActFacts(page=PAGE, frame=PAGE, role=role, name="Lamp"), Person())
    if not refused:
        await desk.gate.check("press_key", None, {"key": keys})
        return
    with pytest.raises(ActionDenied, match="one at a time"):
        await desk.gate.check("press_key", None, {"key": keys})


@pytest.mark.parametrize(
    ("key", "way"),
    [
        ("Return", "enter"),
        ("\n", "enter"),
        ("kp_enter", "enter"),
        ("Ctrl-Enter", "enter"),
        ("keyEnter", "enter"),
        ("Enter, Tab", "enter"),
        ("submit", "submit"),
        ("blank", "click"),
        ("Down", "choose"),
        ("Shift+Tab", "type"),
    ],
)
async def test_a_key_is_read_as_it_will_be_pressed(key: str, way: InputMethod) -> None:
    assert way_of({"key": key}) == way


async def test_a_question_that_was_swapped_is_not_answered() -> None:
    asked = ActFacts(page=PAGE, frame=PAGE, role="dialog", around="Delete one file?")
    desk = QuestionBroker(asked, Person())
    permit = await desk.gate.check("handle_dialog", None, {"accept": True})
    desk.facts = replace(asked, around="Delete all files?")
    with pytest.raises(ActionDenied, match="has changed since"):
        await permit.hold()


FIELD = {"mmid": 3, "role": "textbox", "name": "Count", "value": "100"}


async def test_an_amount_that_filling_in_changes_undoes_the_yes() -> None:
    desk = QuestionBroker(ORDER, Person())
    permit = await desk.gate.check("fill_form", TARGET, {"fields": [FIELD]})
    desk.facts = replace(ORDER, held="4567")
    await permit.hold(filled=True)
    desk.facts = replace(ORDER, held="4567", amounts=("$3,000.00",))
    with pytest.raises(ActionDenied, match="has changed since"):
        await permit.hold(filled=True)
    assert len(desk.person.asked) == 1  # type: ignore[union-attr]


async def test_a_button_that_filling_in_turns_into_another_is_not_clicked() -> None:
    desk = QuestionBroker(SAVE, Person())
    permit = await desk.gate.check("fill_form", TARGET, {"fields": [FIELD]})
    await permit.hold(filled=True)
    desk.facts = ORDER
    with pytest.raises(ActionDenied, match="what the button does"):
        await permit.hold(filled=True)


async def test_what_a_form_ticks_is_judged_without_a_button_as_well() -> None:
    public = ActFacts(page=PAGE, frame=PAGE, role="switch", tag="button", name="Make public")
    desk = QuestionBroker(public, Person())
    ticked = {"mmid": 4, "role": "switch", "name": "Make public", "value": "true"}
    await desk.gate.check("fill_form", None, {"fields": [ticked]})
    assert len(desk.person.asked) == 1  # type: ignore[union-attr]


SEND = ActFacts(page=PAGE, frame=PAGE, role="button", tag="button", name="Send reply")


async def test_a_yes_to_a_kind_holds_for_that_kind_on_that_site() -> None:
    desk = QuestionBroker(SEND, Person("kind"))
    for _ in range(3):
        await desk.click()
    assert [each.kind for each in desk.person.asked] == [  # type: ignore[union-attr]
        "send or publish things on shop.example"
    ]
    assert [kind for kind, _ in desk.events].count("approval.repeated") == 2
    elsewhere = "https://other.example/"
    desk.facts = replace(SEND, page=elsewhere, frame=elsewhere)
    await desk.click()
    assert len(desk.person.asked) == 2  # type: ignore[union-attr]


async def test_no_kind_of_payment_is_allowed_for_all() -> None:
    desk = QuestionBroker(ORDER, Person("kind"))
    for _ in range(2):
        await desk.click()
    assert [each.kind for each in desk.person.asked] == ["", ""]  # type: ignore[union-attr]


async def test_who_says_no_again_and_again_is_asked_no_more() -> None:
    desk = QuestionBroker(SEND, Person(False))
    for number in range(REFUSALS + 5):
        page = f"https://shop{number}.example/"
        desk.facts = replace(SEND, page=page, frame=page)
        with pytest.raises(ActionDenied):
            await desk.click()
    assert len(desk.person.asked) == REFUSALS  # type: ignore[union-attr]


@pytest.mark.parametrize(
    ("facts", "rules", "leave"),
    [
        (ORDER, {}, (Tier.CRITICAL, "approved")),
        (ORDER, {"trusted": (read_pattern("shop.example"),)}, (Tier.CRITICAL, "notify")),
        (SAVE, {}, (Tier.WRITES, "notify")),
        (SAVE, {"profile": "ci"}, (Tier.WRITES, "")),
    ],
)
async def test_leave_tells_its_tier_and_by_what_it_was_given(
    facts: ActFacts, rules: dict[str, Any], leave: tuple[Tier, str]
) -> None:
    permit = await QuestionBroker(facts, Person(), **rules).click()
    assert (permit.tier, permit.grant) == leave
    assert permit.target == f"button '{facts.name}'"


async def test_leave_for_a_dialog_names_it() -> None:
    asked = ActFacts(page=PAGE, frame=PAGE, role="dialog", around="Delete one file?")
    permit = await QuestionBroker(asked, Person()).gate.check(
        "handle_dialog", None, {"accept": True}
    )
    assert permit.target == "dialog 'Delete one file?'"


@pytest.mark.parametrize(("effect", "asked"), [("read", 0), ("write", 1), ("money", 1)])
async def test_a_link_that_is_named_after_an_act_may_only_lead_to_a_text_about_it(
    effect: EffectClass, asked: int
) -> None:
    href = "https://shop.example/guide/1"
    link = replace(ORDER, role="link", tag="a", kind="", sends=False, form=None, href=href)
    desk = QuestionBroker(replace(link, name="Buy now, pay later explained"), Person())
    desk.effect = effect
    await desk.click()
    assert desk.person is not None and len(desk.person.asked) == asked


class TestWhatMayHaveBeenDone:
    """An act that was under way when the run was cut off needs leave again, once."""

    DRAFT = replace(SAVE, role="button")

    @staticmethod
    async def marks(facts: ActFacts) -> frozenset[str]:
        permit: Permit = await QuestionBroker(facts, Person()).click()
        return permit.marks

    async def test_it_is_asked_about_once_whatever_is_trusted(self) -> None:
        trusted = (read_pattern("shop.example"),)
        for facts in (ORDER, self.DRAFT):
            marks = await self.marks(facts)
            desk = QuestionBroker(facts, Person(), trusted=trusted, uncertain=[marks])
            await (await desk.click()).hold()
            await (await desk.click()).hold()
            [asked] = desk.person.asked  # type: ignore[union-attr]
            assert UNCERTAIN in asked.risk.reasons
            assert (asked.risk.tier, asked.risk.unclear) == (Tier.CRITICAL, True)

    async def test_it_is_known_by_its_form_too(self) -> None:
        desk = QuestionBroker(NOTE, uncertain=[await self.marks(ORDER)])
        with pytest.raises(ActionDenied, match="whether it took place is not known"):
            await desk.gate.check("press_key", TARGET, {"key": "Enter"})
        assert not desk.gate.refused_for_good

    async def test_others_are_as_they_are(self) -> None:
        desk = QuestionBroker(self.DRAFT, Person(), uncertain=[await self.marks(ORDER)])
        await desk.click()
        assert desk.person is not None and desk.person.asked == []

    async def test_a_tool_of_a_server_is_known_by_its_name(self) -> None:
        given = {"hint": "writes", "given": {"note": "Milk"}}
        permit = await QuestionBroker(ORDER).gate.check("mcp:notes_add", None, given)
        desk = QuestionBroker(ORDER, uncertain=[permit.marks])
        await desk.gate.check("mcp:notes_find", None, given)
        with pytest.raises(ActionDenied, match="whether it took place is not known"):
            await desk.gate.check("mcp:notes_add", None, given)

    async def test_its_effect_can_be_looked_at(self) -> None:
        desk = QuestionBroker(ORDER, uncertain=[await self.marks(ORDER)])
        with pytest.raises(ActionDenied, match="Look for its effect"):
            await desk.click()
        await desk.gate.check("open_url", None, {"url": "https://shop.example/order"})

    async def test_signing_in_and_what_changes_nothing_is_not_told_again(self) -> None:
        form = FormFacts(method="post", target="https://shop.example/in", kinds=("password",))
        login = replace(ORDER, name="Log in", form=form, amounts=(), passwords=1)
        assert await self.marks(login) == frozenset()
        assert await self.marks(replace(ORDER, sends=False, form=None, name="More")) == frozenset()
