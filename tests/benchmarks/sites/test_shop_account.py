"""The shop: accounts and past orders."""

from __future__ import annotations

import re

import httpx
import pytest

ROBIN = {"email": "robin@example.com", "password": "tidewater"}


async def test_the_demo_account_on_the_login_page_works(customer, shop):
    page = (await customer.get("/login")).text
    email, password = re.findall(r"<dd>(.+?)</dd>", page)
    answer = await customer.post("/login", data={"email": email, "password": password})
    assert answer.url.path == "/account/orders"
    assert "Welcome back, Robin Marsh." in answer.text
    assert "24817" in answer.text
    assert "24818" in answer.text


@pytest.mark.parametrize(
    "wrong", [{"password": "guess"}, {"email": "nobody@example.com"}, {"password": ""}]
)
async def test_wrong_credentials_are_refused(customer, wrong):
    answer = await customer.post("/login", data=ROBIN | wrong)
    assert answer.status_code == 422
    assert "do not match" in answer.text
    assert (await customer.get("/account/orders")).url.path == "/login"


async def test_a_past_order_shows_its_lines_to_its_owner_only(customer, shop):
    await customer.post("/login", data=ROBIN)
    page = (await customer.get("/account/orders/24818")).text
    assert "Enamel Camp Mug" in page
    assert "$153.50" in page
    assert (await customer.get("/account/orders/99999")).status_code == 404
    async with httpx.AsyncClient(base_url=shop.url) as stranger:
        assert (await stranger.get("/account/orders/24818")).headers["location"] == "/login"


async def test_registering_logs_in_and_keeps_the_basket(customer, shop):
    await customer.post("/basket", data={"product": "linen-apron", "quantity": "1"})
    answer = await customer.post(
        "/register",
        data={"name": "Ada Lane", "email": "ada@example.com", "password": "long enough"},
    )
    assert "Welcome, Ada Lane." in answer.text
    assert shop.state()["users"][-1] == {"email": "ada@example.com", "name": "Ada Lane"}
    assert shop.state()["baskets"][0]["user"] == "ada@example.com"
    form = (await customer.get("/checkout")).text
    assert 'value="ada@example.com"' in form


@pytest.mark.parametrize(
    ("entered", "message"),
    [
        ({"name": ""}, "Enter your full name."),
        ({"email": "ada"}, "in the form name@example.com"),
        ({"email": "ROBIN@example.com"}, "already an account"),
        ({"password": "short"}, "at least 8 characters"),
    ],
)
async def test_registration_explains_what_is_wrong(customer, shop, entered, message):
    good = {"name": "Ada Lane", "email": "ada@example.com", "password": "long enough"}
    answer = await customer.post("/register", data=good | entered)
    assert answer.status_code == 422
    assert message in answer.text
    assert len(shop.state()["users"]) == 1


async def test_logging_out_ends_access_to_the_orders(customer):
    await customer.post("/login", data=ROBIN)
    assert "You are logged out." in (await customer.post("/logout")).text
    assert (await customer.get("/account/orders")).url.path == "/login"


def test_the_state_tells_no_passwords(shop):
    assert "password" not in str(shop.state())
    assert "tidewater" not in str(shop.state())
