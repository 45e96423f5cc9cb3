"""The loop monitor applied: traces what an agent does, reports and refuses loops.

Every architecture that acts through the context can have one: ``before`` and ``after`` each call.
"""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from agent_e.dom.render.element_names import meant
from agent_e.errors import Looping, SkillError
from agent_e.skills.context import SkillContext
from agent_e.skills.protocols import Journal
from agent_e.types import ChangeReport, Observation, SkillResult

from .actions import ELEMENTS, Action, action_of, element_key
from .call_steps import kind_of, step_of
from .messages import LoopNotice, ending, named, next_strategy, refusal, warning
from .monitor import LoopMonitor
from .page_visits import PageVisit
from .state import LoopState
from .steps import Verdict

_SCROLLS = ("scroll", "scroll_down", "scroll_up", "press_key")
_BY_EYE = (
    "click", "double_click", "right_click", "visual_click", "type", "press_enter", "press_key",
    "drag", "pointer",
)  # fmt: skip
_LOOKS = ("more_marks",)
"""Actions that show more of an unchanged page, and say so when there is no more."""
_ACTED_ON = ("mmid", "element_id", "target")
_FAILED = 400
_REMEMBERED = 6
REPORT_NOW = "The sub-task ends here: call report now, with the facts found so far."


@dataclass(frozen=True, kw_only=True, slots=True)
class LoopPolicy:
    """How loops are handled.

    Attributes:
        ends_at: level of the verdict that ends the watched agent.
        last_words: message sent then, if one more call may end it in good order; ``""`` for none.
        notifies_agent: whether the agent is told of loops; if not, none of its calls is refused.
        eyes: whether results carry the visual check (``SkillResult.ghost``).
    """

    ends_at: int
    last_words: str = ""
    notifies_agent: bool = True
    eyes: bool = False


def note_loop(journal: Journal, role: str, verdict: Verdict) -> None:
    """Journal a loop."""
    journal.write(
        "loop.found",
        role=role,
        rule=verdict.rule,
        level=verdict.level,
        step=verdict.step,
        pairs=[pair.to_json() for pair in verdict.pairs],
        words=named(verdict),
    )


