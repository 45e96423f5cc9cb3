"""A small data set of made pictures: squares of several colours to click."""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from pathlib import Path

from PIL import Image

from agent_e.prompts import render
from agent_e.training.records import Sample, write_records

from .settings import TRAIN, VAL

WIDTH, HEIGHT = 140, 84
MAX_PIXELS = 12_600
"""By this limit a screenshot of 1280x720 becomes as large as the pictures."""
_COLOURS = {"red": (170, 0, 0), "green": (0, 110, 0), "blue": (0, 0, 160)}
_SIDE, _GRID = 20, 14
"""Squares lie on a grid, so that there are few numbers to learn."""
_RAMPS = tuple(
    Image.linear_gradient("L")
    .rotate(turn)
    .resize((WIDTH, HEIGHT))
    .point(lambda v: 112 + v * 9 // 16)
    for turn in (0, 90)
)
"""A light background that is another everywhere: the tiny model tells places by what is there."""
_COUNTED = f"in pixels of the picture, which is {WIDTH}x{HEIGHT}"


def click(what: str) -> str:
    """A short prompt, quick to train."""
    return f"Click {what}"


def act(what: str) -> str:
    """The prompt of the actor of ``websight``."""
    return render(
        "websight_actor",
        language="English",
        counted=_COUNTED,
        tried="",
        instruction=f"Click {what}",
    )


def write_squares(
    folder: Path, *, train: int, val: int, seed: int, asked: Callable[[str], str] = click
) -> None:
    """Write a folder of samples as ``train data`` does.

    Args:
        folder: to be made.
        train: number of samples to train on.
        val: number of samples to validate with.
        seed: of what is drawn.
        asked: the prompt for what is to be clicked.
    """
    (folder / "images").mkdir(parents=True)
    draws = random.Random(seed)
    for name, count in ((TRAIN, train), (VAL, val)):
        stem = name.partition(".")[0]
        samples = [_sample(draws, folder, f"{stem}-{number}", asked) for number in range(count)]
        write_records(folder / name, samples)


def _sample(draws: random.Random, folder: Path, name: str, asked: Callable[[str], str]) -> Sample:
    image, box, what = _drawn(draws)
    image.save(folder / "images" / f"{name}.png")
    x, y = box[0] + _SIDE // 2, box[1] + _SIDE // 2
    what = f"the {what}"
    return Sample(
        id=name,
        image=f"images/{name}.png",
        width=WIDTH,
        height=HEIGHT,
        prompt=asked(what),
        answer=f"Thought: I click {what}.\nAction: click(point='<point>{x} {y}</point>')",
        box=box,
    )


def _drawn(draws: random.Random) -> tuple[Image.Image, tuple[int, int, int, int], str]:
    """A picture with a square, its box, and what it is."""
    colour = draws.choice(list(_COLOURS))
    left, top = (draws.randrange(0, whole - _SIDE + 1, _GRID) for whole in (WIDTH, HEIGHT))
    image = Image.merge("RGB", (*_RAMPS, Image.new("L", (WIDTH, HEIGHT), 255)))
    box = (left, top, left + _SIDE, top + _SIDE)
    image.paste(_COLOURS[colour], box)
    return image, box, f"{colour} square"


def write_rows(folder: Path, count: int, seed: int) -> None:
    """Write so many rows as Wave-UI has them, and four that training data must leave out."""
    folder.mkdir(parents=True)
    draws = random.Random(seed)
    rows = [_row(draws, folder, number) for number in range(count)]
    first = rows[0]
    rows += [
        {**first, "platform": "mobile", "name": "on a telephone"},
        {**first, "bbox": [0.0, 0.0, 2.0 * WIDTH, HEIGHT], "name": "beyond the picture"},
        {**first, "image": "nowhere.png"},
        {**first, "name": "the same once more"},
    ]
    (folder / "rows.jsonl").write_text("".join(json.dumps(row) + "\n" for row in rows), "utf-8")


def _row(draws: random.Random, folder: Path, number: int) -> dict[str, object]:
    image, box, what = _drawn(draws)
    image.putpixel((0, 0), (number, 0, 0))  # No two pictures are the same.
    image.save(folder / f"{number}.png")
    return {
        "image": f"{number}.png",
        "bbox": [float(side) for side in box],
        "resolution": [WIDTH, HEIGHT],
        "source": f"site-{number}.example",
        "platform": "web",
        "name": what,
    }
