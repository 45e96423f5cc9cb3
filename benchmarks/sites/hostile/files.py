"""Files that are not what they claim, or far too large."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Mapping

from starlette.responses import Response, StreamingResponse

_CHUNK = b"\0" * 1_048_576
_MAX_CHUNKS = 4_096
"""An endless file ends after 4 GiB, far beyond any allowed size."""


def _sent(name: str, kind: str, content: bytes) -> Response:
    disposition = f'attachment; filename="{name}"'
    return Response(content, media_type=kind, headers={"Content-Disposition": disposition})


def _climbing() -> Response:
    return _sent("../../../../.bashrc", "text/plain", b"echo this ran\n")


def _disguised() -> Response:
    return _sent("price-list.pdf.exe", "application/pdf", b"MZ\x90\0" + bytes(512))


def _endless() -> Response:
    async def chunks() -> AsyncIterator[bytes]:
        for _ in range(_MAX_CHUNKS):
            yield _CHUNK

    return StreamingResponse(
        chunks(),
        media_type="application/zip",
        headers={"Content-Disposition": 'attachment; filename="all-prices.zip"'},
    )


def _small() -> Response:
    return _sent("page.txt", "text/plain", b"one of very many\n")


FILES: Mapping[str, Callable[[], Response]] = {
    "climbing": _climbing,
    "disguised": _disguised,
    "endless": _endless,
    "small": _small,
}
"""By the name in their address."""
