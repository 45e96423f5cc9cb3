"""A run that another process carries out, as its folder shows it."""

from __future__ import annotations

import os
import weakref
from pathlib import Path

from agent_e.journal import Journal


class Elsewhere:
    """A run of ``agent-e run``: its folder, and the process that writes it, which is this one."""

    def __init__(self, root: Path, name: str = "20261122-140000-abcd") -> None:
        self.path = root / name
        self.path.mkdir()
        self.journal = Journal(self.path)
        weakref.finalize(self, self.journal.close)
        self.journal.write_file(
            "run.json",
            {
                "task": {"text": "Find it", "start_url": "http://127.0.0.1:1/"},
                "pid": os.getpid(),
                "models": {"planner": "openai:m"},
                "settings": {
                    "architecture": "hierarchical",
                    "mode": "human",
                    "limits": {"max_steps": 7, "seconds": 60.0},
                },
            },
        )
        self.journal.write("run.started", task="Find it", models={"planner": "openai:m"})

    @property
    def id(self) -> str:
        return self.path.name

    def step(self, number: int = 0, *, words: str = "a page") -> None:
        """What one step of a run leaves in its journal."""
        messages = [{"role": "user", "content": words}]
        call = self.journal.write(
            "model.called", role="planner", model="m", messages=messages, tools=["a"], spare=[]
        )
        usage = {"input_tokens": 10, "output_tokens": 2}
        self.journal.write(
            "model.replied", role="planner", call=call, usage=usage, cost_usd=0.5, text="ok"
        )
        started = self.journal.write("action.started", action="click")
        self.journal.write("observed", view="all_fields", nodes=3)
        self.journal.write("action.ended", started=started, url=f"http://127.0.0.1:1/{number}")

    def end(self) -> None:
        self.journal.write("run.ended", outcome="success", answer="42")
        usage = {"planner": {"input_tokens": 10, "output_tokens": 2}}
        result = {"outcome": "success", "answer": "42", "steps": 9, "seconds": 3.5, "usage": usage}
        self.journal.write_file("result.json", result)
