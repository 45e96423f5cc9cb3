"""Icons: names, tags, and those that no training may see."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest

from agent_e.errors import ConfigError
from agent_e.training.synth.icons import Icon, IconSet, default_folders, words_of

SVG = (
    '<svg xmlns="http://www.w3.org/2000/svg" width="24" height="24" viewBox="0 0 24 24">'
    '<path d="M2 2h9v9z"/></svg>'
)


def write(folder: Path, name: str, markup: str = SVG) -> Path:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / f"{name}.svg").write_text(markup)
    return folder


def only(folder: Path) -> Icon:
    return IconSet([folder]).draw(random.Random(0))


@pytest.mark.parametrize(
    ("stem", "words"),
    [("arrow-left_circle", "arrow left circle"), ("ArrowUp2", "arrow up2"), ("home", "home")],
)
def test_a_file_name_is_its_words(stem: str, words: str) -> None:
    assert words_of(stem) == words


def test_the_drawing_takes_the_colour_of_the_text_and_the_size_of_its_place(tmp_path: Path) -> None:
    icon = only(write(tmp_path, "home"))
    assert icon.svg.startswith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" fill=')
    assert "currentColor" in icon.svg
    assert 'width="24"' not in icon.svg


def test_an_outline_keeps_its_own_fill(tmp_path: Path) -> None:
    markup = '<svg viewBox="0 0 24 24" fill="none" stroke="currentColor"><path d="M2 2h9"/></svg>'
    assert only(write(tmp_path, "home", markup)).svg == markup


def test_tags_come_from_a_comment_in_the_file(tmp_path: Path) -> None:
    markup = f"<!--\ntags: [house, 404, main-page]\ncategory: Map\n-->\n{SVG}"
    icon = only(write(tmp_path, "home", markup))
    assert icon.tags == ("house", "main page")
    assert "<!--" not in icon.svg


@pytest.mark.parametrize(
    "listed",
    [
        {"home": ["house"]},
        {"home": {"tags": ["house"], "category": "Map"}},
        {"home": {"search": {"terms": ["house"]}}},
        [{"name": "home", "aliases": ["house"]}],
    ],
)
def test_tags_come_from_a_file_above(tmp_path: Path, listed: object) -> None:
    (tmp_path / "icons.json").write_text(json.dumps(listed))
    (tmp_path / "broken.json").write_text("{")
    assert only(write(tmp_path / "icons" / "outline", "home")).tags == ("house",)


@pytest.mark.parametrize("kept", ["octicons", "lucide-static"])
def test_icons_of_the_benchmark_are_never_drawn(tmp_path: Path, kept: str) -> None:
    write(tmp_path / kept / "icons", "secret")
    with pytest.raises(ConfigError, match="kept for the benchmark"):
        IconSet([tmp_path])
    write(tmp_path / "others", "home")
    assert len(IconSet([tmp_path])) == 1


def test_the_installed_icons_have_none_of_the_benchmark() -> None:
    folders = default_folders()
    assert [folder.name for folder in folders] == ["material", "fontawesome"]
    assert len(IconSet(folders)) > 5000


def test_without_icons_it_is_said_where_to_get_some() -> None:
    with pytest.raises(ConfigError, match="--icons"):
        IconSet([])
