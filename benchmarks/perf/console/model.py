"""The model of the measured runs: each does what its task says."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from agent_e.benchmarks.scripted import Script, Scripted

WAITING = "Ask me, and wait."
_STEPS, _EVERY = re.compile(r"in (\d+) steps"), re.compile(r"one every ([\d.]+) s")
_LINK = re.compile(r"\[(\d+)\] link '([^']+)'")
_ADDRESS = re.compile(r"https?://[\w.:-]+/?")
_PLAN = (
    "Look at the products one by one", "Compare their prices", "See which are in stock",
    "Read the reviews of the cheapest", "Say which one to buy",
)  # fmt: skip


def steps_task(steps: int) -> str:
    """A task that is done after about so many calls of the model."""
    return f"Look at the products of this shop in {steps} steps, and say which one to buy."


def slow_task(seconds: float) -> str:
    """A task that is never done, with a reply of the model every so often."""
    return f"Look at the products of this shop for ever, one every {seconds:g} s."


def model() -> Script:
    """Return a script for one server of runs; only one of them at a time counts its steps."""
    calls = 0

    def answer(body: Mapping[str, Any]) -> Scripted:
        nonlocal calls
        calls += 1
        told = "\n".join(str(message["content"]) for message in body["messages"])
        made = sum(message["role"] == "assistant" for message in body["messages"])
        every = _EVERY.search(told)
        delay_s = float(every[1]) if every else 0.0
        if "finish" not in {tool["function"]["name"] for tool in body["tools"]}:
            return _navigate(told, made, calls, delay_s)
        if (steps := _STEPS.search(told)) and calls >= int(steps[1]) - 1:
            done = {"status": "done", "answer": "The last one.", "evidence": [1]}
            return Scripted(calls=[("finish", done)])
        plan = [] if made else [("update_plan", {"steps": [*_PLAN]})]
        sub_task = WAITING if WAITING in told else every[0] if every else "Look at one more"
        browse = ("browse", {"sub_task": sub_task, "expect": "a price"})
        return Scripted(text="One more is to be seen.", calls=[*plan, browse])

    return answer


def _navigate(told: str, made: int, calls: int, delay_s: float) -> Scripted:
    """Ask the person, or look at a product, go back, and report."""
    links, address = _LINK.findall(told), _ADDRESS.search(told)
    if WAITING in told:
        call: tuple[str, Mapping[str, Any]] = ("ask_user", {"question": "Shall I go on?"})
    elif made == 0 and links:
        call = ("click", {"mmid": int(links[calls % len(links)][0])})
    elif made == 1 and address:
        call = ("open_url", {"url": address[0]})
    else:
        facts = [{"claim": "there is one", "quote": links[0][1]}] if links else []
        call = ("report", {"status": "done", "summary": "Looked at it.", "facts": facts})
    return Scripted(text="The list has more to see.", calls=[call], delay_s=delay_s)
