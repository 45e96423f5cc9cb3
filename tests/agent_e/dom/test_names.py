"""Accessible names, case by case from the rules of accname 1.2 and HTML-AAM."""

from __future__ import annotations

import pytest

from tests.agent_e.dom.computed import Case, chromiums, disagreements, ours, page_of
from tests.agent_e.dom.seeing import Lookout

pytestmark = [pytest.mark.asyncio(loop_scope="session"), pytest.mark.browser]

STYLE = """
.word::before { content: "Close" } .spoken::before { content: "\\e001" / "Menu" }
.glyph::before { content: "\\e001" } .slash::after { content: "either/or" }
.none { display: none } .unseen { visibility: hidden } .seen { visibility: visible }
"""


def case(html: str, name: str, rule: str, differs: str = "") -> Case:
    return Case(html=html, name=name, rule=rule, differs=differs)


LABELLEDBY = [
    case(
        "<b id=a$>Card</b><b id=b$>number</b><input data-x aria-labelledby='b$ a$'>",
        "number Card",
        "2B: several ids, in the order given",
    ),
    case(
        "<b id=a$ class=none>Hidden <i>words</i></b><input data-x aria-labelledby=a$>",
        "Hidden words",
        "2A: a hidden element named on purpose counts",
    ),
    case(
        "<b id=a$ aria-hidden=true>Silent <i>words</i></b><input data-x aria-labelledby=a$>",
        "Silent words",
        "2A: so does one hidden from assistive technology",
    ),
    case(
        "<b id=a$>Shown <i class=none>secret</i></b><input data-x aria-labelledby=a$>",
        "Shown",
        "2A: hidden parts of a shown one do not",
    ),
    case(
        "<b id=a$ class=unseen>Un<i>seen</i></b><input data-x aria-labelledby=a$>",
        "Unseen",
        "2A: visibility hides as well",
    ),
    case(
        "<b id=a$ aria-labelledby=c$>First</b><b id=c$>Second</b><input data-x aria-labelledby=a$>",
        "First",
        "2B: a chain is followed one step",
    ),
    case(
        "<b id=f$>report.pdf</b><button data-x id=d$ aria-label=Delete aria-labelledby='d$ f$'>x"
        "</button>",
        "Delete report.pdf",
        "2B: an element may name itself",
    ),
    case(
        "<button data-x aria-labelledby=nowhere$>Go</button>",
        "Go",
        "2B: ids of nothing do not count",
    ),
    case(
        "<b id=a$></b><button data-x aria-labelledby=a$>Go</button>",
        "Go",
        "2B: neither do elements without words",
    ),
    case(
        "<b id=a$ aria-label=Told>Written</b><input data-x aria-labelledby=a$>",
        "Told",
        "2D: the label of the element referred to",
    ),
    case(
        "<input id=v$ value=30><b id=u$>minutes</b><input data-x aria-labelledby='v$ u$'>",
        "30 minutes",
        "2C: the value of a field referred to",
    ),
    case(
        "<img id=a$ alt=Map><button data-x aria-labelledby=a$>x</button>",
        "Map",
        "2E: the text of a picture referred to",
    ),
    case(
        "<b id=a$>Reference</b><input data-x aria-labelledby=a$ aria-label=Label>",
        "Reference",
        "2B comes before 2D",
    ),
    case(
        "<h2 data-x><a href=/x aria-labelledby=n$>x</a></h2><p id=n$>News</p>",
        "News",
        "2B: followed for a part of the contents",
    ),
    case(
        "<b id=a$>An <i title=Abbreviated></i></b><input data-x aria-labelledby=a$>",
        "An Abbreviated",
        "2I: a title inside what is referred to",
    ),
]
LABELS = [
    case("<label>Name <input data-x></label>", "Name", "label around the field"),
    case("<label for=f$>Name</label><input data-x id=f$>", "Name", "label by id"),
    case(
        "<label for=f$>First</label><input data-x id=f$><label for=f$>second</label>",
        "First second",
        "several labels, in document order",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>Ring <input value=3> times</label>",
        "Ring 3 times",
        "2C: the value of a field inside the label",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>Every <select><option>day"
        "<option selected>week</select> at noon</label>",
        "Every week at noon",
        "2C: the chosen option inside the label",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>Volume <input type=range value=40>"
        " percent</label>",
        "Volume 40 percent",
        "2C: a range inside the label",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>Wait <span role=spinbutton tabindex=0"
        " aria-valuenow=5>x</span> s</label>",
        "Wait 5 s",
        "2C: aria-valuenow inside the label",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>Play <span role=slider tabindex=0"
        " aria-valuetext=loud aria-valuenow=9></span></label>",
        "Play loud",
        "2C: aria-valuetext comes first",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>In <span role=textbox tabindex=0"
        " contenteditable aria-label=City>Rome</span></label>",
        "In Rome",
        "2C comes before 2D",
    ),
    case(
        "<input data-x type=checkbox id=f$><label for=f$>As <span role=listbox tabindex=0>"
        "<span role=option>one</span><span role=option aria-selected=true>two</span></span>"
        "</label>",
        "As two",
        "2C: the chosen option of a made list",
    ),
    case(
        "<label for=f$ class=none>Quiet</label><input data-x id=f$>",
        "Quiet",
        "2A: a hidden label counts",
        differs="it leaves hidden labels out",
    ),
    case(
        "<label for=f$ aria-label=Spoken>Written</label><input data-x id=f$>",
        "Spoken",
        "2D: the label's own label",
    ),
    case(
        "<label for=f$><img alt=Phone> number</label><input data-x id=f$>",
        "Phone number",
        "2E: a picture in a label",
    ),
    case(
        "<label for=f$>Size</label><select data-x id=f$><option>S</select>",
        "Size",
        "label of a select",
    ),
    case(
        "<label for=f$>Total</label><output data-x id=f$>3</output>", "Total", "label of an output"
    ),
    case(
        "<label for=f$>Load</label><meter data-x id=f$ value=.5></meter>",
        "Load",
        "label of a meter",
    ),
    case(
        "<label>Agree <button data-x>?</button></label>",
        "Agree",
        "label of a button comes before its contents",
    ),
    case(
        "<label>Agree<br>to all<p>of it</p><input data-x></label>",
        "Agree to all of it",
        "2F: blocks and line breaks stand apart",
    ),
]
FIELDS = [
    case("<input data-x aria-label=' ' title=T>", "T", "2D: blank labels do not count"),
    case("<input data-x title=Title placeholder=Place>", "Title", "title before placeholder"),
    case("<input data-x placeholder=Place>", "Place", "placeholder at last"),
    case("<textarea data-x placeholder=Place>x</textarea>", "Place", "placeholder at last"),
    case("<input data-x type=submit>", "Submit", "the browser's own word"),
    case("<input data-x type=reset>", "Reset", "the browser's own word"),
    case("<input data-x type=submit value=Send title=T>", "Send", "the value of a button"),
    case("<input data-x type=button value=Do>", "Do", "the value of a button"),
    case("<input data-x type=button title=T>", "T", "a button without a value"),
    case("<input data-x type=image alt=Search src=data:,>", "Search", "text of an image button"),
    case("<input data-x type=image title=Find src=data:,>", "Find", "title of an image button"),
    case("<select data-x><option>Only</select>", "", "a value is no name"),
    case("<input data-x value=typed>", "", "a value is no name"),
    case("<fieldset data-x><legend>Pay <b>by</b></legend><input></fieldset>", "Pay by", "legend"),
    case("<table data-x><caption>Prices</caption><tr><th>a<tr><td>b</table>", "Prices", "caption"),
    case(
        "<figure data-x><img alt=x><figcaption>A cat</figcaption></figure>",
        "A cat",
        "figcaption",
        differs="it tells the caption apart, as a detail of the figure",
    ),
    case(
        "<select multiple><optgroup data-x label=Fruit><option>Pear</optgroup></select>",
        "Fruit",
        "label of a group of options",
    ),
    case(
        "<select multiple><option data-x label=Short>Long</select>",
        "Short",
        "label of an option comes before its text",
    ),
    case("<select multiple><option data-x> Red  wine </select>", "Red wine", "text of an option"),
    case(
        "<details><summary data-x>More <b>of it</b></summary>x</details>", "More of it", "summary"
    ),
    case(
        "<map name=m$><area data-x href=/a alt=North shape=default></map>"
        "<img usemap=#m$ alt=Map src=data:image/gif;base64,R0lGODlhAQABAAAAACw=>",
        "North",
        "text of an area",
        differs="it tells of areas only in a picture that is drawn",
    ),
    case(
        "<div data-x contenteditable role=textbox aria-placeholder=Write></div>",
        "Write",
        "aria-placeholder at last",
    ),
    case("<div data-x role=textbox tabindex=0>words</div>", "", "contents of a field are a value"),
    case("<iframe data-x title=Advert srcdoc=x></iframe>", "Advert", "title of a frame"),
    case("<dialog data-x open aria-label=Choose>x</dialog>", "Choose", "name of a dialog"),
    case(
        "<dialog data-x open><h2>Choose</h2></dialog>", "", "a dialog has no name from its contents"
    ),
    case("<nav data-x aria-label=Main><a href=/>x</a></nav>", "Main", "name of a landmark"),
    case("<nav data-x><h2>Main</h2></nav>", "", "landmarks have no name from contents"),
    case("<ul data-x title=Steps><li>x</ul>", "Steps", "title of any element"),
]
PICTURES = [
    case("<img data-x alt='A  red\n bike' src=data:,>", "A red bike", "alt, white space as one"),
    case("<img data-x title=Bike src=data:,>", "Bike", "title without alt"),
    case("<img data-x alt=Bike title=Red src=data:,>", "Bike", "alt before title"),
    case("<svg data-x><title>Chart</title><path d=M0,0 /></svg>", "Chart", "title of a drawing"),
    case(
        "<svg data-x role=img aria-label=Pie><title>Chart</title></svg>",
        "Pie",
        "2D before the title of a drawing",
    ),
    case(
        "<button data-x><svg><title>Cart</title></svg></button>",
        "Cart",
        "2E: a drawing in a button",
    ),
    case(
        "<button data-x><svg><g><title>Heart</title></g></svg></button>",
        "Heart",
        "2E: a group of a drawing",
    ),
    case(
        "<svg><g data-x role=button tabindex=0><title>Zoom</title><path d=M0,0 /></g></svg>",
        "Zoom",
        "title of a part of a drawing",
    ),
    case(
        "<span data-x role=img aria-label='4 of 5 stars'>*</span>",
        "4 of 5 stars",
        "a picture made of text",
    ),
    case("<a data-x href=/><img alt=Home src=data:,></a>", "Home", "2E: a picture in a link"),
    case("<a data-x href=/><img alt='' src=data:,>Home</a>", "Home", "alt says nothing"),
    case(
        "<a data-x href=/><img title=Home src=data:,></a>",
        "Home",
        "2I: title of a picture in a link",
    ),
]
CONTENT = [
    case("<button data-x>A<b>B</b><i>C</i></button>", "ABC", "2F: no space between inline parts"),
    case("<button data-x>A<div>B</div>C</button>", "A B C", "2F: space around blocks"),
    case(
        "<a data-x href=/><span style=display:inline-block>A</span>"
        "<span style=display:inline-block>B</span></a>",
        "A B",
        "2F: space around inline blocks",
    ),
    case("<button data-x>A<br>B</button>", "A B", "2F: a line break stands apart"),
    case(
        "<button data-x><img alt=+>A<i aria-label=B></i>C<svg><title>D</title></svg>E</button>",
        "+ A B C D E",
        "2D, 2E: what stands for a part stands apart",
    ),
    case("<button data-x>A<img alt=''>B</button>", "AB", "2E: what stands for nothing does not"),
    case(
        "<button data-x style=display:flex><span>A</span><span>B</span></button>",
        "A B",
        "2F: items of a flex box are blocks",
    ),
    case(
        "<a data-x href=/><span style=display:contents>A<b>B</b></span></a>",
        "AB",
        "2F: boxes of nothing do not stand apart",
    ),
    case("<a data-x href=/><table><tr><td>A<td>B</table></a>", "A B", "2F: cells stand apart"),
    case("<button data-x>Save<span class=none> as</span></button>", "Save", "2A: display"),
    case("<button data-x>Save<span class=unseen> as</span></button>", "Save", "2A: visibility"),
    case(
        "<button data-x>Save <span class=unseen>x<b class=seen>all</b></span></button>",
        "Save all",
        "2A: shown inside what is invisible",
    ),
    case("<button data-x>Save<span hidden> as</span></button>", "Save", "2A: hidden"),
    case("<button data-x>Save<span aria-hidden=true>!</span></button>", "Save", "2A: aria-hidden"),
    case("<button data-x>x<script>y</script><style>z</style></button>", "x", "nothing shown"),
    case("<button data-x><span aria-label=Close>x</span></button>", "Close", "2D: inside"),
    case(
        "<button data-x><span title=Close></span></button>",
        "Close",
        "2I: inside",
        differs="it leaves empty inline boxes out",
    ),
    case("<button data-x title=Long>Short</button>", "Short", "contents before title"),
    case("<button data-x title=Only></button>", "Only", "2I: title at last"),
    case("<button data-x class=word></button>", "Close", "2F: text of a style sheet"),
    case("<button data-x class=spoken></button>", "Menu", "2F: what stands for generated text"),
    case(
        "<button data-x><i class=glyph></i></button>",
        "",
        "a glyph of a font for icons",
        differs="it tells the glyph, a character without a meaning",
    ),
    case("<button data-x class=slash></button>", "either/or", "2F: a slash in generated text"),
    case(
        "<button data-x class=word> it</button>",
        "it",
        "2F: generated text beside text",
        differs="two computed styles for each element would double the time of every name",
    ),
    case(
        "<div data-x role=button aria-owns=o$ tabindex=0>Buy</div><b id=o$>now</b>",
        "Buy now",
        "2F: elements owned",
    ),
    case(
        "<button data-x aria-owns=o$>Buy</button><div class=none><b id=o$>now</b></div>",
        "Buy",
        "2A: elements owned that are hidden with what they are in",
    ),
    case("<h2 data-x>About <a href=/>us</a></h2>", "About us", "heading"),
    case("<h2 data-x>Find <input value=cats></h2>", "Find cats", "2C: in a heading"),
    case(
        "<div role=tree><div data-x role=treeitem>Fruit<div role=group><div role=treeitem>Pear"
        "</div></div></div></div>",
        "Fruit",
        "an item does not say the items in it",
    ),
    case(
        "<div data-x role=menuitem tabindex=0>File<ul role=menu><li role=menuitem>New</ul></div>",
        "File",
        "an item does not say the menu in it",
    ),
    case("<div data-x role=tab tabindex=0>Info</div>", "Info", "tab"),
    case("<div data-x role=switch tabindex=0 aria-checked=true>Wifi</div>", "Wifi", "switch"),
    case("<div data-x role=group>words</div>", "", "no name from contents"),
    case("<div data-x role=tooltip>Help</div>", "Help", "tooltip"),
    case("<a data-x href=/><p>One</p><p>Two</p></a>", "One Two", "paragraphs in a link"),
    case(
        "<button data-x>So\u00adft\u200b</button>",
        "Soft",
        "characters that serve layout only",
        differs="it keeps soft hyphens and blanks of no width",
    ),
    case("<ruby><button data-x>漢<ruby>字<rp>(</rp></ruby></button></ruby>", "漢字", "ruby"),
    case(
        "<button data-x><details><summary>A</summary>B</details></button>",
        "A",
        "2A: what is folded away",
    ),
]
CASES = [*LABELLEDBY, *LABELS, *FIELDS, *PICTURES, *CONTENT]


