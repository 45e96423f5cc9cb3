"""browser-use, driven over stdin and stdout: one JSON object a line, one answer for each request.

Run by the Python of browser-use's own environment, so nothing of agent_e is imported here. The
first line of output is ``{"version", "browser"}``; the requests are:

- ``{"do": "open", "url", "prepare"}``: go there and evaluate ``prepare``, awaiting its
  promise; answers ``{"viewport": [width, height]}``.
- ``{"do": "evaluate", "expression"}``: evaluate it in the page, awaiting its promise; answers
  ``{"value"}``.
- ``{"do": "look"}``: what its agent does before each call of its model, screenshot left out;
  answers ``{"milliseconds", "text", "ids", "empty"}``.
- ``{"do": "act", "action", "parameters"}``: perform one action as its agent does, by the indices
  of the last look; answers ``{"milliseconds", "said"}``.

Any failure is answered by ``{"problem"}``. The end of stdin ends browser and process.
"""

from __future__ import annotations

import argparse
import asyncio
import importlib.metadata
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

QUIET = {
    "ANONYMIZED_TELEMETRY": "false",
    "BROWSER_USE_CLOUD_SYNC": "false",
    "BROWSER_USE_VERSION_CHECK": "false",
    "BROWSER_USE_CLOUD_HINTS": "false",
    "BROWSER_USE_SETUP_LOGGING": "false",
    "BROWSER_USE_LOGGING_LEVEL": "critical",
}
"""Settings against network access and logging, read when browser-use is imported."""


async def main() -> None:
    """Answer requests until stdin ends."""
    arguments = _arguments()
    answers = _private_stdout()
    with tempfile.TemporaryDirectory(prefix="agent-e-peer-", ignore_cleanup_errors=True) as folder:
        os.environ.update(QUIET, BROWSER_USE_CONFIG_DIR=f"{folder}/config")
        session = _session(arguments, Path(folder))
        try:
            await session.start()
            browser = await session.cdp_client.send.Browser.getVersion()
            version = importlib.metadata.version("browser-use")
            _say(answers, {"version": version, "browser": browser["product"]})
            while line := await asyncio.to_thread(sys.stdin.readline):
                _say(answers, await _answer(session, json.loads(line), Path(folder)))
        finally:
            await session.kill()


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser()
    parser.add_argument("--executable", required=True)
    parser.add_argument("--width", type=int, required=True)
    parser.add_argument("--height", type=int, required=True)
    parser.add_argument("--flags", nargs="*", default=[])
    return parser.parse_args()


def _private_stdout() -> Any:
    """Reserve stdout for answers: anything else printed goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8", buffering=1)
    os.dup2(2, 1)
    return answers


def _say(answers: Any, value: dict[str, Any]) -> None:
    print(json.dumps(value), file=answers, flush=True)


def _session(arguments: argparse.Namespace, folder: Path) -> Any:
    from browser_use import BrowserSession  # type: ignore[import-not-found]

    return BrowserSession(
        executable_path=arguments.executable,
        headless=True,
        args=[f"--{flag}" for flag in arguments.flags],
        chromium_sandbox=not (hasattr(os, "geteuid") and os.geteuid() == 0),
        viewport={"width": arguments.width, "height": arguments.height},
        user_data_dir=folder / "profile",
        downloads_path=folder / "downloads",
        enable_default_extensions=False,
        keep_alive=True,
    )


async def _answer(session: Any, request: dict[str, Any], folder: Path) -> dict[str, Any]:
    try:
        if request["do"] == "open":
            return await _open(session, request["url"], request["prepare"])
        if request["do"] == "evaluate":
            return {"value": await _evaluate(session, request["expression"])}
        if request["do"] == "act":
            return await _act(session, request["action"], request["parameters"], folder)
        return await _look(session, folder)
    except Exception as error:  # any failure is this page's result, and the run goes on
        return {"problem": f"{type(error).__name__}: {error}".splitlines()[0][:300]}


async def _open(session: Any, url: str, prepare: str) -> dict[str, Any]:
    await session.navigate_to(url)
    await _evaluate(session, prepare)
    return {"viewport": await _evaluate(session, "[innerWidth, innerHeight]")}


async def _evaluate(session: Any, expression: str) -> Any:
    target = await session.get_or_create_cdp_session()
    done = await target.cdp_client.send.Runtime.evaluate(
        params={"expression": expression, "awaitPromise": True, "returnByValue": True},
        session_id=target.session_id,
    )
    if "exceptionDetails" in done:
        raise RuntimeError(done["exceptionDetails"].get("text", "the page's script failed"))
    return done["result"].get("value")


async def _look(session: Any, folder: Path) -> dict[str, Any]:
    from browser_use.agent.prompts import AgentMessagePrompt  # type: ignore[import-not-found]
    from browser_use.filesystem.file_system import FileSystem  # type: ignore[import-not-found]

    files = FileSystem(folder / "files")
    started = time.perf_counter()
    state = await session.get_browser_state_summary(include_screenshot=False)
    prompt = AgentMessagePrompt(browser_state_summary=state, file_system=files)
    # The part of its message that describes the page; the public method adds history and files.
    text = prompt._get_browser_state_description()
    took = (time.perf_counter() - started) * 1000
    ids = len(state.dom_state.selector_map)
    return {"milliseconds": took, "text": text, "ids": ids, "empty": state.dom_state._root is None}


async def _act(
    session: Any, action: str, parameters: dict[str, Any], folder: Path
) -> dict[str, Any]:
    from browser_use import Tools
    from browser_use.filesystem.file_system import FileSystem

    tools = Tools()
    call = tools.registry.create_action_model()(**{action: parameters})
    files = FileSystem(folder / "files")
    started = time.perf_counter()
    result = await tools.act(action=call, browser_session=session, file_system=files)
    took = (time.perf_counter() - started) * 1000
    if result.error:
        return {"problem": result.error.splitlines()[0][:300]}
    return {"milliseconds": took, "said": result.extracted_content or ""}


if __name__ == "__main__":
    asyncio.run(main())
