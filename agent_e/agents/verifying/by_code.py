"""Holding a claim against what was shown, by code."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from agent_e.agents.quotes import Shown, find_quote

from .claims import Claim
from .computing import (
    beaten_by,
    best_asked,
    computed,
    computes,
    counted,
    counts,
    current,
)
from .doing import held_doing, tells_doing
from .scene import Mention, Record, Scene, named_in, plain, stems, within
from .values import Value, comparable, same, values_in

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
    """A task and what its run was shown, against which claims are held."""

    def __init__(self, task: str, scene: Scene, shown: Sequence[Shown]) -> None:
        self.task = task
        self.scene = scene
        self.shown = shown
        self._plain_task = plain(task)
        self._things = self._named(self._plain_task)
        self._texts = [plain(each.text) for each in shown]

    def hold(self, claim: Claim) -> Verdict:
        """Say of one claim what code can."""
        if tells_doing(claim.text):
            done = held_doing(claim.text, self.task, self.shown)
            if done.said != "supported":
                return Verdict(claim=claim.text, said=done.said, why=done.why, shown=done.shown)
        verdicts = [self._value(claim, value) for value in claim.values if not self._given(value)]
        verdicts += [self._name(claim, name) for name in claim.names if not self._known(name)]
        if not verdicts:
            return self._words(claim)
        for said in ("contradicted", "not_shown", "unclear"):
            found = next((each for each in verdicts if each.said == said), None)
            if found is not None:
                return found
        return self._best(claim, verdicts) or verdicts[0]

    def _given(self, value: Value) -> bool:
        """Whether the task itself says so, as a condition: that is no news."""
        if counts(self.task) and value.kind == "number":
            return False
        return any(same(value, asked) for asked in values_in(self.task))

    def _known(self, name: str) -> bool:
        return within(name, self._plain_task)

    def _named(self, text: str) -> tuple[str, ...]:
        """The things a text names that have a record of their own, or a page that is about them."""
        titles = {record.title for record in self.scene.records if record.own}
        there = named_in(text, self.scene.names)
        scopes = {name for name in there if name not in titles}
        return tuple(name for name in there if name not in scopes and len(name) > 3)

    def _subjects(self, claim: Claim) -> tuple[str, ...]:
        """Whose the values of a claim are: as it says itself, else its answer, else the task."""
        return self._named(plain(claim.text)) or self._named(plain(claim.around)) or self._things

    def _value(self, claim: Claim, value: Value) -> Verdict:
        subjects = self._subjects(claim)
        wanted = stems(f"{claim.text} {claim.around} {self.task}")
        wanted -= frozenset().union(*map(stems, subjects)) if subjects else frozenset()
        mentions = self.scene.with_value(value, about=claim.about)
        own = [m for m in mentions if not subjects or any(map(m.record.about, subjects))]
        if value.kind == "number":
            own = [m for m in own if stems(m.label) & wanted or m.value.kind != "number"]
        asked = f"{self.task} {claim.text}"
        if counts(self.task) and value.kind == "number" and value.amount == int(value.amount):
            return self._count(value, claim, own, wanted)
        if computes(asked):
            verdict = self._computed(claim, value, own, asked)
            if verdict is not None:
                return verdict
        if own:
            return self._right_one(claim, value, own, wanted)
        return self._elsewhere(claim, value, subjects, bool(mentions))

    def _elsewhere(
        self, claim: Claim, value: Value, subjects: Sequence[str], anywhere: bool
    ) -> Verdict:
        others = [
            mention
            for record in self.scene.records
            if any(map(record.about, subjects))
            for mention in current(record, value.kind)
            if comparable(value, mention.value)
        ]
        if others:
            there = others[-1]
            why = f"of '{subjects[0]}' {there.value.text} is shown, not {value.text}"
            return self._said(claim, "contradicted", why, there.record.shown)
        if anywhere and value.kind == "number":
            return self._said(claim, "unclear", f"{value.text} is shown, but of something else")
        if anywhere:
            why = f"{value.text} is shown, but not of '{subjects[0]}'"
            return self._said(claim, "unclear", why)
        return self._said(claim, "not_shown", f"{value.text} is on nothing that was shown")

    def _right_one(
        self, claim: Claim, value: Value, own: Sequence[Mention], wanted: frozenset[str]
    ) -> Verdict:
        """Whether, of several values of a thing, it is the one whose label is meant."""
        old = [m for m in own if m not in current(m.record, m.value.kind)]
        if len(old) == len(own) and not {"befor", "old", "origi", "was"} & wanted:
            newer = next(iter(current(own[-1].record, own[-1].value.kind)), None)
            if newer is not None:
                why = f"{value.text} is what was before {newer.value.text}"
                return self._said(claim, "contradicted", why, own[-1].record.shown)
        fit = max(len(stems(m.label) & wanted) for m in own)
        if fit == 0 and value.kind != "number":
            rival = self._better_labelled(own, value, wanted)
            if rival is not None:
                why = f"{rival.value.text} stands where that is asked for, not {value.text}"
                return self._said(claim, "contradicted", why, rival.record.shown)
        best = max(own, key=lambda m: (len(stems(m.label) & wanted), m.record.order))
        return self._said(claim, "supported", shown=best.record.shown)

    def _better_labelled(
        self, own: Sequence[Mention], value: Value, wanted: frozenset[str]
    ) -> Mention | None:
        """A value of the same kind, on the same look, whose label has words of what is asked."""
        orders = {m.record.order for m in own}
        for record in self.scene.records:
            if record.order not in orders or any(m.record.own for m in own):
                continue
            for mention in record.mentions:
                if mention.value.kind != value.kind or same(value, mention.value):
                    continue
                if len(stems(mention.label) & wanted) > 1:
                    return mention
        return None

    def _count(
        self, value: Value, claim: Claim, own: Sequence[Mention], wanted: frozenset[str]
    ) -> Verdict:
        expected, complete = counted(self.scene, self.task)
        number = int(value.amount)
        if number in expected:
            return self._said(claim, "supported", shown=self.shown[-1])
        if own and not expected:
            return self._said(claim, "supported", shown=own[-1].record.shown)
        if self.scene.left_out():
            return self._said(claim, "unclear", "some of what is counted was not shown")
        if expected and complete:
            why = f"{' or '.join(map(str, sorted(expected)))} of those shown fit, not {number}"
            return self._said(claim, "contradicted", why)
        for record in reversed(self.scene.records):
            for mention in record.mentions:
                if mention.value.kind == "number" and len(stems(mention.label) & wanted) > 1:
                    why = f"{mention.label[:60]} is shown, not {number}"
                    return self._said(claim, "contradicted", why, record.shown)
        listed = any(record.group >= 0 for record in self.scene.records)
        if not listed:
            return self._said(claim, "not_shown", "nothing that can be counted was shown")
        return self._said(claim, "unclear", f"{number} could not be counted again")

    def _computed(
        self, claim: Claim, value: Value, own: Sequence[Mention], asked: str
    ) -> Verdict | None:
        results = computed(value, self.scene, asked)
        slack = 0.05 * value.amount if claim.about else 0.006
        if any(abs(result - amount) <= slack for result in results for amount in value.amounts):
            return self._said(claim, "supported", shown=self.shown[-1])
        told = stems("save total together difference sum altogether overall refund")
        if any(stems(mention.label) & told for mention in own):
            return None
        if results:
            why = f"what was shown comes to {results[0]:g}, not {value.text}"
            return self._said(claim, "contradicted", why)
        return self._said(claim, "unclear", f"{value.text} could not be computed again")

    def _name(self, claim: Claim, name: str) -> Verdict:
        at = next((at for at in range(len(self._texts) - 1, -1, -1) if name in self._texts[at]), -1)
        if at < 0:
            hard = any(sign.isdigit() for sign in name) or (claim.bare and " " in name)
            words = [word for word in name.split() if len(word) > 2]
            if words and all(any(within(w, text) for text in self._texts) for w in words):
                hard = False
            said: Said = "not_shown" if hard else "unclear"
            return self._said(claim, said, f"'{name}' is on nothing that was shown")
        together = self._together(claim, name)
        if together is False:
            return self._said(
                claim, "contradicted", f"'{name}' does not stand with the rest of what is said of it"
            )
        return self._said(claim, "supported", shown=self.shown[at])

    def _together(self, claim: Claim, name: str) -> bool | None:
        """Whether a name and the values of a claim stand in one record; ``None``: not to be told."""
        news = [value for value in claim.values if not self._given(value)]
        if not claim.bare or not news or computes(self.task):
            return None
        having = [record for record in self.scene.records if _has(record, name)]
        if not any(record.group >= 0 for record in having):
            return None
        return any(
            all(any(same(value, m.value) for m in record.mentions) for value in news)
            for record in having
        )

    def _best(self, claim: Claim, verdicts: Sequence[Verdict]) -> Verdict | None:
        """Contradict a claim whose thing is not the best that the task, or the claim, says it is."""
        asked = f"{self.task} {claim.text}"
        if best_asked(asked) is None or computes(self.task):
            return None
        candidates = self._candidates(claim)
        beaten = [beaten_by(record, self.scene, asked) for record in candidates]
        if not candidates or not all(beaten):
            return None
        better = next(each for each in beaten if each is not None)
        name = better.record.title or next(iter(sorted(better.record.heads)), "")
        why = f"'{name}' has {better.value.text}"
        return self._said(claim, "contradicted", why, better.record.shown)

    def _candidates(self, claim: Claim) -> list[Record]:
        """The records that have all a claim says, lists before pages."""
        news = [value for value in claim.values if not self._given(value)]
        named = [name for name in claim.names if not self._known(name)]
        found = [
            record
            for record in self.scene.records
            if all(any(same(value, m.value) for m in record.mentions) for value in news)
            and all(_has(record, name) for name in named)
        ]
        return [record for record in found if record.group >= 0 and record.own] or found

    def _words(self, claim: Claim) -> Verdict:
        """Hold a claim without a value or a name of its own."""
        at = find_quote(claim.text, self.shown)
        if at is not None:
            return self._said(claim, "supported", shown=at)
        if not self.shown:
            return self._said(claim, "not_shown", "nothing was shown")
        words = stems(claim.text) - stems(self.task)
        if tells_doing(claim.text) or (not words and not claim.polar):
            return self._said(claim, "supported", shown=self.shown[-1])
        return self._said(claim, "unclear", "it is said in words of its own")

    def _said(self, claim: Claim, said: Said, why: str = "", shown: Shown | None = None) -> Verdict:
        return Verdict(claim=claim.text, said=said, why=why, shown=shown)


def _has(record: Record, name: str) -> bool:
    return name in record.text or (not record.own and any(name in head for head in record.heads))
