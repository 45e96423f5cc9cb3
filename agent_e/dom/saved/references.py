"""What elements of one tree say of others: labels, slots and what is shown elsewhere."""

from __future__ import annotations

from .tree import Element, Scope

LABELABLE = frozenset({"button", "input", "meter", "output", "progress", "select", "textarea"})
"""Tags that a label can name."""
_LEAVES = frozenset(
    {"input", "select", "textarea", "canvas", "video", "audio", "progress", "meter"}
)
_MOST_AROUND = 1_000


def tie(scopes: list[Scope], owners: list[Element]) -> None:
    """Tie labels to their fields, fill slots, and note what others own."""
    for scope in scopes:
        _tie_labels(scope)
        if scope.slots:
            _fill_slots(scope)
    for owner in owners:
        _give(owner)


def _give(owner: Element) -> None:
    """Note what an element owns: the first owner counts, and none is inside what it owns."""
    if owner.tag in _LEAVES:
        return
    around: set[Element] = set()
    up: Element | None = owner
    while up is not None and len(around) < _MOST_AROUND:
        around.add(up)
        up = up.parent
    ids, owners = owner.scope.ids, owner.scope.document.owners
    for word in (owner.get("aria-owns") or "").split():
        if word in ids and ids[word] not in around:
            owners.setdefault(ids[word], owner)


def _tie_labels(scope: Scope) -> None:
    fields: dict[Element, list[Element]] = {}
    for label in scope.labels:
        named = label.get("for")
        if named is not None:
            other = scope.ids.get(named)
            hidden = other is not None and (other.get("type") or "").lower() == "hidden"
            if other is None or hidden or other.tag not in LABELABLE:
                continue
            scope.controls[label] = other
        if label in scope.controls:
            fields.setdefault(scope.controls[label], []).append(label)
    scope.labels = fields


def _fill_slots(scope: Scope) -> None:
    host = next(iter(scope.slots.values()))
    while host.parent is not None:
        host = host.parent
    owner = host.owner if host.tag == "#shadow" else None
    for child in owner.children if owner else ():
        name = (child.get("slot") or "") if isinstance(child, Element) else ""
        slot = scope.slots.get(name)
        if slot is not None:
            slot.assigned.append(child)
            if isinstance(child, Element):
                child.slot = slot
