"""A run as its journal tells it, for the views."""

from __future__ import annotations

from typing import Any

START = 1_790_000_000.0


def _usage(tokens: int, answer: int) -> dict[str, int]:
    return {"calls": 1, "input_tokens": tokens, "cached_tokens": 0, "output_tokens": answer}


def _action(
    name: str, role: str = "", label: str = "", mmid: int = 0, **arguments: Any
) -> dict[str, Any]:
    target = {"mmid": mmid, "role": role, "name": label} if role else None
    return {"kind": "action.started", "action": name, "target": target, "arguments": arguments}


def events() -> list[dict[str, Any]]:
    """The run's events: a refused click, a retry, a plan in three states, an end with evidence."""
    rows: list[tuple[float, dict[str, Any]]] = [
        (
            0.0,
            {
                "kind": "run.started",
                "task": "Find the cheapest mug in the shop and tell me its price",
                "start_url": "http://127.0.0.1:41234/",
                "architecture": "hierarchical",
                "mode": "autonomous",
                "models": {"planner": "openai:gpt-4.1", "navigator": "openai:gpt-4.1-mini"},
                "notes": ["No model key is set: the rule-based offline model answers."],
            },
        ),
        (0.1, _action("open_url", url="http://127.0.0.1:41234/")),
        (0.6, {"kind": "action.ended", "started": 2, "status": "done", "words": WELCOME}),
        (0.7, {"kind": "model.called", "role": "planner", "model": "openai:gpt-4.1"}),
        (2.0, {"kind": "model.replied", "role": "planner", "usage": _usage(1800, 90)}),
        (2.0, {"kind": "plan.updated", "steps": _plan("done", "current", "pending")}),
        (2.1, {"kind": "subtask.started", "number": 1, "sub_task": "List the mugs by price"}),
        (2.2, {"kind": "model.called", "role": "navigator", "model": "openai:gpt-4.1-mini"}),
        (3.4, {"kind": "model.replied", "role": "navigator", "usage": _usage(3210, 40)}),
        (3.5, _action("enter_text", "searchbox", "Search", 2, text="mug", submit=True)),
        (4.1, {"kind": "action.ended", "started": 10, "status": "done", "words": RESULTS}),
        (4.2, {"kind": "model.called", "role": "navigator", "model": "openai:gpt-4.1-mini"}),
        (4.9, {"kind": "model.retried", "role": "navigator", "error": BUSY, "wait_s": 2.0}),
        (8.0, {"kind": "model.replied", "role": "navigator", "usage": _usage(4800, 52)}),
        (8.1, _action("click", "button", "Sort by price", 31)),
        (8.6, {"kind": "action.ended", "started": 15, "status": "refused", "error": COVERED}),
        (8.6, {"kind": "skill.failed", "skill": "click", "error": COVERED}),
        (8.7, {"kind": "model.called", "role": "navigator", "model": "openai:gpt-4.1-mini"}),
        (9.9, {"kind": "model.replied", "role": "navigator", "usage": _usage(5100, 30)}),
        (10.0, _action("click", "button", "Accept all", 40)),
        (10.3, {"kind": "action.ended", "started": 20, "status": "done", "words": ACCEPTED}),
        (10.4, {"kind": "model.called", "role": "navigator", "model": "openai:gpt-4.1-mini"}),
        (11.2, {"kind": "model.replied", "role": "navigator", "usage": _usage(5300, 35)}),
        (
            11.3,
            {
                "kind": "subtask.ended",
                "number": 1,
                "status": "done",
                "summary": "The blue mug is the cheapest at $12.50.",
                "facts": [],
                "steps": 4,
                "url": "http://127.0.0.1:41234/search?q=mug",
            },
        ),
        (11.3, {"kind": "plan.updated", "steps": _plan("done", "done", "current")}),
        (11.4, {"kind": "model.called", "role": "planner", "model": "openai:gpt-4.1"}),
        (12.4, {"kind": "model.replied", "role": "planner", "usage": _usage(2200, 60)}),
        (12.5, {"kind": "run.ended", "outcome": "success", "answer": "$12.50", "message": ""}),
    ]
    return [
        {"seq": number, "time": START + after, **event}
        for number, (after, event) in enumerate(rows, 1)
    ]


def _plan(*states: str) -> list[dict[str, str]]:
    texts = ("Open the shop", "Find the cheapest mug", "Report its price")
    return [{"text": text, "status": state} for text, state in zip(texts, states, strict=True)]


WELCOME = 'The page changed: now "Corner Shop" at http://127.0.0.1:41234/ (HTTP 200).\nPage: Corner'
RESULTS = 'The page changed: now "7 results" at http://127.0.0.1:41234/search?q=mug (HTTP 200).'
BUSY = "The provider is overloaded."
COVERED = "ElementBlocked: 'Sort by price' is covered by dialog 'Cookies'; close it first."
ACCEPTED = "The dialog 'Cookies' closed."
