"""Which acts the words of a task allow, by rules: plain requests only, and none in doubt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

_TASK = re.compile(r"^Task: (.*)", re.S | re.M)
_QUOTED = re.compile(r"[\"“„«]([^\"”“»\n]*)[\"”“»]|(?<!\w)'([^'\n]*)'(?!\w)")
_CLAUSE = re.compile(
    r"(?<=[.!?;:,])\s+|\n+|\s+(?:and|then|but|und|aber|et|mais|y|pero|e|ma|mas|en|maar|i|ale)\s+"
)
_OPENING = re.compile(
    r"(?:(?:\d+[.)]|[-*•])\s+|(?:please|pls|hey|hi|then|also|now|just|can|could|would|you|i'd|i|"
    r"want|need|like|love|to|go|u|ahead|me|us|after|that|first|so|bitte|por favor|s'il te plaît|"
    r"permanently|have|daarna)\b[\s,:]*)*",
    re.I,
)
_ACTS: Mapping[str, str] = {
    "sign_in": r"log ?in|sign in|log on|melde? dich|connecte-toi|inicia sesión|zaloguj się",
    "order": r"order|buy|book|reserve|purchase|subscribe me|bestelle|compra|get me",
    "pay": r"pay|transfer|donate",
    "send": r"send|e?mail it|message|reply|respond|write (?:to|a)|forward|text|envoie|wyślij|envie",
    "publish": r"post|publish|comment|leave an? [\w-]* ?(?:review|comment)|publique",
    "delete": r"delete|erase",
    "cancel": r"cancell?|storniere|annule|zeg",
    "agree": r"accept|agree|consent",
    "share": r"share|give\b.+\baccess|invite",
    "change_account": r"(?:change|update|set) (?:my|the) (?:[\w-]+ ){0,2}(?:password|address"
    r"|e-?mail|name|phone|number|profile|language|photo|picture|settings?|notifications?"
    r"|time ?zone)|(?:create|open) an account",
    "upload": r"upload|attach",
    "download": r"download|descarga|save\b.+\b(?:disk|file|pdf|pictures?|photos?)",
}
_KINDS = {kind: re.compile(rf"(?:{verbs})\b", re.I) for kind, verbs in _ACTS.items()}
_DOUBT = re.compile(
    r"\b(?:if|once|unless|until|before (?:you|sending)|ask me|tells? you|myself|don'?t|do not|not|"
    r"never|without|rather|seriously|stop|how|draft|nicht|sans|senza|no|non|dopiero|tylko)\b|\?",
    re.I,
)
_CONDITION = re.compile(r"\b(?:if|when|unless|once|until|provided|wenn|falls|si|se|jeśli)\b", re.I)
_PRICED = re.compile(r"\b(?:only if|if|solo si|but at most)\b[^.!?]*\d", re.I)
_HELD_BACK = re.compile(
    r"\b(?:don'?t|do not|before) (?:submit|send|sending|order)|but stop|ask me|I will press"
    r"|non inviarla"
    r"|(?:until|once|if) (?!it)\w+ (?:confirm|agrees|seems|think)",
    re.I,
)
_MONEY = re.compile(
    r"(?P<sign>[€$£])\s?(?P<a>\d+(?:[.,]\d+)?)(?:\s?(?P<named>USD))?"
    r"|(?P<b>\d+(?:[.,]\d+)?)\s?(?P<word>€|EUR|euros?|USD|(?:US )?dollars?|GBP|pounds?)\b",
    re.I,
)
_CURRENCY = {
    "€": "EUR", "$": "USD", "£": "GBP", "e": "EUR", "u": "USD", "d": "USD", "g": "GBP",
    "p": "GBP",
}  # fmt: skip
_NUMBERS = {"two": 2, "both": 2, "three": 3, "four": 4, "five": 5, "six": 6}
_COUNT = re.compile(rf"\b({'|'.join(_NUMBERS)}|\d)\b(?: of\b|(?: [\w-]+)* \w+s\b)", re.I)
_EVERY = re.compile(r"\b(?:every|each|all|todas|todos|alle)\b", re.I)
_LOGIN = re.compile(
    r"\b(?:user(?:name)?|benutzer|login|usr)\b.*\b(?:password|passwort|pw)\b", re.I | re.S
)


def task_grants(request: str) -> str:
    """Return the grants of the task in a request, as the JSON that its prompt asks for."""
    found = _TASK.search(request)
    return json.dumps({"grants": [*_grants(found[1] if found else "")]}, ensure_ascii=False)


def _grants(task: str) -> Iterator[dict[str, Any]]:
    plain = _QUOTED.sub(lambda quoted: "_" * len(quoted[0]), task)
    login = _LOGIN.search(plain)
    seen: set[str] = set()
    start = 0
    for clause in [*_CLAUSE.split(plain)]:
        at = plain.index(clause, start)
        start = at + len(clause)
        body = clause[_OPENING.match(clause).end() :]  # type: ignore[union-attr]
        kind = next((kind for kind, verbs in _KINDS.items() if verbs.match(body)), "")
        again = kind in seen and re.search(r"^\w+ (?:it|them)\b", body, re.I)
        if not kind or again or _is_doubtful(plain, at, clause):
            continue
        seen.add(kind)
        yield _grant(kind, task[at : at + len(clause)], clause, plain)
    if login is not None and "sign_in" not in seen:
        words = task[login.start() : login.end()]
        yield _grant("sign_in", words, login[0], plain)


def _is_doubtful(task: str, at: int, clause: str) -> bool:
    """Whether a clause, or what follows it in its sentence, takes it back or makes a condition."""
    before = re.split(r"(?<=[.!?])\s|\n", task[:at])[-1]
    rest = re.split(r"(?<=[.!?])\s|\n", task[at + len(clause) :], maxsplit=1)[0]
    whole = clause + rest
    if (
        _HELD_BACK.search(task[at:])
        or re.match(r"\s*(?:once|if|when)\b", before, re.I)
        or re.search(r"\?\s*$", whole)
    ):
        return True
    doubt = _DOUBT.search(clause) or _CONDITION.search(whole)
    return doubt is not None and not _PRICED.search(whole)


def _grant(kind: str, words: str, clause: str, task: str) -> dict[str, Any]:
    money = _MONEY.search(task) if kind in ("order", "pay") else None
    return {
        "kind": kind,
        "times": _times(kind, clause),
        "max_amount": float((money["a"] or money["b"]).replace(",", ".")) if money else None,
        "currency": _CURRENCY[(money["sign"] or money["word"])[0].lower()] if money else "",
        "to": "",
        "site": "",
        "quote": words.strip(),
    }


def _times(kind: str, clause: str) -> int | None:
    if kind not in ("send", "delete", "cancel", "download", "publish"):
        return 1
    if _EVERY.search(clause):
        return None
    count = _COUNT.search(clause)
    return (_NUMBERS.get(count[1].lower()) or int(count[1])) if count else 1
