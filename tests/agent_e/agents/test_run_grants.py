"""The grants of a run: read once, told once, taken away, and what a resumed run has of them."""

from __future__ import annotations

import asyncio
import json
from types import SimpleNamespace
from typing import Any

import pytest

from agent_e.agents.run_grants import RunGrants
from agent_e.errors import BadArgument, ModelError
from agent_e.journal import RunTranscript
from agent_e.safety.grants import GrantedAct, Grants
from agent_e.types import Grant, Task

TASK = "Order two lamps at lamps.example for at most 40 EUR and write to Ann Lee."
HERE = "http://lamps.example/"
ORDERING = GrantedAct(kinds=frozenset({"money"}), urls=(HERE,))


def row(**more: Any) -> dict[str, Any]:
    blank = {"times": 1, "max_amount": None, "currency": "", "to": "", "site": ""}
    return {**blank, "kind": "order", "quote": "Order two lamps", **more}


SEND = row(kind="send", quote="write to Ann Lee", to="Ann Lee")


class Model:
    """A way to the model: answers these rows once it may, and counts how often it is asked."""

    def __init__(self, *rows: Any, error: Exception | None = None) -> None:
        self.asked = self.broken_off = 0
        self.may = asyncio.Event()
        self._reply = json.dumps({"grants": rows})
        self._error = error

    async def complete(self, *args: Any, **more: Any) -> Any:
        self.asked += 1
        try:
            await self.may.wait()
        except asyncio.CancelledError:
            self.broken_off += 1
            raise
        if self._error:
            raise self._error
        return SimpleNamespace(text=self._reply)


class Notes:
    """A journal."""

    def __init__(self) -> None:
        self.events: list[dict[str, Any]] = []

    def write(self, kind: str, /, **fields: Any) -> int:
        self.events.append({"kind": kind, **fields})
        return len(self.events)


def grants_of(model: Model, text: str = TASK, *given: Grant, **more: Any) -> tuple[Any, Notes]:
    notes = Notes()
    held = Grants(given, on_task_site=lambda url: url == HERE)
    parts: Any = (model, Task(text=text), held, notes)
    return RunGrants(*parts, sites="lamps.example", **more), notes


async def test_it_is_asked_once_whoever_asks_and_whatever_becomes_of_them() -> None:
    model = Model(row())
    grants, notes = grants_of(model)
    async with grants.beside():
        first = asyncio.ensure_future(grants())
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.gather(first, return_exceptions=True)
        model.may.set()
        both = await asyncio.gather(grants(), grants())
        assert [len(each.all) for each in both] == [1, 1]
    assert (model.asked, model.broken_off) == (1, 0)
    assert [each["grants"] for each in notes.events] == [["order at lamps.example, once"]]


@pytest.mark.parametrize(
    ("text", "shown", "asked"),
    [
        ("Order a lamp.", False, 1),
        ("What does the lamp cost?", False, 0),
        ("What does the lamp cost?", True, 1),
        ("마음에 드는 등을 골라 줘", False, 1),
        ("اطلب المصباح", False, 1),
    ],
)
async def test_it_is_asked_beforehand_where_the_words_may_name_an_act(
    text: str, shown: bool, asked: int
) -> None:
    model = Model()
    model.may.set()
    grants, _ = grants_of(model, text)
    async with grants.beside(shown=shown):
        await asyncio.sleep(0.01)
    assert model.asked == asked


@pytest.mark.parametrize("rows", [(), (SEND,), (row(), SEND)])
async def test_what_the_person_confirmed_is_asked_of_no_model(rows: Any) -> None:
    model, notes = Model(row()), Notes()
    held = Grants((), on_task_site=lambda url: url == HERE)
    parts: Any = (model, Task(text=TASK, grants=rows), held, notes)
    grants = RunGrants(*parts)
    async with grants.beside():
        found = await grants()
    assert model.asked == 0
    assert [each.kind for each in found.all] == [each["kind"] for each in rows]
    assert [each["rows"] for each in notes.events] == [list(rows)]


async def test_nothing_is_left_when_the_run_ends_meanwhile() -> None:
    model = Model(row())
    grants, notes = grants_of(model)
    before = asyncio.all_tasks()
    with pytest.raises(KeyError):
        async with grants.beside():
            await asyncio.sleep(0.01)
            raise KeyError
    assert (model.asked, model.broken_off, notes.events) == (1, 1, [])
    assert asyncio.all_tasks() == before


