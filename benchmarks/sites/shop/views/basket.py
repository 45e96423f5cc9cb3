"""The basket: adding, changing, removing."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import Response

from agent_e.benchmarks.sites.shop.baskets import (
    BasketError,
    add_to_basket,
    remove_from_basket,
    set_quantity,
)
from agent_e.benchmarks.sites.shop.products import Product, find_product, list_reviews
from agent_e.benchmarks.sites.shop.visit import Visit


def show(visit: Visit) -> Response:
    """Show the basket."""
    return visit.render("basket.html", basket=visit.basket, error="", wrong="")


def add(visit: Visit) -> Response:
    """Add the quantity from the product page."""
    product = _product(visit, visit.form.get("product", ""))
    try:
        add_to_basket(visit.db, visit.start_session(), product, _quantity(visit))
    except BasketError as error:
        reviews = list_reviews(visit.db, product.id)
        return visit.render(
            "product.html", status=422, product=product, reviews=reviews, error=str(error)
        )
    return visit.redirect(f"/product/{product.slug}", f"{product.name} is in your basket.")


def change(visit: Visit) -> Response:
    """Change the quantity of a line, or remove the line."""
    product = _product(visit, visit.request.path_params["slug"])
    session = visit.start_session()
    if visit.form.get("action") == "remove":
        remove_from_basket(visit.db, session, product)
        return visit.redirect("/basket", f"{product.name} was removed from your basket.")
    try:
        set_quantity(visit.db, session, product, _quantity(visit))
    except BasketError as error:
        return visit.render(
            "basket.html", status=422, basket=visit.basket, error=str(error), wrong=product.slug
        )
    return visit.redirect("/basket", "Your basket was updated.")


def _product(visit: Visit, slug: str) -> Product:
    product = find_product(visit.db, slug)
    if product is None:
        raise HTTPException(404)
    return product


def _quantity(visit: Visit) -> int:
    text = visit.form.get("quantity", "").strip()
    return int(text) if text.isdecimal() and len(text) < 9 else 0
