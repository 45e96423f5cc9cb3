"""Signs that a page addresses an agent instead of people. Pure; they raise a risk, block nothing.

Harmless pages say such things too, such as an article about them; so only orders to a model count,
in any of the languages below, and signs that no honest text has.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

Kind = Literal["hidden", "orders", "marks", "unseen letters"]
_MAX_QUOTE_LENGTH = 160

_STEMS = (
    "ignor", "disregard", "forget", "overrid", "instru", "anweis", "istruz", "vergiss", "negeer",
    "talimat", "polece", "указани", "инструкц", "指令", "指示", "命令", "지시", "명령",
    "llm", "language model", "assistant", "prompt", "you are a", "you're a", "already",
    " the ai", " an ai", " any ai", " all ai", "to ai", "for ai", "agent", "gpt", "claude",
    "artificial", "your new", "your real", "your actual",
)  # fmt: skip
"""Every order below contains one of these, in lower case: a quick test before the patterns."""
_MODEL = r"(?:ai|a\.i\.|llm|language model|artificial intelligence|chatgpt|gpt|claude|gemini)"
_AGENT = rf"(?:{_MODEL}[\s-]*(?:agents?|assistants?|models?|bots?|browsers?|systems?)?)"
_ORDERS = re.compile(
    "|".join(
        [
            r"\b(?:ignore|disregard|forget|override|bypass|do not follow)\b[^.!?\n]{0,40}"
            r"\b(?:previous|prior|above|earlier|preceding|original|system|your|all)\b[^.!?\n]{0,30}"
            r"\b(?:instructions?|prompts?|rules|guidelines|directions|directives|commands?|tasks?)",
            r"\b(?:ignorier|vergiss|missacht)\w*[^.!?\n]{0,40}"
            r"(?:vorherig|bisherig|obig|früher|ursprünglich|alle)\w*[^.!?\n]{0,20}"
            r"(?:anweisung|instruktion|befehl|aufgabe)",
            r"\bignor(?:a|ad|e|en|ez|er|ate|are)\b[^.!?\n]{0,30}"
            r"(?:instrucciones|instructions|istruzioni|instruções|órdenes|consignes)"
            r"[^.!?\n]{0,20}(?:anteriores|previas|précédentes|antérieures|ci-dessus|precedenti"
            r"|prévias)",
            r"\b(?:negeer|vergeet)\b[^.!?\n]{0,30}(?:vorige|eerdere|bovenstaande|alle)"
            r"[^.!?\n]{0,20}(?:instructies|opdrachten|aanwijzingen)",
            r"(?:zignoruj|pomiń)[^.!?\n]{0,30}(?:poprzedni|wcześniejsz|powyższ)\w*[^.!?\n]{0,20}"
            r"(?:instrukcj|polece)",
            r"(?:önceki|yukarıdaki)[^.!?\n]{0,20}(?:talimat|komut)\w*[^.!?\n]{0,20}"
            r"(?:yok say|unut|görmezden)",
            r"(?:игнорируй|забудь|не обращай)\w*[^.!?\n]{0,40}"
            r"(?:предыдущ|прежн|прошл|все)\w*[^.!?\n]{0,20}(?:инструкц|указани|команд)",
            r"(?:忽略|无视|無視|忘记)[^。！？\n]{0,12}(?:之前|以上|先前|所有|此前|前面)[^。！？\n]{0,8}"
            r"(?:指令|指示|说明|命令|提示)",
            r"(?:以前|これまで|上記|前|すべて)の[^。！？\n]{0,10}(?:指示|命令|プロンプト)を?"
            r"[^。！？\n]{0,6}(?:無視|忘れ)",
            r"이전[^.!?\n]{0,10}(?:지시|명령|지침)[^.!?\n]{0,8}(?:무시|잊)",
            rf"\bif you(?:'re| are)\s+(?:an?|the|any)\s+{_AGENT}\b",
            rf"\b(?:note|message|instructions?|attention|notice|hint)\s+(?:to|for)\s+(?:an?|the|any"
            rf"|all)?\s*{_AGENT}\b",
            r"\b(?:the|this|your) (?:user|owner|customer|person) (?:has |have )?already "
            r"(?:approved|authori[sz]ed|confirmed|agreed|consented)",
            r"\b(?:reveal|print|show|repeat|output)\b[^.!?\n]{0,20}\byour (?:system )?prompt\b",
            r"\byour (?:new|real|actual) (?:task|instructions?|goal|objective) (?:is|are)\b",
        ]
    ),
    re.IGNORECASE,
)
_WEAK = re.compile(
    rf"\b(?:{_AGENT}|assistants?|agents?)\b[^.!?\n]{{0,40}}\b(?:must|should|has to|have to|please"
    r"|need to|are required to)\b",
    re.IGNORECASE,
)
_MARKS = re.compile(
    r"[<\uff1c]\s*/?\s*(?:system|assistant|im_start|im_end|tool_calls?|tool_response|tool_result"
    r"|function_calls?|antml:\w+)(?![\w-])\s*[>\uff1e]|[<\uff1c]\|(?:im_|eot|start|end|system|user"
    r"|assistant)\w*\|[>\uff1e]|\[\s*/?\s*INST\s*\]|<<\s*/?\s*SYS\s*>>",
    re.IGNORECASE,
)
_TAGS = re.compile("(?<!\U0001f3f4)[\U000e0020-\U000e007e]{8,}")
"""Letters that no font draws; after a black flag they spell the flag of a region."""


@dataclass(frozen=True, kw_only=True, slots=True)
class Signal:
    """One sign, and the text it was found in."""

    kind: Kind
    quote: str


def signals(shown: str, hidden: Sequence[str] = (), *, weak: bool = False) -> Iterator[Signal]:
    """Yield the signs in the shown and the hidden text of a page.

    Args:
        shown: everything that a model sees of the page.
        hidden: texts that are invisible to people; the model sees none of them.
        weak: also count general requests to assistants.
    """
    for text in hidden:
        if found := _speaks(text, weak=weak):
            yield Signal(kind="hidden", quote=found)
            break
    if found := _speaks(shown, weak=weak):
        yield Signal(kind="orders", quote=found)
    if mark := _MARKS.search(shown):
        yield Signal(kind="marks", quote=_around(shown, mark))
    for text in (shown, *hidden):
        if letters := _TAGS.search(text):
            decoded = "".join(chr(ord(each) - 0xE0000) for each in letters[0])
            yield Signal(kind="unseen letters", quote=decoded[:_MAX_QUOTE_LENGTH])
            break


def _speaks(text: str, *, weak: bool) -> str:
    if not _likely(text):
        return ""
    found = _ORDERS.search(text) or (_WEAK.search(text) if weak else None)
    return _around(text, found) if found else ""


def _likely(text: str) -> bool:
    small = text.casefold()
    return any(stem in small for stem in _STEMS)


def _around(text: str, found: re.Match[str]) -> str:
    return " ".join(text[found.start() : found.start() + _MAX_QUOTE_LENGTH].split())
