"""Passwords that a model types itself do not stay in the journal."""

import json
from typing import Any

from agent_e.safety.secrets import Redactor, TypedPasswords


def call(name: str, number: str = "c1", **arguments: Any) -> dict[str, str]:
    return {"id": number, "name": name, "arguments": json.dumps(arguments)}


def typed(*passwords: int, told: Redactor | None = None) -> TypedPasswords:
    told = told or Redactor()
    return TypedPasswords(lambda mmid: mmid in passwords, lambda: bool(passwords), told)


def test_the_text_for_a_password_field_is_masked_and_others_are_not() -> None:
    told = Redactor()
    mask = typed(7, told=told)
    calls = [
        call("enter_text", mmid=7, text="hunter22"),
        call("enter_text", "c2", mmid="[8]", text="ada"),
        call("fill_form", "c3", fields=[{"mmid": "[7]", "value": "x1"}, {"mmid": 8, "value": "a"}]),
    ]
    event = mask.masked({"kind": "model.replied", "text": "I type.", "calls": calls})
    assert [json.loads(each["arguments"]) for each in event["calls"]] == [
        {"mmid": 7, "text": "[typed password]"},
        {"mmid": "[8]", "text": "ada"},
        {
            "fields": [
                {"mmid": "[7]", "value": "[typed password]"},
                {"mmid": 8, "value": "a"},
            ]
        },
    ]
    later = mask.masked(
        {"kind": "model.called", "messages": [{"role": "assistant", "calls": calls}, {"text": "x"}]}
    )
    assert later["messages"][0]["calls"] == event["calls"]
    assert told("typed hunter22") == "typed [typed password]"


def test_words_are_masked_while_the_page_has_such_a_field() -> None:
    event = {
        "kind": "model.replied",
        "text": '{"action": "type", "text": "hun\\"ter22"}',
        "calls": [],
    }
    assert typed(7).masked(event)["text"] == '{"action": "type", "text": "[typed password]"}'
    assert typed().masked(event)["text"] == event["text"]


def test_what_is_no_call_of_that_kind_passes() -> None:
    mask = typed(7)
    for arguments in ("not json", "[]", "", '{"mmid": 7}', '{"mmid": null, "text": "a"}'):
        event = {
            "kind": "model.replied",
            "calls": [{"id": "1", "name": "x", "arguments": arguments}],
        }
        assert mask.masked(event)["calls"] == event["calls"]
    other = {"kind": "observed", "characters": 3}
    assert mask.masked(other) is other


def test_what_is_typed_by_a_mark_or_into_the_focus_is_masked() -> None:
    mask = typed(7)
    calls = [
        call("som_act", action="type", element_id=7, text="hunter22"),
        call("som_act", "c2", action="type", text="hunter22"),
        call("som_act", "c3", action="type", element_id=8, text="ada"),
    ]
    event = mask.masked({"kind": "model.replied", "text": "", "calls": calls})
    texts = [json.loads(each["arguments"])["text"] for each in event["calls"]]
    assert texts == ["[typed password]", "[typed password]", "ada"]


def test_what_is_typed_by_a_selector_is_masked_while_the_page_has_such_a_field() -> None:
    action = {"type": "type", "selector": "#secret", "text": "hunter22"}
    event = {"kind": "act.answered", "step": 1, "action": action}
    assert typed(7).masked(event)["action"] == {**action, "text": "[typed password]"}
    assert typed().masked(event)["action"] == action
    click = {"kind": "act.answered", "action": {"type": "click", "selector": "#go"}}
    assert typed(7).masked(click)["action"] == click["action"]


def test_what_is_typed_by_name_is_masked_until_its_field_is_known() -> None:
    told = Redactor()
    known: dict[int | str, bool] = {"textbox 'Name'": False}
    mask = TypedPasswords(known.get, lambda: False, told)
    names = ["textbox 'Name'", "textbox 'Password'", "textbox 'Town'"]
    fields = [{"mmid": name, "value": f"typed in {name}"} for name in names]
    event = {"kind": "model.replied", "text": "", "calls": [call("fill_form", fields=fields)]}
    (given,) = mask.masked(event)["calls"]
    written = [each["value"] for each in json.loads(given["arguments"])["fields"]]
    assert written == ["typed in textbox 'Name'", "[typed text]", "[typed text]"]
    known |= {"textbox 'Password'": True, "textbox 'Town'": False}
    # What is asked of a model beside the agents is answered without calls.
    mask.masked({"kind": "model.replied", "role": "grants", "text": "{}", "calls": []})
    mask.masked({"kind": "action.started"})
    assert told("He typed in textbox 'Password'.") == "He [typed password]."
    assert told("He typed in textbox 'Town'.") == "He typed in textbox 'Town'."
