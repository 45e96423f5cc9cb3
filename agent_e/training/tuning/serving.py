"""How a tuned model is served: the command of vLLM, and its row in the table of models."""

from __future__ import annotations

import json
import shlex
from pathlib import Path

import yaml

from agent_e.errors import ConfigError

from .settings import ADAPTER, MERGED, TuneSettings, source_of

_PICTURES = 3
"""Of one request: the roles of websight that judge compare two."""


def model_name(out: Path) -> str:
    """The name that a run's model is served by: that of its folder."""
    return out.resolve().name


def vllm_command(settings: TuneSettings, out: Path) -> str:
    """Return the command that serves the merged model, or else the base with the adapter.

    Raises:
        ConfigError: the folder has neither.
    """
    if (out / MERGED / "config.json").exists():
        words = ["vllm", "serve", str(out / MERGED), "--served-model-name", model_name(out)]
    elif (out / ADAPTER / "adapter_config.json").exists():
        words = ["vllm", "serve", source_of(settings, out), "--tokenizer", str(out / ADAPTER)]
        words += ["--enable-lora", "--max-lora-rank", str(settings.rank)]
        words += ["--lora-modules", f"{model_name(out)}={out / ADAPTER}"]
    else:
        raise ConfigError(f"{out} holds no trained model yet. Finish it with train run.")
    limits = {"min_pixels": settings.min_pixels, "max_pixels": settings.max_pixels}
    words += ["--dtype", "bfloat16", "--max-model-len", str(_context(settings))]
    words += ["--limit-mm-per-prompt", json.dumps({"image": _PICTURES, "video": 0})]
    words += ["--mm-processor-kwargs", json.dumps(limits)]
    return shlex.join(words)


def table_row(settings: TuneSettings, out: Path) -> str:
    """Return the model's row, as a file ``models.yaml`` has it."""
    sight = {
        "dialect": settings.dialect,
        "space": settings.space,
        "factor": 28,
        "min_pixels": settings.min_pixels,
        "max_pixels": settings.max_pixels,
    }
    row = {
        "provider": "openai-compatible",
        "context": _context(settings),
        "tools": False,
        "parallel_calls": False,
        "sight": sight,
    }
    return yaml.safe_dump({"models": {model_name(out): row}}, sort_keys=False)


def _context(settings: TuneSettings) -> int:
    """Room for a repaired answer and pictures before and after an act."""
    return 4 * settings.max_tokens
