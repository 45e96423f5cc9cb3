"""What a model is told of an effect, what its reply is taken for, and how often it is asked."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import pytest

from agent_e.agents.effect_classifier import ModelClassifier, facts_of, read_class
from agent_e.errors import ModelError
from agent_e.models.model import Message, Reply
from agent_e.safety import UnclearEffect
from agent_e.types import ActFacts, FormFacts

PAGE = "https://shop.example/p/1"
BUTTON = ActFacts(
    page=PAGE,
    frame=PAGE,
    role="button",
    name="Go",
    around="Send $500 to Bob",
    amounts=("$500",),
    sends=True,
    form=FormFacts(method="post", target="https://shop.example/do", button="Go"),
    entries=(("to", "bob"), ("pin", "4711")),
)


def effect(**given: Any) -> UnclearEffect:
    plain = {"action": "click", "method": "POST", "url": "https://shop.example/do"}
    return UnclearEffect(**{**plain, "control": BUTTON, **given})


class Client:
    def __init__(self, *replies: str | Exception) -> None:
        self.replies = list(replies)
        self.asked: list[Message] = []

    async def complete(self, messages: Any, tools: Any, **given: Any) -> Reply:
        self.asked.append(messages[-1])
        await asyncio.sleep(0)
        reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return Reply(text=reply)


class Events(list[tuple[str, dict[str, Any]]]):
    def write(self, kind: str, /, **fields: Any) -> int:
        self.append((kind, fields))
        return len(self)


@pytest.mark.parametrize(
    ("reply", "found"),
    [
        ('{"class": "money"}', "money"),
        ('```json\n{"class": "read"}\n```', "read"),
        ('{"class": "fine"}', "unclear"),
        ("It only reads.", "unclear"),
        ("", "unclear"),
    ],
)
def test_a_reply_names_a_class_or_nothing_is_clear(reply: str, found: str) -> None:
    assert read_class(reply) == found


async def test_what_the_model_is_told_stands_apart_as_text_of_a_page() -> None:
    client = Client('{"class": "money"}')
    classify = ModelClassifier(client, Events())  # type: ignore[arg-type]
    assert await classify(effect(body="to=bob&sum=500")) == "money"
    (message,) = client.asked
    assert "Bob" not in message.text
    told = json.loads(message.page.raw)
    assert told["request"]["body"] == "to=bob&sum=500"
    assert (told["control"]["name"], told["control"]["fields"]) == ("Go", ["to", "pin"])


def test_values_of_fields_are_not_told() -> None:
    assert "4711" not in json.dumps(facts_of(effect()))


async def test_a_kind_of_effect_is_asked_about_once() -> None:
    client = Client('{"class": "write"}', '{"class": "money"}')
    events = Events()
    classify = ModelClassifier(client, events)  # type: ignore[arg-type]
    same = [effect(url=f"https://shop.example/do/{number}") for number in (1, 2)]
    assert await asyncio.gather(*map(classify, same)) == ["write", "write"]
    assert await classify(effect(url="https://shop.example/pay")) == "money"
    assert len(client.asked) == 2
    assert [fields["effect"] for _, fields in events] == ["write", "money"]


async def test_without_an_answer_nothing_is_clear() -> None:
    events = Events()
    classify = ModelClassifier(Client(ModelError("no network")), events)  # type: ignore[arg-type]
    assert await classify(effect()) == "unclear"
    assert events[0][1]["error"] == "no network"
