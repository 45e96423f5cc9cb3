"""Loading models, the adapter of LoRA, merging, and whether what was saved is what was trained."""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import torch
from peft import LoraConfig, PeftModel, get_peft_model
from transformers import AutoConfig, AutoModelForImageTextToText

from agent_e.errors import ConfigError

from .encoding import Row
from .settings import RANDOM_7B, TuneSettings, source_of

TARGETS = r"(?:model\.)*language_model\.layers\.\d+\.self_attn\.[qkvo]_proj"
"""The attention projections of the language model; the vision tower has others of like names."""
_PROJECTIONS = 4
_SHAPE = "qwen2_5_vl"


def device() -> Any:
    """The GPU where there is one."""
    return torch.device("cuda" if torch.cuda.is_available() else "cpu")


def dtype() -> Any:
    """The type of weights: bfloat16 on a GPU."""
    return torch.bfloat16 if torch.cuda.is_available() else torch.float32


def load_base(settings: TuneSettings, out: Path) -> Any:
    """Load the model that a run begins with."""
    source = source_of(settings, out)
    if settings.model != RANDOM_7B:
        return load_model(source)
    config = AutoConfig.from_pretrained(source)
    torch.manual_seed(settings.seed)
    with device():
        return AutoModelForImageTextToText.from_config(config, dtype=dtype())


def load_model(source: str) -> Any:
    """Load a checkpoint from a folder or the hub.

    Raises:
        ConfigError: there is none, or it has not the shape of Qwen2.5-VL.
    """
    try:
        model = AutoModelForImageTextToText.from_pretrained(source, dtype=dtype())
    except (OSError, ValueError) as error:
        raise ConfigError(f"The model {source} cannot be loaded: {error}") from error
    if model.config.model_type != _SHAPE:
        raise ConfigError(
            f"{source} is a {model.config.model_type}. Give --model one shaped as Qwen2.5-VL, such "
            "as ByteDance-Seed/UI-TARS-1.5-7B."
        )
    return model


def add_lora(model: Any, settings: TuneSettings) -> Any:
    """Return the model with a new adapter; nothing else is trained."""
    config = LoraConfig(
        r=settings.rank,
        lora_alpha=settings.alpha,
        lora_dropout=settings.dropout,
        target_modules=TARGETS,
        task_type="CAUSAL_LM",
    )
    with _hushed():
        tuned = get_peft_model(model, config)
    found = tuned.targeted_module_names
    wanted = _PROJECTIONS * model.config.text_config.num_hidden_layers
    assert len(found) == wanted, f"{len(found)} modules of {wanted} have an adapter: {found}"
    assert not any("visual" in name for name in found), found
    return tuned


def load_adapter(settings: TuneSettings, out: Path, adapter: Path) -> Any:
    """Load the model that a run began with, and the adapter on it."""
    with _hushed():
        return PeftModel.from_pretrained(load_base(settings, out), str(adapter))


@contextmanager
def _hushed() -> Iterator[None]:
    """Hide that peft 0.21 reads an attribute of models by the name that it had before."""
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", ".*is_gradient_checkpointing", FutureWarning)
        yield


def logits(model: Any, row: Row) -> Any:
    """The model's logits for one encoded conversation, on the CPU."""
    model = model.to(device()).eval()
    given = {name: value.to(device()) for name, value in row.items() if name != "labels"}
    with torch.no_grad():
        return model(**given).logits.float().cpu()


def answer(model: Any, row: Row, *, max_tokens: int) -> Any:
    """The ids that the model answers with, always taking the likeliest."""
    given = {name: value.to(model.device) for name, value in row.items() if name != "labels"}
    with torch.no_grad():
        ids = model.generate(**given, max_new_tokens=max_tokens, do_sample=False)
    return ids[:, given["input_ids"].shape[1] :].cpu()
