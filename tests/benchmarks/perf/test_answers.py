"""The careless agent of `bench perf answers`, and what is counted of it; no browser."""

from __future__ import annotations

from agent_e.agents.quotes import Shown
from agent_e.benchmarks.perf.answers import RIGHT, rows_of, said_of
from agent_e.benchmarks.perf.careless.mistakes import KINDS, Told, careless, deed_of

START = Shown(step=0, url="http://shop.test/", text="Page: Home\nmain\n  [1] link 'Mugs'")
LIST = Shown(
    step=1,
    url="http://shop.test/mugs",
    acted=True,
    text="""Done. The page changed: now "Mugs" at http://shop.test/mugs.
main
  heading 1 'Mugs'
  list
    item: [1] link 'Red Mug' (heading 3); $12.50
    item: [2] link 'Blue Mug' (heading 3); $9.90""",
)
PAGE = Shown(
    step=2,
    url="http://shop.test/mugs/red-mug",
    acted=True,
    text="""Done. The page changed: now "Red Mug" at http://shop.test/mugs/red-mug.
main
  heading 1 'Red Mug'
  $12.50
  Delivery from $4.90, or collect in store for free.""",
)
PRICE = Told(
    task_id="price-0",
    task="What does the Red Mug cost?",
    answer="$12.50",
    shown=(START, LIST, PAGE),
)


def test_every_mistake_is_made_and_differs_from_the_right_answer() -> None:
    made = list(careless(PRICE))
    assert {told.mistake for told in made} == set(KINDS)
    same = [told for told in made if told.answer == PRICE.answer]
    assert [told.mistake for told in same] == ["claims without looking"]
    assert same[0].shown == (START,)


def test_a_deed_is_told_in_words_of_its_task() -> None:
    task = "Put 4 pieces of the Red Mug in my basket."
    assert deed_of("shop-add-0", task) == "4 pieces of the Red Mug are now in your basket."
    assert deed_of("shop-price-0", task) == ""


def test_the_right_answer_passes_and_each_mistake_is_stopped() -> None:
    judged = [(each, said_of(each)) for each in (PRICE, *careless(PRICE))]
    assert [said for _, said in judged] == ["passed"] + ["stopped"] * (len(judged) - 1)
    rows = {(row.case, row.figure): row.value for row in rows_of(judged)}
    assert rows[RIGHT, "rejected"] == 0
    assert rows[RIGHT, "model calls"] == 0
    assert rows["all mistakes", "stopped"] == 100


def test_what_is_missed_is_named() -> None:
    missed = Told(task_id="x-0", task="?", answer="42", shown=(), mistake=KINDS[0])
    rows = [row for row in rows_of([(missed, "passed")]) if row.figure == "stopped"]
    assert [(row.value, row.note) for row in rows] == [(0, ""), (0, "x-0: 42")]
