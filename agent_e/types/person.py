"""Questions to a person, and their outcomes."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any, Literal

from .observation import Observation

AskedKind = Literal[
    "text", "choice", "form", "secret", "code", "captcha", "approval", "plan", "budget", "review",
    "demonstrate",
]  # fmt: skip
"""``code`` is a one-time code; in a ``review`` the person looks at the answer of the run; to
``demonstrate`` is to do it in the window while the agent watches."""

OnAsk = Literal["fail", "default", "deny"]
"""The outcome of a question without an answer: the run ends, the default is taken, it is a no."""

SAYS_NOW = 'The person says now: "{}"'
"""How an agent is told what the person wants now instead of what was asked before."""

Sensitivity = Literal["plain", "private", "secret"]
"""How an answer may be used: ``private`` ones stay in the run, ``secret`` ones go to the
vault, and nothing else ever gets their value."""


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonRequest:
    """One question to the person.

    Attributes:
        id: identifies it when answering; unique across runs.
        run: id of the run.
        step: model calls made before it was asked.
        question: its text, on one line.
        schema: JSON Schema of the answer's value.
        default: the answer if ``on_timeout`` or ``--on-ask`` says ``default``.
        evidence: what is shown with it: ``origin``, ``picture`` (a file of the run folder),
            ``values`` ([{name, value}] that will be sent), ``lines`` (of text), and others by kind.
        deadline: seconds since the epoch; ``None`` waits forever.
    """

    id: str
    run: str
    step: int
    kind: AskedKind
    question: str
    schema: Mapping[str, Any]
    default: Any = None
    evidence: Mapping[str, Any] = field(default_factory=dict)
    deadline: float | None = None
    on_timeout: OnAsk = "fail"
    sensitivity: Sensitivity = "plain"

    def to_json(self) -> dict[str, Any]:
        """Return its form in the journal and the API."""
        return asdict(self)


@dataclass(frozen=True, kw_only=True, slots=True)
class PersonAnswer:
    """The outcome of a question.

    Attributes:
        action: ``declined`` is a no, ``defaulted`` the default because nobody answered.
        value: as the schema requires; for a secret the name under which it is stored.
        note: the person's remark.
        by: the channel it came through.
    """

    action: Literal["answered", "declined", "defaulted"]
    value: Any = None
    note: str = ""
    by: str = ""

    @property
    def given(self) -> bool:
        """Whether there is a value to go on with."""
        return self.action != "declined"


@dataclass(frozen=True, kw_only=True, slots=True)
class HandoverResult:
    """What the agents are told when the person hands the window back.

    Attributes:
        words: our message, with the person's own note.
        note: that note alone.
        changes: what has changed, in words of pages; without values that were filled in.
        view: the page now; ``""`` where it cannot be seen.
        page: what ``view`` was made from.
    """

    words: str = ""
    note: str = ""
    changes: str = ""
    view: str = ""
    page: Observation | None = None
