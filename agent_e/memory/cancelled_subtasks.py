"""Sub-tasks in whose place the person has put something else. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from .subtask_loops import alike, content_words


@dataclass(frozen=True, kw_only=True, slots=True)
class _CancelledSubtask:
    """A sub-task, how much the person had said before it was put aside, and after that."""

    sub_task: str
    before: int
    after: int


class SupersededSubTasks:
    """Those of one run, held against what the person has said (oldest first, as it grows)."""

    def __init__(self) -> None:
        self._put_aside: list[_CancelledSubtask] = []

    def add(self, sub_task: str, *, taken: int, said: Sequence[str]) -> None:
        """Put a sub-task aside; ``taken`` of what was said was known when it was made."""
        self._put_aside.append(_CancelledSubtask(sub_task=sub_task, before=taken, after=len(said)))

    def refuses(self, sub_task: str, said: Sequence[str]) -> bool:
        """Whether a sub-task is one of these again, and nothing in it is what the person said.

        One that the person has asked for since is none any more.
        """
        for each in self._put_aside:
            again = any(alike(each.sub_task, words) for words in said[each.after :])
            if again or not alike(each.sub_task, sub_task):
                continue
            if not _follows(sub_task, each.sub_task, said[each.before :]):
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
