"""The skills offered to models, as an explicit table without discovery.

To add one: a file with one async function (context first, ``Annotated`` parameters, a docstring
that the model reads), and its name in ``SKILLS``, or in ``OCCASIONS`` (``skill_triggers.py``) if it
is rarely needed.
Skills of your own come in by ``--skills file.py`` or the entry-point group ``agent_e.skills``; see
``user_skills.py``.
"""

from .action_hooks import ActionCall, ActionHooks, ActionOutcome, After, Before
from .ask_user import ask_user
from .click import click
from .context import SkillContext
from .enter_text import enter_text
from .fill_form import fill_form
from .fill_secret import fill_secret
from .get_dom import get_dom
from .handle_dialog import handle_dialog
from .history import history
from .open_url import open_url
from .pointer import pointer
from .press_key import press_key
from .query import query
from .read_pages import read_pages
from .scroll import scroll
from .select_option import select_option
from .select_skills import select_skills
from .skill_triggers import BY_LOOKS, OCCASIONS
from .spec import ElementRef, Function, Mmid, Skill, bind, describe
from .tabs import tabs
from .user_skills import as_skill, given_skills, load_skills
from .visual_click import visual_click
from .wait_for import wait_for

SKILLS: tuple[Skill, ...] = (
    open_url,
    get_dom,
    click,
    pointer,
    enter_text,
    fill_form,
    select_option,
    press_key,
    scroll,
    history,
    wait_for,
    tabs,
    handle_dialog,
    read_pages,
    query,
)
"""Always offered to the navigator, in this order; ``ask_user`` joins when a person can be asked,
``fill_secret`` then too and where secrets of the page's site are saved, ``visual_click`` where a
grounder is configured, and those of ``skill_triggers.py`` where the page calls for them;
otherwise these are within reach unlisted."""

__all__ = [
    "ActionCall", "ActionHooks", "ActionOutcome", "After", "Before", "as_skill", "given_skills",
    "BY_LOOKS", "OCCASIONS", "SKILLS", "ElementRef", "Function", "Mmid", "Skill", "SkillContext",
    "ask_user", "bind", "click", "describe", "fill_secret", "handle_dialog", "load_skills",
    "open_url", "select_skills", "visual_click",
]  # fmt: skip