class LoopGuard:
    """Watches the calls of one agent.

    Attributes:
        found: loops so far.
        over: the loop that ended it; ``""`` before that.
        verdict: the last one.
    """

    def __init__(
        self,
        skill_context: SkillContext,
        loop_state: LoopState,
        journal: Journal,
        *,
        role: str,
        policy: LoopPolicy,
    ) -> None:
        self.found = 0
        self.over = ""
        self.verdict: Verdict | None = None
        self._skill_context = skill_context
        self._loop_state = loop_state
        self._journal = journal
        self._role = role
        self._policy = policy
        self._monitor = LoopMonitor(loop_state.states.same)
        self._pages: deque[Observation] = deque(maxlen=_REMEMBERED)
        self._visit: PageVisit | None = None
        self._actions_by_request: defaultdict[str, set[str]] = defaultdict(set)
        self._lent: int | None = None

    async def before(self, name: str, arguments: Mapping[str, Any]) -> None:
        """Check whether a call may be made.

        Raises:
            SkillError: it has led nowhere before.
            Looping: it is over.
        """
        if self.over:
            raise Looping(self.over)
        self._start_over_after_handover()
        if self._visit is None or self._loop_state.bans:
            await self._look()
        if self._visit is None or not self._loop_state.bans:
            return
        action = action_of(name, _numbered(arguments, self._page), *self._pages)
        if pair := self._loop_state.banned(self._visit.number, action.key):
            raise SkillError(refusal(pair))

    async def after(
        self, name: str, arguments: Mapping[str, Any], result: SkillResult | None, error: str = ""
    ) -> LoopNotice | None:
        """Record what a call led to; returns a warning for the agent, mostly none.

        Args:
            name: of the function.
            arguments: as they were given.
            result: what came back; ``None`` for a failure.
            error: of a failure.

        Raises:
            Looping: it is over, and there are no last words.
        """
        before = self._visit
        arguments = _numbered(arguments, self._page)
        action = action_of(name, arguments, *self._pages)
        report = result.report if result else None
        verb = str(arguments.get("action", name))
        kind = kind_of(verb, report, refused=bool(error) or verb != name)
        self._touch(arguments)
        if not await self._look(verb, report):
            return None
        assert self._visit is not None
        if before is None:
            return None
        effect = self._has_effect(action, verb, result)
        step = step_of(action, kind, before, self._visit, result=result, error=error, effect=effect)
        level = self._monitor.level
        verdict = self._monitor.take(step)
        if level and not self._monitor.level:
            self._loop_state.unblock_effective()
        return self._judged(verdict) if verdict else None

    def _start_over_after_handover(self) -> None:
        """Forget what led nowhere after the person has had the window: they may have cleared it."""
        before, self._lent = self._lent, self._skill_context.lent()
        if before is not None and before != self._lent:
            self._monitor = LoopMonitor(self._loop_state.states.same)
            self._loop_state.clear()
            self._visit = None

    def _judged(self, verdict: Verdict) -> LoopNotice:
        self.found += 1
        self.verdict = verdict
        note_loop(self._journal, self._role, verdict)
        if verdict.level == 1:
            return warning(verdict)
        if self._policy.notifies_agent:
            self._loop_state.block(verdict.pairs)
        if verdict.level < self._policy.ends_at:
            return ending(verdict, next_strategy(verdict.level - 1, person=False))
        self.over = named(verdict)
        if not self._policy.last_words:
            raise Looping(self.over)
        return ending(verdict, self._policy.last_words)

    async def _look(self, verb: str = "", report: ChangeReport | None = None) -> bool:
        """Observe the page; ``False`` where it cannot be seen now."""
        observer = self._skill_context.observer
        try:
            page = await observer.observe_cached()
        except SkillError:
            return False
        scrolled = None
        if report and report.scroll and verb in _SCROLLS:
            scrolled = report.position or page.scroll
        focused = ""
        if verb == "press_key" and page.focus is not None:
            focused = element_key(page.focus, [page], [])
        elif verb == "press_key" and page.focused is not None:
            focused = f"{page.focused.role} {page.focused.name}"
        if self._visit and page is self._page and not scrolled and not focused:
            self._visit = self._visit._replace(new=False, news=0, fresh=False)
            return True
        self._visit = self._loop_state.states.see(
            page, restless=observer.restless(page), scrolled=scrolled, focused=focused
        )
        if page is not self._page:
            self._pages.appendleft(page)
        return True

    @property
    def _page(self) -> Observation | None:
        return self._pages[0] if self._pages else None

    def _touch(self, arguments: Mapping[str, Any]) -> None:
        page = self._page
        mmid = next((arguments[each] for each in _ACTED_ON if each in arguments), None)
        node = page.node(mmid) if page and isinstance(mmid, int) else None
        if node and page:
            self._loop_state.states.touch(page, node)

    def _has_effect(self, action: Action, verb: str, result: SkillResult | None) -> bool:
        report = result.report if result else None
        if result is not None and verb in _LOOKS:
            return True
        if result is None or report is None:
            return False
        if report.downloads or report.opened_tabs or report.closed_tab:
            return True
        seen = self._policy.eyes and verb in _BY_EYE and not result.ghost
        return (seen and report.none) or self._sent(action, report)

    def _sent(self, action: Action, report: ChangeReport) -> bool:
        """Whether the site took something in; an address requested by every action is a tally."""
        here = urlsplit(self._page.url).netloc if self._page else ""
        sent = False
        for request in report.requests:
            parts = urlsplit(request.url)
            kinds = self._actions_by_request[parts.netloc + parts.path]
            kinds.add(action.kind)
            taken = request.status is not None and request.status < _FAILED
            sent = sent or (taken and parts.netloc == here and len(kinds) == 1)
        return sent


def _numbered(arguments: Mapping[str, Any], page: Observation | None) -> dict[str, Any]:
    """Replace names by numbers: both are the same element to a loop."""

    def number(key: str, value: Any) -> Any:
        if isinstance(value, Mapping):
            return _numbered(value, page)
        if isinstance(value, list | tuple):
            return [number(key, each) for each in value]
        if key not in ELEMENTS or not isinstance(value, str) or page is None:
            return value
        node = meant(page, value)
        return node.mmid if node else value

    return {key: number(key, value) for key, value in arguments.items()}
