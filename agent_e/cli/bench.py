"""``agent-e bench``: measure."""

from __future__ import annotations

import typer

from . import (
    bench_chaos,
    bench_fetch,
    bench_list,
    bench_perf,
    bench_plan,
    bench_report,
    bench_rescore,
    bench_review,
    bench_run,
)
from .bench_compare import compare
from .options import Command, Group, configured

app = typer.Typer(
    cls=Group, help="Measure how well and how fast the agent works.", no_args_is_help=True
)

app.command("run", cls=bench_run.RunCommand)(bench_run.run)
app.command("list", cls=Command)(bench_list.list_suites)
app.command("plan", cls=configured(*bench_run.SETTINGS))(bench_plan.plan)
app.command("compare", cls=Command)(compare)
app.command("fetch", cls=Command)(bench_fetch.fetch)
app.command("rescore", cls=configured())(bench_rescore.rescore)
app.command("review", cls=Command)(bench_review.review)
app.command("agreement", cls=Command)(bench_review.agreement)
app.command("report", cls=Command)(bench_report.report)
app.command("perf", cls=configured())(bench_perf.perf)
app.command("chaos", cls=configured())(bench_chaos.chaos)
