"""Tools of an MCP server in a run: offered, judged, fenced, and gone with it."""

from __future__ import annotations

import json
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import psutil
import pytest

from agent_e.benchmarks.scripted import Scripted
from agent_e.benchmarks.sites import RunningSite
from agent_e.errors import ConfigError
from agent_e.journal import read_run
from agent_e.mcp_client import check_servers, read_servers
from agent_e.mcp_client import extra as extra_module
from agent_e.types import Outcome, TaskResult
from tests.e2e.conftest import Workbench, offered, report, seen
from tests.e2e.conftest import catalog as catalog  # noqa: PLC0414 - a fixture
from tests.e2e.conftest import workbench as workbench  # noqa: PLC0414
from tests.e2e.test_effects import turns

pytestmark = pytest.mark.browser

SERVER = Path(__file__).parent / "notes_server.py"


def file_of(folder: Path, **servers: Mapping[str, Any]) -> Path:
    file = folder / "mcp.json"
    file.write_text(json.dumps({"mcpServers": servers}))
    return file


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    entry = {"type": "stdio", "command": sys.executable, "args": [str(SERVER)], "env": {"A_B": "c"}}
    return file_of(tmp_path, notes=entry)


def calling(tool: str, **arguments: Any) -> Scripted:
    return Scripted(calls=[(f"notes_{tool}", arguments)])


async def done(
    workbench: Workbench, site: RunningSite, file: Path, *navigator: Any, **settings: Any
) -> TaskResult:
    last = report("Looked.", ("the code is 7-4-1", "vault code of the shop is 7-4-1"))
    agent = await workbench.agent(
        turns(*navigator, last, last), mcp=file, **{"verify": "never", "safety": {}, **settings}
    )
    return await agent.run("What is the code?", start_url=site.url)


def told(workbench: Workbench) -> str:
    return seen(workbench.asked("navigator")[-1])


def processes() -> list[psutil.Process]:
    children = psutil.Process().children(recursive=True)
    return [each for each in children if str(SERVER) in " ".join(each.cmdline())]


async def test_a_server_gives_the_navigator_tools(
    workbench: Workbench, catalog: RunningSite, notes: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "sk-secret")
    result = await done(
        workbench,
        catalog,
        notes,
        calling("search", words="vault"),
        calling("search", wrong=1),
        calling("variables"),
        calling("add", note="seen"),
        calling("clear"),
    )
    assert result.outcome is Outcome.SUCCESS, result
    first, last = workbench.asked("navigator")[0], told(workbench)
    assert {"notes_search", "notes_add", "notes_clear"} <= {*offered(first)}
    assert "notes_search" in offered(workbench.asked("planner")[0])
    # Between the marks of what comes from pages, and quoted as that.
    fence = json.loads((Path(result.run_dir) / "run.json").read_text())["fence"]
    assert f"<{fence}>\nThe vault code of the shop is 7-4-1.\n</{fence}>" in last
    assert result.evidence[0].found and result.evidence[0].url == "mcp:notes"
    assert "'words' is a required property" in last
    assert "A_B" in last and "PATH" in last and "OPENAI_API_KEY" not in last
    assert "kept, as number 2" in last
    assert "to call the tool notes_clear with {} was refused" in last and "deleted" not in last
    record = read_run(Path(result.run_dir))
    acts = [(each.action, each.tier, each.grant) for each in record.transcript.effects]
    assert acts == [("mcp:notes_add", "R2", "notify")]
    assert processes() == []


async def test_a_server_that_dies_is_told_to_the_model(
    workbench: Workbench, catalog: RunningSite, notes: Path
) -> None:
    result = await done(
        workbench, catalog, notes, calling("search", words="vault"), calling("die"),
        calling("search", words="vault"),
    )  # fmt: skip
    assert result.outcome is Outcome.SUCCESS, result
    assert told(workbench).count("The MCP server notes has ended: ") == 2


@pytest.mark.parametrize(
    ("entry", "why"),
    [
        ({"command": "no-such-program"}, "No such file or directory"),
        ({"command": sys.executable, "args": ["-c", "raise SystemExit('no key')"]}, "(no key)"),
        ({"url": "http://127.0.0.1:9/mcp"}, "connection attempts failed"),
    ],
)
async def test_a_server_that_does_not_start_ends_the_run_in_one_sentence(
    workbench: Workbench, catalog: RunningSite, tmp_path: Path, entry: dict[str, Any], why: str
) -> None:
    file = file_of(tmp_path, notes=entry)
    result = await done(workbench, catalog, file)
    assert (result.outcome, result.exit_code) == (Outcome.ERROR, 7)
    assert result.message.startswith("The MCP server notes does not start: ")
    assert why in result.message and "\n" not in result.message
    [check] = await check_servers(read_servers(file))
    assert not check.ok and why in check.detail


async def test_doctor_lists_the_tools(notes: Path) -> None:
    [check] = await check_servers(read_servers(notes))
    assert check.ok and check.name == "MCP notes"
    assert check.detail.startswith(
        "notes_search (reads), notes_add (writes), notes_clear (destroys)"
    )


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("{", "it is not JSON"),
        ('{"servers": {}}', "mcpServers"),
        ('{"mcpServers": {"a": {}}}', "either a command or a url"),
        ('{"mcpServers": {"a b": {"command": "x"}}}', "'a b'"),
    ],
)
def test_a_file_that_cannot_be_used(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "mcp.json"
    file.write_text(text)
    with pytest.raises(ConfigError, match=why):
        read_servers(file)


def test_without_the_extra(notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(extra_module, "find_spec", lambda name: None)
    with pytest.raises(ConfigError, match=r"pip install 'agent-e\[mcp\]'"):
        read_servers(notes)
