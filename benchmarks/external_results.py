"""Figures that others published of their agents, to stand beside ours; none was measured here."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from typing import Self

from pydantic import ValidationError, model_validator

from agent_e.benchmarks.tasks.record import Record
from agent_e.configs import load_config
from agent_e.errors import ConfigError

FILE = "published"
ALL = "all"
"""The column of a table that stands for the whole suite."""

Value = float | tuple[float, float] | None
"""As published: a figure, the ends of a range, or not given."""


class Source(Record):
    """Where figures were published."""

    title: str
    date: str | None = None
    """Year and month, where known."""
    seed: str
    """File of the document among the project's seeds."""


class Table(Record):
    """Rows of one metric: a system each, a value a column."""

    source: str
    where: str
    suite: str
    metric: str
    unit: str
    by: str | None = None
    """What the columns are, such as site; ``None`` where there is but the whole."""
    columns: tuple[str, ...]
    n: tuple[int | None, ...] = ()
    """Tasks or runs of each column, where known."""
    rows: Mapping[str, tuple[Value, ...]]
    note: str = ""

    @model_validator(mode="after")
    def _is_whole(self) -> Self:
        for name, values in self.rows.items():
            if len(values) != len(self.columns):
                raise ValueError(f"{name} has {len(values)} values, {len(self.columns)} columns")
        if self.n and len(self.n) != len(self.columns):
            raise ValueError(f"n has {len(self.n)} values for {len(self.columns)} columns")
        return self


class PublishedFigure(Record):
    """One published value."""

    source: str
    title: str
    where: str
    suite: str
    system: str
    metric: str
    unit: str
    by: str | None
    group: str
    """The column: a site, say, or ``all``."""
    value: float | None
    """The middle where a range was published."""
    low: float | None = None
    high: float | None = None
    n: int | None = None
    note: str = ""
    measured_here: bool = False


class Published(Record):
    """The file as a whole."""

    sources: Mapping[str, Source]
    tables: tuple[Table, ...]
    site_columns: tuple[str, ...] = ()
    """Only for the file to refer to."""
    site_tasks: tuple[int, ...] = ()

    @model_validator(mode="after")
    def _names_its_sources(self) -> Self:
        for table in self.tables:
            if table.source not in self.sources:
                raise ValueError(f"a table of the metric {table.metric} has no known source")
        return self


def published_figures(
    *, suite: str | None = None, metric: str | None = None, group: str | None = None
) -> tuple[PublishedFigure, ...]:
    """Return the figures that fit, in the order of the file.

    Raises:
        ConfigError: the file is not as it must be.
    """
    return tuple(
        figure
        for figure in _figures(load_published())
        if suite in (None, figure.suite)
        and metric in (None, figure.metric)
        and group in (None, figure.group)
    )


@cache
def load_published() -> Published:
    """Read and check configs/published.yaml.

    Raises:
        ConfigError: it is not as it must be.
    """
    try:
        return Published.model_validate(load_config(FILE))
    except ValidationError as error:
        first = error.errors()[0]
        where = ".".join(map(str, first["loc"])) or "the whole"
        raise ConfigError(
            f"configs/{FILE}.yaml is wrong at {where}: {first['msg']}. Mend or restore the file."
        ) from error


def _figures(published: Published) -> Iterator[PublishedFigure]:
    for table in published.tables:
        for system, values in table.rows.items():
            for at, (column, value) in enumerate(zip(table.columns, values, strict=True)):
                low, high = value if isinstance(value, tuple) else (None, None)
                middle = (low + high) / 2 if low is not None and high is not None else None
                yield PublishedFigure(
                    source=table.source,
                    title=published.sources[table.source].title,
                    where=table.where,
                    suite=table.suite,
                    system=system,
                    metric=table.metric,
                    unit=table.unit,
                    by=table.by,
                    group=column,
                    value=middle if isinstance(value, tuple) else value,
                    low=low,
                    high=high,
                    n=table.n[at] if table.n else None,
                    note=table.note,
                )
