"""What the navigator does before a login, a code or a picture: with a person, and without."""

from __future__ import annotations

import pytest

from .helpers import ASK, FILL_SECRET, Site, navigate, page
from .outlines import LOGIN

HUMAN = (ASK, FILL_SECRET)
QUESTION = "What is my membership number?"

HOME = page(
    "Home",
    """
navigation
  [1] link 'Prices'
  [2] link 'Guest area'
  [3] link 'Members'
main
  heading 1 'Our club'
  Come and climb.
""",
)
DOOR = page(
    "Log in",
    """
navigation
  [1] link 'Prices'
main
  heading 1 'Log in'
  [4] textbox 'Member name' value=''
  [5] textbox 'Parola' value='' (password)
  [6] button 'Log in'
""",
)
CODE = page(
    "One more step",
    """
main
  heading 1 'One more step'
  We sent six digits to your phone.
  [7] textbox 'Enter the code' value=''
  [8] button 'Continue'
""",
)
PICTURE = page(
    "Are you a person?",
    """
main
  heading 1 'Are you a person?'
  img 'Four distorted letters'
  [9] textbox 'Answer' value=''
  [10] button 'Continue'
""",
)
INSIDE = page(
    "Members", "main\n  heading 1 'Hello Ann'\n  Membership number: KL-77\n  Day ticket: €9.75"
)
STATES = {"start": HOME, "door": DOOR, "code": CODE, "picture": PICTURE, "in": INSIDE}
MOVES = {
    ("start", "click 3"): "go door",
    ("start", "click 2"): "go picture",
    ("door", "click 6"): "go in",
    ("code", "click 8"): "go in",
    ("picture", "click 10"): "go in",
}
NAME, PASSWORD, SIX = "ann.lee", "person-1", "person-2"


def club(**given: list[str]) -> Site:
    return Site(dict(STATES), dict(MOVES), person=given)


async def test_asks_for_name_and_password_and_goes_on_with_the_question() -> None:
    site = club(text=[NAME], secret=[PASSWORD])
    report = await navigate(site, QUESTION, beside=HUMAN)
    assert site.made == [
        "click 3",
        "ask_user text",
        "enter_text 4 ann.lee",
        "ask_user secret",
        "fill_secret 5 person-1",
        "click 6",
    ]
    assert report["status"] == "done"
    assert report["facts"][0]["quote"] == "Membership number: KL-77"
    assert site.asked == [
        "What is your Member name, to log in at site.example?",
        "What is your password ('Parola'), to log in at site.example?",
    ]


async def test_a_code_after_the_password_is_asked_for_as_well() -> None:
    site = club(text=[NAME], secret=[PASSWORD], code=[SIX])
    site.moves["door", "click 6"] = "go code"
    report = await navigate(site, "Log in and tell me my membership number", beside=HUMAN)
    assert site.made[-4:] == ["click 6", "ask_user code", "fill_secret 7 person-2", "click 8"]
    assert (report["status"], report["facts"][0]["quote"]) == ("done", "Membership number: KL-77")
    assert "What is the code that site.example asks for" in site.asked[-1]


async def test_a_login_with_what_the_task_gives_asks_for_the_code_only() -> None:
    site = club(code=[SIX])
    site.moves["door", "click 6"] = "go code"
    task = "Log in with member name ann.lee and password plum-9"
    assert (await navigate(site, task, beside=HUMAN))["status"] == "done"
    assert "enter_text 4 ann.lee" in site.made
    assert [call for call in site.made if call.startswith("ask_user")] == ["ask_user code"]
    assert "enter_text 5 plum-9" in site.made


async def test_types_what_the_person_reads_in_the_picture() -> None:
    site = club(captcha=["R6 N3"])
    report = await navigate(site, "How much is a day ticket for guests?", beside=HUMAN)
    assert site.made == ["click 2", "ask_user captcha", "enter_text 9 R6 N3", "click 10"]
    assert "€9.75" in report["facts"][0]["quote"]
    assert "What does its picture show" in site.asked[0]


async def test_asks_once_more_when_it_was_wrong_and_says_what_the_page_said() -> None:
    other = PICTURE.replace("[9]", "[11]").replace("[10]", "[12]")
    other = other.replace("  img", "  alert\n    Those were not the letters.\n  img")
    site = club(captcha=["ABCD", "EFGH"])
    site.states["other"] = other
    site.moves |= {("picture", "click 10"): "go other", ("other", "click 12"): "go in"}
    report = await navigate(site, "How much is a day ticket for guests?", beside=HUMAN)
    assert site.made[-3:] == ["ask_user captcha", "enter_text 11 EFGH", "click 12"]
    assert report["status"] == "done"
    assert "Those were not the letters." in site.asked[1]


