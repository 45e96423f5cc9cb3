"""How often the small grounder's point lies on what was described, on whole pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

import numpy as np
import torch
from PIL import Image
from torch import Tensor

from agent_e.training.records import ClickRecord
from agent_e.vision.grounders.small import prepared
from agent_e.vision.grounders.words import encode

from .examples import Picture
from .network import SmallGrounder, middle

ALL = "all"


class Looked:
    """A picture that the network has looked at, once for whatever is sought on it."""

    def __init__(self, network: SmallGrounder, picture: Picture, device: str) -> None:
        """Look at it."""
        with Image.open(picture.path) as file:
            sent, self._scale = prepared(file.convert("RGB"))
        pixels = torch.from_numpy(np.ascontiguousarray(sent)).to(device)
        self._network = network
        self._vectors, self._things = network.look(pixels.unsqueeze(0))

    def find(self, sayings: Sequence[str]) -> Iterator[Tensor]:
        """Yield the logits of each description: rows x columns."""
        if not sayings:
            return
        numbers = torch.tensor([encode(each) for each in sayings], device=self._vectors.device)
        agreement = torch.einsum("chw,nc->nhw", self._vectors[0], self._network.read(numbers))
        yield from self._network.evidence(agreement, self._things)

    def hits(self, logits: Tensor, record: ClickRecord) -> bool:
        """Whether the likeliest place is on what was recorded."""
        x, y = (float(each) / self._scale for each in middle(logits))
        left, top, right, bottom = record.box
        return left <= x <= right and top <= y <= bottom


@torch.inference_mode()
def hits_by_kind(
    network: SmallGrounder, pictures: Sequence[Picture], device: str
) -> dict[str, tuple[int, int]]:
    """Return hits and tries by kind of element, and of ``all``; each saying is one try."""
    network.to(device).eval()
    hits, tries = Counter[str](), Counter[str]()
    for picture in pictures:
        looked = Looked(network, picture, device)
        for record in picture.records:
            for logits in looked.find(record.sayings):
                hit = looked.hits(logits, record)
                for kind in (record.kind or "text", ALL):
                    tries[kind] += 1
                    hits[kind] += hit
    return {kind: (hits[kind], tries[kind]) for kind in sorted(tries)}
