from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import agent_e.cli.run
from agent_e.cli.conversation import NO_TASK, Request
from agent_e.config import Flag, Settings, setting_fields

from .conftest import Call


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> list[tuple[Settings, Request]]:
    """What would have been run, instead of running it."""
    calls: list[tuple[Settings, Request]] = []

    async def converse(settings: Settings, request: Request, signals: object) -> int:
        calls.append((settings, request))
        return 0

    monkeypatch.setattr(agent_e.cli.run, "converse", converse)
    return calls


@pytest.mark.parametrize(
    ("flags", "key", "value"),
    [
        (["--architecture", "som"], "architecture", "som"),
        (["--model", "offline"], "model", "offline"),
        (["--planner-model", "openai:x"], "planner_model", "openai:x"),
        (["--base-url", "http://127.0.0.1:1/v1"], "models.base_url", "http://127.0.0.1:1/v1"),
        (["--max-steps", "7"], "limits.max_steps", 7),
        (["--timeout", "2.5"], "limits.seconds", 2.5),
        (["--mode", "human"], "mode", "human"),
        (["--plan-review"], "human.plan_review", True),
        (["--out", "elsewhere"], "runs_dir", Path("elsewhere")),
        (["--skills", "a.py", "--skills", "b.py"], "skills", (Path("a.py"), Path("b.py"))),
        (["--headed"], "browser.headed", True),
        (["--cdp-url", "http://127.0.0.1:9222"], "browser.cdp_url", "http://127.0.0.1:9222"),
        (["--user-data-dir", "chrome"], "browser.user_data_dir", Path("chrome")),
        (["--profile-directory", "Profile 1"], "browser.profile_directory", "Profile 1"),
        (["--profile", "work"], "browser.profile", "work"),
        (["--storage-state", "in.json"], "browser.storage_state", Path("in.json")),
        (["--save-storage-state", "o.json"], "browser.save_storage_state", Path("o.json")),
        (["--viewport", "800x600"], "browser.viewport_width", 800),
        (["--viewport", "800X600"], "browser.viewport_height", 600),
        (["--locale", "de-DE"], "browser.locale", "de-DE"),
        (["--timezone", "Asia/Tokyo"], "browser.timezone", "Asia/Tokyo"),
        (["--user-agent", "Mine/1"], "browser.user_agent", "Mine/1"),
        (["--device", "iPhone 15"], "browser.device", "iPhone 15"),
        (["--grounder", "Seer"], "grounder.model", "Seer"),
        (["--grounder", "m/Seer@http://a.test/v1"], "grounder.model", "m/Seer"),
        (["--grounder", "m/Seer@http://a.test/v1"], "grounder.base_url", "http://a.test/v1"),
        (["--geolocation", "52.5,-13.4"], "browser.geolocation.longitude", -13.4),
    ],
)
def test_every_flag_is_a_setting(
    call: Call, started: list[tuple[Settings, Request]], flags: list[str], key: str, value: object
) -> None:
    assert call("run", "Look", *flags).code == 0
    found: Any = started[0][0]
    for part in key.split("."):
        found = getattr(found, part)
    assert found == value


def test_flags_that_are_not_given_leave_the_file_its_say(
    call: Call, started: list[tuple[Settings, Request]], elsewhere: Path
) -> None:
    (elsewhere / "own.yaml").write_text("browser: {headed: true}\nlimits: {max_steps: 3}\n")
    assert call("run", "Look", "--config", "own.yaml", "--max-steps", "5").code == 0
    settings = started[0][0]
    assert (settings.browser.headed, settings.limits.max_steps) == (True, 5)


def test_task_start_page_schema_and_form(
    call: Call, started: list[tuple[Settings, Request]], elsewhere: Path
) -> None:
    schema = {"type": "object", "properties": {"price": {"type": "number"}}}
    (elsewhere / "schema.json").write_text(json.dumps(schema))
    flags = ("--start-url", "http://shop/", "--output-schema", "schema.json", "--json")
    assert call("run", "  Find the mug \n", *flags).code == 0
    assert started[0][1] == Request(
        text="Find the mug", start_url="http://shop/", output_schema=schema, form="json"
    )


def test_a_plan_is_read_from_its_file(
    call: Call, started: list[tuple[Settings, Request]], elsewhere: Path
) -> None:
    (elsewhere / "plan.txt").write_text("1. look\n2. answer\n")
    assert call("run", "Look", "--plan", "plan.txt").code == 0
    assert started[0][1].plan == ("look", "answer")
    ended = call("run", "Look", "--plan", "nowhere.txt")
    assert (ended.code, ended.out) == (2, "")
    assert "The plan nowhere.txt cannot be read: No such file" in ended.err


