"""Removes secrets from text, in every form they are likely to be written in. Pure but for its list.

A value is matched character by character, each in any encoding of addresses, HTML and JSON, so that
mixtures are found as well; backwards; and as a whole in base64 and hexadecimal. What that leaves is
searched twice more: in ordinary characters, and by its letters and figures alone, where a value and
its encodings are found however they are spaced, separated or spread over lines.
"""

from __future__ import annotations

import base64
import html.entities
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from agent_e.safety.normalization import letters, plain

_MIN_BASE64 = 6
"""Shortest base64 text worth searching for: shorter ones occur in any text."""
_MIN_FOLDED = 8
"""Length from which a value is matched in either case and backwards: shorter ones, such as a first
name, would be found in too many texts."""
_MIN_NUMBER = 6
"""Digits from which a number may be a secret: shorter ones are counts."""
_GROUPED = re.compile(r"\d{6,}")
_GAP = r"[ \u00a0.,-]?"
"""Pages write the digits of a code in groups."""
_MIN_LETTERS = 8
"""Letters and figures from which these alone are searched for."""
_UNIT = re.compile("[^\u0300-\u036f]?[\u0300-\u036f]*", re.DOTALL)
"""A character with its accents."""
_NAMED = {name: entity for name, entity in html.entities.html5.items() if name.endswith(";")}


class Redactor:
    """Replaces the secrets added to it by their names in brackets.

    No text is remembered between calls, and the order of additions does not matter.
    """

    def __init__(self) -> None:
        self._labels: dict[str, str] = {}
        self._short: dict[str, str] = {}
        self._letters: dict[str, str] = {}
        self._exact: _Search | None = None
        self._ordinary: _Search | None = None

    def add(self, value: str, label: str) -> None:
        """Redact a value from now on; an empty one is ignored."""
        if not value or value in self._labels:
            return
        self._labels[value] = label
        self._letters |= dict.fromkeys(letter_forms(value), label)
        if letters(value) not in self._letters and len(plain(value)) >= len(value):
            self._short[plain(value)] = label
            self._ordinary = _Search(self._short)
        self._exact = _Search(self._labels)

    @property
    def source(self) -> str:
        """The regular expression of all forms, also used by page scripts; ``""`` without any."""
        return self._exact.pattern.pattern if self._exact else ""

    def __call__(self, text: str) -> str:
        """Return the text without the secrets."""
        if self._exact is None:
            return text
        text = self._exact.pattern.sub(self._exact.name, text)
        if self._ordinary is not None:
            text = _replaced_in(text, plain, self._ordinary.pattern, self._ordinary.name)
        folded = letters(text)
        there = [form for form in self._letters if form in folded]
        if not there:
            return text
        forms = re.compile("|".join(map(re.escape, sorted(there, key=len, reverse=True))))
        return _replaced_in(text, letters, forms, lambda found: f"[{self._letters[found[0]]}]")

    def value(self, value: Any) -> Any:
        """Return a JSON value with all its texts redacted, keys as well.

        A number is replaced only if it is a secret as a whole; types unknown to JSON become text.
        """
        if isinstance(value, str):
            return self(value)
        if value is None or isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            written = str(value)
            hides = len(written) >= _MIN_NUMBER and self(written)
            shown = {f"[{label}]" for label in self._labels.values()}
            return hides if hides in shown else value
        if isinstance(value, Mapping):
            return {self.value(key): self.value(each) for key, each in value.items()}
        if isinstance(value, Sequence) and not isinstance(value, bytes | bytearray):
            return [self.value(each) for each in value]
        return self(str(value))

    def data(self, data: bytes) -> bytes:
        """Return a file's bytes without the secrets; binary data passes unchanged."""
        clean = self(data.decode("utf-8", "surrogateescape"))
        return clean.encode("utf-8", "surrogateescape")


class _Search:
    """The pattern of all forms of some values, and the name of what it finds."""

    def __init__(self, labels: Mapping[str, str]) -> None:
        # The longest first: one value may be the beginning of another.
        values = sorted(labels, key=len, reverse=True)
        self._names = [f"[{labels[each]}]" for each in values]
        self.pattern = re.compile("|".join(f"({_any_form(each)})" for each in values))

    def name(self, found: re.Match[str]) -> str:
        """Return the name in brackets of the value found."""
        assert found.lastindex is not None
        return self._names[found.lastindex - 1]


