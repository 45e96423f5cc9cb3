"""``agent-e train run`` and ``train tiny``: fine-tune a vision model."""

from __future__ import annotations

from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from agent_e.errors import ConfigError

from .options import Json, argument, flag, option
from .output import print_json, print_note, print_out

if TYPE_CHECKING:
    from agent_e.training.tuning.result import Result

_TRAINED, _PICTURES, _STEPS = "What is trained", "Pictures and words", "Steps"


def needs_train() -> None:
    """Check that the extra is there.

    Raises:
        ConfigError: it is not.
    """
    if any(find_spec(name) is None for name in ("torch", "transformers", "peft", "accelerate")):
        raise ConfigError(
            "Training needs packages that are not installed. Run: pip install 'agent-e[train]'"
        )


def run(
    data: Annotated[Path, argument("Folder that train data wrote.", "DATA")],
    model: Annotated[
        str,
        option(
            "Shaped as Qwen2.5-VL: a folder, a name such as ByteDance-Seed/UI-TARS-1.5-7B, tiny "
            "(made here), or random:7b (to measure with).",
            "NAME",
        ),
    ],
    out: Annotated[Path, option("Folder of the run; the same command goes on in it.", "DIR")],
    full: Annotated[
        bool,
        flag("--full", "Train all parameters of a small model, without LoRA.", panel=_TRAINED),
    ] = False,
    rank: Annotated[int, option("Of the adapter.", "N", panel=_TRAINED, min=1)] = 32,
    alpha: Annotated[int, option("Its strength, times the rank.", "N", panel=_TRAINED)] = 64,
    dropout: Annotated[float, option("Of the adapter.", "SHARE", panel=_TRAINED, min=0)] = 0.0,
    min_pixels: Annotated[
        int | None, option("Smallest area (default: that of the data).", "N", panel=_PICTURES)
    ] = None,
    max_pixels: Annotated[
        int | None, option("Largest area (default: that of the data).", "N", panel=_PICTURES)
    ] = None,
    max_tokens: Annotated[int, option("Of a sample.", "N", panel=_PICTURES)] = 4_096,
    lr: Annotated[float, option("Highest learning rate.", "RATE", panel=_STEPS)] = 1e-4,
    warmup: Annotated[float, option("Share of steps up to it.", "SHARE", panel=_STEPS)] = 0.05,
    epochs: Annotated[float, option("Rounds through the samples.", "N", panel=_STEPS)] = 1.0,
    max_steps: Annotated[int, option("Instead of epochs.", "N", panel=_STEPS)] = -1,
    batch: Annotated[int, option("Samples at a time and GPU.", "N", panel=_STEPS, min=1)] = 1,
    accumulate: Annotated[int, option("Batches of a step.", "N", panel=_STEPS, min=1)] = 16,
    log_every: Annotated[int, option("Steps per point of the curve.", "N", panel=_STEPS)] = 10,
    eval_every: Annotated[int, option("Steps per validation.", "N", panel=_STEPS)] = 200,
    save_every: Annotated[int, option("Steps per checkpoint.", "N", panel=_STEPS)] = 200,
    seed: Annotated[int, option("Of order and adapter.", "N", panel=_STEPS)] = 0,
    workers: Annotated[int, option("Processes that read pictures.", "N", panel=_STEPS)] = 0,
    checkpointing: Annotated[
        bool,
        typer.Option(help="Compute activations twice, to save memory.", rich_help_panel=_STEPS),
    ] = True,
    merge: Annotated[bool, typer.Option(help="Write the merged model as well.")] = True,
    as_json: Json = False,
) -> None:
    """Fine-tune a vision model with LoRA on the attention of its language model.

    In the folder: adapter, merged, checkpoints, curve.png, curve.jsonl, result.json, and
    llamafactory.yaml, the same run for LLaMA-Factory. Several GPUs: accelerate launch -m agent_e
    train run … with the same options; a step then has --batch samples of each GPU.
    """
    needs_train()
    from agent_e.training.tuning.run import tune
    from agent_e.training.tuning.settings import TuneSettings, written_for

    limits = {"min_pixels": min_pixels, "max_pixels": max_pixels}
    given = {name: value for name, value in limits.items() if value is not None}
    settings = TuneSettings(
        data=str(data),
        model=model,
        method="full" if full else "lora",
        rank=rank,
        alpha=alpha,
        dropout=dropout,
        max_tokens=max_tokens,
        lr=lr,
        warmup=warmup,
        epochs=epochs,
        max_steps=max_steps,
        batch=batch,
        accumulate=accumulate,
        log_every=log_every,
        eval_every=eval_every,
        save_every=save_every,
        seed=seed,
        workers=workers,
        checkpointing=checkpointing,
        merge=merge,
        **{**written_for(data), **given},
    )
    result = tune(settings, out, print_note)
    if result is not None:
        _show(result, out, as_json)


def tiny(
    out: Annotated[Path, option("Folder to write it to.", "DIR")],
    seed: Annotated[int, option("Of its weights.", "N")] = 0,
) -> None:
    """Write a tiny Qwen2.5-VL with random weights, to try the other commands on."""
    needs_train()
    from agent_e.training.tuning.settings import TINY
    from agent_e.training.tuning.tiny import write_base

    if out.exists() and any(out.iterdir()):
        raise ConfigError(f"{out} is not empty. Give another --out.")
    write_base(TINY, out, seed=seed)
    print_out(str(out))


def _show(result: Result, out: Path, as_json: bool) -> None:
    from dataclasses import asdict

    if as_json:
        print_json(asdict(result))
        return
    print_note(
        f"Loss {_short(result.first_loss)} to {_short(result.last_loss)} in {result.steps} steps, "
        f"{_short(result.val_loss)} in validation; {result.trained_parameters:,} of "
        f"{result.parameters:,} parameters trained on {result.device}."
    )
    print_note(
        f"{result.samples_per_second} samples and {result.tokens_per_second} tokens a second, "
        f"{result.peak_memory_mib:,} MiB at most."
    )
    merged = "not written" if result.merge_difference is None else f"{result.merge_difference:.2g}"
    print_note(
        f"Loaded again, logits differ by {result.reload_difference:g}; of the merged model by "
        f"{merged}."
    )
    print_out(str(out))


def _short(loss: float | None) -> str:
    return "unknown" if loss is None else f"{loss:.4f}"
