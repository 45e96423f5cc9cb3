"""One fine-tuning run: data and a model in, an adapter and a merged model out.

The same command goes on where a killed run was. Several processes (``accelerate launch``) train
together; only the first writes.
"""

from __future__ import annotations

import json
from dataclasses import asdict
from pathlib import Path

from accelerate import PartialState
from transformers.utils import logging

from agent_e.training.records import Sample, read_records

from .encoding import Encoder, Row
from .factory import write_factory_config
from .lora import add_lora, load_base
from .result import Result, figures, save
from .settings import (
    BASE,
    CHECKPOINTS,
    MADE,
    RESULT,
    TRAIN,
    VAL,
    TuneSettings,
    begin,
    source_of,
    write_whole,
)
from .tiny import write_base
from .trainer import Say, last_checkpoint, make_trainer, write_curve


def tune(settings: TuneSettings, out: Path, say: Say) -> Result | None:
    """Train, save and check; return ``None`` in processes other than the first.

    Args:
        settings: of the run.
        out: its folder; one that was begun with the same settings is gone on with.
        say: told of progress.

    Raises:
        ConfigError: data, model or folder cannot be used, or what was saved differs from what was
            trained.
    """
    logging.disable_progress_bar()
    state = PartialState()
    if state.is_main_process:
        settings = begin(settings, out)
        write_factory_config(settings, out)
        if settings.model in MADE and not (out / BASE / "config.json").exists():
            write_base(settings.model, out / BASE, seed=settings.seed)
    state.wait_for_everyone()
    if (out / RESULT).exists():
        if not state.is_main_process:
            return None
        say(f"{out} is finished already.")
        return Result(**json.loads((out / RESULT).read_text(encoding="utf-8")))
    encoder = Encoder(
        source_of(settings, out), min_pixels=settings.min_pixels, max_pixels=settings.max_pixels
    )
    train, val = (_Samples(settings, name, encoder) for name in (TRAIN, VAL))
    model = load_base(settings, out)
    if settings.method == "lora":
        model = add_lora(model, settings)
    trainer = make_trainer(model, settings, out, encoder, train, val, say)
    last = last_checkpoint(out / CHECKPOINTS)
    if last:
        say(f"Going on from {last.name}.")
    trainer.train(resume_from_checkpoint=str(last) if last else None)
    steps = trainer.state.global_step
    measured = [row["step"] for row in trainer.state.log_history if "eval_loss" in row]
    if len(val) and steps not in measured:
        trainer.evaluate()
    if not trainer.is_world_process_zero():
        return None
    write_curve(trainer.state.log_history, out)
    result = figures(trainer, len(train))
    # Without the casts of training, which what is loaded again has not either.
    model = trainer.accelerator.unwrap_model(trainer.model, keep_fp32_wrapper=False)
    del trainer
    result = save(model, settings, out, encoder, train[0], result)
    write_whole(out / RESULT, json.dumps(asdict(result), indent=2))
    return result


class _Samples:
    """The samples of one file, encoded when asked for."""

    def __init__(self, settings: TuneSettings, name: str, encoder: Encoder) -> None:
        self._folder = Path(settings.data)
        self._encoder = encoder
        path = self._folder / name
        there = name == TRAIN or path.exists()
        self._samples = list(read_records(path, Sample)) if there else []
        if self._samples or name == TRAIN:
            encoder.check(self._samples, self._folder, max_tokens=settings.max_tokens)

    def __len__(self) -> int:
        return len(self._samples)

    def __getitem__(self, index: int) -> Row:
        return self._encoder.sample(self._samples[index], self._folder)
