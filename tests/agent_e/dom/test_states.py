"""States and values, case by case from WAI-ARIA 1.2 and HTML-AAM."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.agent_e.dom.computed import Case, Computed, ours, page_of
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]


def case(html: str, states: str, rule: str) -> Case:
    return Case(html=html, states=states, rule=rule)


def value(html: str, held: str | None, rule: str) -> Case:
    return Case(html=html, value=held, rule=rule)


CHOICES = [
    case("<input data-x type=checkbox checked>", "checked", "native checked"),
    case("<input data-x type=radio>", "not checked", "native not checked"),
    case(
        "<input data-x type=checkbox checked aria-checked=false>",
        "checked",
        "HTML-AAM: the native state counts",
    ),
    case(
        "<div data-x role=checkbox tabindex=0 aria-checked=mixed>",
        "partly checked",
        "aria-checked: mixed",
    ),
    case(
        "<div data-x role=radio tabindex=0 aria-checked=mixed>",
        "not checked",
        "aria-checked: a radio button is never mixed",
    ),
    case("<div data-x role=switch tabindex=0>", "not checked", "aria-checked: false by default"),
    case("<button data-x aria-pressed=true>x</button>", "pressed", "aria-pressed"),
    case("<button data-x aria-pressed=mixed>x</button>", "partly pressed", "aria-pressed: mixed"),
    case("<button data-x aria-pressed=undefined>x</button>", "", "aria-pressed: not a toggle"),
    case(
        "<div role=tablist><b data-x role=tab aria-selected=true>x</b></div>",
        "selected",
        "aria-selected",
    ),
    case(
        "<div role=tablist><b data-x role=tab aria-selected=false>x</b></div>",
        "",
        "aria-selected: false",
    ),
    case("<select multiple><option data-x selected>a</select>", "selected", "native selected"),
    case(
        "<table role=grid><tr><td data-x aria-selected=true>a</table>",
        "selected",
        "aria-selected of a cell",
    ),
]
OPEN = [
    case("<button data-x aria-expanded=true>x</button>", "expanded", "aria-expanded"),
    case("<button data-x aria-expanded=false>x</button>", "collapsed", "aria-expanded"),
    case("<button data-x aria-expanded=undefined>x</button>", "", "aria-expanded: undefined"),
    case("<details open><summary data-x>x</summary>y</details>", "expanded", "details"),
    case("<details><summary data-x>x</summary>y</details>", "collapsed", "details"),
    case(
        "<button data-x popovertarget=p$>x</button><p id=p$ popover>y</p>",
        "collapsed",
        "popovertarget",
    ),
    case("<button data-x popovertarget=nowhere$>x</button>", "", "popovertarget of nothing"),
    case(
        "<button data-x command=toggle-popover commandfor=p$>x</button><p id=p$ popover>y</p>",
        "collapsed",
        "command",
    ),
    case(
        "<button data-x command=show-modal commandfor=p$>x</button><dialog id=p$>y</dialog>",
        "opens dialog",
        "command",
    ),
    case("<button data-x aria-haspopup=true>x</button>", "opens menu", "aria-haspopup: true"),
    case("<button data-x aria-haspopup=listbox>x</button>", "opens listbox", "aria-haspopup"),
    case("<button data-x aria-haspopup=window>x</button>", "", "aria-haspopup: other words"),
    case(
        "<input data-x role=combobox aria-haspopup=listbox aria-expanded=false>",
        "collapsed",
        "aria-haspopup: listbox goes without saying for a combobox",
    ),
    case("<input data-x role=combobox aria-haspopup=true>", "", "aria-haspopup: an older word"),
    case("<input data-x role=combobox aria-haspopup=dialog>", "opens dialog", "aria-haspopup"),
    case("<dialog data-x open aria-modal=true>x</dialog>", "modal", "aria-modal"),
]
OFF = [
    case("<button data-x disabled>x</button>", "disabled", "native disabled"),
    case("<fieldset disabled><input data-x></fieldset>", "disabled", "HTML: disabled fieldset"),
    case(
        "<fieldset disabled><legend><input data-x></legend></fieldset>",
        "",
        "HTML: but not in its first legend",
    ),
    case(
        "<fieldset disabled><legend>a</legend><legend><input data-x></legend></fieldset>",
        "disabled",
        "HTML: only the first legend",
    ),
    case(
        "<select multiple><optgroup label=g disabled><option data-x>a</select>",
        "disabled",
        "HTML: disabled group of options",
    ),
    case("<button data-x aria-disabled=true>x</button>", "disabled", "aria-disabled"),
    case(
        "<div role=toolbar aria-disabled=true><button data-x>x</button></div>",
        "disabled",
        "aria-disabled holds for what is inside",
    ),
    case("<a data-x href=/ disabled>x</a>", "", "HTML: a link is never disabled"),
]
ENTRIES = [
    case("<input data-x required>", "required", "native required"),
    case("<input data-x type=range required>", "from 0 to 100", "HTML: not for a range"),
    case("<input data-x aria-required=true>", "required", "aria-required"),
    case("<input data-x readonly>", "read-only", "native readonly"),
    case("<input data-x type=checkbox readonly>", "not checked", "HTML: not for a checkbox"),
    case("<div data-x role=textbox aria-readonly=true>x</div>", "read-only", "aria-readonly"),
    case("<select data-x multiple><option>a</select>", "multiple", "native multiple"),
    case(
        "<div data-x role=listbox aria-multiselectable=true>x</div>",
        "multiple",
        "aria-multiselectable",
    ),
    case("<input data-x type=file multiple>", "file upload, multiple", "several files"),
    case("<input data-x aria-invalid=true>", "invalid", "aria-invalid"),
    case("<input data-x aria-invalid=spelling>", "invalid", "aria-invalid: kinds"),
    case("<input data-x aria-invalid=''>", "", "aria-invalid: empty is false"),
    case("<input data-x required aria-invalid=false>", "required", "not tried yet"),
    case("<input data-x type=range min=1 max=9 step=2>", "from 1 to 9 in steps of 2", "bounds"),
    case("<input data-x type=number min=1>", "from 1", "bounds"),
    case("<input data-x type=number step=0.01>", "in steps of 0.01", "bounds"),
    case(
        "<input data-x type=date max=2030-01-31>", "date as yyyy-mm-dd, up to 2030-01-31", "bounds"
    ),
    case(
        "<div data-x role=slider tabindex=0 aria-valuemin=0 aria-valuemax=5 aria-valuenow=3>",
        "from 0 to 5",
        "aria-valuemin, aria-valuemax",
    ),
    case("<input data-x type=password value=abc>", "password, 3 characters hidden", "a secret"),
]
PLACES = [
    case("<a data-x href=/ aria-current=page>x</a>", "current", "aria-current"),
    case("<a data-x href=/ aria-current=step>x</a>", "current step", "aria-current: kinds"),
    case("<button data-x aria-current=date>3</button>", "current date", "aria-current: kinds"),
    case("<a data-x href=/ aria-current=false>x</a>", "", "aria-current: false"),
    case("<table><tr><th data-x aria-sort=ascending>x</table>", "sorted ascending", "aria-sort"),
    case("<table><tr><th data-x aria-sort=other>x</table>", "sorted", "aria-sort: other"),
    case("<table><tr><th data-x aria-sort=none>x</table>", "", "aria-sort: none"),
    case("<div data-x role=feed aria-busy=true>x</div>", "busy", "aria-busy"),
    case(
        "<div role=tree><b data-x role=treeitem aria-level=3>x</b></div>", "level 3", "aria-level"
    ),
    case(
        "<ul role=listbox><li data-x role=option aria-posinset=3 aria-setsize=500>a"
        "<li role=option aria-posinset=4 aria-setsize=500>b</ul>",
        "item 3 of 500",
        "aria-setsize: more than there are",
    ),
    case(
        "<ul role=listbox><li role=option aria-posinset=3 aria-setsize=500>a"
        "<li data-x role=option aria-posinset=4 aria-setsize=500>b"
        "<li role=option aria-posinset=5 aria-setsize=500>b</ul>",
        "",
        "aria-setsize: the first and the last tell of the others",
    ),
    case(
        "<ul role=listbox><li data-x role=option aria-posinset=1 aria-setsize=1>a</ul>",
        "",
        "aria-setsize: all are there",
    ),
    case(
        "<div role=feed><p data-x role=article aria-posinset=1 aria-setsize=-1>a</p></div>",
        "item 1 of an unknown number",
        "aria-setsize: not known",
    ),
    case(
        "<div data-x role=grid aria-rowcount=900><p role=row>x</p></div>",
        "900 rows in all",
        "aria-rowcount",
    ),
    case(
        "<div data-x role=grid aria-rowcount=1><p role=row>x</p></div>",
        "",
        "aria-rowcount: all are there",
    ),
]
VALUES = [
    value("<input data-x value=' a '>", " a ", "text"),
    value("<div data-x contenteditable>7</div>", "7", "a single digit"),
    value("<div data-x contenteditable>a <b>b</b></div>", "a b", "rich text"),
    value("<div data-x contenteditable></div>", "", "nothing yet"),
    value("<input data-x type=date value=2030-01-31>", "2030-01-31", "date"),
    value("<input data-x type=time value=14:30>", "14:30", "time"),
    value("<input data-x type=color value=#ff0000>", "#ff0000", "colour"),
    value("<input data-x type=range value=40>", "40", "range"),
    value("<input data-x type=password value=abc>", "••••", "a secret"),
    value("<input data-x type=checkbox value=on>", None, "not what is sent"),
    value("<input data-x type=submit value=Go>", None, "a name is no value"),
    value("<select data-x><option>a<option selected> b </select>", "b", "the chosen option"),
    value(
        "<select data-x multiple><option selected>a<option selected label=c>b</select>",
        "a, c",
        "the chosen options",
    ),
    value("<progress data-x value=.4></progress>", "40%", "a share"),
    value("<progress data-x value=4 max=8></progress>", "4 of 8", "a count"),
    value("<progress data-x></progress>", None, "not known"),
    value("<div data-x role=progressbar aria-valuenow=40>", "40%", "0 to 100 by default"),
    value("<div data-x role=progressbar aria-valuenow=2 aria-valuemax=5>", "2 of 5", "a count"),
    value("<div data-x role=slider aria-valuenow=3>", "3", "aria-valuenow"),
    value("<div data-x role=slider aria-valuenow=3 aria-valuetext=loud>", "loud", "aria-valuetext"),
    value("<button data-x role=combobox>Rome</button>", "Rome", "the text of a made combobox"),
    value("<div data-x role=combobox><input value=Oslo></div>", "Oslo", "its field"),
    value(
        "<div data-x role=combobox aria-labelledby=l$><b id=l$>Town</b> <b>Rome</b></div>",
        "Rome",
        "the text of a made combobox without its name",
    ),
    value(
        "<div data-x role=combobox aria-labelledby=l$><b id=l$>Rome</b></div>",
        "Rome",
        "the text of a made combobox that is called by it",
    ),
    value(
        "<button data-x role=combobox aria-owns=l$>Rome</button>"
        "<div id=l$ role=listbox><div role=option aria-selected=true>Rome</div></div>",
        "Rome",
        "the text of a made combobox without the list it opens",
    ),
    value("<div data-x role=group>x</div>", None, "no value"),
]
CASES = [*CHOICES, *OPEN, *OFF, *ENTRIES, *PLACES, *VALUES]


async def only(out: Lookout, html: str) -> Computed:
    await out.session.active.page.set_content(html)
    return (await ours(out.session))[0]


async def test_states_and_values_are_what_the_rules_say(out: Lookout) -> None:
    await out.session.active.page.set_content(page_of(CASES))
    found = await ours(out.session)
    wrong = [words for case, each in zip(CASES, found, strict=True) if (words := case.wrong(each))]
    wrong += [
        f"{case.rule}: {case.html}: value {each.value!r}, not none"
        for case, each in zip(CASES, found, strict=True)
        if case in VALUES and case.value is None and each.value is not None
    ]
    assert not wrong, "\n".join(wrong)


async def test_states_that_only_scripts_and_people_bring_about_are_seen(out: Lookout) -> None:
    await out.session.active.page.set_content(
        "<input data-case=0 type=checkbox id=c><button data-case=1 popovertarget=p>x</button>"
        "<p id=p popover>y</p><dialog data-case=2 id=d>z</dialog>"
    )
    await out.script("c.indeterminate = true; d.showModal(); p.showPopover()")
    states = [each.states for each in await ours(out.session)]
    assert states == ["partly checked", "expanded", "modal"]


async def test_an_entry_is_invalid_once_a_person_has_tried_with_the_browsers_words(
    out: Lookout,
) -> None:
    html = "<form><input data-case=0 type=email aria-label=Mail required></form>"
    assert (await only(out, html)).states == "required"
    page = out.session.active.page
    await page.keyboard.press("Tab")
    await page.keyboard.type("nobody")
    await page.keyboard.press("Tab")
    found = (await ours(out.session))[0]
    assert found.states == "required, invalid"
    assert "@" in found.description


async def test_the_message_of_an_invalid_field_is_its_description(out: Lookout) -> None:
    found = await only(
        out,
        "<input data-case=0 aria-invalid=true aria-errormessage=e aria-describedby=d title=t>"
        "<p id=e>Too <b>long</b></p><p id=d>Any word</p>",
    )
    assert found.description == "Too long"


async def test_files_chosen_are_told_by_name(out: Lookout, tmp_path: Path) -> None:
    for name in ("a.txt", "b.txt"):
        (tmp_path / name).write_text("x")
    await only(out, "<input data-case=0 type=file multiple>")
    page = out.session.active.page
    await page.set_input_files("input", [tmp_path / "a.txt", tmp_path / "b.txt"])
    assert (await ours(out.session))[0].value == "a.txt, b.txt"


async def test_a_name_is_computed_anew_after_the_page_has_changed_it(out: Lookout) -> None:
    await only(out, "<button data-case=0>Before</button>")
    await out.script("document.querySelector('button').textContent = 'After'")
    assert (await ours(out.session))[0].name == "After"
