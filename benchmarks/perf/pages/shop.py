"""A shop's page of search results."""

from __future__ import annotations

from .document import document
from .element import Element, h
from .page import GeneratedPage
from .parts import Parts
from .shop_cards import card
from .words import Words

CSS = """
header{background:#12343b;color:#fff;padding:14px 28px;display:flex;gap:22px;align-items:center}
header a{color:#fff}header .item{font-weight:700;font-size:20px}header .ico{font-size:16px}
header form{flex:1;display:flex;gap:8px}header .field{flex:1;display:flex;gap:8px}
header .field label{align-self:center;font-size:13px}header input{flex:1;color:#1f2430}
header .btn{color:#1f2430}.cats{background:#fff;border-bottom:1px solid #d9dde4;padding:0 28px}
.cats ul{display:flex;gap:26px}.cats .item{display:block;padding:11px 0;font-weight:600}
.page{display:grid;grid-template-columns:232px minmax(0,1fr);gap:24px;padding:18px 28px;
max-width:1280px;
margin:auto}
aside section{background:#fff;border-radius:8px;padding:12px 14px;margin-bottom:12px}
aside h3{font-size:14px;margin-bottom:6px}.check{display:flex;gap:7px;align-items:center}
.more{max-height:66px;overflow:hidden}.more .check{height:22px}.range .field{display:inline-block;
width:94px}
.range label{display:block;font-size:13px}.range input{width:88px}
.range .field:last-child,.range .field:last-child input{width:190px}
.switch{display:flex;gap:9px;align-items:center;cursor:pointer;padding:3px 0}
.switch input{position:absolute;opacity:0;width:1px;height:1px}
.switch i{width:30px;height:17px;border-radius:9px;background:#b9c0cc}
.switch input:checked+i{background:#2b7a4b}
.bar{display:flex;gap:12px;align-items:center;margin-bottom:12px}.bar h1{font-size:21px}
.bar p{flex:1;color:#5b6373}.bar .field label{margin-right:8px}
.bar .tile{cursor:pointer;border:1px solid #b9c0cc;border-radius:6px;padding:5px 10px;
background:#fff}
.promos{display:grid;grid-template-columns:1fr 1fr;gap:14px;margin-bottom:14px}
.promos .line{background:#fdf0d9;border-radius:8px;padding:14px 16px;cursor:pointer}
.promos h3{font-size:15px}
.strip{background:#fff;border-radius:8px;padding:12px 16px;margin-bottom:14px}
.strip h2{font-size:16px;margin-bottom:8px}
.strip ul{display:flex;gap:12px;overflow-x:auto}.strip li{flex:0 0 150px}
.strip .item{display:block;background:#eef1f5;border-radius:6px;padding:26px 10px;text-align:center}
.grid{display:grid;grid-template-columns:repeat(3,1fr);gap:16px}
.card{background:#fff;border-radius:8px;padding:14px;display:flex;flex-direction:column;gap:7px;
position:relative}
.card img{width:100%;height:150px;object-fit:cover;border-radius:6px}.card h3{font-size:15px}
.stars{color:#c77d00;display:flex;gap:6px}.stars span:last-child{color:#5b6373}
.price{font-size:18px;font-weight:700}.price s{font-weight:400;font-size:14px;color:#7b8494}
.swatches{display:flex;gap:8px}.swatches .line{width:22px;height:22px;border-radius:50%;padding:0}
.card .line{padding:2px 0}.card .line .btn{background:#12343b;color:#fff;border-color:#12343b}
.card .line .btn:disabled{background:#d9dde4;color:#6f7786;border-color:#d9dde4}
.card small{display:block;color:#5b6373}
.wish{position:absolute;right:22px;top:22px;width:34px;height:34px;padding:7px;border-radius:50%}
.wish svg{width:18px;height:18px;display:block;fill:none;stroke:#b3243c;stroke-width:2}
.pages ul{display:flex;gap:6px;justify-content:center;padding:26px}
.pages .item{display:block;border:1px solid #b9c0cc;background:#fff;border-radius:6px;
padding:5px 11px}
footer{background:#e4e8ee;padding:26px 28px}footer ul{columns:5;max-width:1224px;margin:auto}
footer p{text-align:center;color:#5b6373;padding-top:16px}
"""
_CATEGORIES = ("Lamps", "Chairs", "Tables", "Rugs", "Shelves", "Beds", "Garden", "Sale")


