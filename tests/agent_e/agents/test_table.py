"""The model table's rows on seeing."""

from __future__ import annotations

from agent_e.agents.table import rows
from agent_e.vision.actions import Space
from agent_e.vision.rows import VisionRow


def test_a_model_of_computer_use_says_its_dialect_and_what_its_points_count():
    assert rows()["gpt-5.4"].sight == VisionRow(dialect="openai", space=Space.IMAGE_PX)


def test_only_models_that_see_have_a_dialect():
    seeing = {name for name, row in rows().items() if row.sight}
    assert seeing
    assert all(rows()[name].vision for name in seeing)
