from __future__ import annotations

import pytest

from agent_e.dom.actions.form_values import control_value
from agent_e.errors import BadArgument


@pytest.mark.parametrize(
    ("kind", "said", "meant"),
    [
        ("date", "2030-05-03", "2030-05-03"),
        ("date", "3 May 2030", "2030-05-03"),
        ("date", "May 3rd, 2030", "2030-05-03"),
        ("date", "Friday, 3 May 2030", "2030-05-03"),
        ("date", "03.05.2030", "2030-05-03"),
        ("date", "2030/5/3", "2030-05-03"),
        ("date", "25/12/2030", "2030-12-25"),
        ("date", "12/25/2030", "2030-12-25"),
        ("date", "05/05/2030", "2030-05-05"),
        ("date", "3rd of May 2030", "2030-05-03"),
        ("date", "Tues, 3 May 2030", "2030-05-03"),
        ("date", "", ""),
        ("time", "14:30", "14:30"),
        ("time", "2:30 pm", "14:30"),
        ("time", "12 am", "00:00"),
        ("time", "9:05", "09:05"),
        ("time", "14:30:15", "14:30:15"),
        ("time", "14.30", "14:30"),
        ("time", "14h30", "14:30"),
        ("datetime-local", "03.05.2030 14.30", "2030-05-03T14:30"),
        ("datetime-local", "2030-05-03T14:30:15", "2030-05-03T14:30:15"),
        ("datetime-local", "2030-05-03 14:30", "2030-05-03T14:30"),
        ("datetime-local", "3 May 2030, 2:30 pm", "2030-05-03T14:30"),
        ("datetime-local", "May 3, 2030 at 2:30 PM", "2030-05-03T14:30"),
        ("month", "May 2030", "2030-05"),
        ("month", "2030-5", "2030-05"),
        ("month", "05.2030", "2030-05"),
        ("month", "5/2030", "2030-05"),
        ("week", "2030-W7", "2030-W07"),
        ("range", "42", "42"),
        ("color", "tomato", "tomato"),
    ],
)
def test_usual_forms_become_the_browsers(kind, said, meant):
    assert control_value(kind, said) == meant


@pytest.mark.parametrize(
    ("kind", "said"),
    [
        ("date", "05/03/2030"),
        ("date", "soon"),
        ("date", "31 Feb 2030"),
        ("date", "3 Foo 2030"),
        ("date", "3 May 30"),
        ("date", "3 May"),
        ("date", "3 May 2030 14:30"),
        ("time", "25:00"),
        ("time", "14"),
        ("datetime-local", "2030-05-03"),
        ("datetime-local", "03/05/2030 14:30"),
        ("datetime-local", "2030-05-03 14:30 CET"),
        ("datetime-local", "2030-05-03T14:30Z"),
        ("month", "13/2030"),
        ("week", "2030-W60"),
        ("range", "loud"),
    ],
)
def test_what_is_no_value_or_could_be_two_is_refused(kind, said):
    with pytest.raises(BadArgument):
        control_value(kind, said)
