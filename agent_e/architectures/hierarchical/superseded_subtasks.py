"""Sub-tasks that the person has replaced. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agent_e.loops.subtasks import alike, content_words


class SupersededSubTasks:
    """Those of one run, compared with the person's messages (oldest first, as the list grows)."""

    def __init__(self) -> None:
        self._put_aside: list[tuple[str, int, int]] = []

    def add(self, sub_task: str, *, taken: int, messages: Sequence[str]) -> None:
        """Put a sub-task aside; it was made when ``taken`` of the messages were known."""
        self._put_aside.append((sub_task, taken, len(messages)))

    def refuses(self, sub_task: str, messages: Sequence[str]) -> bool:
        """Whether a sub-task repeats one of these and contains nothing the person said.

        A sub-task that the person has asked for since is allowed again.
        """
        for old, known, after in self._put_aside:
            again = any(alike(old, words) for words in messages[after:])
            if not again and alike(old, sub_task) and not _follows(sub_task, old, messages[known:]):
                return True
        return False


def _follows(sub_task: str, old: str, texts: Sequence[str]) -> bool:
    """Whether a sub-task has words of the person's that the old one lacked.

    Where they used only words of the old one, it must have fewer: they left something out.
    Where they used no content words ("go on"), it may equal the old one.
    """
    new, before, words = content_words(sub_task), content_words(old), content_words(" ".join(texts))
    if fresh := words - before:
        return bool(fresh & new)
    return not words or new < before
