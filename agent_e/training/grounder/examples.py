"""Cuts batches out of pictures: pieces of them, and descriptions of what is on each piece."""

from __future__ import annotations

import random
import zlib
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import cast

import numpy as np
import torch
from PIL import Image
from torch import Tensor
from torch.utils.data import IterableDataset

from agent_e.errors import ConfigError
from agent_e.training.records import RECORDS_FILE, ClickRecord, read_records
from agent_e.vision.grounders.small import LONGEST
from agent_e.vision.grounders.words import encode

_HELD_OUT = 16
"""One picture of so many is held out, to calibrate and validate on."""
_GREY = (128, 128, 128)
_INNER = 0.3
"""Share of a box's sides around its middle that counts as the thing itself, to each side."""
_KEPT = 1_000
"""Opened pictures that all workers together keep: most take 3 MB each, some 6."""
_SMALLEST, _LARGEST = 0.7, 1.4
"""Scales of pieces, beside that of a whole picture."""
Box = tuple[float, float, float, float]
Opened = tuple[Image.Image, float, float]
"""A picture, its scale beside the file's, and the scale to it that the network sees it at."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Cutting:
    """How batches are cut.

    Attributes:
        side: of a piece, in pixels.
        pictures: different ones in a batch.
        pieces: of each picture.
        descriptions: most of one piece.
    """

    side: int
    pictures: int
    pieces: int
    descriptions: int


ONE_THING = Cutting(side=48, pictures=16, pieces=12, descriptions=1)
"""Teaches which thing words mean: many things, each cut out."""
AMONG_OTHERS = Cutting(side=256, pictures=6, pieces=2, descriptions=16)
"""Teaches where it is."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Batch:
    """Pieces and what is described on them.

    Attributes:
        pieces: N x side x side x 3, 0 to 255.
        numbers: a description each, M x ``LENGTH``.
        owners: M numbers of pieces.
        boxes: M x 4 in pixels of the piece, left, top, right and bottom.
        names: M numbers, equal where descriptions mean things of the same name.
    """

    pieces: Tensor
    numbers: Tensor
    owners: Tensor
    boxes: Tensor
    names: Tensor


@dataclass(frozen=True, kw_only=True, slots=True)
class Picture:
    """A picture and its records that have sayings."""

    path: Path
    records: tuple[ClickRecord, ...]


def read_pictures(folders: Sequence[Path]) -> tuple[list[Picture], list[Picture]]:
    """Return the pictures to train on and those held out, which no record decides but the picture.

    Raises:
        ConfigError: a folder has no records, or none has any with sayings.
    """
    found: defaultdict[Path, list[ClickRecord]] = defaultdict(list)
    for folder in folders:
        for record in read_records(folder / RECORDS_FILE, ClickRecord):
            if record.sayings:
                found[folder / record.image].append(record)
    pictures = [Picture(path=path, records=tuple(rows)) for path, rows in found.items()]
    held_out = [each for each in pictures if not zlib.crc32(each.path.name.encode()) % _HELD_OUT]
    ids = {each.path for each in held_out}
    to_train = [each for each in pictures if each.path not in ids]
    if not to_train:
        raise ConfigError(
            f"There is nothing to train on in {', '.join(map(str, folders))}. "
            "Make records with agent-e train synth."
        )
    return to_train, held_out or to_train[:1]


