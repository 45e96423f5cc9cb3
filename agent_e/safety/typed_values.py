"""Text typed into pages, and detection of requests that carry any of it."""

from __future__ import annotations

import base64
import binascii
import html
import re
from collections import OrderedDict
from collections.abc import Callable, Iterable, Iterator
from os.path import commonprefix
from typing import Literal
from urllib.parse import unquote, unquote_plus

from agent_e.types import ActFacts, Outgoing

from .normalization import letters
from .secrets.secret_matcher import letter_forms

Carried = Literal["", "text", "opaque", "private"]
"""What a request carries of what was typed; ``opaque`` may be private and cannot be read."""

MIN_LENGTH = 3
"""Minimum length of a value in characters: shorter ones occur in any address."""
MIN_BEGUN = 4
"""Length of a private value's beginning to search for: pages may send it key by key."""
MIN_IN_PATH = 8
"""The same for a path, which may be named after a search term, as a picture's is."""
_PROBE = 200
"""Characters of a long text to search for."""
_KEPT = 50
"""Most recent values that are remembered."""
_READ = 200_000
"""Characters of a request that are read."""
_DEPTH = 3
"""Most encodings that may be nested within each other."""
_WORD = re.compile(r"[^\W_]+")
_LETTER = re.compile(r"[^\W\d_]")
_FIGURE = re.compile(r"\d")
_FIGURES = 6
"""Digits of a value that is likely a personal number: of a card, a phone, a membership."""
_DAY = re.compile(r"\d{1,4}[-/. ]\d{1,2}[-/. ]\d{1,4}(?:[ T]\d{1,2}:\d{2}.*)?")
_BETWEEN = re.compile(r"[\s.-]")
_CODED = re.compile(r"[A-Za-z0-9+/_-]{4,}={0,2}")
_HEX = re.compile(r"(?:[0-9a-fA-F]{2}){3,}")
_ESCAPED = re.compile(r"\\+(?:u([0-9a-fA-F]{4})|(.))")
_MIN_LETTERS = 8
"""Letters and figures of a private value from which these alone are searched for."""


def is_data(value: str, task: str) -> bool:
    """Whether a value looks like personal data, such as a number, and is not from the task.

    What the task contains may be sent where it leads; data read elsewhere is for no other site.
    """
    if _even(value) in _even(task) or _DAY.fullmatch(value.strip()):
        return False
    return "@" in value or len(_FIGURE.findall(value)) >= _FIGURES


def is_said(value: str, said: str) -> bool:
    """Whether the words of a value stand in what the person said; mere numbers always count as so.

    Numbers are written in many ways, and none of them alone says who somebody is.
    """
    words = set(_WORD.findall(value.casefold()))
    if not _LETTER.search(value) or words <= set(_WORD.findall(said.casefold())):
        return True
    # With and without blanks, as postcodes and bank accounts are written.
    return "".join(_WORD.findall(value.casefold())) in "".join(_WORD.findall(said.casefold()))


class Typed:
    """The values typed during a run.

    Attributes:
        unsaid: names and addresses of people among them that the person never said.
    """

    def __init__(
        self,
        secret: Callable[[str], str] = lambda text: text,
        document: Callable[[], tuple[int, int]] = lambda: (0, 0),
    ) -> None:
        """Start empty.

        Args:
            secret: returns a text with the person's secrets removed.
            document: returns the document of the active tab, as in ``Outgoing``.
        """
        self.unsaid: set[str] = set()
        self._secret = secret
        self._document = document
        self._hidden = False
        self._values: OrderedDict[str, bool] = OrderedDict()
        self._letters: set[str] = set()
        self._holders: set[tuple[int, int]] = set()

    def add(self, value: str, *, private: bool) -> None:
        """Remember a value; ``private`` ones are for no other site."""
        exact, value = value[:_PROBE], _even(value)[:_PROBE]
        if len(value) < MIN_LENGTH:
            return
        private = private or self._values.pop(value, False)
        # Pages drop the separators that people put between digits.
        for form in {value, _BETWEEN.sub("", value)} if private else {value}:
            self._values[form] = private
        if private:
            self._holders.add(self._document())
            self._letters |= _letters_of(exact)
        while len(self._values) > _KEPT:
            self._values.popitem(last=False)

    def take_over(self, earlier: Typed) -> None:
        """Remember what was typed in a browser that is gone, and its documents with it."""
        self.unsaid, self._hidden = earlier.unsaid, earlier._hidden
        self._values, self._letters = earlier._values, earlier._letters

    def add_hidden(self) -> None:
        """Note that something private is typed whose value is unknown here."""
        self._hidden = True
        self._holders.add(self._document())

    def __bool__(self) -> bool:
        """Whether anything was typed."""
        return self._hidden or bool(self._values)

    @property
    def plain(self) -> list[str]:
        """Typed values that are not private, in lower case."""
        return [value for value, private in self._values.items() if not private]

    @property
    def private(self) -> bool:
        """Whether any typed value is private."""
        return self._hidden or any(self._values.values())

    def is_held(self, sent: Outgoing) -> bool:
        """Whether the sending document is one into which something private was typed.

        Its frames and workers are those of the active tab.
        """
        return (sent.document if sent.document[0] else self._document()) in self._holders

    def is_private(self, value: str) -> bool:
        """Whether a value is a private one that was typed, or holds a secret."""
        return self._values.get(_even(value)[:_PROBE], False) or self._secret(value) != value

    def holds_unsaid(self, facts: Iterable[ActFacts]) -> bool:
        """Whether the fields there hold the name or address of somebody the person never named."""
        return any(value in self.unsaid for each in facts for _, value in each.entries)

    def carried(self, sent: Outgoing) -> Carried:
        """Return which typed values a request carries, in any usual encoding.

        Raw, percent-encoded, in JSON and HTML, in hexadecimal and base64, and these nested within
        each other; private ones also spaced, backwards, and as numbers of their characters.
        """
        head, _, query = sent.url.partition("?")
        host, _, path = head.partition("//")[2].partition("/")
        named = f"{sent.fragment}\n{sent.referrer}"
        whole = f"{host}\n{query}\n{named}\n{sent.body[:_READ]}"
        if self._secret(sent.url) != sent.url or self._secret(whole) != whole:
            return "private"
        if self._letters:
            plain = letters(unquote_plus(f"{sent.url}\n{named}\n{sent.body[:_READ]}"))
            if any(form in plain for form in self._letters):
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


def _letters_of(value: str) -> set[str]:
    """Return the forms of a private value of which only letters and figures count."""
    own = letters(value)
    forms = {own, own[::-1], *letter_forms(value)}
    return {form for form in forms if len(form) >= _MIN_LETTERS}


def _even(text: str) -> str:
    # A plus may stand for a space, and there is no telling where it does.
    return " ".join(text.replace("+", " ").split()).casefold()


def _begun(value: str, layer: str) -> bool:
    """Whether a text holds the value, or a beginning of it as while typing."""
    at = layer.find(value[:MIN_BEGUN])
    while at >= 0:
        rest = layer[at : at + len(value) + 1]
        same = len(commonprefix([value, rest]))
        if same == len(value) or not rest[same : same + 1].isalnum():
            return True
        at = layer.find(value[:MIN_BEGUN], at + 1)
    return False


def _layers(text: str, depth: int) -> Iterator[str]:
    """Yield a text and its decodings."""
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
    # As one text: there are many pieces, and each would be searched for every value.
    pieces = [*map(_base64, _CODED.findall(unquote(text))), *map(_unhexed, _HEX.findall(text))]
    if decoded := "\n".join(filter(None, pieces)):
        yield from _layers(decoded, depth)


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
