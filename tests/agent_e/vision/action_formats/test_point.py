"""Answers that are nothing but a place."""

from __future__ import annotations

import pytest

from agent_e.vision.action_formats import DIALECTS

from .expect import click, parsed, refused

POINT = DIALECTS["point"]

READ = [
    ("Click(200, 300)", (200, 300)),
    ("(200,300)", (200, 300)),
    ("200, 300", (200, 300)),
    ("[200, 300]", (200, 300)),
    ("[[200, 300]]", (200, 300)),
    ('{"x": 200, "y": 300}', (200, 300)),
    ('{"action": "click_absolute", "x": 200, "y": 300}', (200, 300)),
    ('{"action": {"x": 200, "y": 300}}', (200, 300)),
    ('```json\n{"point_2d": [200, 300], "label": "Save"}\n```', (200, 300)),
    ('[{"bbox_2d": [100, 200, 300, 400]}]', (200, 300)),
    ("<point>200 300</point>", (200, 300)),
    ("<|box_start|>(200,300)<|box_end|>", (200, 300)),
    ("<|box_start|>(100,200),(300,400)<|box_end|>", (200, 300)),
    ('<points x1="20.5" y1="30" alt="Save">Save</points>', (20.5, 30)),
    ("The button is at (0.25, 0.5), below the title.", (0.25, 0.5)),
    ("<think>perhaps (1, 2)</think>(200, 300)", (200, 300)),
]
REFUSED = [
    ("", "empty"),
    ("I do not know.", "bad_point"),
    ("(1, 2, 3)", "bad_point"),
    ("[300, 400, 100, 200]", "bad_point"),
]


@pytest.mark.parametrize(("reply", "place"), READ)
def test_read(reply, place):
    assert parsed(POINT, reply) == (click(*place),)


@pytest.mark.parametrize(("reply", "code"), REFUSED)
def test_refused(reply, code):
    assert refused(POINT, reply) == code
