"""From the bytes of a saved page to its text."""

from __future__ import annotations

import codecs
import re

from bs4.dammit import EncodingDetector

from agent_e.errors import ConfigError

_LOOKED_AT = 4_096
_MOST_STRANGE = 0.1
"""Share of characters that no text has, from which on it is none; a few may be in any."""
_FEW = 8
_STRANGE = re.compile("[\x00-\x08\x0e-\x1a\x1c-\x1f\ufffd]")
_SURROGATES = re.compile("[\ud800-\udfff]")
_ARCHIVE = re.compile(r"^[\w-]+:[^\n]*\n.*?^content-type:\s*multipart/related", re.I | re.M | re.S)
# Browsers read these names as their larger successors, and never these others.
_MEANT = {"ascii": "cp1252", "iso8859-1": "cp1252", "iso8859-9": "cp1254", "gb2312": "gb18030"} | {
    "gbk": "gb18030",
    "utf-16": "utf-8",
    "utf-16-le": "utf-8",
    "utf-16-be": "utf-8",
    "tis-620": "cp874",
    "shift_jis": "cp932",
}
_NEVER = frozenset(
    {"idna", "mbcs", "oem", "punycode", "raw_unicode_escape", "undefined", "unicode_escape"}
    | {"raw-unicode-escape", "unicode-escape", "utf-7"}
)


def decode(html: str | bytes) -> str:
    """Return the text of a page: without NULs, with U+FFFD for what is no character.

    Bytes are read by their byte order mark, else as the page declares, else as UTF-8, else as
    western European text, as browsers do.

    Raises:
        ConfigError: it is an MHTML archive, or no text.
    """
    text = html if isinstance(html, str) else _text(html)
    start = text[:_LOOKED_AT]
    if _ARCHIVE.match(start.lstrip()):
        raise ConfigError(
            "An MHTML archive can only be read with a browser. Save the page as HTML instead."
        )
    if len(_STRANGE.findall(start)) > max(_FEW, len(start) * _MOST_STRANGE):
        raise ConfigError("That is no HTML but binary data. Give the file of a page.")
    return _SURROGATES.sub("\ufffd", text.replace("\0", ""))


def _text(data: bytes) -> str:
    bare, marked = EncodingDetector.strip_byte_order_mark(data)
    if marked:
        return bare.decode(marked, errors="replace")
    declared = _codec(EncodingDetector.find_declared_encoding(data[:_LOOKED_AT], is_html=True))
    for encoding in (declared, "utf-8"):
        if encoding:
            try:
                return data.decode(encoding)
            except UnicodeDecodeError:
                continue
    return data.decode(declared or "cp1252", errors="replace")


def _codec(label: str | None) -> str | None:
    """Python's name for what a page calls its encoding; none for one that pages cannot have."""
    try:
        name = codecs.lookup((label or "").strip()).name
        "".encode(name)
    except (LookupError, ValueError, UnicodeError):
        return None
    return None if name in _NEVER else _MEANT.get(name, name)
