"""Read the episodes of a bench run, one after the other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from pydantic import ValidationError

from agent_e.errors import ConfigError

from .record import EPISODE_FILE, EpisodeRecord, read_episode

EPISODES = "episodes"


def read_records(folder: Path) -> Iterator[EpisodeRecord]:
    """Yield every finished try at every episode, those included that a later one replaced.

    Raises:
        ConfigError: the folder holds no bench run, or a record in it is damaged.
    """
    root = folder / EPISODES
    if not root.is_dir():
        raise ConfigError(
            f"{folder} holds no bench run: it has no folder {EPISODES}. Give the folder that "
            "agent-e bench run named as its out_dir."
        )
    for path in sorted(root.glob(f"*/*/*/{EPISODE_FILE}")):
        try:
            yield read_episode(path.parent)
        except ValidationError as error:
            raise ConfigError(
                f"{path} is damaged: {error.errors()[0]['msg']}. Remove its folder, and run the "
                "same command again."
            ) from error
