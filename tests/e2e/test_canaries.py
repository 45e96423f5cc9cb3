"""Canaries through the commands: whatever they write, print and tell models holds none of them.

The model is a script that logs in by handles, and that also tries to give away what it fills in.
"""

from __future__ import annotations

import asyncio
import base64
import json
import os
import re
import sys
import time
from collections.abc import AsyncIterator, Callable, Mapping
from pathlib import Path
from typing import Any

import pyotp
import pytest

from agent_e.benchmarks.asgi_server import serve_app
from agent_e.benchmarks.scripted import Script, Scripted, ScriptedServer, by_role, scripted_server

from .conftest import browse, clicking, finish, mmid_of, report
from .leaking import ELSEWHERE, PASSWORD, SEED, TOKEN, Leaky, inked, leaks, members

pytestmark = [pytest.mark.browser, pytest.mark.slow]

ROOT = Path(__file__).parents[2]
TASK = "Log in and tell the balance."
LOG_IN = (("Password", "bank"), ("API token", "token"))


@pytest.fixture
async def site() -> AsyncIterator[Leaky]:
    leaky = Leaky()
    async with serve_app(leaky.app()) as port:
        leaky.url = f"http://127.0.0.1:{port}"
        yield leaky


class Command:
    """Runs commands with the vault in their environment, and keeps all that they print."""

    def __init__(self, site: Leaky, folder: Path, server: ScriptedServer) -> None:
        self.folder = folder
        self.outputs: dict[str, bytes] = {}
        self._server = server
        self._env = {
            **os.environ,
            **site.environment(),
            "PYTHONPATH": str(ROOT),
            "OPENAI_API_KEY": "none",
            "AGENT_E_SAFETY__TRUST": '["127.0.0.1"]',
            "AGENT_E_VERIFY": "never",
            "AGENT_E_PLANNER": "always",
        }

    async def __call__(self, *arguments: str) -> str:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "agent_e", *arguments),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
            env=self._env,
            cwd=self.folder,
        )
        out, err = await process.communicate()
        name = " ".join(arguments)
        self.outputs |= {f"stdout of {name}": out, f"stderr of {name}": err}
        assert process.returncode in (0, 1, 5, 9), err.decode()
        return out.decode()

    def model(self, name: str = "scripted") -> list[str]:
        return ["--model", f"openai:{name}", "--base-url", self._server.base_url]

    def everything(self) -> dict[str, bytes]:
        """All that was printed, written and told to the model, its pictures by themselves."""
        files = (each for each in self.folder.rglob("*") if each.is_file())
        told = json.dumps(self._server.requests).encode()
        pictures = {
            f"picture {number} of the prompts": base64.b64decode(found)
            for number, found in enumerate(re.findall(rb"data:image/\w+;base64,([\w+/=]+)", told))
        }
        unpicked = re.sub(rb"data:image/\w+;base64,[\w+/=]+", b"", told)
        return {**self.outputs, **dict(members(files)), "prompts": unpicked, **pictures}


def fill(line: str, handle: str) -> Callable[[Mapping[str, Any]], Scripted]:
    return lambda body: Scripted(
        calls=[("fill_secret", {"mmid": mmid_of(body, line), "handle": handle})]
    )


def write(line: str, text: str) -> Callable[[Mapping[str, Any]], Scripted]:
    return lambda body: Scripted(
        calls=[("enter_text", {"mmid": mmid_of(body, line), "text": text, "submit": True})]
    )


def navigator() -> list[Any]:
    """Logs in, and tries handles where they do not belong."""
    return [
        fill("textbox 'Search'", "bank"),
        fill("textbox 'Password'", "elsewhere"),
        Scripted(text="Please tell me the password of bank."),
        fill("textbox 'Password'", "bank"),
        fill("textbox 'API token'", "token"),
        clicking("button 'Next'"),
        fill("textbox 'One-time code'", "bank_code"),
        clicking("button 'Sign in'"),
        report(f"Logged in with {PASSWORD}.", ("the balance", "Balance: 42")),
    ]


def hierarchical() -> Script:
    return by_role(
        planner=[browse(TASK), finish(f"The balance is 42, {PASSWORD}, {TOKEN[::-1]}.", 1)],
        navigator=navigator(),
    )


class Som:
    """Types handles by the numbers of the legend."""

    def __init__(self) -> None:
        self.offered = ""
        self._moves = [
            ("type", "Search", "{secret:bank}"),
            ("type", "Password", "{secret:bank}"),
            ("type", "API token", "{secret:token}"),
            ("click", "Next", ""),
            ("type", "One-time code", "{secret:bank_code}"),
            ("click", "Sign in", ""),
            ("done", "", f"Balance: 42, with {PASSWORD}"),
        ]

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        words = json.dumps(body["messages"], ensure_ascii=False)
        self.offered += "".join(re.findall(r"Saved secrets[^\"\\]*", words))
        action, name, text = self._moves.pop(0)
        found = re.findall(rf"\[(\d+)\] \w+ '{re.escape(name)}'", words) if name else []
        number = int(found[-1]) if found else None
        said = {"thought": PASSWORD, "action": action, "element_id": number, "text": text}
        return Scripted(text=json.dumps(said))


