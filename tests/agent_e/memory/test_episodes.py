"""What the vision-first agent remembers."""

from __future__ import annotations

from agent_e.memory.episodes import SIZE, Episode, EpisodicMemory, relevance


def episode(action: str, *, advanced: bool = True, facts: tuple[str, ...] = ()) -> Episode:
    return Episode(
        action=action,
        change="something changed",
        before="begun",
        after=f"after {action}",
        advanced=advanced,
        facts=facts,
    )


def filled(memory: EpisodicMemory, count: int, step: str) -> EpisodicMemory:
    for number in range(count):
        memory.add(episode(f"filler {number}"), step)
    return memory


def test_twenty_are_remembered_and_no_more():
    memory = filled(EpisodicMemory(), 3 * SIZE, "nothing of it")
    assert len(memory.episodes) == SIZE == 20
    assert memory.episodes[-1].action == f"filler {3 * SIZE - 1}"


def test_what_has_to_do_with_the_step_stays_longest():
    memory = EpisodicMemory()
    memory.add(episode("click the kettle filter"), "look at kettles")
    filled(memory, 2 * SIZE, "choose the kettle filter")
    assert "click the kettle filter" in [each.action for each in memory.episodes]


def test_dead_ends_stay_longer_than_what_went_well():
    step = "anything else"
    assert relevance(episode("a b", advanced=False), step) > relevance(episode("a b"), step)


def test_what_falls_out_leaves_its_facts():
    memory = EpisodicMemory()
    memory.add(episode("read the price", facts=("The kettle costs $48.00.",)), "other")
    filled(memory, 60, "other words")
    left = [each.action for each in memory.episodes]
    assert "read the price" not in left
    assert "The kettle costs $48.00." in memory.facts
    assert "- The kettle costs $48.00." in memory.prompt_text()
    assert sum(fact.startswith("Done: filler") for fact in memory.facts) == 10


def test_older_steps_are_told_in_a_short_line_with_what_came_of_them():
    memory = filled(EpisodicMemory(), 10, "x")
    memory.add(episode("click " + "very " * 60 + "far", advanced=False), "x")
    lines = memory.prompt_text().splitlines()
    assert len(lines[0]) <= 100
    assert lines[0].startswith("1. filler 0 -> something changed")
    assert "(no progress)" not in lines[0]
    assert len(lines[-1]) <= 300
