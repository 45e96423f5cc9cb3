"""Tasks on the wiki of a maker of pumps."""

from __future__ import annotations

from functools import partial

from agent_e.benchmarks.apps import dokuwiki_seed as seed
from agent_e.benchmarks.apps.dokuwiki import DokuWiki, plain_page
from agent_e.benchmarks.tasks.checks import answers, names, state, unchanged
from agent_e.benchmarks.tasks.record import BenchTask, EvaluatorSpec, TraceStep
from agent_e.benchmarks.tasks.steps import click, enter, wait_for

from .task import app_task

_APP = DokuWiki()
_NAME = _APP.name
_retrieve = partial(app_task, _APP, "retrieve", path="/doku.php")
_change = partial(app_task, _APP, "change", path="/doku.php")
_several = partial(app_task, _APP, "several", path="/doku.php")
_infeasible = partial(app_task, _APP, "infeasible", path="/doku.php")
_PARTS = ("pages", "media", "users", "rights", "subscriptions", "settings")

_ILL = seed.PERSON["voigt_katrin"]
_DEPUTY = seed.PERSON[_ILL.deputy]

_OWNER = seed.PERSON["weber_jonas"]
_GIVEN = sum(
    action.owner == _OWNER.id
    for day, actions in seed.ACTIONS.items()
    if day.month in (2, 3)
    for action in actions
)

_LOUDEST = 70
_QUIET = [each for each in seed.PUMPS if each.model[0] == "H" and each.noise <= _LOUDEST]
_STRONGEST = max(_QUIET, key=lambda pump: pump.flow)

_IN_JUNE = next(euros for day, euros, _ in reversed(seed.ALLOWANCE) if day < "2025-06-01")

_MOVED = seed.PERSON["peters_wiebke"]
_NEW_ROOM = "A 2.21"
_MOVED_PAGE = seed.person_page(_MOVED).replace(_MOVED.room, _NEW_ROOM)

_RIGHT = seed.howto_page(seed.SPOILED.partition(":")[2])
_RIGHT_AT = next(each.when for each in seed.revisions() if each.page == seed.SPOILED)

_SUPPLIER = ("ventile_arnold", "Ventile Arnold", "valves", "Görlitz", "K-2090")
_LIST = next(each.text for each in seed.revisions() if each.page == "suppliers:start")
_LONGER = f"{_LIST}{seed.supplier_row(*_SUPPLIER[:3])}\n"

_OLD_PLAN = "plans:site_2024.png"

_CHANGED_UNIT = seed.PERSON["engel_marco"]
_UNIT_PAGE = seed.person_page(_CHANGED_UNIT).replace("Production", "Warehouse")


def _page(page: str, **rules: str | bool) -> EvaluatorSpec:
    return state(_NAME, f"pages.{page}.text", **rules)


def _rest(*parts: str, pages: tuple[str, ...] = ()) -> list[EvaluatorSpec]:
    """Nothing changed except these parts and these pages."""
    others = [unchanged(_NAME, part) for part in _PARTS if part != "pages" and part not in parts]
    return [state(_NAME, "pages", changed=False, ignore=list(pages)), *others]


def _edit(page: str, text: str) -> tuple[TraceStep, ...]:
    return (
        TraceStep(verb="open", name=f"{{{_NAME}}}/doku.php?id={page}&do=edit"),
        enter("", text, selector="#wiki__text"),
        click("button", "Save"),
        _saved(),
    )


def _saved() -> TraceStep:
    """Wait for the side menu, which editors do not have."""
    return wait_for("Home")


def _open(query: str) -> TraceStep:
    return TraceStep(verb="open", name=f"{{{_NAME}}}/doku.php?{query}")


