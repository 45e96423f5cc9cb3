"""The value of a field in one entry: by label, kind, or number before its name. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from urllib.parse import parse_qsl, urlsplit

from agent_e.types import Node

from .groups import Entry, text_of
from .words import kind, likeness, words

MIN_LIKE = 0.5
_SURE = 0.75
_MIN_STEM = 3
_ENDING = 3
"""Most letters by which two forms of a word differ."""
_SEARCHED = 1_000
"""Characters searched per part: patterns may take quadratic time."""
_CURRENCY = (
    r"(?:[$€£¥₹₽₩₺₫฿]|\b(?:USD|EUR|GBP|CHF|JPY|CNY|INR|SEK|NOK|DKK|PLN|CZK|AUD|CAD)\b|\bkr\b|\bzł)"
)
_FIGURE = r"\d[\d.,'’\u00a0\u202f ]*"
_PRICE = re.compile(rf"{_CURRENCY}\s?{_FIGURE}|{_FIGURE}\s?{_CURRENCY}", re.IGNORECASE)
_MONTH = r"(?:jan|feb|mar|mär|apr|ma[iy]|jun|jul|aug|sep|o[ck]t|nov|de[cz])[a-zä]*\.?"
_DATE = re.compile(
    r"\b\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2})?|\b\d{1,2}[./]\d{1,2}[./]\d{2,4}\b"
    rf"|\b\d{{1,2}}\.?\s+{_MONTH}(?:\s+\d{{4}})?|\b{_MONTH}\s+\d{{1,2}}(?:,?\s+\d{{4}})?\b"
    r"|\b\d+\s+(?:second|minute|hour|day|week|month|year)s?\s+ago|\byesterday\b|\btoday\b",
    re.IGNORECASE,
)
_RATING = re.compile(
    r"\d+(?:[.,]\d+)?\s*(?:/|out of|of|von|sur|de)\s*\d+|\d+(?:[.,]\d+)?\s*(?:stars?|sterne?)"
    r"|[★☆⭐]{2,}|(?<![\w.,])[0-5][.,]\d(?![\w.,]*\d)",
    re.IGNORECASE,
)
_AUTHOR = re.compile(
    r"\b(?:by|von|par|por)\s+([^|·•,;()]+?)(?=\s*(?:[|·•,;()]|\d|$))", re.IGNORECASE
)
_EMAIL = re.compile(r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+")
_PHONE = re.compile(r"\+?\d[\d ()/.-]{6,}\d")
_STOCK = re.compile(
    r"(?:in|out of|low) stock|sold out|(?:not |un)?available|only \d+ left|(?:nicht )?auf lager"
    r"|ausverkauft|(?:nicht )?verfügbar|\b\d+ in stock|en stock|disponible|épuisé|agotado",
    re.IGNORECASE,
)
_RANK = re.compile(r"\s*#?(\d+)[.)]?\s*")
_LABELLED = re.compile(r"\s*([^:]{2,40}?)\s*:(?!//)\s*(.*)", re.DOTALL)
LETTERS = re.compile(r"[^\W\d_]{2}")
_BOXES = frozenset({"checkbox", "radio", "switch"})
_NEVER_NAMES = frozenset({"button", "img", "textbox", "combobox", "spinbutton", *_BOXES})


def value(field: str, entry: Entry) -> str:
    """The value of a field in an entry without columns; ``""`` if absent."""
    parts = entry.parts
    like, behind = _labelled(field, parts)
    if behind and like == 1.0:
        return behind
    known = kind(field)
    if known in _BY_KIND and (found := _BY_KIND[known](parts)):
        return found
    if like >= MIN_LIKE:
        return behind
    return _counted(field, parts) or _described(field, parts) or _led_to(field, parts)


def labels(parts: Sequence[Node]) -> list[str]:
    """The labels of an entry's parts on the page."""
    found = []
    for node in parts:
        if node.role == "term":
            found.append(node.name.rstrip(" :"))
        elif node.role in ("text", "listitem") and (match := _LABELLED.match(node.name)):
            found.append(match[1])
        elif node.value is not None and node.name:
            found.append(node.name)
    return found


def kinds(parts: Sequence[Node]) -> list[str]:
    """The kinds of values recognisable without a label."""
    return [name for name, find in _BY_KIND.items() if find(parts)]


def link(parts: Sequence[Node]) -> str:
    """An entry's target: its title's link, else its first one."""
    title = name(parts)
    links = [node for node in parts if node.href]
    named = [node for node in links if node.name == title]
    return (named or links)[0].href or "" if links else ""


def name(parts: Sequence[Node]) -> str:
    """An entry's title: its heading, else its first link, else its first words."""
    speaking = [n for n in parts if LETTERS.search(n.name) and n.role not in _NEVER_NAMES]
    titles = [n for n in speaking if n.role == "heading" or n.level]
    links = [n for n in speaking if n.role == "link" and not _PRICE.fullmatch(n.name)]
    plain = [n for n in speaking if not _LABELLED.match(n.name) and n.role != "term"]
    found = titles or links or plain
    return found[0].name if found else ""


