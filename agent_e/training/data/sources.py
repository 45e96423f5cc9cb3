"""Reads labelled elements: rows of Wave-UI as Parquet or JSON lines, or records of ``train synth``.

Wave-UI-25K is 10.6 GB: one batch of rows is held at a time.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from agent_e.errors import ConfigError
from agent_e.text import clean
from agent_e.training.records import RECORDS_FILE, ClickRecord, read_records

_NEEDED = ("image", "bbox", "platform", "name")
_OTHER = (
    "instruction", "resolution", "source", "description", "type", "OCR", "language", "purpose",
    "expectation",
)  # fmt: skip
_BATCH = 16
_STREAMED = 1 << 20
# A page could write what a trainer's template reads: a turn's end, a second picture.
_TOKENS = re.compile(r"<\|.*?\|>|</?(?:image|video|audio|think|tool_call)>")


@dataclass(frozen=True, kw_only=True, slots=True)
class Row:
    """One element as its source has it.

    Attributes:
        record: what is known of it; ``None`` where the row cannot be read. Its ``image`` is empty,
            its size 0 where the source does not say it.
        picture: the encoded picture, or its file.
    """

    record: ClickRecord | None = None
    picture: bytes | Path = b""


def read_rows(sources: Sequence[Path]) -> Iterator[Row]:
    """Read every row of every source: files, or folders of them.

    Raises:
        ConfigError: a source is missing, cannot be read, or lacks a column.
    """
    for number, source in enumerate(sources):
        for path in _files(source):
            # Ids seed what is drawn for a row: the same wherever the files lie.
            stem = path.relative_to(source).with_suffix("").as_posix() if path != source else ""
            prefix = "-".join([*([str(number)] if number else []), stem or path.stem])
            if path.name == RECORDS_FILE:
                yield from _of_records(path, prefix if number else "")
            else:
                rows = _of_parquet(path) if path.suffix == ".parquet" else _of_lines(path)
                for count, values in enumerate(rows):
                    yield _row(values, f"{prefix}-{count}", path.parent)


def _files(source: Path) -> list[Path]:
    if source.is_file():
        return [source]
    if not source.is_dir():
        raise ConfigError(f"There is no {source}. Name a file or folder of rows.")
    if (source / RECORDS_FILE).is_file():
        return [source / RECORDS_FILE]
    found = sorted(source.rglob("*.parquet")) or sorted(source.rglob("*.jsonl"))
    if not found:
        raise ConfigError(
            f"{source} holds no Parquet file, no JSON lines and no {RECORDS_FILE}. "
            "Name a folder of Wave-UI, or one that train synth has made."
        )
    return found


def _of_records(path: Path, prefix: str) -> Iterator[Row]:
    for record in read_records(path, ClickRecord):
        given = record.model_dump()
        words = {key: _words(value) for key, value in given.items() if isinstance(value, str)}
        words["id"] = f"{prefix}-{record.id}" if prefix else record.id
        sayings = tuple(filter(None, map(_words, record.sayings)))
        picture = path.parent / record.image
        cleaned = record.model_copy(update={**words, "image": "", "sayings": sayings})
        yield Row(record=cleaned, picture=picture)


def _of_parquet(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        import pyarrow as arrow
        from pyarrow.parquet import ParquetFile
    except ImportError as error:
        raise ConfigError(
            "Parquet files need a package that is not installed: pip install 'agent-e[train]'."
        ) from error
    try:
        with ParquetFile(path, buffer_size=_STREAMED) as file:
            columns = file.schema_arrow.names
            _check_columns(columns, path)
            wanted = [name for name in (*_NEEDED, *_OTHER) if name in columns]
            for batch in file.iter_batches(batch_size=_BATCH, columns=wanted):
                yield from batch.to_pylist()
    except (OSError, arrow.ArrowException) as error:
        raise ConfigError(
            f"{path} cannot be read as Parquet: {clean(str(error))}. Fetch it again."
        ) from error


def _of_lines(path: Path) -> Iterator[Mapping[str, Any]]:
    try:
        with path.open(encoding="utf-8") as lines:
            for number, line in enumerate(lines, 1):
                values = json.loads(line)
                if not isinstance(values, dict):
                    raise ConfigError(f"{path}, line {number}, is no JSON object. Mend the file.")
                if number == 1:
                    _check_columns(values, path)
                yield values
    except (OSError, ValueError) as error:
        raise ConfigError(
            f"{path} cannot be read as JSON lines: {error}. Mend the file."
        ) from error


def _check_columns(columns: Mapping[str, Any] | Sequence[str], path: Path) -> None:
    if missing := [name for name in _NEEDED if name not in columns]:
        raise ConfigError(
            f"{path} is not like Wave-UI: it has no column {', '.join(missing)}. It needs at least "
            f"{', '.join(_NEEDED)}."
        )


def _row(values: Mapping[str, Any], row_id: str, folder: Path) -> Row:
    picture, box = _picture(values.get("image"), folder), _numbers(values.get("bbox"), 4)
    if picture is None or box is None:
        return Row()
    size = _numbers(values.get("resolution"), 2) or [0, 0]
    said = {name: _words(values.get(name)) for name in (*_NEEDED[2:], *_OTHER)}
    record = ClickRecord(
        id=row_id,
        image="",
        width=round(size[0]),
        height=round(size[1]),
        box=(box[0], box[1], box[2], box[3]),
        source=_site(said["source"]),
        role=said["type"].lower(),
        name=said["name"],
        text=said["OCR"],
        description=said["description"],
        purpose=said["purpose"],
        expectation=said["expectation"],
        language=said["language"],
        platform=said["platform"].lower(),
        sayings=(said["instruction"],) if said["instruction"] else (),
    )
    return Row(record=record, picture=picture)


def _picture(value: object, folder: Path) -> bytes | Path | None:
    """The picture of a cell: bytes, a path, or Hugging Face's struct of both."""
    if isinstance(value, Mapping):
        value = value.get("bytes") or value.get("path")
    if isinstance(value, str) and value:
        return folder / value
    return value if isinstance(value, bytes) and value else None


def _numbers(value: object, count: int) -> list[float] | None:
    if not isinstance(value, list) or len(value) != count:
        return None
    found = [float(each) for each in value if isinstance(each, int | float)]
    # NaN and infinity are no place.
    return found if len(found) == count and all(abs(each) < 1e7 for each in found) else None


def _words(value: object) -> str:
    return clean(_TOKENS.sub(" ", value)) if isinstance(value, str) else ""


def _site(source: str) -> str:
    """The host, where a source is one or an address; nothing where it names a collection.

    Wave-UI's own sources are three collections of pictures of many sites each: kept whole, none
    of them would fit a part.
    """
    host = urlsplit(source if "//" in source else f"//{source}").hostname or ""
    return host if "." in host else ""
