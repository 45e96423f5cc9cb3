"""Pictures show no ink of a secret: held against the same page without one."""

from __future__ import annotations

import asyncio
import base64
import json
import urllib.parse

import numpy as np
import pytest
import pytest_asyncio

from agent_e.dom import SensitiveRegions
from agent_e.dom.worlds.registry import worlds_of
from agent_e.errors import SkillError
from agent_e.safety.secrets import Redactor
from agent_e.vision import Camera

from .looking import Looking, looking

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

VALUE = "C4nary&<b>\"x'/7"
CODE = "482913"


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def on(chromium, tmp_path_factory):
    async with looking(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        yield opened


def camera(on: Looking) -> Camera:
    secrets = Redactor()
    secrets.add(VALUE, "secret x")
    secrets.add(CODE, "code of x")
    return Camera(on.session, SensitiveRegions(on.session, lambda: secrets.source).boxes)


async def pixels(camera: Camera) -> np.ndarray:
    return np.asarray((await camera.shoot(exact=True)).image).astype(int)


async def inside(on: Looking, field: str) -> tuple[slice, slice]:
    x, y, width, height = await on.script(
        f"(({{x, y, width, height}}) => [x, y, width, height])"
        f"(document.querySelector('{field}').getBoundingClientRect())"
    )
    return slice(round(y), round(y + height)), slice(round(x), round(x + width))


def ink(image: np.ndarray) -> int:
    """Pixels of the colour that every word of the page has."""
    red, green, blue = image[..., 0], image[..., 1], image[..., 2]
    return int(np.count_nonzero((red > 180) & (green < 110) & (blue > 60) & (blue < 200)))


@pytest.mark.parametrize(("name", "field", "value"), [("Password", "#field", VALUE),
                                                      ("Code", "#code", CODE)])  # fmt: skip
async def test_a_filled_field_looks_as_an_empty_one_that_is_masked(
    on: Looking, name: str, field: str, value: str
) -> None:
    """Also where the page writes what it was given in another way."""
    await on.open("secrets")
    await worlds_of(on.session.active).main.call("secret_field", mmid=await on.find(name))
    empty = await pixels(camera(on))
    await on.open("secrets")
    try:
        await on.actor.fill_secret(await on.find(name), lambda sink: value)
    except SkillError as error:
        assert "did not take the secret as it is" in str(error)
    assert await on.script(f"document.querySelector('{field}').value") != ""
    filled = await pixels(camera(on))
    where = await inside(on, field)
    assert np.array_equal(filled[where], empty[where])
    assert filled[where].std() == 0
    assert ink(await pixels(on.camera)) > ink(filled), "without the veil its ink is there"


async def test_echoes_are_covered_however_they_are_drawn(on: Looking) -> None:
    await on.open("secrets")
    await on.observer.observe()
    before = ink(await pixels(camera(on)))
    await on.session.active.page.evaluate("say", VALUE)
    await on.observer.observe()
    assert ink(await pixels(camera(on))) == before
    assert ink(await pixels(on.camera)) > before + 500


SVG = (
    "<svg xmlns='http://www.w3.org/2000/svg' width='200' height='40'><text x='5' y='25' "
    f"fill='rgb(255,0,128)'>{CODE}</text></svg>"
)
ADDRESS = f"data:image/svg+xml;base64,{base64.b64encode(SVG.encode()).decode()}"
PLAIN_ADDRESS = f"data:image/svg+xml,{urllib.parse.quote(SVG)}"
DRAWN = {
    "img": f"<img src='{ADDRESS}'>",
    "img, not in base64": f"<img src='{PLAIN_ADDRESS}'>",
    "object": f"<object data='{ADDRESS}'></object>",
    "poster": f"<video poster='{ADDRESS}' width=200 height=40></video>",
    "background": f"<p style='background:url({ADDRESS});width:200px;height:40px'></p>",
    "list marker": f"<ul style='list-style-type:\"{CODE}\";padding-left:99px'><li>a</li></ul>",
    "canvas": f"<canvas width=200 height=40 aria-label={CODE}></canvas>",
}


@pytest.mark.parametrize("kind", DRAWN)
async def test_what_is_drawn_from_a_value_is_covered(on: Looking, kind: str) -> None:
    await on.open("secrets")
    await on.observer.observe()
    before = ink(await pixels(camera(on)))
    await on.script(f"document.querySelector('#echo').innerHTML = {json.dumps(DRAWN[kind])}")
    await on.script(
        "const c = document.querySelector('canvas')?.getContext('2d'); "
        f"if (c) {{ c.fillStyle = 'rgb(255,0,128)'; c.fillText('{CODE}', 5, 25) }}"
    )
    await asyncio.sleep(0.3)
    await on.observer.observe()
    assert ink(await pixels(camera(on))) <= before
    assert ink(await pixels(on.camera)) > before + 20
