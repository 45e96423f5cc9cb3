"""From records to a file of weights and its card."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import torch

from agent_e.training.curve import draw_curve

from .calibrating import calibrate
from .card import write_card
from .examples import read_pictures
from .exporting import export
from .fitting import CURVE, Fit, Progress, fit
from .network import SmallGrounder
from .validating import hits_by_kind

WEIGHTS = "small.onnx"
CARD = "card.md"


@dataclass(frozen=True, kw_only=True, slots=True)
class Made:
    """What was made.

    Attributes:
        weights: the exported file, and its size in bytes.
        hits: hits and tries by kind of element, on held-out pictures.
    """

    weights: Path
    size: int
    hits: Mapping[str, tuple[int, int]]


def default_device() -> str:
    """The GPU where there is one."""
    return "cuda" if torch.cuda.is_available() else "cpu"


def make_grounder(folders: Sequence[Path], plan: Fit, told: Callable[[Progress], None]) -> Made:
    """Train on the records of folders, export, validate, and write the card.

    Raises:
        ConfigError: there is nothing to train on, or ``plan.out`` is another network's folder.
    """
    pictures, held_out = read_pictures(folders)
    plan.out.mkdir(parents=True, exist_ok=True)
    torch.manual_seed(plan.seed)
    network = SmallGrounder()
    fit(network, pictures, plan, told)
    rows = [json.loads(line) for line in (plan.out / CURVE).read_text("utf-8").splitlines()]
    draw_curve(rows, plan.out / "curve.png")
    # What confidence is learned from does not count as a try.
    calibrate(network, held_out[::2], plan.device)
    hits = hits_by_kind(network, held_out[1::2] or held_out, plan.device)
    weights = plan.out / WEIGHTS
    size = export(network, weights)
    write_card(plan.out / CARD, network, folders, hits, size)
    return Made(weights=weights, size=size, hits=hits)
