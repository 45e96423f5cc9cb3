"""Holding a claim against what was shown, by code."""

from __future__ import annotations

import re
from collections.abc import Container, Sequence
from dataclasses import dataclass, replace
from typing import Literal
from urllib.parse import urlsplit

from agent_e.agents.quotes import Shown, find_quote
from agent_e.configs import load_config

from .claims import Claim, in_unit
from .computing import (
    adds_up,
    beaten_by,
    best_asked,
    chooses,
    computed,
    computes,
    counted,
    counts,
    current,
    derives,
    limited_by,
    multiplies,
    sums,
)
from .doing import entered_amount, held_doing, tells_doing
from .ranking import other_in_place
from .scene import Mention, Record, Scene, named_in, plain, stems, within
from .values import Kind, Value, comparable, same, values_in

_TOTAL = stems("save total together difference sum altogether overall gesamt summe")
_DERIVED = frozenset({"date", "time", "number"})
_SLACK = 0.006
_CAPITAL = re.compile(r"(?<=[\w,] )[^\W\d_a-z]\w{2,}")
_CHOICES = (["radio"], ["option"], ["checkbox"], ["tab"], ["button"])
_SHORTEST_CODE = 4
_HOURS = 24
_WHEN = re.compile(r"\b(?:when|what time|hours|wann|uhr|quand|cuándo)\b", re.I)
_COMMON = frozenset(load_config("verifying")["common"].split())
"""Words by which two texts are known to be of one language."""
_COMPUTED = frozenset({"money", "measure", "duration", "rating", "percent"})
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
        self._squeezed = [re.sub(r"[\s()/.-]", "", text) for text in self._texts]
        asked = Claim(text=task).names if self._one_tongue() else ()
        seen = any(_all_of(name, text) for name in asked for text in self._texts)
        self._unseen = asked[0] if asked and not seen else ""
        missing = (n for n in asked if " " in n and not any(_all_of(n, t) for t in self._texts))
        self._unmet = next(
            (n for n in missing if not any(within(n.split()[-1], t) for t in self._texts)), ""
        )
        told = [set(record.heads) | {record.title} for record in scene.records]
        links = [n for n in named_in(self._plain_task, scene.names) if len(n) > 4]
        if links and not any(within(n, each) for n in links for t in told for each in t):
            self._unseen = self._unseen or links[0]
        lists = [record.heads for record in scene.records if record.own and record.group >= 0]
        opened = frozenset().union(*lists) if lists else frozenset()
        self._scopes = [name for name in named_in(self._plain_task, opened) if len(name) > 3]

    def _one_tongue(self) -> bool:
        """Whether what was shown is in the language of the task, as far as common words tell."""
        here = set(self._plain_task.split()) & _COMMON
        return not here or any(not here.isdisjoint(text.split()) for text in self._texts)

    def hold(self, claim: Claim) -> Verdict:
        """Say of one claim what code can."""
        if tells_doing(claim.text):
            done = held_doing(claim.text, self._done_to(claim), self.shown)
            if done.said != "supported":
                return Verdict(claim=claim.text, said=done.said, why=done.why, shown=done.shown)
            amiss = self._other_amount(claim)
            if amiss is not None:
                return amiss
        found = replace(self._held(in_unit(claim, self.task)), claim=claim.text)
        if found.said == "unclear" and self._unseen:
            why = f"'{self._unseen}' was never looked at"
            return self._said(claim, "not_shown", why)
        return found

    def _other_amount(self, claim: Claim) -> Verdict | None:
        """Contradict a deed that is told with another amount than was filled in for it."""
        entered = entered_amount(self.shown)
        numbers = [value for value in claim.values if value.kind == "number"]
        if entered is None or len(numbers) != 1:
            return None
        amount, where = entered
        named = self._named(plain(claim.text))
        about = plain(f"{where.url} {where.text}").replace("-", " ")
        if numbers[0].amount == amount or not all(within(name, about) for name in named):
            return None
        if not any(same(value, numbers[0]) for value in values_in(self.task)):
            why = f"{amount} was filled in, not {numbers[0].text}"
            return self._said(claim, "contradicted", why, where)
        return None

    def _done_to(self, claim: Claim) -> tuple[str, ...]:
        """What a deed was done to or with: things, codes and quotes that the claim names."""
        return tuple(dict.fromkeys([*self._named(plain(claim.text)), *claim.names]))

    def _held(self, claim: Claim) -> Verdict:
        verdicts = [self._value(claim, value) for value in self._news(claim)]
        verdicts += [self._name(claim, name) for name in claim.names if not self._known(name)]
        if not verdicts:
            return self._words(claim)
        for said in ("contradicted", "not_shown", "unclear"):
            found = next((each for each in verdicts if each.said == said), None)
            if found is not None:
                return found
        return self._apart(claim) or self._parted(claim) or self._best(claim) or verdicts[0]

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
        told = [*claim.values, *values_in(claim.around)]
        if not mentions and adds_up(value, told):
            # What it is the sum of is held by itself.
            return self._said(claim, "supported", shown=self.shown[-1])
        if computes(asked) and not (own and self._tells_result(claim, value, asked)):
            verdict = self._computed(claim, value, own, asked)
            if verdict is not None:
                return verdict
        if own:
            return self._right_one(claim, value, own, wanted)
        told = [*claim.values, *values_in(claim.around)]
        prices = [
            mention.value
            for record in self.scene.records
            if any(map(record.about, subjects))
            for mention in current(record, value.kind)
        ]
        if self._of_another(claim, value, subjects) or multiplies(value, told, prices):
            return self._said(claim, "supported", shown=self.shown[-1])
        found = self._elsewhere(claim, value, wanted, subjects, mentions)
        if found.said != "unclear" and self._derived(claim, value):
            why = f"{value.text} could not be computed again"
            return self._said(claim, "unclear", why)
        return found

    def _tells_result(self, claim: Claim, value: Value, asked: str) -> bool:
        """Whether a shown value is only told along with what is computed from it."""
        if not computes(self.task) and not sums(claim.text):
            return True
        told = [*claim.values, *values_in(claim.around)]
        if adds_up(value, told):
            return True
        others = [other for other in told if comparable(value, other) and not same(value, other)]
        return any(
            abs(result - amount) <= _SLACK
            for other in others
            for result in computed(other, self.scene, asked)
            for amount in other.amounts
        )

    def _of_another(self, claim: Claim, value: Value, subjects: Sequence[str]) -> bool:
        """Whether it is the value of another thing that the task compares."""
        others = [name for name in self._things if name not in subjects]
        if not others or not same_kind(claim, value):
            return False
        mentions = self.scene.with_value(value, about=claim.about)
        return any(mention.record.about(name) for mention in mentions for name in others)

    def _derived(self, claim: Claim, value: Value) -> bool:
        """Whether a value that is shown nowhere may well follow from what is."""
        if not value.amount:
            return not tells_doing(claim.text)
        needed = {"money": {"money"}, "percent": _COMPUTED}.get(value.kind, _COMPUTED | _DERIVED)
        if tells_doing(claim.text) or not self._has_kind(needed):
            return False
        if value.kind == "percent":
            return not self._has_kind({"percent"})
        if derives(f"{self.task} {claim.text}"):
            return not self._has_total(value)
        if value.kind == "number":
            # A number in passing, as in two of the three: what is asked for by number is counted.
            passing = claim.about or not claim.bare or " of " in claim.text
            o_clock = value.amount <= _HOURS and _WHEN.search(self.task)
            return passing or value.text.isalpha() or bool(o_clock)
        return claim.about and value.kind == "measure"

    def _has_total(self, value: Value) -> bool:
        """Whether a page tells the total of its kind: then nobody has to compute it."""
        return any(
            stems(mention.label) & _TOTAL and mention.value.kind == value.kind
            for record in self.scene.records
            for mention in record.mentions
        )

    def _elsewhere(
        self,
        claim: Claim,
        value: Value,
        wanted: frozenset[str],
        subjects: Sequence[str],
        mentions: Sequence[Mention],
    ) -> Verdict:
        # A bare number is of the kind that it has where it stands.
        kind = mentions[0].value.kind if mentions else value.kind
        others = [
            mention
            for record in self.scene.records
            if any(map(record.about, subjects))
            for mention in current(record, kind)
            if comparable(value, mention.value)
            if mention.value.kind != "number" or stems(mention.label) & wanted
        ]
        if others:
            there = others[-1]
            why = f"of '{subjects[0]}' {there.value.text} is shown, not {value.text}"
            return self._said(claim, "contradicted", why, there.record.shown)
        if mentions and value.kind == "number":
            return self._said(claim, "unclear", f"{value.text} is shown, but of something else")
        if mentions:
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
            told = newer is not None and any(same(each, newer.value) for each in claim.values)
            if newer is not None and not told:
                why = f"{value.text} is what was before {newer.value.text}"
                return self._said(claim, "contradicted", why, own[-1].record.shown)
        rival = (
            self._better_labelled(own, value, wanted)
            or self._other_choice(own, claim)
            or self._asked_for(own, claim, wanted)
        )
        if rival is not None:
            why = f"{rival.value.text} stands where that is asked for, not {value.text}"
            return self._said(claim, "contradicted", why, rival.record.shown)
        best = max(own, key=lambda m: (len(stems(m.label) & wanted), m.record.order))
        return self._said(claim, "supported", shown=best.record.shown)

    def _better_labelled(
        self, own: Sequence[Mention], value: Value, wanted: frozenset[str]
    ) -> Mention | None:
        """A value of the same kind, on the same look, whose label fits better what is asked."""
        if value.kind == "number" or any(m.record.own and m.record.group >= 0 for m in own):
            return None
        fits = [stems(m.label) & wanted for m in own]
        foreign = min(len(stems(m.segment) - wanted) for m in own)
        for mention in self._beside_values(own):
            theirs = stems(mention.label) & wanted
            if all(fit < theirs for fit in fits):
                return mention
            if not any(fits) and foreign > 1 and not stems(mention.segment):
                return mention
        return None

    def _other_choice(self, own: Sequence[Mention], claim: Claim) -> Mention | None:
        """Return the choice that the task names, where the value is of the one beside it."""
        named = {word.casefold() for word in _CAPITAL.findall(self.task)}
        said = set(" ".join(f"{m.label} {m.record.title}" for m in own).split())
        for mention in self._beside_values(own):
            told = any(same(value, mention.value) for value in claim.values)
            beside = not told and any(_alike(mention, m) for m in own)
            if beside and named & set(mention.segment.split()) - said:
                return mention
        return None

    def _asked_for(
        self, own: Sequence[Mention], claim: Claim, wanted: frozenset[str]
    ) -> Mention | None:
        """Return what the newest look has where the value is of things that nobody named."""
        text = f"{self._plain_task} {plain(claim.text)} {plain(claim.around)}"
        strange = all(
            m.record.linked and m.record.title and not within(m.record.title, text) for m in own
        )
        if not strange or own[0].value.kind == "number" or chooses(f"{self.task} {claim.text}"):
            return None
        order = max(record.order for record in self.scene.records)
        rivals = [
            mention
            for record in self.scene.records
            if record.order == order and not record.linked
            for mention in current(record, own[0].value.kind)
            if stems(mention.label) & wanted
        ]
        return rivals[-1] if rivals else None

    def _beside_values(self, own: Sequence[Mention]) -> list[Mention]:
        """Other values of the kind on the same looks, those of lists of things left out."""
        orders = {m.record.order for m in own}
        return [
            mention
            for record in self.scene.records
            if record.order in orders and not (record.own and record.group >= 0)
            for mention in current(record, own[0].value.kind)
            if not same(own[0].value, mention.value)
        ]

    def _count(
        self, value: Value, claim: Claim, own: Sequence[Mention], wanted: frozenset[str]
    ) -> Verdict:
        if self._unseen:
            return self._said(claim, "not_shown", f"'{self._unseen}' was never looked at")
        expected, complete = counted(self.scene, self.task, self._things)
        number = int(value.amount)
        if number in expected:
            return self._said(claim, "supported", shown=self.shown[-1])
        wanted |= stems(self.task)
        nouns = [m for m in own if m.value.kind == "number" and _noun(m) in wanted | {""}]
        if nouns and not expected:
            return self._said(claim, "supported", shown=own[-1].record.shown)
        kinds = limited_by(self.task)
        if kinds and not self._has_kind(kinds):
            return self._said(claim, "not_shown", "nothing that it could be counted by was shown")
        if self.scene.left_out():
            return self._said(claim, "unclear", "some of what is counted was not shown")
        if expected and complete:
            why = f"{' or '.join(map(str, sorted(expected)))} of those shown fit, not {number}"
            return self._said(claim, "contradicted", why)
        other = self._other_count(wanted)
        if number == self._rows_named() or (other is not None and other.value.amount == number):
            return self._said(claim, "supported", shown=self.shown[-1])
        if other is not None:
            why = f"{other.label[:60]} is shown, not {number}"
            return self._said(claim, "contradicted", why, other.record.shown)
        return self._said(claim, "unclear", f"{number} could not be counted again")

    def _rows_named(self) -> int:
        """How many rows have all the names and dates of the task that any row has."""
        rows = {record.text: record for record in self.scene.records if record.group >= 0}
        names = [name for name in Claim(text=self.task).names if any(name in row for row in rows)]
        days = [value for value in values_in(self.task) if value.kind == "date"]
        if not names and not days:
            return -1
        return sum(
            all(name in text for name in names) and all(_shows(row, day) for day in days)
            for text, row in rows.items()
        )

    def _other_count(self, wanted: frozenset[str]) -> Mention | None:
        """The newest number that stands with the words of what is counted."""
        for record in reversed(self.scene.records):
            for mention in record.mentions if self._is_of(record) else ():
                near = len(stems(mention.label) & wanted) > 1 or stems(mention.segment) & wanted
                counted_by = not _noun(mention) or _noun(mention) in wanted
                if mention.value.kind == "number" and near and counted_by:
                    return mention
        return None

    def _has_kind(self, kinds: Container[str]) -> bool:
        return any(m.value.kind in kinds for r in self.scene.records for m in r.mentions)

    def _is_of(self, record: Record) -> bool:
        return not self._things or any(map(record.about, self._things))

    def _computed(
        self, claim: Claim, value: Value, own: Sequence[Mention], asked: str
    ) -> Verdict | None:
        if any(stems(mention.label) & _TOTAL for mention in own):
            return None
        totals = [
            mention
            for mention in (self._beside_values(own) if own else ())
            if stems(mention.label) & _TOTAL
        ]
        if totals:
            why = f"{totals[0].label[:60]} is shown, not {value.text}"
            return self._said(claim, "contradicted", why, totals[0].record.shown)
        results = computed(value, self.scene, asked)
        slack = 0.05 * value.amount if claim.about else _SLACK
        if any(abs(result - amount) <= slack for result in results for amount in value.amounts):
            return self._said(claim, "supported", shown=self.shown[-1])
        if results and (own or not self._derived(claim, value)):
            why = f"what was shown comes to {results[0]:g}, not {value.text}"
            return self._said(claim, "contradicted", why)
        kinds = _COMPUTED if value.kind == "number" else {value.kind}
        if not self._has_kind(kinds) and not self._derived(claim, value):
            return self._said(claim, "not_shown", "nothing it could come from was shown")
        if self._unmet:
            return self._said(claim, "not_shown", f"'{self._unmet}' was never looked at")
        return self._said(claim, "unclear", f"{value.text} could not be computed again")

    def _name(self, claim: Claim, name: str) -> Verdict:
        core = claim.proper.get(name, "")
        at = max(self._where(name), self._where(core))
        if at < 0:
            hard = any(sign.isdigit() for sign in name) or (claim.bare and " " in core)
            alone = claim.bare and not claim.values and " " in name
            hard = hard or (alone and self._foreign(name))
            words = [word for word in core.split() if len(word) > 2]
            if words and all(any(within(w, text) for text in self._texts) for w in words):
                hard = False
            said: Said = "not_shown" if hard else "unclear"
            return self._said(claim, said, f"'{name}' is on nothing that was shown")
        if self._where(name) < 0:
            name = core
        if not any(name in text for text in self._texts):
            name = name.removesuffix("s")
        together = self._together(claim, name)
        if together is False:
            return self._said(
                claim,
                "contradicted",
                f"'{name}' does not stand with the rest of what is said of it",
            )
        return self._said(claim, "supported", shown=self.shown[at])

    def _where(self, name: str) -> int:
        """Which text shows a name last, -1 when none does; a code with or without its spaces."""
        one = name.removesuffix("s")
        found = [at for at, text in enumerate(self._texts) if one and one in text]
        if found or not re.search(r"\d.*\d", name):
            return max(found, default=-1)
        squeezed = re.sub(r"[\s()/.-]|^tel:", "", name).lstrip("+0")
        if len(squeezed) < _SHORTEST_CODE:
            return -1
        return max((at for at, text in enumerate(self._squeezed) if squeezed in text), default=-1)

    def _foreign(self, name: str) -> bool:
        """Whether no word of a name is on what was shown, in the language of the task."""
        return self._one_tongue() and all(
            stems(name).isdisjoint(stems(text)) for text in self._texts
        )

    def _together(self, claim: Claim, name: str) -> bool | None:
        """Whether a name and the values of a claim stand in one record; ``None``: unclear."""
        # How many names are listed stands with none of them.
        listed = len(claim.names) if len(claim.names) > 1 else -1
        news = [v for v in self._news(claim) if v.kind != "number" or v.amount != listed]
        if not claim.bare or not news or computes(self.task) or len(name) < _SHORTEST_CODE:
            return None
        crowded = len(claim.names) > len(news) + 2
        if crowded or len(claim.names) > 1 and any(same_kind(claim, value) for value in news):
            # Whose is whose is not said in a way that code can tell.
            return None
        having = [record for record in self.scene.records if _has(record, name)]
        if not any(record.group >= 0 for record in having) and not self._panel(having, news):
            return None
        return any(all(_shows(record, value) for value in news) for record in having)

    def _panel(self, having: Sequence[Record], news: Sequence[Value]) -> bool:
        """Whether a thing is told of in a panel of its own, as its rivals are in theirs."""
        panels = [r for r in having if any(current(r, value.kind) for value in news)]
        others = [
            mention.record
            for value in news
            for mention in self.scene.with_value(value)
            if mention.record not in having
        ]
        host = {urlsplit(record.shown.url).netloc for record in panels}
        alike = [r for r in others if r.group < 0 and urlsplit(r.shown.url).netloc in host]
        return bool(panels) and bool(alike)

    def _apart(self, claim: Claim) -> Verdict | None:
        """Contradict values that stand in rows of a list, but in no row together."""
        news = claim.values
        if not claim.bare or len(news) < 2 or computes(self.task):
            return None
        if any(same_kind(claim, value) for value in news):
            return None
        rows = [record for record in self.scene.records if record.own and record.group >= 0]
        having = [{at for at, row in enumerate(rows) if _shows(row, value)} for value in news]
        for row in rows:
            if not any(_shows(row, value) for value in news):
                continue
            if all(_shows(row, v) or not current(row, v.kind) for v in news):
                break
        else:
            if any(having):
                texts = " and ".join(value.text for value in news)
                return self._said(claim, "contradicted", f"{texts} do not stand in one row")
        if all(having) and not set.intersection(*having):
            texts = " and ".join(value.text for value in news)
            return self._said(claim, "contradicted", f"{texts} do not stand in one row")
        return None

    def _parted(self, claim: Claim) -> Verdict | None:
        """Contradict a value that stands nowhere with another one, which has its own beside it."""
        news = [value for value in self._news(claim) if value.kind != "number"]
        if len(news) != 2 or news[0].kind == news[1].kind or computes(self.task):
            return None
        for value, other in (news, news[::-1]):
            beside = self._stands_with(value, other)
            if beside is not None:
                why = f"{other.text} stands with {beside.value.text}, not {value.text}"
                return self._said(claim, "contradicted", why, beside.record.shown)
        return None

    def _stands_with(self, value: Value, other: Value) -> Mention | None:
        """What another value has in the place of a value, on each look that shows that."""
        found = None
        mentions = self.scene.with_value(value)
        if any(_shows(mention.record, other) for mention in mentions):
            return None
        for order in {mention.record.order for mention in mentions}:
            beside = [
                mention
                for record in self.scene.records
                if record.order == order
                for mention in current(record, value.kind)
                if any(same(other, each) for each in values_in(mention.segment))
            ]
            if not beside:
                return None
            found = beside[0]
        return found

    def _news(self, claim: Claim) -> list[Value]:
        deed = tells_doing(claim.text)
        return [
            value
            for value in claim.values
            # That one was put in a basket is what putting it there means.
            if not self._given(value)
            and not (deed and value.kind == "number" and value.amount == 1)
        ]

    def _best(self, claim: Claim) -> Verdict | None:
        """Contradict a claim whose thing is not the best, where that is asked for or said."""
        place = self._place(claim)
        if place is not None:
            why = f"'{place.record.title}' has that place or one before it"
            return self._said(claim, "contradicted", why, place.record.shown)
        best = best_asked(f"{self.task} {claim.text}")
        if best is None or computes(self.task):
            return None
        candidates = self._candidates(claim)
        if self._scopes and candidates and candidates[0].linked:
            there = [r for r in candidates if any(_has(r, s) or s in r.heads for s in self._scopes)]
            if not there:
                why = f"it is not in the list of '{self._scopes[0]}'"
                return self._said(claim, "contradicted", why, candidates[0].shown)
            candidates = there
        beside = self._beside(candidates, best[0])
        if beside is not None:
            why = f"none of the things compared has it, such as '{beside.record.title}'"
            return self._said(claim, "contradicted", why, beside.record.shown)
        beaten = [beaten_by(each, self.scene, self.task, best) for each in candidates]
        if not candidates or not all(beaten):
            return None
        better = next(each for each in beaten if each is not None)
        name = better.record.title or next(iter(sorted(better.record.heads)), "")
        why = f"'{name}' has {better.value.text}"
        return self._said(claim, "contradicted", why, better.record.shown)

    def _place(self, claim: Claim) -> Mention | None:
        """What has the place in a sorted list that is asked for, where the claim is of another."""
        candidates = self._candidates(claim)
        if not candidates:
            return None
        # The list that is sorted is the longest one that has it.
        longest = max(candidates, key=lambda record: len(self.scene.group(record)))
        return other_in_place(longest, self.scene, self.task)

    def _beside(self, candidates: Sequence[Record], kind: Kind) -> Mention | None:
        """What a list on the same look has, where a claim is of something beside the list."""
        if not candidates or any(each.group >= 0 or each.own for each in candidates):
            return None
        orders = {each.order for each in candidates}
        listed = [
            current(record, kind)
            for record in self.scene.records
            if record.order in orders and record.own and record.group >= 0
        ]
        listed = [each for each in listed if each]
        return listed[0][0] if len(listed) > 1 else None

    def _candidates(self, claim: Claim) -> list[Record]:
        """The records that have all a claim says, lists before pages."""
        news = self._news(claim)
        named = [name for name in claim.names if not self._known(name)]
        found = [
            record
            for record in self.scene.records
            if all(_shows(record, value, about=claim.about) for value in news)
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


def _shows(record: Record, value: Value, *, about: bool = False) -> bool:
    return any(same(value, mention.value, about=about) for mention in record.mentions)


def _alike(one: Mention, other: Mention) -> bool:
    """Whether both are of choices that stand beside each other: radio buttons, options, tabs."""
    roles = one.segment.split()[:1], other.segment.split()[:1]
    return one.record.order == other.record.order and roles[0] == roles[1] and roles[0] in _CHOICES


def _noun(mention: Mention) -> str:
    """What a number counts: the stem of the word behind it, ``""`` where that tells nothing."""
    number = re.escape(plain(mention.value.text))
    word = re.search(rf"(?<![\w.,]){number}\s+([^\W\d_]{{3,}})", mention.segment)
    return next(iter(stems(word[1])), "") if word else ""


def same_kind(claim: Claim, value: Value) -> bool:
    """Whether a claim has further values of the kind."""
    return sum(each.kind == value.kind and not same(each, value) for each in claim.values) > 0


def _all_of(name: str, text: str) -> bool:
    return all(within(word, text) for word in name.split() if len(word) > 3)


def _has(record: Record, name: str) -> bool:
    return name in record.text or (not record.own and any(name in head for head in record.heads))
