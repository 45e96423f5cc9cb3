"""A task and what its run was shown, and what can be looked up in these."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass
from typing import Literal

from agent_e.agents.quotes import Shown
from agent_e.configs import load_config

from .claims import Claim
from .computing import (
    counts,
)
from .doing import tells_doing
from .scene import Record, Scene
from .values import Value, same, values_in
from .wording import named_in, plain, stems, within

TOTAL = stems("save total together difference sum altogether overall gesamt summe")
SHORTEST_CODE = 4
_COMMON = frozenset(load_config("verifying")["common"].split())
"""Words by which two texts are known to be of one language."""
Said = Literal["supported", "contradicted", "not_shown", "unclear"]


@dataclass(frozen=True, kw_only=True, slots=True)
class Verdict:
    """What is to be said of a claim.

    Attributes:
        said: ``unclear`` is for what could not be told: neither a pass nor a fail.
        why: for anything but ``supported``, in a few words.
        shown: where what it rests on was shown.
        by: who says so.
    """

    claim: str
    said: Said
    why: str = ""
    shown: Shown | None = None
    by: Literal["code", "model"] = "code"


class Case:
    """A task and what its run was shown, against which claims are held.

    Attributes:
        plain_task, texts, squeezed: the task and what was shown as texts are compared, the latter
            also without spaces and marks, as codes are looked for.
        things: what the task names that has a record of its own; ``scopes``: lists that it names.
        unseen: what it names where nothing of that was ever shown; ``unmet``: one such of several.
    """

    def __init__(self, task: str, scene: Scene, shown: Sequence[Shown]) -> None:
        self.task = task
        self.scene = scene
        self.shown = shown
        self.plain_task = plain(task)
        self.things = self.named(self.plain_task)
        self.texts = [plain(each.text) for each in shown]
        self.squeezed = [re.sub(r"[\s()/.-]", "", text) for text in self.texts]
        asked = Claim(text=task).names if self.one_tongue() else ()
        seen = any(_all_of(name, text) for name in asked for text in self.texts)
        self.unseen = asked[0] if asked and not seen else ""
        missing = (n for n in asked if " " in n and not any(_all_of(n, t) for t in self.texts))
        self.unmet = next(
            (n for n in missing if not any(within(n.split()[-1], t) for t in self.texts)), ""
        )
        told = [set(record.heads) | {record.title} for record in scene.records]
        links = [n for n in named_in(self.plain_task, scene.names) if len(n) > 4]
        if links and not any(within(n, each) for n in links for t in told for each in t):
            self.unseen = self.unseen or links[0]
        lists = [record.heads for record in scene.records if record.own and record.group >= 0]
        opened = frozenset().union(*lists) if lists else frozenset()
        self.scopes = [name for name in named_in(self.plain_task, opened) if len(name) > 3]

    def one_tongue(self) -> bool:
        """Whether what was shown is in the language of the task, as far as common words tell."""
        here = set(self.plain_task.split()) & _COMMON
        return not here or any(not here.isdisjoint(text.split()) for text in self.texts)

    def given(self, value: Value) -> bool:
        """Whether the task itself says so, as a condition: that is no news."""
        if counts(self.task) and value.kind == "number":
            return False
        return any(same(value, asked) for asked in values_in(self.task))

    def known(self, name: str) -> bool:
        """Whether the task itself names it."""
        return within(name, self.plain_task)

    def named(self, text: str) -> tuple[str, ...]:
        """The things a text names that have a record of their own, or a page that is about them."""
        titles = {record.title for record in self.scene.records if record.own}
        there = named_in(text, self.scene.names)
        scopes = {name for name in there if name not in titles}
        return tuple(name for name in there if name not in scopes and len(name) > 3)

    def subjects(self, claim: Claim) -> tuple[str, ...]:
        """Whose the values of a claim are: as it says itself, else its answer, else the task."""
        return self.named(plain(claim.text)) or self.named(plain(claim.around)) or self.things

    def has_kind(self, kinds: Container[str]) -> bool:
        """Whether any value of these kinds was shown."""
        return any(m.value.kind in kinds for r in self.scene.records for m in r.mentions)

    def is_of(self, record: Record) -> bool:
        """Whether a record is about what the task names, where it names anything."""
        return not self.things or any(map(record.about, self.things))

    def news(self, claim: Claim) -> list[Value]:
        """The values of a claim that the task does not give."""
        deed = tells_doing(claim.text)
        return [
            value
            for value in claim.values
            # That one was put in a basket is what putting it there means.
            if not self.given(value) and not (deed and value.kind == "number" and value.amount == 1)
        ]

    def where(self, name: str) -> int:
        """Which text shows a name last, -1 when none does; a code with or without its spaces."""
        one = name.removesuffix("s")
        found = [at for at, text in enumerate(self.texts) if one and one in text]
        if found or not re.search(r"\d.*\d", name):
            return max(found, default=-1)
        squeezed = re.sub(r"[\s()/.-]|^tel:", "", name).lstrip("+0")
        if len(squeezed) < SHORTEST_CODE:
            return -1
        return max((at for at, text in enumerate(self.squeezed) if squeezed in text), default=-1)

    def said(self, claim: Claim, said: Said, why: str = "", shown: Shown | None = None) -> Verdict:
        """The verdict of code on a claim."""
        return Verdict(claim=claim.text, said=said, why=why, shown=shown)


def shows(record: Record, value: Value, *, about: bool = False) -> bool:
    """Whether a record has a value; ``about`` allows for that being rounded."""
    return any(same(value, mention.value, about=about) for mention in record.mentions)


def same_kind(claim: Claim, value: Value) -> bool:
    """Whether a claim has further values of the kind."""
    return sum(each.kind == value.kind and not same(each, value) for each in claim.values) > 0


def _all_of(name: str, text: str) -> bool:
    return all(within(word, text) for word in name.split() if len(word) > 3)


def has(record: Record, name: str) -> bool:
    """Whether a record, or the page it stands on, has a name."""
    return name in record.text or (not record.own and any(name in head for head in record.heads))
