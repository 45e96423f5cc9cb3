"""The network: a picture becomes a field of vectors, words become one, and where they agree it is.

Two towers as in CLIP (Radford et al. 2021), but with a vector for each place instead of one for
the picture, and trained on places; blocks of ConvNeXt's shape (Liu et al. 2022), small enough for
a CPU.
"""

from __future__ import annotations

from typing import cast

import torch
from torch import Tensor, nn
from torch.nn import functional

from agent_e.vision.grounders.words import VOCABULARY

STRIDE = 8
"""Pixels of the picture between two places."""
MULTIPLE = 16
"""The picture's sides are multiples of it."""
_WIDTH = 128
_WORDS = 64
_REACH = 2
"""Places around the likeliest one, each way, that tell where the middle of the thing is."""


class _Block(nn.Module):
    """Looks around at each place, then mixes its channels."""

    def __init__(self, channels: int) -> None:
        super().__init__()
        self.body = nn.Sequential(
            nn.Conv2d(channels, channels, 3, padding=1, groups=channels, bias=False),
            nn.BatchNorm2d(channels),
            nn.Conv2d(channels, 2 * channels, 1),
            nn.ReLU(inplace=True),
            nn.Conv2d(2 * channels, channels, 1, bias=False),
            nn.BatchNorm2d(channels),
        )

    def forward(self, field: Tensor) -> Tensor:
        return cast(Tensor, field + self.body(field))


def _smaller(before: int, after: int, side: int) -> nn.Sequential:
    """Halve both sides."""
    convolution = nn.Conv2d(before, after, side, stride=2, padding=(side - 1) // 2, bias=False)
    return nn.Sequential(convolution, nn.BatchNorm2d(after), nn.ReLU(inplace=True))


class SmallGrounder(nn.Module):
    """Finds what is described: about two million parameters.

    Attributes:
        scale: logarithm of the factor between agreement, a cosine, and evidence.
        offset: evidence where there is no agreement.
        calibration: what makes a confidence of the two ``signs`` of an answer, and a constant.
    """

    calibration: Tensor

    def __init__(self) -> None:
        super().__init__()
        self.near = nn.Sequential(
            _smaller(3, 24, 3), _smaller(24, 40, 2), _Block(40), _Block(40), _smaller(40, 96, 2)
        )
        self.middle = nn.Sequential(*(_Block(96) for _ in range(3)))
        self.far = nn.Sequential(_smaller(96, 192, 2), *(_Block(192) for _ in range(4)))
        self.joined = nn.Sequential(
            nn.Conv2d(96 + 192, _WIDTH, 1, bias=False),
            nn.BatchNorm2d(_WIDTH),
            nn.ReLU(inplace=True),
            _Block(_WIDTH),
        )
        self.vectors = nn.Conv2d(_WIDTH, _WIDTH, 1)
        self.things = nn.Conv2d(_WIDTH, 1, 1)
        self.embedding = nn.Embedding(VOCABULARY, _WORDS, padding_idx=0)
        self.weights = nn.Linear(_WORDS, 1)
        self.meaning = nn.Sequential(
            nn.Linear(_WORDS, 4 * _WORDS), nn.ReLU(inplace=True), nn.Linear(4 * _WORDS, _WIDTH)
        )
        self.scale = nn.Parameter(torch.tensor(2.3))
        self.offset = nn.Parameter(torch.tensor(-4.0))
        self.register_buffer("calibration", torch.tensor([1.0, 0.0, 0.0]))

    def look(self, pictures: Tensor) -> tuple[Tensor, Tensor]:
        """Return the vectors of length 1, and how much a thing is at each place.

        Args:
            pictures: N x height x width x 3, 0 to 255; sides are multiples of ``MULTIPLE``.

        Returns:
            N x vector x rows x columns, and N x rows x columns.
        """
        field = self.near(pictures.permute(0, 3, 1, 2).float() / 127.5 - 1)
        near = self.middle(field)
        far = functional.interpolate(self.far(near), scale_factor=2.0, mode="nearest")
        joined = self.joined(torch.cat([near, far], dim=1))
        return functional.normalize(self.vectors(joined), dim=1), self.things(joined).squeeze(1)

    def read(self, numbers: Tensor) -> Tensor:
        """Return a vector of length 1 for each description: N x ``LENGTH`` numbers."""
        words = self.embedding(numbers)
        empty = numbers == 0
        shares = self.weights(words).squeeze(-1).masked_fill(empty, -1e4).softmax(dim=1)
        return functional.normalize(self.meaning((shares.unsqueeze(-1) * words).sum(1)), dim=1)

    def evidence(self, agreement: Tensor, things: Tensor) -> Tensor:
        """Return the logits that something is what is described."""
        return self.scale.exp() * agreement + self.offset + things

    def forward(self, picture: Tensor, numbers: Tensor) -> tuple[Tensor, Tensor, Tensor]:
        """Find one description on one picture: what is exported.

        Args:
            picture: height x width x 3, 0 to 255.
            numbers: ``LENGTH`` numbers.

        Returns:
            The point as x and y in pixels, the confidence from 0 to 1, and the logits of all
            places, rows x columns.
        """
        vectors, things = self.look(picture.unsqueeze(0))
        agreement = torch.einsum("chw,c->hw", vectors[0], self.read(numbers.unsqueeze(0))[0])
        logits = self.evidence(agreement, things[0])
        confidence = (self.calibration * signs(logits)).sum().sigmoid()
        return middle(logits), confidence, logits


def signs(logits: Tensor) -> Tensor:
    """Return what tells whether the likeliest place is right, of logits of rows x columns.

    How strong the evidence is there, how much of all evidence is there, both logarithms, and 1.
    """
    highest = logits.max()
    return torch.stack([highest, highest - logits.flatten().logsumexp(0), torch.ones_like(highest)])


def middle(logits: Tensor) -> Tensor:
    """Return the likeliest place, as x and y in pixels, of logits of rows x columns.

    A thing covers several places: the one whose surroundings agree as well is taken, then the mean
    of these. Odds are smoothed and not their logarithms, in which a large doubtful area is before a
    small sure one.
    """
    odds = (logits - logits.max()).exp()
    smooth = functional.avg_pool2d(odds[None, None], 3, stride=1, padding=1)[0, 0]
    near = torch.ones_like(odds)
    means = []
    for along in (0, 1):
        places = torch.arange(logits.shape[1 - along], device=logits.device)
        highest = smooth.max(dim=along).values.argmax()
        close = ((places - highest).abs() <= _REACH).to(odds.dtype)
        near = near * (close[None] if along == 0 else close[:, None])
        means.append(places + 0.5)
    weights = odds * near
    across, down = (
        (weights.sum(dim=along) * place).sum() / weights.sum() for along, place in enumerate(means)
    )
    return torch.stack([across, down]) * STRIDE
