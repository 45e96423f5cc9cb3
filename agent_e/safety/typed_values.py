"""What was typed into pages, and whether a request carries any of it."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from os.path import commonprefix
from typing import Literal
from urllib.parse import unquote, unquote_plus

from agent_e.types import Outgoing

Carried = Literal["", "text", "private"]

MIN_LENGTH = 3
"""Characters that a value has at least: shorter ones stand in any address."""
MIN_BEGUN = 4
"""Characters of the beginning of what is private: pages may send it key by key."""
MIN_IN_PATH = 8
"""The same for a path, which may be called what was looked for, as a picture's is."""
_PROBE = 200
"""Characters of a long text that are looked for."""
_KEPT = 50
"""Values that are remembered, the newest."""
_READ = 200_000
"""Characters of a request that are read."""
_DEPTH = 3
"""How often a value may be written within another form."""
_FIGURE = re.compile(r"\d")
_FIGURES = 6
"""Figures of a value that is likely to be a number of somebody's: of a card, a phone, a member."""
_DAY = re.compile(r"\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}(?:[ T]\d{1,2}:\d{2}.*)?")
_BETWEEN = re.compile(r"[\s.-]")
_CODED = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){3,}")
_ESCAPED = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|(.))")


def is_data(value: str, task: str) -> bool:
    """Whether a value looks like somebody's data, such as a number, and is none of the task's.

    What the task gives is to be sent where it leads; what was read elsewhere is for no other site.
    """
    if _even(value) in _even(task) or _DAY.fullmatch(value.strip()):
        return False
    return "@" in value or len(_FIGURE.findall(value)) >= _FIGURES


class Typed:
    """The values that were typed in a run, for as long as it lasts.

    Attributes:
        hidden: whether something private was typed, or is about to be, that is not told here.
    """

    def __init__(self, secret: Callable[[str], str] = lambda text: text) -> None:
        """Make it; ``secret`` returns a text without the person's secrets."""
        self.hidden = False
        self._secret = secret
        self._values: OrderedDict[str, bool] = OrderedDict()

    def add(self, value: str, *, private: bool) -> None:
        """Remember a value; ``private`` are those that no other site should have."""
        value = _even(value)[:_PROBE]
        if len(value) < MIN_LENGTH:
            return
        private = private or self._values.pop(value, False)
        # Pages leave out what people put between figures.
        for form in {value, _BETWEEN.sub("", value)} if private else {value}:
            self._values[form] = private
        while len(self._values) > _KEPT:
            self._values.popitem(last=False)

    def __bool__(self) -> bool:
        """Whether anything was typed."""
        return self.hidden or bool(self._values)

    @property
    def plain(self) -> list[str]:
        """What was typed that is not private, in lower case."""
        return [value for value, private in self._values.items() if not private]

    @property
    def private(self) -> bool:
        """Whether anything that was typed is private."""
        return self.hidden or any(self._values.values())

    def carried(self, sent: Outgoing) -> Carried:
        """Tell what of it a request carries, in any usual way of writing it.

        Raw, with percents, in JSON and HTML, in hexadecimal and base64, and these within each
        other.
        """
        head, _, query = sent.url.partition("?")
        host, _, path = head.partition("//")[2].partition("/")
        whole = f"{host}\n{query}\n{sent.body[:_READ]}"
        if self._secret(sent.url) != sent.url or self._secret(whole) != whole:
            return "private"
        found: Carried = ""
        for text, least in ((whole, MIN_LENGTH), (path, MIN_IN_PATH)):
            for layer in _layers(text, _DEPTH):
                values = [(v, hidden) for v, hidden in self._values.items() if len(v) >= least]
                if any(hidden and _begun(value, layer) for value, hidden in values):
                    return "private"
                if any(not hidden and value in layer for value, hidden in values):
                    found = "text"
        return found


def _even(text: str) -> str:
    # A plus may stand for a blank, and nobody can tell where it does.
    return " ".join(text.replace("+", " ").split()).casefold()


def _begun(value: str, layer: str) -> bool:
    """Whether a text holds the value, or its beginning as it is while it is being typed."""
    at = layer.find(value[:MIN_BEGUN])
    while at >= 0:
        rest = layer[at : at + len(value) + 1]
        same = len(commonprefix([value, rest]))
        if same == len(value) or not rest[same : same + 1].isalnum():
            return True
        at = layer.find(value[:MIN_BEGUN], at + 1)
    return False


def _layers(text: str, depth: int) -> Iterator[str]:
    """A text, and what it says in the forms that it may be written in."""
    seen = {text}
    yield _even(text)
    for _ in range(depth):
        text = html.unescape(_unescaped(unquote_plus(text)))
        if text in seen:
            break
        seen.add(text)
        yield _even(text)
    if depth:
        for each in seen:
            yield from _decoded(each, depth - 1)


def _decoded(text: str, depth: int) -> Iterator[str]:
    # As one text: pieces are many, and each would be looked through for every value.
    pieces = [*map(_base64, _CODED.findall(unquote(text))), *map(_unhexed, _HEX.findall(text))]
    if said := "\n".join(filter(None, pieces)):
        yield from _layers(said, depth)


def _base64(text: str) -> str:
    plain = text.rstrip("=").replace("-", "+").replace("_", "/")
    plain = plain[: len(plain) - 1] if len(plain) % 4 == 1 else plain
    try:
        return base64.b64decode(plain + "=" * (-len(plain) % 4)).decode("utf-8", "ignore")
    except binascii.Error:
        return ""


def _unhexed(text: str) -> str:
    return bytes.fromhex(text).decode("utf-8", "ignore")


def _unescaped(text: str) -> str:
    return _ESCAPED.sub(lambda found: chr(int(found[1], 16)) if found[1] else found[2], text)
