"""Makes the small grounder's confidence the share of its answers that are right.

By logistic regression on pictures that training did not see (Platt 1999): pieces of a batch teach
what is where, but a whole picture has many more places that may look right by chance.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

import torch
from torch.nn import functional

from .examples import Picture
from .network import SmallGrounder, signs
from .validating import Looked

_ABSENT = 0.25
"""Descriptions of what is not on the picture, for each of what is."""
_STEPS = 100
_SLIGHT = 1e-3
"""Weight of small numbers, so that a few answers, all right, do not make it boundless."""


def calibrate(
    network: SmallGrounder, pictures: Sequence[Picture], device: str, seed: int = 0
) -> None:
    """Set the network's ``calibration`` from its answers on pictures."""
    network.to(device).eval()
    given, right = _answers(network, pictures, device, random.Random(seed))
    numbers = network.calibration.clone().requires_grad_()
    optimizer = torch.optim.LBFGS([numbers], max_iter=_STEPS, line_search_fn="strong_wolfe")

    def loss() -> torch.Tensor:
        optimizer.zero_grad()
        wrong = functional.binary_cross_entropy_with_logits(given @ numbers, right)
        total = wrong + _SLIGHT * numbers.square().sum()
        total.backward()
        return total

    optimizer.step(loss)
    network.calibration.copy_(numbers.detach())


@torch.no_grad()
def _answers(
    network: SmallGrounder, pictures: Sequence[Picture], device: str, chance: random.Random
) -> tuple[torch.Tensor, torch.Tensor]:
    """Return the signs of each answer, N x 3, and 1 for each that is right."""
    given: list[torch.Tensor] = []
    right: list[float] = []
    for picture in pictures:
        looked = Looked(network, picture, device)
        for record in picture.records:
            for logits in looked.find(record.sayings):
                given.append(signs(logits))
                right.append(float(looked.hits(logits, record)))
        absent = _absent(picture, pictures, chance)
        given += map(signs, looked.find(absent))
        right += [0.0] * len(absent)
    return torch.stack(given), torch.tensor(right, device=device)


def _absent(picture: Picture, pictures: Sequence[Picture], chance: random.Random) -> list[str]:
    """Descriptions of things of other pictures, that share no name with any of this one."""
    here = {record.name.casefold() for record in picture.records}
    others = [
        record
        for other in pictures
        if other is not picture
        for record in other.records
        if record.name.casefold() not in here
    ]
    most = round(_ABSENT * sum(len(record.sayings) for record in picture.records))
    return [chance.choice(each.sayings) for each in chance.sample(others, min(most, len(others)))]
