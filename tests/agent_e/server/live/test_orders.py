"""What a page may send to a run's browser, and what is refused without being repeated."""

from __future__ import annotations

import json

import pytest

from agent_e.errors import BadArgument
from agent_e.server.live.orders import Mouse, read_order


@pytest.mark.parametrize(
    ("order", "why"),
    [
        ('{"do": "mouse", "type": "move", "x": -1, "y": 5}', "mouse.x"),
        ('{"do": "mouse", "type": "move", "x": 1e999, "y": 5}', "mouse.x"),
        ('{"do": "mouse", "type": "move", "x": NaN, "y": 5}', "mouse.x"),
        ('{"do": "mouse", "type": "move", "x": 30000, "y": 5}', "mouse.x"),
        ('{"do": "mouse", "type": "move", "x": "5", "y": 5}', "mouse.x"),
        ('{"do": "mouse", "type": "jump", "x": 5, "y": 5}', "mouse.type"),
        ('{"do": "mouse", "type": "down", "x": 5, "y": 5, "button": "fifth"}', "mouse.button"),
        ('{"do": "wheel", "x": 5, "y": 5, "dx": 0, "dy": 1e9}', "wheel.dy"),
        (json.dumps({"do": "key", "type": "down", "key": "k" * 65}), "key.key"),
        (json.dumps({"do": "text", "text": "k" * 100_001}), "text.text"),
        ('{"do": "touch", "type": "start", "points": [{"x": 5}]}', "touch.points.0.y"),
        ('{"do": "evaluate", "text": "1"}', "the message"),
        ("{", "the message"),
        ("[]", "the message"),
        ("\ud83d", "the message"),
    ],
)
def test_what_does_not_fit_is_refused(order: str, why: str) -> None:
    with pytest.raises(BadArgument) as refused:
        read_order(order)
    assert why in str(refused.value)
    assert "kkkk" not in str(refused.value)


def test_an_order_is_read() -> None:
    sent = {"do": "mouse", "type": "down", "x": 5, "y": 7.5, "button": "left", "clicks": 2}
    assert read_order(json.dumps(sent)) == Mouse.model_validate(sent)
