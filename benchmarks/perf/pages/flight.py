"""A form to search flights, made of widgets of its own."""

from __future__ import annotations

from .document import document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .words import Words

CSS = """
main{max-width:1040px;margin:24px auto;background:#fff;border-radius:12px;padding:24px 30px}
h1{font-size:24px;margin-bottom:14px}h2{font-size:15px;margin:0 0 8px}
.row{display:flex;gap:26px;margin:14px 0;align-items:flex-start;flex-wrap:wrap}.row>div{flex:1}
.field label{display:block;font-size:13px;color:#5b6373}
[role=radiogroup],.chips{display:flex;gap:10px}
[role=radio],.chip{border:1px solid #b9c0cc;border-radius:16px;padding:5px 14px}
[role=radio][aria-checked=true]{background:#1557a8;color:#fff}
[role=combobox]{width:300px;display:block}
[role=listbox]{border:1px solid #b9c0cc;border-radius:8px;width:300px;margin-top:4px}
[role=option]{padding:6px 12px}[role=option][aria-selected=true]{background:#e8f0fb}
.steps{display:flex;gap:10px;align-items:center;margin:6px 0}.steps span{flex:1}
.steps [role=button]{border:1px solid #1557a8;border-radius:14px;padding:2px 10px}
.month{display:grid;grid-template-columns:repeat(7,1fr);gap:4px}.month [role=row]{display:contents}
[role=columnheader]{text-align:center;color:#5b6373;font-size:12px}
[role=gridcell]{border:1px solid #e0e4ea;border-radius:6px;padding:3px 6px;font-size:12px;
height:46px}
[aria-disabled=true]{opacity:.7}[role=gridcell][aria-disabled=true]{color:#a9b0bc;
background:#f4f5f7}
[role=gridcell] b{display:block;font-size:14px}
.chip{background:#eef1f5;display:flex;gap:8px;align-items:center}.chip .ico{cursor:pointer}
[role=slider]{height:26px;background:#d9dde4;border-radius:13px;padding:3px 14px;width:300px}
[role=switch]{border:1px solid #b9c0cc;border-radius:14px;padding:4px 12px;display:inline-block}
.cabins{display:flex;gap:12px}.line{flex:1;border:1px solid #b9c0cc;border-radius:8px;padding:10px}
[contenteditable]{border:1px dashed #9aa3b2;border-radius:8px;
padding:10px}
[inert]{opacity:.45;border-top:1px solid #d9dde4;margin-top:18px;padding-top:14px}
[inert] .btn{margin-right:8px}
"""
_DAYS = ("Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun")


def flight() -> GeneratedPage:
    """Return the form, of about 250 elements."""
    parts = Parts(Words("flight"))
    main = h(
        "main",
        h("h1", f"{parts.words.name()} Air: find a flight"),
        h("div", *_choices(parts), class_="row"),
        h("div", _place(parts, "From {}"), _place(parts, "To {}"), _people(parts), class_="row"),
        h("div", *(_calendar(parts, month) for month in ("May", "June")), class_="row"),
        h("div", *_wishes(parts), class_="row"),
        h("div", *_cabins(parts), class_="cabins"),
        h("div", *_ending(parts), class_="row"),
        h(
            "section",
            h("h2", "Hotels"),
            *(parts.button("Stay {}", kind="inert") for _ in range(3)),
            inert=True,
        ),
    )
    return GeneratedPage(name="flight", html=document("Find a flight", CSS, main))


def _widget(
    parts: Parts, role: str, text: str = "{}", tag: str = "div", **attributes: str | int
) -> Element:
    """Return an ARIA widget with a listener of its own."""
    word = parts.words.name()
    made = h(tag, text.format(word), role=role, tabindex=0, **attributes)
    return made.plant("AR", word).on_click()


def _choices(parts: Parts) -> list[Element]:
    trips = [
        _widget(parts, "radio", f"{text} {{}}", aria_checked="true" if first else "false")
        for first, text in ((True, "Return"), (False, "One way"), (False, "Several"))
    ]
    return [
        h("div", *trips, role="radiogroup", aria_label="Trip"),
        _widget(parts, "switch", "Direct only {}", aria_checked="false"),
    ]