def _labelled(field: str, parts: Sequence[Node]) -> tuple[float, str]:
    """The text after the label that best matches a field, and the match's score."""
    best = (0.0, "")
    for index, node in enumerate(parts):
        label, behind = _label(parts, index)
        like = likeness(field, label) if behind else 0.0
        if _is_alone(node) and like < 1.0:
            # Bare preceding words count as a label only if they equal the field's name.
            continue
        if like > best[0]:
            best = (like, behind)
    return best


def _is_alone(node: Node) -> bool:
    return node.role == "text" and not _LABELLED.match(node.name)


def _label(parts: Sequence[Node], index: int) -> tuple[str, str]:
    """The label that a part is or has, and the text after it."""
    node = parts[index]
    after = text_of(parts[index + 1 : index + 2])
    if node.role in _BOXES:
        return node.name, next((s for s in node.states if s.endswith("checked")), "")
    if node.value is not None:
        return node.name, node.value
    if node.role == "term":
        return node.name, _definition(parts, index)
    if node.role in ("text", "listitem", "img", "cell") and (match := _LABELLED.match(node.name)):
        return match[1], match[2] or after
    return (node.name, after) if node.role == "text" else ("", "")


def _definition(parts: Sequence[Node], index: int) -> str:
    """The value of a term: the next definition with its contents."""
    depth = parts[index].depth
    found: list[Node] = []
    for node in parts[index + 1 :]:
        if node.role == "term" or (found and node.depth <= depth) or node.depth < depth:
            break
        found.append(node)
    return text_of(found)


def _first(pattern: re.Pattern[str], group: int = 0) -> Callable[[Sequence[Node]], str]:
    def find(parts: Sequence[Node]) -> str:
        for node in parts:
            if node.role != "button" and (match := pattern.search(node.name[:_SEARCHED])):
                return match[group].strip()
        return ""

    return find


def _date(parts: Sequence[Node]) -> str:
    timed = next((node.name for node in parts if node.tag == "time" and node.name), "")
    return timed or _first(_DATE)(parts)


def _rating(parts: Sequence[Node]) -> str:
    measured = next((n for n in parts if n.role == "meter" and n.value is not None), None)
    return (measured.value or "") if measured else _first(_RATING)(parts)


def _text(parts: Sequence[Node]) -> str:
    title = name(parts)
    texts = [n.name for n in parts if n.role == "text" and n.name != title]
    longest = max(texts, key=len, default="")
    return longest if len(longest) >= 20 else ""


def _rank(parts: Sequence[Node]) -> str:
    match = _RANK.fullmatch(parts[0].name) if parts else None
    return match[1] if match else ""


def _image(parts: Sequence[Node]) -> str:
    """What a picture shows; a linked one beside the title is described by its link."""
    title, target = name(parts), link(parts)
    beside = [n for n in parts if n.href and n.href == target and n.name and n.name != title]
    return next((n.name for n in parts if n.role == "img" and n.name), "") or text_of(beside[:1])


def _counted(field: str, parts: Sequence[Node]) -> str:
    """The number next to the field's name, as in "35 comments" or "Comments (35)"."""
    asked = words(field)
    if not asked:
        return ""
    number, word = r"(\d[\d.,'’]*\s?[kKmM]?\+?)", re.escape(asked[-1])
    before = re.compile(rf"{number}\s+{word}", re.IGNORECASE)
    after = re.compile(rf"\b{word}\w?\s*[(:]\s*{number}\)?", re.IGNORECASE)
    return _first(before, 1)(parts) or _first(after, 1)(parts)


def _described(field: str, parts: Sequence[Node]) -> str:
    """The text of something described by the field's name, or next to its picture."""
    for at, node in enumerate(parts):
        if node.description and likeness(field, node.description) >= _SURE and node.name:
            return node.name
        if node.role == "img" and likeness(field, node.name) >= _SURE:
            return text_of(parts[at + 1 : at + 2])
    return ""


def _led_to(field: str, parts: Sequence[Node]) -> str:
    """The words of a link whose address names the field, as in ``/category/garden`` or ``#notes``.

    An entry's title links to the entry itself: that is not a field.
    """
    asked, title = words(field), name(parts)
    if not asked or len(asked[-1]) < _MIN_STEM:
        return ""
    links = (node for node in parts if node.href and node.name and node.name != title)
    return next((node.name for node in links if _names(asked[-1], node.href or "")), "")


def _names(word: str, address: str) -> bool:
    """Whether a part of an address is this word, inflected or abbreviated."""
    url = urlsplit(address)
    keys = (key for key, _ in parse_qsl(url.query, keep_blank_values=True))
    steps = url.path.split("/")[1:]
    for step in (*steps, *keys, url.fragment):
        for found in words(step):
            stem = min(len(word), len(found)) - (len(word) > _MIN_STEM < len(found))
            alike = stem >= _MIN_STEM and word[:stem] == found[:stem]
            near = abs(len(word) - len(found)) <= _ENDING or word.startswith(found)
            if alike and near:
                return True
    return False


_BY_KIND: dict[str, Callable[[Sequence[Node]], str]] = {
    "name": name,
    "link": link,
    "price": _first(_PRICE),
    "date": _date,
    "rating": _rating,
    "author": _first(_AUTHOR, 1),
    "email": _first(_EMAIL),
    "phone": _first(_PHONE),
    "stock": _first(_STOCK),
    "rank": _rank,
    "text": _text,
    "image": _image,
}
