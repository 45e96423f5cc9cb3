"""Whether what a query gave stands on the page it came from."""

from __future__ import annotations

import json

from agent_e.dom.query.evidence import located
from agent_e.dom.query.sources import Source


def test_a_string_stands_in_json_however_its_letters_are_written_there() -> None:
    names = ["Måken", "Lysøperlen", 'say "no"', "a/b"]
    for ascii_only in (True, False):
        text = json.dumps({"names": names}, ensure_ascii=ascii_only)
        source = Source(url="http://a.test/ships.json", text=text, kind="json")
        assert located(names, text, source) == ([], [])
        assert located(["Maaken"], text, source) == ([], ["Maaken"])


def test_titles_and_texts_without_the_blank_between_their_elements_are_on_the_page() -> None:
    html = "<title>Posts - Notes</title><p>Thanks, that helped!</p><p>Until autumn.</p>"
    source = Source(url="http://a.test/", kind="html", text=html)
    text = "Thanks, that helped!\nUntil autumn."
    asked = ["Posts - Notes", "helped!Until autumn.", "helped! Until autumn.", "helped!Autumn"]
    assert located(asked, text, source) == (asked[:2], asked[3:])


def test_cells_that_a_function_joined_stand_where_each_of_them_does() -> None:
    html = "<table><tr><td>2</td><td>Ask for castings</td><td>Jonas Weber</td></tr></table>"
    source = Source(url="http://x.example/", kind="html", text=html)
    text = "2\nAsk for castings\nJonas Weber"
    joined = ["2 | Ask for castings | Jonas Weber", "Jonas Weber - Ask for castings"]
    assert located(joined, text, source) == ([], [])
    for other in ("2 | Ask for castings | Anna Weber", "count: 2", "| "):
        assert located([other], text, source) == ([], [other])
