"""What a provider's error response means: which error, and what to do about it."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import httpx

from agent_e.errors import CannotSee, ContextOverflow, ModelError, ModelRefused
from agent_e.types import Usage

from .model import TransientModelError, retry_after

_QUOTED = 300
_TOO_LONG = re.compile(
    r"context.?(?:length|window|limit|size)|prompt is too long|too many (?:input )?tokens"
    r"|input is too long|maximum (?:input|prompt) length|reduce the length of",
    re.IGNORECASE,
)
_NO_CREDIT = re.compile(r"insufficient_quota|credit balance|billing|payment required", re.I)
_FILTERED = re.compile(
    r"content.?(?:filter|management policy|policy.?violation)|safety system|flagged", re.IGNORECASE
)
_NO_PICTURES = re.compile(
    r"(?:image|vision|multi-?modal)[^.]{0,60}(?:\bnot|n't|\bonly)\b[^.]{0,40}support"
    r"|(?:\bnot|n't|no endpoints? found that)\b[^.]{0,40}\bsupport[^.]{0,40}"
    r"(?:image|vision|multi-?modal)|not a multi-?modal|at most 0 image|required for image input",
    re.IGNORECASE,
)
_OF_ONE_PICTURE = re.compile(r"format|mime|media.?type|size|large|dimension|pixel", re.IGNORECASE)
"""Words of a refusal that concern this picture and not all pictures."""
_BROKEN_OFF = (httpx.ReadError, httpx.RemoteProtocolError, httpx.DecodingError)
_PASSING = {408: "timed out", 409: "is busy", 425: "is busy", 529: "is overloaded"}


@dataclass(frozen=True, kw_only=True, slots=True)
class Provider:
    """The provider, as named in messages.

    Attributes:
        name: of the model, such as ``openai:gpt-4.1-mini``.
        place: address of the server.
        key: environment variable of its key.
        timeout_s: longest wait for a reply.
    """

    name: str
    place: str
    key: str
    timeout_s: float

    def refused(
        self, status: int, words: str, headers: Mapping[str, str], code: str = ""
    ) -> ModelError:
        """Return the error for an unsuccessful response.

        Args:
            status: of HTTP.
            words: the server's message.
            headers: of the answer.
            code: the server's error code.
        """
        message = f"{code} {words}"
        wait_s = retry_after(headers)
        if status in (400, 413, 422) and (status == 413 or _TOO_LONG.search(message)):
            return self.too_long(f"HTTP {status}")
        if _NO_PICTURES.search(words) and not _OF_ONE_PICTURE.search(words):
            return self.blind()
        if status == 402 or (status in (400, 403, 429) and _NO_CREDIT.search(message)):
            return ModelError(
                f"The account behind {self.name} has no credit left (HTTP {status}). "
                "Add some, or choose another --model."
            )
        if status == 429:
            return TransientModelError(
                f"{self.name} is rate limited.", wait_s=wait_s, status=status
            )
        if status in _PASSING or status >= 500:
            what = _PASSING.get(status, "failed")
            return TransientModelError(
                f"{self.name} {what} with HTTP {status}.", wait_s=wait_s, status=status
            )
        if status == 400 and _FILTERED.search(message):
            return self.filtered(_short(words))
        return ModelError(self._for_good(status, _short(words)))

    def _for_good(self, status: int, words: str) -> str:
        """The message for what a retry cannot fix."""
        match status:
            case 401:
                return f"{self.name} refused the key (HTTP 401). Check {self.key}."
            case 403:
                return f"{self.name} refused the key (HTTP 403): {words}. Check {self.key}."
            case 404:
                return f"{self.name} is not known at {self.place}. Check --model and --base-url."
        advice = "Try another --model."
        if "temperature" in words:
            advice = "Leave models.temperature unset."
        return f"{self.name} refused the request (HTTP {status}): {words}. {advice}"

    def unreachable(self, error: Exception, cause: BaseException | None) -> TransientModelError:
        """Return the error for a request without an answer; ``error`` is the SDK's."""
        if "Timeout" in type(error).__name__:
            return TransientModelError(
                f"{self.name} did not answer within {self.timeout_s:g} s (models.timeout_s).",
                reason="timeouts",
            )
        if isinstance(cause, _BROKEN_OFF):
            return TransientModelError(
                f"{self.name} broke off its reply: {cause}.", reason="connections"
            )
        why = str(cause or error).rstrip(".")
        return TransientModelError(
            f"{self.name} could not be reached: {why} ({self.place}).", reason="connections"
        )

    def nonsense(self, what: str) -> TransientModelError:
        """Return the error for an answer that violates the protocol."""
        return TransientModelError(f"{self.name} sent something that is not a {what}.")

    def too_long(self, how: str) -> ContextOverflow:
        """Return the error for a conversation that the model cannot hold."""
        return ContextOverflow(
            f"The conversation is longer than {self.name} takes ({how}). "
            "Choose a --model with a larger context, or lower dom.budget_characters."
        )

    def blind(self) -> CannotSee:
        """Return the error for a conversation with pictures, which the model cannot take."""
        return CannotSee(f"{self.name} cannot see pictures. Choose another --model.")

    def filtered(self, why: str) -> ModelRefused:
        """Return the error for a conversation refused because of its content."""
        because = f": {_short(why)}" if why.strip() else ""
        return ModelRefused(
            f"{self.name} refused to go on{because}. "
            "Word the task in another way, or choose another --model."
        )

    def cut(self, most: int | None) -> ModelError:
        """Return the error for a reply that was cut before it held anything but thinking."""
        tokens = f"its {most} output tokens" if most else "all its output tokens"
        return ModelError(
            f"{self.name} used {tokens} before it came to an answer. "
            "Raise models.max_output_tokens."
        )


def paid(error: ModelError, usage: Usage) -> ModelError:
    """Return the error with the cost of the reply that it stands for."""
    error.usage = usage
    return error


def _short(words: str) -> str:
    return " ".join(words.split())[:_QUOTED].rstrip(".")
