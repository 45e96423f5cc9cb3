"""Texts that pages and models may write into a journal to get the better of who reads it."""

from __future__ import annotations

import json
import shutil
from itertools import cycle
from pathlib import Path
from typing import Any

PAYLOADS = (
    "</script><script>window.pwned = 1</script>",
    "<img src=x onerror='window.pwned = 1'>",
    '" onfocus="window.pwned = 1" autofocus x="',
    "<svg onload=window.pwned=1></svg><iframe srcdoc='<script>top.pwned=1</script>'>",
    "javascript:window.pwned=1",
    "{{ 7 * 7 }}{% raw %}<style>body{display:none}</style>",
    "<!--<script>",
    "]]></style></title></textarea><base href='http://attacker.invalid/'>",
    "<meta http-equiv=refresh content='0;url=http://attacker.invalid/'>",
    "\x1b[31mred\x1b[0m \x00 \x07 \u202eesrever\u202c \u200binvisible \U000e0041 \ud800 lone",
    "مرحبا بالعالم שלום 🧭👩‍🚀",
    "x" * 10_000,
    "=HYPERLINK(1)|`a`[b](javascript:alert(1))",
)
_EFFECT = {
    "kind": "act",
    **dict.fromkeys(("tier", "action", "target", "page", "url", "grant", "said"), "text"),
}
_KEPT = {"kind", "status", "media_type", "file", "found"}


def spoiled(value: Any, texts: Any) -> Any:
    """The value with another of the texts in the place of every string."""
    if isinstance(value, str):
        return next(texts)
    if isinstance(value, list):
        return [spoiled(each, texts) for each in value]
    if isinstance(value, dict):
        return {key: each if key in _KEPT else spoiled(each, texts) for key, each in value.items()}
    return value


def spoil(run: Path, into: Path) -> Path:
    """Copy a run folder; every text of its journal is hostile in the copy."""
    shutil.copytree(run, into)
    texts = cycle(PAYLOADS)
    lines = [
        spoiled(json.loads(line), texts)
        for line in (run / "events.jsonl").read_text(encoding="utf-8").splitlines()
    ]
    (into / "events.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    for name in ("run.json", "result.json"):
        whole = json.loads((run / name).read_text()) | {"effects": [_EFFECT] * len(PAYLOADS)}
        (into / name).write_text(json.dumps(spoiled(whole, texts)))
    return into
