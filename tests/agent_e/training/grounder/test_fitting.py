"""The small grounder learns, and goes on where it was left."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch

from agent_e.errors import ConfigError
from agent_e.training.grounder.examples import (
    AMONG_OTHERS,
    ONE_THING,
    Batches,
    Cutting,
    places,
    read_pictures,
)
from agent_e.training.grounder.fitting import CHECKPOINT, CURVE, Fit, Progress, fit
from agent_e.training.grounder.losses import loss_of
from agent_e.training.grounder.network import SmallGrounder, middle
from agent_e.training.records import ClickRecord, write_records
from tests.agent_e.training.grounder.shapes import make_shapes

SMALL = Cutting(side=64, pictures=4, pieces=4, descriptions=1)


@pytest.fixture(scope="module")
def shapes(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return make_shapes(tmp_path_factory.mktemp("shapes"), 40)


@pytest.mark.parametrize("cutting", [ONE_THING, AMONG_OTHERS])
def test_what_is_described_lies_on_its_piece(shapes: Path, cutting: Cutting) -> None:
    batch = next(iter(Batches(read_pictures([shapes])[0], cutting, seed=1)))
    side = cutting.side
    assert batch.pieces.shape[1:] == (side, side, 3)
    assert len(batch.numbers) >= len(batch.pieces)
    assert set(batch.owners.tolist()) == set(range(len(batch.pieces)))
    assert batch.boxes.min() >= 0 and batch.boxes.max() <= side
    inside = places(batch.boxes, side // 8, 8)
    assert inside.flatten(1).any(dim=1).all()


def test_the_thing_is_where_the_box_says(shapes: Path) -> None:
    pictures, _ = read_pictures([shapes])
    batch = next(iter(Batches(pictures, AMONG_OTHERS, seed=2)))
    plain = 0
    for owner, (left, top, right, bottom) in zip(
        batch.owners.tolist(), batch.boxes.tolist(), strict=True
    ):
        piece = batch.pieces[owner].float()
        middle = piece[int(top + bottom) // 2, int(left + right) // 2]
        beside = piece[max(int(top) - 3, 0), max(int(left) - 3, 0)]
        plain += bool((middle - beside).abs().max() < 20)
    assert plain <= len(batch.owners) * 0.1  # a dark blue thing may be grey on grey


def test_the_same_seed_cuts_the_same(shapes: Path) -> None:
    pictures, _ = read_pictures([shapes])
    one, same, other = (next(iter(Batches(pictures, ONE_THING, seed))) for seed in (5, 5, 6))
    assert torch.equal(one.pieces, same.pieces)
    assert not torch.equal(one.pieces, other.pieces)


def test_it_learns_shapes_and_goes_on_where_it_was_left(shapes: Path, tmp_path: Path) -> None:
    pictures, _ = read_pictures([shapes])
    torch.manual_seed(0)
    network = SmallGrounder()
    optimizer = torch.optim.AdamW(network.parameters(), lr=2e-3)
    batches = iter(Batches(pictures, SMALL, seed=3))
    losses = []
    for _ in range(25):
        loss, _ = loss_of(network, next(batches))
        optimizer.zero_grad()
        loss.backward()
        optimizer.step()
        losses.append(float(loss.detach()))
    assert sum(losses[-5:]) < 0.8 * sum(losses[:5])

    def fitted(minutes: float) -> SmallGrounder:
        plan = Fit(out=tmp_path, minutes=minutes, device="cpu", first=SMALL, then=SMALL)
        trained = SmallGrounder()
        fit(trained, pictures, plan, told.append)
        return trained

    told: list[Progress] = []
    before = fitted(0.02)
    steps = told[-1].step
    assert steps > 0 and told[-1].seconds >= 1.2
    same = fitted(0.02)
    assert told[-1].step == steps, "the time was used up"
    for name, weight in before.state_dict().items():
        assert torch.equal(same.state_dict()[name], weight), name
    fitted(0.03)
    assert told[-1].step > steps
    lines = [json.loads(line) for line in (tmp_path / CURVE).read_text().splitlines()]
    assert [line["step"] for line in lines] == sorted(line["step"] for line in lines)


def test_what_is_no_checkpoint_is_refused(shapes: Path, tmp_path: Path) -> None:
    torch.save({"network": {}}, tmp_path / CHECKPOINT)
    pictures, _ = read_pictures([shapes])
    with pytest.raises(ConfigError, match="no checkpoint of this network"):
        fit(SmallGrounder(), pictures, Fit(out=tmp_path, minutes=1, device="cpu"), lambda _: None)


def test_records_without_sayings_are_nothing_to_train_on(tmp_path: Path) -> None:
    record = ClickRecord(id="a", image="a.png", width=9, height=9, box=(0, 0, 1, 1), source="x")
    write_records(tmp_path / "records.jsonl", [record])
    with pytest.raises(ConfigError, match="nothing to train on"):
        read_pictures([tmp_path])


def test_a_small_sure_place_is_before_a_large_doubtful_one_and_before_the_edges() -> None:
    logits = torch.full((20, 30), -9.0)
    logits[2:12, 15:25] = -4.0
    logits[15, 4] = 3.0
    assert (middle(logits) / 8).tolist() == pytest.approx([4.5, 15.5], abs=0.1)
    logits[15:18, 4:7] = 3.0
    assert (middle(logits) / 8).tolist() == pytest.approx([5.5, 16.5], abs=0.1)
