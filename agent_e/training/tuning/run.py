"""One fine-tuning run: data and a model in, an adapter and a merged model out.

The same command goes on where a killed run was. Several processes (``accelerate launch``) train
together; only the first writes.
"""

from __future__ import annotations

import gc
import json
import resource
import sys
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from pathlib import Path
from typing import Any

import torch
from accelerate import PartialState
from transformers import Trainer, TrainerCallback, TrainingArguments
from transformers.utils import logging

from agent_e.errors import ConfigError
from agent_e.training.records import Sample, read_records

from .curve import write_curve
from .encoding import Encoder, Row
from .factory import write_factory_config
from .lora import add_lora, load_adapter, load_base, load_model, logits
from .settings import (
    ADAPTER,
    BASE,
    CHECKPOINTS,
    MADE,
    MERGED,
    RESULT,
    TRAIN,
    VAL,
    TuneSettings,
    begin,
    source_of,
    write_whole,
)
from .tiny import write_base

Say = Callable[[str], None]
_TOLERANCE = {torch.float32: 1e-3, torch.bfloat16: 0.5}
"""Between logits before and after merging: adding the adapter to the weights rounds them."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What a run came to; the speed is that of its last process, without evaluation and saving.

    Attributes:
        peak_memory_mib: of the GPU where there is one, else of the process.
        reload_difference: largest difference of a logit after loading what was saved.
        merge_difference: the same of the merged model; ``None`` without one.
    """

    steps: int
    samples: int
    first_loss: float | None
    last_loss: float | None
    val_loss: float | None
    trained_parameters: int
    parameters: int
    device: str
    processes: int
    samples_per_second: float | None
    tokens_per_second: float | None
    peak_memory_mib: int
    reload_difference: float = 0.0
    merge_difference: float | None = None


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
        say(f"{out} is finished already.")
        return Result(**json.loads((out / RESULT).read_text(encoding="utf-8")))
    encoder = Encoder(
        source_of(settings, out), min_pixels=settings.min_pixels, max_pixels=settings.max_pixels
    )
    train, val = (_Samples(settings, name, encoder) for name in (TRAIN, VAL))
    model = load_base(settings, out)
    if settings.method == "lora":
        model = add_lora(model, settings)
    trainer = _trainer(model, settings, out, encoder, train, val, say)
    last = _last_checkpoint(out / CHECKPOINTS)
    if last:
        say(f"Going on from {last.name}.")
    trainer.train(resume_from_checkpoint=str(last) if last else None)
    if len(val):
        trainer.evaluate()
    if not trainer.is_world_process_zero():
        return None
    write_curve(trainer.state.log_history, out)
    result = _figures(trainer, len(train))
    model = trainer.accelerator.unwrap_model(trainer.model)
    del trainer
    result = _saved(model, settings, out, encoder, train[0], result)
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


