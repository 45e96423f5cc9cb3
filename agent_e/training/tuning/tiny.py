"""Models without a download: a tiny Qwen2.5-VL, and random ones of the real sizes.

The tiny one is saved like any checkpoint, with a byte-level tokenizer made here, so that every
command loads it as it loads a real one. It knows nothing before it is trained.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import torch

from agent_e.prompts import source

from .settings import CHAT_TEMPLATE, TINY

SPECIAL = (
    "<|endoftext|>", "<|im_start|>", "<|im_end|>", "<|box_start|>", "<|box_end|>",
    "<|vision_start|>", "<|vision_end|>", "<|vision_pad|>", "<|image_pad|>", "<|video_pad|>",
)  # fmt: skip
_VOCABULARY = 1_024
_PIECES = r"\p{N}|\s?\p{L}+|[^\s\p{L}\p{N}]|\s+"
"""Digits one by one, as Qwen's tokenizer: numbers are read and written alike."""
_TINY = {
    "text": {
        "hidden_size": 128, "intermediate_size": 256, "num_hidden_layers": 2,
        "num_attention_heads": 4, "num_key_value_heads": 2, "max_position_embeddings": 32_768,
        "rope_parameters": {
            "rope_type": "default", "mrope_section": [4, 6, 6], "rope_theta": 1_000_000.0,
        },
        "tie_word_embeddings": True, "initializer_range": 0.08,
    },
    "vision": {
        "initializer_range": 0.1,
        "hidden_size": 64, "intermediate_size": 128, "depth": 2, "num_heads": 4,
        "out_hidden_size": 128, "fullatt_block_indexes": [1],
    },
}  # fmt: skip
"""The weights are drawn wider than in real models: in so narrow layers signals would fade."""
_7B = {
    "text": {
        "hidden_size": 3_584, "intermediate_size": 18_944, "num_hidden_layers": 28,
        "num_attention_heads": 28, "num_key_value_heads": 4, "vocab_size": 152_064,
        "max_position_embeddings": 128_000,
        "rope_parameters": {
            "rope_type": "default", "mrope_section": [16, 24, 24], "rope_theta": 1_000_000.0,
        },
    },
    "vision": {
        "hidden_size": 1_280, "intermediate_size": 3_420, "depth": 32, "num_heads": 16,
        "out_hidden_size": 3_584, "fullatt_block_indexes": [7, 15, 23, 31],
    },
}  # fmt: skip
"""The shape of UI-TARS-1.5-7B, that is of Qwen2.5-VL-7B."""


def write_base(model: str, folder: Path, *, seed: int = 0) -> None:
    """Write a model made here into a folder, as a checkpoint.

    Of ``random:7b`` only the configuration is written: its weights are drawn when it is loaded.
    """
    from transformers import Qwen2_5_VLForConditionalGeneration, Qwen2VLImageProcessorPil

    tokenizer = _tokenizer()
    config = _config(_TINY if model == TINY else _7B, tokenizer)
    config.architectures = ["Qwen2_5_VLForConditionalGeneration"]
    folder.mkdir(parents=True, exist_ok=True)
    tokenizer.save_pretrained(folder)
    Qwen2VLImageProcessorPil().save_pretrained(folder)
    if model == TINY:
        torch.manual_seed(seed)
        Qwen2_5_VLForConditionalGeneration(config).save_pretrained(folder)
    else:
        config.save_pretrained(folder)


def _tokenizer() -> Any:
    from tokenizers import Regex, Tokenizer, decoders, models, pre_tokenizers, trainers
    from transformers import PreTrainedTokenizerFast

    made = Tokenizer(models.BPE())
    made.pre_tokenizer = pre_tokenizers.Sequence(
        [
            pre_tokenizers.Split(Regex(_PIECES), "isolated"),
            pre_tokenizers.ByteLevel(add_prefix_space=False, use_regex=False),
        ]
    )
    made.decoder = decoders.ByteLevel()
    trainer = trainers.BpeTrainer(
        vocab_size=_VOCABULARY,
        min_frequency=1,
        special_tokens=list(SPECIAL),
        initial_alphabet=pre_tokenizers.ByteLevel.alphabet(),
        show_progress=False,
    )
    words = [source(name) for name in ("ground", "websight_actor")]
    made.train_from_iterator([*words, CHAT_TEMPLATE], trainer)
    return PreTrainedTokenizerFast(
        tokenizer_object=made,
        eos_token="<|im_end|>",
        pad_token="<|endoftext|>",
        chat_template=CHAT_TEMPLATE,
    )


def _config(shape: Any, tokenizer: Any) -> Any:
    from transformers import Qwen2_5_VLConfig

    names = ("image_pad", "video_pad", "vision_start", "vision_end")
    ids = [tokenizer.convert_tokens_to_ids(f"<|{name}|>") for name in names]
    ends = {
        "eos_token_id": tokenizer.eos_token_id,
        "pad_token_id": tokenizer.pad_token_id,
        "bos_token_id": None,
    }
    return Qwen2_5_VLConfig(
        text_config={"vocab_size": len(tokenizer), **ends, **shape["text"]},
        vision_config=shape["vision"],
        image_token_id=ids[0],
        video_token_id=ids[1],
        vision_start_token_id=ids[2],
        vision_end_token_id=ids[3],
        tie_word_embeddings=shape["text"].get("tie_word_embeddings", False),
        **ends,
    )
