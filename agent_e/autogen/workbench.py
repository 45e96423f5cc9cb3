"""Our skills as tools of other AutoGen agents: with our gate, change reports and numbers."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from io import BytesIO
from typing import Any

from autogen_core import CancellationToken, Image
from autogen_core.tools import (
    BaseTool,
    ImageResultContent,
    ParametersSchema,
    TextResultContent,
    ToolResult,
    ToolSchema,
    Workbench,
)
from PIL import Image as Pillow
from pydantic import BaseModel

from agent_e.config import Settings
from agent_e.driven_browser import DrivenBrowser, Shown
from agent_e.errors import SkillError
from agent_e.human import Channel
from agent_e.skills import SKILLS, Function, describe
from agent_e.skills.extract import extract
from agent_e.skills.mark_screenshot import mark_screenshot

_OFFERED: Mapping[str, Function] = {
    each.name: each
    for each in (describe(skill, skip=1) for skill in (*SKILLS, extract, mark_screenshot))
}


class BrowserWorkbench(Workbench):
    """One browser whose tools are the skills of the navigator.

    What the model of the other agent asks for is nobody's task: it gives no leave, so acts that
    cannot be undone are refused unless ``settings.safety.may`` allows them or a channel asks a
    person. Text of pages comes between marks, and the journal is in ``settings.runs_dir``.
    """

    component_type = "workbench"

    def __init__(
        self, settings: Settings | None = None, *, channels: Sequence[Channel] = ()
    ) -> None:
        """Nothing is opened before the first call.

        Args:
            settings: of the browser and its safety.
            channels: to ask a person over.
        """
        self._asks = bool(channels)
        self._browser = DrivenBrowser(settings or Settings(), channels)

    async def list_tools(self) -> list[ToolSchema]:
        """Return the skills."""
        return [_schema(each) for each in _OFFERED.values()]

    async def call_tool(
        self,
        name: str,
        arguments: Mapping[str, Any] | None = None,
        cancellation_token: CancellationToken | None = None,
        call_id: str | None = None,
    ) -> ToolResult:
        """Call a skill; a refusal is an error for the model to read.

        Raises:
            ConfigError: the settings do not allow to begin.
        """
        if name not in _OFFERED:
            known = ", ".join(_OFFERED)
            return _result(
                name, Shown(text=f"There is no {name}. There are: {known}.", is_error=True)
            )
        call = asyncio.ensure_future(self._browser.call(name, arguments or {}, asks=self._asks))
        if cancellation_token is not None:
            cancellation_token.link_future(call)
        return _result(name, await call)

    async def start(self) -> None:
        """Do nothing: the browser opens with the first call."""

    async def stop(self) -> None:
        """Close the browser."""
        await self._browser.close()

    async def reset(self) -> None:
        """Close the browser; the next call opens another."""
        await self._browser.close()

    async def save_state(self) -> Mapping[str, Any]:
        """Return nothing: pages cannot be kept."""
        return {}

    async def load_state(self, state: Mapping[str, Any]) -> None:
        """Do nothing; see ``save_state``."""


class _SkillTool(BaseTool[Any, Any]):
    def __init__(self, function: Function, workbench: BrowserWorkbench) -> None:
        super().__init__(function.arguments, str, function.name, function.description)
        self._function = function
        self._workbench = workbench

    @property
    def schema(self) -> ToolSchema:
        return _schema(self._function)

    async def run(self, args: BaseModel, cancellation_token: CancellationToken) -> str:
        given = args.model_dump(mode="json", exclude_unset=True)
        result = await self._workbench.call_tool(self.name, given, cancellation_token)
        if result.is_error:
            # AutoGen makes an error of the call of it.
            raise SkillError(result.to_text())
        return result.to_text(replace_image="[a picture, which tools cannot hand over]")


def browser_tools(workbench: BrowserWorkbench) -> list[BaseTool[Any, Any]]:
    """Return a workbench's skills as tools, for agents that take tools beside others."""
    return [_SkillTool(function, workbench) for function in _OFFERED.values()]


def _schema(function: Function) -> ToolSchema:
    parameters = ParametersSchema(
        type="object",
        properties=dict(function.parameters["properties"]),
        required=list(function.parameters.get("required", ())),
    )
    return ToolSchema(name=function.name, description=function.description, parameters=parameters)


def _result(name: str, shown: Shown) -> ToolResult:
    pictures = [
        ImageResultContent(content=Image(Pillow.open(BytesIO(each.data))))
        for each in shown.pictures
    ]
    text = TextResultContent(content=shown.text)
    return ToolResult(name=name, result=[text, *pictures], is_error=shown.is_error)
