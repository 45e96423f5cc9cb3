"""Clicking what words describe, on pages that are nothing but a drawing.

The endpoint is an eye: it looks for the colour that is named in the picture it is sent, and
answers with where that is, in the coordinates of the model it stands for.
"""

from __future__ import annotations

import base64
import io
import re
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio
from PIL import Image

from agent_e.agents.grounding import ModelGrounder, sight_of
from agent_e.benchmarks.scripted import Scripted, scripted_server
from agent_e.config import LimitSettings, ModelSettings
from agent_e.errors import ActionParseError, BadArgument, ElementGone, SkillError
from agent_e.journal import Journal, read_events
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.factory import make_model
from agent_e.skills import SkillContext, visual_click
from agent_e.types import Observation, Screenshot
from agent_e.vision.actions import Space
from agent_e.vision.spec import VisionSpec
from tests.agent_e.vision.looking import Looking, looking
from tests.browsers import Chromium
from tests.skills.called import Skills

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

COLOURS = {"blue": (0, 0, 255), "green": (0, 176, 0), "purple": (160, 0, 160)}
NOT_THERE = "Action: finished(content='NONE')"
MODELS = [
    "ByteDance-Seed/UI-TARS-1.5-7B",
    "ByteDance-Seed/UI-TARS-7B-DPO",
    "tanvirb/websight-7B",
    "Qwen/Qwen2.5-VL-7B-Instruct",
    "Qwen/Qwen3-VL-8B-Instruct",
    "Hcompany/Holo1.5-7B",
    "Hcompany/Holo2-8B",
]


def picture_of(body: Mapping[str, Any]) -> Image.Image:
    parts = [part for message in body["messages"] for part in message["content"]]
    [url] = [part["image_url"]["url"] for part in parts if part["type"] == "image_url"]
    data = base64.b64decode(url.partition(",")[2])
    return Image.open(io.BytesIO(data)).convert("RGB")


def middle(image: Image.Image, colour: tuple[int, int, int]) -> tuple[float, float] | None:
    """The middle of what has a colour, pixels of the picture; ``None`` where nothing has."""
    apart = np.abs(np.asarray(image, dtype=int) - np.array(colour)).max(axis=2)
    down, across = np.nonzero(apart < 60)
    return (float(across.mean()), float(down.mean())) if across.size else None


def answered(body: Mapping[str, Any], row: VisionSpec) -> str:
    words = str(body["messages"])
    colour = next(name for name in COLOURS if f"the {name} " in words)
    image = picture_of(body)
    found = middle(image, COLOURS[colour])
    if found is None:
        return NOT_THERE
    x, y = found
    if row.space is Space.REL_1000:
        x, y = x / image.width * 1000, y / image.height * 1000
    else:
        # What the server would resize to is what it was sent.
        assert image.width % row.factor == image.height % row.factor == 0
    left, right = round(x), round(y)
    place = f"{left} {right}"
    return {
        "ui_tars": f"Thought: I see it.\nAction: click(point='<point>{place}</point>')",
        "ui_tars_1_0": f"Action: click(start_box='<|box_start|>({left},{right})<|box_end|>')",
        "websight": f"Thought: It is there.\nAction: click(point='<point>{place}</point>')",
        "qwen": '<tool_call>{"name": "computer_use", "arguments": {"action": "left_click", '
        f'"coordinate": [{left}, {right}]}}}}</tool_call>',
        "point": f"Click({left}, {right})",
    }[row.dialect]


class ByName:
    """Finds the element whose name stands in the description."""

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        found = [n for n in page.elements if n.bbox and n.name.lower() in description]
        if not found:
            raise ElementGone(f"Nothing in view is called '{description}'.")
        x, y, width, height = found[0].bbox or (0, 0, 0, 0)
        return x + width / 2, y + height / 2


class Eye:
    """A browser, and skills whose grounder is the endpoint."""

    def __init__(self, on: Looking, skills: Skills, folder: Path) -> None:
        self.on = on
        self.folder = folder
        self._skills = skills

    @asynccontextmanager
    async def sees(self, model: str) -> AsyncIterator[SkillContext]:
        row = sight_of(model)
        async with self.answers(lambda body: Scripted(text=answered(body, row)), row) as context:
            yield context

    @asynccontextmanager
    async def answers(self, script: Any, row: VisionSpec) -> AsyncIterator[SkillContext]:
        context = self._skills.context
        async with scripted_server(script) as server:
            settings = ModelSettings(base_url=server.base_url, attempts=1)
            asked = make_model("openai:eye", "grounder", settings, runs_dir=self.folder, env={})
            budget = Budget.of_run(LimitSettings())

            def calls() -> ModelClient:
                journal: Any = context.journal
                return ModelClient(
                    asked, "grounder", settings=settings, journal=journal, budget=budget
                )

            try:
                yield replace(context, grounder=ModelGrounder(calls, row))
            finally:
                await asked.close()

    def named(self) -> SkillContext:
        return replace(self._skills.context, grounder=ByName())

    async def note(self, frame: str = "canvas.html") -> str:
        page = self.on.session.active.page
        [found] = [each for each in page.frames if each.url.endswith(frame)]
        return str(await found.inner_text("#note"))

    def events(self, kind: str) -> list[Mapping[str, Any]]:
        return [event for event in read_events(self.folder) if event["kind"] == kind]


