"""Confidence is the share of answers that are right, on pictures that training did not see."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from torch import Tensor

from agent_e.training.grounder import calibrating, validating
from agent_e.training.grounder.calibrating import calibrate
from agent_e.training.grounder.examples import Picture, read_pictures
from agent_e.training.grounder.network import SmallGrounder, signs
from tests.agent_e.training.grounder.shapes import make_shapes


@pytest.mark.parametrize("right", [0.8, 0.3])
def test_confidence_is_the_share_that_is_right(
    right: float, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, held_out = read_pictures([make_shapes(tmp_path, 40)])
    torch.manual_seed(0)
    network = SmallGrounder()
    answers = iter(torch.rand(10_000, generator=torch.Generator().manual_seed(1)).tolist())
    monkeypatch.setattr(validating.Looked, "hits", lambda *_: next(answers) < right)
    monkeypatch.setattr(calibrating, "_ABSENT", 0.0)

    calibrate(network, pictures, "cpu")

    told = [confidence_of(network, each) for each in looked_at(network, held_out)]
    assert sum(told) / len(told) == pytest.approx(right, abs=0.1)


def test_what_is_not_there_lowers_confidence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pictures, held_out = read_pictures([make_shapes(tmp_path, 40)])
    torch.manual_seed(0)
    network = SmallGrounder()
    monkeypatch.setattr(validating.Looked, "hits", lambda *_: True)
    monkeypatch.setattr(calibrating, "_ABSENT", 1.0)

    calibrate(network, pictures, "cpu")

    told = [confidence_of(network, each) for each in looked_at(network, held_out)]
    # A network that learned nothing cannot tell the half that is there from the half that is not.
    assert sum(told) / len(told) == pytest.approx(0.5, abs=0.15)


def looked_at(network: SmallGrounder, pictures: list[Picture]) -> list[Tensor]:
    with torch.no_grad():
        return [
            logits
            for picture in pictures
            for logits in validating.Looked(network, picture, "cpu").find(["the red bar"])
        ]


def confidence_of(network: SmallGrounder, logits: Tensor) -> float:
    return float((network.calibration * signs(logits)).sum().sigmoid())