def test_the_task_may_come_through_a_pipe(
    call: Call, started: list[tuple[Settings, Request]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("Find the mug\nand its price\n"))
    assert call("run").code == 0
    assert started[0][1].text == "Find the mug\nand its price"


def test_on_a_terminal_the_task_is_asked_for(
    call: Call, started: list[tuple[Settings, Request]], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", Terminal())
    assert call("run").code == 0
    assert started[0][1].text is None


@pytest.mark.parametrize("task", [[""], [" \n"], []])
def test_without_a_task_it_is_wrong_usage(
    call: Call, monkeypatch: pytest.MonkeyPatch, task: list[str]
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    ended = call("run", *task)
    assert (ended.code, ended.out, ended.err) == (2, "", f"Error: {NO_TASK}\n")


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "The output schema schema.json cannot be read: No such file or directory."),
        (b"\xff", "The output schema schema.json cannot be read: it is not UTF-8 text."),
        (b"{", "The output schema schema.json is not JSON: "),
        (b"[]", 'The output schema schema.json must be an object such as {"type": "object"}.'),
    ],
)
def test_a_bad_schema_file_is_a_sentence(
    call: Call, elsewhere: Path, content: bytes | None, words: str
) -> None:
    if content is not None:
        (elsewhere / "schema.json").write_bytes(content)
    ended = call("run", "Look", "--output-schema", "schema.json")
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {words}")


@pytest.mark.parametrize(
    ("flags", "words"),
    [
        (["--json", "--jsonl"], "--json and --jsonl exclude each other."),
        (["--config", "none.yaml"], "The settings file none.yaml does not exist."),
        (["--viewport", "10x10"], "browser.viewport_width = 10 (flag) does not fit"),
        (["--geolocation", "200,0"], "browser.geolocation.latitude = 200.0 (flag) does not fit"),
    ],
)
def test_wrong_settings_are_a_sentence(call: Call, flags: list[str], words: str) -> None:
    ended = call("run", "Look", *flags)
    assert (ended.code, ended.out) == (2, "")
    assert ended.err.startswith(f"Error: {words}")
    assert ended.err.count("\n") == 1


def test_every_marked_setting_has_an_option_with_its_own_words(call: Call) -> None:
    told = "".join(call("run", "--help-all").out.replace("│", " ").split())
    for key, info in setting_fields():
        for flag in (each for each in info.metadata if isinstance(each, Flag)):
            name = flag.name or key.rpartition(".")[2].replace("_", "-")
            words = (flag.help or info.description or "").removesuffix(".")
            assert f"--{name}" in told
            assert "".join(words.split()) in told, key


def test_the_help_shows_what_is_common_and_where_the_rest_is(call: Call) -> None:
    short = call("run", "--help").out
    assert len(short.splitlines()) <= 65
    assert "--start-url" in short
    assert "--help-all" in short
    assert "--geolocation" not in short
    assert "--geolocation" in call("run", "--help-all").out


def test_an_unknown_saved_login_is_a_usage_error_before_a_run_folder(
    call: Call, elsewhere: Path
) -> None:
    logins = elsewhere.parent / "config" / "agent-e" / "profiles"
    logins.mkdir(parents=True)
    (logins / "shop.json").write_text('{"cookies": [], "origins": []}')
    ended = call("run", "Look", "--model", "offline", "--profile", "shp")
    assert (ended.code, ended.out) == (2, "")
    assert "There is no profile 'shp' (saved: shop). Did you mean shop?" in ended.err
    assert not (elsewhere / "runs").exists()


@pytest.mark.browser
def test_an_unknown_device_is_a_usage_error_before_a_run_folder(
    call: Call, elsewhere: Path
) -> None:
    ended = call("run", "Look", "--model", "offline", "--device", "iPhone 99")
    assert (ended.code, ended.out) == (2, "")
    assert "There is no device 'iPhone 99'. Did you mean iPhone" in ended.err
    assert not (elsewhere / "runs").exists()


def test_an_unknown_provider_is_told_how_it_is_reached(call: Call) -> None:
    ended = call("run", "Look", "--model", "groq:llama-4")
    assert ended.code == 2
    assert "groq is none of the providers openai, azure, anthropic, openai-comp" in ended.err
    assert "--model openai-compatible:llama-4 --base-url its address" in ended.err


def test_a_login_without_a_display_names_no_flag_it_has_not(
    call: Call, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("DISPLAY", "WAYLAND_DISPLAY"):
        monkeypatch.delenv(name, raising=False)
    ended = call("login", "http://127.0.0.1:9/", "--profile", "shop")
    assert ended.code == 2
    assert "Log in on a machine that has one and copy" in ended.err
    assert "--headed" not in ended.err