async def test_names_are_what_the_rules_say(out: Lookout) -> None:
    await out.session.active.page.set_content(page_of(CASES, STYLE))
    found = await ours(out.session)
    wrong = [words for case, each in zip(CASES, found, strict=True) if (words := case.wrong(each))]
    assert not wrong, "\n".join(wrong)


async def test_a_page_that_refers_in_rings_or_nests_without_end_still_gets_names(
    out: Lookout,
) -> None:
    deep = "<b role=listbox><i role=option aria-selected=true>" * 100
    many = "<u aria-labelledby=many></u>" * 3000
    await out.session.active.page.set_content(
        "<b id=a aria-owns=b>A</b><b id=b aria-owns=a>B</b>"
        "<button data-case=0 aria-labelledby=a>x</button>"
        f"<p id=many>{many}</p><div data-case=1 role=button aria-labelledby=many>end</div>"
        f"<div data-case=2 role=button>{many} end</div>"
        f"<div data-case=3 role=button>{deep}deep"
    )
    names = [each.name for each in await ours(out.session)]
    assert names[:3] == ["A B", "end", "end"]
    assert names[3].startswith("deep")


async def test_chromium_names_them_alike_but_for_the_differences_given(out: Lookout) -> None:
    await out.session.active.page.set_content(page_of(CASES, STYLE))
    found = disagreements(CASES, await chromiums(out.session))
    assert not found, "\n".join(found)


async def test_names_are_found_in_shadow_roots_and_through_slots(out: Lookout) -> None:
    await out.open("named_in_shadow")
    found = await ours(out.session)
    names = [each.name for each in found]
    assert names == ["Hey!", "Inside", "Town", "Open all", "by default", "Off"]
    others = [each.name for each in await chromiums(out.session)]
    assert others[1:] == names[1:], "it puts a blank behind what stands in a slot"
    assert found[-1].states == "disabled", "its host is switched off"
