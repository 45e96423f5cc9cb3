"""Short instructions on made-up pages: which calls they come to."""

from __future__ import annotations

import pytest

from agent_e.agents.offline.goals import SEND
from agent_e.agents.offline.phrases import clauses

from .helpers import Site, navigate, page

BOXES = page(
    "Toppings",
    """
[1] checkbox 'Olives' (not checked)
[2] checkbox 'Corn' (checked)
[3] checkbox 'corn salad' (not checked)
[4] radio 'Thin'
[5] radio 'Thick'
[6] button 'Submit'
""",
)
FORM = page(
    "Badge",
    """
Nickname
[1] textbox value=''
Secret word
[2] textbox value='' (password)
table
  row: Colour | Teal
  row: Town | Bergen
[3] button 'ONE'
[4] button 'TWO'
[5] button 'OK'
""",
)
FOLDED = page(
    "Notes",
    """
[1] tab 'First' (collapsed)
[2] tab 'Second' (collapsed)
[3] button 'Send'
""",
)


async def made(outline: str, sub_task: str, moves: dict[tuple[str, str], str]) -> list[str]:
    site = Site({"start": outline}, moves)
    report = await navigate(site, sub_task)
    assert report["status"] == "done", report
    return [call for call in site.made if not call.startswith("get_dom")]


SENT = "start | > POST /x"


@pytest.mark.parametrize(
    ("outline", "sub_task", "calls"),
    [
        (BOXES, "Select Olives, corn salad and press Submit", ["click 1", "click 3", "click 6"]),
        (BOXES, "Select Corn, Olives", ["click 1"]),
        (BOXES, "Select nothing and press Submit", ["click 6"]),
        (BOXES, "Check all the boxes", ["click 1", "click 3"]),
        (BOXES, "Select Thick and click Submit", ["click 5", "click 6"]),
        (BOXES, "Click the 2nd checkbox", ["click 2"]),
        (FORM, "Click button ONE", ["click 3"]),
        (FORM, 'Click the "two" button', ["click 4"]),
        (
            FORM,
            'Enter "Ann Lee" in all upper case letters as the nickname',
            ["enter_text 1 ANN LEE"],
        ),
        (
            FORM,
            'Enter the nickname "ann" and the secret word "b c" into the text fields and press OK',
            ["enter_text 1 ann", "enter_text 2 b c", "click 5"],
        ),
        (FORM, 'Type "moss" into both text fields', ["enter_text 1 moss", "enter_text 2 moss"]),
        (FORM, "Enter the value of Town into the nickname field", ["enter_text 1 Bergen"]),
        (FORM, "Focus into the 2nd textbox", ["click 2"]),
    ],
)
async def test_an_instruction_comes_to_these_calls(outline, sub_task, calls):
    moves = {("*", call): SENT for call in calls}
    assert await made(outline, sub_task, moves) == calls


async def test_what_is_folded_away_is_unfolded_until_the_words_come():
    moves = {
        (
            "*",
            "click 1",
        ): "start | ~ [1] tab 'First' (expanded)\n+ [7] link 'oak'",
        (
            "*",
            "click 2",
        ): "start | ~ [2] tab 'Second' (expanded)\n+ [8] link 'elm.'",
        ("*", "click 8"): SENT,
    }
    sub_task = 'Expand the sections below, to find and click on the link "elm."'
    assert (await made(FOLDED, sub_task, moves))[-1] == "click 8"


async def test_a_day_is_reached_through_the_months():
    days = "\n".join(f"  [{n + 20}] link '{n}'" for n in range(1, 29))
    news = "\n".join(f"+ {row}" for row in days.split("\n"))
    moves = {
        (
            "start",
            "click 1",
        ): f"may | + dialog\n+   [9] link 'Prev'\n+   [10] link 'Next'\n+   May\n+   2031\n{news}",
        ("may", "click 10"): "june | ~ 'May' > 'June'",
        ("june", "click 27"): "june | ~ [1] textbox 'Day' value='06/07/2031'",
    }
    start = page("Trip", "Day\n[1] textbox value='' (read-only)\n[2] button 'Submit'")
    may = page("Trip", f"[1] textbox 'Day'\n[9] link 'Prev'\n[10] link 'Next'\nMay\n2031\n{days}")
    june = may.replace("May\n", "June\n")
    site = Site({"start": start, "may": may, "june": june}, moves)
    report = await navigate(site, "Select 06/07/2031 as the day")
    assert report["status"] == "done", report
    assert [c for c in site.made if c.startswith("click")] == ["click 1", "click 10", "click 27"]


async def test_a_page_that_is_one_form_is_sent_and_another_is_not():
    alone = page("Tag", "[1] textbox 'Tag' value=''\n[2] button 'Submit'")
    sub_task = f"Enter elm into the tag field; {SEND}"
    assert await made(alone, sub_task, {("*", "click 2"): SENT}) == ["enter_text 1 elm", "click 2"]
    more = page("Tag", "[1] textbox 'Tag' value=''\n[2] button 'Submit'\n[3] button 'Delete'")
    assert await made(more, sub_task, {}) == ["enter_text 1 elm"]


async def test_a_suggestion_is_chosen_by_its_ends():
    field = page("Tree", "[1] textbox 'Tree' value=''")
    moves = {
        (
            "*",
            "enter_text 1 Ma",
        ): "start | + [2] item 'Maple'\n+ [3] item 'Mahogany'",
        ("*", "click 3"): "start | ~ [1] textbox 'Tree' value='Mahogany'",
    }
    sub_task = 'Enter an entry that starts with "Ma" and ends with "any"'
    assert await made(field, sub_task, moves) == ["enter_text 1 Ma", "click 3"]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Find and click on the link, then press OK", ["click on the link", "press OK"]),
        ('Use the box to enter "x" and hit Go', ['enter "x"', "hit Go"]),
        ("Look through the list. Click Elm", ["Click Elm"]),
        ("Press Send when done.", ["Press Send"]),
    ],
)
def test_what_says_nothing_to_do_is_left_out(text, parts):
    assert clauses(text) == parts
