"""Sub-tasks in whose place the person has put something else. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from .subtask_loops import alike, content_words


class SupersededSubTasks:
    """Those of one run, held against what the person has said (oldest first, as it grows)."""

    def __init__(self) -> None:
        self._put_aside: list[tuple[str, int, int]] = []

    def add(self, sub_task: str, *, taken: int, said: Sequence[str]) -> None:
        """Put a sub-task aside; ``taken`` of what was said was known when it was made."""
        self._put_aside.append((sub_task, taken, len(said)))

    def refuses(self, sub_task: str, said: Sequence[str]) -> bool:
        """Whether a sub-task is one of these again, and nothing in it is what the person said.

        One that the person has asked for since is none any more.
        """
        for old, before, after in self._put_aside:
            again = any(alike(old, words) for words in said[after:])
            if not again and alike(old, sub_task) and not _follows(sub_task, old, said[before:]):
                return True
        return False


def _follows(sub_task: str, old: str, said: Sequence[str]) -> bool:
    """Whether a sub-task has words of the person's that the old one had not.

    Where they used no other words than the old one, it must have fewer: they left something out.
    Where they used none that say anything ("go on"), it may be the old one.
    """
    new, before, words = content_words(sub_task), content_words(old), content_words(" ".join(said))
    if fresh := words - before:
        return bool(fresh & new)
    return not words or new < before
