"""``download``: a file that was saved."""

from __future__ import annotations

from fnmatch import fnmatch
from typing import Self

from pydantic import Field, model_validator

from agent_e.benchmarks.episodes.record import DownloadEvidence

from .base import Case, Finding, Keys, pure


class DownloadCheck(Keys):
    """Keys of ``download``."""

    name: str | None = None
    """A pattern such as invoice-*.pdf; case makes no difference."""
    extension: str | None = None
    """Such as pdf."""
    sha256: str | None = Field(default=None, pattern=r"^[0-9a-fA-F]{64}$")
    min_size: int = Field(default=1, ge=0)
    """Bytes."""

    @model_validator(mode="after")
    def _says_something(self) -> Self:
        if not self.model_fields_set:
            raise ValueError("give one of name, extension, sha256, min_size")
        return self


def _rule(keys: DownloadCheck, case: Case) -> Finding:
    files = case.evidence.downloads
    seen = ", ".join(f"{file.name} ({file.size} bytes)" for file in files)
    wrong = "nothing was saved"
    for file in files:
        wrong = _wrong(keys, file)
        if not wrong:
            return Finding(passed=True, reason="The file was saved.", evidence=file.name)
    return Finding(passed=False, reason=f"No file is right: {wrong}.", evidence=seen)


def _wrong(keys: DownloadCheck, file: DownloadEvidence) -> str:
    name = file.name.lower()
    if keys.name is not None and not fnmatch(name, keys.name.lower()):
        return f"{file.name} is not named {keys.name}"
    if keys.extension is not None and not name.endswith(f".{keys.extension.lower().lstrip('.')}"):
        return f"{file.name} is no {keys.extension}"
    if keys.sha256 is not None and file.sha256.lower() != keys.sha256.lower():
        return f"{file.name} holds something else"
    return f"{file.name} has only {file.size} bytes" if file.size < keys.min_size else ""


DOWNLOAD = pure("download", 1, DownloadCheck, _rule)
