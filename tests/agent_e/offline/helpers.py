"""A made-up site for the offline model: states with outlines, and what calls do in them."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

import jsonschema

from agent_e.models.model import Message, ToolResult, ToolSchema
from agent_e.offline import OfflineModel
from agent_e.types import Data, Fact, SubTaskReport

from .observed import changed, observed, opened


def tool(name: str, *required: str, **properties: dict[str, Any]) -> ToolSchema:
    parameters = {
        "type": "object",
        "properties": properties,
        "required": list(required),
        "additionalProperties": False,
    }
    return ToolSchema(name=name, description=name, parameters=parameters)


TEXT = {"type": "string"}
WHOLE = {"type": "integer"}
FLAG = {"type": "boolean"}
FACTS = {
    "type": "array",
    "items": {
        "type": "object",
        "properties": {"claim": TEXT, "quote": TEXT},
        "required": ["claim", "quote"],
        "additionalProperties": False,
    },
}
REPORT = tool(
    "report",
    "status",
    "summary",
    status={"enum": ["done", "failed", "blocked"]},
    summary=TEXT,
    facts=FACTS,
)
NAVIGATOR = (
    tool("open_url", "url", url=TEXT),
    tool(
        "get_dom", view={"enum": ["text_only", "input_fields", "all_fields"]}, find=TEXT, page=WHOLE
    ),
    tool("click", "mmid", mmid=WHOLE),
    tool("enter_text", "mmid", "text", mmid=WHOLE, text=TEXT, submit=FLAG),
    tool("press_key", "key", key=TEXT, mmid=WHOLE),
    tool("select_option", "mmid", "option", mmid=WHOLE, option=TEXT),
    tool("scroll", "direction", direction={"enum": ["up", "down", "left", "right"]}),
    tool("history", "direction", direction={"enum": ["back", "forward", "reload"]}),
    tool("wait_for", "text", text=TEXT, gone=FLAG, seconds=WHOLE),
    tool("handle_dialog", "accept", accept=FLAG, text=TEXT),
    REPORT,
)
PLANNER = (
    tool("update_plan", "steps", steps={"type": "array", "items": TEXT}),
    tool("browse", "sub_task", sub_task=TEXT, expect=TEXT),
    tool(
        "finish",
        "status",
        status={"enum": ["done", "cannot"]},
        answer={},
        evidence={"type": "array", "items": WHOLE},
    ),
)


def check_calls(calls: Any, tools: Any) -> None:
    """Every call must be of an offered function and fit its schema."""
    schemas = {each.name: each.parameters for each in tools}
    assert calls
    for call in calls:
        jsonschema.validate(json.loads(call.arguments), schemas[call.name])


@dataclass
class Site:
    """States by name (their lines) and moves: (state, call as text) -> what happens.

    A move is ``"go STATE"`` (another page), ``"STATE | lines of a change"`` or ``"!error"``.
    A call is written ``click 3``, ``enter_text 4 mug submit``, ``select_option 5 Price``;
    ``history back`` is known.
    """

    states: dict[str, str]
    moves: dict[tuple[str, str], str]
    at: str = "start"
    past: list[str] = field(default_factory=list)
    made: list[str] = field(default_factory=list)

    def do(self, name: str, arguments: dict[str, Any]) -> Data | str:
        """Carry out a call; returns what its result is made from, or why it was refused."""
        words = [name, *(str(v) for k, v in arguments.items() if k != "submit")]
        done = " ".join(words + (["submit"] if arguments.get("submit") else []))
        self.made.append(done)
        if name == "get_dom":
            return observed(self.states[self.at])
        if done == "history back" and self.past:
            self.at = self.past.pop()
            return opened(self.states[self.at])
        move = self.moves.get((self.at, done), self.moves.get(("*", done), ""))
        if move.startswith("!"):
            return move[1:]
        if move.startswith("go "):
            self.past.append(self.at)
            self.at = move[3:]
            return opened(self.states[self.at])
        if move:
            self.at, _, lines = move.partition(" | ")
            return changed(lines)
        return changed("")


async def navigate(
    site: Site,
    sub_task: str,
    *,
    limit: int = 20,
    after: str = "",
) -> dict[str, Any]:
    """Hold the navigator's whole chat; returns the arguments of its report."""
    first = f"Sub-task: {sub_task}\nExpected result: the answer{after}"
    page = observed(site.states[site.at])
    messages = [
        Message(role="system", text="You navigate."),
        Message(role="user", text=first, data=(page,)),
    ]
    for step in range(limit):
        last = step == limit - 1
        if last:
            messages.append(Message(role="user", text="This is your last step. Call report now."))
        tools = (REPORT,) if last else NAVIGATOR
        reply = await OfflineModel().complete(messages, tools)
        assert reply == await OfflineModel().complete(messages, tools), "not deterministic"
        assert reply.usage.calls == 1
        check_calls(reply.calls, tools)
        if reply.calls[0].name == "report":
            report: dict[str, Any] = json.loads(reply.calls[0].arguments)
            return report
        results, skip = [], False
        for call in reply.calls:
            if skip:
                results.append(
                    ToolResult(call_id=call.id, name=call.name, text="Not run.", is_error=True)
                )
                continue
            given = site.do(call.name, json.loads(call.arguments))
            results.append(result_of(call.id, call.name, given))
            skip = isinstance(given, str) or getattr(given, "page", None) is not None
        messages += [
            Message(role="assistant", calls=reply.calls),
            Message(role="tool", results=tuple(results)),
        ]
    raise AssertionError("no report")


def result_of(call_id: str, name: str, given: Data | str) -> ToolResult:
    """A result as it comes: the words are no data."""
    if isinstance(given, str):
        return ToolResult(call_id=call_id, name=name, text=given, is_error=True)
    return ToolResult(call_id=call_id, name=name, text="Words for a model.", data=(given,))


def reported(text: str) -> SubTaskReport:
    """The report of a sub-task, written ``done: summary`` with a claim on each line after that."""
    status, _, rest = text.partition(":")
    summary, *claims = rest.strip().split("\n")
    facts = tuple(Fact(claim=claim, quote=claim, step=1, url="") for claim in claims)
    return SubTaskReport(status=status, summary=summary, facts=facts)  # type: ignore[arg-type]


def page(title: str, body: str, url: str = "") -> str:
    address = url or f"http://site.example/{title.casefold().replace(' ', '-')}"
    return f"Page: {title}\nURL: {address}\n{body.strip(chr(10))}"
