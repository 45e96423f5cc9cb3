"""Whether what an answer says was done left a trace: something sent, a confirmation shown."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent_e.agents.quotes import Shown
from agent_e.configs import load_config

from .wording import plain

_DEEDS: tuple[tuple[str, str], ...] = tuple(
    ("|".join(deed["told"]), "|".join(deed["signs"])) for deed in load_config("verifying")["deeds"]
)
_NOT = re.compile(
    r"\b(?:not|no|never|nothing|cannot|could ?n.t|without|nicht|kein\w*|ne|pas)\b", re.I
)
_DID = re.compile(rf"\b(?:{'|'.join(done for done, _ in _DEEDS)})\b", re.I)
_ENTERED = re.compile(
    r"\[\d+\] (?:textbox|spinbutton|combobox|searchbox|checkbox|radio) '[^\n]*?'"
    r" is now (?:value=|checked)"
)
_ASKS = re.compile(r"\bdialog\b[^\n]* opened")
_ANSWERED = re.compile(r"^The dialog '.*' closed", re.M)
_AMOUNT = re.compile(r"\[\d+\] (?:textbox|spinbutton|combobox) '[^\n]*?' is now value='(\d+)'")
_CHANGE = re.compile(
    r"\b(?:changed|updated|saved|moved|set|geändert|verschoben|modifié|cambiado)\b", re.I
)
_REMOVAL = re.compile(r"\b(?:removed|deleted|entfernt|gelöscht|supprimé|eliminado)\b", re.I)
_CONTROL = re.compile(
    r"^\s*(?:item|row|article)\b.*\[\d+\] link|^\s*\[\d+\] (?!.* is now )|^\s*row: \["
    r"|^\s*(?:navigation|banner|search\b)"
)


@dataclass(frozen=True, kw_only=True, slots=True)
class Done:
    """What the changes of a run say to a claim of a deed."""

    said: Literal["supported", "not_shown", "unclear"]
    why: str = ""
    shown: Shown | None = None


def tells_doing(text: str) -> bool:
    """Whether a sentence says that something was done which sites keep."""
    return bool(_DID.search(text)) and not _NOT.search(text)


def held_doing(text: str, names: Sequence[str], shown: Sequence[Shown]) -> Done:
    """Hold what is said to have been done, and to what, against what actions changed."""
    changes = [each for each in shown if each.acted]
    if not changes:
        return Done(said="not_shown", why="no action that changed anything was done")
    signs = [
        re.compile(signs, re.I)
        for done, signs in _DEEDS
        if re.search(rf"\b(?:{done})\b", text, re.I)
    ]
    sent = [each for each in changes if each.sent]
    entered = [each for each in changes if _ENTERED.search(each.text)]
    if sent and entered and changes.index(entered[-1]) > changes.index(sent[-1]):
        return Done(said="not_shown", why="what was filled in last was never sent")
    for each in reversed(changes):
        counts = each.sent if sent else _in_place(each)
        if counts and any(sign.search(_told(each.text)) for sign in signs):
            return Done(said="supported", shown=each)
    if (
        sent
        and names
        and _CHANGE.search(text)
        and all(name in _told(sent[-1].text) for name in names)
    ):
        return Done(said="supported", shown=sent[-1])
    if sent and _left_open(changes):
        return Done(said="not_shown", why="the dialog that opened last was never answered")
    if sent and _REMOVAL.search(text) and any(name in _rows(shown[-1].text) for name in names):
        return Done(said="not_shown", why=f"'{names[0]}' is still there", shown=shown[-1])
    if not sent:
        return Done(
            said="not_shown", why="nothing was sent, and nothing that confirms it was shown"
        )
    return Done(said="unclear", why="something was sent, but nothing that confirms it was shown")


def entered_amount(shown: Sequence[Shown]) -> tuple[int, Shown] | None:
    """The one amount that a run filled in and where, ``None`` when it was none or several."""
    found = [
        (int(match[1]), each)
        for each in shown
        if each.acted and not each.sent
        for match in _AMOUNT.finditer(each.text)
    ]
    return found[-1] if found and len({amount for amount, _ in found}) == 1 else None


def _left_open(changes: Sequence[Shown]) -> bool:
    """Whether a dialog opened that was neither sent nor closed, up to the last change."""
    opened = False
    for change in changes:
        if _ASKS.search(change.text) and not change.sent:
            opened = True
        elif change.sent or _ANSWERED.search(change.text) or not _in_place(change):
            opened = False
    return opened


def _in_place(change: Shown) -> bool:
    """Whether a page changed without being left: a page that opens confirms nothing by itself."""
    return "The page changed: now" not in change.text and "The address is now" not in change.text


def _rows(text: str) -> str:
    return plain(
        "\n".join(line for line in text.split("\n") if re.match(r"\s*(?:item|row|article)", line))
    )


def _told(text: str) -> str:
    """What a change says in words, without what there is to click."""
    return plain("\n".join(line for line in text.split("\n") if not _CONTROL.match(line)))
