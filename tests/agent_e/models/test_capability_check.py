"""What doctor finds out about a model, with a server that answers from a script."""

from __future__ import annotations

import io
import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.browser.doctor import Check
from agent_e.config import ModelSettings
from agent_e.models.capability_check import check_model

MODELS = ("openai:scripted", "anthropic:claude-sonnet-5-5")
PICKED = Scripted(calls=[("pick", {"word": "ready"})])
SPOKEN = Scripted(text='{"name": "pick", "arguments": {"word": "ready"}}')


def able(body: Mapping[str, Any], *, call: Scripted = PICKED, **other: Scripted) -> Scripted:
    content = body["messages"][-1]["content"]
    if body.get("tools"):
        return call
    if isinstance(content, list):
        return other.get("colour", Scripted(text="Red."))
    return other.get("json", Scripted(text='{"word": "ready"}'))


async def checked(model: str, script: Any, **settings: Any) -> tuple[dict[str, Check], Any]:
    async with scripted_server(script) as server:
        chosen = ModelSettings(
            **{"base_url": server.base_url, "attempts": 1, "timeout_s": 20, **settings}
        )
        found = await check_model(model, chosen, runs_dir=Path(), env={})
        return {each.name: each for each in found}, server


@pytest.mark.parametrize("model", MODELS)
async def test_one_that_can_do_everything_is_asked_three_times(model: str) -> None:
    found, server = await checked(model, able)
    assert {name: each.ok for name, each in found.items()} == {
        "Model": True,
        "Model: functions": True,
        "Model: JSON": True,
        "Model: pictures": True,
    }
    assert found["Model"].detail.startswith(f"{model} answers; 3 calls, ")
    assert len(server.requests) == 3
    assert sum(len(json.dumps(body)) for body in server.requests) < 3_000


@pytest.mark.parametrize(
    ("other", "name", "said"),
    [
        ({"call": SPOKEN}, "", "written into its words, which are read"),
        ({"call": Scripted(text="I pick ready.")}, "Model: functions", "Take another model"),
        ({"call": Scripted(calls=[("jump", {})])}, "Model: functions", "when asked for pick"),
        ({"json": Scripted(text="ready")}, "Model: JSON", "when asked for a JSON object"),
        ({"colour": Scripted(text="Blue")}, "Model: pictures", "to a red picture"),
        ({"colour": Scripted(status=400)}, "Model: pictures", "refused the request (HTTP 400)"),
    ],
)
async def test_what_is_missing_is_said_in_a_sentence(
    other: dict[str, Scripted], name: str, said: str
) -> None:
    found, _ = await checked("openai:scripted", lambda body: able(body, **other))
    assert [each.name for each in found.values() if not each.ok] == ([name] if name else [])
    assert said in found[name or "Model: functions"].detail
    assert all(each.exit_code == 6 for each in found.values() if not each.ok)


@pytest.mark.parametrize(
    ("status", "said"),
    [(401, "refused the key"), (404, "is not known at"), (500, "then try again")],
)
async def test_one_that_does_not_answer_is_asked_no_more(status: int, said: str) -> None:
    found, server = await checked("openai:scripted", lambda body: Scripted(status=status))
    assert list(found) == ["Model"]
    assert (found["Model"].ok, found["Model"].exit_code) == (False, 6)
    assert said in found["Model"].detail
    assert len(server.requests) == 1


async def test_a_blind_one_is_shown_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    from agent_e.models import capability_check
    from agent_e.models.model_table import ModelRow

    monkeypatch.setattr(capability_check, "row_of", lambda name: ModelRow(vision=False))
    found, server = await checked("openai:scripted", able)
    assert (found["Model: pictures"].ok, len(server.requests)) == (True, 2)
    assert found["Model: pictures"].detail.startswith("takes no pictures")


async def test_a_missing_key_is_a_matter_of_settings() -> None:
    (found,) = await check_model("gpt-4.1", ModelSettings(), runs_dir=Path(), env={})
    assert (found.ok, found.exit_code) == (False, 2)
    assert "set OPENAI_API_KEY" in found.detail


async def test_offline_needs_no_network(monkeypatch: pytest.MonkeyPatch) -> None:
    import socket

    def refuse(*_: object) -> None:
        raise AssertionError("the network was used")

    monkeypatch.setattr(socket.socket, "connect", refuse)
    (found,) = await check_model("offline", ModelSettings(), runs_dir=Path(), env={})
    assert found.ok


async def test_the_picture_is_red() -> None:
    found, server = await checked("openai:scripted", able)
    assert found
    url = server.requests[-1]["messages"][0]["content"][1]["image_url"]["url"]
    import base64

    picture = Image.open(io.BytesIO(base64.b64decode(url.partition(",")[2])))
    assert picture.convert("RGB").getpixel((3, 3)) == (255, 0, 0)
