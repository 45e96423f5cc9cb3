"""Which text the bytes of a saved page are."""

from __future__ import annotations

import pytest

from agent_e.dom import read_saved
from agent_e.errors import ConfigError


def words(html: str | bytes) -> str:
    return " ".join(node.name for node in read_saved(html).nodes)


@pytest.mark.parametrize(
    ("html", "said"),
    [
        ("<p>café".encode(), "café"),
        ("<p>café".encode("cp1252"), "café"),
        ("<meta charset=koi8-r><p>Привет".encode("koi8-r"), "Привет"),
        ('<meta charset="Shift_JIS"><p>日本語'.encode("shift_jis"), "日本語"),
        (
            "<meta http-equiv=Content-Type content='text/html; charset=gb2312'><p>中文".encode(
                "gbk"
            ),
            "中文",
        ),
        ("<p>日本語".encode("utf-16"), "日本語"),
        ("<p>日本語".encode("utf-8-sig"), "日本語"),
        ("<?xml version='1.0' encoding='iso-8859-2'?><p>łódź".encode("iso-8859-2"), "łódź"),
        ("<meta charset=latin1><p>“quoted”".encode("cp1252"), "“quoted”"),
        (b"<meta charset=utf-16><p>plain", "plain"),
        (b"<meta charset=punycode><p>plain", "plain"),
        (b"<meta charset=utf-7><p>+AGE-", "+AGE-"),
        (b"<meta charset=base64><p>plain", "plain"),
        ("<meta charset=koi8-r><p>café".encode("utf-8-sig"), "café"),
        (b"<meta charset=utf-8><p>caf\xe9", "caf\ufffd"),
        ("<p>lone \ud800 one", "lone \ufffd one"),
        ("<p>a\0b</p>\0", "ab"),
        (b"<p>a\0b</p>", "ab"),
        ("<meta charset=koi8-r><p>Привет", "Привет"),
        ("", ""),
        (b"", ""),
        (b"\xef\xbb\xbf", ""),
        ("   ", ""),
        ("just words", "just words"),
        ("\r\n\r\n<p>From: me\r\n", "From: me"),
    ],
)
def test_text_is_read_in_the_encoding_that_it_has(html: str | bytes, said: str) -> None:
    assert words(html) == said


@pytest.mark.parametrize(
    "data",
    [
        bytes(range(256)) * 40,
        b"\x89PNG\r\n\x1a\n" + bytes(range(32)) * 9,
        "<p>x".encode("utf-32-le") * 99,
    ],
)
def test_binary_data_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(ConfigError, match=r"^That is no HTML but binary data\. Give the file of a"):
        read_saved(data)


def test_an_mhtml_archive_is_refused_in_one_sentence() -> None:
    archive = (
        "From: <Saved by Blink>\r\nSubject: Page\r\nMIME-Version: 1.0\r\n"
        'Content-Type: multipart/related;\r\n\ttype="text/html"; boundary="x"\r\n\r\n--x\r\n'
    )
    for html in (archive, archive.encode()):
        with pytest.raises(ConfigError, match="^An MHTML archive can only be read with a browser"):
            read_saved(html)
