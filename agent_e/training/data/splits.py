"""Divides elements into train, val and test, so that no picture and no site is in two of them."""

from __future__ import annotations

import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

from .screening import Element

Part = Literal["train", "val", "test"]
PARTS: tuple[Part, ...] = ("train", "val", "test")


def split(elements: Sequence[Element], shares: Mapping[Part, float], seed: int) -> list[Part]:
    """Return each element's part.

    A group is all that shares pictures or sites, and goes as a whole. It is drawn by a hash of its
    name, so that the order of rows does not matter. A group that is too large for what val or test
    still lack goes to train; where all are, val and test take the smallest.
    """
    groups = _groups(elements)
    sizes = Counter(groups)
    parts: dict[str, Part] = {}
    lacking = {part: shares[part] * len(elements) for part in ("test", "val")}
    drawn = sorted(sizes, key=lambda group: hashlib.sha256(f"{seed}:{group}".encode()).digest())
    for group in drawn:
        fits = [part for part, lack in lacking.items() if sizes[group] <= lack]
        part: Part = "test" if "test" in fits else "val" if "val" in fits else "train"
        parts[group] = part
        if part != "train":
            lacking[part] -= sizes[group]
    smallest = sorted((group for group in drawn if parts[group] == "train"), key=sizes.__getitem__)
    for part in ("test", "val"):
        if shares[part] and part not in parts.values() and len(smallest) > 1:
            parts[smallest.pop(0)] = part
    return [parts[group] for group in groups]


def _groups(elements: Sequence[Element]) -> list[str]:
    """The name of each element's group: the least of what is connected to its picture."""
    above: dict[str, str] = {}

    def top(name: str) -> str:
        while (up := above.setdefault(name, name)) != name:
            above[name] = above[up]
            name = up
        return name

    for element in elements:
        low, high = sorted(
            (top(f"picture {element.picture}"), top(f"site {element.record.source}"))
        )
        above[high] = low
    return [top(f"picture {element.picture}") for element in elements]
