"""A process with one task of BrowserGym, for ``agent-e bench run browsergym:TASK``.

``python -m agent_e_browsergym.environment list NAME`` prints the registered tasks of a name as
JSON. ``… run TASK SEED`` sets a task up, says where its browser is, and does one step of BrowserGym
for every line it reads: agent-e acts on the page itself, so the step only waits and validates.
"""

from __future__ import annotations

import json
import os
import sys
from importlib import import_module
from typing import IO, Any

import gymnasium

from .chromium import address_of, lend_chromium

_SPACE = "browsergym/"


def registered(name: str) -> list[str]:
    """Return the ids of the registered tasks of this name, or of those below it."""
    # Each benchmark registers its tasks when its package is imported.
    import_module("browsergym.core")
    if name != "openended":
        import_module(f"browsergym.{name.split('.')[0]}")
    ids = (each.removeprefix(_SPACE) for each in gymnasium.registry if each.startswith(_SPACE))
    return [each for each in ids if each == name or each.startswith(f"{name}.")]


class Environment:
    """One task, set up in a browser that can be attached to."""

    def __init__(self, task: str, seed: int) -> None:
        registered(task)
        lend_chromium()
        self._env = gymnasium.make(
            f"{_SPACE}{task}",
            disable_env_checker=True,
            use_raw_page_output=True,
            action_mapping=None,
        )
        self._seen, _ = self._env.reset(seed=seed)
        self._standing: dict[str, Any] = {"done": False, "raw": 0.0, "reason": ""}

    def begun(self) -> dict[str, Any]:
        """Return the goal, and where the page is.

        Raises:
            ValueError: the goal is more than text.
        """
        if any(part["type"] != "text" for part in self._seen["goal_object"]):
            raise ValueError("its goal has pictures, which a task of agent-e cannot hold")
        page = self._seen["page"]
        return {"goal": self._seen["goal"], "address": address_of(page), "tab": page.url}

    def step(self, ending: dict[str, str]) -> dict[str, Any]:
        """Do one step; what comes after the first end of the task no longer counts.

        Args:
            ending: one call of BrowserGym with its text, by name; empty while the agent works.
        """
        if not self._standing["done"]:
            code = "\n".join(f"{call}({text!r})" for call, text in ending.items()) or "pass"
            _, reward, terminated, truncated, info = self._env.step(code)
            self._standing = {
                "done": bool(terminated or truncated),
                "raw": self._standing["raw"] + float(reward),
                "reason": str(info.get("task_info", {}).get("error", "")),
            }
        return self._standing

    def close(self) -> None:
        """Tear the task down and close the browser."""
        self._env.close()


def main() -> None:
    """Do what the arguments say; see the module."""
    # What libraries print must not come between the answers.
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    try:
        if sys.argv[1] == "list":
            _say(answers, {"tasks": registered(sys.argv[2])})
            return
        environment = Environment(sys.argv[2], int(sys.argv[3]))
        _say(answers, environment.begun())
        for line in sys.stdin:
            _say(answers, environment.step(json.loads(line)))
        environment.close()
    except Exception as error:
        _say(answers, {"error": f"{type(error).__name__}: {error}"})
        raise


def _say(answers: IO[str], message: dict[str, Any]) -> None:
    answers.write(json.dumps(message) + "\n")
    answers.flush()


if __name__ == "__main__":
    main()