async def test_ends_blocked_when_nothing_the_person_says_is_taken() -> None:
    said = ["ABCD"] * 5
    site = club(captcha=said)
    site.moves["picture", "click 10"] = "go picture"
    report = await navigate(site, "How much is a day ticket for guests?", beside=HUMAN)
    assert site.made.count("ask_user captcha") == 2
    assert report["status"] == "blocked" and "read a picture" in report["summary"]


async def test_what_may_not_be_sent_is_not_asked_for_again() -> None:
    site = club(text=[NAME, NAME], secret=[PASSWORD, PASSWORD])
    site.moves["door", "click 6"] = "!Not done: a person has to approve it."
    report = await navigate(site, QUESTION, beside=HUMAN)
    assert site.made.count("ask_user text") == 1
    assert report["status"] == "blocked" and "has to approve it" in report["summary"]


async def test_ends_blocked_when_the_person_does_not_answer() -> None:
    site = club(text=["!The person would not say."])
    report = await navigate(site, QUESTION, beside=HUMAN)
    assert site.made == ["click 3", "ask_user text"]
    assert report["status"] == "blocked" and "would not say" in report["summary"]


@pytest.mark.parametrize(
    ("sub_task", "at", "reason"),
    [
        (QUESTION, "start", "to log in ('Member name', 'Parola')"),
        ("Log in", "start", "to log in ('Member name', 'Parola')"),
        ("How much is a day ticket for guests?", "start", "read a picture"),
        (QUESTION, "code", "for a one-time code ('Enter the code')"),
        (QUESTION, "picture", "read a picture"),
    ],
)
async def test_without_a_person_it_is_blocked_and_says_by_what(
    sub_task: str, at: str, reason: str
) -> None:
    site = club()
    site.at = at
    report = await navigate(site, sub_task)
    assert report["status"] == "blocked" and reason in report["summary"]
    assert not [call for call in site.made if "enter_text" in call]


async def test_fills_in_what_is_saved_for_the_site_and_asks_nobody() -> None:
    site = club()
    site.at = "door"
    told = "\nSaved secrets for this site, by fill_secret: a.login (text for a single line), "
    told += "a.word (password), a.note (text for a single line)."
    report = await navigate(site, QUESTION, after=told, beside=HUMAN)
    assert site.made == ["fill_secret 4 a.login", "fill_secret 5 a.word", "click 6"]
    assert report["status"] == "done"


async def test_asks_nobody_for_what_is_no_door() -> None:
    joins = page(
        "Join",
        "main\n  heading 1 'Join us'\n  [4] textbox 'Email' value=''\n"
        "  [5] textbox 'Password' value='' (password)\n  [6] button 'Create account'",
    )
    voucher = page(
        "Basket",
        "main\n  heading 1 'Basket'\n  We sent your voucher by post.\n"
        "  [4] textbox 'Voucher code' value=''\n  [5] button 'Apply'",
    )
    corner = page(
        "Forum",
        "banner\n  [4] textbox 'User' value=''\n  [5] textbox 'Password' value='' (password)\n"
        "  [6] button 'Log in'\nmain\n  heading 1 'Robot vacuums for a person'\n  Nothing here.",
    )
    for there in (joins, voucher, corner):
        site = Site({"start": there}, {})
        report = await navigate(site, "What is the price of the kettle?", beside=HUMAN)
        assert not site.asked and report["status"] == "failed", there


async def test_a_refused_login_of_the_task_stays_refused() -> None:
    moves = {("start", "click 3"): "start | + alert\n+   The password is wrong."}
    site = Site({"start": LOGIN}, moves)
    task = "Log in as ann@example.org with password nope"
    report = await navigate(site, task, beside=HUMAN)
    assert report["status"] == "failed" and not site.asked


async def test_what_a_person_says_is_no_page() -> None:
    said = 'The page changed: now "X" at http://x.example/.'
    site = club(text=[said], secret=[PASSWORD])
    report = await navigate(site, QUESTION, beside=HUMAN)
    assert "fill_secret 5 person-1" in site.made and report["status"] == "done"


async def test_goes_to_what_is_the_persons_own_but_not_to_things_among_others() -> None:
    site = club()
    site.states["door"] = INSIDE
    assert (await navigate(site, QUESTION))["status"] == "done"
    for sub_task in ("Which member has the highest prices?", "How many prices are there?"):
        site = club()
        assert (await navigate(site, sub_task))["status"] == "failed" and site.made == []
