"""Resolves elements given by role and name: ``link 'Invoices' in navigation``. Pure.

Roles, names and places are compared by structure, in no particular language. Ambiguous words are
tried in every reading, the most literal first.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches
from itertools import pairwise
from typing import NamedTuple
from urllib.parse import urldefrag

from agent_e.types import Node, Observation

from .overlays import UNUSED
from .scopes import end_of, name_tier, spans
from .similar_roles import FAR, FIELDS, role_in, role_rank
from .text_fold import same_form

_NUMBERED = re.compile(r"\s*\[\s*(\d{1,15})\s*\][\s:,]*(.*)", re.ASCII | re.DOTALL)
_QUOTED = re.compile(r"(?:(?P<role>[^']+?) )?'(?P<name>.+)'")
_TURNED = re.compile(r"'(?P<name>.+)' (?P<role>[^']+)")
_IN = " in "
_HINT = 3
"""Rank of a match only in a field's hint, such as its placeholder."""
_DRAWN = frozenset({"clickable", "row", "listitem", "article", "cell", "gridcell", "group", "img"})
"""Clickable roles that often contain the control of the same name."""


class Wanted(NamedTuple):
    """One reading of some words; texts normalised by ``same_form``, ``""`` for any.

    ``place``: the part of the page, also by role and name.
    """

    role: str
    name: str
    place: tuple[str, str] | None = None


def numbered(words: str) -> tuple[int | None, str]:
    """Split ``[12] button 'Log in'`` into number, ``None`` if missing, and words."""
    found = _NUMBERED.fullmatch(words)
    return (int(found[1]), found[2]) if found else (None, words)


def find(page: Observation, words: str) -> list[int]:
    """Return the indexes of the nodes that match best: one if unambiguous."""
    for wanted in _readings(same_form(words)):
        if found := _placed(page, wanted):
            return found
    return []


def meant(page: Observation, words: str) -> Node | None:
    """Return the one element that words mean on a page, first by number if present."""
    number, words = numbered(words)
    if number is not None and (node := page.node(number)):
        return node
    found = find(page, words)
    return page.nodes[found[0]] if len(found) == 1 else None


def is_password(page: Observation, words: str) -> bool | None:
    """Return whether words mean a password field; ``None`` if there is no such field.

    A later page may have a field of that name.
    """
    node = meant(page, words)
    return "password" in node.states if node and node.role in FIELDS else None


def alike(page: Observation, words: str, limit: int) -> list[int]:
    """Return the indexes of near matches when none fits, up to ``limit``."""
    named = {
        at: same_form(node.name or node.description)
        for at, node in enumerate(page.nodes)
        if node.mmid is not None and (node.name or node.description)
    }
    for wanted in _readings(same_form(words)):
        if not wanted.name:
            continue
        same = [at for at, name in named.items() if name_tier(name, wanted.name) is not None]
        if same:
            return same[:limit]
        close = get_close_matches(wanted.name, dict.fromkeys(named.values()), limit)
        if close:
            return [at for at, name in named.items() if name in close][:limit]
    return []


def of_kind(page: Observation, words: str, limit: int) -> list[int]:
    """Return the indexes of the last elements of the named role, if they are few.

    A form's submit button is at its end; a sample of many would be useless.
    """
    role = next((wanted.role for wanted in _readings(same_form(words)) if wanted.role), "")
    nodes = enumerate(page.nodes)
    same = [at for at, node in nodes if node.mmid and node.name and role_rank(node, role) == 0]
    return same[-limit:] if len(same) <= 2 * limit else []


def _readings(words: str) -> Iterator[Wanted]:
    yield from (Wanted(*each) for each in _plain(words))
    at = words.rfind(_IN)
    while at > 0:
        for place in _plain(words[at + len(_IN) :]):
            yield from (Wanted(*each, place) for each in _plain(words[:at]))
        at = words.rfind(_IN, 0, at)


def _plain(words: str) -> Iterator[tuple[str, str]]:
    """Role and name in words without a place."""
    quoted, turned = _QUOTED.fullmatch(words), _TURNED.fullmatch(words)
    before = (quoted["role"] or "") if quoted else ""
    role = role_in(before)
    if quoted and (role or not before):
        yield role or "", quoted["name"]
    if turned and (after := role_in(turned["role"])):
        yield after, turned["name"]
    if bare := words.strip("' "):
        yield "", bare
    first, _, rest = words.partition(" ")
    start, _, last = words.rpartition(" ")
    for kind, name in ((first, rest), (last, start)):
        if (name := name.strip("' ")) and (role := role_in(kind)):
            yield role, name
    if quoted and before and role_in(before) is None:
        # A word for its kind that is not a role, in any language.
        yield "", quoted["name"]
    if role := role_in(words):
        yield role, ""


def _placed(page: Observation, wanted: Wanted) -> list[int]:
    nodes = page.nodes
    ranks = {at: rank for at, node in enumerate(nodes) if (rank := _rank(node, wanted))}
    if wanted.place is None or not ranks:
        return _best(page, ranks)
    for parts in spans(nodes, *wanted.place):
        inside = {at: ranks[at] for at in ranks if any(at in span for span in parts)}
        if inside:
            return _best(page, inside)
    return []


def _best(page: Observation, ranks: Mapping[int, tuple[int, int]]) -> list[int]:
    """The best matches, only usable ones if there are any."""
    nodes = page.nodes
    best = min(ranks.values(), default=None)
    found = [at for at, rank in ranks.items() if rank == best]
    if len(found) > 1:
        modal = [range(at, end_of(nodes, at)) for at, n in enumerate(nodes) if "modal" in n.states]
        found = [at for at in found if _is_usable(nodes[at], at, modal)] or found
        # Of two nested ones the inner one is the control.
        found = [at for at, after in pairwise([*found, len(nodes)]) if after >= end_of(nodes, at)]
    return found[:1] if _is_one_link(page, [nodes[at] for at in found]) else found


def _rank(node: Node, wanted: Wanted) -> tuple[int, int] | None:
    """How well a node matches, lowest is best; ``None`` if it does not."""
    if node.mmid is None:
        return None
    kin = role_rank(node, wanted.role) if wanted.role else int(node.role in _DRAWN)
    if kin is None:
        return None
    tier = name_tier(same_form(node.name), wanted.name) if wanted.name else 0
    if tier is None and node.description:
        hint = name_tier(same_form(node.description), wanted.name)
        # Without a name an outline shows only the hint, and part of it will do.
        tier = _HINT if hint == 0 or (hint is not None and not node.name) else None
    if tier is None or (tier and wanted.role and kin == FAR):
        return None
    return tier, kin


def _is_usable(node: Node, at: int, modal: Sequence[range]) -> bool:
    behind = bool(modal) and not any(at in each for each in modal)
    return not behind and UNUSED.isdisjoint(node.states)


def _is_one_link(page: Observation, nodes: Sequence[Node]) -> bool:
    """Whether all are links to the same other page, such as an item's picture and title."""
    if len({(node.role, node.href, node.frame) for node in nodes}) != 1:
        return False
    href = nodes[0].href or ""
    elsewhere = urldefrag(href).url != urldefrag(page.url).url
    return nodes[0].role == "link" and href.startswith("http") and elsewhere
