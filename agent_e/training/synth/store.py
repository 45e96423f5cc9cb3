"""The folder of records: written page by page, and gone on with after a kill."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from agent_e.errors import ConfigError
from agent_e.training.records import RECORDS_FILE, ClickRecord, read_records

IMAGES = "images"
STATISTICS_FILE = "statistics.json"
_OPTIONS_FILE = "synth.json"


class RecordStore:
    """Records and pictures of one folder."""

    def __init__(self, folder: Path, options: Mapping[str, Any]) -> None:
        """Open it; a page whose writing was cut short is forgotten.

        Args:
            folder: created if it is not there.
            options: what the records are made with.

        Raises:
            ConfigError: it cannot be written to, or holds records made otherwise.
        """
        self.folder = folder
        self._file = folder / RECORDS_FILE
        try:
            (folder / IMAGES).mkdir(parents=True, exist_ok=True)
            self._check(folder / _OPTIONS_FILE, options)
            self._drop_torn_page()
        except OSError as error:
            raise ConfigError(
                f"{folder} cannot be written to: {error.strerror}. Give another --out."
            ) from error
        records = list(read_records(self._file, ClickRecord)) if self._file.exists() else []
        self.count = len(records)
        self.images = {record.image for record in records}

    def add(self, image: str, picture: bytes, records: Sequence[ClickRecord]) -> None:
        """Keep a page: its picture first, so that no record is without one."""
        path = self.folder / image
        path.write_bytes(picture)
        lines = "".join(f"{json.dumps(_values(each), ensure_ascii=False)}\n" for each in records)
        with self._file.open("a", encoding="utf-8") as file:
            file.write(lines)
        self.count += len(records)
        self.images.add(image)

    def write_statistics(self, seconds: float, new: int) -> dict[str, Any]:
        """Count what is there, write it to the folder, and return it."""
        records = list(read_records(self._file, ClickRecord)) if self._file.exists() else []
        found: dict[str, Any] = {
            "records": len(records),
            "pages": len(self.images),
            "by_kind": _counted(str(record.kind) for record in records),
            "by_language": _counted(record.language or "unknown" for record in records),
            "names": len({record.name for record in records}),
            "icon_names": len({record.name for record in records if record.kind == "icon"}),
            "sayings": sum(len(record.sayings) for record in records),
            "seconds": round(seconds, 1),
            "records_an_hour": round(new / seconds * 3600) if seconds else 0,
        }
        text = json.dumps(found, indent=2, ensure_ascii=False)
        (self.folder / STATISTICS_FILE).write_text(text + "\n", encoding="utf-8")
        return found

    def _check(self, file: Path, options: Mapping[str, Any]) -> None:
        text = json.dumps(options, indent=2, ensure_ascii=False) + "\n"
        if not file.exists():
            file.write_text(text, encoding="utf-8")
        elif file.read_text(encoding="utf-8") != text:
            raise ConfigError(
                f"{self.folder} holds records made with other options. Give another --out."
            )

    def _drop_torn_page(self) -> None:
        """Cut the file before the page whose last line is torn; it is made again."""
        data = self._file.read_bytes() if self._file.exists() else b""
        if not data or data.endswith(b"\n"):
            return
        lines = data.splitlines(keepends=True)[:-1]
        last = json.loads(lines[-1])["image"] if lines else ""
        while lines and json.loads(lines[-1])["image"] == last:
            lines.pop()
        with self._file.open("r+b") as file:
            file.truncate(sum(map(len, lines)))


def _values(record: ClickRecord) -> dict[str, Any]:
    return record.model_dump(mode="json", exclude_defaults=True)


def _counted(values: Any) -> dict[str, int]:
    return dict(Counter(values).most_common())
