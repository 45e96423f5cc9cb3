"""The whole of training at a small scale: made pictures, a tiny model, an adapter, its clicks.

A model with random weights has nothing that an adapter could steer. So all parameters of the tiny
one are trained first, on other pictures of the same kind; then an adapter is trained, as it is
for real models.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import torch

from agent_e.errors import ActionParseError
from agent_e.training.data.examples import Draw
from agent_e.training.data.prepare import DataOptions, prepare
from agent_e.training.data.screening import Reason
from agent_e.training.records import Sample, read_records
from agent_e.types import Picture
from agent_e.vision.actions import Space
from agent_e.vision.coordinates import Size
from agent_e.vision.grounding import Sent, read_point
from agent_e.vision.spec import VisionSpec

from .encoding import Encoder
from .lora import answer, load_model
from .result import Result
from .run import tune
from .settings import MERGED, TINY, TRAIN, TuneSettings
from .squares import MAX_PIXELS, write_rows, write_squares
from .trainer import Say

SAMPLES = 32
_HALVED = 40
"""Steps after which the loss is at most half."""
_SHARE = 0.9
_ANSWER_TOKENS = 80


@dataclass(frozen=True, kw_only=True, slots=True)
class Check:
    """One check and what it measured."""

    name: str
    passed: bool
    figure: str


def checks(folder: Path, say: Say) -> Iterator[Check]:
    """Train in ``folder``, and yield each check as soon as it is made."""
    # Several threads on shared cores wait for each other most of the time.
    torch.set_num_threads(1)
    data = folder / "data"
    if not data.exists():
        write_squares(data, train=SAMPLES, val=8, seed=1)
    settings = check_settings(data)
    yield prepared(folder, settings)
    base = tune(settings, folder / "base", say)
    assert base is not None
    yield _halved(base, folder / "base")
    yield _same("the model loaded again", base.reload_difference)
    update = {
        "model": str(folder / "base" / MERGED),
        "method": "lora",
        "lr": 5e-3,
        "max_steps": 200,
    }
    lora = tune(settings.model_copy(update=update), folder / "lora", say)
    assert lora is not None
    share = f"{lora.trained_parameters:,} of {lora.parameters:,} parameters"
    yield Check(
        name="only the adapter is trained",
        passed=0 < lora.trained_parameters < lora.parameters / 5,
        figure=share,
    )
    yield _same("the adapter loaded again", lora.reload_difference)
    merged = lora.merge_difference
    yield Check(
        name="the merged model",
        passed=merged is not None,
        figure=f"logits differ by {merged:.2g} on average",
    )
    yield right(clicked(folder / "lora" / MERGED, data, settings))


def prepared(folder: Path, limits: TuneSettings) -> Check:
    """Make training data of rows like Wave-UI's: the good ones are kept, each target is read."""
    rows, out = folder / "rows", folder / "samples"
    if not out.exists():
        shutil.rmtree(rows, ignore_errors=True)
        write_rows(rows, SAMPLES, seed=2)
        options = DataOptions(
            sources=(rows,),
            out=out,
            row=_row(limits),
            draw=Draw(prompts=("grounder",), negatives=0.0, asks=1),
            shares={"train": 1.0, "val": 0.0, "test": 0.0},
        )
        prepare(options, lambda screened, written: None)
    told = json.loads((out / "statistics.json").read_text(encoding="utf-8"))
    hits = [hit(each.answer, each, limits) for each in read_records(out / TRAIN, Sample)]
    reasons = {Reason.PLATFORM: 1, Reason.OUTSIDE: 1, Reason.MISSING: 1, Reason.DOUBLE: 1}
    rejected = {reason: count for reason, count in told["rejected"].items() if count}
    left_out = ", ".join(f"{reason} {count}" for reason, count in rejected.items())
    return Check(
        name="data from rows like Wave-UI's",
        passed=len(hits) == SAMPLES and all(hits) and rejected == reasons,
        figure=f"{sum(hits)} of {told['rows']} rows, each target in its box; left out: {left_out}",
    )


def check_settings(data: Path) -> TuneSettings:
    """The settings that teach the tiny model such pictures."""
    return TuneSettings(
        data=str(data),
        model=TINY,
        method="full",
        lr=3e-3,
        max_steps=200,
        batch=8,
        accumulate=1,
        checkpointing=False,
        log_every=10,
        eval_every=1_000,
        save_every=60,
        max_pixels=MAX_PIXELS,
    )


def clicked(folder: Path, data: Path, limits: TuneSettings) -> list[bool]:
    """Ask a model for every training click; whether each answer is read and lies in its box."""
    encoder = Encoder(str(folder), min_pixels=limits.min_pixels, max_pixels=limits.max_pixels)
    model = load_model(str(folder)).eval()
    hits = []
    for sample in read_records(data / TRAIN, Sample):
        row = encoder.collate([encoder.prompt(sample, data)])
        [ids] = answer(model, row, max_tokens=_ANSWER_TOKENS)
        hits.append(hit(encoder.text(ids), sample, limits))
    return hits


def hit(reply: str, sample: Sample, limits: TuneSettings) -> bool:
    """Whether an answer is read by the parser of inference, and its point lies in the box."""
    size = Size(width=sample.width, height=sample.height)
    row = _row(limits)
    nothing = Picture(data=b"", media_type="image/png")
    try:
        x, y = read_point(reply, Sent(picture=nothing, scaling=row.scaling(size), row=row))
    except ActionParseError:
        return False
    left, top, right, bottom = sample.box or (1, 1, 0, 0)
    return left <= x <= right and top <= y <= bottom


def _row(limits: TuneSettings) -> VisionSpec:
    return VisionSpec(
        dialect="ui_tars",
        space=Space.RESIZED_PX,
        min_pixels=limits.min_pixels,
        max_pixels=limits.max_pixels,
    )


def _halved(result: Result, folder: Path) -> Check:
    lines = (folder / "curve.jsonl").read_text(encoding="utf-8").splitlines()
    losses = {row["step"]: row["loss"] for row in map(json.loads, lines) if "loss" in row}
    first, later = losses[1], losses[_HALVED]
    return Check(
        name=f"the loss in {_HALVED} steps, all parameters of a random model trained",
        passed=later <= first / 2,
        figure=f"{first:.2f} to {later:.2f}; {result.samples_per_second} samples a second",
    )


def _same(name: str, difference: float) -> Check:
    return Check(name=name, passed=difference == 0, figure=f"logits differ by {difference:g}")


def right(hits: list[bool]) -> Check:
    """The check of the clicks."""
    return Check(
        name="training clicks in the right format and place",
        passed=sum(hits) >= _SHARE * len(hits),
        figure=f"{sum(hits)} of {len(hits)}",
    )