@asynccontextmanager
async def eye(chromium: Chromium, folder: Path, **options: Any) -> AsyncIterator[Eye]:
    journal = Journal(folder)
    async with looking(chromium, folder, **options) as on:
        yield Eye(on, Skills(on.session, journal), folder)
    journal.close()


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def plain(chromium: Chromium, tmp_path_factory):
    async with eye(chromium, tmp_path_factory.mktemp("plain")) as made:
        yield made


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def dense(chromium: Chromium, tmp_path_factory):
    async with eye(
        chromium, tmp_path_factory.mktemp("dense"), device="Desktop Chrome HiDPI"
    ) as made:
        yield made


async def hits(here: Eye, page: str, model: str, colour: str) -> None:
    await here.on.open(page)
    async with here.sees(model) as context:
        done = await visual_click(context, f"the {colour} square")
    assert await here.note() == f"You hit {colour}."
    assert f"You hit {colour}." in done.text
    assert "canvas" in done.text


SLOW = [pytest.param(name, marks=pytest.mark.slow) for name in MODELS[1:]]


@pytest.mark.parametrize("model", [MODELS[0], *SLOW])
async def test_a_drawing_is_operated_in_every_space(plain: Eye, model: str):
    await hits(plain, "canvas", model, "green")


@pytest.mark.slow
@pytest.mark.parametrize("model", MODELS)
async def test_so_it_is_with_two_pixels_for_one(dense: Eye, model: str):
    await hits(dense, "canvas", model, "green")


@pytest.mark.slow
@pytest.mark.parametrize("page", ["canvas_frames", "canvas_elsewhere"])
@pytest.mark.parametrize("model", [MODELS[0], MODELS[4], MODELS[6]])
async def test_so_it_is_inside_of_frames(plain: Eye, page: str, model: str):
    await hits(plain, page, model, "purple")


@pytest.mark.slow
@pytest.mark.parametrize("page", ["canvas_frames", "canvas_elsewhere"])
async def test_and_there_with_two_pixels_for_one(dense: Eye, page: str):
    await hits(dense, page, MODELS[0], "blue")


async def test_the_click_is_journaled_and_judged_as_any_other(plain: Eye):
    await plain.on.open("canvas")
    async with plain.sees(MODELS[0]) as context:
        await visual_click(context, "the blue square")
    grounded, started = plain.events("grounded")[-1], plain.events("action.started")[-1]
    assert grounded["description"] == "the blue square"
    assert (started["action"], started["target"]["role"]) == ("click", "canvas")
    assert started["arguments"]["at"] == pytest.approx([125, 95], abs=1)
    assert started["arguments"]["description"] == "the blue square"
    ended = plain.events("action.ended")[-1]
    assert (ended["status"], ended["ghost"]) == ("done", False)


async def test_a_model_that_does_not_see_it_is_believed(plain: Eye):
    await plain.on.open("canvas")
    row = sight_of(MODELS[0])
    async with plain.answers(lambda body: Scripted(text="NONE"), row) as context:
        with pytest.raises(ElementGone, match="not seen on the page"):
            await visual_click(context, "the yellow square")
    assert await plain.note() == "Nothing yet."


async def test_what_cannot_be_read_is_sent_back_once(plain: Eye):
    await plain.on.open("canvas")
    row, said = sight_of(MODELS[0]), iter(["Somewhere on the left.", "(125, 96)"])
    asked: list[Any] = []

    def script(body: Mapping[str, Any]) -> Scripted:
        asked.append(body)
        return Scripted(text=next(said, "I cannot tell."))

    async with plain.answers(script, row) as context:
        await visual_click(context, "the blue square")
        assert await plain.note() == "You hit blue."
        assert "Answer like this" in str(asked[1]["messages"][-1])
        with pytest.raises(ActionParseError):
            await visual_click(context, "the blue square")
    assert len(asked) == 4


async def test_by_words_alone_what_has_a_name_is_found(plain: Eye):
    await plain.on.write(
        "<button onclick=\"note.textContent='Saved'\">Save</button><p id=note>-</p>"
        "<canvas width=300 height=200></canvas>"
    )
    done = await visual_click(plain.named(), "the save button")
    assert "Saved" in done.text
    assert re.search(r"Clicked \[\d+\] button 'Save'", done.text)
    with pytest.raises(ElementGone, match="Nothing in view is called"):
        await visual_click(plain.named(), "the blue square")


async def test_a_list_of_the_browsers_own_is_not_clicked(plain: Eye):
    await plain.on.write("<label>Size <select><option>S<option>M</select></label>")
    with pytest.raises(SkillError, match="native select"):
        await visual_click(plain.named(), "the size list")


async def test_without_a_grounder_it_says_so(plain: Eye):
    with pytest.raises(BadArgument, match="Use what is listed"):
        await visual_click(replace(plain.named(), grounder=None), "the save button")


class Scrolls:
    """Finds it, but the page moves on meanwhile."""

    def __init__(self, on: Looking) -> None:
        self._on = on

    async def ground(self, *given: Any) -> tuple[float, float]:
        await self._on.script("scrollTo(0, 500)")
        return 30, 20


async def test_a_page_that_moved_meanwhile_is_not_clicked(plain: Eye):
    await plain.on.write("<button>Save</button><div style='height:3000px'></div>")
    with pytest.raises(SkillError, match="moved while it was looked for"):
        await visual_click(replace(plain.named(), grounder=Scrolls(plain.on)), "the save button")
