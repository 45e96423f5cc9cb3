"""Pages and tables about runs and suites: self-contained, from the stored folders alone."""

from .bench_report import ReportFiles, write_bench_report
from .reading import read_story
from .run_page import EpisodeFacts, render_run, write_run_report

__all__ = [
    "EpisodeFacts",
    "ReportFiles",
    "read_story",
    "render_run",
    "write_bench_report",
    "write_run_report",
]