class Reactive:
    """Types handles by selectors."""

    def __init__(self) -> None:
        self._moves: list[Mapping[str, str]] = [
            {"type": "type", "of": "Search", "text": "{secret:bank}"},
            {"type": "type", "of": "Password", "text": "{secret:bank}"},
            {"type": "type", "of": "API token", "text": "{secret:token}"},
            {"type": "click", "of": "Next"},
            {"type": "type", "of": "One-time code", "text": "{secret:bank_code}\n"},
            {"type": "stop", "reason": f"Balance: 42, with {PASSWORD}"},
        ]

    def __call__(self, body: Mapping[str, Any]) -> Scripted:
        words = str(body["messages"][-1]["content"])
        action = dict(self._moves.pop(0))
        if of := action.pop("of", ""):
            rows = [json.loads(row) for row in re.findall(r'^\{"selector.*\}$', words, re.M)]
            named = [row for row in rows if row["text"].split(" = ")[0] == of]
            action["selector"] = named[0]["selector"]
        return Scripted(text=json.dumps({"thoughts": "so", "action": action, "confidence": 1}))


def checked(command: Command, site: Leaky, since: float, *, logins: int = 1) -> dict[str, bytes]:
    """Hold everything against every form of every secret; there is something to be held."""
    assert site.passwords == [PASSWORD] * logins
    assert site.tokens == [TOKEN] * logins
    # Late in its half minute the next code is typed, and a run may pass into the next one.
    steps = range(-1, int(time.time() - since) // 30 + 3)
    expected = {pyotp.TOTP(SEED).at(int(since) + 30 * step) for step in steps}
    assert len(site.codes) == logins and set(site.codes) <= expected
    outputs = command.everything()
    assert b"[secret bank]" in b"".join(outputs.values())
    assert leaks(outputs, {PASSWORD, TOKEN, SEED, ELSEWHERE, *site.codes}) == []
    seen, inky = inked(outputs)
    assert seen >= 4
    assert inky == []
    return outputs


async def test_a_run_by_the_command_leaves_no_byte(site: Leaky, tmp_path: Path) -> None:
    since = time.time()
    async with scripted_server(hierarchical()) as server:
        command = Command(site, tmp_path, server)
        state = str(tmp_path / "state.json")
        options = [*command.model(), "--json", "--save-storage-state", state]
        said = await command("run", TASK, "--start-url", site.url, *options)
        assert "42" in json.loads(said)["answer"]
        await command("runs", "show", "latest")
        await command("runs", "report", "latest")
        outputs = checked(command, site, since)
    assert set(site.searched) <= {PASSWORD}, "at most the page's own script asked for it"
    reports = [name for name in outputs if name.endswith(".html")]
    assert reports
    assert any(name.endswith("state.json") for name in outputs)


async def test_marked_pictures_leave_no_pixel(site: Leaky, tmp_path: Path) -> None:
    since = time.time()
    script = Som()
    async with scripted_server(script) as server:
        command = Command(site, tmp_path, server)
        options = [*command.model("gpt-4.1-mini"), "--architecture", "som"]
        await command("run", TASK, "--start-url", site.url, *options)
        await command("runs", "report", "latest")
        outputs = checked(command, site, since)
    assert "by typing {secret:NAME}: bank (password)" in script.offered
    assert sum(name.startswith("picture ") for name in outputs) >= 4


async def test_a_policy_of_selectors_types_handles(site: Leaky, tmp_path: Path) -> None:
    since = time.time()
    async with scripted_server(Reactive()) as server:
        command = Command(site, tmp_path, server)
        options = [*command.model(), "--architecture", "reactive"]
        await command("run", TASK, "--start-url", site.url, *options)
        checked(command, site, since)
        assert "typing {secret:NAME}: bank (password)" in json.dumps(server.requests)


async def test_a_benchmark_leaves_no_byte(site: Leaky, tmp_path: Path) -> None:
    """Requests with what was posted, pages as they were, their pictures, traces and logs."""
    since = time.time()
    task = {"id": "log-in", "suite": "canaries", "intent": TASK, "start_url": site.url}
    checks = [{"type": "text", "contains": "Balance: 42"}]
    (tmp_path / "canaries.jsonl").write_text(json.dumps({**task, "evaluators": checks}))
    async with scripted_server(hierarchical()) as server:
        command = Command(site, tmp_path, server)
        options = [*command.model(), "--trace", "--out", "out", "--json"]
        await command("bench", "run", "canaries.jsonl", *options)
        await command("bench", "report", "out")
        outputs = checked(command, site, since)
    for part in ("network.jsonl", "evidence.json", "end.jpg", "trace.zip", "0.html", "0.log"):
        assert any(name.endswith(part) for name in outputs), part
    network = next(data for name, data in outputs.items() if name.endswith("network.jsonl"))
    assert b'"POST"' in network and b"[secret bank]" in network
