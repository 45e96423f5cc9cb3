"""Secrets in a person's words: recognised by what introduces them, or by their own form.

Pure. A value that is introduced as a password is rather found too often than missed: a name in its
place still works.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache

from agent_e.configs import load_config
from agent_e.configs.secret_names import SecretKind, secret_names

from .secret_forms import FoundSecret, formed_secrets, in_digits

_HANDLE = re.compile(r"\{secret:[^{}]*\}", re.I)
_URL = re.compile(r"https?://\S+", re.I)
_QUOTED = (
    r"(?:\"(?P<q1>[^\"\n]+)\"|“(?P<q2>[^”\n]+)”|„(?P<q3>[^“”\n]+)[“”]|«\s?(?P<q4>[^»\n]+?)\s?»|`(?P<q5>[^`\n]+)`"
    r"|[‘'](?P<q6>[^'’\n]+)['’](?!\w)|「(?P<q7>[^」\n]+)」|»(?P<q8>[^«\n]+)«)"
)
_BARE = r"(?P<bare>[^\s，。；、？「」『』]+)"
_VALUE = rf"(?:{_QUOTED}|{_BARE})"
_DIGITS = r"(?:[A-Z]-)?(?P<bare>\d(?:[ -]?\d){%s})(?![\w-])(?!\.\w)"
_FOR = (
    r"(?P<whom>\s+(?:for|of|on|für|von|pour|de|para|per|di|voor|do|dla|для)"
    r"(?:\s+[^\s:.,;!?=]+){1,4}?)?"
)
_SAYS = (
    r"[\"'’”“]?\s*(?P<sign>[:=：]|[-–—>]+(?=\s))\s*"
    r"|\s+(?P<word>is|are|to|lautet|ist|est|es|è|é|auf|à|a|jest|to|это|:)\s*:?\s+"
    r"|\s*(?P<glyph>是|为|為|は|を|는|은)\s*|(?P<none>\s|(?<=[\u3040-\u9fff])(?=[\x21-\x7e]))\s*"
)
_GIVES = (
    r"with|and|using|use|enter|type|mit|und|avec|et|con|y|e|com|met|en|z|i|ve|ile|и|с|verwende"
    r"|nutze|utilise"
)
_OWN = (
    r"the|my|his|her|our|your|its|a|this|new|old|das|dem|dein|deinem|mein|meinem|le|la|mon|el|mi|il|mia|minha|"
    r"het|mijn|moje|мой"
)
_GIVEN = re.compile(
    rf"(?:(?:\b(?P<verb>{_GIVES})|(?P<edge>^|[\n,;(\[/&+]))\s*)(?:(?:{_OWN})\s+)*$", re.I
)
_OWNED = re.compile(rf"\b(?:{_OWN})\s+$", re.I)
_CHANGES = re.compile(
    r"\b(?:set|change|reset|update|make|ändere|setze|stelle|change[rz]?|mets|cambia|pon|imposta|altere|mude|wijzig"
    r"|zmień|ustaw|измени)\b[^.;\n]*$",
    re.I,
)
_AS = r"(?:as|als|comme|como|come|jako|как)"
_USER = (
    r"(?:user(?:[ -]?name)?|usr|account|e-?mail|login|log ?in|benutzer(?:name)?|konto|utilisateur"
    r"|identifiant|usuario|utente|usuário|gebruiker|użytkownik|kullanıcı|пользователь|用户名?|用戶)"
)
_LOGGING = re.compile(rf"\b{_AS}\s+\S|{_USER}|@\w", re.I)
_HANDS = frozenset({"with", "using", "use", "mit", "avec", "con", "com", "met", "z"})
_ASKED = re.compile(
    rf"\b(?:which|what|whether|that|if|check|verify|ensure)\s+(?:(?:{_OWN})\s+)*$", re.I
)
_MAX_WORDS = 5
_LOOK_BACK = 200
"""Characters before a value that may introduce it."""
_MIN_PLAIN = 3
_MIN_FORMED = 5


def withheld(text: str, name_of: Callable[[SecretKind, str], str]) -> str:
    """Return a text with ``{secret:NAME}`` in place of each secret in it.

    ``name_of`` keeps a secret, given by kind and value, and returns its name.
    """
    found = find_secrets(text)
    for each in reversed(found):
        name = name_of(each.kind, each.value)
        text = f"{text[: each.start]}{{secret:{name}}}{text[each.end :]}"
    return text


def find_secrets(text: str) -> list[FoundSecret]:
    """Return the secrets that stand in a text, in order, with every place of each."""
    taken: list[FoundSecret] = []
    handles = [found.span() for found in _HANDLE.finditer(text)]
    for each in _candidates(text):
        spans = (*handles, *((one.start, one.end) for one in taken))
        free = all(each.end <= start or end <= each.start for start, end in spans)
        if free and not _names_user(text, each):
            taken.append(each)
    return sorted([*taken, *_repeated(text, taken)], key=lambda each: each.start)


def _candidates(text: str) -> Iterator[FoundSecret]:
    """Yield what may be a secret, the surest first."""
    yield from formed_secrets(text)
    urls = [found.span() for found in _URL.finditer(text)]
    for each in (*_paired(text), *_introduced(text), *_named_after(text), *_codes(text)):
        if not any(start <= each.start < end for start, end in urls):
            yield each


def _introduced(text: str) -> Iterator[FoundSecret]:
    """Yield values that stand behind the name of what they are."""
    for kind in ("cvc", "code", "pin", "key", "password"):
        for found in _pattern(kind).finditer(text):
            if (each := _read(text, kind, found)) is not None:
                yield each


@cache
def _pattern(kind: SecretKind) -> re.Pattern[str]:
    values: dict[SecretKind, str] = {
        "cvc": _DIGITS % "2,3",
        "code": _DIGITS % "3,9",
        "pin": _DIGITS % "3,7",
    }
    names = secret_names(kind)
    if kind == "password":
        # By itself it is a verb, and a ticket.
        names += r"|(?<!\w)pass(?=\s?[:=])"
    return re.compile(
        rf"(?P<name>{names})(?!-\w|_){_FOR}(?:{_SAYS}){values.get(kind, _VALUE)}", re.I
    )


def _read(text: str, kind: SecretKind, found: re.Match[str]) -> FoundSecret | None:
    """Return the secret of a name with something behind it, if that is one."""
    quote = _quote(found)
    before = text[max(found.start() - _LOOK_BACK, 0) : found.start()]
    word = (found["word"] or "").casefold()
    if word in ("to", "auf", "à", "a") and not _CHANGES.search(before):
        return None
    if quote is not None:
        fits = kind != "key" or (len(quote) >= _MIN_FORMED + 3 and _mixed(quote))
        return _found(kind, found.end() - 1 - len(quote), quote, text) if fits else None
    start = found.start("bare")
    value = found["bare"] if kind in ("cvc", "code", "pin") else _trimmed(found["bare"])
    if kind in ("cvc", "code"):
        return in_digits(kind, start, value)
    if kind == "pin":
        verb = found["none"] is not None and found["name"] != "PIN" and not _OWNED.search(before)
        return None if verb else in_digits(kind, start, value)
    if kind == "key":
        least = 12 if found["none"] is not None else 8
        return _found(kind, start, value) if len(value) >= least and _mixed(value) else None
    if found["none"] is not None and not (
        _formed(value) or (not found["whom"] and _is_given(value, before))
    ):
        return None
    if word in ("is", "are") and _ASKED.search(before) and not _formed(value):
        return None
    if found["sign"] and _is_label(before):
        value = _whole(text, start, value)
    return _found(kind, start, value) if _may_be(value) else None


def _may_be(value: str) -> bool:
    return (
        len(value) >= _MIN_PLAIN
        and value[0] not in "([<{"
        and value.casefold() not in _words("no_value")
    )


def _is_given(value: str, before: str) -> bool:
    """Whether a word right behind the name is its value, by how it is handed over."""
    given = _GIVEN.search(before)
    if given is None:
        return False
    sentence = re.split(r"[.!?]\s|\n", before)[-1]
    hands = (given["verb"] or "").casefold() in _HANDS
    return hands or _LOGGING.search(sentence) is not None


def _formed(value: str) -> bool:
    """Whether a word has the form of a password rather than of a word of the language."""
    letters = re.search(r"[^\W\d_]", value) is not None
    odd = re.search(r"\d|[!@#$%^&*+=~_]|[a-z][A-Z]", value) is not None
    return len(value) >= _MIN_FORMED and odd and (letters or value.isdigit())


def _mixed(value: str) -> bool:
    return re.fullmatch(r"(?=.*\d)(?=.*[A-Za-z])[\w.+/=~-]+", value) is not None


def _is_label(before: str) -> bool:
    """Whether the name stands as a label, one of several or at the beginning of a line."""
    line = before.rpartition("\n")[2]
    return not line.strip() or re.search(r"\w\s*[:=]\s*\S+[\s,;]+$", line) is not None


def _whole(text: str, start: int, first: str) -> str:
    """Return a value of several words, to the end of its line or to the next label."""
    rest = re.split(r"\n|[,;.]\s|\s(?=\w+\s*[:=])|\s[-–/(]\s", text[start:], maxsplit=1)[0].rstrip()
    words = rest.split()
    plain = not any(word.casefold().strip(",.;:") in _words("goes_on") for word in words)
    return _trimmed(rest) if 1 < len(words) <= _MAX_WORDS and plain else first


def _paired(text: str) -> Iterator[FoundSecret]:
    """Yield the second part of what one logs in with: ``as ann / correct horse``."""
    for found in _pair_pattern().finditer(text):
        user, value, start = found["user"], _trimmed(found["value"]), found.start("value")
        host = "." in user and "@" not in user and not found["blank"]
        value = _whole(text, start, value) if found["blank"] else value
        if not host and not value.startswith("/") and _may_be(value):
            yield _found("password", start, value)


@cache
def _pair_pattern() -> re.Pattern[str]:
    entering = "|".join(map(re.escape, load_config("risk")["entering"]))
    return re.compile(
        rf"(?:\b(?:{entering}|log on|credentials|account|zugangsdaten|identifiants|credenciales)\b"
        rf"(?:[^.\n]|\.(?=\S)){{0,60}}?(?:\b(?:{_AS}|with|using|mit|avec|con|com|met)\s+|:\s*)"
        rf"|{_USER}\s?(?:/|&|and|und)\s?(?:pass\b|{secret_names('password')})[:=\s]+)"
        rf"(?P<user>(?!{_USER}\b)[\w.+-]+(?:@[\w.-]+)?)(?:(?P<blank>\s/\s)|[/:])(?P<value>[^\s,;]+)",
        re.I,
    )


def _named_after(text: str) -> Iterator[FoundSecret]:
    """Yield values that stand before the name of what they are: ``hunter2 as the password``."""
    for kind in ("password", "pin", "key"):
        for found in _after_pattern(kind).finditer(text):
            quote = _quote(found)
            value = quote if quote is not None else found["bare"]
            if _may_be(value):
                start = found.end("opening") + text[found.end("opening") :].index(value)
                yield _found(kind, start, value)


@cache
def _after_pattern(kind: SecretKind) -> re.Pattern[str]:
    return re.compile(
        rf"(?P<opening>\b(?:{_GIVES}|set)\s+){_VALUE}\s+{_AS}\s+(?:(?:{_OWN})\s+)*(?:{secret_names(kind)})",
        re.I,
    )


def _codes(text: str) -> Iterator[FoundSecret]:
    """Yield digits behind the bare word "code", where no other word says which code that is."""
    for found in _CODE.finditer(text):
        if _GIVEN.search(text[: found.start()]):
            yield in_digits("code", found.start("bare"), found["bare"])


_CODE = re.compile(rf"\b(?:code|código|codice|kod|код)(?:{_SAYS}){_DIGITS % '3,7'}", re.I)


def _quote(found: re.Match[str]) -> str | None:
    parts = found.groupdict()
    return next((parts[f"q{n}"] for n in range(1, 9) if parts.get(f"q{n}")), None)


def _found(kind: SecretKind, start: int, value: str, text: str = "") -> FoundSecret:
    # Between some quotation marks blanks stand that are none of the value's.
    start = text.rindex(value, 0, start + len(value) + 2) if text else start
    return FoundSecret(kind=kind, start=start, end=start + len(value), value=value)


def _trimmed(token: str) -> str:
    """Return a word without the punctuation of the sentence around it."""
    token = token.rstrip(".,;:?\"'”’»`")
    while token.endswith((")", "]", "}")) and token.count(token[-1]) > token.count(
        "([{"[")]}".index(token[-1])]
    ):
        token = token[:-1].rstrip(".,;:?\"'”’»`")
    return token


def _names_user(text: str, found: FoundSecret) -> bool:
    """Whether the value is that of the user's name, which has to be seen to be entered."""
    elsewhere = f"{text[: found.start]}\n{text[found.end :]}"
    return (
        re.search(rf"(?:\b{_AS}|{_USER})\W{{1,3}}{re.escape(found.value)}(?!\w)", elsewhere, re.I)
        is not None
    )


def _repeated(text: str, found: list[FoundSecret]) -> Iterator[FoundSecret]:
    """Yield the other places at which the same values stand."""
    for each in found:
        if len(each.value) <= _MIN_PLAIN:
            continue
        for again in re.finditer(rf"(?<!\w){re.escape(each.value)}(?!\w)", text):
            if all(again.end() <= one.start or one.end <= again.start() for one in found):
                yield _found(each.kind, again.start(), each.value)


@cache
def _words(key: str) -> frozenset[str]:
    return frozenset(load_config("secrets")[key])
