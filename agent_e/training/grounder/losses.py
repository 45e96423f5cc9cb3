"""What the small grounder is trained for: right place, right words, and whether it is there."""

from __future__ import annotations

import torch
from torch import Tensor
from torch.nn import functional

from .examples import Batch, places
from .network import STRIDE, SmallGrounder

_NEVER = -1e4


def loss_of(network: SmallGrounder, batch: Batch) -> tuple[Tensor, Tensor]:
    """Return the loss of a batch, and the share of descriptions found on their own pieces.

    The place is sought on all pieces of the batch (as in CLIP, other pieces tell what words do
    not mean), the words among all of the batch. What has the same name elsewhere counts for
    neither.
    """
    vectors, things = network.look(batch.pieces)
    words = network.read(batch.numbers)
    agreement = torch.einsum("nchw,mc->mnhw", vectors, words)
    logits = network.evidence(agreement, things[None])
    own = torch.arange(len(words), device=words.device)
    inside = places(batch.boxes, logits.shape[-1], STRIDE)
    at_own = logits[own, batch.owners]
    same = batch.names[:, None] == batch.names[None]
    right = torch.logsumexp(at_own.masked_fill(~inside, _NEVER).flatten(1), dim=1)
    where = torch.logsumexp(_unlike(logits, inside, batch, same).flatten(1), dim=1) - right
    present = _present(logits, at_own, batch, same)
    which = _which(network, vectors, words, batch, same)
    best = at_own.flatten(1).argmax(dim=1)
    hits = _hits(best, batch.boxes, logits.shape[-1])
    return where.mean() + which + present, hits.float().mean()


def _unlike(logits: Tensor, inside: Tensor, batch: Batch, same: Tensor) -> Tensor:
    """Leave out the places of other things with the same name."""
    descriptions, others = torch.nonzero(same, as_tuple=True)
    apart = descriptions != others
    hidden = torch.zeros_like(logits, dtype=torch.bool)
    for description, other in zip(
        descriptions[apart].tolist(), others[apart].tolist(), strict=True
    ):
        hidden[description, batch.owners[other]] |= inside[other]
    own = torch.arange(len(logits), device=logits.device)
    hidden[own, batch.owners] &= ~inside
    return logits.masked_fill(hidden, _NEVER)


def _present(logits: Tensor, at_own: Tensor, batch: Batch, same: Tensor) -> Tensor:
    """It is on its own piece, and not on one where nothing has its name."""
    pieces = logits.shape[1]
    named = torch.zeros(len(logits), pieces, device=logits.device)
    named.index_add_(1, batch.owners, same.float())
    highest = logits.flatten(2).max(dim=2).values
    absent = highest[named == 0]
    there = at_own.flatten(1).max(dim=1).values
    ones, zeros = torch.ones_like(there), torch.zeros_like(absent)
    found = functional.binary_cross_entropy_with_logits(there, ones)
    if not len(absent):
        return found
    return found + functional.binary_cross_entropy_with_logits(absent, zeros)


def _which(
    network: SmallGrounder, vectors: Tensor, words: Tensor, batch: Batch, same: Tensor
) -> Tensor:
    """Of all descriptions of the batch, its own is the one of this place."""
    middle = (batch.boxes[:, :2] + batch.boxes[:, 2:]) / 2 / STRIDE
    x, y = middle.long().clamp(0, vectors.shape[-1] - 1).unbind(dim=1)
    thing = vectors[batch.owners, :, y, x]
    agreement = network.scale.exp() * thing @ words.T
    apart = same & ~torch.eye(len(words), dtype=torch.bool, device=words.device)
    targets = torch.arange(len(words), device=words.device)
    return functional.cross_entropy(agreement.masked_fill(apart, _NEVER), targets)


def _hits(best: Tensor, boxes: Tensor, rows: int) -> Tensor:
    x = (best % rows + 0.5) * STRIDE
    y = (torch.div(best, rows, rounding_mode="floor") + 0.5) * STRIDE
    across = (boxes[:, 0] <= x) & (x <= boxes[:, 2])
    return across & (boxes[:, 1] <= y) & (y <= boxes[:, 3])
