from __future__ import annotations

from agent_e.benchmarks.perf.peers.looking import TOTAL, Look, Offered, PeerFailed
from agent_e.benchmarks.perf.peers.turns import MIN_TURNS, PATIENCE_MS, Taken, take_turns


class Pretended:
    """Takes as long as it says; fails at the look of that number."""

    def __init__(self, name: str, milliseconds: float, order: list[str], fails_at: int = 0) -> None:
        self.name = name
        self.milliseconds = milliseconds
        self.order = order
        self.fails_at = fails_at
        self.looks = 0

    async def open(self, url: str, prepare: str) -> None:
        assert (url, prepare) == ("http://page", "1")

    async def look(self) -> Look:
        self.looks += 1
        self.order.append(self.name)
        if self.looks == self.fails_at:
            raise PeerFailed("It fell over.")
        text = f"look {self.looks}"
        return Look(
            milliseconds={TOTAL: self.milliseconds * self.looks},
            offered=lambda: Offered(text=text, elements=(), ids=0),
        )


async def turns(*lookers: Pretended, repeats: int) -> dict[str, Taken]:
    return await take_turns(lookers, "http://page", "1", repeats=repeats, tell=lambda line: None)


async def test_everybody_looks_in_turn_and_the_first_look_is_not_counted() -> None:
    order: list[str] = []
    taken = await turns(Pretended("a", 1, order), Pretended("b", 10, order), repeats=3)
    assert order == ["a", "b"] * 4
    assert taken["a"].milliseconds[TOTAL] == [2, 3, 4]
    assert (taken["b"].median(), taken["b"].fastest()) == (30, 20)
    offered = taken["a"].offered
    assert offered is not None
    assert offered.text == "look 4"


async def test_who_takes_seconds_gets_fewer_turns_and_the_others_all() -> None:
    slow, quick = Pretended("slow", PATIENCE_MS, []), Pretended("quick", 1, [])
    taken = await turns(slow, quick, repeats=9)
    assert len(taken["slow"].milliseconds[TOTAL]) == MIN_TURNS
    assert len(taken["quick"].milliseconds[TOTAL]) == 9


async def test_who_fails_is_left_out_from_then_on_and_keeps_what_it_had() -> None:
    failing, fine = Pretended("failing", 1, [], fails_at=3), Pretended("fine", 1, [])
    taken = await turns(failing, fine, repeats=5)
    assert (failing.looks, fine.looks) == (3, 6)
    assert (taken["failing"].problem, taken["fine"].problem) == ("It fell over.", "")
    assert taken["failing"].milliseconds[TOTAL] == [2]


async def test_who_fails_at_once_has_no_figures() -> None:
    taken = await turns(Pretended("failing", 1, [], fails_at=1), repeats=2)
    assert (taken["failing"].median(), taken["failing"].offered) == (None, None)
    assert taken["failing"].problem == "It fell over."
