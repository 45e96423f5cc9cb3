"""The records that training passes on: labelled elements of pictures, and samples made of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Literal, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from agent_e.errors import ConfigError

RECORDS_FILE = "records.jsonl"
Kind = Literal["text", "icon", "field", "tiny", "ambiguous", "picture", "canvas"]


class _Record(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, use_attribute_docstrings=True)


class ClickRecord(_Record):
    """One element of one picture, with what is known of it."""

    id: str
    image: str
    """The picture: relative to the folder of the record's file."""
    width: int
    height: int
    """Of the picture, in its own pixels."""
    box: tuple[float, float, float, float]
    """Left, top, right and bottom in pixels of the picture."""
    source: str
    """Where the picture is from, such as a site: what must not be split between parts."""
    kind: Kind | None = None
    role: str = ""
    name: str = ""
    text: str = ""
    """What is written on it: by OCR or by the page."""
    description: str = ""
    purpose: str = ""
    expectation: str = ""
    """What happens when it is used."""
    language: str = ""
    platform: str = "web"
    sayings: tuple[str, ...] = ()
    """Instructions that mean this element and no other of the picture."""


class Sample(_Record):
    """One example for a vision model: a picture, what is asked, what to answer."""

    id: str
    image: str
    """The picture: relative to the folder of the sample's file."""
    width: int
    height: int
    """Of the picture as the model sees it, after every resizing; points and box are in it."""
    prompt: str
    """The words that follow the picture."""
    answer: str
    box: tuple[float, float, float, float] | None = None
    """None where the right answer is that it is not there."""
    kind: Kind | None = None


_AnyRecord = TypeVar("_AnyRecord", ClickRecord, Sample)


def read_records(path: Path, kind: type[_AnyRecord]) -> Iterator[_AnyRecord]:
    """Read a file of one JSON record a line.

    Raises:
        ConfigError: the file cannot be read, or a line is no such record.
    """
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                yield _read(kind, line, f"{path}, line {number}")
    except (OSError, UnicodeDecodeError) as error:
        raise ConfigError(f"{path} cannot be read: {error}. Make it again.") from error


def _read(kind: type[_AnyRecord], line: str, place: str) -> _AnyRecord:
    try:
        return kind.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"]))
        raise ConfigError(f"{place} is no {kind.__name__}: {where} {first['msg']}.") from error


def write_records(path: Path, records: Iterable[ClickRecord | Sample]) -> int:
    """Write one JSON record a line, and return how many."""
    count = 0
    with path.open("w", encoding="utf-8") as file:
        for count, record in enumerate(records, 1):  # noqa: B007
            values = record.model_dump(mode="json", exclude_defaults=True)
            file.write(json.dumps(values, ensure_ascii=False) + "\n")
    return count
