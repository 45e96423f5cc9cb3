"""The equal configuration of a run for LLaMA-Factory (``llamafactory-cli train``)."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import yaml

from .settings import TuneSettings

CONFIG = "llamafactory.yaml"
_DATASETS = ("agent_e_train", "agent_e_val")
"""Names of the two parts where the data says no others."""


def write_factory_config(settings: TuneSettings, out: Path) -> None:
    """Write the configuration, for the ShareGPT files that stand beside the samples."""
    text = "# llamafactory-cli train THIS_FILE; the numbers are those of training.json\n"
    text += yaml.safe_dump(_config(settings, out), sort_keys=False)
    (out / CONFIG).write_text(text, encoding="utf-8")


def _config(settings: TuneSettings, out: Path) -> dict[str, Any]:
    train, val = _datasets(Path(settings.data))
    lora = {
        "lora_rank": settings.rank,
        "lora_alpha": settings.alpha,
        "lora_dropout": settings.dropout,
        "lora_target": "q_proj,k_proj,v_proj,o_proj",
    }
    return {
        "model_name_or_path": settings.model,
        "image_min_pixels": settings.min_pixels,
        "image_max_pixels": settings.max_pixels,
        "stage": "sft",
        "do_train": True,
        "finetuning_type": settings.method,
        **(lora if settings.method == "lora" else {}),
        "freeze_vision_tower": settings.method == "lora",
        "freeze_multi_modal_projector": settings.method == "lora",
        "dataset_dir": settings.data,
        "dataset": train,
        "eval_dataset": val,
        "template": "qwen2_vl",
        "cutoff_len": settings.max_tokens,
        "output_dir": str(out / "llamafactory"),
        "per_device_train_batch_size": settings.batch,
        "per_device_eval_batch_size": settings.batch,
        "gradient_accumulation_steps": settings.accumulate,
        "gradient_checkpointing": settings.checkpointing,
        "learning_rate": settings.lr,
        "lr_scheduler_type": "cosine",
        "warmup_ratio": settings.warmup,
        "num_train_epochs": settings.epochs,
        **({"max_steps": settings.max_steps} if settings.max_steps > 0 else {}),
        "bf16": True,
        "seed": settings.seed,
        "logging_steps": settings.log_every,
        "eval_strategy": "steps",
        "eval_steps": settings.eval_every,
        "save_steps": settings.save_every,
        "save_total_limit": 2,
        "report_to": "none",
    }


def _datasets(data: Path) -> tuple[str, str]:
    """The names of the training and validation parts in ``dataset_info.json``."""
    info = data / "dataset_info.json"
    names = list(json.loads(info.read_text(encoding="utf-8"))) if info.exists() else []
    train = next((name for name in names if name.endswith("train")), _DATASETS[0])
    return train, next((name for name in names if name.endswith("val")), _DATASETS[1])
