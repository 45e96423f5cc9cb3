"""Locates described things on a screenshot: by a model behind an endpoint, or by code of ours."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping

from agent_e.config import ModelSettings, Settings
from agent_e.errors import ActionParseError, ConfigError, ElementGone
from agent_e.journal import Journal
from agent_e.models.budget import Budget
from agent_e.models.client import ModelClient
from agent_e.models.model import Message, Model
from agent_e.models.model_table import row_of
from agent_e.prompts import render
from agent_e.skills.protocols import Grounder
from agent_e.types import Observation, Screenshot
from agent_e.vision.action_formats import DIALECTS
from agent_e.vision.grounders.names import NamesGrounder
from agent_e.vision.grounders.small import SmallGrounder, check_looking
from agent_e.vision.grounders.written import READING_IS_MISSING, WrittenGrounder, can_read
from agent_e.vision.grounding import UNKNOWN, Sent, read_point, sent_to
from agent_e.vision.spec import VisionSpec

ROLE = "grounder"
ACTOR = "actor"
"""The websight role that a grounding model plays besides this one, where one is named."""
_NOWHERE = re.compile(r"\W*none\W*\Z|finished\(.*none|not[ _](?:found|visible|on the)", re.I)
_TRIES = 2
LOCAL: Mapping[str, Callable[[], Grounder]] = {
    "names": NamesGrounder,
    "ocr": WrittenGrounder,
    "small": SmallGrounder,
}
"""By name, the grounders that work in this process: without an endpoint, and without a model."""


def sight_of(spec: str) -> VisionSpec:
    """Return how the model of this specification answers screenshots."""
    row = row_of(spec)
    return row.sight if row and row.sight else UNKNOWN


def has_grounder(settings: Settings) -> bool:
    """Whether a grounding model is configured; a local grounder is none."""
    return settings.grounder.model is not None and not is_local(settings)


def is_local(settings: Settings) -> bool:
    """Whether the configured grounder works in this process."""
    return settings.grounder.model in LOCAL


def roles_of(settings: Settings, roles: tuple[str, ...]) -> tuple[str, ...]:
    """The roles of an architecture, plus the grounder where the settings name a model."""
    return (*roles, ROLE) if has_grounder(settings) else roles


def specs_of(settings: Settings, spec: str) -> dict[str, str]:
    """The models of roles that differ from ``spec``, the model of all others.

    Raises:
        ConfigError: as ``check_grounder``.
    """
    check_grounder(settings)
    found = {"planner": settings.planner_model or spec}
    if has_grounder(settings):
        found |= dict.fromkeys((ROLE, ACTOR), str(settings.grounder.model))
    return found


def check_grounder(settings: Settings) -> None:
    """Check what can be said of the configured grounder before it is used.

    Raises:
        ConfigError: it cannot see, is not installed, or has an endpoint and needs none.
    """
    name = settings.grounder.model
    if name == "offline":
        raise ConfigError(
            "The offline model finds nothing on screenshots: name another one with --grounder "
            f"({', '.join(LOCAL)} needs no model), or leave it out."
        )
    check_installed(name)
    if is_local(settings) and settings.grounder.base_url is not None:
        raise ConfigError(
            f"The grounder {name} works in this process and has no endpoint: "
            f"write --grounder {name}, without an address."
        )


def check_installed(name: str | None) -> None:
    """Check that a local grounder has what it needs.

    Raises:
        ConfigError: it has not.
    """
    if name == "ocr" and not can_read():
        raise ConfigError(READING_IS_MISSING)
    if name == "small":
        check_looking()


def settings_of(settings: Settings, role: str) -> ModelSettings:
    """The call settings of a role; a grounder has its own endpoint and no randomness."""
    own = settings.models
    if role not in (ROLE, ACTOR) or not has_grounder(settings):
        return own
    base_url = settings.grounder.base_url or own.base_url
    return own.model_copy(update={"base_url": base_url, "temperature": 0.0, "fallback": None})


def grounder_of(
    models: Mapping[str, Model], settings: Settings, journal: Journal, budget: Budget
) -> Grounder | None:
    """Return the grounder for skills; ``None`` where the settings name none."""
    if is_local(settings):
        return LOCAL[str(settings.grounder.model)]()
    model = models.get(ROLE)
    if model is None:
        return None
    called = settings_of(settings, ROLE)

    def calls() -> ModelClient:
        return ModelClient(model, ROLE, settings=called, journal=journal, budget=budget)

    return ModelGrounder(calls, sight_of(model.name))


def fallback_grounder(settings: Settings) -> Grounder | None:
    """Return OCR with names, where the settings name no grounder and its package is installed.

    The small grounder takes its place once it is shown to be better on pictures and canvases too.
    """
    return WrittenGrounder() if settings.grounder.model is None and can_read() else None


class ModelGrounder:
    """Asks a model that was trained on screenshots; the ``Grounder`` of ``skills``."""

    def __init__(self, calls: Callable[[], ModelClient], row: VisionSpec) -> None:
        """``calls`` returns a client for a new conversation, ``row`` is how the model answers."""
        self._calls = calls
        self._row = row

    async def ground(
        self, description: str, shot: Screenshot, page: Observation
    ) -> tuple[float, float]:
        """Return the point the model names, in CSS pixels of the viewport.

        An unreadable answer is sent back once, with what was wrong.

        Raises:
            ElementGone: the model does not see it.
            ActionParseError: its answer is no point of the screenshot.
            ModelError: the provider failed.
        """
        sent, calls = sent_to(self._row, shot), self._calls()
        messages = _first(description, sent)
        for left in range(_TRIES - 1, -1, -1):
            reply = await calls.complete(messages, (), step=False)
            try:
                point = answered_point(reply.text, sent)
            except ActionParseError as error:
                if not left:
                    raise
                again = Message(role="user", text=str(error))
                messages = [*messages, Message(role="assistant", text=reply.text), again]
                continue
            if point is None:
                raise ElementGone(f"'{description[:80]}' is not seen on the page as it is now.")
            return point
        raise AssertionError("the last try returns or raises")


def _first(description: str, sent: Sent) -> list[Message]:
    """The picture, then the words: grounding models are trained in this order."""
    words = grounder_words(description, sent)
    return [Message(role="user", pictures=(sent.picture,)), Message(role="user", text=words)]


def grounder_words(description: str, sent: Sent) -> str:
    """What a grounding model is told, after the picture."""
    example = DIALECTS[sent.row.dialect].example
    return render("ground", description=description, example=example, counted=sent.counted)


def answered_point(reply: str, sent: Sent) -> tuple[float, float] | None:
    """Return the point of a reply, CSS pixels; ``None`` where it says that nothing is there.

    Raises:
        ActionParseError: it says neither.
    """
    try:
        return read_point(reply, sent)
    except ActionParseError:
        # Only where there is no point: a thought may say what is not on the page.
        if _NOWHERE.search(reply):
            return None
        raise