def _replaced_in(
    text: str,
    fold: Callable[[str], str],
    pattern: re.Pattern[str],
    replaced: Callable[[re.Match[str]], str],
) -> str:
    """Replace what the pattern finds in the folded text by what stands there in the text itself."""
    whole = fold(text)
    if whole == text or not pattern.search(whole):
        return text
    pieces, spans = [], []
    for unit in _UNIT.finditer(text):
        piece = fold(unit[0])
        pieces.append(piece)
        spans += [unit.span()] * len(piece)
    parts, last = [], 0
    for found in pattern.finditer("".join(pieces)):
        start, end = spans[found.start()][0], spans[found.end() - 1][1]
        parts += [text[last:start], replaced(found)]
        last = end
    return "".join([*parts, text[last:]])


def letter_forms(value: str) -> set[str]:
    """Return what is left of the value and its encodings when only letters and figures count."""
    data = value.encode("utf-8", "surrogatepass")
    forms = {
        data.hex(),
        "".join(f"x{byte:02x}" for byte in data),
        "".join(f"0x{byte:02x}" for byte in data),
        "".join(map(str, data)),
        # The last letter holds bits of what follows.
        base64.b32encode(data).decode()[: len(data) * 8 // 5],
        *_base64_forms(value.encode("utf-16-le", "surrogatepass")),
        *_base64_forms(value.encode("utf-16-be", "surrogatepass")),
        *(outer for inner in _base64_forms(data) for outer in _base64_forms(inner.encode())),
    }
    if not letters(value).isdigit():
        # Figures follow each other in any table.
        forms.add(value)
    return {form for form in map(letters, forms) if len(form) >= _MIN_LETTERS}


def _any_form(value: str) -> str:
    fold = len(value) >= _MIN_FOLDED
    gap = _GAP if _GROUPED.fullmatch(value) else ""
    spelled = [_character(each, fold) for each in value]
    forms = [gap.join(spelled)]
    if fold or gap:
        forms.append(gap.join(reversed(spelled)))
    # Hex of bytes, and base64 with the value beginning at each of three places.
    forms.append("".join(f"[{d}{d.upper()}]" for d in value.encode().hex()))
    forms += [re.escape(each) for each in _base64_forms(value.encode())]
    return "|".join(forms)


def _character(character: str, fold: bool) -> str:
    """Return a pattern for every way of writing one character."""
    both = (character, character.lower(), character.upper()) if fold else (character,)
    ways = {way for each in both if len(each) == 1 for way in _ways(each)}
    return f"(?:{'|'.join(sorted(ways, key=len, reverse=True))})"


def _ways(character: str) -> set[str]:
    ways = {re.escape(character)}
    ways.add("".join(_percent(byte) for byte in character.encode("utf-8", "surrogatepass")))
    if character == " ":
        ways.add(r"\+")
    number = ord(character)
    ways.add(f"&#0*{number};?")
    ways.add(f"&#[xX]0*{_hex(f'{number:x}')};?")
    ways |= {re.escape(f"&{name}") for name, meant in _NAMED.items() if meant == character}
    for unit in _utf16(character):
        if len(_utf16(character)) == 1:
            # A text within JSON within JSON has its backslashes doubled.
            ways.add(rf"\\+u{_hex(f'{unit:04x}')}")
    if len(_utf16(character)) == 2:
        ways.add("".join(rf"\\+u{_hex(f'{unit:04x}')}" for unit in _utf16(character)))
    written = json.dumps(character, ensure_ascii=False)[1:-1]
    if written != character:
        ways.add(r"\\+" + re.escape(written[-1]))
    if character in "'/`":
        ways.add(r"\\+" + re.escape(character))
    return ways


def _percent(byte: int) -> str:
    # Encoded twice, the sign itself is %25.
    return f"%(?:25)*{_hex(f'{byte:02x}')}"


def _hex(digits: str) -> str:
    return "".join(f"[{d}{d.upper()}]" if d.isalpha() else d for d in digits)


def _utf16(character: str) -> list[int]:
    data = character.encode("utf-16-be", "surrogatepass")
    return [int.from_bytes(data[at : at + 2], "big") for at in range(0, len(data), 2)]


def _base64_forms(data: bytes) -> Iterator[str]:
    """Yield the data in base64 at each offset, without the ends it shares with others."""
    encoders: tuple[Callable[[bytes], bytes], ...] = (base64.b64encode, base64.urlsafe_b64encode)
    seen = set()
    for before in range(3):
        whole = bytes(before) + data
        first = (before * 8 + 5) // 6
        last = len(whole) * 8 // 6
        for encode in encoders:
            text = encode(whole).decode().rstrip("=")[first:last]
            if len(text) >= _MIN_BASE64 and text not in seen:
                seen.add(text)
                yield text
