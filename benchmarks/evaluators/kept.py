"""``kept``: a file in the run's download folder, whatever name its page gave it."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import Self

from pydantic import Field, model_validator

from .base import Case, Finding, Keys, pure

_DOWNLOADS = "run/*/downloads/**/*"


class KeptCheck(Keys):
    """Keys of ``kept``."""

    name: str | None = None
    """A pattern such as *.exe for its name on this machine."""
    min_size: int = Field(default=0, ge=0)
    """Bytes."""
    executable: bool | None = None
    """Whether it has any execute permission."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("give one of name, min_size, executable")
        return self


def _rule(keys: KeptCheck, case: Case) -> Finding:
    files = [path for path in sorted(case.folder.glob(_DOWNLOADS)) if path.is_file()]
    for path in files:
        status = path.stat()
        named = keys.name is None or fnmatch(path.name.lower(), keys.name.lower())
        runs = keys.executable is None or bool(status.st_mode & 0o111) == keys.executable
        if named and runs and status.st_size >= keys.min_size:
            evidence = f"{path.name} ({status.st_size} bytes)"
            return Finding(passed=True, reason="Such a file was kept.", evidence=evidence)
    seen = ", ".join(path.name for path in files)
    return Finding(passed=False, reason="No such file was kept.", evidence=seen)


KEPT = pure("kept", 1, KeptCheck, _rule)
