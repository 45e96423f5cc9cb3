"""``network``: a request that was sent and accepted by the server."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from email.parser import BytesParser
from email.policy import HTTP
from typing import Any, Literal, Self
from urllib.parse import parse_qsl, urlsplit

from pydantic import JsonValue, field_validator, model_validator

from agent_e.benchmarks.episodes.record import RequestEvidence

from .addresses import UrlKeys, checked_regex, matches_url
from .base import Case, Finding, Keys, cut, pure
from .values import MISSING, at_path, same


class NetworkCheck(Keys):
    """Keys of ``network``."""

    url: str | None = None
    """A pattern in which only * is special; see the package's description."""
    url_regex: str | None = None
    """Found anywhere in the address."""
    method: str = "POST"
    fields: dict[str, JsonValue] | None = None
    """Part of the form or JSON body; names of a JSON body may be dotted paths."""
    query: dict[str, str | int | float] | None = None
    status: int | list[int] | None = None
    """The response status; without it anything below 400."""
    which: Literal["any", "last"] = "any"
    """Whether any such request counts, or only the last to this address."""
    exists: bool = True
    """False where no such request may have been accepted."""

    _regex = field_validator("url_regex")(checked_regex)

    @model_validator(mode="after")
    def _one_address(self) -> Self:
        if (self.url is None) == (self.url_regex is None):
            raise ValueError("give either url or url_regex")
        return self


def _rule(keys: NetworkCheck, case: Case) -> Finding:
    sent = [each for each in case.requests if _is_addressed(keys, each)]
    wrong = ""
    for request in sent[-1:] if keys.which == "last" else sent:
        wrong = _wrong(keys, request)
        if not wrong:
            words = f"{request.method} {request.url} was {request.status}"
            reason = "The request was made." if keys.exists else "The request must not be made."
            return Finding(passed=keys.exists, reason=reason, evidence=words)
    if not keys.exists:
        return Finding(passed=True, reason="No such request was made.")
    what = f"{keys.method} {keys.url or keys.url_regex}"
    reason = f"{what} was made, but {wrong}." if sent else f"{what} was never made."
    seen = ", ".join(f"{each.method} {each.url}" for each in case.requests if each.method != "GET")
    return Finding(passed=False, reason=reason, evidence=seen or "nothing was sent")


def _is_addressed(keys: NetworkCheck, request: RequestEvidence) -> bool:
    if request.method.upper() != keys.method.upper():
        return False
    if keys.url_regex is not None:
        return re.search(keys.url_regex, request.url) is not None
    assert keys.url is not None
    parts = urlsplit(request.url)
    seen = request.url.partition("#")[0] if "://" in keys.url else parts.path
    if "?" not in keys.url:
        seen = seen.partition("?")[0]
    elif "://" not in keys.url:
        seen += f"?{parts.query}"
    pattern = ".*".join(re.escape(piece) for piece in keys.url.split("*"))
    return re.fullmatch(pattern, seen) is not None


def _wrong(keys: NetworkCheck, request: RequestEvidence) -> str:
    status = request.status
    allowed = [keys.status] if isinstance(keys.status, int) else keys.status
    if status is None or (status not in allowed if allowed is not None else status >= 400):
        return f"was answered with {status or 'nothing'}"
    if keys.query:
        wrong = matches_url(UrlKeys(query=keys.query), request.url)
        if wrong:
            return wrong
    return _wrong_fields(keys.fields, request) if keys.fields else ""


def _wrong_fields(fields: Mapping[str, JsonValue], request: RequestEvidence) -> str:
    body = _body(request)
    if body is None:
        return "its body cannot be read"
    for name, expected in fields.items():
        held = body[name] if isinstance(body, Mapping) and name in body else at_path(body, name)
        if held is MISSING:
            return f"it has no {name}"
        if not _same_field(held, expected):
            return f"its {name} is {cut(str(held), 80)}, not {cut(str(expected), 80)}"
    return ""


def _same_field(held: Any, expected: Any) -> bool:
    if same(held, expected):
        return True
    # A form sends only texts, and a name may occur several times.
    values = held if isinstance(held, list) else [held]
    words = "true" if expected is True else "false" if expected is False else str(expected)
    return any(isinstance(value, str) and value.strip() == words.strip() for value in values)


def _body(request: RequestEvidence) -> Any:
    text, kind = request.post_data, request.content_type.lower()
    if text is None:
        return None
    if "multipart/form-data" in kind:
        return _multipart(text, request.content_type)
    if "json" in kind or text.lstrip()[:1] in ("{", "["):
        try:
            return json.loads(text)
        except ValueError:
            return None
    return _grouped(parse_qsl(text, keep_blank_values=True))


def _multipart(text: str, content_type: str) -> Any:
    head = f"Content-Type: {content_type}\r\n\r\n".encode()
    message = BytesParser(policy=HTTP).parsebytes(head + text.encode())
    pairs = []
    for part in message.walk():
        name = part.get_param("name", header="content-disposition")
        if isinstance(name, str) and not part.is_multipart():
            content = part.get_payload(decode=True)
            words = content.decode(errors="replace") if isinstance(content, bytes) else ""
            pairs.append((name, words))
    return _grouped(pairs)


def _grouped(pairs: list[tuple[str, str]]) -> dict[str, Any]:
    grouped: dict[str, list[str]] = {}
    for name, value in pairs:
        grouped.setdefault(name, []).append(value)
    return {name: values[0] if len(values) == 1 else values for name, values in grouped.items()}


NETWORK = pure("network", 1, NetworkCheck, _rule)
