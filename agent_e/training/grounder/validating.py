"""How often the small grounder's point lies on what was described, on whole pictures."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
import torch
from PIL import Image

from agent_e.vision.grounders.small import prepared
from agent_e.vision.grounders.words import encode

from .examples import Picture
from .network import SmallGrounder, middle

ALL = "all"


@torch.inference_mode()
def hits_by_kind(
    network: SmallGrounder, pictures: Sequence[Picture], device: str
) -> dict[str, tuple[int, int]]:
    """Return hits and tries by kind of element, and of ``all``; each saying is one try."""
    network.to(device).eval()
    hits, tries = Counter[str](), Counter[str]()
    for picture in pictures:
        with Image.open(picture.path) as file:
            sent, scale = prepared(file.convert("RGB"))
        # The picture is looked at once, whatever is sought on it.
        pixels = torch.from_numpy(np.ascontiguousarray(sent)).to(device)
        vectors, things = network.look(pixels.unsqueeze(0))
        for record in picture.records:
            numbers = torch.tensor([encode(saying) for saying in record.sayings], device=device)
            agreement = torch.einsum("chw,nc->nhw", vectors[0], network.read(numbers))
            for logits in network.evidence(agreement, things):
                x, y = (float(each) / scale for each in middle(logits))
                left, top, right, bottom = record.box
                hit = left <= x <= right and top <= y <= bottom
                for kind in (record.kind or "text", ALL):
                    tries[kind] += 1
                    hits[kind] += hit
    return {kind: (hits[kind], tries[kind]) for kind in sorted(tries)}
