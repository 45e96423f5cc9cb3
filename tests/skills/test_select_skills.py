from __future__ import annotations

from agent_e.skills import OCCASIONS, SKILLS, Skill, ask_user, select_skills
from agent_e.skills.select_skills import MAX_OFFERED
from agent_e.types import Node, Observation

EMPTY = Observation(url="https://site.test/", title="")
FILE = Node(depth=0, role="button", name="Photo", mmid=1, states=("file upload",))
DAY = Node(depth=0, role="textbox", name="", mmid=2, states=("date as yyyy-mm-dd",))
PDF = Node(depth=0, role="link", mmid=3, href="https://site.test/a.pdf")
FULL = Observation(url="https://site.test/", title="", nodes=(FILE, DAY, PDF))
PICTURES = ["mark_screenshot", "verify_pixels", "som_act"]


def names(skills: tuple[Skill, ...]) -> list[str]:
    return [skill.__name__ for skill in skills]


def test_where_nothing_calls_for_more_the_rest_is_spare():
    offered = select_skills(SKILLS, OCCASIONS, page=EMPTY)
    assert offered.listed == SKILLS
    rest = ["upload_file", "pick_date", "read_pdf", "extract"]
    assert names(offered.spare) == rest


def test_what_the_page_calls_for_is_listed_and_spare_no_more():
    page = Observation(url="https://site.test/", title="", nodes=(PDF,))
    offered = select_skills(SKILLS, OCCASIONS, page=page)
    assert [skill.__name__ for skill in offered.listed[len(SKILLS) :]] == ["read_pdf"]
    assert "read_pdf" not in names(offered.spare)


def test_pictures_are_within_reach_of_models_that_see_alone():
    assert set(PICTURES) <= {*names(select_skills(SKILLS, OCCASIONS, page=EMPTY, sees=True).spare)}
    assert not set(PICTURES) & {*names(select_skills(SKILLS, OCCASIONS, page=EMPTY).spare)}


def test_never_more_than_seventeen_are_listed_and_the_others_are_spare():
    offered = select_skills((*SKILLS, ask_user), OCCASIONS, page=FULL)
    assert len(offered.listed) == MAX_OFFERED == 17
    assert offered.listed[-1].__name__ == "upload_file"
    assert names(offered.spare) == ["pick_date", "read_pdf", "extract"]


def test_each_skill_is_offered_once():
    for page in (EMPTY, FULL):
        for sees in (False, True):
            offered = select_skills(SKILLS, OCCASIONS, page=page, sees=sees)
            every = [skill.__name__ for skill in offered.listed] + names(offered.spare)
            assert len(every) == len({*every}) == len(SKILLS) + (7 if sees else 4)
