"""How deep JSON nests, told without parsing it: a parser would run out of stack."""

from __future__ import annotations

DEEPEST = 32
"""Maximum nesting of objects and lists in what others send."""


def depth_of(body: bytes) -> int:
    """Count levels without parsing values; brackets in strings do not count."""
    deepest = depth = 0
    words = escaped = False
    for byte in body:
        if words:
            words = escaped or byte != 0x22
            escaped = not escaped and byte == 0x5C
        elif byte == 0x22:
            words = True
        elif byte in b"[{":
            depth += 1
            deepest = max(deepest, depth)
        elif byte in b"]}":
            depth -= 1
    return deepest
