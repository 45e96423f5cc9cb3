"""Whether a name was shown, and what is said together stands together."""

from __future__ import annotations

from collections.abc import Sequence
from urllib.parse import urlsplit

from .case import SHORTEST_CODE, Case, Said, Verdict, has, same_kind, shows
from .claims import Claim
from .computing import (
    computes,
    current,
)
from .scene import Mention, Record
from .values import Value, same, values_in
from .wording import stems, within


def held_name(case: Case, claim: Claim, name: str) -> Verdict:
    """Hold a name against the texts, and what is claimed with it against the record it is in."""
    core = claim.proper.get(name, "")
    at = max(case.where(name), case.where(core))
    if at < 0:
        hard = any(sign.isdigit() for sign in name) or (claim.bare and " " in core)
        alone = claim.bare and not claim.values and " " in name
        hard = hard or (alone and _foreign(case, name))
        words = [word for word in core.split() if len(word) > 2]
        if words and all(any(within(w, text) for text in case.texts) for w in words):
            hard = False
        said: Said = "not_shown" if hard else "unclear"
        return case.said(claim, said, f"'{name}' is on nothing that was shown")
    if case.where(name) < 0:
        name = core
    if not any(name in text for text in case.texts):
        name = name.removesuffix("s")
    together = _together(case, claim, name)
    if together is False:
        return case.said(
            claim,
            "contradicted",
            f"'{name}' does not stand with the rest of what is said of it",
        )
    return case.said(claim, "supported", shown=case.shown[at])


def _foreign(case: Case, name: str) -> bool:
    """Whether no word of a name is on what was shown, in the language of the task."""
    return case.one_tongue() and all(stems(name).isdisjoint(stems(text)) for text in case.texts)


def _together(case: Case, claim: Claim, name: str) -> bool | None:
    """Whether a name and the values of a claim stand in one record; ``None``: unclear."""
    # How many names are listed stands with none of them.
    listed = len(claim.names) if len(claim.names) > 1 else -1
    news = [v for v in case.news(claim) if v.kind != "number" or v.amount != listed]
    if not claim.bare or not news or computes(case.task) or len(name) < SHORTEST_CODE:
        return None
    crowded = len(claim.names) > len(news) + 2
    if crowded or len(claim.names) > 1 and any(same_kind(claim, value) for value in news):
        # Whose is whose is not said in a way that code can tell.
        return None
    having = [record for record in case.scene.records if has(record, name)]
    if not any(record.group >= 0 for record in having) and not _panel(case, having, news):
        return None
    return any(all(shows(record, value) for value in news) for record in having)


def _panel(case: Case, having: Sequence[Record], news: Sequence[Value]) -> bool:
    """Whether a thing is told of in a panel of its own, as its rivals are in theirs."""
    panels = [r for r in having if any(current(r, value.kind) for value in news)]
    others = [
        mention.record
        for value in news
        for mention in case.scene.with_value(value)
        if mention.record not in having
    ]
    host = {urlsplit(record.shown.url).netloc for record in panels}
    alike = [r for r in others if r.group < 0 and urlsplit(r.shown.url).netloc in host]
    return bool(panels) and bool(alike)


def apart(case: Case, claim: Claim) -> Verdict | None:
    """Contradict values that stand in rows of a list, but in no row together."""
    news = claim.values
    if not claim.bare or len(news) < 2 or computes(case.task):
        return None
    if any(same_kind(claim, value) for value in news):
        return None
    rows = [record for record in case.scene.records if record.own and record.group >= 0]
    having = [{at for at, row in enumerate(rows) if shows(row, value)} for value in news]
    for row in rows:
        if not any(shows(row, value) for value in news):
            continue
        if all(shows(row, v) or not current(row, v.kind) for v in news):
            break
    else:
        if any(having):
            texts = " and ".join(value.text for value in news)
            return case.said(claim, "contradicted", f"{texts} do not stand in one row")
    if all(having) and not set.intersection(*having):
        texts = " and ".join(value.text for value in news)
        return case.said(claim, "contradicted", f"{texts} do not stand in one row")
    return None


def parted(case: Case, claim: Claim) -> Verdict | None:
    """Contradict a value that stands nowhere with another one, which has its own beside it."""
    news = [value for value in case.news(claim) if value.kind != "number"]
    if len(news) != 2 or news[0].kind == news[1].kind or computes(case.task):
        return None
    for value, other in (news, news[::-1]):
        beside = _stands_with(case, value, other)
        if beside is not None:
            why = f"{other.text} stands with {beside.value.text}, not {value.text}"
            return case.said(claim, "contradicted", why, beside.record.shown)
    return None


def _stands_with(case: Case, value: Value, other: Value) -> Mention | None:
    """What another value has in the place of a value, on each look that shows that."""
    found = None
    mentions = case.scene.with_value(value)
    if any(shows(mention.record, other) for mention in mentions):
        return None
    for order in {mention.record.order for mention in mentions}:
        beside = [
            mention
            for record in case.scene.records
            if record.order == order
            for mention in current(record, value.kind)
            if any(same(other, each) for each in values_in(mention.segment))
        ]
        if not beside:
            return None
        found = beside[0]
    return found
