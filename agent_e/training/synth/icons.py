"""Folders of SVG icons, with the names of the files and the tags that lie beside them."""

from __future__ import annotations

import json
import random
import re
import sysconfig
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError

KEPT_APART = frozenset({"octicons", "lucide"})
"""Icons that no training sees: the click benchmark draws them."""
_TAG_LISTS = ("tags", "aliases", "terms", "keywords")
_COMMENT_TAGS = re.compile(r"tags:\s*\[([^\]]*)\]")
_COMMENT = re.compile(r"<!--.*?-->|<\?xml.*?\?>|<!DOCTYPE.*?>", re.DOTALL)
_OPENING = re.compile(r"<svg\b[^>]*>")
_SIZE = re.compile(r"\s(?:width|height|class|id)=(?:\"[^\"]*\"|'[^']*')")
_MAX_BYTES = 20_000
_MAX_LEVELS = 3
"""Folders above the icons in which a list of tags is looked for."""
_COMMON = 0.6
"""Share of icons whose name several folders have: those that pages use."""
_FOLDERS = 3


@dataclass(frozen=True, kw_only=True, slots=True)
class Icon:
    """One drawing: its words, tags, and markup that takes its colour from the text around it."""

    name: str
    tags: tuple[str, ...]
    svg: str


class IconSet:
    """Icons of some folders; files are read when they are drawn."""

    def __init__(self, folders: Sequence[Path]) -> None:
        """List the icons.

        Raises:
            ConfigError: there is no folder, or one has no icons, or only those of the benchmark.
        """
        if not folders:
            raise ConfigError(
                "Made pages need icons. Name a folder of SVG files with --icons, or install "
                "mkdocs-material, which has some."
            )
        self._files: list[Path] = []
        self._tags: dict[Path, Mapping[str, tuple[str, ...]]] = {}
        for folder in folders:
            # Resolved once: doing so for ten thousand files takes seconds.
            found = sorted(folder.resolve().rglob("*.svg"))
            files = [file for file in found if not _is_kept_apart(file)]
            if not files:
                raise ConfigError(
                    f"{folder} has no SVG icons to train on (octicons and lucide are kept for the "
                    "benchmark). Give another folder."
                )
            self._files += files
        self._common = _common(self._files)

    def __len__(self) -> int:
        return len(self._files)

    def draw(self, rng: random.Random) -> Icon:
        """Return an icon at random."""
        while True:
            files = self._common if self._common and rng.random() < _COMMON else self._files
            file = files[rng.randrange(len(files))]
            markup = file.read_text(encoding="utf-8", errors="replace")
            if len(markup) <= _MAX_BYTES and _OPENING.search(markup):
                return self._icon(file, markup)
            files.remove(file)
            if not files:
                raise ConfigError("None of the icons can be read. Give another folder.")

    def _icon(self, file: Path, markup: str) -> Icon:
        inline = _COMMENT_TAGS.search(markup)
        tags = [each.strip(" \"'") for each in inline[1].split(",")] if inline else []
        tags += self._listed(file.parent).get(file.stem, ())
        name = words_of(file.stem)
        kept = dict.fromkeys(words_of(tag) for tag in tags if tag and not tag.isdigit())
        return Icon(name=name, tags=tuple(tag for tag in kept if tag != name), svg=_inline(markup))

    def _listed(self, folder: Path) -> Mapping[str, tuple[str, ...]]:
        if folder not in self._tags:
            self._tags[folder] = dict(_tags_beside(folder))
        return self._tags[folder]


def default_folders() -> list[Path]:
    """The icons of the installed mkdocs-material package, if it is there."""
    icons = Path(sysconfig.get_path("purelib"), "material", "templates", ".icons")
    return [each for each in (icons / "material", icons / "fontawesome") if each.is_dir()]


def words_of(stem: str) -> str:
    """Return a file name or tag as words: ``ArrowLeft_circle`` is ``arrow left circle``."""
    spaced = re.sub(r"(?<=[a-z])(?=[A-Z])", " ", stem)
    return " ".join(re.split(r"[^\w]+|_", spaced)).strip().lower()


def _common(files: Sequence[Path]) -> list[Path]:
    """Return the files whose name several folders have."""
    folders: dict[str, set[Path]] = {}
    for file in files:
        folders.setdefault(words_of(file.stem), set()).add(file.parent)
    return [file for file in files if len(folders[words_of(file.stem)]) >= _FOLDERS]


def _is_kept_apart(file: Path) -> bool:
    return any(kept in part.lower() for part in file.parts for kept in KEPT_APART)


def _inline(markup: str) -> str:
    svg = _COMMENT.sub("", markup)
    opening = _OPENING.search(svg)
    assert opening, "only files with a drawing are read"
    tag = _SIZE.sub("", opening[0])
    # Without an own fill the drawing would be black, also on black.
    colour = "" if " fill=" in tag else ' fill="currentColor"'
    return f"{tag[:-1]}{colour}>{svg[opening.end() :].strip()}"


def _tags_beside(folder: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Read the first JSON file beside or above the icons that lists tags by icon."""
    for level in (folder, *folder.parents[:_MAX_LEVELS]):
        for file in sorted(level.glob("*.json")):
            try:
                found = dict(_listed_tags(json.loads(file.read_text(encoding="utf-8"))))
            except (ValueError, OSError):
                continue  # such as a package's own description with comments
            if found:
                yield from found.items()
                return


def _listed_tags(document: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    entries = document.items() if isinstance(document, dict) else []
    if isinstance(document, list):
        entries = [(each["name"], each) for each in document if _is_entry(each)]
    for name, entry in entries:
        lists = [entry] if isinstance(entry, list) else []
        if isinstance(entry, dict):
            inside = [entry, *(each for each in entry.values() if isinstance(each, dict))]
            lists = [each[key] for each in inside for key in _TAG_LISTS if key in each]
        tags = [tag for each in lists if isinstance(each, list) for tag in each]
        if tags and all(isinstance(tag, str | int) for tag in tags):
            yield name, tuple(map(str, tags))


def _is_entry(each: Any) -> bool:
    return isinstance(each, dict) and isinstance(each.get("name"), str)
