"""Pages of controls: toolbars of icons, tables, cards, forms, tiny things, and plain links."""

from __future__ import annotations

from html import escape

from .page import ClickPage, PageMaker, icon, icons, saying

_NAMED = 0.25
"""Share of icon buttons with an accessible name; the others are only to be seen."""


def toolbar(number: int) -> ClickPage:
    """Two rows of icon buttons and a rail of them around an empty sheet."""
    made = PageMaker("toolbar", number)
    names = made.chance.sample(sorted(icons()), 44)
    size = made.chance.choice((16, 20, 24, 28))
    buttons = [_icon_button(made, name, names, size) for name in names]
    body = (
        f"<h1>{made.pick('steps', 1)[0]} – {made.pick('things', 1)[0]}</h1>"
        f'<div class="bar">{"".join(buttons[:18])}</div><div class="bar">{"".join(buttons[18:36])}'
        f'</div><div class="rail">{"".join(buttons[36:])}</div><div class="sheet"></div>'
    )
    return made.made("Editor", body, most=11)


def _icon_button(made: PageMaker, name: str, others: list[str], size: int) -> str:
    id_, said = made.id(), saying(name, others, made.chance)
    if said:
        made.ask("icon", f"Click the icon for “{said}”.", id_)
    label = f' aria-label="{name.replace("-", " ")}"' if made.chance.random() < _NAMED else ""
    return f'<button class="bare" id="{id_}"{label}>{icon(name, size)}</button>'


def table(number: int) -> ClickPage:
    """Rows with the same icons in each, tiny boxes before them, and tiny arrows at the top."""
    made = PageMaker("table", number)
    people, places = made.pick("people", 9), made.pick("places", 9)
    names = made.chance.sample(sorted(icons()), 3)
    said = [saying(name, names, made.chance) for name in names]
    heads = ("Name", "Town", "Since", "Amount")
    top = "".join(f"<th>{head} {_sorter(made, head)}</th>" for head in heads)
    rows = []
    for person, place in zip(people, places, strict=True):
        box, link = made.id(), made.id()
        made.ask("tiny", f"Tick the box in front of {person}.", box)
        made.ask("text", f"Open the record of {person}.", link)
        cells = []
        for name, word in zip(names, said, strict=True):
            id_ = made.id()
            if word:
                made.ask("ambiguous", f"Click the “{word}” icon in the row of {person}.", id_)
            cells.append(f'<button class="bare" id="{id_}">{icon(name, 16)}</button>')
        year, money = made.chance.randrange(1990, 2026), made.chance.randrange(10, 999)
        rows.append(
            f'<tr><td><input type="checkbox" class="small" id="{box}"></td>'
            f'<td><a href="#" id="{link}">{escape(person)}</a></td><td>{place}</td><td>{year}</td>'
            f"<td>{money}.00</td><td>{''.join(cells)}</td></tr>"
        )
    body = (
        f"<h1>Members</h1><table><thead><tr><th></th>{top}<th></th></tr></thead>"
        f"<tbody>{''.join(rows)}</tbody></table>"
    )
    return made.made("Members", body, most=9)


def _sorter(made: PageMaker, head: str) -> str:
    up, down = made.id(), made.id()
    made.ask("tiny", f"Click the small arrow that points up beside the column heading {head}.", up)
    made.ask("tiny", f"Click the small down arrow at the column heading {head}.", down)
    arrows = zip((up, down), "▲▼", strict=True)
    return "".join(f'<button class="sort" id="{id_}">{arrow}</button>' for id_, arrow in arrows)


def cards(number: int) -> ClickPage:
    """Cards that all have the same buttons."""
    made = PageMaker("cards", number)
    first, second = made.chance.sample(
        ("Details", "Compare", "Add to list", "Reserve", "Notify me"), 2
    )
    shown = []
    for thing in made.pick("things", 9):
        one, other, link = made.id(), made.id(), made.id()
        made.ask("ambiguous", f"Click “{first}” for the {thing}.", one)
        made.ask("ambiguous", f"Press the {second} button that belongs to {thing}.", other)
        made.ask("text", f"Open {thing}.", link)
        shown.append(
            f'<div class="card"><a href="#" id="{link}">{thing}</a>'
            f"<p>{made.chance.randrange(9, 400)}.00</p>"
            f'<button id="{one}">{first}</button> <button id="{other}">{second}</button></div>'
        )
    body = f'<h1>For the house</h1><div class="cards">{"".join(shown)}</div>'
    return made.made("For the house", body, most=8)


