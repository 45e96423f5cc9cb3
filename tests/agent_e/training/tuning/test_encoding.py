"""What a model is given of a sample, and what it learns of it."""

from __future__ import annotations

from pathlib import Path

import pytest
import torch
from PIL import Image

from agent_e.errors import ConfigError
from agent_e.training.records import Sample, read_records
from agent_e.training.tuning.encoding import NOT_LEARNED, PICTURE, Encoder
from agent_e.training.tuning.settings import TRAIN


@pytest.fixture
def sample(squares: Path) -> Sample:
    return next(iter(read_records(squares / TRAIN, Sample)))


def test_the_prompt_is_the_chat_template_with_the_picture_first(
    sample: Sample, squares: Path, encoder: Encoder
) -> None:
    ids = encoder.prompt(sample, squares)["input_ids"]
    tokens = sample.width * sample.height // 28**2
    assert encoder.tokenizer.decode(ids) == (
        "<|im_start|>system\nYou are a helpful assistant.<|im_end|>\n"
        f"<|im_start|>user\n<|vision_start|>{PICTURE * tokens}<|vision_end|>{sample.prompt}"
        "<|im_end|>\n<|im_start|>assistant\n"
    )


def test_labels_cover_the_answer_and_its_end(
    sample: Sample, squares: Path, encoder: Encoder
) -> None:
    row = encoder.sample(sample, squares)
    asked = encoder.prompt(sample, squares)["input_ids"]
    learned = row["labels"] != NOT_LEARNED
    assert encoder.tokenizer.decode(row["labels"][learned]) == f"{sample.answer}<|im_end|>"
    assert learned.tolist() == [place >= len(asked) for place in range(len(learned))]
    assert torch.equal(row["labels"][learned], row["input_ids"][learned])


def test_tokens_of_the_picture_are_as_many_as_its_grid(
    sample: Sample, squares: Path, encoder: Encoder
) -> None:
    row = encoder.sample(sample, squares)
    [grid] = row["image_grid_thw"].tolist()
    assert grid == [1, sample.height // 14, sample.width // 14]
    assert len(row["pixel_values"]) == grid[1] * grid[2]
    assert int(row["mm_token_type_ids"].sum()) == grid[1] * grid[2] // 4


def test_batches_are_filled_up_behind(sample: Sample, squares: Path, encoder: Encoder) -> None:
    longer = sample.model_copy(update={"prompt": sample.prompt + " Now, please."})
    rows = [encoder.sample(each, squares) for each in (sample, longer)]
    batch = encoder.collate(rows)
    missing = len(rows[1]["input_ids"]) - len(rows[0]["input_ids"])
    assert missing > 0
    assert batch["attention_mask"].sum(1).tolist() == [len(row["input_ids"]) for row in rows]
    assert batch["labels"][0, -missing:].tolist() == [NOT_LEARNED] * missing
    assert len(batch["pixel_values"]) == sum(len(row["pixel_values"]) for row in rows)


def test_a_picture_that_would_be_resized_again_is_refused(
    sample: Sample, squares: Path, tiny: Path
) -> None:
    small = Encoder(str(tiny), min_pixels=3_136, max_pixels=56 * 56)
    with pytest.raises(ConfigError, match="limits are 3136 to 3136 pixels"):
        small.check([sample], squares, max_tokens=1_000)


def test_a_sample_that_says_another_size_than_its_picture_has_is_refused(
    sample: Sample, squares: Path, encoder: Encoder
) -> None:
    other = sample.model_copy(update={"width": 112})
    with pytest.raises(ConfigError, match="would be resized"):
        encoder.check([other], squares, max_tokens=1_000)


def test_too_long_samples_and_missing_pictures_are_refused(
    sample: Sample, squares: Path, encoder: Encoder
) -> None:
    tokens = len(encoder.sample(sample, squares)["input_ids"])
    assert encoder.check([sample], squares, max_tokens=tokens) == 1
    with pytest.raises(ConfigError, match="more than"):
        encoder.check([sample], squares, max_tokens=tokens - 1)
    with pytest.raises(ConfigError, match="Make the data again"):
        encoder.check([sample.model_copy(update={"image": "gone.png"})], squares, max_tokens=999)


def test_words_of_a_page_cannot_stand_for_a_picture(encoder: Encoder) -> None:
    said = [{"role": "user", "content": [{"type": "image"}, {"type": "text", "text": PICTURE}]}]
    with pytest.raises(ValueError, match="1 pictures and 2"):
        encoder.conversation(said, [Image.new("RGB", (56, 56))])


def test_the_template_of_a_model_is_preferred(tiny: Path, tmp_path: Path) -> None:
    for file in tiny.iterdir():
        (tmp_path / file.name).write_bytes(file.read_bytes())
    (tmp_path / "chat_template.jinja").unlink()
    (tmp_path / "chat_template.json").write_text('{"chat_template": "Mine."}')
    other = Encoder(str(tmp_path), min_pixels=3_136, max_pixels=3_136)
    row = other.conversation([{"role": "user", "content": "x"}], [])
    assert other.tokenizer.decode(row["input_ids"]) == "Mine."
