"""Pictures of coloured shapes with records of them: enough to learn from within seconds."""

from __future__ import annotations

import random
from pathlib import Path

from PIL import Image, ImageDraw

from agent_e.training.records import RECORDS_FILE, ClickRecord, write_records

COLOURS = {"red": "#d02020", "green": "#20a040", "blue": "#2040d0", "yellow": "#e0c020"}
SHAPES = ("circle", "square", "bar")
SIDE = 256


def make_shapes(folder: Path, count: int, seed: int = 0) -> Path:
    """Draw so many pictures, each with four different things, and return the folder."""
    chance = random.Random(seed)
    folder.mkdir(parents=True, exist_ok=True)
    records: list[ClickRecord] = []
    for number in range(count):
        image = Image.new("RGB", (SIDE, SIDE), chance.choice(("#ffffff", "#202830", "#f0e8d8")))
        name = f"{seed}-{number}.png"
        kinds = chance.sample([(c, s) for c in COLOURS for s in SHAPES], 4)
        for place, (colour, shape) in enumerate(kinds):
            records.append(_drawn(image, name, place, colour, shape, chance))
        image.save(folder / name)
    write_records(folder / RECORDS_FILE, records)
    return folder


def _drawn(
    image: Image.Image, name: str, place: int, colour: str, shape: str, chance: random.Random
) -> ClickRecord:
    left = (place % 2) * 128 + chance.randrange(10, 80)
    top = (place // 2) * 128 + chance.randrange(10, 80)
    box = (left, top, left + 36, top + (12 if shape == "bar" else 36))
    draw = ImageDraw.Draw(image)
    (draw.ellipse if shape == "circle" else draw.rectangle)(box, fill=COLOURS[colour])
    return ClickRecord(
        id=f"{name}-{place}",
        image=name,
        width=SIDE,
        height=SIDE,
        box=tuple(map(float, box)),
        source="shapes",
        kind="picture",
        name=f"{colour} {shape}",
        sayings=(f"the {colour} {shape}", f"click the {shape} that is {colour}"),
    )
