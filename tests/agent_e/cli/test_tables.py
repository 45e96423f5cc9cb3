from __future__ import annotations

import pytest
from rich.console import Console

from agent_e.cli import bench_perf, console

LINES = (
    ("case", "ms ours/bu", "told % ours/bu", "messages", "our parts, ms"),
    ("click a button", "36/120", "100/80", "14", "settle 20 + observe 9.0 + input 4.0"),
    ("type into a field", "70/–", "", "20", "settle 31"),
)


@pytest.mark.parametrize("width", [60, 80, 200])
def test_a_table_is_told_line_by_line_where_it_has_no_room(
    width: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(console, "stdout_console", lambda: Console(width=width, highlight=False))
    bench_perf._print_lines(LINES)
    told = capsys.readouterr().out
    assert "settle 20 + observe 9.0 + input 4.0" in told
    assert max(map(len, told.splitlines())) <= width
    if width == 60:
        assert told.splitlines()[0] == "click a button"
        assert told.splitlines()[1].startswith("  ms ours/bu 36/120; told % ours/bu 100/80;")
    if width == 200:
        assert len(told.splitlines()) == len(LINES)
