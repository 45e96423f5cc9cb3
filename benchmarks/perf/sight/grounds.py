"""The grounds on which names may differ: rules on what the page says. Pure.

Steps remove something from Chromium's name or change it, given a pair and the name so
far, and return the rest; the others check whether our name replaces what is left.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Sequence

from .spoken import Pair, Piece, squeezed

_MAX_LENGTH = 120
"""Characters beyond which our names are cut."""
_PRIVATE = "Co"
_UNSEEN = "Cf"
_COUNTED = re.compile(r"\d+(?:[.,]\d+)? of (\d+)(?: \w+)?")

_SHAPES = frozenset({"circle", "ellipse", "path", "polygon", "rect"})


def flat(text: str) -> str:
    """Return a text for piecewise comparison: without blanks, signs and letter variants.

    Signs are characters that are not drawn, and those of icon fonts.
    """
    return "".join(_text_without(text, {_PRIVATE, _UNSEEN}).split()).casefold()


def _text_without(text: str, without: Iterable[str]) -> str:
    return "".join(each for each in text if unicodedata.category(each) not in without)


def consists(name: str, pieces: Sequence[Piece], below: Sequence[str] = ()) -> bool:
    """Whether a name is all the text in an element, in order.

    Only shown text counts. What is on the lines ``below`` may be missing; text of labels,
    titles and fields inside, and transparent text, is optional. A name that is
    cut is the beginning.
    """
    is_cut = name.endswith("…") and len(name) > _MAX_LENGTH / 3
    sought = flat(name[:-1] if is_cut else name)
    lines = [flat(each) for each in below]
    ends = {0}
    for piece in pieces:
        words = flat(piece.words)
        if not words or not piece.accessible or (piece.kind != "value" and not piece.shown):
            continue
        if is_cut and any(words.startswith(sought[end:]) for end in ends):
            return True
        after = {end + len(words) for end in ends if sought.startswith(words, end)}
        needed = piece.kind == "text" and not (piece.replaced or piece.faint)
        if not needed or any(words in line for line in lines):
            after |= ends
        ends = after
    return bool(sought) and len(sought) in ends


def _without(name: str, pieces: Sequence[Piece], kind: str) -> str:
    for piece in pieces:
        if piece.kind == kind and squeezed(piece.words):
            name = name.replace(squeezed(piece.words), " ", 1)
    return name


def _all(pair: Pair) -> list[Piece]:
    labels = [piece for label in pair.words.labels for piece in label.pieces]
    return [*pair.words.pieces, *labels]


# What is removed from Chromium's name


def seen_signs(_: Pair, name: str) -> str:
    """Leave out characters that are not drawn."""
    return _text_without(name, {_UNSEEN})


def no_pictures(_: Pair, name: str) -> str:
    """Leave out characters for private use."""
    return _text_without(name, {_PRIVATE})


def written(pair: Pair, name: str) -> str:
    """Leave out text written by the style sheet, in it or in its labels."""
    return _without(name, _all(pair), "drawn")


def letters(pair: Pair, name: str) -> str:
    """Take our letters where only case differs, and a style sheet changes that."""
    ours = squeezed(pair.ours.name)
    same = pair.words.transformed and ours.casefold() == name.casefold()
    return ours if same else name


def gaps(pair: Pair, name: str) -> str:
    """Adopt our blanks where they differ only between pieces."""
    ours = squeezed(pair.ours.name)
    if ours.replace(" ", "").casefold() != name.replace(" ", "").casefold():
        return name
    between: set[int] = set()
    at = 0
    text = "".join(name.split()).casefold()
    for piece in _all(pair):
        words = "".join(piece.words.split()).casefold()
        found = text.find(words, at)
        if words and found >= 0:
            at = found + len(words)
            between |= {found, at}
    differing = _blanks(ours) ^ _blanks(name)
    if not differing <= between:
        return name
    transformed = pair.words.transformed
    return ours if transformed or "".join(ours.split()) == "".join(name.split()) else name


def _blanks(name: str) -> set[int]:
    """Return the number of characters before each blank."""
    found, count = set(), 0
    for each in name:
        if each == " ":
            found.add(count)
        else:
            count += 1
    return found


def cut(pair: Pair, name: str) -> str:
    """Cut a long name where ours is cut."""
    ours = squeezed(pair.ours.name)
    if len(name) <= _MAX_LENGTH or not ours.endswith("…") or len(ours) < _MAX_LENGTH / 3:
        return name
    return ours if name.startswith(ours[:-1]) else name


# What replaces all that is left of it


def _unnamed(pair: Pair, left: str) -> bool:
    """Whether Chromium names such an element only by its author, who did not."""
    return not left and not pair.theirs.by_contents and not pair.words.labels


def by_text(pair: Pair, left: str) -> bool:
    """Whether it is all the text of an element without a name of its own."""
    return _unnamed(pair, left) and consists(pair.ours.name, pair.words.pieces, pair.below)


def by_title(pair: Pair, left: str) -> bool:
    """Whether it is its title."""
    return not left and squeezed(pair.words.title) == squeezed(pair.ours.name)


def by_placeholder(pair: Pair, left: str) -> bool:
    """Whether it is one of its placeholders."""
    return not left and squeezed(pair.ours.name) in map(squeezed, pair.words.placeholders)


def by_unseen_label(pair: Pair, left: str) -> bool:
    """Whether it is the text of its labels, none of which is shown."""
    labels = pair.words.labels
    words = "".join(flat(piece.words) for label in labels for piece in label.pieces)
    unseen = bool(labels) and not any(label.shown for label in labels)
    return not left and unseen and flat(pair.ours.name) == words


def stands(pair: Pair, left: str) -> bool:
    """Whether it is all the text of the label that stands for a field in no tree."""
    if not pair.words.stands or pair.theirs.role:
        return False
    return any(consists(pair.ours.name, label.pieces) for label in pair.words.labels)


def wordless_label(pair: Pair, left: str) -> bool:
    """Whether its labels have only a title or pictures, and that is our name."""
    labels = pair.words.labels
    if left or any(_texts(label.pieces) for label in labels):
        return False
    name = pair.ours.name
    return any(
        squeezed(label.title) == squeezed(name) or consists(name, label.pieces) for label in labels
    )


def _texts(pieces: Iterable[Piece]) -> list[str]:
    """Return the written and shown text, each piece in its form for comparison."""
    found = [flat(piece.words) for piece in pieces if piece.kind == "text" and piece.shown]
    return [each for each in found if each]


def file_button(pair: Pair, left: str) -> bool:
    """Whether the browser's own words are left out: of a file field, or of its mere container.

    A field is named after what it lies over, or not at all.
    """
    words = flat(pair.ours.name)
    if pair.theirs.source != "contents" or pair.words.type not in ("file", ""):
        return False
    if pair.words.type == "file":
        return not words or words == flat(pair.words.beside)
    return bool(left) and not words and not any(flat(each.words) for each in pair.words.pieces)


def on_lines_below(pair: Pair, left: str) -> bool:
    """Whether all that is left out appears on the lines below."""
    if not pair.ours.name:
        lines = [flat(each) for each in pair.below]
        texts = _texts(pair.words.pieces)
        apart = bool(texts) and all(any(text in line for line in lines) for text in texts)
        return left in pair.below or (apart and consists(left, pair.words.pieces))
    less = len(flat(pair.ours.name)) < len(flat(left))
    return less and consists(pair.ours.name, pair.words.pieces, pair.below)


def figure(pair: Pair, left: str) -> bool:
    """Whether it is all its text, and that is in a figure."""
    texts = [piece for piece in pair.words.pieces if piece.kind == "text" and piece.shown]
    inside = bool(texts) and all(piece.figure for piece in texts)
    return not left and inside and consists(pair.ours.name, pair.words.pieces)


def title_inside(pair: Pair, left: str) -> bool:
    """Whether Chromium has only the text in it, and ours its titles and labels as well."""
    pieces = pair.words.pieces
    text = pair.theirs.by_contents and flat(left) == "".join(_texts(pieces))
    more = len(flat(pair.ours.name)) > len(flat(left))
    return text and more and consists(pair.ours.name, pieces)


def counted(pair: Pair, left: str) -> bool:
    """Whether it is the number of adjacent signs without text."""
    whole = _COUNTED.fullmatch(pair.ours.name)
    drawn = pair.ours.role == "img" and not _texts(pair.words.pieces)
    return not left and drawn and whole is not None and 2 <= int(whole[1]) <= pair.words.alike


def on_shape(pair: Pair, left: str) -> bool:
    """Whether it is a shape of a drawing, named after the text in its group."""
    named = "".join(pair.ours.name.split()) == "".join(pair.words.beside.split())
    return not left and pair.ours.tag in _SHAPES and named


def title_beside(pair: Pair, left: str) -> bool:
    """Whether it is all its text, and its title is beside it."""
    title = squeezed(pair.words.title)
    by_title = pair.theirs.source == "attribute" and left == title
    beside = by_title and (title in squeezed(pair.ours.description) or title in pair.ours.name)
    return beside and consists(pair.ours.name, pair.words.pieces, pair.below)