def form(number: int) -> ClickPage:
    """Fields with their labels above, beside or within them."""
    made = PageMaker("form", number)
    layout = made.chance.choice(("above", "beside", "within"))
    fields = []
    for label in made.pick("fields", 14):
        id_ = made.id()
        made.ask("field", made.chance.choice(_FIELD).format(label=label), id_)
        hint = f' placeholder="{label}"' if layout == "within" else ""
        text = "" if layout == "within" else f"<span>{label}</span>"
        tag = made.chance.choice(("input", "input", "select"))
        field = (
            f'<select id="{id_}"><option>{label if hint else "–"}</option></select>'
            if tag == "select"
            else f'<input id="{id_}"{hint}>'
        )
        fields.append(f"<label>{text}{field}</label>")
    info = made.id()
    made.ask("tiny", "Click the small circled letter beside the heading.", info)
    body = (
        f'<h1>Registration <button class="small" id="{info}">{icon("info", 13)}</button></h1>'
        f'<div class="form {layout}">{"".join(fields)}</div>'
    )
    return made.made("Registration", body, most=9)


_FIELD = (
    "Click the field {label}.",
    "Put the cursor into “{label}”.",
    "Select the box where {label} goes.",
)


def tiny(number: int) -> ClickPage:
    """Chips with small crosses, dots to turn pages with, and steppers."""
    made = PageMaker("tiny", number)
    chips, dots, steps = [], [], []
    for tag in made.pick("tags", 9):
        id_ = made.id()
        made.ask("tiny", f"Remove the label “{tag}” with its little cross.", id_)
        cross = made.chance.choice(("×", "✕", "✖"))
        chips.append(
            f'<span class="chip">{tag} <button class="small" id="{id_}">{cross}</button></span>'
        )
    count = made.chance.randrange(5, 9)
    for place in range(count):
        id_ = made.id()
        made.ask("tiny", f"Click dot {place + 1} of the {count} dots under the picture.", id_)
        dots.append(f'<button class="dot" id="{id_}"></button>')
    for field in made.pick("fields", 4):
        less, more = made.id(), made.id()
        made.ask("tiny", f"Press the small minus at {field}.", less)
        made.ask("tiny", f"Press the small plus at {field}.", more)
        steps.append(
            f'<p>{field} <button class="small" id="{less}">−</button> '
            f'<b>{made.chance.randrange(9)}</b> <button class="small" id="{more}">+</button></p>'
        )
    body = (
        f'<h1>{made.pick("menu", 1)[0]}</h1><div class="chips">{"".join(chips)}</div>'
        '<div class="sheet"></div><div class="chips" style="justify-content:center">'
        f"{''.join(dots)}</div>{''.join(steps)}"
    )
    return made.made("Labels", body, most=8)


def links(number: int) -> ClickPage:
    """A menu, an article with links in its sentences, and a column of further links."""
    made = PageMaker("links", number)
    menu, phrases, titles = made.pick("menu", 11), made.pick("phrases", 8), made.pick("places", 8)

    def link(words: str, instruction: str) -> str:
        id_ = made.id()
        made.ask("text", instruction.format(words=words), id_)
        return f'<a href="#" id="{id_}">{words}</a>'

    top = "".join(link(words, "Go to {words}.") for words in menu[:6])
    side = "".join(f"<p>{link(words, 'Open the page “{words}”.')}</p>" for words in menu[6:])
    text = "".join(
        f"<p>In {place} people still speak of {link(words, 'Follow the link about {words}.')}, and "
        f"of what came of it in {made.chance.randrange(1890, 2020)}. Few have seen it since.</p>"
        for place, words in zip(titles, phrases, strict=True)
    )
    body = (
        f'<div class="menu">{top}</div><div class="aside">{side}</div><h1>Notes from '
        f"{titles[0]}</h1>{text}"
    )
    return made.made("Notes", body, most=8)