async def test_a_model_that_fails_is_noted_and_one_that_breaks_is_not_hidden() -> None:
    model = Model(error=ModelError("It is down."))
    model.may.set()
    grants, notes = grants_of(model)
    assert (await grants()).all == []
    assert notes.events == [{"kind": "grants.read", "grants": [], "error": "It is down."}]
    broken = Model(error=ZeroDivisionError())
    broken.may.set()
    grants, _ = grants_of(broken)
    with pytest.raises(ZeroDivisionError):
        async with grants.beside():
            await asyncio.sleep(0.01)


async def test_it_is_told_once_it_is_known_and_again_when_it_changes() -> None:
    model = Model(row(max_amount=40, currency="EUR"), SEND)
    saved = Grant(kind="sign_in", site="mail.example", times=None, by="vault")
    grants, _ = grants_of(model, TASK, saved)
    async with grants.beside():
        assert grants.news() == ""
        model.may.set()
        await grants()
        line = grants.news()
        assert line.startswith(
            "The person has allowed: sign in at mail.example; order at lamps.example, once, at "
            "most 40 EUR; send (Ann Lee) at lamps.example, once. "
        )
        assert grants.news() == ""
        grants.change({"withdraw": [1, 2]})
        assert grants.news().startswith("The person has allowed: sign in at mail.example. ")
    lonely, _ = grants_of(Model())
    assert lonely.news() == ""


async def test_nothing_left_is_told_too() -> None:
    model = Model(row())
    model.may.set()
    grants, _ = grants_of(model)
    await grants()
    assert "order" in grants.news()
    grants.change({"withdraw": [1]})
    assert grants.news() == "The person has taken back what was allowed before."


async def test_the_person_takes_away_and_adds_by_number() -> None:
    model = Model(row(), SEND)
    model.may.set()
    grants, _ = grants_of(model)
    assert [each["number"] for each in await grants.shown()] == [1, 2]
    for wrong in ({"withdraw": [1, 3]}, {"withdraw": [1], "may": ["fly"]}, {"withdraw": [0]}):
        with pytest.raises(BadArgument):
            grants.change(wrong)
    assert [each["number"] for each in await grants.shown()] == [1, 2]
    grants.change({"withdraw": [2], "may": ["publish,send", "order<=5 EUR"]})
    grants.change({"withdraw": [3]})
    assert await grants.shown() == [
        {"number": 1, "text": "order at lamps.example, once"},
        {"number": 4, "text": "send at lamps.example, any number of times"},
        {"number": 5, "text": "order at lamps.example, any number of times, at most 5 EUR"},
    ]


def asked(id_: str, kind: str, value: Any) -> list[dict[str, Any]]:
    return [
        {"kind": "person.asked", "request": {"id": id_, "kind": kind, "question": "Right?"}},
        {"kind": "person.answered", "id": id_, "action": "answered", "value": value},
    ]


async def test_a_resumed_run_has_the_grants_that_were_read_and_what_is_left_of_them() -> None:
    rows = [SEND, row(kind="fly"), row()]
    before = RunTranscript.read(
        [
            {"kind": "grants.read", "grants": ["send (Ann Lee), once"], "rows": rows},
            {"kind": "grant.used", "act": "x", "grant": "order, once", "by": "task", "number": 2},
            {"kind": "grant.used", "act": "x", "grant": "sign in", "by": "settings"},
        ]
    )
    model = Model(row())
    grants, notes = grants_of(model, before=before)
    async with grants.beside():
        held = await grants()
    assert (model.asked, notes.events) == (0, [])
    assert [(each.kind, each.number) for each in held.all] == [("send", 1), ("order", 2)]
    sending = GrantedAct(kinds=frozenset({"message"}), urls=(HERE,), words="To Ann Lee")
    assert held.covering(ORDERING) == ()
    assert held.covering(sending) == (held.all[0],)


async def test_a_resumed_run_has_what_the_person_changed() -> None:
    before = RunTranscript.read(
        [
            {"kind": "grants.read", "grants": [], "rows": [row(), SEND]},
            *asked("1", "text", {"withdraw": [1]}),
            *asked("2", "plan", "accept"),
            *asked("3", "plan", {"withdraw": [9]}),
            *asked("4", "plan", {"withdraw": [2], "may": ["publish"]}),
        ]
    )
    grants, _ = grants_of(Model(), before=before)
    shown = await grants.shown()
    assert [each["text"] for each in shown] == [
        "order at lamps.example, once",
        "publish at lamps.example, any number of times",
    ]
    assert [each["number"] for each in shown] == [1, 3]
