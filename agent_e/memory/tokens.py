"""Token estimate by a rule that the providers' counts correct.

No tokenizer is loaded: they are large, differ by model and have to be downloaded. The rule was
fitted to o200k_base on 607 texts of our own conversations (outlines, change reports, arguments;
564,000 characters, 3.1 a token): nine of ten texts of more than 300 tokens are estimated at 90 to
105 % of it, all at 88 to 108 %. Scripts other than Latin are counted as by the older and the open
tokenizers, which is more.
"""

from __future__ import annotations

import io
import json
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from PIL import Image

from agent_e.types import PageText, Picture
from agent_e.types.conversation import Message, ToolSchema

T = TypeVar("T")
_WORD = re.compile(r"[A-Za-zÀ-ɏ]+")
_DIGIT = re.compile(r"[0-9]")
_SIGN = re.compile(r"[!-/:-@\[-`{-~]")
_DENSE = re.compile(r"[⺀-퟿豈-﫿︰-﹏＀-￯]")
_OTHER = re.compile(r"[^\x00-\x7fÀ-ɏ⺀-퟿豈-﫿︰-﹏＀-￯]")
_PER_WORD, _PER_LETTER = 0.55, 0.13
_PER_DIGIT, _PER_SIGN, _PER_LINE = 0.96, 0.47, 2.1
_PER_DENSE, _PER_OTHER = 0.9, 0.45
_AROUND = 6
"""Overhead tokens of a message, a call or a result."""
_FENCE, _RULE = 14, 45
"""Tokens of the marks around page text, and of the prompt's rule about them."""
_PIXELS = 750
_MIN_PICTURE, _MAX_PICTURE = 85, 1_600
_MIN_SCALE, _MAX_SCALE = 0.75, 2.0
"""A deviation beyond that is not due to the tokenizer."""
_TELLING = 500
"""Estimated tokens above which a request is evidence about the rule."""
_NEW = 0.3


def text_tokens(text: str) -> int:
    """Estimate the tokens of a text."""
    words = _WORD.findall(text)
    total = _PER_WORD * len(words) + _PER_LETTER * sum(map(len, words))
    total += _PER_DIGIT * len(_DIGIT.findall(text)) + _PER_SIGN * len(_SIGN.findall(text))
    total += _PER_LINE * text.count("\n")
    if not text.isascii():
        total += _PER_DENSE * len(_DENSE.findall(text)) + _PER_OTHER * len(_OTHER.findall(text))
    return round(total)


def picture_tokens(picture: Picture) -> int:
    """Estimate the tokens of a picture: providers count its pixels in similar ways."""
    try:
        width, height = Image.open(io.BytesIO(picture.data)).size
    except OSError:  # whoever gets it will say so
        return _MAX_PICTURE
    return min(max(width * height // _PIXELS, _MIN_PICTURE), _MAX_PICTURE)


def message_tokens(message: Message) -> int:
    """Estimate the tokens of a message, including calls, results and pictures."""
    total = _AROUND + text_tokens(message.text) + _behind_fence(message.page)
    total += _RULE if message.role == "system" else 0
    for call in message.calls:
        total += _AROUND + text_tokens(call.name) + text_tokens(call.arguments)
    for result in message.results:
        total += _AROUND + _behind_fence(result.shown) + text_tokens(result.note)
    return total + sum(map(picture_tokens, message.pictures))


def _behind_fence(text: PageText) -> int:
    return _FENCE + text_tokens(text.raw) if text else 0


def schema_tokens(tool: ToolSchema) -> int:
    """Estimate the tokens of a function that is offered."""
    written = json.dumps([tool.name, tool.description, tool.parameters], ensure_ascii=False)
    return _AROUND + text_tokens(written)


@dataclass(slots=True)
class TokenEstimator:
    """Caches the tokens of a conversation's messages: most are sent again and again."""

    known: dict[int, tuple[object, int]] = field(default_factory=dict)

    def of(self, messages: Sequence[Message], tools: Sequence[ToolSchema] = ()) -> int:
        """Estimate the tokens of a request."""
        total = sum(self._once(each, message_tokens) for each in messages)
        return total + sum(self._once(each, schema_tokens) for each in tools)

    def _once(self, thing: T, measure: Callable[[T], int]) -> int:
        # By identity: comparing long texts would cost as much as counting them.
        if id(thing) not in self.known:
            self.known[id(thing)] = (thing, measure(thing))
        return self.known[id(thing)][1]


@dataclass(slots=True)
class TokenCalibration:
    """The ratio of the providers' counts to the rule's, by model."""

    scales: dict[str, float] = field(default_factory=dict)

    def scale(self, model: str) -> float:
        """The factor for an estimate."""
        return self.scales.get(model, 1.0)

    def learn(self, model: str, estimated: int, counted: int) -> None:
        """Compare the rule's estimate of a request with the provider's count."""
        if estimated < _TELLING or counted <= 0:
            return
        seen = min(max(counted / estimated, _MIN_SCALE), _MAX_SCALE)
        known = self.scales.get(model)
        self.scales[model] = seen if known is None else known + _NEW * (seen - known)