TASKS: tuple[BenchTask, ...] = (
    _retrieve(
        "deputy-extension",
        f"{_ILL.name} is ill. What is the extension of the colleague who stands in for her?",
        checks=[answers("number", _DEPUTY.phone)],
        answer=str(_DEPUTY.phone),
        trace=(_open(f"id={_ILL.page}"), click("link", _DEPUTY.name), wait_for(str(_DEPUTY.phone))),
    ),
    _retrieve(
        "actions-given",
        f"How many actions was {_OWNER.name} given at the production meetings of February and "
        "March 2026 together? Only say the number.",
        checks=[answers("number", _GIVEN)],
        answer=str(_GIVEN),
    ),
    _retrieve(
        "quiet-pump",
        f"A customer wants a pump of our H series that makes no more than {_LOUDEST} dB(A). Which "
        "model moves the most water then? Name this one model only, with its list price in EUR.",
        checks=[names(_STRONGEST.model), answers("money", _STRONGEST.price, currency="EUR")],
        answer=f"{_STRONGEST.model}, {_STRONGEST.price:,} EUR",
        trace=(_open(f"id={_STRONGEST.page}"), wait_for("List price")),
    ),
    _retrieve(
        "allowance-then",
        "I am checking an old claim: how many euros a day did our wiki grant for journeys in "
        "Germany in June 2025?",
        checks=[answers("money", _IN_JUNE, currency="EUR")],
        answer=f"{_IN_JUNE} EUR",
    ),
    _change(
        "new-room",
        f"{_MOVED.name} has moved from room {_MOVED.room} to room {_NEW_ROOM}. Correct her page.",
        checks=[_page(_MOVED.page, equals=plain_page(_MOVED_PAGE)), *_rest(pages=(_MOVED.page,))],
        trace=_edit(_MOVED.page, _MOVED_PAGE),
    ),
    _change(
        "undo-numbers",
        "In March somebody wrote wrong numbers into the instructions for the cold start of the "
        "test bench. Bring back the text as it was before that.",
        checks=[_page(seed.SPOILED, equals=plain_page(_RIGHT)), *_rest(pages=(seed.SPOILED,))],
        trace=(
            _open(f"id={seed.SPOILED}&rev={_RIGHT_AT}&do=edit"),
            click("button", "Save"),
            _saved(),
        ),
    ),
    _change(
        "old-plan",
        "The picture with the plan of the site from 2024 misleads visitors. Delete that file, and "
        "leave the other plans.",
        checks=[
            state(_NAME, "media", where={"id": _OLD_PLAN}, absent=True),
            state(_NAME, "media", count=len(seed.MEDIA) - 1),
            state(_NAME, "media", new=True, absent=True),
            *_rest("media"),
        ],
    ),
    _several(
        "new-supplier",
        f"We have a new supplier: {_SUPPLIER[1]} in {_SUPPLIER[3]}, goods: {_SUPPLIER[2]}, "
        f"supplier number {_SUPPLIER[4]}. Make a page suppliers:{_SUPPLIER[0]} for it "
        "that looks like those of the others, and link it at the end of the list of suppliers.",
        checks=[
            _page(
                f"suppliers:{_SUPPLIER[0]}",
                matches=r"(?s)^=+ ?Ventile Arnold ?=+\n.*Goods.*valves.*Town.*Görlitz.*K-2090",
            ),
            _page("suppliers:start", contains=plain_page(_LIST)),
            _page(
                "suppliers:start",
                matches=rf"\n\* ?\[\[:?(suppliers:)?{_SUPPLIER[0]}\b[^\]]*\]\][^\n]*$",
            ),
            *_rest(pages=(f"suppliers:{_SUPPLIER[0]}", "suppliers:start")),
        ],
        trace=(
            *_edit(f"suppliers:{_SUPPLIER[0]}", seed.supplier_page(*_SUPPLIER[1:])),
            *_edit("suppliers:start", _LONGER),
        ),
    ),
    _several(
        "other-department",
        f"{_CHANGED_UNIT.name} has gone from Production to the Warehouse. Put it right in his "
        "page, and let his account be in the group of the warehouse instead of production's (he "
        "stays in the group user). Nothing else of his changes.",
        checks=[
            _page(_CHANGED_UNIT.page, equals=plain_page(_UNIT_PAGE)),
            state(
                _NAME,
                "users",
                contains={
                    "user": seed.login(_CHANGED_UNIT),
                    "name": _CHANGED_UNIT.name,
                    "groups": ["user", "warehouse"],
                },
            ),
            state(_NAME, "users", count=len(seed.PEOPLE)),
            state(_NAME, "users", new=True, count=1),
            state(
                _NAME,
                "users",
                where={"user": seed.login(_CHANGED_UNIT)},
                changed=False,
                ignore=["groups"],
            ),
            *_rest("users", pages=(_CHANGED_UNIT.page,)),
        ],
        trace=(
            *_edit(_CHANGED_UNIT.page, _UNIT_PAGE),
            _open("id=start&do=admin&page=usermanager"),
            click("link", seed.login(_CHANGED_UNIT)),
            enter("", "user,warehouse", selector="#modify_usergroups"),
            click("button", "Save Changes"),
            wait_for("User updated successfully"),
        ),
    ),
    _infeasible(
        "rules-later",
        "From 1 December 2027 on, holidays are thirty-one days a year. Put this into the house "
        "rules now, but set it so that colleagues go on seeing the present text until that day and "
        "the wiki changes over by itself.",
        checks=[],
    ),
)
