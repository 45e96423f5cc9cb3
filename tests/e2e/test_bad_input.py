"""Bad input through the command a person types: one clear sentence and the right exit code."""

import os
import socket
from pathlib import Path

import pytest

from tests.programs import start

pytestmark = pytest.mark.browser


def closed_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port: int = taken.getsockname()[1]
    return port


async def agent_e(*arguments: str, folder: Path, **variables: str) -> tuple[int, str, str]:
    """Run ``agent-e`` in ``folder`` without any key or setting but these; code, stdout, stderr."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("AGENT_E_", "OPENAI_", "ANTHROPIC_", "AZURE_"))
    }
    chosen = {**kept, "XDG_CONFIG_HOME": str(folder), **variables}
    program = await start(*arguments, folder=folder, variables=chosen)
    out, err = await program.communicate()
    assert program.returncode is not None
    return program.returncode, out.decode(), err.decode()


OFFLINE = ("--model", "offline")


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (("run", ""), 2, "There is no task."),
        (("run", "x", *OFFLINE, "--start-url", "ftp://a.example"), 2, "only http and https"),
        (("run", "x", *OFFLINE, "--start-url", "no such"), 2, "is not an address"),
        (("run", "x", *OFFLINE, "--out", "taken"), 2, "Give another place with --out"),
        (("run", "x", *OFFLINE, "--architecture", "som"), 2, "or play a recorded run with --model"),
        (("bench", "run", "catalog", *OFFLINE, "--architecture", "link"), 2, "replay:FILE"),
        (("run", "x", "--grounder", "names@http://h/v1"), 2, "and has no endpoint"),
        (("bench", "run", "local-clicks", "--agent", "grounder"), 2, "and none is named"),
        (("run", "x", "--grounder", "offline"), 2, "finds nothing on screenshots"),
        (("run", "x", "--model", "openai:gpt-4o"), 2, "set OPENAI_API_KEY"),
        (("run", "x", "--model", "gpt4o"), 2, "Did you mean gpt-4o?"),
        (("run", "x", "--model", "claude-sonnet-5-5"), 2, "set ANTHROPIC_API_KEY"),
        (("run", "x", *OFFLINE, "--config", "bad.yaml"), 2, "Did you mean browser.headed?"),
        (("run", "x", *OFFLINE, "--config", "none.yaml"), 2, "does not exist"),
        (("run", "x", *OFFLINE, "--output-schema", "none.json"), 2, "cannot be read"),
        (("run", "x", *OFFLINE, "--output-schema", "taken"), 2, "is not JSON"),
        (("run", "x", *OFFLINE, "--output-schema", "bad.json"), 2, "is not a JSON Schema"),
        (("run", "x", *OFFLINE, "--viewport", "big"), 2, "viewport"),
        (("run", "x", *OFFLINE, "--max-steps", "0"), 2, "limits.max_steps"),
        (("runs", "show", "nothing"), 2, "There are no runs"),
        (("snapshot", "nothing.html"), 2, "There is no file nothing.html"),
        (("site", "circus"), 2, "There is no site circus"),
        (("jump",), 2, "No such command 'jump'"),
    ],
)
async def test_one_sentence_says_what_is_wrong(
    tmp_path: Path, arguments: tuple[str, ...], code: int, said: str
) -> None:
    (tmp_path / "taken").write_text("")
    (tmp_path / "bad.yaml").write_text("browser: {headd: true}")
    (tmp_path / "bad.json").write_text('{"type": "objekt"}')
    ended, out, err = await agent_e(*arguments, folder=tmp_path)
    assert (ended, out) == (code, "")
    assert said in err
    assert err.startswith("Error: ")
    assert err.count("\n") == 1
    assert not (tmp_path / "runs").exists()


@pytest.mark.parametrize(
    ("host", "said"),
    [
        ("no-such-host.invalid", "it is misspelt, or this machine has no network"),
        ("127.0.0.1", "refused"),
    ],
)
async def test_a_page_that_cannot_be_opened_is_told_in_the_result(
    tmp_path: Path, host: str, said: str
) -> None:
    url = f"http://{host}:{closed_port()}/"
    code, out, err = await agent_e("run", "x", *OFFLINE, "--start-url", url, folder=tmp_path)
    assert (code, out) == (7, "")
    assert said in err
    assert "Traceback" not in err


async def test_a_browser_that_is_not_there_is_told(tmp_path: Path) -> None:
    code, out, err = await agent_e(
        "run", "x", *OFFLINE, folder=tmp_path, AGENT_E_BROWSER__EXECUTABLE="/nonexistent/chrome"
    )
    assert (code, out) == (7, "")
    assert "/nonexistent/chrome is no program" in err
    assert "Traceback" not in err


async def test_debug_shows_the_traceback(tmp_path: Path) -> None:
    code, _, err = await agent_e("--debug", "run", "", folder=tmp_path)
    assert code == 2
    assert "Traceback" in err
