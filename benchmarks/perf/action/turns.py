"""Several actors on one case, in turns, each on the page freshly opened."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from agent_e.benchmarks.perf.peers import PeerFailed
from agent_e.benchmarks.perf.peers.turns import Timed

from .cases import Case
from .doing import Act, Doer


@dataclass(slots=True)
class Done(Timed):
    """Results of one actor for one case.

    Attributes:
        named_effect: for each counted action whether its text named the effect, or its absence;
            empty for a peer without texts.
        messages: number sent to the driver by each; empty where not counted.
        untold: the last text that did not name it.
    """

    named_effect: list[bool] = field(default_factory=list)
    messages: list[int] = field(default_factory=list)
    untold: str = ""

    def count(self, act: Act, named: bool | None) -> None:
        """Add an action."""
        self.add(act.milliseconds)
        if named is not None:
            self.named_effect.append(named)
        if named is False:
            self.untold = act.text or ""
        if act.messages is not None:
            self.messages.append(act.messages)


async def take_turns(
    doers: Sequence[Doer], url: str, case: Case, *, repeats: int, tell: Callable[[str], None]
) -> dict[str, Done]:
    """Let all actors repeat the case in turns; returns results by name.

    The first time is not counted: it warms up caches. An actor that fails, or whose page does not
    show the effect, is left out from then on.
    """
    done = {doer.name: Done() for doer in doers}
    for turn in range(repeats + 1):
        waiting = [doer for doer in doers if not done[doer.name].is_enough(repeats)]
        if waiting and turn:
            tell(f"time {turn} of {repeats}: {', '.join(doer.name for doer in waiting)}")
        for doer in waiting:
            await _once(doer, done[doer.name], url, case, counts=turn > 0)
    return done


async def _once(doer: Doer, done: Done, url: str, case: Case, *, counts: bool) -> None:
    try:
        before = await doer.open(url, case)
        if case.ready:
            await doer.check(case.ready)
        act = await doer.act(case)
        await doer.check(case.happened)
    except PeerFailed as error:
        done.problem = str(error)
        return
    if any(words in before for words in case.effect_words):
        done.problem = "The effect was there before the action."
    elif counts:
        done.count(act, _named_effect(doer, case, act))


def _named_effect(doer: Doer, case: Case, act: Act) -> bool | None:
    """Whether the text names what happened; ``None`` for an actor without texts."""
    if act.text is None or not (case.effect_words or doer.nothing):
        return None
    return all(words in act.text for words in case.effect_words or (doer.nothing,))
