"""A small data set of made pictures: squares of several colours to click."""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image, ImageDraw

from agent_e.prompts import render
from agent_e.training.records import Sample, write_records
from agent_e.vision.action_formats import DIALECTS

from .settings import TRAIN, VAL

WIDTH, HEIGHT = 140, 84
_COLOURS = {"red": (220, 30, 30), "green": (20, 150, 60), "blue": (40, 70, 220)}
_SIDES = (24, 32)
_COUNTED = f"in pixels of the picture, which is {WIDTH}x{HEIGHT}"


def write_squares(folder: Path, *, train: int, val: int, seed: int) -> None:
    """Write a folder of samples as ``train data`` does."""
    (folder / "images").mkdir(parents=True)
    draws = random.Random(seed)
    for name, count in ((TRAIN, train), (VAL, val)):
        stem = name.partition(".")[0]
        samples = [_sample(draws, folder, f"{stem}-{number}") for number in range(count)]
        write_records(folder / name, samples)


def _sample(draws: random.Random, folder: Path, name: str) -> Sample:
    side, colour = draws.randint(*_SIDES), draws.choice(list(_COLOURS))
    left, top = draws.randrange(WIDTH - side), draws.randrange(HEIGHT - side)
    image = Image.new("RGB", (WIDTH, HEIGHT), "white")
    box = (left, top, left + side, top + side)
    ImageDraw.Draw(image).rectangle(box, fill=_COLOURS[colour])
    image.save(folder / "images" / f"{name}.png")
    x, y = left + side // 2, top + side // 2
    what = f"the {colour} square"
    prompt = render(
        "ground", description=what, example=DIALECTS["ui_tars"].example, counted=_COUNTED
    )
    return Sample(
        id=name,
        image=f"images/{name}.png",
        width=WIDTH,
        height=HEIGHT,
        prompt=prompt,
        answer=f"Thought: I click {what}.\nAction: click(point='<point>{x} {y}</point>')",
        box=box,
    )
