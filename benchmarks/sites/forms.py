"""Forms as sent by browsers, including files."""

from __future__ import annotations

from email.parser import BytesParser
from email.policy import HTTP
from urllib.parse import parse_qsl

from starlette.requests import Request

_BEGIN = 80
"""Stored characters of a file."""


async def read_form(request: Request) -> dict[str, str]:
    """Return the fields by name; for a file its name, and its beginning under ``begin``."""
    if request.method != "POST":
        return {}
    kind = request.headers.get("content-type", "")
    body = await request.body()
    if not kind.startswith("multipart/form-data"):
        return dict(parse_qsl(body.decode("utf-8", "replace"), keep_blank_values=True))
    head = f"Content-Type: {kind}\r\n\r\n".encode("latin-1")
    found: dict[str, str] = {}
    for part in BytesParser(policy=HTTP).parsebytes(head + body).iter_parts():
        name = str(part.get_param("name", "", header="content-disposition"))
        content = part.get_payload(decode=True)
        text = content.decode("utf-8", "replace") if isinstance(content, bytes) else ""
        file = part.get_filename()
        found[name] = file if file is not None else text
        if file is not None:
            found["begin"] = text[:_BEGIN]
    return found
