"""What a run came to: its figures, and whether what was saved is what was trained."""

from __future__ import annotations

import gc
import sys
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import torch

from agent_e.errors import ConfigError

from .encoding import Encoder, Row
from .lora import dtype, load_adapter, load_model, logits
from .settings import ADAPTER, MERGED, TuneSettings

_TOLERANCE = {torch.float32: 1e-4, torch.bfloat16: 0.1}
"""Mean difference of logits by merging, which rounds the sum of weights and adapter."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Result:
    """What a run came to; the speed is that of its last process, without evaluation and saving.

    Attributes:
        peak_memory_mib: of the GPU where there is one, else of the process.
        reload_difference: largest difference of a logit after loading what was saved.
        merge_difference: mean difference of a logit of the merged model; ``None`` without one.
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


def figures(trainer: Any, samples: int) -> Result:
    """Collect the figures of training."""
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
    import resource  # Windows has none

    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most >> (20 if sys.platform == "darwin" else 10)


def save(
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
    difference = (trained - logits(again, row)).abs()
    result = replace(result, reload_difference=_small(float(difference.max()), 0, folder))
    if not (lora and settings.merge):
        return result
    again.merge_and_unload().save_pretrained(out / MERGED)
    encoder.save(out / MERGED)
    _free(again)
    difference = (trained - logits(load_model(str(out / MERGED)), row)).abs()
    mean = _small(float(difference.mean()), _TOLERANCE[dtype()], out / MERGED)
    return replace(result, merge_difference=mean)


def _free(model: Any) -> None:
    """Free the memory of a model, whoever still refers to it."""
    model.to("meta")
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()


def _small(difference: float, most: float, folder: Path) -> float:
    if not difference <= most:
        raise ConfigError(
            f"{folder} does not hold what was trained: its logits differ by {difference:.3g}, more "
            f"than {most:g}. Do not use it; the checkpoints are beside it."
        )
    return difference
