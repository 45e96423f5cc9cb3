"""Selects changes worth reporting: neither repeated nor self-evident. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from agent_e.types import ChangeReport, ElementChange, Node

FIELDS = frozenset({"textbox", "searchbox", "combobox", "spinbutton", "slider"})
_TOGGLES = frozenset({"checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"})
_CHOICES = frozenset({"tab", "option", "treeitem", "gridcell", "row"})
_ONE_OF_MANY = frozenset({"tab", "radio", "option", "menuitemradio", "treeitem"})
_WAITING = FIELDS | {"dialog", "alertdialog", "listbox"}
_INVALID = "invalid: "
_CHOSEN = frozenset({"selected", "checked"})


def news(report: ChangeReport) -> tuple[ElementChange, ...]:
    """The changes of a report still to be reported, without its own element's new state."""
    chosen = Counter(each.node.role for each in report.changed if _CHOSEN & set(_came(each)))
    tabs = {
        each.node.name
        for each in report.changed
        if each.node.role == "tab" and "selected" in _came(each)
    }
    return tuple(
        change
        for change in report.changed
        if not (
            _reported_by_actor(report, change)
            or _made_way(change, chosen)
            or (change.node.role == "tabpanel" and change.what == "name" and change.after in tabs)
        )
    )


def own_state(report: ChangeReport) -> str:
    """Report the new state of a toggle or choice acted on, such as checked."""
    for change in report.changed:
        if not _is_own(report, change) or change.what != "states":
            continue
        if change.node.role in _TOGGLES:
            return f"It is now {', '.join(_came(change)) or change.after or 'off'}."
        if change.node.role in _CHOICES and _came(change) == ["selected"]:
            return "It is now selected."
    return ""


def focus_worth_telling(report: ChangeReport, *, alone: bool) -> Node | None:
    """The newly focused element, if it awaits input or nothing else happened."""
    focus = report.focus
    if focus is None or (focus.mmid is not None and focus.mmid == report.target):
        return None
    return focus if alone or focus.role in _WAITING else None


def state_list(words: str) -> list[str]:
    """The states in a change's text, one by one; an error message is never split."""
    plain, mark, message = words.partition(_INVALID)
    return [*filter(None, plain.split(", ")), *([mark + message] if mark else [])]


def without_messages(nodes: Sequence[Node], changed: Iterable[ElementChange]) -> list[bool]:
    """Return for each node whether it says more than a field's error message."""
    words = [words for change in changed for words in (change.before, change.after)]
    states = [state for each in words for state in state_list(each)]
    messages = {state.removeprefix(_INVALID) for state in states if state.startswith(_INVALID)}
    keep = [node.role != "text" or node.name not in messages for node in nodes]
    holders: list[int] = []
    for at, node in enumerate(nodes):
        holders = [each for each in holders if nodes[each].depth < node.depth]
        holders.append(at)
        if keep[at]:
            continue
        for each in reversed(holders[:-1]):
            # A container of nothing but the message has nothing to say either.
            alone = at + 1 == len(nodes) or nodes[at + 1].depth <= nodes[each].depth
            if nodes[each].name or nodes[each].mmid is not None or each + 1 != at or not alone:
                break
            keep[each] = False
            at = each
    return keep


def _reported_by_actor(report: ChangeReport, change: ElementChange) -> bool:
    filled = change.node.mmid in report.filled
    if not (filled or _is_own(report, change)):
        return False
    entered = report.filled.get(change.node.mmid or 0, report.entered)
    if change.what == "value" and entered is not None:
        return "password" in change.node.states or _even(change.after) == _even(entered)
    if change.what != "states":
        return False
    role = change.node.role
    came = [word for word in _came(change) if not word.endswith("characters hidden")]
    if entered is not None and not came and _came(change):
        return True
    return role in _TOGGLES or (role in _CHOICES and set(came) == {"selected"})


def _made_way(change: ElementChange, chosen: Counter[str]) -> bool:
    """Whether it was only deselected because another like it was selected."""
    if change.what != "states" or change.node.role not in _ONE_OF_MANY:
        return False
    before, after = set(state_list(change.before)), set(state_list(change.after))
    lost, came = before - after, after - before
    return bool(
        chosen[change.node.role] and lost <= _CHOSEN and came <= {"not checked", "not selected"}
    )


def _is_own(report: ChangeReport, change: ElementChange) -> bool:
    return report.target is not None and change.node.mmid == report.target


def _came(change: ElementChange) -> list[str]:
    if change.what != "states":
        return []
    before = state_list(change.before)
    return [word for word in state_list(change.after) if word not in before]


def _even(text: str) -> str:
    return " ".join(text.split())
