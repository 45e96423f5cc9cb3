"""Log in, register, log out, and past orders."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping

from starlette.exceptions import HTTPException
from starlette.responses import Response

from agent_e.benchmarks.sites.shop.accounts import check_password, create_account
from agent_e.benchmarks.sites.shop.checkout import check_email
from agent_e.benchmarks.sites.shop.orders import find_order, list_orders
from agent_e.benchmarks.sites.shop.seed import DEMO_EMAIL, DEMO_PASSWORD
from agent_e.benchmarks.sites.shop.visit import Visit

MIN_PASSWORD_LENGTH = 8


def show_login(visit: Visit) -> Response:
    """Show the login form."""
    if visit.account is not None:
        return visit.redirect("/account/orders")
    return _login_page(visit)


def log_in(visit: Visit) -> Response:
    """Log the session in to an account."""
    email = visit.form.get("email", "").strip()
    account = check_password(visit.db, email, visit.form.get("password", ""))
    if account is None:
        return _login_page(
            visit, email=email, error="Email address and password do not match.", status=422
        )
    visit.log_in(account.id)
    return visit.redirect("/account/orders", f"Welcome back, {account.name}.")


def log_out(visit: Visit) -> Response:
    """Log the session out."""
    visit.log_out()
    return visit.redirect("/", "You are logged out.")


def show_register(visit: Visit) -> Response:
    """Show the form for a new account."""
    if visit.account is not None:
        return visit.redirect("/account/orders")
    return visit.render("register.html", values={"name": "", "email": ""}, errors={})


def register(visit: Visit) -> Response:
    """Create an account and log in to it."""
    values = {field: visit.form.get(field, "").strip() for field in ("name", "email")}
    password = visit.form.get("password", "")
    errors = _registration_errors(values, password)
    if not errors:
        try:
            account_id = create_account(visit.db, values["email"], values["name"], password)
        except sqlite3.IntegrityError:
            errors = {"email": "There is already an account with this email address."}
        else:
            visit.log_in(account_id)
            return visit.redirect("/account/orders", f"Welcome, {values['name']}.")
    return visit.render("register.html", status=422, values=values, errors=errors)


def orders(visit: Visit) -> Response:
    """List the customer's orders."""
    if visit.account is None:
        return visit.redirect("/login", "Log in to see your orders.")
    return visit.render("orders.html", orders=list_orders(visit.db, visit.account.id))


def order(visit: Visit) -> Response:
    """Show one of the customer's orders."""
    if visit.account is None:
        return visit.redirect("/login", "Log in to see your orders.")
    found = find_order(visit.db, visit.request.path_params["number"])
    if found is None or found.account_id != visit.account.id:
        raise HTTPException(404)
    return visit.render("order.html", order=found)


def _login_page(visit: Visit, *, email: str = "", error: str = "", status: int = 200) -> Response:
    return visit.render(
        "login.html",
        status=status,
        email=email,
        error=error,
        demo_email=DEMO_EMAIL,
        demo_password=DEMO_PASSWORD,
    )


def _registration_errors(values: Mapping[str, str], password: str) -> dict[str, str]:
    errors = {
        "name": "" if len(values["name"]) > 1 else "Enter your full name.",
        "email": check_email(values["email"]),
        "password": ""
        if len(password) >= MIN_PASSWORD_LENGTH
        else f"Choose a password of at least {MIN_PASSWORD_LENGTH} characters.",
    }
    return {field: error for field, error in errors.items() if error}
