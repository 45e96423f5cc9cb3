"""A file's type by its first bytes, whatever its name; it is never unpacked."""

from __future__ import annotations

from pathlib import Path

import puremagic

_LOOKED_AT = 8_192
_TEXTS = frozenset({"txt", "csv", "tsv", "json", "md", "ics"})
_ZIPPED = frozenset({"zip", "docx", "xlsx", "pptx", "odt", "ods", "odp", "epub"})
_PICTURES = frozenset({"png", "jpg", "jpeg", "gif", "webp", "bmp", "tif", "tiff"})
_SOUNDS = frozenset({"mp3", "wav", "ogg", "flac", "mp4", "webm"})
_PAPERS = frozenset({"pdf", "rtf", "doc", "xls", "ppt"})
_HARMLESS = _TEXTS | _ZIPPED | _PICTURES | _SOUNDS | _PAPERS | {"gz", "7z", "tar"}
"""Extensions a saved file may have: none that a double click would run."""
_SAME = {"jpeg": "jpg", "tiff": "tif"}
_OTHER = "bin"


def extension_of(file: Path, name: str) -> str:
    """Return the extension that fits a file's content, without a dot; ``bin`` if unknown.

    Args:
        file: the file.
        name: its claimed name, which only decides between types that begin alike.
    """
    with file.open("rb") as opened:
        head = opened.read(_LOOKED_AT)
    claimed = Path(name).suffix.lower().lstrip(".")
    found = _found(head)
    if claimed in found & _HARMLESS:
        return claimed
    if "zip" in found:
        return "zip"
    return next(iter(sorted(found & _HARMLESS)), _OTHER) if found != _TEXTS else "txt"


def belies(name: str, extension: str) -> bool:
    """Whether a file's name suggests a different type."""
    claimed = Path(name).suffix.lower().lstrip(".")
    return bool(claimed) and _SAME.get(claimed, claimed) != _SAME.get(extension, extension)


def _found(head: bytes) -> frozenset[str]:
    """The extensions that fit the first bytes of a file."""
    if head.startswith(b"PK\x03\x04"):
        return _ZIPPED
    try:
        known = puremagic.magic_string(head) if head else []
    except puremagic.PureError:
        known = []
    if known and known[0].byte_match and (best := _best(known)):
        return best
    return frozenset() if b"\x00" in head or not _is_text(head) else _TEXTS


def _best(known: list[puremagic.PureMagicWithConfidence]) -> frozenset[str]:
    most = known[0].confidence
    return frozenset(
        each.extension.lower().lstrip(".") for each in known if each.confidence == most
    ) - {""}


def _is_text(head: bytes) -> bool:
    try:
        head.decode("utf-8")
    except UnicodeDecodeError as error:
        # The last character may be truncated.
        return error.start > len(head) - 4 and len(head) == _LOOKED_AT
    return True
