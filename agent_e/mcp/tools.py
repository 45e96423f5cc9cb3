"""The tools of the server: which skill each is, and its result in the protocol's form."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from mcp_types import CallToolResult, ContentBlock, ImageContent, TextContent, Tool, ToolAnnotations
from pydantic import BaseModel, ConfigDict, Field

from agent_e.driven_browser import Shown
from agent_e.skills import Skill, click, describe
from agent_e.skills.extract import extract
from agent_e.skills.fill_form import fill_form
from agent_e.skills.get_dom import get_dom
from agent_e.skills.mark_screenshot import mark_screenshot
from agent_e.skills.open_url import open_url
from agent_e.skills.press_key import press_key
from agent_e.skills.select_option import select_option
from agent_e.skills.tabs import tabs
from agent_e.skills.upload_file import upload_file
from agent_e.snapshot import element_json
from agent_e.types import ChangeReport, Data, Observation, Records, TaskResult

_FIND = {
    "type": "object",
    "properties": {"find": {"type": "string", "description": "Words to look for."}},
    "required": ["find"],
}


@dataclass(frozen=True, kw_only=True, slots=True)
class SkillTool:
    """A skill as a tool.

    Attributes:
        reads: whether it changes neither the page nor anything else.
        destroys: whether it may do what cannot be taken back, by what is on the page.
        schema: of its arguments, if not the skill's.
    """

    skill: Skill
    description: str
    reads: bool = False
    destroys: bool = False
    schema: Mapping[str, Any] | None = None

    def described(self, name: str) -> Tool:
        """Return it as clients list it."""
        function = describe(self.skill, skip=1)
        return Tool(
            name=name,
            description=self.description,
            input_schema=dict(self.schema or function.parameters),
            annotations=ToolAnnotations(
                read_only_hint=self.reads, destructive_hint=self.destroys, open_world_hint=True
            ),
        )


TOOLS: Mapping[str, SkillTool] = {
    "open": SkillTool(skill=open_url, description="Open an address; shows the page's outline."),
    "snapshot": SkillTool(
        skill=get_dom, reads=True, description="Show the outline of the page, with numbers."
    ),
    "find": SkillTool(
        skill=get_dom,
        reads=True,
        schema=_FIND,
        description="Show parts of the page with words.",
    ),
    "click": SkillTool(skill=click, destroys=True, description="Click an element."),
    "fill": SkillTool(
        skill=fill_form, destroys=True, description="Fill in fields, and click a button then."
    ),
    "select": SkillTool(
        skill=select_option, destroys=True, description="Choose an option by its text."
    ),
    "press": SkillTool(
        skill=press_key, destroys=True, description="Press keys on an element, or on the page."
    ),
    "upload": SkillTool(
        skill=upload_file, destroys=True, description="Give files that --upload allows to a page."
    ),
    "tabs": SkillTool(skill=tabs, description="List tabs, switch to one, or close one."),
    "extract": SkillTool(
        skill=extract, description="Read a table or list into rows, of the pages that follow too."
    ),
    "screenshot": SkillTool(
        skill=mark_screenshot, reads=True, description="Show a picture, with numbers of elements."
    ),
}


class RunTask(BaseModel):
    """The arguments of ``run_task``."""

    model_config = ConfigDict(extra="forbid")

    task: str = Field(description="What to do, in plain words.")
    start_url: str | None = Field(default=None, description="Page to begin on.")
    output_schema: dict[str, Any] | None = Field(
        default=None, description="JSON Schema that the answer has to meet."
    )


RUN_TASK = "run_task"


def all_tools() -> list[Tool]:
    """Return every tool, as clients list them."""
    whole = Tool(
        name=RUN_TASK,
        description="Have a whole task done on the web in another browser; returns the answer.",
        input_schema=RunTask.model_json_schema(),
        annotations=ToolAnnotations(
            read_only_hint=False, destructive_hint=True, open_world_hint=True
        ),
    )
    return [*(tool.described(name) for name, tool in TOOLS.items()), whole]


def result_of_call(shown: Shown, structured: Mapping[str, Any] | None) -> CallToolResult:
    """Return what a call has shown."""
    content: list[ContentBlock] = [TextContent(text=shown.text)]
    for picture in shown.pictures:
        data = base64.b64encode(picture.data).decode()
        content.append(ImageContent(data=data, mime_type=picture.media_type))
    return CallToolResult(
        content=content, structured_content=structured or None, is_error=shown.is_error
    )


def result_of_run(result: TaskResult) -> CallToolResult:
    """Return the answer of a run, with its ``result.json`` beside it."""
    answer = result.answer if isinstance(result.answer, str) else None
    words = [answer, result.message, f"Outcome: {result.outcome.value}. Run: {result.run_dir}"]
    return CallToolResult(
        content=[TextContent(text="\n".join(filter(None, words)))],
        structured_content=result.to_json(),
        is_error=result.exit_code != 0,
    )


def error_result(words: str) -> CallToolResult:
    """Return why a tool did nothing."""
    return CallToolResult(content=[TextContent(text=words)], is_error=True)


def structured(data: Iterable[Data]) -> dict[str, Any]:
    """Return records of a page, its changes or its rows as JSON, without empty fields."""
    value: dict[str, Any] = {}
    for each in data:
        if isinstance(each, Observation):
            value["page"] = _page(each)
        elif isinstance(each, ChangeReport):
            value["change"] = _change(each)
            value |= {"page": _page(each.page)} if each.page else {}
        elif isinstance(each, Records):
            rows = [dict(zip(each.fields, row, strict=True)) for row in each.rows]
            value["rows"] = [*value.get("rows", ()), *rows]
    return value


def _page(page: Observation) -> dict[str, Any]:
    elements = [_full(element_json(node, page)) for node in page.elements]
    return {"url": page.url, "title": page.title, "elements": elements}


def _change(report: ChangeReport) -> dict[str, Any]:
    went = report.navigation
    return {"nothing": report.none} | _full({
        "cause": report.cause,
        "navigation": went and {"from": went.from_url, "to": went.to_url, "status": went.status},
        "added": [_node(node) for node in report.added],
        "removed": [_node(node) for node in report.removed],
        "changed": [
            {**_node(each.node), "what": each.what, "before": each.before, "after": each.after}
            for each in report.changed
        ],
        "messages": list(report.messages),
        "opened_tabs": list(report.opened_tabs),
        "downloads": list(report.downloads),
        "requests": [
            {"method": each.method, "url": each.url, "status": each.status}
            for each in report.requests
        ],
        "dialog": report.dialogs[-1].message if report.dialog_open else None,
    })  # fmt: skip


def _node(node: Any) -> dict[str, Any]:
    return _full({"mmid": node.mmid, "role": node.role, "name": node.name, "value": node.value})


def _full(fields: Mapping[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in fields.items() if value not in (None, "", [], ())}
