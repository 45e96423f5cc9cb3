"""The trainer of transformers as a run uses it, and its checkpoints."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from transformers import Trainer, TrainerCallback, TrainingArguments

from agent_e.training.curve import draw_curve

from .encoding import Encoder
from .settings import CHECKPOINTS, TuneSettings, write_whole

Say = Callable[[str], None]
_KEPT = ("step", "epoch", "loss", "eval_loss", "learning_rate", "grad_norm")


def write_curve(history: Sequence[Mapping[str, Any]], out: Path) -> None:
    """Write ``curve.jsonl`` and ``curve.png``.

    Args:
        history: what the trainer logged, since the first start of the run.
        out: the run's folder.
    """
    rows = [
        {key: row[key] for key in _KEPT if key in row}
        for row in history
        if "loss" in row or "eval_loss" in row
    ]
    write_whole(out / "curve.jsonl", "".join(json.dumps(row) + "\n" for row in rows))
    if rows:
        draw_curve(rows, out / "curve.png")


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


def make_trainer(
    model: Any,
    settings: TuneSettings,
    out: Path,
    encoder: Encoder,
    train: Any,
    val: Any,
    say: Say,
) -> Any:
    """Return the trainer; its ``watch`` has measured the steps when it ends."""
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
        activation_checkpointing=settings.checkpointing,
        activation_checkpointing_kwargs={"use_reentrant": False}
        if settings.checkpointing
        else None,
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


def last_checkpoint(folder: Path) -> Path | None:
    """The last one that is whole: the state is what a trainer writes last."""
    found = sorted(folder.glob("checkpoint-*"), key=lambda each: int(each.name[11:]))
    return next((each for each in reversed(found) if _whole(each)), None)


def _whole(checkpoint: Path) -> bool:
    try:
        json.loads((checkpoint / "trainer_state.json").read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return False
    return True