def shop(elements: int) -> GeneratedPage:
    """Return a shop's result page of so many elements."""
    name = f"shop_{elements}"
    parts = Parts(Words(name))
    grid = h("div", class_="grid")
    links = h("ul")
    page = [_header(parts), _categories(parts)]
    results = h("main", *_above(parts), grid, _pages(parts), class_="results")
    page += [h("div", _facets(parts), results, class_="page")]
    page += [h("footer", links, h("p", f"© {parts.words.name()} Ltd."))]
    # html, head, its three children, and body surround what is built here.
    missing = elements - 6 - sum(part.size() for part in page)
    while missing >= 60:
        made = card(parts, len(grid.children))
        grid.add(made)
        missing -= made.size()
    for _ in range(missing // 2):
        links.add(h("li", parts.link("About {}")))
    title = f"{parts.words.name()} – search results"
    return GeneratedPage(name=name, html=document(title, CSS, *page))


def _header(parts: Parts) -> Element:
    menu = h("ul", *(h("li", parts.link("Menu {}", kind="hidden")) for _ in range(4)), hidden=True)
    return h(
        "header",
        parts.link("{}"),
        h("form", parts.field("Find {}", type_="search"), parts.button("Search {}"), role="search"),
        parts.icon("☺", tag="a"),
        parts.icon("♥", tag="a"),
        parts.icon("⚑"),
        menu,
    )


def _categories(parts: Parts) -> Element:
    items = [h("li", parts.link(f"{name} {{}}")) for name in _CATEGORIES]
    return h("nav", h("ul", *items), aria_label="Categories", class_="cats")


def _facets(parts: Parts) -> Element:
    """Return the filters; those of the last brands that a box cuts off are decoys."""
    brands = h("ul", *(h("li", parts.check()) for _ in range(5)))
    # Three rows fit into the box; the others begin below its edge.
    kinds = ("C", "C", "C", "clipped", "clipped", "clipped")
    more = h("ul", *(h("li", parts.check(kind=kind)) for kind in kinds), class_="more")
    price = h(
        "section",
        h("h3", "Price"),
        parts.field("From {}", type_="number", min=0),
        parts.field("To {}", type_="number", min=0),
        parts.field("Up to {}", type_="range", min=0, max=400),
        class_="range",
    )
    return h(
        "aside",
        h("section", h("h3", "Brand"), brands, more),
        price,
        h("section", h("h3", "Material"), *(parts.check() for _ in range(4))),
        h(
            "section",
            h("h3", "Rating"),
            *(parts.check("{} and up", type_="radio", group="rating") for _ in range(3)),
        ),
        h("section", h("h3", "Delivery"), parts.switch("In stock {}"), parts.switch("Today {}")),
        aria_label="Filters",
    )


def _above(parts: Parts) -> list[Element]:
    """Return the part above the results."""
    order = ["Best match", "Lowest price", "Highest price", "Newest"]
    bar = h(
        "div",
        h("h1", f"Results for {parts.words.name()}"),
        h("p", f"{parts.words.number(200, 9000)} products"),
        parts.select("Sort {}", order),
        parts.tile("List {}", kind="JP"),
        parts.tile("Grid {}", kind="JP"),
        class_="bar",
    )
    promos = h("div", *(_promo(parts) for _ in range(2)), class_="promos").on_click("delegate")
    seen = [h("li", parts.link("Seen {}")) for _ in range(12)]
    strip = h("section", h("h2", "Recently viewed"), h("ul", *seen), class_="strip")
    return [bar, promos, strip]


def _promo(parts: Parts) -> Element:
    """Return a card that is one thing to click, by its pointer cursor."""
    word = parts.words.name()
    heading = h("h3", f"{word} week")
    return h("div", heading, h("p", parts.sentence()), class_="line").plant("CL", word)


def _pages(parts: Parts) -> Element:
    items = [h("li", parts.link(f"{number} {{}}")) for number in range(1, 7)]
    return h("nav", h("ul", *items), aria_label="Pages", class_="pages")
