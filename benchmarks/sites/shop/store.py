"""The shop's database: one SQLite file, seeded once and restored by copying the seed back."""

from __future__ import annotations

import sqlite3
import tempfile
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path

from agent_e.benchmarks.sites.shop.seed import build_seed
from agent_e.errors import ConfigError

APPLICATION_ID = 1397245264
"""Marks a file as a shop's database; `data/schema.sql` sets it."""


class Store:
    """Opens connections to the shop's database, and owns the file when it is temporary."""

    def __init__(self, path: Path | None = None) -> None:
        """Use the database at `path`, seeding it when new; without a path, a temporary one.

        Raises ConfigError when the file is something else.
        """
        self._folder = None
        if path is None:
            self._folder = tempfile.TemporaryDirectory(prefix="agent-e-shop-")
            path = Path(self._folder.name) / "shop.sqlite"
        self.path = path
        self._seed = build_seed()
        try:
            if self._is_new():
                self.reset()
        except BaseException:
            self.close()
            raise

    @contextmanager
    def connect(self) -> Iterator[sqlite3.Connection]:
        """Open a connection for one request: committed at the end, rolled back on an error."""
        with closing(self._open()) as connection, connection:
            yield connection

    def reset(self) -> None:
        """Restore the seed over everything."""
        with closing(self._open()) as connection:
            self._seed.backup(connection)

    def close(self) -> None:
        """Release the seed, and the file if it is temporary."""
        self._seed.close()
        if self._folder is not None:
            self._folder.cleanup()

    def _open(self) -> sqlite3.Connection:
        connection = sqlite3.connect(self.path)
        connection.row_factory = sqlite3.Row
        # A demo shop may lose its last order in a power cut; not waiting for the disk is worth it.
        connection.execute("PRAGMA synchronous = OFF")
        connection.execute("PRAGMA foreign_keys = ON")
        return connection

    def _is_new(self) -> bool:
        with closing(self._open()) as connection:
            try:
                owner = connection.execute("PRAGMA application_id").fetchone()[0]
                tables = connection.execute("SELECT COUNT(*) FROM sqlite_schema").fetchone()[0]
            except sqlite3.DatabaseError as error:
                raise ConfigError(
                    f"{self.path} is not an SQLite database. Choose another file."
                ) from error
        if tables and owner != APPLICATION_ID:
            raise ConfigError(f"{self.path} is a database of something else. Choose another file.")
        return not tables