class Batches(IterableDataset[Batch]):
    """Endless batches, others in each worker process."""

    def __init__(self, pictures: Sequence[Picture], cutting: Cutting, seed: int) -> None:
        """Cut them out of ``pictures``; the same seed gives the same batches."""
        self._pictures = pictures
        self._cutting = cutting
        self._seed = seed

    def __iter__(self) -> Iterator[Batch]:
        """Cut for ever."""
        worker = torch.utils.data.get_worker_info()
        chance = random.Random(f"{self._seed} {worker.id if worker else 0}")
        opened = lru_cache(maxsize=_KEPT // (worker.num_workers if worker else 1))(_opened)
        while True:
            yield self._batch(chance, opened)

    def _batch(self, chance: random.Random, opened: Callable[[Path], Opened]) -> Batch:
        pieces: list[np.ndarray] = []
        said: list[tuple[str, int, Box, str]] = []
        for picture in chance.choices(self._pictures, k=self._cutting.pictures):
            image, smaller, usual = opened(picture.path)
            records = [(record, _smaller(record.box, smaller)) for record in picture.records]
            for _ in range(self._cutting.pieces):
                piece, on_it = _cut(image, records, usual, self._cutting, chance)
                said += [(words, len(pieces), box, name) for words, box, name in on_it]
                pieces.append(np.asarray(_coloured(piece, chance)))
        return Batch(
            pieces=torch.from_numpy(np.stack(pieces)),
            numbers=torch.tensor([encode(words) for words, *_ in said]),
            owners=torch.tensor([owner for _, owner, *_ in said]),
            boxes=torch.tensor([box for _, _, box, _ in said]),
            names=torch.tensor([zlib.crc32(name.casefold().encode()) for *_, name in said]),
        )


def _opened(path: Path) -> Opened:
    """Open a picture, smaller where it is much larger than the network will see it.

    A large JPEG is decoded at a half or a quarter, which is much faster.
    """
    with Image.open(path) as file:
        whole = max(file.size)
        file.draft("RGB", (LONGEST, LONGEST))
        image = file.convert("RGB")
    longest = round(_LARGEST * LONGEST)
    if max(image.size) > longest:
        image.thumbnail((longest, longest), Image.Resampling.BILINEAR)
    smaller = max(image.size) / whole
    return image, smaller, min(1.0, LONGEST / whole) / smaller


def _smaller(box: Sequence[float], scale: float) -> Box:
    return cast(Box, tuple(scale * each for each in box))


def _cut(
    image: Image.Image,
    records: Sequence[tuple[ClickRecord, Box]],
    usual: float,
    cutting: Cutting,
    chance: random.Random,
) -> tuple[Image.Image, list[tuple[str, Box, str]]]:
    """Cut a piece that holds at least one whole thing, and describe things on it."""
    chosen, side = chance.choice(records), cutting.side
    left, top, right, bottom = chosen[1]
    longest = max(right - left, bottom - top, 1)
    scale = min(usual * chance.uniform(_SMALLEST, _LARGEST), 0.9 * side / longest)
    seen = side / scale
    x = chance.uniform(max(right - seen, left - seen / 2), min(left, right - seen / 2))
    y = chance.uniform(max(bottom - seen, top - seen / 2), min(top, bottom - seen / 2))
    piece = Image.new("RGB", (side, side), _GREY)
    within = (max(x, 0.0), max(y, 0.0), min(x + seen, image.width), min(y + seen, image.height))
    corner = (round((within[0] - x) * scale), round((within[1] - y) * scale))
    wide, high = (max(1, round((within[2 + n] - within[n]) * scale)) for n in (0, 1))
    piece.paste(image.resize((wide, high), Image.Resampling.BILINEAR, box=within), corner)
    others = [each for each in records if each is not chosen]
    chance.shuffle(others)
    on_it: list[tuple[str, Box, str]] = []
    for record, (x1, y1, x2, y2) in (chosen, *others):
        box = ((x1 - x) * scale, (y1 - y) * scale, (x2 - x) * scale, (y2 - y) * scale)
        if min(box) >= 0 and max(box) <= side:
            on_it.append((chance.choice(record.sayings), box, record.name or record.id))
        if len(on_it) == cutting.descriptions:
            break
    return piece, on_it


def _coloured(piece: Image.Image, chance: random.Random) -> Image.Image:
    """Change the colours now and then: words rarely mean them, and themes differ."""
    if chance.random() < 0.1:
        return piece.convert("L").convert("RGB")
    if chance.random() < 0.1:
        return piece.point(lambda value: 255 - value)
    return piece


def places(boxes: Tensor, rows: int, stride: int) -> Tensor:
    """Return which places of a square field lie in the inner part of each box.

    At least the place of its middle does. Boxes are M x 4 in pixels; returns M x rows x rows.
    """
    middle = (torch.arange(rows, device=boxes.device) + 0.5) * stride
    found = []
    for first, last in ((0, 2), (1, 3)):
        low, high = boxes[:, first, None], boxes[:, last, None]
        centre = (low + high) / 2
        reach = torch.clamp((high - low) * _INNER, min=stride / 2)
        found.append((middle[None] - centre).abs() <= reach)
    across, down = found
    return down[:, :, None] & across[:, None, :]
