"""Runs on the tiny model: what is trained, going on after a kill, what lies in the folder."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import torch
import yaml
from PIL import Image
from safetensors.torch import load_file

from agent_e.errors import ConfigError
from agent_e.training.records import Sample, read_records
from agent_e.training.tuning.encoding import Encoder
from agent_e.training.tuning.lora import add_lora, load_base, load_model, logits
from agent_e.training.tuning.run import tune
from agent_e.training.tuning.settings import TuneSettings


class Killed(Exception):
    pass


def killing(words: str):
    def say(line: str) -> None:
        if words in line:
            raise Killed

    return say


def quiet(line: str) -> None:
    pass


def test_the_adapter_is_on_the_attention_of_the_language_model_only(
    tiny: Path, short: TuneSettings
) -> None:
    base = load_base(short.model_copy(update={"model": str(tiny)}), tiny)
    tuned = add_lora(base, short)
    names = [name for name, each in tuned.named_parameters() if each.requires_grad]
    assert len(names) == 2 * 2 * 4
    assert all(".language_model.layers." in name and ".self_attn." in name for name in names)


def test_the_model_looks_at_the_picture(tiny: Path, squares: Path, encoder: Encoder) -> None:
    model = load_model(str(tiny))
    sample = next(iter(read_records(squares / "train.jsonl", Sample)))
    row = encoder.collate([encoder.prompt(sample, squares)])
    blank = {**row, "pixel_values": torch.zeros_like(row["pixel_values"])}
    assert not torch.equal(logits(model, row), logits(model, blank))


def test_a_killed_run_goes_on_and_ends_as_if_it_had_not_been(
    short: TuneSettings, tmp_path: Path
) -> None:
    whole = tune(short, tmp_path / "whole", quiet)
    out = tmp_path / "killed"
    with pytest.raises(Killed):
        tune(short, out, killing("step 3"))
    # As if the machine had gone down while a later one was written.
    (out / "checkpoints" / "checkpoint-3").mkdir()
    (out / "checkpoints" / "checkpoint-3" / "trainer_state.json").write_text('{"global_st')
    said: list[str] = []
    again = tune(short, out, said.append)
    assert said[0] == "Going on from checkpoint-2."
    assert whole and again and again.steps == whole.steps == 4
    assert again.last_loss == whole.last_loss
    one, other = (
        load_file(tmp_path / name / "adapter" / "adapter_model.safetensors")
        for name in ("whole", "killed")
    )
    assert one.keys() == other.keys()
    assert all(torch.equal(one[name], other[name]) for name in one)
    steps = [json.loads(line)["step"] for line in (out / "curve.jsonl").read_text().splitlines()]
    assert sorted(set(steps)) == [1, 2, 3, 4]


def test_what_a_run_leaves_behind(short: TuneSettings, tmp_path: Path) -> None:
    out = tmp_path / "run"
    result = tune(short, out, quiet)
    assert result and (result.steps, result.samples, result.device) == (4, 8, "cpu")
    assert result.reload_difference == 0
    assert result.merge_difference is not None and result.merge_difference < 1e-3
    assert result.val_loss and result.samples_per_second and result.peak_memory_mib > 100
    with Image.open(out / "curve.png") as chart:
        assert (31, 111, 235) in {colour for _, colour in chart.getcolors(1 << 20) or ()}
    for name in ("model.safetensors", "tokenizer.json", "preprocessor_config.json"):
        assert (out / "merged" / name).exists()
    limits = json.loads((out / "merged" / "preprocessor_config.json").read_text())["size"]
    assert limits == {"shortest_edge": 3_136, "longest_edge": short.max_pixels}
    said: list[str] = []
    assert tune(short, out, said.append) == result
    assert "finished already" in said[0]
    with pytest.raises(ConfigError, match="other settings \\(lr, rank\\)"):
        tune(short.model_copy(update={"rank": 8, "lr": 1e-3}), out, quiet)


def test_the_configuration_for_llama_factory_has_the_same_numbers(
    short: TuneSettings, tmp_path: Path
) -> None:
    from agent_e.training.tuning.factory import write_factory_config

    write_factory_config(short, tmp_path)
    written = yaml.safe_load((tmp_path / "llamafactory.yaml").read_text())
    assert (written["lora_rank"], written["lora_alpha"]) == (short.rank, short.alpha)
    assert written["lora_target"] == "q_proj,k_proj,v_proj,o_proj"
    assert written["image_max_pixels"] == short.max_pixels
    assert (written["learning_rate"], written["cutoff_len"]) == (short.lr, short.max_tokens)
    assert written["dataset_dir"] == short.data
    assert (written["template"], written["freeze_vision_tower"]) == ("qwen2_vl", True)


def test_a_model_of_another_shape_is_refused(tmp_path: Path, short: TuneSettings) -> None:
    with pytest.raises(ConfigError, match="Give --model a folder"):
        tune(short.model_copy(update={"model": str(tmp_path / "none")}), tmp_path / "o", quiet)
    with pytest.raises(ConfigError, match="has no train.jsonl"):
        tune(short.model_copy(update={"data": str(tmp_path)}), tmp_path / "p", quiet)
