"""``agent-e train data`` as a user calls it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from PIL import Image

from ..training.data import waveui
from .conftest import Call


@pytest.fixture(scope="module")
def source(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("wave")
    waveui.write_parquet(folder / "train-0.parquet", waveui.rows())
    return folder


def test_a_folder_is_made_and_counted(call: Call, source: Path, elsewhere: Path):
    ended = call("train", "data", str(source), "--out", "data", "--language", "English")
    assert ended.code == 0, ended.err
    lines = ended.out.splitlines()
    assert lines[0] == "37 rows read, 25 elements kept"
    for reason in waveui.bad_rows():
        assert [line for line in lines if line.strip().startswith(reason) and line.endswith(" 1")]
    assert "contact_sheet.png" in ended.err
    assert {path.name for path in (elsewhere / "data").iterdir()} == {
        "train.jsonl", "val.jsonl", "test.jsonl", "sharegpt_train.json", "sharegpt_val.json",
        "sharegpt_test.json", "dataset_info.json", "statistics.json", "contact_sheet.png", "images",
    }  # fmt: skip
    with Image.open(elsewhere / "data/contact_sheet.png") as sheet:
        assert sheet.getextrema() != ((255, 255),) * 3


def test_options_are_heeded(call: Call, source: Path, elsewhere: Path):
    asked = (
        "--model", "Hcompany/Holo2-8B", "--max-pixels", "100000", "--prompts", "grounder",
        "--negatives", "0", "--platform", "all", "--split", "50/25/25", "--json",
    )  # fmt: skip
    ended = call("train", "data", str(source), "--out", "data", *asked)
    assert ended.code == 0, ended.err
    told = json.loads(ended.out)
    assert told["prompts"].keys() == {"grounder"}
    assert (told["model"]["dialect"], told["model"]["max_pixels"]) == ("point", 100_000)
    assert "negative" not in told["families"]
    assert told["parts"]["test"]["pictures"] >= 3
    sample = json.loads((elsewhere / "data/train.jsonl").read_text().splitlines()[0])
    assert sample["width"] * sample["height"] <= 100_000
    assert sample["answer"].startswith("Click(")


@pytest.mark.parametrize(
    ("asked", "words"),
    [
        (("--model", "gpt-4o"), "how gpt-4o sees"),
        (("--prompts", "actor,planner"), "--prompts actor,planner is unknown"),
        (("--split", "94/6"), "three whole numbers"),
        (("--split", "90/3/3"), "does not make 100"),
        (("--platform", "watch"), "None of 37 rows is left"),
    ],
)
def test_what_cannot_be_is_one_sentence(asked, words, call: Call, source: Path, elsewhere: Path):
    ended = call("train", "data", str(source), "--out", "data", *asked)
    assert ended.code == 2
    assert words in ended.err
    assert not (elsewhere / "data").exists()


def test_a_missing_source_is_one_sentence(call: Call):
    ended = call("train", "data", "nowhere", "--out", "data")
    assert (ended.code, ended.out) == (2, "")
    assert "There is no nowhere" in ended.err
