"""What is shown beside the question whether an act may be done."""

from __future__ import annotations

import io
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import pytest_asyncio
from PIL import Image

from agent_e.approval_evidence import ApprovalEvidence
from agent_e.dom import ActReader, SensitiveRegions
from agent_e.safety.secrets import Redactor
from agent_e.types import MASK, ApprovalRequest, Risk, Tier
from agent_e.vision import Camera
from tests.browsers import Chromium
from tests.skills.room import Room, room

pytestmark = [pytest.mark.browser, pytest.mark.asyncio(loop_scope="session")]

ORDER = """
<style>body { margin: 0 } form { padding-top: %dpx }
button { background: #f00; width: 90px }</style>
<form method=post action=/do><p>
 <label>Name <input name=name value="Ann Lee"></label>
 <label>Note <textarea name=note>top-secret-7 ring twice</textarea></label>
 <label>Password <input type=password value=hunter22></label>
 <label>Card number <input name=cc-number value=4111111111111111></label>
 <label>Size <select name=size><option>Small<option selected>Large</select></label>
 <label><input type=checkbox name=news checked> News</label>
 <label><input type=checkbox name=more> More</label>
 <input type=hidden name=token value=abc>
 <button>Pay now</button></form>"""


@pytest_asyncio.fixture(loop_scope="session", scope="module")
async def here(chromium: Chromium, tmp_path_factory: Any) -> AsyncIterator[Room]:
    async with room(chromium, tmp_path_factory.mktemp("showing"), []) as one:
        yield one


async def shown(here: Room, request: ApprovalRequest) -> dict[str, Any]:
    redactor = Redactor()
    redactor.add("top-secret-7", "secret it")
    camera = Camera(here.session, SensitiveRegions(here.session, lambda: redactor.source).boxes)
    reader = ActReader(here.session)
    beside = ApprovalEvidence(reader, camera, here.context.journal, redactor.value)
    return dict(await beside(request))


def request(mmid: int | None, **more: Any) -> ApprovalRequest:
    said = {"sentence": "pay", "amounts": (), "sent_to": "", "fingerprint": "", "deadline_s": 1}
    risk = Risk(tier=Tier.CRITICAL)
    return ApprovalRequest(**{**said, "risk": risk, "mmid": mmid, "way": "click", **more})


def red(path: Path) -> tuple[int, int, int, int]:
    """Size of a picture, and of what is red on it."""
    with Image.open(io.BytesIO(path.read_bytes())) as picture:
        pixels = np.asarray(picture.convert("RGB")).astype(int)
    marked = pixels[..., 0] > pixels[..., 1] + 100
    height, width = marked.shape
    return width, height, int(marked.any(axis=0).sum()), int(marked.any(axis=1).sum())


@pytest.mark.parametrize("above", [0, 4000])
async def test_the_element_and_what_its_form_would_send(here: Room, above: int) -> None:
    await here.write(ORDER % above)
    evidence = await shown(here, request(await here.mmid("Pay now"), values=(("Name", "Bo"),)))
    assert evidence["values"] == [
        {"name": "Name", "value": "Bo"},
        {"name": "Note", "value": "[secret it] ring twice"},
        {"name": "Password", "value": MASK},
        {"name": "Card number", "value": MASK},
        {"name": "Size", "value": "Large"},
        {"name": "News", "value": "\u2713"},
    ]
    width, height, across, down = red(here.folder / evidence["picture"])
    # The button with room around it, as far as there is a page, also below the fold.
    assert 85 <= across <= 95
    assert down + 100 <= height <= down + 260 if above else down < height
    assert across < width <= across + 260


async def test_what_cannot_be_looked_at_is_asked_about_without(here: Room) -> None:
    await here.write(ORDER % 0)
    mmid = await here.mmid("Pay now")
    await here.script("document.querySelector('button').remove()")
    assert await shown(here, request(mmid)) == {}
    assert await shown(here, request(None, way=None)) == {}
