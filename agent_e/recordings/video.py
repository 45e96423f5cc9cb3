"""A run as a video: WebM by PyAV (extra ``video``), or GIF."""

from __future__ import annotations

import base64
import io
import tempfile
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from jinja2 import Environment
from PIL import Image

from agent_e.browser import BrowserSession
from agent_e.config import BrowserSettings
from agent_e.errors import ConfigError
from agent_e.journal import RunRecord, picture_path

from .scenes import Scene, scenes_of

_BAR = 120
"""Height of the caption, pixels."""
_RATE = 5
"""Frames a second: few, as players do not keep to a single long one."""
_CODEC = {"deadline": "realtime", "cpu-used": "8", "crf": "32", "b": "0"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Frame:
    """A drawn scene, as PNG."""

    data: bytes
    seconds: float

    def image(self) -> Image.Image:
        """Decode it."""
        return Image.open(io.BytesIO(self.data)).convert("RGB")


async def write_video(record: RunRecord, path: Path, browser: BrowserSettings) -> None:
    """Write a run's pictures with captions, to a WebM or GIF by the ending of the path.

    Chromium draws the frames: with its fonts, in every script, as pages are.

    Raises:
        ConfigError: the run has no pictures, or the video cannot be written so.
        BrowserError: there is no browser.
    """
    ending = path.suffix.lower()
    if ending not in (".webm", ".gif"):
        raise ConfigError(f"{path} is neither a .webm nor a .gif. Give another name with --out.")
    if ending == ".webm" and find_spec("av") is None:
        raise ConfigError(
            "WebM needs a package that is not installed. Run: pip install 'agent-e[video]', "
            "or make a GIF with --out NAME.gif"
        )
    scenes = scenes_of(record)
    if not any(scene.shot for scene in scenes):
        raise ConfigError(
            f"The run {record.run_id} has no pictures. Set journal.screenshots to steps before "
            "a run that is to be shown."
        )
    frames = [frame async for frame in _drawn(record, scenes, browser)]
    unfinished = path.with_name(f".{path.name}.tmp")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        (_write_gif if ending == ".gif" else _write_webm)(frames, unfinished)
        unfinished.replace(path)
    except OSError as error:
        raise ConfigError(
            f"The video {path} cannot be written: {error.strerror}. Give another place with --out."
        ) from error


async def _drawn(
    record: RunRecord, scenes: Sequence[Scene], browser: BrowserSettings
) -> AsyncIterator[Frame]:
    width, height = browser.viewport_width, browser.viewport_height
    # Scripts and the network are off in it: what is drawn comes from pages.
    template = Environment(autoescape=True).from_string(_TEMPLATE)
    own = BrowserSettings(
        executable=browser.executable, viewport_width=width, viewport_height=height + _BAR
    )
    with tempfile.TemporaryDirectory(prefix="agent-e-") as folder:
        opened = BrowserSession.open(
            own, downloads_dir=Path(folder), on_event=lambda what, **fields: None, stored=True
        )
        async with opened as session:
            page = session.active.page
            for scene in scenes:
                shown = {**_picture(record, scene), "width": width, "height": height, "bar": _BAR}
                await page.set_content(template.render(scene=scene, **shown))
                yield Frame(data=await page.screenshot(), seconds=scene.seconds)


def _picture(record: RunRecord, scene: Scene) -> dict[str, Any]:
    """The picture of a scene as an address, and the box of the target in percent of it."""
    shot = scene.shot
    path = picture_path(record.path, shot.file) if shot else None
    if shot is None or path is None:
        return {"picture": "", "box": None}
    box, size = None, (shot.width, shot.height)
    if scene.aimed and all(size) and len(shot.box) == 4:
        box = [100 * side / size[at % 2] for at, side in enumerate(shot.box)]
    data = base64.b64encode(path.read_bytes()).decode()
    return {"picture": f"data:image;base64,{data}", "box": box}


def _write_gif(frames: Sequence[Frame], path: Path) -> None:
    first, *rest = (
        frame.image().quantize(method=Image.Quantize.MEDIANCUT, dither=Image.Dither.NONE)
        for frame in frames
    )
    first.save(
        path,
        format="GIF",
        save_all=True,
        append_images=rest,
        duration=[round(1000 * frame.seconds) for frame in frames],
        loop=0,
    )


def _write_webm(frames: Sequence[Frame], path: Path) -> None:
    import av

    with av.open(str(path), "w", format="webm") as container:
        stream = container.add_stream("libvpx-vp9", rate=_RATE, options=_CODEC)
        first = frames[0].image()
        # The colours are stored for two by two pixels.
        stream.width, stream.height = first.width // 2 * 2, first.height // 2 * 2
        stream.pix_fmt = "yuv420p"
        for frame in frames:
            picture = frame.image().crop((0, 0, stream.width, stream.height))
            for _ in range(round(frame.seconds * _RATE)):
                container.mux(
                    stream.encode(av.VideoFrame.from_ndarray(np.asarray(picture), format="rgb24"))
                )
        container.mux(stream.encode())


_TEMPLATE = files("agent_e.recordings").joinpath("frame.html").read_text(encoding="utf-8")
