"""The settings of a fine-tuning run, and the files of its folder."""

from __future__ import annotations

import hashlib
import json
from pathlib import Path
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, ValidationError

from agent_e.errors import ConfigError

TRAIN, VAL = "train.jsonl", "val.jsonl"
SETTINGS, RESULT = "training.json", "result.json"
CHECKPOINTS, ADAPTER, MERGED, BASE = "checkpoints", "adapter", "merged", "base"
CHAT_TEMPLATE = (
    "{% for message in messages %}"
    "{% if loop.first and message.role != 'system' %}"
    "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n"
    "{% endif %}"
    "<|im_start|>{{ message.role }}\n"
    "{% if message.content is string %}{{ message.content }}{% else %}"
    "{% for part in message.content %}"
    "{% if part.type in ('image', 'image_url') %}<|vision_start|><|image_pad|><|vision_end|>"
    "{% elif part.type == 'text' %}{{ part.text }}{% endif %}"
    "{% endfor %}{% endif %}"
    "<|im_end|>\n"
    "{% endfor %}"
    "{% if add_generation_prompt %}<|im_start|>assistant\n{% endif %}"
)
"""What Qwen2.5-VL's own does with words and pictures; for models that come without one."""
TINY, RANDOM_7B = "tiny", "random:7b"
MADE = (TINY, RANDOM_7B)
"""Models that are made here, with random weights."""
_FREE = {"merge", "workers"}
"""Settings that may differ when a run goes on."""


class TuneSettings(BaseModel):
    """One fine-tuning run; the names are those of the options."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    data: str
    model: str
    method: Literal["lora", "full"] = "lora"
    rank: int = 32
    alpha: int = 64
    dropout: float = 0.0
    lr: float = 1e-4
    warmup: float = 0.05
    epochs: float = 1.0
    max_steps: int = -1
    batch: int = 1
    accumulate: int = 16
    min_pixels: int = 3_136
    max_pixels: int = 1_048_576
    max_tokens: int = 4_096
    dialect: str = "ui_tars"
    """Action format of the answers."""
    space: str = "resized_px"
    """What their points count."""
    log_every: int = 10
    eval_every: int = 200
    save_every: int = 200
    seed: int = 0
    checkpointing: bool = True
    workers: int = 0
    merge: bool = True
    data_hash: str = ""
    """Of the training samples: a run goes on with the same ones only."""


def written_for(data: Path) -> dict[str, Any]:
    """How the model sees that ``train data`` wrote a folder for: a part of the settings.

    Raises:
        ConfigError: the folder's statistics cannot be read.
    """
    statistics = data / "statistics.json"
    if not statistics.exists():
        return {}
    try:
        row = json.loads(statistics.read_text(encoding="utf-8"))["model"]
        return {key: row[key] for key in ("dialect", "space", "min_pixels", "max_pixels")}
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise ConfigError(
            f"{statistics} does not say what it was written for ({error!r}). Make the data again."
        ) from error


def source_of(settings: TuneSettings, out: Path) -> str:
    """Where the model to begin with is loaded from: those made here are in the run's folder."""
    return str(out / BASE) if settings.model in MADE else settings.model


def begin(settings: TuneSettings, out: Path) -> TuneSettings:
    """Write the settings of a run, or compare them with those it began with.

    Raises:
        ConfigError: the folder is of another run, or the data cannot be read.
    """
    try:
        data = Path(settings.data, TRAIN).read_bytes()
    except OSError as error:
        raise ConfigError(
            f"{settings.data} has no {TRAIN}: {error}. Make the data with train data."
        ) from error
    now = settings.model_copy(update={"data_hash": hashlib.sha256(data).hexdigest()[:16]})
    if (out / SETTINGS).exists():
        before = read_settings(out)
        names = sorted(TuneSettings.model_fields.keys() - _FREE)
        other = [name for name in names if getattr(before, name) != getattr(now, name)]
        if other:
            raise ConfigError(
                f"{out} holds a run with other settings ({', '.join(other)}). Repeat its command "
                "to go on, or give another --out."
            )
    out.mkdir(parents=True, exist_ok=True)
    write_whole(out / SETTINGS, now.model_dump_json(indent=2))
    return now


def read_settings(out: Path) -> TuneSettings:
    """Read the settings of a run.

    Raises:
        ConfigError: the folder is none of ``train run``.
    """
    try:
        return TuneSettings.model_validate_json((out / SETTINGS).read_text(encoding="utf-8"))
    except (OSError, ValidationError) as error:
        raise ConfigError(
            f"{out} is no folder of train run: its {SETTINGS} cannot be read. Train one first."
        ) from error


def write_whole(path: Path, text: str) -> None:
    """Replace a file at once: a process that dies leaves the old or the new one."""
    beside = path.with_name(f".{path.name}.new")
    beside.write_text(text, encoding="utf-8")
    beside.replace(path)
