"""Skills on a real session, called by name with arguments that are checked as a model's are."""

from __future__ import annotations

from typing import Any

from agent_e.browser import BrowserSession
from agent_e.browser.pdf import PdfDocuments
from agent_e.config import DomSettings, VisionSettings
from agent_e.dom import ElementLayout, PageActor, PageObserver, PagesBeside
from agent_e.journal import Journal
from agent_e.safety import AllowAll
from agent_e.skills import OCCASIONS, SKILLS, SkillContext, bind
from agent_e.types import SkillResult
from agent_e.vision import Camera, PageImages

BUDGET = 2_000
"""Characters of a document that are read at a time."""


class Skills:
    """Every skill there is, rarely needed ones included."""

    def __init__(self, session: BrowserSession, journal: Journal, gate: Any = None) -> None:
        observer = PageObserver(session, DomSettings())
        actor = PageActor(session, observer, 10)
        page = ElementLayout(session, observer, actor.hover)
        self.context = SkillContext(
            observer=observer,
            actor=actor,
            navigator=session,
            gate=gate or AllowAll(),
            journal=journal,
            documents=PdfDocuments(session, budget_characters=BUDGET),
            pages=PagesBeside(session, observer),
            vision=PageImages(Camera(session), page, VisionSettings()),
        )
        every = (*SKILLS, *(occasion.skill for occasion in OCCASIONS))
        self._functions = {skill.__name__: bind(skill, self.context) for skill in every}

    async def do(self, skill: str, **arguments: Any) -> SkillResult:
        function = self._functions[skill]
        model = function.arguments.model_validate(arguments)
        given = {name: getattr(model, name) for name in type(model).model_fields}
        result: SkillResult = await function.run(**given)
        return result