def _place(parts: Parts, text: str) -> Element:
    """Return a combobox with its list open."""
    word, number = parts.words.name(), parts.number()
    listed = f"list{number}"
    options = [
        _widget(parts, "option", "{} airport", aria_selected="true" if not place else "false")
        for place in range(4)
    ]
    return h(
        "div",
        h("label", text.format(word), for_=f"place{number}"),
        h(
            "input",
            id=f"place{number}",
            role="combobox",
            aria_expanded="true",
            aria_controls=listed,
            autocomplete="off",
        ).plant("I", word),
        h("div", *options, role="listbox", id=listed, aria_label="Places"),
        class_="field",
    )


def _people(parts: Parts) -> Element:
    rows = []
    for people in ("Adults", "Children", "Babies"):
        fewer = _widget(parts, "button", "− {}")
        more = _widget(parts, "button", "+ {}")
        if people == "Babies":
            # A count cannot fall below zero.
            assert fewer.planted is not None
            fewer.attributes["aria-disabled"] = "true"
            fewer.plant("disabled", fewer.planted.token)
        rows.append(
            h(
                "div",
                h("span", people),
                fewer,
                h("b", "0" if people == "Babies" else "1"),
                more,
                class_="steps",
            )
        )
    return h("div", h("h2", "Passengers"), *rows)


def _calendar(parts: Parts, month: str) -> Element:
    """Return a month as a grid of four weeks."""
    head = h("div", *(h("div", day, role="columnheader") for day in _DAYS), role="row")
    weeks = []
    for week in range(4):
        dates = range(week * 7 + 1, week * 7 + 8)
        days = [_day(parts, date, past=month == "May" and date < 5) for date in dates]
        weeks.append(h("div", *days, role="row"))
    grid = h("div", head, *weeks, role="grid", aria_label=month, class_="month")
    return h("div", h("h2", month), grid)


def _day(parts: Parts, day: int, *, past: bool) -> Element:
    """Return a day with its fare; a past one cannot be chosen."""
    word = parts.words.name()
    cell = h("div", h("b", str(day)), f"fare {word}", role="gridcell", tabindex=-1 if past else 0)
    if past:
        cell.attributes["aria-disabled"] = "true"
    return cell.plant("disabled" if past else "AR", word).on_click()


def _wishes(parts: Parts) -> list[Element]:
    chips = []
    for _ in range(4):
        cross = h("span", "×", class_="ico", title=f"Remove {(word := parts.words.name())}")
        cross.plant("JP", word).on_click()
        chips.append(h("span", parts.words.name(), " ", cross, class_="chip"))
    word = parts.words.name()
    slider = h(
        "div",
        f"Fare up to {word}",
        role="slider",
        tabindex=0,
        aria_label=f"Fare up to {word}",
        aria_valuemin=50,
        aria_valuemax=900,
        aria_valuenow=400,
    )
    slider.plant("AR", word).on_click()
    return [h("div", h("h2", "Airlines"), h("div", *chips, class_="chips")), slider]


def _cabins(parts: Parts) -> list[Element]:
    """Return cards with nothing but a listener."""
    cards = []
    for text in ("Economy {}", "Comfort {}", "Business {}", "First {}"):
        card = parts.tile(text, class_="line")
        card.add(h("p", parts.icon("✈"), " ", parts.sentence()))
        cards.append(card)
    return cards


def _ending(parts: Parts) -> list[Element]:
    word = parts.words.name()
    note = h("div", h("p", f"Note {word}"), contenteditable="true", aria_label=f"Note {word}")
    return [
        parts.field("Return on {}", type_="date"),
        parts.select("Currency {}", ["Euro", "Dollar", "Yen"]),
        note.plant("CE", word),
        parts.check("Flexible {}"),
        parts.button("Search flights {}"),
        parts.button("Book {}", kind="disabled"),
        parts.link("Fare rules {}"),
    ]
