"""Home, listings, search and the product page."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.exceptions import HTTPException
from starlette.responses import Response

from agent_e.benchmarks.sites.shop.products import (
    SORT_ORDERS,
    find_product,
    list_best,
    list_categories,
    list_products,
    list_reviews,
    list_sale,
)
from agent_e.benchmarks.sites.shop.visit import Visit


def home(visit: Visit) -> Response:
    """Show offers and favourites."""
    return visit.render("home.html", sale=list_sale(visit.db, 4), best=list_best(visit.db, 4))


def all_products(visit: Visit) -> Response:
    """List everything."""
    return _listing(visit, heading="All products")


def category(visit: Visit) -> Response:
    """List one category."""
    slug = visit.request.path_params["slug"]
    found = next((one for one in list_categories(visit.db) if one.slug == slug), None)
    if found is None:
        raise HTTPException(404)
    return _listing(visit, heading=found.name, category_slug=slug)


def search(visit: Visit) -> Response:
    """List the products that contain every word of the query."""
    query = visit.request.query_params.get("q", "").strip()
    heading = f"Results for “{query}”" if query else "All products"
    return _listing(visit, heading=heading, query=query)


def product(visit: Visit) -> Response:
    """Show one product with its specifications and reviews."""
    found = find_product(visit.db, visit.request.path_params["slug"])
    if found is None:
        raise HTTPException(404)
    return visit.render(
        "product.html", product=found, reviews=list_reviews(visit.db, found.id), error=""
    )


def _listing(visit: Visit, *, heading: str, query: str = "", category_slug: str = "") -> Response:
    parameters = dict(visit.request.query_params)
    sort = parameters.get("sort", "featured")
    number = parameters.get("page", "1")
    listed = list_products(
        visit.db,
        query=query,
        category=category_slug,
        sort=sort,
        page=int(number) if number.isdecimal() and len(number) < 9 else 1,
    )

    def page_address(page: int) -> str:
        return "?" + urlencode({**parameters, "page": page})

    return visit.render(
        "listing.html",
        heading=heading,
        query=query,
        category_slug=category_slug,
        listed=listed,
        sort=sort,
        sort_orders=SORT_ORDERS,
        page_address=page_address,
    )
