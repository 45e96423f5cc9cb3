"""How a tuned model is served, and the endpoint that serves it here."""

from __future__ import annotations

import base64
import io
import json
import shlex
from pathlib import Path
from typing import Any

import pytest
import yaml
from PIL import Image
from starlette.testclient import TestClient

from agent_e.agents.grounding import sight_of
from agent_e.config import user_config_dir
from agent_e.errors import ConfigError
from agent_e.models import model_table
from agent_e.training.tuning.here import Here
from agent_e.training.tuning.run import tune
from agent_e.training.tuning.serving import table_row, vllm_command
from agent_e.training.tuning.settings import TuneSettings, written_for
from agent_e.training.tuning.squares import MAX_PIXELS


@pytest.fixture(scope="module")
def run(squares: Path, tmp_path_factory: pytest.TempPathFactory) -> tuple[TuneSettings, Path]:
    settings = TuneSettings(
        data=str(squares), model="tiny", max_steps=1, batch=1, accumulate=1, max_pixels=MAX_PIXELS
    )
    out = tmp_path_factory.mktemp("served") / "mine"
    tune(settings, out, lambda line: None)
    return settings, out


@pytest.fixture(scope="module")
def client(run: tuple[TuneSettings, Path]) -> TestClient:
    return TestClient(Here(*run).app)


def url_of(image: Image.Image) -> str:
    into = io.BytesIO()
    image.save(into, "PNG")
    return "data:image/png;base64," + base64.b64encode(into.getvalue()).decode()


def asking(url: str, **more: Any) -> dict[str, Any]:
    parts = [{"type": "image_url", "image_url": {"url": url}}, {"type": "text", "text": "Click."}]
    messages = [{"role": "user", "content": parts}]
    return {"model": "mine", "messages": messages, "max_tokens": 3, "temperature": 0, **more}


PICTURE = url_of(Image.new("RGB", (140, 84), "red"))


def test_the_endpoint_answers_as_one_of_openai(client: TestClient) -> None:
    assert [each["id"] for each in client.get("/v1/models").json()["data"]] == ["mine"]
    reply = client.post("/v1/chat/completions", json=asking(PICTURE)).json()
    [choice] = reply["choices"]
    assert choice["message"]["role"] == "assistant" and choice["finish_reason"] == "length"
    # 15 of the picture, and those of the words.
    assert reply["usage"]["completion_tokens"] == 3
    assert 15 < reply["usage"]["prompt_tokens"] < 60
    words = client.post("/v1/chat/completions", json=asking(url_of(Image.new("RGB", (56, 56)))))
    assert words.json()["usage"]["prompt_tokens"] == reply["usage"]["prompt_tokens"] - 11


@pytest.mark.parametrize(
    ("body", "status", "words"),
    [
        (asking(PICTURE, model="other"), 404, "only mine"),
        (asking("https://example.org/x.png"), 400, "data URL"),
        (asking("data:image/png;base64,AAAA"), 400, "cannot identify"),
        (asking("data:image/png;base64,?"), 400, "cannot be used"),
        (asking(PICTURE, stream=True), 400, "stream"),
        ({"model": "mine", "messages": []}, 400, "messages"),
        (
            {"model": "mine", "messages": [{"role": "user", "content": "so long " * 20_000}]},
            400,
            "context length",
        ),
    ],
)
def test_what_it_cannot_do_it_says(
    client: TestClient, body: dict[str, Any], status: int, words: str
) -> None:
    reply = client.post("/v1/chat/completions", json=body)
    assert reply.status_code == status, reply.text
    assert words in reply.json()["error"]["message"]


def test_the_command_of_vllm_has_the_limits_of_the_training(
    run: tuple[TuneSettings, Path], tmp_path: Path
) -> None:
    settings, out = run
    words = shlex.split(vllm_command(settings, out))
    assert words[:5] == ["vllm", "serve", f"{out}/merged", "--served-model-name", "mine"]
    assert words[words.index("--mm-processor-kwargs") + 1] == (
        '{"min_pixels": 3136, "max_pixels": 12600}'
    )
    unmerged = tmp_path / "mine"
    unmerged.mkdir()
    with pytest.raises(ConfigError, match="no trained model yet"):
        vllm_command(settings, unmerged)
    (unmerged / "adapter").symlink_to(out / "adapter")
    words = shlex.split(vllm_command(settings, unmerged))
    assert words[words.index("--lora-modules") + 1] == f"mine={unmerged}/adapter"
    assert words[words.index("--max-lora-rank") + 1] == "32"


def test_its_row_is_read_from_the_users_file(
    run: tuple[TuneSettings, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path))
    file = user_config_dir() / "models.yaml"
    file.parent.mkdir()
    file.write_text(table_row(*run))
    model_table.rows.cache_clear()
    try:
        row = sight_of("openai-compatible:mine")
        assert (row.dialect, row.space, row.factor) == ("ui_tars", "resized_px", 28)
        assert (row.min_pixels, row.max_pixels) == (3_136, MAX_PIXELS)
        assert "gpt-5.4" in model_table.rows()
        file.write_text("models: {mine: {provider: openai, sight: {dialect: ui_tars}}}")
        model_table.rows.cache_clear()
        with pytest.raises(ConfigError, match=r"models.yaml cannot be used: .* names no space"):
            model_table.rows()
    finally:
        monkeypatch.undo()
        model_table.rows.cache_clear()


def test_limits_and_unit_are_those_that_the_data_was_written_for(tmp_path: Path) -> None:
    assert written_for(tmp_path) == {}
    row = {"dialect": "qwen", "space": "rel_1000", "min_pixels": 784, "max_pixels": 7_840}
    statistics = tmp_path / "statistics.json"
    statistics.write_text(json.dumps({"model": {**row, "factor": 28}}))
    settings = TuneSettings(data=str(tmp_path), model="tiny", **written_for(tmp_path))
    sight = yaml.safe_load(table_row(settings, tmp_path))["models"][tmp_path.name]["sight"]
    assert sight == {**row, "factor": 28}
    statistics.write_text("{}")
    with pytest.raises(ConfigError, match="Make the data again"):
        written_for(tmp_path)