class _Watch(TrainerCallback):
    """Tells of progress, writes the curve, and takes the time of steps alone."""

    def __init__(self, out: Path, say: Say) -> None:
        self._out, self._say = out, say
        self._since = self.seconds = 0.0
        self.steps = self.tokens = 0

    def on_train_begin(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._since = time.monotonic()
        self.steps, self.tokens = -state.global_step, -state.num_input_tokens_seen

    def on_step_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        now = time.monotonic()
        self.seconds, self._since = self.seconds + now - self._since, now

    def on_evaluate(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._since = time.monotonic()

    def on_save(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self._since = time.monotonic()

    def on_train_end(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        self.steps += state.global_step
        self.tokens += state.num_input_tokens_seen

    def on_log(self, args: Any, state: Any, control: Any, **_: Any) -> None:
        row = state.log_history[-1]
        if state.is_world_process_zero and ("loss" in row or "eval_loss" in row):
            write_curve(state.log_history, self._out)
            name = "loss" if "loss" in row else "eval_loss"
            self._say(f"step {state.global_step} of {state.max_steps}: {name} {row[name]:.4f}")


def _trainer(
    model: Any,
    settings: TuneSettings,
    out: Path,
    encoder: Encoder,
    train: _Samples,
    val: _Samples,
    say: Say,
) -> Any:
    on_gpu = torch.cuda.is_available()
    model.config.use_cache = False
    arguments = TrainingArguments(
        output_dir=str(out / CHECKPOINTS),
        per_device_train_batch_size=settings.batch,
        per_device_eval_batch_size=settings.batch,
        gradient_accumulation_steps=settings.accumulate,
        learning_rate=settings.lr,
        lr_scheduler_type="cosine",
        warmup_steps=settings.warmup,
        num_train_epochs=settings.epochs,
        max_steps=settings.max_steps,
        bf16=on_gpu,
        use_cpu=not on_gpu,
        gradient_checkpointing=settings.checkpointing,
        gradient_checkpointing_kwargs={"use_reentrant": False} if settings.checkpointing else None,
        logging_steps=settings.log_every,
        logging_first_step=True,
        eval_strategy="steps" if len(val) else "no",
        eval_steps=settings.eval_every,
        prediction_loss_only=True,
        save_steps=settings.save_every,
        save_total_limit=2,
        include_num_input_tokens_seen="non_padding",
        dataloader_num_workers=settings.workers,
        ddp_find_unused_parameters=False,
        remove_unused_columns=False,
        label_names=["labels"],
        report_to="none",
        disable_tqdm=True,
        seed=settings.seed,
    )
    trainer = Trainer(
        model=model,
        args=arguments,
        train_dataset=train,
        eval_dataset=val if len(val) else None,
        data_collator=encoder.collate,
    )
    trainer.pop_callback(next(c for c in trainer.callback_handler.callbacks if _prints(c)))
    trainer.watch = _Watch(out, say)
    trainer.add_callback(trainer.watch)
    return trainer


def _prints(callback: Any) -> bool:
    return type(callback).__name__ == "PrinterCallback"


def _last_checkpoint(folder: Path) -> Path | None:
    """The last one that is whole: the state is what a trainer writes last."""
    found = sorted(folder.glob("checkpoint-*"), key=lambda each: int(each.name[11:]))
    return next((each for each in reversed(found) if _whole(each)), None)


def _whole(checkpoint: Path) -> bool:
    try:
        json.loads((checkpoint / "trainer_state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return True


def _figures(trainer: Any, samples: int) -> Result:
    watch, history = trainer.watch, trainer.state.log_history
    arguments = trainer.args
    losses = [row["loss"] for row in history if "loss" in row]
    vals = [row["eval_loss"] for row in history if "eval_loss" in row]
    processes = arguments.world_size
    done = watch.steps * arguments.per_device_train_batch_size * processes
    done *= arguments.gradient_accumulation_steps
    parameters = list(trainer.model.parameters())
    return Result(
        steps=trainer.state.global_step,
        samples=samples,
        first_loss=losses[0] if losses else None,
        last_loss=losses[-1] if losses else None,
        val_loss=vals[-1] if vals else None,
        trained_parameters=sum(each.numel() for each in parameters if each.requires_grad),
        parameters=sum(each.numel() for each in parameters),
        device=torch.cuda.get_device_name() if torch.cuda.is_available() else "cpu",
        processes=processes,
        samples_per_second=round(done / watch.seconds, 3) if watch.steps else None,
        tokens_per_second=round(watch.tokens / watch.seconds, 1) if watch.steps else None,
        peak_memory_mib=_peak_memory(),
    )


def _peak_memory() -> int:
    if torch.cuda.is_available():
        return int(torch.cuda.max_memory_allocated() >> 20)
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def _saved(
    model: Any, settings: TuneSettings, out: Path, encoder: Encoder, row: Row, result: Result
) -> Result:
    """Save what was trained, and compare the logits of what is loaded again."""
    row = encoder.collate([row])
    trained = logits(model, row)
    folder = out / (ADAPTER if settings.method == "lora" else MERGED)
    model.config.use_cache = True
    model.save_pretrained(folder)
    encoder.save(folder)
    _free(model)
    lora = settings.method == "lora"
    again = load_adapter(settings, out, folder) if lora else load_model(str(folder))
    difference = _difference(trained, logits(again, row), 0.0, folder)
    result = replace(result, reload_difference=difference)
    if not (lora and settings.merge):
        return result
    again.merge_and_unload().save_pretrained(out / MERGED)
    encoder.save(out / MERGED)
    _free(again)
    merged = logits(load_model(str(out / MERGED)), row)
    most = _TOLERANCE[torch.bfloat16 if torch.cuda.is_available() else torch.float32]
    return replace(result, merge_difference=_difference(trained, merged, most, out / MERGED))


def _free(model: Any) -> None:
    """Free the memory of a model, whoever still refers to it."""
    model.to("meta")
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def _difference(before: Any, after: Any, most: float, folder: Path) -> float:
    found = float((before - after).abs().max())
    if not found <= most:
        raise ConfigError(
            f"{folder} does not hold what was trained: its logits differ by {found:.3g}, more than "
            f"{most:g}. Do not use it; the checkpoints are beside it."
        )
    return found
