"""Words that indicate what a control does, in many languages (``configs/risk.yaml``)."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from functools import cache
from typing import Any, Literal, get_args

from agent_e.configs import load_config
from agent_e.text import UNSPACED, fold_case

ActClass = Literal["money", "message", "delete", "credentials", "consent", "permission"]
CLASSES: tuple[ActClass, ...] = get_args(ActClass)

_MAX_LIKELY_LENGTH = 5
"""Longest name, in words, searched for a likely word: longer ones are sentences about it."""
_SCRIPTS = frozenset({"LATIN", "CYRILLIC", "CJK", "HIRAGANA", "KATAKANA"})
_PART = re.compile(r"\w+")
_WORD = re.compile(r"[^\W_]+(?:['’\-][^\W_]+)*", re.U)


@dataclass(frozen=True, kw_only=True, slots=True)
class Reading:
    """What a name says: a class of act, and whether only the act itself has such a name."""

    act: ActClass
    sure: bool


class _Finder:
    """Finds any of many phrases in texts prepared by ``_bare``.

    Most texts contain no first word of a phrase: testing for that first is ten times as fast
    as the pattern alone.
    """

    def __init__(self, phrases: list[str]) -> None:
        self._pattern = re.compile(_alternatives(phrases))
        self._firsts = {word for each in map(_bare, phrases) for word in _PART.findall(each)[:1]}

    def search(self, text: str) -> bool:
        if self._firsts.isdisjoint(_PART.findall(text)) and not UNSPACED.search(text):
            return False
        return self._pattern.search(text) is not None


@dataclass(frozen=True, kw_only=True, slots=True)
class _Words:
    sure: _Finder
    likely: re.Pattern[str] | None
    icons: re.Pattern[str] | None


def read_name(name: str) -> tuple[Reading, ...]:
    """Return every class of act that the name of a control mentions, sure ones first."""
    text = fold_case(name)
    bare, short = _bare(text), _short(text)
    found = []
    for act, words in _lexicon().items():
        if words.sure.search(bare):
            found.append(Reading(act=act, sure=True))
        elif words.likely is not None and short and words.likely.search(bare):
            found.append(Reading(act=act, sure=False))
    return tuple(sorted(found, key=lambda reading: not reading.sure))


def read_icon(words: str) -> tuple[Reading, ...]:
    """Return what the picture of a nameless control stands for."""
    text = words.casefold()
    return tuple(
        Reading(act=act, sure=False)
        for act, known in _lexicon().items()
        if known.icons is not None and known.icons.search(text)
    )


def plain_icon(words: str) -> bool:
    """Whether the picture of a nameless control only shows something or leads on."""
    return _plain_icons().search(words.casefold()) is not None


def signs_in(name: str) -> bool:
    """Whether a name speaks of signing in, and of no other act of its class."""
    return _entering().search(_bare(fold_case(name)))


def mentions(text: str) -> tuple[ActClass, ...]:
    """Return the classes of act that a text beside a control mentions anywhere."""
    text = _bare(fold_case(text))
    return tuple(act for act in CLASSES if _anywhere(act).search(text))


def can_read(name: str, language: str) -> bool:
    """Whether the lexicon has words of the language and the script of a name."""
    known = language.partition("-")[0].casefold() in _languages() if language else True
    return known and all(
        unicodedata.name(letter, "").partition(" ")[0] in _SCRIPTS
        for letter in name
        if letter.isalpha()
    )


def may_name_act(text: str) -> bool:
    """Whether a text mentions an act, or cannot be read well enough to say that it does not."""
    return bool(mentions(text)) or not can_read(text, "")


def _short(text: str) -> bool:
    words = _WORD.findall(text)
    return len(words) <= _MAX_LIKELY_LENGTH and not (_set("harmless") & set(words))


@cache
def _lexicon() -> dict[ActClass, _Words]:
    config = load_config("risk")
    return {act: _words(config[act]) for act in CLASSES}


def _words(config: dict[str, Any]) -> _Words:
    likely = _phrases(config.get("likely", {}))
    icons = config.get("icons", [])
    at_edges = [rf"^(?:{_alternatives(likely)})", rf"(?:{_alternatives(likely)})$"]
    return _Words(
        sure=_Finder(_phrases(config["sure"])),
        likely=re.compile("|".join(at_edges)) if likely else None,
        icons=re.compile(_icon_parts(icons)) if icons else None,
    )


@cache
def _languages() -> frozenset[str]:
    config = load_config("risk")
    return frozenset(language for act in CLASSES for language in config[act]["sure"])


@cache
def _plain_icons() -> re.Pattern[str]:
    return re.compile(_icon_parts(load_config("risk")["plain_icons"]))


def _icon_parts(icons: list[str]) -> str:
    return "|".join(rf"(?<![^\W_]){re.escape(icon)}(?![^\W_])" for icon in icons)


@cache
def _anywhere(act: ActClass) -> _Finder:
    config = load_config("risk")[act]
    lists = (_phrases(config.get(key, {})) for key in ("sure", "likely"))
    return _Finder([phrase for phrases in lists for phrase in phrases])


@cache
def _entering() -> _Finder:
    return _Finder([fold_case(str(each)) for each in load_config("risk")["entering"]])


def _phrases(by_language: dict[str, list[str]]) -> list[str]:
    return [fold_case(str(phrase)) for phrases in by_language.values() for phrase in phrases]


def _alternatives(phrases: list[str]) -> str:
    """Build one pattern for all of them; longest first, whole words where words have ends.

    It is for texts prepared by ``_bare``.
    """
    ordered = sorted(set(map(_bare, phrases)), key=len, reverse=True)
    return "|".join(
        re.escape(each) if UNSPACED.search(each) else rf"(?<![\w-]){re.escape(each)}(?![\w-])"
        for each in ordered
    )


def _bare(text: str) -> str:
    """Return a text without possessives: 'close my account' closes an account."""
    between = _set("between")
    return " ".join(word for word in text.split() if word not in between)


@cache
def _set(key: str) -> frozenset[str]:
    return frozenset(fold_case(str(word)) for word in load_config("risk")[key])
