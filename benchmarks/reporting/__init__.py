"""Pages and tables that show runs and suites: self-contained, from the stored folders alone."""


from .run_page import EpisodeFacts, render_run, write_run_report

__all__ = [
    "EpisodeFacts",
    "render_run",
    "write_run_report",
]
