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
