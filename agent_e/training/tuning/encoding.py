"""Samples and conversations as a Qwen2.5-VL reads them: ids, picture patches, labels.

The processor of transformers needs torchvision for its videos; pictures and words need only the
two parts that are used here.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

import torch
from PIL import Image, UnidentifiedImageError
from transformers import AutoImageProcessor, AutoTokenizer
from transformers.utils import cached_file

from agent_e.errors import ConfigError
from agent_e.training.records import Sample

from .settings import CHAT_TEMPLATE

END, PICTURE = "<|im_end|>", "<|image_pad|>"
NOT_LEARNED = -100
"""Label of the tokens that the loss leaves out."""
_TEMPLATES = ("chat_template.jinja", "chat_template.json")
Row = dict[str, Any]
"""Tensors of one conversation: ids and kinds of tokens, patches and their grid, labels."""


class Encoder:
    """The tokenizer, picture processor and chat template of one model.

    Attributes:
        tokenizer: of transformers.
    """

    def __init__(self, source: str, *, min_pixels: int, max_pixels: int) -> None:
        """Load them from a folder or the hub.

        Raises:
            ConfigError: the model cannot be had, or is none with pictures.
        """
        try:
            self.tokenizer: Any = AutoTokenizer.from_pretrained(source)
            self._pictures: Any = AutoImageProcessor.from_pretrained(source)
            self.tokenizer.chat_template = _template(source, self.tokenizer)
        except (OSError, ValueError) as error:
            raise ConfigError(
                f"The tokenizer and picture processor of {source} cannot be loaded: {error}. "
                "Give --model a folder with a Qwen2.5-VL checkpoint, or tiny."
            ) from error
        self._pictures.size = {"shortest_edge": min_pixels, "longest_edge": max_pixels}
        self._picture_id = self.tokenizer.convert_tokens_to_ids(PICTURE)
        self._end_id = self.tokenizer.convert_tokens_to_ids(END)
        self._factor: int = self._pictures.patch_size * self._pictures.merge_size

    def save(self, folder: Path) -> None:
        """Write what a server needs beside the weights, with the limits of pictures."""
        self.tokenizer.save_pretrained(folder)
        self._pictures.save_pretrained(folder)

    def conversation(
        self, messages: Sequence[Mapping[str, Any]], pictures: Sequence[Image.Image]
    ) -> Row:
        """Encode messages up to where the model answers; pictures in the order of their parts.

        Raises:
            ValueError: the words hold the sign that stands for a picture.
        """
        text = self.tokenizer.apply_chat_template(
            messages, tokenize=False, add_generation_prompt=True
        )
        first, *rest = text.split(PICTURE)
        if len(rest) != len(pictures):
            raise ValueError(f"There are {len(pictures)} pictures and {len(rest)} times {PICTURE}.")
        row: Row = {}
        if pictures:
            row = dict(self._pictures(images=list(pictures), return_tensors="pt"))
        grids = row.get("image_grid_thw", torch.empty(0, 3, dtype=torch.long))
        counts = (grids.prod(-1) // self._pictures.merge_size**2).tolist()
        text = first + "".join(
            PICTURE * count + words for count, words in zip(counts, rest, strict=True)
        )
        row["input_ids"] = torch.tensor(self._ids(text))
        return self._with_kinds(row)

    def prompt(self, sample: Sample, folder: Path) -> Row:
        """Encode what a sample asks."""
        with Image.open(folder / sample.image) as image:
            return self.conversation([_asked(sample)], [image.convert("RGB")])

    def sample(self, sample: Sample, folder: Path) -> Row:
        """Encode a sample with labels: only the answer and its end are learned."""
        row = self.prompt(sample, folder)
        answer = torch.tensor([*self._ids(sample.answer), self._end_id])
        asked = row["input_ids"]
        row["input_ids"] = torch.cat([asked, answer])
        row["labels"] = torch.cat([torch.full_like(asked, NOT_LEARNED), answer])
        return self._with_kinds(row)

    def check(self, samples: Iterable[Sample], folder: Path, *, max_tokens: int) -> int:
        """Check, without decoding a picture, that all samples can be encoded; return how many.

        Raises:
            ConfigError: a picture is missing or would be resized again, or a sample is too long.
        """
        count = 0
        for sample in samples:
            count += 1
            where = f"Sample {sample.id} of {folder} cannot be trained on:"
            size = _size(folder / sample.image, where)
            if size != (sample.width, sample.height) or not self._kept(*size):
                limits = self._pictures.size
                raise ConfigError(
                    f"{where} its picture of {size[0]}x{size[1]} would be resized, as the limits "
                    f"are {limits['shortest_edge']} to {limits['longest_edge']} pixels in "
                    f"multiples of {self._factor}. Make the data with the limits of the run."
                )
            if (tokens := self._tokens(sample)) > max_tokens:
                raise ConfigError(
                    f"{where} it has {tokens} tokens, more than {max_tokens}. Give more "
                    "--max-tokens, or make the data with smaller pictures."
                )
        if not count:
            raise ConfigError(f"There are no samples in {folder}. Make some with train data.")
        return count

    def collate(self, rows: Sequence[Row]) -> Row:
        """Join rows to a batch, the shorter ones filled up behind."""
        fill = {"labels": NOT_LEARNED, "mm_token_type_ids": 0}
        fill["input_ids"] = self.tokenizer.pad_token_id or 0
        batch: Row = {
            name: torch.nn.utils.rnn.pad_sequence(
                [row[name] for row in rows], batch_first=True, padding_value=value
            )
            for name, value in fill.items()
            if name in rows[0]
        }
        lengths = torch.tensor([len(row["input_ids"]) for row in rows])
        places = torch.arange(int(lengths.max()))
        batch["attention_mask"] = (places[None] < lengths[:, None]).long()
        for name in ("pixel_values", "image_grid_thw"):
            if name in rows[0]:
                batch[name] = torch.cat([row[name] for row in rows])
        return batch

    def text(self, ids: Any) -> str:
        """Decode an answer; tokens such as ``<|box_start|>`` stay, its end does not."""
        said: str = self.tokenizer.decode(ids, skip_special_tokens=False)
        return said.partition(END)[0]

    def _ids(self, text: str) -> list[int]:
        ids: list[int] = self.tokenizer(text, add_special_tokens=False)["input_ids"]
        return ids

    def _with_kinds(self, row: Row) -> Row:
        # The positions of a picture's tokens depend on it.
        row["mm_token_type_ids"] = (row["input_ids"] == self._picture_id).long()
        return row

    def _kept(self, width: int, height: int) -> bool:
        limits = self._pictures.size
        inside: bool = limits["shortest_edge"] <= width * height <= limits["longest_edge"]
        return inside and width % self._factor == height % self._factor == 0

    def _tokens(self, sample: Sample) -> int:
        text = self.tokenizer.apply_chat_template(
            [_asked(sample)], tokenize=False, add_generation_prompt=True
        )
        picture = sample.width * sample.height // self._factor**2
        # The sign of the picture is one too many, the end of the answer is missing.
        return picture + len(self._ids(text)) + len(self._ids(sample.answer))


def _asked(sample: Sample) -> dict[str, Any]:
    """The picture, then the words: the order in which grounding models are asked."""
    parts = [{"type": "image"}, {"type": "text", "text": sample.prompt}]
    return {"role": "user", "content": parts}


def _size(path: Path, where: str) -> tuple[int, int]:
    try:
        with Image.open(path) as image:
            return image.size
    except (OSError, UnidentifiedImageError) as error:
        raise ConfigError(f"{where} {error}. Make the data again.") from error


def _template(source: str, tokenizer: Any) -> str:
    """The chat template of a model, looked for where vLLM does: the processor's comes first."""
    for name in _TEMPLATES:
        found = cached_file(source, name, _raise_exceptions_for_missing_entries=False)
        if found is not None:
            text = Path(found).read_text(encoding="utf-8")
            return str(json.loads(text)["chat_template"]) if name.endswith("json") else text
    return str(tokenizer.chat_template or CHAT_TEMPLATE)
