"""Roles, case by case from the tables of HTML-AAM and the rules of WAI-ARIA 1.2."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest
import pytest_asyncio

from tests.agent_e.dom.computed import Case, chromiums, disagreements, ours, page_of
from tests.agent_e.dom.seeing import Lookout, lookout
from tests.browsers import Chromium

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

GIF = "data:image/gif;base64,R0lGODlhAQABAAAAACw="


def case(html: str, role: str, rule: str, differs: str = "") -> Case:
    return Case(html=html, role=role, rule=rule, differs=differs)


def plain(tag: str, role: str, differs: str = "") -> Case:
    return case(f"<{tag} data-x>x</{tag.split()[0]}>", role, f"HTML-AAM: {tag}", differs)


def typed(kind: str, role: str, differs: str = "") -> Case:
    return case(f"<input data-x type={kind}>", role, f"HTML-AAM: input type={kind}", differs)


TAGS = [
    plain("a", ""),
    plain("a href=/", "link"),
    plain("button", "button"),
    plain("address", "group"),
    plain("article", "article"),
    plain("fieldset", "group"),
    plain("figure", "figure"),
    plain("h1", "heading"),
    plain("h6", "heading"),
    plain("hgroup", "group"),
    plain("main", "main"),
    plain("nav", "navigation"),
    plain("output", "status"),
    plain("search", "search"),
    plain("dialog open", "dialog"),
    plain("textarea", "textbox"),
    plain("div", ""),
    plain("p", ""),
    plain("meter value=.5", "meter"),
    plain("progress value=.5", "progressbar"),
    plain("canvas", "canvas"),
    case("<hr data-x>", "separator", "HTML-AAM: hr"),
    case("<details data-x open><summary>a</summary>b</details>", "group", "HTML-AAM: details"),
    case("<details><summary data-x>a</summary>b</details>", "button", "HTML-AAM: summary"),
    case("<summary data-x>a</summary>", "", "HTML-AAM: a summary of nothing"),
    case("<dl><dt data-x>a<dd>b</dl>", "term", "HTML-AAM: dt"),
    case("<dl><dt>a<dd data-x>b</dl>", "definition", "HTML-AAM: dd"),
    case("<select data-x><option>a</select>", "combobox", "HTML-AAM: select"),
    case("<select data-x multiple><option>a</select>", "listbox", "HTML-AAM: select multiple"),
    case("<select data-x size=3><option>a</select>", "listbox", "HTML-AAM: select size"),
    case("<select data-x size=1><option>a</select>", "combobox", "HTML-AAM: select size 1"),
    case("<select multiple><option data-x>a</select>", "option", "HTML-AAM: option"),
    case(
        "<select multiple><optgroup data-x label=g><option>a</select>",
        "group",
        "HTML-AAM: optgroup",
    ),
    case(
        "<map name=m$><area data-x href=/a alt=a shape=default></map>"
        f"<img usemap=#m$ alt=Map src={GIF}>",
        "link",
        "HTML-AAM: area",
        "it tells of areas only in a picture that is drawn",
    ),
]
INPUTS = [
    *(typed(kind, "textbox") for kind in ("text", "email", "tel", "url", "password")),
    *(typed(kind, "textbox") for kind in ("date", "datetime-local", "month", "week", "time")),
    typed("color", "textbox"),
    typed("search", "searchbox"),
    typed("number", "spinbutton"),
    typed("range", "slider"),
    typed("checkbox", "checkbox"),
    typed("radio", "radio"),
    typed("file", "button"),
    typed("unheard-of", "textbox"),
    *(typed(kind, "button") for kind in ("button", "submit", "reset", "image")),
    case(
        "<input data-x list=l$><datalist id=l$><option>a</datalist>",
        "combobox",
        "HTML-AAM: input with suggestions",
    ),
    case(
        "<input data-x type=search list=l$><datalist id=l$><option>a</datalist>",
        "combobox",
        "HTML-AAM: search with suggestions",
    ),
    case(
        "<input data-x type=range list=l$><datalist id=l$><option>1</datalist>",
        "slider",
        "HTML-AAM: other types stay what they are",
    ),
    case("<input data-x list=nowhere$>", "textbox", "HTML-AAM: suggestions that are not there"),
    case("<input data-x type=checkbox role=switch>", "switch", "ARIA in HTML: allowed role"),
]
LANDMARKS = [
    plain("header", "banner"),
    plain("footer", "contentinfo"),
    case("<article><header data-x>x</header></article>", "", "HTML-AAM: header of an article"),
    case("<main><footer data-x>x</footer></main>", "", "HTML-AAM: footer of main"),
    case(
        "<div role=region aria-label=r><header data-x>x</header></div>",
        "",
        "HTML-AAM: header of a region by role",
        "it looks at tags alone",
    ),
    case(
        "<dialog open><header data-x>x</header></dialog>",
        "",
        "no banner of a page",
        "HTML does not list dialog, yet its header is not the page's",
    ),
    plain("section", ""),
    plain("section aria-label=s", "region"),
    plain("section title=s", "region"),
    plain("section aria-labelledby=nowhere", ""),
    plain("form", "", "a form without a name is no landmark; it says nothing then"),
    plain("form aria-label=f", "form"),
    plain("aside", "complementary"),
    case("<article><aside data-x>x</aside></article>", "", "HTML-AAM: aside of an article"),
    case(
        "<article><aside data-x title=n>x</aside></article>",
        "complementary",
        "HTML-AAM: named aside of an article",
    ),
    case("<div data-x role=region>x</div>", "", "ARIA: region needs a name"),
    case("<div data-x role=form>x</div>", "", "ARIA: form needs a name"),
    case("<div data-x role=region aria-label=r>x</div>", "region", "ARIA: named region"),
]
PICTURES = [
    case(f"<img data-x alt=a src={GIF}>", "img", "HTML-AAM: img"),
    case(f"<img data-x alt='' src={GIF}>", "", "HTML-AAM: img with empty alt"),
    case(f"<img data-x alt='' aria-label=a src={GIF}>", "img", "HTML-AAM: named all the same"),
    case(
        "<svg data-x width=9 height=9><title>t</title><path d=M0,0 /></svg>",
        "img",
        "SVG-AAM: a drawing with a title",
    ),
    case(
        "<svg data-x width=9 height=9><path d=M0,0 /></svg>",
        "",
        "SVG-AAM: a drawing",
        "it calls every drawing a picture",
    ),
]
TABLES = [
    case(
        "<table><tr><th data-x>a<th>b<tr><td>c<td>d</table>",
        "columnheader",
        "HTML: header of a row of headers",
    ),
    case(
        "<table><tr><td>a<td>b<tr><th data-x>c<td>d</table>",
        "rowheader",
        "HTML: header before data",
    ),
    case(
        "<table><tr><th data-x scope=row>a<th>b<tr><td>c<td>d</table>", "rowheader", "HTML: scope"
    ),
    case(
        "<table><thead><tr><th data-x>a<td>b</thead><tr><td>c<td>d</table>",
        "columnheader",
        "HTML: in thead",
        "it looks at the row alone",
    ),
    case("<table><tr><th>a<tr><td data-x>c</table>", "cell", "HTML-AAM: td"),
    case(
        "<table role=grid><tr><th>a<tr><td data-x>c</table>", "gridcell", "HTML-AAM: td in a grid"
    ),
    case("<table><tr data-x><th>a<tr><td>c</table>", "row", "HTML-AAM: tr"),
    case(
        "<table><tbody data-x><tr><th>a<tr><td>c</table>",
        "rowgroup",
        "HTML-AAM: tbody",
        "it leaves the groups of rows out",
    ),
    case("<table role=none><tr><td data-x>a<td>b</table>", "", "ARIA: cell of a layout table"),
    case(
        "<table role=presentation><tr data-x><td>a<td>b</table>", "", "ARIA: row of a layout table"
    ),
    case(
        "<table role=none><tr><td data-x role=button tabindex=0>a</table>",
        "button",
        "ARIA: a role given stays",
    ),
    case("<ul><li data-x>a</ul>", "listitem", "HTML-AAM: li"),
    case("<ul data-x><li>a</ul>", "list", "HTML-AAM: ul"),
    case("<menu data-x><li>a</menu>", "list", "HTML-AAM: menu"),
    case("<ul role=none><li data-x>a</ul>", "", "ARIA: item of no list"),
    case("<ul role=tablist><li data-x><b role=tab>a</b></ul>", "", "ARIA: item of another role"),
]
ATTRIBUTE = [
    case("<div data-x role='foo button' tabindex=0>x</div>", "button", "ARIA: fall-back roles"),
    case("<div data-x role='BUTTON' tabindex=0>x</div>", "button", "ARIA: case does not matter"),
    case("<button data-x role=unknown>x</button>", "button", "ARIA: unknown roles do not count"),
    case(
        "<div data-x role='widget link' tabindex=0>x</div>",
        "link",
        "ARIA: abstract roles do not count",
    ),
    case("<button data-x role=''>x</button>", "button", "ARIA: an empty role"),
    case("<h2 data-x role=none>x</h2>", "", "ARIA: none"),
    case("<h2 data-x role=presentation>x</h2>", "", "ARIA: presentation"),
    case("<button data-x role=none>x</button>", "button", "ARIA: conflict, focusable"),
    case("<h2 data-x role=none tabindex=-1>x</h2>", "heading", "ARIA: conflict, tabindex"),
    case("<h2 data-x role=none aria-label=h>x</h2>", "heading", "ARIA: conflict, global attribute"),
    case("<h2 data-x role=none aria-level=3>x</h2>", "", "ARIA: an attribute that is not global"),
    case("<h2 data-x role=generic>x</h2>", "", "ARIA: generic"),
    case("<div data-x role=image aria-label=i>x</div>", "img", "ARIA 1.3: image is img"),
    case("<div data-x role=video>x</div>", "", "ARIA: words of no role"),
    case(
        "<a data-x href=/ role=doc-noteref>1</a>",
        "link",
        "DPUB-ARIA: a kind of link",
        "it tells the finer role of books",
    ),
    case(
        "<div data-x contenteditable>x</div>",
        "textbox",
        "an editing host takes text",
        "it has no role by the tables; one types into it all the same",
    ),
    case(
        "<div data-x role=none contenteditable>x</div>",
        "textbox",
        "ARIA: conflict, an editing host",
        "see above",
    ),
]
CASES = [*TAGS, *INPUTS, *LANDMARKS, *PICTURES, *TABLES, *ATTRIBUTE]


@pytest_asyncio.fixture(scope="module", loop_scope="session")
async def out(
    chromium: Chromium, tmp_path_factory: pytest.TempPathFactory
) -> AsyncIterator[Lookout]:
    async with lookout(chromium, tmp_path_factory.mktemp("downloads")) as opened:
        await opened.session.active.page.set_content(page_of(CASES))
        yield opened


async def test_roles_are_what_the_rules_say(out: Lookout) -> None:
    found = await ours(out.session)
    wrong = [words for case, each in zip(CASES, found, strict=True) if (words := case.wrong(each))]
    assert not wrong, "\n".join(wrong)


async def test_chromium_gives_the_same_roles_but_for_the_differences_given(out: Lookout) -> None:
    found = disagreements(CASES, await chromiums(out.session))
    assert not found, "\n".join(found)
