"""A yes is for what the form held: any difference in what is sent withdraws it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agent_e.safety.approved_request import difference
from agent_e.types import ActFacts, FormFacts, Outgoing

PAGE = "https://shop.example/pay"
FORM = ActFacts(
    page=PAGE,
    frame=PAGE,
    role="button",
    name="Pay now",
    sends=True,
    form=FormFacts(method="post", target=PAGE),
    entries=(("amount", "5.00"), ("to", "Bob"), ("note", "a\nb"), ("pin", "4711")),
)
SCRIPT = ActFacts(page=PAGE, frame=PAGE, name="Pay now", entries=FORM.entries)
SAME = "amount=5.00&to=Bob&note=a%0D%0Ab&pin=4711"


def differs(facts: ActFacts, body: str, url: str = PAGE, by: str = "document") -> str:
    sent = Outgoing(method="POST", url=url, by=by, body=body)  # type: ignore[arg-type]
    return difference([facts], sent, private=lambda value: value == "4711")


@pytest.mark.parametrize(
    ("body", "why"),
    [
        (SAME, ""),
        (f"{SAME}&go.x=3&go.y=4", "it also sends 'go.x', which the form did not hold"),
        (SAME.replace("5.00", "5000"), "'amount' has become '5000' since it was approved"),
        (SAME.replace("4711", "1234"), "'pin' has changed since it was approved"),
        (f"{SAME}&iban=AT1", "it also sends 'iban', which the form did not hold"),
        ('{"amount": 5}', "what it sends cannot be read"),
    ],
)
def test_a_form(body: str, why: str) -> None:
    assert differs(FORM, body) == why


def test_a_form_to_another_address() -> None:
    assert differs(FORM, SAME, "https://shop.example/other").startswith("it goes to another")
    assert differs(FORM, SAME, f"{PAGE}?from=here") == ""


def test_a_picture_that_submits_says_where_it_was_pressed() -> None:
    named = replace(FORM, entries=(("go", ""),))
    assert differs(named, "go.x=3&go.y=4") == ""
    assert differs(named, "x=3&y=4") == ""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ('{"amount": 5, "currency": "EUR"}', ""),
        ('{"amount": 500}', ""),  # in cents
        ('{"payment": {"amount": 5000}}', "'amount' has become '5000' since it was approved"),
        ('{"to": "Eve"}', "'to' has become 'Eve' since it was approved"),
        ("to=Eve", "'to' has become 'Eve' since it was approved"),
        ("not a form", ""),
    ],
)
def test_a_script(body: str, why: str) -> None:
    assert differs(SCRIPT, body, by="script") == why
