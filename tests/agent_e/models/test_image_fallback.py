"""Pictures reach who can see; who cannot is told where they are."""

from __future__ import annotations

import json

import pytest

from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.config import ModelSettings
from agent_e.errors import CannotSee, ModelError
from agent_e.models.client import ModelClient
from agent_e.models.factory import make_model
from agent_e.models.failover import FailoverModel
from agent_e.models.image_fallback import BLIND, CAPTION, ImageFallback
from agent_e.models.model import Message, Picture
from tests.agent_e.conftest import Bench

FIRST, SPARE = "openai:gpt-4.1-mini", "openai:words-only-7b"
REFUSALS = [
    (400, "At most 0 image(s) may be provided in one request."),
    (400, "words-only-7b is not a multimodal model"),
    (400, "Invalid content type. image_url is only supported by certain models."),
    (404, "No endpoints found that support image input"),
    (400, "This model does not support images."),
    (500, "image input is not supported - hint: you may need to provide the mmproj"),
]


def refusal(status: int, words: str) -> Scripted:
    return Scripted(status=status, body=json.dumps({"error": {"message": words}}).encode())


def conversation(png: bytes) -> list[Message]:
    picture = Picture(data=png, media_type="image/png")
    return [
        Message(role="system", text="You look."),
        Message(role="user", text="The page looks so:", pictures=(picture,)),
    ]


@pytest.mark.parametrize(("status", "words"), REFUSALS)
async def test_a_spare_without_eyes_goes_on_in_a_conversation_that_holds_pictures(
    bench: Bench, png: bytes, status: int, words: str
) -> None:
    asked: list[str] = []

    def script(body):
        asked.append(body["model"])
        if body["model"] == "gpt-4.1-mini":
            return Scripted(status=401)
        return refusal(status, words) if "image_url" in json.dumps(body) else Scripted(text="hi")

    async with scripted_server(script) as server:
        settings = ModelSettings(base_url=server.base_url, attempts=1, timeout_s=20)
        made = [
            make_model(spec, "som", settings, runs_dir=bench.run_dir, env={})
            for spec in (FIRST, SPARE)
        ]
        for each in made:
            bench.resources.push_async_callback(each.close)
        model = FailoverModel(*map(ImageFallback, made))
        calls = ModelClient(
            model,
            "som",
            settings=settings,
            journal=bench.journal,
            budget=bench.budget,
            spare=model,
        )
        replies = [await calls.complete(conversation(png), []) for _ in range(2)]
        last = server.requests[-1]["messages"][-1]["content"]
    assert [reply.text for reply in replies] == ["hi", "hi"]
    # Once it has said so, it is asked with captions alone.
    assert asked == ["gpt-4.1-mini", *["words-only-7b"] * 3]
    assert last == f"The page looks so:\n\n{CAPTION}"
    assert bench.events("model.replied")[-1]["repairs"] == [BLIND]


@pytest.mark.parametrize(
    ("status", "words"), [(400, "The image format is not supported."), (400, "image is too large")]
)
async def test_what_is_wrong_with_one_picture_makes_nobody_blind(
    bench: Bench, png: bytes, status: int, words: str
) -> None:
    calls = await bench.calls(lambda body: refusal(status, words), role="som")
    calls.model = ImageFallback(calls.model)
    with pytest.raises(ModelError) as caught:
        await calls.complete(conversation(png), [])
    assert not isinstance(caught.value, CannotSee)
    assert len(bench.server.requests) == 1


async def test_who_sees_is_sent_the_pictures_and_no_caption(bench: Bench, png: bytes) -> None:
    calls = await bench.calls(lambda body: Scripted(text="hi"), role="som")
    calls.model = ImageFallback(calls.model)
    reply = await calls.complete(conversation(png), [])
    sent = json.dumps(bench.server.requests[0])
    assert "image_url" in sent and CAPTION not in sent
    assert reply.repairs == ()
