"""From the basket to the order confirmation."""

from __future__ import annotations

from starlette.exceptions import HTTPException
from starlette.responses import Response

from agent_e.benchmarks.sites.shop.baskets import BasketError
from agent_e.benchmarks.sites.shop.checkout import (
    COUNTRIES,
    DELIVERIES,
    CheckoutForm,
    blank_form,
    parse_form,
)
from agent_e.benchmarks.sites.shop.orders import find_order, place_order
from agent_e.benchmarks.sites.shop.visit import Visit


def show(visit: Visit) -> Response:
    """Show the form; customers who are logged in find their name and email filled in."""
    if not visit.basket.lines:
        return visit.redirect("/basket", "Put something in your basket before you check out.")
    if visit.account is None:
        return _form_page(visit, blank_form())
    return _form_page(visit, blank_form(name=visit.account.name, email=visit.account.email))


def submit(visit: Visit) -> Response:
    """Place the order, or show the form again with what is wrong."""
    if not visit.basket.lines:
        return visit.redirect("/basket", "Put something in your basket before you check out.")
    form = parse_form(visit.form)
    if form.errors:
        return _form_page(visit, form, status=422)
    try:
        number = place_order(
            visit.db,
            session=visit.start_session(),
            account_id=visit.account.id if visit.account else None,
            basket=visit.basket,
            form=form,
            placed_on=visit.tools.today(),
        )
    except BasketError as error:
        return visit.redirect("/basket", str(error))
    return visit.redirect(f"/checkout/complete/{number}")


def complete(visit: Visit) -> Response:
    """Show the confirmation to the session that placed the order."""
    order = find_order(visit.db, visit.request.path_params["number"])
    if order is None or visit.session is None or order.session_id != visit.session:
        raise HTTPException(404)
    return visit.render("complete.html", order=order)


def _form_page(visit: Visit, form: CheckoutForm, *, status: int = 200) -> Response:
    return visit.render(
        "checkout.html",
        status=status,
        form=form,
        basket=visit.basket,
        countries=COUNTRIES,
        deliveries=DELIVERIES,
    )
