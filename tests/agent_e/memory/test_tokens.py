"""The estimate of tokens, beside counts of a real tokenizer that were taken once."""

from __future__ import annotations

import io

import pytest
from PIL import Image

from agent_e.memory.tokens import (
    TokenCalibration,
    message_tokens,
    picture_tokens,
    schema_tokens,
    text_tokens,
)
from agent_e.types import Picture
from agent_e.types.conversation import Message, ToolCall, ToolResult, ToolSchema

# Of o200k_base.
COUNTED = {
    "The planner never sees a page. It hands sub-tasks, one at a time, to a navigator "
    "that begins with an empty conversation and the page as it is, and checks what comes back.": 40,
    "main\n  item: [1] link 'Aurora Desk Lamp' (heading 2, collapsed); Warm light for late "
    "evenings\n  item: [2] link 'Fjord Wool Blanket' (heading 2, collapsed); Woven in Norway, "
    "soft from day one\n  item: [3] link 'Ember Espresso Maker' (heading 2, collapsed); Nine bars "
    "in small kitchens\n": 84,
    '{"sub_task": "Open the third product and report its price.", "expect": "a price"}': 21,
    "row: [104] link 'Order 10482' | 2026-11-03 | $1,249.00 | shipped | [105] button 'Details'\n"
    "row: [106] link 'Order 10483' | 2026-11-05 | $89.90 | waiting | [107] button 'Details'\n": 72,
    "Größe wählen: Für jede Bestellung über 50 € übernehmen wir die Versandkosten – "
    "natürlich auch für Möbel.": 22,
}


@pytest.mark.parametrize(("text", "counted"), COUNTED.items())
def test_the_rule_is_near_a_real_tokenizer(text: str, counted: int) -> None:
    assert 0.8 * counted <= text_tokens(text) <= 1.35 * counted, (counted, text_tokens(text))


def test_other_scripts_count_more_a_character() -> None:
    assert 10 <= text_tokens("商品一覧ページへようこそ。") <= 13
    assert 20 <= text_tokens("Добро пожаловать в наш магазин! Здесь вы найдёте товары.") <= 30
    assert text_tokens("") == 0


def test_a_picture_counts_by_its_pixels() -> None:
    def picture(width: int, height: int) -> Picture:
        into = io.BytesIO()
        Image.new("RGB", (width, height)).save(into, format="PNG")
        return Picture(data=into.getvalue(), media_type="image/png")

    assert picture_tokens(picture(1024, 576)) == 786
    assert picture_tokens(picture(20, 20)) == 85
    assert picture_tokens(picture(4000, 3000)) == 1_600
    assert picture_tokens(Picture(data=b"broken")) == 1_600


def test_calls_results_and_functions_count_too() -> None:
    words = 'The page changed: now "Lamps".'
    call = ToolCall(id="1", name="click", arguments='{"mmid": 5}')
    result = ToolResult(call_id="1", name="click", text=words, view=words)
    bare = message_tokens(Message(role="tool"))
    assert message_tokens(Message(role="assistant", calls=(call,))) > bare
    assert message_tokens(Message(role="tool", results=(result,))) > bare + 2 * text_tokens(words)
    assert schema_tokens(ToolSchema(name="click", description=words)) > text_tokens(words)


def test_what_a_provider_counts_corrects_the_rule_within_bounds() -> None:
    gauge = TokenCalibration()
    assert gauge.scale("m") == 1.0
    gauge.learn("m", 100, 300)
    gauge.learn("m", 1_000, 0)
    assert gauge.scale("m") == 1.0, "too short to tell, or not counted"
    gauge.learn("m", 1_000, 1_200)
    assert gauge.scale("m") == pytest.approx(1.2)
    gauge.learn("m", 1_000, 1_400)
    assert 1.2 < gauge.scale("m") < 1.4
    assert gauge.scale("other") == 1.0
    gauge.learn("low", 10_000, 10)
    gauge.learn("high", 1_000, 50_000)
    assert (gauge.scale("low"), gauge.scale("high")) == (0.75, 2.0)
