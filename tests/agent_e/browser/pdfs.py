"""PDF files for tests, written by hand: good ones, and ones nobody should have to read."""

from __future__ import annotations

import io
import zlib
from collections.abc import Sequence

from pypdf import PdfReader, PdfWriter


def pdf(pages: Sequence[str], *, title: str = "") -> bytes:
    """A file whose pages have these lines of text."""
    return build([_lines(text) for text in pages], title=title)


def scanned(pages: int = 1) -> bytes:
    """Pages that are each one grey picture."""
    return build([b"q 100 0 0 100 0 0 cm /P Do Q"] * pages)


def encrypted(pages: Sequence[str], password: str) -> bytes:
    """A file that only opens with the password; an empty one opens for everybody."""
    writer = PdfWriter(clone_from=PdfReader(io.BytesIO(pdf(pages))))
    writer.encrypt(password, "the owner's", algorithm="AES-256")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


def bomb(size: int) -> bytes:
    """A page whose contents become ``size`` bytes when they are unpacked."""
    packer = zlib.compressobj(9)
    packed = b"".join(packer.compress(b"1 0 0 rg " * 100_000) for _ in range(size // 900_000))
    return build([packed + packer.flush()], extra=b"/Filter /FlateDecode")


def ring() -> bytes:
    """A file whose tree of pages is its own branch."""
    return build([_lines("never")]).replace(b"/Kids [5 0 R]", b"/Kids [2 0 R]")


def slow(pages: int) -> bytes:
    """So many pages of text operators that reading them takes very long.

    A single page of them is left by pypdf itself.
    """
    packed = zlib.compress(b"BT /F 9 Tf " + b"(ab) Tj 1 0 0 1 3 4 Tm " * 100_000 + b"ET", 9)
    first = _lines("A page that is read at once")
    return build([first, *[packed] * pages], extra=b"/Filter /FlateDecode")


def build(contents: Sequence[bytes], *, title: str = "", extra: bytes = b"") -> bytes:
    """A file of pages with these content streams; ``extra`` is of all but the first of several."""
    kids = " ".join(f"{5 + 2 * index} 0 R" for index in range(len(contents)))
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(contents)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /XObject /Subtype /Image /Width 1 /Height 1 /ColorSpace /DeviceGray"
        b" /BitsPerComponent 8 /Length 1 >>\nstream\n\x80\nendstream",
    ]
    for index, content in enumerate(contents):
        own = extra if index or len(contents) == 1 else b""
        objects.append(
            b"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Resources"
            b" << /Font << /F 3 0 R >> /XObject << /P 4 0 R >> >> /Contents %d 0 R >>"
            % (6 + 2 * index)
        )
        objects.append(b"<< /Length %d %s >>\nstream\n%s\nendstream" % (len(content), own, content))
    objects.append(f"<< /Title ({title}) >>".encode())
    file = bytearray(b"%PDF-1.7\n")
    places = []
    for number, body in enumerate(objects, start=1):
        places.append(len(file))
        file += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    start = len(file)
    file += b"xref\n0 %d\n0000000000 65535 f \n" % (len(objects) + 1)
    file += b"".join(b"%010d 00000 n \n" % place for place in places)
    file += b"trailer\n<< /Size %d /Root 1 0 R /Info %d 0 R >>\n" % (len(objects) + 1, len(objects))
    file += b"startxref\n%d\n%%%%EOF\n" % start
    return bytes(file)


def _lines(text: str) -> bytes:
    shown = []
    for line in text.split("\n"):
        escaped = line.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        shown.append(b"(%s) Tj T*" % escaped.encode("cp1252"))
    return b"BT /F 10 Tf 50 750 Td 12 TL " + b"\n".join(shown) + b" ET"
