"""A made data set in the shape of Wave-UI: pictures with named boxes, and every kind of bad row."""

from __future__ import annotations

import io
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from PIL import Image, ImageDraw

SIZE = (640, 360)
NAMES = (
    "Sign in", "Basket", "Contact", "Delivery", "Invoice", "Careers", "Press", "Imprint", "Search",
    "Wishlist", "Newsletter", "Returns", "Vouchers", "Stores", "Profile", "Settings", "Messages",
    "Calendar", "Weather", "Traffic", "Sports", "Culture", "Economy", "Archive",
)  # fmt: skip


def encoded(image: Image.Image, form: str = "PNG") -> bytes:
    into = io.BytesIO()
    image.save(into, format=form)
    return into.getvalue()


def page(boxes: Sequence[Sequence[float]], shade: int, size: tuple[int, int] = SIZE) -> Image.Image:
    image = Image.new("RGB", size, (255 - shade, 250, 245))
    draw = ImageDraw.Draw(image)
    for box in boxes:
        draw.rectangle(tuple(box), fill=(40, 90, 160))
    return image


def row(picture: bytes, box: Sequence[float], **fields: Any) -> dict[str, Any]:
    return {
        "image": {"bytes": picture, "path": None},
        "instruction": "",
        "bbox": [float(each) for each in box],
        "resolution": list(SIZE),
        "source": "webui",
        "platform": "web",
        "name": "",
        "description": "",
        "type": "button",
        "OCR": None,
        "language": "English",
        "purpose": "",
        "expectation": "",
        **fields,
    }


def good_rows() -> list[dict[str, Any]]:
    """Two elements on each of 12 pictures, their labels found nowhere else; half are icons."""
    rows = []
    for number in range(12):
        boxes = ((100, 60 + 20 * number, 220, 95 + 20 * number), (450, 201.5, 482, 234.2))
        picture = encoded(page(boxes, number))
        first, second = NAMES[2 * number : 2 * number + 2]
        rows.append(row(picture, boxes[0], name=f"{first} button", OCR=first))
        described = {"description": f"A dark square, {second}", "purpose": f"To open {second}."}
        effect = f"{second} is shown."
        rows.append(
            row(picture, boxes[1], name=second, type="icon", expectation=effect, **described)
        )
    return rows


def bad_rows() -> dict[str, dict[str, Any]]:
    """One row for each reason, by its first words."""
    box = (500, 300, 600, 340)
    picture = encoded(page([box], 60))
    other = good_rows()[0]
    return {
        "row without": row(picture, box, bbox=None),
        "other platform": row(picture, box, platform="mobile", name="Tap"),
        "picture does not": row(picture[: len(picture) // 2], box, name="Torn"),
        "picture has another": row(picture, box, name="Scaled", resolution=[320, 180]),
        "other language": row(picture, (10, 10, 60, 40), name="Anmelden", language="German"),
        "box outside": row(picture, (600, 300, 650, 340), name="Outside"),
        "box smaller": row(picture, (80, 80, 83, 90), name="Dot"),
        "box larger": row(picture, (0, 0, 640, 300), name="All of it"),
        "box longer": row(picture, (0, 345, 600, 355), name="Line"),
        "no words": row(picture, (300, 300, 360, 340), type="button"),
        "double of": {**other, "bbox": [value + 2 for value in other["bbox"]]},
    }


def ambiguous_rows() -> list[dict[str, Any]]:
    """Two elements that only one description tells apart, and the other by nothing."""
    boxes = ((100, 100, 200, 140), (100, 300, 200, 340))
    picture = encoded(page(boxes, 90))
    return [
        row(picture, boxes[0], name="Delete", OCR="Delete", description="The upper bin"),
        row(picture, boxes[1], name="delete", OCR="Delete"),
    ]


def rows() -> list[dict[str, Any]]:
    return [*good_rows(), *bad_rows().values(), *ambiguous_rows()]


def write_parquet(path: Path, values: Sequence[dict[str, Any]]) -> Path:
    import pyarrow as arrow
    import pyarrow.parquet as parquet

    path.parent.mkdir(parents=True, exist_ok=True)
    parquet.write_table(arrow.Table.from_pylist(list(values)), path, row_group_size=10)
    return path


def write_lines(folder: Path, values: Sequence[dict[str, Any]]) -> Path:
    """Write JSON lines with the pictures beside them."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / "rows.jsonl"
    with path.open("w", encoding="utf-8") as file:
        for number, each in enumerate(values):
            (folder / f"{number}.png").write_bytes(each["image"]["bytes"])
            file.write(json.dumps({**each, "image": f"{number}.png"}) + "\n")
    return path
