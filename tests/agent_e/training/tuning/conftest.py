"""Made pictures and a tiny model, written once for all tests here."""

from __future__ import annotations

from pathlib import Path

import pytest

pytest.importorskip("torch")

from agent_e.training.tuning.encoding import Encoder
from agent_e.training.tuning.settings import TINY, TuneSettings
from agent_e.training.tuning.squares import MAX_PIXELS, write_squares
from agent_e.training.tuning.tiny import write_base


@pytest.fixture(autouse=True, scope="session")
def _one_thread() -> None:
    import torch

    torch.set_num_threads(1)


@pytest.fixture(scope="session")
def squares(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("squares") / "data"
    write_squares(folder, train=8, val=2, seed=3)
    return folder


@pytest.fixture(scope="session")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("tiny") / "tiny"
    write_base(TINY, folder)
    return folder


@pytest.fixture(scope="session")
def encoder(tiny: Path) -> Encoder:
    return Encoder(str(tiny), min_pixels=3_136, max_pixels=MAX_PIXELS)


@pytest.fixture
def short(squares: Path) -> TuneSettings:
    return TuneSettings(
        data=str(squares),
        model=TINY,
        lr=1e-2,
        max_steps=4,
        batch=2,
        accumulate=2,
        log_every=1,
        eval_every=2,
        save_every=2,
        max_pixels=MAX_PIXELS,
        rank=4,
    )
