"""The templates of a site."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from jinja2 import BytecodeCache, Environment, FileSystemLoader, StrictUndefined
from jinja2.bccache import Bucket


class _Compiled(BytecodeCache):
    """What this process has compiled: a site is started far more often than it is changed."""

    def __init__(self) -> None:
        self._held: dict[str, bytes] = {}

    def load_bytecode(self, bucket: Bucket) -> None:
        if bucket.key in self._held:
            bucket.bytecode_from_string(self._held[bucket.key])

    def dump_bytecode(self, bucket: Bucket) -> None:
        self._held[bucket.key] = bucket.bytecode_to_string()


_COMPILED = {True: _Compiled(), False: _Compiled()}


def templates_of(folder: Path, *, trimmed: bool = True) -> Environment:
    """Return the templates of a site's folder; what one of them lacks is an error.

    ``trimmed`` leaves out the line ends and the indentation of what is no text.
    """
    options: dict[str, Any] = {"trim_blocks": trimmed, "lstrip_blocks": trimmed}
    return Environment(
        loader=FileSystemLoader(folder / "templates"),
        autoescape=True,
        undefined=StrictUndefined,
        bytecode_cache=_COMPILED[trimmed],
        **options,
    )
